//! What a run may use.

use std::time::Duration;

/// What a run may use; `None` leaves the choice to the next one asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub timeout: Option<Duration>,
    /// Processor time of all its processes together.
    pub cpu: Option<Duration>,
    /// Memory of all its processes together, in bytes: what is theirs alone.
    pub memory_bytes: Option<u64>,
    /// Bytes of stdout.
    pub output_bytes: Option<u64>,
    /// Bytes of one file that it writes.
    pub file_bytes: Option<u64>,
    /// Processes at a time.
    pub processes: Option<u64>,
    /// Bytes in the folder that it is given.
    pub disk_bytes: Option<u64>,
}

impl Limits {
    /// The stricter of both, limit by limit.
    #[must_use]
    pub fn tightest(self, other: Self) -> Self {
        Self {
            timeout: least(self.timeout, other.timeout),
            cpu: least(self.cpu, other.cpu),
            memory_bytes: least(self.memory_bytes, other.memory_bytes),
            output_bytes: least(self.output_bytes, other.output_bytes),
            file_bytes: least(self.file_bytes, other.file_bytes),
            processes: least(self.processes, other.processes),
            disk_bytes: least(self.disk_bytes, other.disk_bytes),
        }
    }

    /// These limits, with the gaps filled from `fallback`.
    #[must_use]
    pub fn or(self, fallback: Self) -> Self {
        Self {
            timeout: self.timeout.or(fallback.timeout),
            cpu: self.cpu.or(fallback.cpu),
            memory_bytes: self.memory_bytes.or(fallback.memory_bytes),
            output_bytes: self.output_bytes.or(fallback.output_bytes),
            file_bytes: self.file_bytes.or(fallback.file_bytes),
            processes: self.processes.or(fallback.processes),
            disk_bytes: self.disk_bytes.or(fallback.disk_bytes),
        }
    }
}

/// A limit that ended a run, beside those of time and of stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Processor time.
    Cpu(Duration),
    /// Memory, in bytes.
    Memory(u64),
    /// Processes at a time.
    Processes(u64),
    /// One file, in bytes.
    File(u64),
    /// The folder that the program was given, in bytes.
    Disk(u64),
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_of_two_limits_is_the_smaller_and_a_gap_limits_nothing() {
        let one = Limits { timeout: Some(Duration::from_secs(2)), ..Limits::default() };
        let other = Limits {
            timeout: Some(Duration::from_secs(1)),
            output_bytes: Some(7),
            ..Limits::default()
        };
        let both = Limits {
            timeout: Some(Duration::from_secs(1)),
            output_bytes: Some(7),
            ..Limits::default()
        };
        assert_eq!(one.tightest(other), both);
        assert_eq!(other.tightest(one), both);
        assert_eq!(one.or(other).timeout, Some(Duration::from_secs(2)));
    }
}
