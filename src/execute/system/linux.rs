//! What only Linux has: capabilities, Landlock, namespaces.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, wait, waitpid};
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// Has no program that is started from here on get capabilities by being started, which it would as
/// root.
pub(in crate::execute) fn bound_privileges() {
    const LAST: libc::c_ulong = 63;
    for capability in 0..=LAST {
        // Refused to whoever has none to give away, and beyond the last that the kernel knows.
        // SAFETY: `prctl` with this request touches no memory of ours.
        unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) };
    }
}

/// Gives up every capability for good, and what programs with more rights than their user would give.
pub(in crate::execute) fn give_up_privileges() -> io::Result<()> {
    const VERSION_3: u32 = 0x2008_0522;
    // SAFETY: `prctl` with this request touches no memory of ours.
    done(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
    let header = [VERSION_3, 0];
    let none = [0_u32; 6];
    // SAFETY: both are arrays of the layout and length that version 3 of the call reads.
    done(unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) })
}

/// The version of Landlock that the kernel has.
pub(in crate::execute) fn landlock_version() -> io::Result<i32> {
    const SYS_LANDLOCK_CREATE_RULESET: libc::c_long = 444;
    const ASK_FOR_VERSION: libc::c_uint = 1;
    let nothing = std::ptr::null::<u8>();
    // SAFETY: asked for its version the call reads no memory.
    let version =
        unsafe { libc::syscall(SYS_LANDLOCK_CREATE_RULESET, nothing, 0_usize, ASK_FOR_VERSION) };
    if version < 0 { Err(io::Error::last_os_error()) } else { Ok(version as i32) }
}

/// Puts rules of Landlock on this process.
pub(in crate::execute) fn restrict_files(rules: &OwnedFd) -> io::Result<()> {
    const SYS_LANDLOCK_RESTRICT_SELF: libc::c_long = 446;
    // SAFETY: takes a descriptor and flags, and touches no memory.
    done(unsafe { libc::syscall(SYS_LANDLOCK_RESTRICT_SELF, rules.as_raw_fd(), 0) })
}

/// Moves this process into new namespaces, see unshare(2).
pub(in crate::execute) fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: of a process with one thread, whose open files stay its own.
    Ok(unsafe { unshare_unsafe(flags) }?)
}

/// Lets the parent look at this process, which it may not after a change of rights.
pub(in crate::execute) fn be_open_to_parent() {
    // SAFETY: `prctl` with this request touches no memory of ours.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0) };
}

/// Which of two processes this is.
pub(in crate::execute) enum Forked {
    Parent(Pid),
    Child,
}

/// Makes a second process of this one, which has to have one thread.
pub(in crate::execute) fn fork() -> io::Result<Forked> {
    // SAFETY: with one thread there is no lock that another could hold for ever.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(Pid::from_raw(child).map_or(Forked::Child, Forked::Parent)),
    }
}

/// Waits for a child and ends as it ended. Holds no descriptor meanwhile.
pub(in crate::execute) fn end_like(child: Pid) -> ! {
    close_all();
    let status = loop {
        match waitpid(Some(child), WaitOptions::empty()) {
            Ok(Some((_, status))) => break status,
            Err(rustix::io::Errno::INTR) | Ok(None) => {}
            Err(_) => exit(libc::EXIT_FAILURE),
        }
    };
    if let Some(signal) = status.terminating_signal() {
        // SAFETY: sends a signal to this process, which handles none.
        unsafe { libc::raise(signal) };
    }
    exit(status.exit_status().unwrap_or(libc::EXIT_FAILURE))
}

/// What the first process of a process namespace is for: collects what has lost its parent, and lives
/// until it is killed, which ends all others there.
pub(in crate::execute) fn be_first_process() -> ! {
    /// How long one that has ended may have to wait.
    const PAUSE: Duration = Duration::from_millis(20);
    close_all();
    loop {
        if wait(WaitOptions::empty()).is_err() {
            std::thread::sleep(PAUSE);
        }
    }
}

fn close_all() {
    // SAFETY: this process uses no descriptor from here on.
    unsafe { libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0) };
}

fn exit(code: i32) -> ! {
    // SAFETY: ends the process at once; nothing that it shares with its parent is written out.
    unsafe { libc::_exit(code) }
}

/// Forbids writing through a mount and all below it.
pub(in crate::execute) fn make_read_only(mount: BorrowedFd<'_>) -> io::Result<()> {
    const SYS_MOUNT_SETATTR: libc::c_long = 442;
    const MOUNT_ATTR_RDONLY: u64 = 1;
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    // What to set, what to clear, how mounts are passed on, and a user namespace: `mount_attr`.
    let attributes = [MOUNT_ATTR_RDONLY, 0, 0, 0];
    // SAFETY: the path is an empty string, and the array has the layout and size that are told.
    done(unsafe {
        libc::syscall(
            SYS_MOUNT_SETATTR,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            attributes.as_ptr(),
            size_of_val(&attributes),
        )
    })
}

fn done(answer: libc::c_long) -> io::Result<()> {
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
