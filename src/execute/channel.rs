//! What the harness and a supervisor say to each other over their private socket.
//!
//! A message is one byte that tells its kind, and for a frame: `u32` length of the head, the head
//! (JSON: a header and the lengths of the byte strings that follow), and the byte strings. Numbers
//! are little-endian. Nothing beyond a message is ever read, so that a cancel that follows a run at
//! once is still there to be polled for. Both ends are the same binary.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

const FRAME: u8 = b'F';
const CANCEL: u8 = b'C';
/// Up to this size a copy is cheaper than a write of its own.
const SMALL: usize = 16 << 10;

/// What was received.
#[derive(Debug)]
pub(super) enum Message<H> {
    /// A header and the byte strings that belong to it.
    Frame(H, Vec<Vec<u8>>),
    /// The run under way shall end; without one it means nothing.
    Cancel,
    /// The other end is gone.
    End,
}

#[derive(Serialize, Deserialize)]
struct Head<H> {
    header: H,
    lengths: Vec<u64>,
}

/// Writes one frame.
pub(super) fn send<H: Serialize>(
    mut channel: &UnixStream,
    header: H,
    blobs: &[&[u8]],
) -> io::Result<()> {
    let lengths = blobs.iter().map(|blob| blob.len() as u64).collect();
    let head = serde_json::to_vec(&Head { header, lengths })?;
    let length = u32::try_from(head.len()).map_err(io::Error::other)?;
    let mut start = Vec::with_capacity(5 + head.len());
    start.push(FRAME);
    start.extend_from_slice(&length.to_le_bytes());
    start.extend_from_slice(&head);
    // One write for what is small: each one wakes the other end.
    let small = blobs.iter().take_while(|blob| blob.len() <= SMALL).count();
    blobs[..small].iter().for_each(|blob| start.extend_from_slice(blob));
    channel.write_all(&start)?;
    blobs[small..].iter().try_for_each(|blob| channel.write_all(blob))
}

/// Asks for the end of the run under way.
pub(super) fn send_cancel(mut channel: &UnixStream) -> io::Result<()> {
    channel.write_all(&[CANCEL])
}

/// Reads one message, waiting for it.
pub(super) fn receive<H: DeserializeOwned>(channel: &UnixStream) -> io::Result<Message<H>> {
    match first_byte(channel)? {
        None => Ok(Message::End),
        Some(CANCEL) => Ok(Message::Cancel),
        Some(FRAME) => frame(channel),
        Some(_) => Err(io::Error::other("a message of an unknown kind")),
    }
}

fn first_byte(mut channel: &UnixStream) -> io::Result<Option<u8>> {
    let mut byte = [0];
    loop {
        match channel.read(&mut byte) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
            Err(error) => return Err(error),
            Ok(0) => return Ok(None),
            Ok(_) => return Ok(Some(byte[0])),
        }
    }
}

fn frame<H: DeserializeOwned>(mut channel: &UnixStream) -> io::Result<Message<H>> {
    let mut length = [0; 4];
    channel.read_exact(&mut length)?;
    let head = bytes(&mut channel, u64::from(u32::from_le_bytes(length)))?;
    let Head { header, lengths } = serde_json::from_slice(&head)?;
    let total = lengths.iter().sum();
    let mut body = io::BufReader::with_capacity(SMALL, channel.take(total));
    let blobs = lengths.into_iter().map(|length| bytes(&mut body, length));
    Ok(Message::Frame(header, blobs.collect::<io::Result<_>>()?))
}

fn bytes(reader: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)?);
    reader.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_arrives_as_it_was_sent_and_a_cancel_behind_it_is_not_swallowed() {
        let (one, other) = UnixStream::pair().unwrap();
        let sender = std::thread::spawn(move || {
            send(&one, "header", &[b"", &[7; 300_000]]).unwrap();
            send_cancel(&one).unwrap();
        });
        match receive::<String>(&other).unwrap() {
            Message::Frame(header, blobs) => {
                assert_eq!(header, "header");
                assert_eq!(blobs, [vec![], vec![7; 300_000]]);
            }
            message => panic!("{message:?}"),
        }
        sender.join().unwrap();
        assert!(matches!(receive::<String>(&other), Ok(Message::Cancel)));
        assert!(matches!(receive::<String>(&other), Ok(Message::End)));
    }

    #[test]
    fn a_frame_that_is_cut_off_is_an_error_and_not_an_end() {
        let (mut one, other) = UnixStream::pair().unwrap();
        one.write_all(&[FRAME, 9, 0]).unwrap();
        drop(one);
        assert!(receive::<String>(&other).is_err());
    }
}
