//! Turns events into text: one file per format, each generic over where the text goes.
//!
//! Owns layout, machine formats, and the escaping of everything that a program printed. Must not
//! know how a run is carried out, and never prints: a reporter writes to the `Write` it was given.

mod ascii;
mod comparison;
mod editor;
mod escape;
mod human;
mod json;
mod program_text;
mod topic;
mod wire;

use std::io;

use crate::model::Event;

pub use ascii::Ascii;
pub use comparison::Comparison;
pub use editor::Editor;
pub use escape::{printable, printable_bytes};
pub use human::{Detail, Human, Page, topic_of_failure, without_flood};
pub use human::{difference, style};
pub use json::{Json, Ndjson};
pub use topic::{write_topic, write_topics};

/// Hears every event of a run, in order.
pub trait Reporter {
    /// Writes what there is to write.
    ///
    /// # Errors
    /// When the writer fails.
    fn on_event(&mut self, event: &Event) -> io::Result<()>;
}
