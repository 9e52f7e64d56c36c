//! A live session with a server: what is sent, what is waited for, and how far it came.

use std::time::Duration;

/// What the harness does in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// In their order.
    pub steps: Vec<Step>,
    /// How long the server may go on when its stdin has been closed after the last step.
    pub exit_within: Duration,
}

/// One thing that the harness does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sends a message, as one line.
    Send(Message),
    /// Sends bytes as they are, with a pause after each chunk but the last.
    Raw {
        /// What is sent at a time.
        chunks: Vec<Vec<u8>>,
        /// How long nothing is sent after each.
        pause: Duration,
    },
    /// Waits for the reply to the request that was last sent with this id, spelled as in JSON.
    Await(String),
    /// Sends a request of the harness's own and waits for its reply. Whatever comes before that
    /// reply comes unasked, so no time has to pass for silence to be seen.
    Quiet,
    /// Keeps a part of a reply, to be sent later.
    Capture {
        /// The id of the request, spelled as in JSON.
        of: String,
        /// Where in the reply, as a JSON Pointer (RFC 6901).
        pointer: String,
        /// The name that it is kept under.
        name: String,
    },
    /// Closes the server's stdin.
    CloseStdin,
}

/// A message, on one line and without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(pub Vec<Piece>);

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands in the case, without white space between tokens.
    Text(String),
    /// What was kept under this name.
    Captured(String),
}

/// How far a session came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All steps were carried out.
    End,
    /// The reply to this request was still waited for, or still to come.
    Reply(Request),
    /// There were steps to come, and no reply.
    Step,
}

/// A request that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its id, spelled as in JSON.
    pub id: String,
    /// What it asks for.
    pub method: String,
}
