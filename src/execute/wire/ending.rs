//! How a run ended, and what held it in, as parts of a header.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::micros;
use crate::model::{Ending, Isolation, Limit};

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::execute) enum WireIsolation {
    None,
    Standard,
    Strict,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::execute) enum WireEnding {
    Exited(i32),
    Signaled(i32),
    TimedOut(u64),
    Outstayed(u64),
    OutputLimit(u64),
    CpuLimit(u64),
    MemoryLimit(u64),
    ProcessLimit(u64),
    FileLimit(u64),
    DiskLimit(u64),
    Cancelled,
}

pub(super) const fn encode_isolation(level: Isolation) -> WireIsolation {
    match level {
        Isolation::None => WireIsolation::None,
        Isolation::Standard => WireIsolation::Standard,
        Isolation::Strict => WireIsolation::Strict,
    }
}

pub(super) const fn decode_isolation(level: WireIsolation) -> Isolation {
    match level {
        WireIsolation::None => Isolation::None,
        WireIsolation::Standard => Isolation::Standard,
        WireIsolation::Strict => Isolation::Strict,
    }
}

pub(super) fn encode_ending(ending: Ending) -> WireEnding {
    match ending {
        Ending::Exited(code) => WireEnding::Exited(code),
        Ending::Signaled(signal) => WireEnding::Signaled(signal),
        Ending::TimedOut(limit) => WireEnding::TimedOut(micros(limit)),
        Ending::Outstayed(grace) => WireEnding::Outstayed(micros(grace)),
        Ending::OutputLimit(limit) => WireEnding::OutputLimit(limit),
        Ending::Limit(limit) => match limit {
            Limit::Cpu(time) => WireEnding::CpuLimit(micros(time)),
            Limit::Memory(size) => WireEnding::MemoryLimit(size),
            Limit::Processes(count) => WireEnding::ProcessLimit(count),
            Limit::File(size) => WireEnding::FileLimit(size),
            Limit::Disk(size) => WireEnding::DiskLimit(size),
        },
        Ending::Cancelled => WireEnding::Cancelled,
    }
}

pub(super) fn decode_ending(ending: WireEnding) -> Ending {
    match ending {
        WireEnding::Exited(code) => Ending::Exited(code),
        WireEnding::Signaled(signal) => Ending::Signaled(signal),
        WireEnding::TimedOut(limit) => Ending::TimedOut(Duration::from_micros(limit)),
        WireEnding::Outstayed(grace) => Ending::Outstayed(Duration::from_micros(grace)),
        WireEnding::OutputLimit(limit) => Ending::OutputLimit(limit),
        WireEnding::CpuLimit(time) => Ending::Limit(Limit::Cpu(Duration::from_micros(time))),
        WireEnding::MemoryLimit(size) => Ending::Limit(Limit::Memory(size)),
        WireEnding::ProcessLimit(count) => Ending::Limit(Limit::Processes(count)),
        WireEnding::FileLimit(size) => Ending::Limit(Limit::File(size)),
        WireEnding::DiskLimit(size) => Ending::Limit(Limit::Disk(size)),
        WireEnding::Cancelled => Ending::Cancelled,
    }
}
