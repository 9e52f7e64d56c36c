//! A live session with a server, as a player of its script: bytes come in, bytes are due to go out.
//!
//! Owns what a step means, how lines become messages, and which reply belongs to which request.
//! Knows no process and waits for nothing: whoever owns the pipes asks what is due.

mod id;
mod player;
mod record;
#[cfg(test)]
mod tests;

pub(super) use player::Player;
