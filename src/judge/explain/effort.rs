//! How much may still be read to tell differences well. What is left when it is used up is told
//! as the raw comparison has it: the work stays in proportion to the documents.

/// A budget of bytes.
pub(super) struct Effort {
    left: usize,
}

/// How many bytes are read again at most, over and above the comparison itself.
const MOST: usize = 512 << 20;

/// How many are always granted, and for each byte of the documents: a small document that is
/// thousands of levels deep would be read again for each of them.
const ALWAYS: usize = 16 << 20;
const FOR_EACH: usize = 8;

impl Effort {
    /// The budget for documents that have so many bytes together.
    pub(super) fn new(bytes: usize) -> Effort {
        Effort { left: bytes.saturating_mul(FOR_EACH).saturating_add(ALWAYS).min(MOST) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_again_is_bounded_by_the_size_of_the_documents() {
        let granted = |bytes| Effort::new(bytes).left;
        assert_eq!(granted(0), 16 << 20);
        assert_eq!(granted(1 << 20), 24 << 20);
        assert_eq!(granted(200 << 20), 512 << 20);
        assert_eq!(granted(usize::MAX), 512 << 20);
        let mut effort = Effort::new(0);
        assert_eq!(effort.spend(16 << 20), Spent::Granted);
        assert_eq!(effort.spend(1), Spent::Refused);
    }
}
