//! A script and how far it came, as parts of a header.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::micros;
use crate::model::{Message, Piece, Reached, Request, Script, Step};

#[derive(Serialize, Deserialize)]
pub(in crate::execute) struct WireScript {
    steps: Vec<WireStep>,
    exit_within_us: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireStep {
    Send(Vec<WirePiece>),
    Raw { chunks: Vec<Vec<u8>>, pause_us: u64 },
    Await(String),
    Quiet,
    Capture { of: String, pointer: String, name: String },
    CloseStdin,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WirePiece {
    Text(String),
    Captured(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::execute) enum WireReached {
    End,
    Reply { id: String, method: String },
    Step,
}

impl WireScript {
    pub(super) fn of(script: &Script) -> Self {
        let steps = script.steps.iter().map(WireStep::of).collect();
        Self { steps, exit_within_us: micros(script.exit_within) }
    }

    pub(super) fn into_script(self) -> Script {
        let steps = self.steps.into_iter().map(WireStep::into_step).collect();
        Script { steps, exit_within: Duration::from_micros(self.exit_within_us) }
    }
}

impl WireStep {
    fn of(step: &Step) -> Self {
        match step.clone() {
            Step::Send(Message(pieces)) => Self::Send(pieces.into_iter().map(piece).collect()),
            Step::Raw { chunks, pause } => Self::Raw { chunks, pause_us: micros(pause) },
            Step::Await(id) => Self::Await(id),
            Step::Quiet => Self::Quiet,
            Step::Capture { of, pointer, name } => Self::Capture { of, pointer, name },
            Step::CloseStdin => Self::CloseStdin,
        }
    }

    fn into_step(self) -> Step {
        match self {
            Self::Send(pieces) => {
                Step::Send(Message(pieces.into_iter().map(WirePiece::into_piece).collect()))
            }
            Self::Raw { chunks, pause_us } => {
                Step::Raw { chunks, pause: Duration::from_micros(pause_us) }
            }
            Self::Await(id) => Step::Await(id),
            Self::Quiet => Step::Quiet,
            Self::Capture { of, pointer, name } => Step::Capture { of, pointer, name },
            Self::CloseStdin => Step::CloseStdin,
        }
    }
}

fn piece(piece: Piece) -> WirePiece {
    match piece {
        Piece::Text(text) => WirePiece::Text(text),
        Piece::Captured(name) => WirePiece::Captured(name),
    }
}

impl WirePiece {
    fn into_piece(self) -> Piece {
        match self {
            Self::Text(text) => Piece::Text(text),
            Self::Captured(name) => Piece::Captured(name),
        }
    }
}

impl WireReached {
    pub(super) fn of(reached: Reached) -> Self {
        match reached {
            Reached::End => Self::End,
            Reached::Step => Self::Step,
            Reached::Reply(Request { id, method }) => Self::Reply { id, method },
        }
    }

    pub(super) fn into_reached(self) -> Reached {
        match self {
            Self::End => Reached::End,
            Self::Step => Reached::Step,
            Self::Reply { id, method } => Reached::Reply(Request { id, method }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_arrives_unchanged() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let script = Script {
            steps: vec![
                Step::Send(Message(vec![text("{\"a\":"), Piece::Captured("b".into()), text("}")])),
                Step::Raw { chunks: vec![vec![0, 255], vec![]], pause: Duration::from_millis(3) },
                Step::Await("\"x\"".into()),
                Step::Quiet,
                Step::Capture { of: "1".into(), pointer: "/a".into(), name: "b".into() },
                Step::CloseStdin,
            ],
            exit_within: Duration::from_secs(2),
        };
        let sent = serde_json::to_string(&WireScript::of(&script)).unwrap();
        let received: WireScript = serde_json::from_str(&sent).unwrap();
        assert_eq!(received.into_script(), script);
    }
}
