//! Holds a program in: what it can see, what it can write, and what it can ask the system for.
//!
//! Made before the fork, and put on between fork and exec. Owns what the levels `standard` (rules for
//! files and for calls) and `strict` (those, in a place of its own) mean; must not know whose program
//! it is, nor what the hidden files hold.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
#[cfg(not(target_os = "linux"))]
mod lacking;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespaces;

#[cfg(not(target_os = "linux"))]
use lacking as platform;
#[cfg(target_os = "linux")]
use linux as platform;

pub(super) use platform::{Sandbox, Sandboxes};
pub use platform::{mechanisms, offers};

use crate::model::Isolation;

/// How many processes of ours there are around a program while it runs, and how many when it has
/// ended.
pub(super) const fn around(level: Isolation) -> (usize, usize) {
    match level {
        Isolation::None | Isolation::Standard => (0, 0),
        Isolation::Strict => (2, 1),
    }
}

/// Where a program at the level `strict` finds what it may write in; the file system there is its own.
#[cfg(target_os = "linux")]
pub(super) const TMP: &str = "/tmp";
