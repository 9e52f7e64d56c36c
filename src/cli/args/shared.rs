//! The options that several commands have.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::{COURSE, OUTPUT, PROGRAM};

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct CourseArgs {
    /// The course's folder (with `stages/`); default: the nearest one above, else the built-in course
    #[arg(long, value_name = "DIR", help_heading = COURSE, value_hint = ValueHint::DirPath)]
    pub(in crate::cli) course: Option<PathBuf>,
    /// Read the cases from this folder instead of the course's `fixtures/`
    #[arg(long, value_name = "DIR", help_heading = COURSE, value_hint = ValueHint::DirPath)]
    pub(in crate::cli) fixtures: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ProgramArgs {
    /// The program to grade; default: the nearest `your_program.sh` here or above
    #[arg(long, value_name = "PATH", conflicts_with = "command", help_heading = PROGRAM, value_hint = ValueHint::FilePath)]
    pub(in crate::cli) program: Option<PathBuf>,
    /// Wall time of each case, as in `500ms` or `10s`
    #[arg(long, value_name = "TIME", value_parser = positive_time, help_heading = PROGRAM)]
    pub(in crate::cli) timeout: Option<Duration>,
    /// A command that takes the place of `your_program.sh`
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(in crate::cli) command: Vec<OsString>,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ColorArgs {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN", help_heading = OUTPUT)]
    pub(in crate::cli) color: ColorWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColorWhen {
    /// On a terminal, and as the environment asks
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn positive_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text)
        .map_err(|error| format!("{error}; write it as `500ms`, `10s` or `2m`"))?;
    if time.is_zero() { Err("it must be longer than nothing".to_owned()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_needs_a_unit_and_a_length() {
        assert_eq!(positive_time("1500ms"), Ok(Duration::from_millis(1_500)));
        assert!(positive_time("10").is_err());
        assert!(positive_time("0s").is_err());
    }
}
