//! The first line of a script, and who is to run it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{Access, access};

use super::{problem, quote, search_path};
use crate::execute::Run;
use crate::model::CouldNotStart;

/// Looks at a file that is no binary, of which this is the beginning.
pub(super) fn inspect(file: &Path, beginning: &[u8], run: &Run) -> Result<(), CouldNotStart> {
    let (shown, quoted) = (file.display(), quote(file));
    if beginning.starts_with(b"\xef\xbb\xbf") {
        return Err(problem(
            format!("{shown} begins with a byte order mark, which hides its first line"),
            format!("perl -pi -e 's/^\\xEF\\xBB\\xBF// if $. == 1' {quoted}"),
        ));
    }
    if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| beginning.starts_with(*mark)) {
        return Err(problem(
            format!("{shown} is UTF-16, of which the system understands no line"),
            "save it as UTF-8".to_owned(),
        ));
    }
    let Some(line) = first_line(beginning).strip_prefix(b"#!") else {
        return Err(problem(
            format!("{shown} has no interpreter line"),
            format!(
                "its first line must name what runs it, as in `#!/bin/sh`: \
                 perl -pi -e 'print \"#!/bin/sh\\n\" if $. == 1' {quoted}"
            ),
        ));
    };
    if line.ends_with(b"\r") {
        return Err(problem(
            format!("{shown} has Windows line ends, so its interpreter is not found"),
            format!("perl -pi -e 's/\\r$//' {quoted}"),
        ));
    }
    inspect_interpreter(file, line, run)
}

fn inspect_interpreter(file: &Path, line: &[u8], run: &Run) -> Result<(), CouldNotStart> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(interpreter) = words.next().map(OsStr::from_bytes) else {
        return Err(problem(
            format!("{} names no interpreter after `#!`", file.display()),
            "make its first line `#!/bin/sh`".to_owned(),
        ));
    };
    let path = run.directory.join(interpreter);
    if !path.exists() {
        return Err(no_interpreter(file, interpreter));
    }
    if !path.is_file() || access(&path, Access::EXEC_OK).is_err() {
        return Err(problem(
            format!(
                "{} wants to be run by `{}`, which is no program",
                file.display(),
                told(interpreter)
            ),
            "change the first line of the file, as in `#!/bin/sh`".to_owned(),
        ));
    }
    if path.file_name() == Some(OsStr::new("env")) {
        let words: Vec<_> = words.map(OsStr::from_bytes).collect();
        return inspect_env(file, &words, run);
    }
    Ok(())
}

/// What `env` is asked for. Linux hands it all that follows as one word.
fn inspect_env(file: &Path, words: &[&OsStr], run: &Run) -> Result<(), CouldNotStart> {
    match words {
        [name, ..] if !is_plain_name(name) => Ok(()),
        [_, _, ..] if cfg!(target_os = "linux") => {
            let all: Vec<_> = words.iter().map(|word| told(word)).collect();
            let all = all.join(" ");
            Err(problem(
                format!("{} has `env` look for a program that is called `{all}`", file.display()),
                format!("make its first line `#!/usr/bin/env -S {all}`"),
            ))
        }
        [name, ..] if search_path(name, run).is_none() => Err(no_interpreter(file, name)),
        _ => Ok(()),
    }
}

/// `env -S …` and `env NAME=value …` are left to `env` itself.
fn is_plain_name(word: &OsStr) -> bool {
    !word.as_bytes().starts_with(b"-")
        && !word.as_bytes().iter().any(|byte| matches!(byte, b'=' | b'/'))
}

fn no_interpreter(file: &Path, interpreter: &OsStr) -> CouldNotStart {
    let interpreter = told(interpreter);
    problem(
        format!(
            "{} wants to be run by `{interpreter}`, which is not on this machine",
            file.display()
        ),
        format!("install `{interpreter}`, or change the first line of the file"),
    )
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == b'\n').next().unwrap_or(text)
}

/// The name, or its beginning where it is longer than a system takes.
fn told(name: &OsStr) -> String {
    const ENOUGH: usize = 100;
    let name = name.to_string_lossy();
    let beginning: String = name.chars().take(ENOUGH).collect();
    if beginning.len() == name.len() { beginning } else { beginning + "…" }
}
