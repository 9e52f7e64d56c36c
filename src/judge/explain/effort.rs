//! How much may still be read to tell differences well. What is left when it is used up is told
//! as the raw comparison has it: the work stays in proportion to the documents.

/// A budget of bytes.
pub(super) struct Effort {
    left: usize,
}

/// How many bytes are read again, over and above the comparison itself.
const BYTES: usize = 512 << 20;

impl Effort {
    pub(super) const fn new() -> Effort {
        Effort { left: BYTES }
    }

    /// Takes so many bytes, where as many are left.
    pub(super) fn spend(&mut self, bytes: usize) -> Spent {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Spent::Granted
            }
            None => Spent::Refused,
        }
    }
}

/// Whether there was as much left as was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spent {
    Granted,
    Refused,
}
