//! The body of a supervisor: a process of its own that takes runs one after another.
//!
//! It outlives a harness that is killed, and then kills what it started. That is why it leads its
//! own session, ignores what a terminal sends to a group, and ends only when its channel does.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use super::channel::{self, Message};
use super::descendants::adopt_orphans;
use super::process::{Served, serve};
use super::sandbox::Sandboxes;
use super::system;
use super::wire::{self, RunHeader};
use super::{Run, case_folder};

/// Serves runs until the harness is gone. The channel is this process's stdin.
///
/// # Errors
/// When the channel breaks in the middle of a message.
pub fn supervise() -> io::Result<()> {
    // A session leader by accident (started by hand) is no worse off.
    let _ = rustix::process::setsid();
    system::ignore_group_signals();
    system::keep_endings_of_children();
    adopt_orphans()?;
    let channel = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    serve_all(&channel)
}

fn serve_all(channel: &UnixStream) -> io::Result<()> {
    let mut sandboxes = Sandboxes::default();
    let mut left = Left::default();
    loop {
        let (run, folder) = match channel::receive::<RunHeader>(channel)? {
            Message::End => {
                left.remove();
                return Ok(());
            }
            Message::Cancel => continue,
            Message::Frame(header, blobs) => wire::decode_run(header, blobs)?,
        };
        left.note(&run, &folder);
        match serve(&run, &folder, channel, &mut sandboxes) {
            Served::HarnessGone => {
                left.remove();
                return Ok(());
            }
            // The harness misses the answer, buries this supervisor, and kills what is left.
            Served::Unkillable(error) => return Err(error),
            Served::Result(result) => {
                let (header, blobs) = wire::encode_report(&result);
                channel::send(channel, header, &blobs)?;
            }
        }
    }
}

/// What a harness that was killed leaves.
#[derive(Default)]
struct Left {
    /// The folder that those of the runs were in.
    top: Option<PathBuf>,
    /// What the harness would have removed.
    disposable: Vec<PathBuf>,
}

impl Left {
    fn note(&mut self, run: &Run, folder: &Path) {
        self.top = folder.parent().map(Path::to_owned);
        self.disposable.extend(run.disposable.clone().filter(|it| !self.disposable.contains(it)));
    }

    /// Nobody is left to tell of a failure. The folder is empty, or another supervisor is at work in it.
    fn remove(&self) {
        if let Some(top) = &self.top {
            let _ = std::fs::remove_dir(top);
        }
        for folder in &self.disposable {
            let _ = case_folder::remove(folder);
        }
    }
}
