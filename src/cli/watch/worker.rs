//! A run on a thread of its own, so that keys and saves are heard meanwhile.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};

use anyhow::Context;

use super::Happening;
use crate::cli::args::TestArgs;
use crate::cli::exit::Stop;
use crate::cli::test::{self, Wanted};
use crate::execute::{Cancel, CancelHandle, Pool};

/// A run under way.
#[derive(Debug)]
pub(super) struct Worker {
    handle: CancelHandle,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts a run with this number, under which it tells what happens.
    pub(super) fn start(
        number: usize,
        (args, pool): (&Arc<TestArgs>, &Arc<Pool>),
        wanted: Wanted,
        sender: Sender<Happening>,
    ) -> Result<Self, Stop> {
        let (handle, cancel) = Cancel::new().context("no pipe for cancelling runs")?;
        let (args, pool) = (Arc::clone(args), Arc::clone(pool));
        let running = move || {
            let tell = |happening| {
                // Nobody listens any more once the watch is over.
                let _ = sender.send(happening);
            };
            let told = &mut |told| tell(Happening::Told(number, told));
            tell(Happening::Ended(number, test::run(&args, &wanted, &pool, &cancel, told)));
        };
        let thread = thread::Builder::new().spawn(running).context("no thread for a run")?;
        Ok(Self { handle, thread })
    }

    /// Ends its programs; it tells its end as always.
    pub(super) fn cancel(&self) {
        self.handle.cancel();
    }

    /// Waits for its end.
    pub(super) fn join(self) {
        // What it had to tell, it told.
        let _ = self.thread.join();
    }
}
