//! The tools of a learner's language on this machine.

use std::fmt;
use std::time::Duration;

use super::start;
use crate::execute::{Cancel, Executor, Run, RunLimits};
use crate::model::Ending;

/// A tool, and how it tells its version.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    /// The name that is typed.
    pub(super) name: &'static str,
    option: &'static str,
}

/// The first two numbers of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(pub(super) u32, pub(super) u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl Tool {
    pub(super) const NODE: Self = Self { name: "node", option: "--version" };
    pub(super) const PYTHON: Self = Self { name: "python3", option: "--version" };
    pub(super) const CARGO: Self = Self { name: "cargo", option: "--version" };
    pub(super) const GO: Self = Self { name: "go", option: "version" };
    pub(super) const JQ: Self = Self { name: "jq", option: "--version" };

    /// All of them.
    pub(super) const ALL: [Self; 6] = [
        Self::NODE,
        Self { name: "npm", option: "--version" },
        Self::PYTHON,
        Self::CARGO,
        Self::GO,
        Self::JQ,
    ];

    /// Its version; `None` where it is not installed or does not tell.
    pub(super) fn version(self) -> Option<Version> {
        version_in(&self.tells()?)
    }

    /// What it says when it is asked for its version, without line ends around it.
    pub(super) fn tells(self) -> Option<String> {
        let run = Run::plain(
            vec![self.name.into(), self.option.into()],
            std::env::current_dir().ok()?,
            std::env::vars_os().collect(),
            RunLimits::of(Duration::from_secs(3), 1 << 16),
        );
        let (_handle, cancel) = Cancel::new().ok()?;
        let seen = start::pool().ok()?.executor().execute(&run, &cancel).ok()?;
        let text = String::from_utf8_lossy(&seen.stdout).trim().to_owned();
        (seen.ending == Ending::Exited(0) && !text.is_empty()).then_some(text)
    }
}

/// The first thing in a text that looks like a version.
fn version_in(text: &str) -> Option<Version> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut numbers = word.split('.').map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(major)), Some(Ok(minor))) => Some(Version(major, minor)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_in_what_each_tool_says() {
        for (text, version) in [
            ("v22.18.0", Version(22, 18)),
            ("Python 3.11.7", Version(3, 11)),
            ("cargo 1.89.0 (c24e10642 2025-06-23)", Version(1, 89)),
            ("go version go1.19 linux/amd64", Version(1, 19)),
            ("jq-1.6", Version(1, 6)),
        ] {
            assert_eq!(version_in(text), Some(version), "{text}");
        }
        assert_eq!(version_in("no version here. None."), None);
    }
}
