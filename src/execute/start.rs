//! Starting a program with its pipes, its environment and what holds it in.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::sandbox::Sandbox;
use super::{Run, inspect, system};
use crate::model::StartError;

/// How long a file that is being rebuilt may stay busy.
const BUSY: Duration = Duration::from_secs(1);
/// What the system answers when the program itself is at fault, and not a lack of processes,
/// memory or descriptors.
const OF_THE_PROGRAM: [i32; 8] = [
    libc::ENOENT,
    libc::EACCES,
    libc::EPERM,
    libc::ENOEXEC,
    libc::ETXTBSY,
    libc::E2BIG,
    libc::ELOOP,
    libc::ENOTDIR,
];

/// Starts the program of a run; `copy` is the path of its case.
pub(super) fn start(
    run: &Run,
    copy: Option<&Path>,
    sandbox: Option<Sandbox>,
) -> Result<Child, StartError> {
    let file = inspect::locate(run).map_err(StartError::Program)?;
    let mut command = Command::new(&file);
    command
        .arg0(&run.argv[0])
        .args(&run.argv[1..])
        .args(copy)
        .current_dir(&run.directory)
        .env_clear()
        .envs(run.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(sandbox) = &sandbox {
        command.env("HOME", sandbox.work()).env("TMPDIR", sandbox.work());
    }
    system::prepare(&mut command, run.limits, sandbox);
    spawn(&mut command).map_err(|error| match error.raw_os_error() {
        Some(code) if OF_THE_PROGRAM.contains(&code) => {
            StartError::Program(inspect::refused(&file, &error))
        }
        _ => StartError::Harness(format!("no process could be started: {error}")),
    })
}

fn spawn(command: &mut Command) -> io::Result<Child> {
    let since = Instant::now();
    loop {
        match command.spawn() {
            Err(error) if error.raw_os_error() == Some(libc::ETXTBSY) && since.elapsed() < BUSY => {
                std::thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
}
