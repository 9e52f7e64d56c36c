//! Looks at a program before it is started, and says in words what would keep it from starting.
//!
//! The system's own answers ("No such file or directory" for a line end of Windows) help nobody.

mod machine;
mod script;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Access, access};

use self::machine::MadeFor;
use super::{Run, RunLimits};
use crate::model::CouldNotStart;

/// Whether a program can be started, as far as that can be seen without starting it. The words are
/// those of a [`Run`].
///
/// # Errors
/// What is wrong with it, and what mends it.
pub fn check_start(
    argv: &[OsString],
    directory: &Path,
    environment: &[(OsString, OsString)],
) -> Result<(), CouldNotStart> {
    let limits = RunLimits::of(Duration::ZERO, 0);
    let run = Run::plain(argv.to_vec(), directory.to_owned(), environment.to_vec(), limits);
    locate(&run).map(|_| ())
}

/// Finds the file that a run starts.
///
/// # Errors
/// When the file is missing or cannot be started as it is.
pub(super) fn locate(run: &Run) -> Result<PathBuf, CouldNotStart> {
    let name = run.argv.first().map_or(OsStr::new(""), |word| word.as_os_str());
    if !name.as_bytes().contains(&b'/') {
        return search_path(name, run).ok_or_else(|| {
            let name = name.to_string_lossy();
            problem(
                format!("`{name}` was not found in any folder of PATH"),
                format!("install it, or name it with its folder, as in `./{name}`"),
            )
        });
    }
    let file = run.directory.join(name);
    inspect(&file, run)?;
    Ok(file)
}

fn search_path(name: &OsStr, run: &Run) -> Option<PathBuf> {
    let folders = run.environment.iter().find(|(variable, _)| variable == "PATH")?;
    folders
        .1
        .as_bytes()
        .split(|byte| *byte == b':')
        .map(|folder| run.directory.join(OsStr::from_bytes(folder)).join(name))
        .find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok())
}

fn inspect(file: &Path, run: &Run) -> Result<(), CouldNotStart> {
    let shown = file.display();
    let quoted = quote(file);
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(not_there(file)),
        Err(error) => Err(problem(
            format!("{shown} cannot be reached: {error}"),
            format!("look at it with `ls -l {quoted}`"),
        )),
        Ok(data) if data.is_dir() => Err(problem(
            format!("{shown} is a folder, not a program"),
            format!("name the program in it, as in `{quoted}/your_program.sh`"),
        )),
        Ok(data) if !data.is_file() => Err(problem(
            format!("{shown} is not a file that can be started"),
            format!("look at it with `ls -l {quoted}`"),
        )),
        Ok(data) if data.len() == 0 => Err(problem(
            format!("{shown} is empty"),
            "write the command that starts your program into it, after a first line `#!/bin/sh`"
                .to_owned(),
        )),
        Ok(_) if access(file, Access::EXEC_OK).is_err() => Err(not_executable(file)),
        Ok(_) => inspect_beginning(file, run),
    }
}

fn not_there(file: &Path) -> CouldNotStart {
    let shown = file.display();
    if fs::symlink_metadata(file).is_ok() {
        let command = format!("ls -l {}", quote(file));
        return problem(
            format!("{shown} is a link to a file that does not exist"),
            format!("see where it leads with `{command}`"),
        );
    }
    problem(
        format!("{shown} does not exist"),
        "check the spelling, or create the file and make it executable with `chmod +x`".to_owned(),
    )
}

fn not_executable(file: &Path) -> CouldNotStart {
    let (shown, quoted) = (file.display(), quote(file));
    if starts_no_programs(file) {
        return problem(
            format!("{shown} is on a file system that starts no programs (`noexec`)"),
            "copy the workspace to another place".to_owned(),
        );
    }
    problem(format!("{shown} is not executable"), format!("chmod +x {quoted}"))
}

#[cfg(target_os = "linux")]
fn starts_no_programs(file: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    statvfs(file).is_ok_and(|mount| mount.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// It is not asked.
#[cfg(not(target_os = "linux"))]
fn starts_no_programs(_file: &Path) -> bool {
    false
}

/// A program that may be started and not read cannot be a script: nothing to look at.
fn inspect_beginning(file: &Path, run: &Run) -> Result<(), CouldNotStart> {
    let Some(beginning) = read_beginning(file) else { return Ok(()) };
    match machine::made_for(&beginning) {
        None => script::inspect(file, &beginning, run),
        Some(MadeFor::ThisMachine) => Ok(()),
        Some(MadeFor::Another(which)) => Err(problem(
            format!("{} is a program for {which}", file.display()),
            format!("build it on this machine; `file {}` tells what it is", quote(file)),
        )),
    }
}

fn read_beginning(file: &Path) -> Option<Vec<u8>> {
    let mut beginning = Vec::with_capacity(512);
    File::open(file).ok()?.take(512).read_to_end(&mut beginning).ok()?;
    Some(beginning)
}

/// What the system answered when the start failed all the same.
pub(super) fn refused(file: &Path, error: &io::Error) -> CouldNotStart {
    let (shown, quoted) = (file.display(), quote(file));
    match error.raw_os_error() {
        Some(libc::ETXTBSY) => problem(
            format!("{shown} is still being written by another process"),
            "wait until the build is done, then run this again".to_owned(),
        ),
        Some(libc::ENOEXEC) => problem(
            format!("{shown} is not a program for this machine"),
            format!("see what it is with `file {quoted}`"),
        ),
        _ => problem(
            format!("{shown} could not be started: {error}"),
            format!("try it by hand: {quoted}"),
        ),
    }
}

fn problem(sentence: String, remedy: String) -> CouldNotStart {
    CouldNotStart { sentence, remedy }
}

/// The path as a person types it in a shell.
fn quote(file: &Path) -> String {
    let text = file.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), |quoted| quoted.into_owned())
}
