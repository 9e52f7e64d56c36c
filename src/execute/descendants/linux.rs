//! Linux: a pidfd tells the end of the program, orphans come to the nearest subreaper, and `/proc`
//! tells who descends from whom.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::os::fd::OwnedFd;

use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal, set_child_subreaper,
};

/// Makes this process the parent of every orphan below it.
pub(in crate::execute) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// A descriptor that becomes readable when the process ends.
pub(in crate::execute) fn end_of(program: Pid) -> io::Result<Option<OwnedFd>> {
    Ok(Some(pidfd_open(program, PidfdFlags::empty())?))
}

/// Never: what is left is always below us.
pub(super) const fn group_is_left(_program: Pid) -> bool {
    false
}

/// Sends KILL to the children of this process; tells how many there are. Their numbers stay theirs
/// until we collect them, so there is nothing to verify.
pub(super) fn kill_children() -> usize {
    // Absent from kernels built without it; the slower way is still there.
    let listed = fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let children = listed.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
    children
        .filter_map(Pid::from_raw)
        .filter(|child| rustix::process::kill_process(*child, Signal::KILL).is_ok())
        .count()
}

/// Sends KILL to every process below this one; tells which were alive.
pub(super) fn kill_below_us(_program: Pid) -> io::Result<Vec<Pid>> {
    kill_below(getpid(), &HashSet::new())
}

/// Kills what a dead supervisor left to the harness: all below it but for live supervisors.
pub(in crate::execute) fn kill_orphans_of_the_harness(supervisors: &[Pid]) -> io::Result<()> {
    for _ in 0..1_000 {
        let orphans = kill_below(getpid(), &supervisors.iter().copied().collect())?;
        if orphans.is_empty() {
            return Ok(());
        }
        for orphan in orphans {
            let _ = rustix::process::waitpid(Some(orphan), rustix::process::WaitOptions::NOHANG);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    Err(io::Error::other("processes of the program could not be killed"))
}

fn kill_below(root: Pid, except: &HashSet<Pid>) -> io::Result<Vec<Pid>> {
    let table = process_table()?;
    let mut found = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        for child in table.get(&parent).into_iter().flatten() {
            if !except.contains(&child.pid) {
                parents.push(child.pid);
                found.push(*child);
            }
        }
    }
    // The last first: the first process of a namespace takes all others there with it, uncounted.
    Ok(found.into_iter().rev().filter(kill).map(|process| process.pid).collect())
}

#[derive(Clone, Copy)]
struct Process {
    pid: Pid,
    parent: Pid,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Alive,
    Zombie,
}

/// Kills a process if it is alive and still the one that was seen. The number could have been given
/// to another process meanwhile; the pidfd cannot, so the parent is compared after opening it.
fn kill(process: &Process) -> bool {
    if process.state == State::Zombie {
        return false;
    }
    let Ok(handle) = pidfd_open(process.pid, PidfdFlags::empty()) else { return false };
    match read_process(process.pid) {
        Some(now) if now.parent == process.parent || now.parent == getpid() => {
            pidfd_send_signal(handle, Signal::KILL).is_ok()
        }
        _ => false,
    }
}

fn process_table() -> io::Result<HashMap<Pid, Vec<Process>>> {
    let mut table: HashMap<Pid, Vec<Process>> = HashMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        if let Some(process) = number.and_then(read_process) {
            table.entry(process.parent).or_default().push(process);
        }
    }
    Ok(table)
}

fn read_process(pid: Pid) -> Option<Process> {
    let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (state, parent) = parse_stat(&stat)?;
    Some(Process { pid, parent, state })
}

/// How many fields stand between the parent and the number of threads, see proc_pid_stat(5).
const THREADS_AFTER_PARENT: usize = 15;

/// State and parent of a `/proc/PID/stat` line. The name before them may hold anything, so its last
/// bracket is what counts.
fn parse_stat(stat: &[u8]) -> Option<(State, Pid)> {
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let mut fields = std::str::from_utf8(&stat[after_name..]).ok()?.split_ascii_whitespace();
    let dead = matches!(fields.next()?, "Z" | "X");
    let parent = Pid::from_raw(fields.next()?.parse().ok()?)?;
    // A process whose first thread has ended shows as a zombie while its other threads run on.
    let threads: u64 = fields.nth(THREADS_AFTER_PARENT)?.parse().ok()?;
    Some((if dead && threads <= 1 { State::Zombie } else { State::Alive }, parent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_whose_name_imitates_the_fields_behind_it_is_read_right() {
        let fields = "77 12 12 0 -1 4194560 0 0 0 0 0 0 0 0 20 0";
        let stat =
            |head: &str, threads| format!("12 ({head} {fields} {threads} 0 1 2").into_bytes();
        let (state, parent) = parse_stat(&stat("a) Z 1 (b) S", 1)).unwrap();
        assert!(state == State::Alive && parent.as_raw_nonzero().get() == 77);
        assert!(parse_stat(&stat("sh) Z", 1)).unwrap().0 == State::Zombie);
        assert!(parse_stat(&stat("sh) Z", 2)).unwrap().0 == State::Alive);
    }
}
