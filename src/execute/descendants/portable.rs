//! Elsewhere: the program's process group, and what `ps` shows below it while it lives. A process
//! that left the group and lost its parent cannot be found; the README says so.

use std::collections::HashMap;
use std::io;
#[cfg(not(target_os = "linux"))]
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process_group};

/// No such thing here: orphans go to the first process.
#[cfg(not(target_os = "linux"))]
pub(in crate::execute) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// No such descriptor here: the caller asks again every few milliseconds.
#[cfg(not(target_os = "linux"))]
pub(in crate::execute) fn end_of(_program: Pid) -> io::Result<Option<OwnedFd>> {
    Ok(None)
}

/// None come to the harness here.
#[cfg(not(target_os = "linux"))]
pub(in crate::execute) fn kill_orphans_of_the_harness(_supervisors: &[Pid]) -> io::Result<()> {
    Ok(())
}

/// Whether the program's process group still has a member.
pub(super) fn group_is_left(program: Pid) -> bool {
    test_kill_process_group(program).is_ok()
}

/// Orphans are not our children here, so there is nobody to outrun.
#[cfg(not(target_os = "linux"))]
pub(super) const fn kill_children() -> usize {
    0
}

/// Sends KILL to the program's group and to all that descends from the program.
pub(super) fn kill_below_us(program: Pid) -> io::Result<Vec<Pid>> {
    let mut killed = below(program, &parents()?);
    killed.retain(|pid| kill_process(*pid, Signal::KILL).is_ok());
    if kill_process_group(program, Signal::KILL).is_ok() {
        killed.push(program);
    }
    Ok(killed)
}

fn parents() -> io::Result<HashMap<Pid, Vec<Pid>>> {
    let listed = Command::new("/bin/ps")
        .args(["-A", "-o", "pid=,ppid="])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    let mut children: HashMap<Pid, Vec<Pid>> = HashMap::new();
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let mut numbers = line.split_ascii_whitespace().filter_map(|field| field.parse().ok());
        if let (Some(pid), Some(parent)) =
            (numbers.next().and_then(Pid::from_raw), numbers.next().and_then(Pid::from_raw))
        {
            children.entry(parent).or_default().push(pid);
        }
    }
    Ok(children)
}

fn below(program: Pid, children: &HashMap<Pid, Vec<Pid>>) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut parents = vec![program];
    while let Some(parent) = parents.pop() {
        found.extend(children.get(&parent).into_iter().flatten());
        parents.extend(children.get(&parent).into_iter().flatten());
    }
    found
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn the_group_of_a_program_goes_with_it_and_so_does_a_child_in_another_group() {
        let mut program = Command::new("/bin/sh")
            .args(["-c", "(set -m; sleep 600 & echo started); sleep 600 & wait"])
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut stdout = program.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 8]).unwrap();
        let pid = Pid::from_child(&program);
        assert!(group_is_left(pid));
        kill_below_us(pid).unwrap();
        program.wait().unwrap();
        // The pipe is at its end only when every process that held it is gone.
        stdout.read_to_end(&mut Vec::new()).unwrap();
        while group_is_left(pid) {
            std::thread::yield_now();
        }
    }
}
