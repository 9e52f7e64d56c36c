//! What the system says of files, as far as it matters.

use std::path::{Path, PathBuf};
use std::time::Instant;

use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind, RenameMode};
use notify::{Event, EventKind};

/// Something that happened to a file or folder, and when it was heard of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pulse {
    pub(super) at: Instant,
    pub(super) what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// It is there and finished: written and closed, renamed to this name, a link or a folder.
    Saved(PathBuf),
    /// It is being written; what finishes it follows.
    Writing(PathBuf),
    /// Its times or rights changed, perhaps while it is being written.
    Touched(PathBuf),
    /// It is no longer there.
    Gone(PathBuf),
    /// The system lost count of the changes.
    Lost,
}

/// Whether this system tells when a file that was written is closed.
const TELLS_CLOSE: bool = cfg!(target_os = "linux");

/// What an event means. Files that were only opened or read mean nothing.
pub(super) fn pulses(event: Event, at: Instant) -> impl Iterator<Item = Pulse> {
    let lost = event.need_rescan().then_some(What::Lost);
    let kind = event.kind;
    let told = event.paths.into_iter().filter_map(move |path| what(kind, path));
    lost.into_iter().chain(told).map(move |what| Pulse { at, what })
}

fn what(kind: EventKind, path: PathBuf) -> Option<What> {
    Some(match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => What::Saved(path),
        EventKind::Access(_) => return None,
        EventKind::Create(CreateKind::File) if TELLS_CLOSE && !is_a_link(&path) => {
            What::Writing(path)
        }
        EventKind::Modify(ModifyKind::Data(_)) if TELLS_CLOSE => What::Writing(path),
        EventKind::Modify(ModifyKind::Metadata(_)) => What::Touched(path),
        // Its two halves are told as well.
        EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => return None,
        EventKind::Modify(ModifyKind::Name(RenameMode::From)) | EventKind::Remove(_) => {
            What::Gone(path)
        }
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Any | EventKind::Other => {
            What::Saved(path)
        }
    })
}

/// A link of either kind is there at once; nobody writes and closes it.
fn is_a_link(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    path.symlink_metadata().is_ok_and(|found| found.is_symlink() || found.nlink() > 1)
}
