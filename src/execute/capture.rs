//! Keeps what a program writes, within bounds.

use std::collections::VecDeque;

use crate::model::Stderr;

/// How much of the beginning of stderr is kept.
pub(super) const STDERR_HEAD: usize = 64 << 10;
/// How much of its end.
pub(super) const STDERR_TAIL: usize = 960 << 10;

/// Keeps everything up to a limit.
#[derive(Debug)]
pub(super) struct Bounded {
    bytes: Vec<u8>,
    limit: u64,
}

/// Whether there is room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    Left,
    Over,
}

impl Bounded {
    pub(super) const fn new(limit: u64) -> Self {
        Self { bytes: Vec::new(), limit }
    }

    /// Keeps `more`, or as much of it as the limit allows.
    pub(super) fn push(&mut self, more: &[u8]) -> Room {
        let free = self.limit.saturating_sub(self.bytes.len() as u64);
        let fits = usize::try_from(free).unwrap_or(usize::MAX).min(more.len());
        self.bytes.extend_from_slice(&more[..fits]);
        if fits < more.len() { Room::Over } else { Room::Left }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Keeps the beginning and the end.
#[derive(Debug, Default)]
pub(super) struct Ends {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    dropped: u64,
}

impl Ends {
    pub(super) fn push(&mut self, more: &[u8]) {
        let (head, rest) = more.split_at(more.len().min(STDERR_HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        let surplus = (self.tail.len() + rest.len()).saturating_sub(STDERR_TAIL);
        let from_tail = surplus.min(self.tail.len());
        self.tail.drain(..from_tail);
        self.tail.extend(&rest[surplus - from_tail..]);
        self.dropped += surplus as u64;
    }

    pub(super) fn into_stderr(self) -> Stderr {
        Stderr { head: self.head, tail: self.tail.into(), dropped: self.dropped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_prefix_is_kept_and_only_one_byte_more_is_over() {
        let mut kept = Bounded::new(4);
        assert_eq!(kept.push(b"ab"), Room::Left);
        assert_eq!(kept.push(b"cd"), Room::Left);
        assert_eq!(kept.push(b"e"), Room::Over);
        assert_eq!(kept.into_bytes(), b"abcd");
    }

    #[test]
    fn the_middle_of_stderr_is_left_out_and_counted() {
        let all: Vec<u8> = (0..STDERR_HEAD + STDERR_TAIL + 10_000).map(|i| i as u8).collect();
        for step in [1 << 10, 7_777, 4 << 20] {
            let mut kept = Ends::default();
            all.chunks(step).for_each(|chunk| kept.push(chunk));
            let kept = kept.into_stderr();
            assert_eq!(kept.head, &all[..STDERR_HEAD]);
            assert_eq!(kept.tail, &all[all.len() - STDERR_TAIL..]);
            assert_eq!(kept.dropped, 10_000);
        }
    }

    #[test]
    fn a_short_stderr_is_kept_whole() {
        let mut kept = Ends::default();
        kept.push(b"one ");
        kept.push(b"two");
        assert_eq!(
            kept.into_stderr(),
            Stderr { head: b"one two".to_vec(), tail: vec![], dropped: 0 }
        );
    }
}
