//! The options that several commands have.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, ValueEnum, ValueHint};

use super::{COURSE, ISOLATION, LIMITS, OUTPUT, PROGRAM};
use crate::model::{Isolation, Limits, Network};

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
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    #[command(flatten)]
    pub(in crate::cli) isolation: IsolationArgs,
    /// A command that takes the place of `your_program.sh`
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(in crate::cli) command: Vec<OsString>,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct IsolationArgs {
    /// What holds the program in
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::None,
        help_heading = ISOLATION)]
    pub(in crate::cli) isolate: Level,
    /// Let a program that is held in use the network
    #[arg(long, help_heading = ISOLATION)]
    pub(in crate::cli) allow_net: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Level {
    /// Limits and clearing up only: it can do what you can
    None,
    /// No answers to read, one folder to write in, no network; Linux 6.12 or later
    Standard,
    /// Also a place of its own: mounts, processes, network, users
    Strict,
}

impl IsolationArgs {
    pub(in crate::cli) const fn level(&self) -> Isolation {
        match self.isolate {
            Level::None => Isolation::None,
            Level::Standard => Isolation::Standard,
            Level::Strict => Isolation::Strict,
        }
    }

    pub(in crate::cli) const fn network(&self) -> Network {
        if self.allow_net { Network::Allowed } else { Network::Denied }
    }

    /// The words that set them.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        let level = match self.isolate {
            Level::None => Vec::new(),
            Level::Standard => vec!["--isolate", "standard"],
            Level::Strict => vec!["--isolate", "strict"],
        };
        let network = self.allow_net.then_some("--allow-net");
        level.into_iter().chain(network).map(str::to_owned).collect()
    }
}

/// What each case may use. These win over what the course and the settings say.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct LimitArgs {
    /// Wall time of each case, as in `500ms` or `10s`
    #[arg(long, value_name = "TIME", value_parser = positive_time, help_heading = LIMITS)]
    pub(in crate::cli) timeout: Option<Duration>,
    /// Processor time of all processes of a case
    #[arg(long, value_name = "TIME", value_parser = positive_time, help_heading = LIMITS)]
    pub(in crate::cli) cpu: Option<Duration>,
    /// Memory of all processes of a case, as in `512MiB`
    #[arg(long, value_name = "SIZE", value_parser = positive_size, help_heading = LIMITS)]
    pub(in crate::cli) memory: Option<u64>,
    /// What a case may print on stdout
    #[arg(long, value_name = "SIZE", value_parser = positive_size, help_heading = LIMITS)]
    pub(in crate::cli) max_output: Option<u64>,
    /// How large a file may be that it writes
    #[arg(long, value_name = "SIZE", value_parser = positive_size, help_heading = LIMITS)]
    pub(in crate::cli) max_file: Option<u64>,
    /// How many processes it may have at a time
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub(in crate::cli) max_processes: Option<NonZeroU64>,
    /// How much it may write into the folder that it is given
    #[arg(long, value_name = "SIZE", value_parser = positive_size, help_heading = LIMITS)]
    pub(in crate::cli) max_disk: Option<u64>,
}

impl LimitArgs {
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            cpu: self.cpu,
            memory_bytes: self.memory,
            output_bytes: self.max_output,
            file_bytes: self.max_file,
            processes: self.max_processes.map(NonZeroU64::get),
            disk_bytes: self.max_disk,
        }
    }

    /// The words that set them.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        let time = |time: Duration| humantime::format_duration(time).to_string().replace(' ', "");
        let options = [
            ("--timeout", self.timeout.map(time)),
            ("--cpu", self.cpu.map(time)),
            ("--memory", self.memory.map(size)),
            ("--max-output", self.max_output.map(size)),
            ("--max-file", self.max_file.map(size)),
            ("--max-processes", self.max_processes.map(|it| it.to_string())),
            ("--max-disk", self.max_disk.map(size)),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?]));
        given.flatten().collect()
    }
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

/// As it is typed, in the largest unit that it is a whole number of.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.iter().find(|(shift, _)| bytes.is_multiple_of(1 << shift));
    unit.map_or_else(|| bytes.to_string(), |(shift, unit)| format!("{}{unit}", bytes >> shift))
}

fn positive_size(text: &str) -> Result<u64, String> {
    let size = text.parse::<ByteSize>();
    let size = size.map_err(|error| format!("{error}; write it as `64KiB`, `512MiB` or `1GB`"))?;
    if size.as_u64() == 0 {
        Err("it must be more than nothing".to_owned())
    } else {
        Ok(size.as_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_in_bytes_where_it_has_no_unit() {
        assert_eq!(positive_size("1000"), Ok(1000));
        assert_eq!(positive_size("64KiB"), Ok(64 << 10));
        assert_eq!(positive_size("1.5 GB"), Ok(1_500_000_000));
        for typed in ["1000", "64KiB", "512MiB", "2GiB", "1500000000"] {
            assert_eq!(positive_size(typed).map(size).as_deref(), Ok(typed));
        }
        for wrong in ["0", "-1", "1 x", "", "MiB"] {
            assert!(positive_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_needs_a_unit_and_a_length() {
        assert_eq!(positive_time("1500ms"), Ok(Duration::from_millis(1_500)));
        assert!(positive_time("10").is_err());
        assert!(positive_time("0s").is_err());
    }
}
