//! The starter kits: what a learner's folder begins with.
//!
//! Owns the files compiled in from `kits/`, which of them make up a kit, and laying them into a
//! folder, where no file is ever overwritten. Must not know which tools are installed, nor the
//! terminal: which kit it is to be, it is told.

mod files;
mod lay;

pub use files::{Kit, KitFile, TypeScript};
pub use lay::{Laid, LayError, lay};
