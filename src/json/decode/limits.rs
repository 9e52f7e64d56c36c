//! The key `limits`, which courses, stages and workspaces have alike.

use std::time::Duration;

use super::{FileProblems, Object, UP_TO_A_TRILLION};
use crate::model::Limits;

const KEYS: [&str; 7] = [
    "timeout_ms",
    "cpu_ms",
    "memory_bytes",
    "output_bytes",
    "file_bytes",
    "processes",
    "disk_bytes",
];

/// The `limits` of an object; none where it has no such key, or a wrong one.
pub fn limits(parent: &Object<'_>, problems: &mut FileProblems) -> Limits {
    let field = parent.field("limits");
    let Some(limits) = field.and_then(|field| field.object(&KEYS, problems)) else {
        return Limits::default();
    };
    let mut whole = |name| limits.whole(name, UP_TO_A_TRILLION, problems);
    Limits {
        timeout: whole("timeout_ms").map(Duration::from_millis),
        cpu: whole("cpu_ms").map(Duration::from_millis),
        memory_bytes: whole("memory_bytes"),
        output_bytes: whole("output_bytes"),
        file_bytes: whole("file_bytes"),
        processes: whole("processes"),
        disk_bytes: whole("disk_bytes"),
    }
}
