//! Whether npm, where it started us, is still there. `npx` hands a TERM to its shell, which hands
//! it to nobody, and a HUP or a KILL ends `npx` alone: we would run on without anyone to see it.

use std::iter::successors;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, getppid, kill_process};

use super::surroundings::{Environment, Real};

/// How often it is looked.
const TICK: Duration = Duration::from_millis(200);
/// Between us and npm there are a launcher and a shell at most.
const FARTHEST: usize = 4;

/// Has this process get a HUP once npm is gone, or what stands between npm and us.
pub(super) fn end_without_npm() -> std::io::Result<()> {
    // Every package manager sets this for what it starts.
    if Real.get("npm_config_user_agent").is_none() {
        return Ok(());
    }
    let chain = chain();
    let follow = move || {
        while ancestors().take(chain.len()).eq(chain.iter().copied()) {
            thread::sleep(TICK);
        }
        // It fails for nobody: the process is our own.
        let _ = kill_process(getpid(), Signal::HUP);
    };
    thread::Builder::new().spawn(follow).map(drop)
}

/// From our parent to npm; our parent alone where npm is not found.
fn chain() -> Vec<Pid> {
    let mut chain: Vec<Pid> = ancestors().take(FARTHEST).collect();
    let npm = chain.iter().position(|pid| is_npm(*pid));
    chain.truncate(npm.unwrap_or(0) + 1);
    chain
}

fn ancestors() -> impl Iterator<Item = Pid> {
    successors(getppid(), |pid| parent(&stat(*pid)?))
}

/// npm calls its process `npm exec …` or `npm run …`.
fn is_npm(pid: Pid) -> bool {
    stat(pid).is_some_and(|stat| stat.contains(" (npm "))
}

/// What Linux says of a process. Elsewhere only our own parent is known, which is npm there, since
/// the shell of macOS puts its last command in its own place.
fn stat(pid: Pid) -> Option<String> {
    let stat = std::fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    Some(String::from_utf8_lossy(&stat).into_owned())
}

/// The parent in a `/proc/PID/stat` line. The name before it may hold anything, so its last
/// parenthesis counts.
fn parent(stat: &str) -> Option<Pid> {
    let (_, rest) = stat.rsplit_once(") ")?;
    Pid::from_raw(rest.split(' ').nth(1)?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_found_behind_any_name() {
        let found = |stat| parent(stat).map(Pid::as_raw_pid);
        assert_eq!(found("12 (npm exec a) S 7 12 12 0"), Some(7));
        assert_eq!(found("12 (odd) R 3 (x) S 8 12 12 0"), Some(8));
        assert_eq!(found("1 (init) S 0 1 1 0"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn our_parent_is_the_first_ancestor() {
        assert_eq!(ancestors().next(), getppid());
    }
}
