//! What is typed while a watch has the terminal.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, poll, read};

use super::Happening;
use super::terminal::is_ours;

/// How often it is asked whether we have the terminal.
const LOOK_UP: Duration = Duration::from_millis(100);

/// A key that does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Enter,
    Left,
    Right,
    Letter(char),
}

/// Listens on a thread of its own.
pub(super) fn listen(sender: Sender<Happening>) -> anyhow::Result<()> {
    let listening = move || {
        while let Ok(key) = next() {
            if key.is_some_and(|key| sender.send(Happening::Key(key)).is_err()) {
                return;
            }
        }
        // The loop may be over already.
        let _ = sender.send(Happening::TerminalGone);
    };
    thread::Builder::new().spawn(listening).context("no thread to listen to keys")?;
    Ok(())
}

/// The next key that does something, if it comes soon.
fn next() -> std::io::Result<Option<Key>> {
    // Who reads in the background is stopped.
    if !is_ours() {
        thread::sleep(LOOK_UP);
        return Ok(None);
    }
    if !poll(LOOK_UP)? {
        return Ok(None);
    }
    Ok(match read()? {
        Event::Key(KeyEvent { code, kind: KeyEventKind::Press, .. }) => match code {
            KeyCode::Enter => Some(Key::Enter),
            KeyCode::Left => Some(Key::Left),
            KeyCode::Right => Some(Key::Right),
            KeyCode::Char(letter) => Some(Key::Letter(letter)),
            _ => None,
        },
        _ => None,
    })
}
