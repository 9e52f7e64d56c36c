//! The few calls that no safe interface offers. All `unsafe` of the crate is here.
#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
mod linux;

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getpid, getppid, getrlimit, setrlimit, setsid};

use super::RunLimits;
use super::sandbox::Sandbox;
use crate::model::Resources;

#[cfg(target_os = "linux")]
pub(super) use linux::{
    Forked, be_first_process, be_open_to_parent, bound_privileges, end_like, fork,
    give_up_privileges, landlock_version, make_read_only, restrict_files, unshare,
};

/// Makes a supervisor deaf to the signals that a terminal or a launcher sends to a whole group: it
/// ends when its channel ends, after it has cleared up.
pub(super) fn ignore_group_signals() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        // SAFETY: `signal` with SIG_IGN installs no code of ours.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// Has the ends of children kept until they are asked for, also where a launcher ignored them.
pub(super) fn keep_endings_of_children() {
    // SAFETY: restoring a default installs no code.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Makes ready for listening to signals: those of `wanted` that may be listened to. A signal that
/// was ignored when this process started stays ignored (`nohup`, `&` in a script); one that was
/// blocked is let through.
#[must_use]
pub fn listen_to(wanted: &[i32]) -> Vec<i32> {
    keep_endings_of_children();
    let heard: Vec<i32> = wanted.iter().copied().filter(|signal| !is_ignored(*signal)).collect();
    // SAFETY: the set is a local that outlives the calls; all-zero bytes are valid for it.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in &heard {
            libc::sigaddset(&raw mut set, *signal);
        }
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
    }
    heard
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: with no new action the call only writes the present one to a local.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        let asked = libc::sigaction(signal, std::ptr::null(), &raw mut now);
        asked == 0 && now.sa_sigaction == libc::SIG_IGN
    }
}

/// Prepares a program's process between fork and exec: own session, killed with its supervisor, no
/// core file, limits that the system keeps, default signals, no descriptor but 0, 1 and 2.
pub(super) fn prepare(command: &mut Command, limits: RunLimits, sandbox: Option<Sandbox>) {
    let supervisor = getpid();
    // SAFETY: a supervisor has one thread, so the child may do what any process may; at most levels
    // it makes system calls only.
    unsafe { command.pre_exec(move || prepare_child(supervisor, &limits, sandbox.as_ref())) };
}

/// Has a process do this between fork and exec.
#[cfg(target_os = "linux")]
pub(super) fn prepare_trial(
    command: &mut Command,
    trial: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) {
    // SAFETY: the C library's `fork` leaves its locks free in the child, so that it may allocate.
    unsafe { command.pre_exec(trial) };
}

fn prepare_child(supervisor: Pid, limits: &RunLimits, sandbox: Option<&Sandbox>) -> io::Result<()> {
    setsid()?;
    die_with_parent()?;
    if getppid() != Some(supervisor) {
        return Err(io::ErrorKind::NotFound.into());
    }
    limit(Resource::Core, Some(0))?;
    limit(Resource::Fsize, limits.file_bytes)?;
    // Of one process, in seconds: in case that nobody looks at the whole in time.
    limit(Resource::Cpu, limits.cpu.map(|cpu| cpu.as_secs() + 2))?;
    reset_signals();
    close_on_exec_from(3);
    sandbox.map_or(Ok(()), Sandbox::enter)
}

/// Lowers a limit of the process, never raises it.
fn limit(resource: Resource, most: Option<u64>) -> io::Result<()> {
    let Some(most) = most else { return Ok(()) };
    let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Has this process killed when its parent ends.
#[cfg(target_os = "linux")]
pub(super) fn die_with_parent() -> io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn die_with_parent() -> io::Result<()> {
    Ok(())
}

fn reset_signals() {
    // Beyond 31 Linux has the real-time signals, the first two of which the C library keeps.
    let real_time = if cfg!(target_os = "linux") { 34..65 } else { 0..0 };
    for signal in (1..32).chain(real_time) {
        // SAFETY: restoring a default installs no code; the two signals that refuse it say so.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

#[cfg(target_os = "linux")]
fn close_on_exec_from(first: libc::c_uint) {
    const CLOSE_RANGE_CLOEXEC: libc::c_uint = 4;
    // SAFETY: marks descriptors of this process, touches no memory.
    let done = unsafe {
        libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, CLOSE_RANGE_CLOEXEC)
    };
    if done != 0 {
        mark_each_close_on_exec(first);
    }
}

#[cfg(not(target_os = "linux"))]
fn close_on_exec_from(first: libc::c_uint) {
    mark_each_close_on_exec(first);
}

fn mark_each_close_on_exec(first: libc::c_uint) {
    let last = rustix::process::getrlimit(Resource::Nofile).current.unwrap_or(65_536);
    for descriptor in first..u32::try_from(last.min(65_536)).unwrap_or(65_536) {
        // SAFETY: on a descriptor that is not open the call fails and changes nothing.
        unsafe { libc::fcntl(descriptor as libc::c_int, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}

/// A child that ended, with what it used.
pub(super) struct Ended {
    pub(super) pid: Pid,
    pub(super) status: libc::c_int,
    pub(super) used: Resources,
}

/// What the kernel says of our children.
pub(super) enum Waited {
    Ended(Ended),
    AllRunning,
    NoChildren,
}

/// Asks for one child that ended, without waiting.
pub(super) fn wait_any() -> io::Result<Waited> {
    let mut status = 0;
    // SAFETY: all-zero is a valid `rusage`; both pointers are to locals that outlive the call.
    let (pid, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(-1, &raw mut status, libc::WNOHANG, &raw mut usage), usage)
    };
    if pid < 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error() {
            Some(libc::ECHILD) => Ok(Waited::NoChildren),
            Some(libc::EINTR) => Ok(Waited::AllRunning),
            _ => Err(error),
        };
    }
    let used = resources(&usage);
    Ok(Pid::from_raw(pid)
        .map_or(Waited::AllRunning, |pid| Waited::Ended(Ended { pid, status, used })))
}

fn resources(usage: &libc::rusage) -> Resources {
    // Linux counts the resident set in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "linux") { 1024 } else { 1 };
    Resources {
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_memory_bytes: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_usec).unwrap_or(0) * 1000)
}
