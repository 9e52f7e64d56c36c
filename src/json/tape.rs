//! Where everything in a text is, as one flat list of offsets: a tree of a large document would
//! take many times its size. A container knows where it ends, so that it is skipped in one step.

/// One entry of the tape: 8 bytes.
///
/// | entry                | `start`                | `end`                                |
/// |----------------------|------------------------|--------------------------------------|
/// | scalar, member name  | its first byte         | one after its last byte              |
/// | array, object: open  | its bracket            | tape index one after its close entry |
/// | array, object: close | its closing bracket    | number of elements or members        |
///
/// A member is its name's entry followed by its value's. What an entry is shows in the
/// text: the byte at `start` tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub start: u32,
    pub end: u32,
}
