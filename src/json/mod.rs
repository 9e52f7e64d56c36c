//! Strict JSON (RFC 8259), read without loss.
//!
//! A document is read in one pass, without recursion, into a flat tape of offsets into its
//! own text. No tree is built and no text is copied, so every value can say where it stands
//! and how it was spelled; numbers are never turned into floats.
//!
//! This room owns what JSON is: grammar, positions, pointers, and when two strings or two
//! numbers are the same. It must not know what is compared with what, or who wrote a text.

pub mod decode;
mod diagnose;
mod document;
mod duplicates;
mod lines;
mod number;
pub mod patch;
pub mod pointer;
mod quote;
mod reader;
mod syntax;
mod tape;
mod text;
mod token;
mod value;

pub use document::Document;
pub use duplicates::Duplicate;
pub(crate) use duplicates::{SMALL_OBJECT, has_repeats};
pub use lines::position_in;
pub use number::Number;
pub use quote::{push_code_point, quote};
pub use reader::{Completeness, MAX_DEPTH, completeness_from};
pub use syntax::{NumberFault, Opening, SyntaxError, SyntaxKind};
pub use text::{CodePoints, Text};
pub use value::{Elements, Kind, Member, Members, Value};
