//! `theinference test --watch`: test again whenever a file changed.
//!
//! | what | file |
//! |---|---|
//! | the loop: whatever happens, one after the other | here |
//! | what is to be run next | `session` |
//! | what keys do | `choices` |
//! | what is shown between two runs | `views` |
//! | what a run said, and how that differs from the run before | `results` |
//! | which save a run is of | `saves` |
//! | a run on a thread of its own | `worker` |
//! | what is watched | `scope` |
//! | what is written where | `screen`, `legend` |
//! | the terminal's modes, keys, and its end | `terminal`, `keys`, `launcher` |

mod choices;
mod keys;
mod launcher;
mod legend;
mod results;
mod saves;
mod scope;
mod screen;
mod session;
mod terminal;
mod views;
mod worker;

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::args::TestArgs;
use super::exit::{Exit, Stop};
use super::signals::{Heard, Interruption};
use super::test::{self, Told};
use crate::model::RunSummary;

use keys::Key;
use launcher::Launcher;
use session::{Next, Session};
use terminal::Terminal;

/// Something that the loop has to know of.
#[derive(Debug)]
enum Happening {
    /// There may be something to look at among the files.
    Files,
    Key(Key),
    /// Nobody can type or read any more.
    TerminalGone,
    Signal,
    /// What the run tells; the number is that of the run.
    Told(usize, Told),
    /// The run is over.
    Ended(usize, Result<RunSummary, Stop>),
}

/// How often the screen shows how much time is left, and it is asked who started us.
const TICK: Duration = Duration::from_millis(200);

/// Tests, waits for a change, tests again. Course and settings are read anew each time.
pub(super) fn watch(args: &TestArgs) -> Result<Exit, Stop> {
    test::check(args)?;
    let (sender, happenings) = mpsc::channel();
    let terminal = Terminal::enter();
    let interruption = listen(&sender, &terminal)?;
    if terminal.has_keys() {
        keys::listen(sender.clone())?;
    }
    let mut session = Session::new(args, sender, &terminal)?;
    let exit = follow(&mut session, &happenings, &interruption);
    session.end();
    Ok(exit)
}

fn listen(sender: &Sender<Happening>, terminal: &Terminal) -> Result<Interruption, Stop> {
    let (sender, restore) = (sender.clone(), terminal.restorer());
    Ok(Interruption::listen_and(move |heard| match heard {
        Heard::First => sender.send(Happening::Signal).unwrap_or(()),
        // Nothing of us runs after this.
        Heard::Again => restore.restore(),
    })?)
}

/// Until somebody ends it.
fn follow(
    session: &mut Session<'_>,
    happenings: &Receiver<Happening>,
    interruption: &Interruption,
) -> Exit {
    let launcher = Launcher::new();
    session.run_now();
    loop {
        let next = match happenings.recv_timeout(pause(session)) {
            Ok(happening) => session.happens(happening),
            Err(RecvTimeoutError::Timeout) => Next::GoOn,
            Err(RecvTimeoutError::Disconnected) => Next::Hangup,
        };
        if let Some(signal) = interruption.signal() {
            return Exit::Signal(signal);
        }
        match next {
            Next::GoOn if launcher.is_gone() => return Exit::Signal(libc::SIGHUP),
            Next::GoOn => session.look(),
            Next::Quit => return session.exit(),
            Next::Hangup => return Exit::Signal(libc::SIGHUP),
        }
    }
}

fn pause(session: &Session<'_>) -> Duration {
    session.deadline().saturating_duration_since(Instant::now()).min(TICK)
}
