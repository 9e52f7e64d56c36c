//! INT, TERM and HUP end a run; the exit code says which one it was.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::npm::end_without_npm;
use crate::execute::{Cancel, listen_to};

/// A launcher and the terminal may both deliver one Ctrl-C.
const SAME_PRESS: Duration = Duration::from_millis(250);

/// What a signal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It asks for the end.
    First,
    /// It ends the program at once.
    Again,
}

/// What was received so far.
#[derive(Clone, Debug)]
pub(super) struct Interruption {
    received: Arc<AtomicI32>,
    pub(super) cancel: Cancel,
}

impl Interruption {
    /// Starts to listen. The first signal cancels; another one later ends the program at once.
    pub(super) fn listen() -> anyhow::Result<Self> {
        Self::listen_and(|_| {})
    }

    /// The same; `hear` is called, on another thread, after the first signal and before the end.
    pub(super) fn listen_and(hear: impl Fn(Heard) + Send + 'static) -> anyhow::Result<Self> {
        let (handle, cancel) = Cancel::new().context("no pipe for cancelling runs")?;
        let heard = listen_to(&[SIGINT, SIGTERM, SIGHUP]);
        let mut signals = Signals::new(heard).context("signals")?;
        let received = Arc::new(AtomicI32::new(0));
        let first = Arc::clone(&received);
        let listening = move || {
            let mut since = None::<Instant>;
            for signal in signals.forever() {
                match since {
                    None => {
                        since = Some(Instant::now());
                        first.store(signal, Ordering::SeqCst);
                        handle.cancel();
                        hear(Heard::First);
                    }
                    Some(since) if since.elapsed() < SAME_PRESS => {}
                    // The supervisors kill what they started when they miss us.
                    Some(_) => {
                        hear(Heard::Again);
                        signal_hook::low_level::exit(128 + signal)
                    }
                }
            }
        };
        thread::Builder::new().spawn(listening).context("no thread to listen to signals")?;
        end_without_npm().context("no thread to look after npm")?;
        Ok(Self { received, cancel })
    }

    /// The signal that came, if one did.
    pub(super) fn signal(&self) -> Option<i32> {
        Some(self.received.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }
}
