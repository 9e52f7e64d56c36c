//! A place of its own for one program: its own users, mounts, processes, network, IPC and host name.
//!
//! Three processes come of the one that is started: it stays behind and ends as the program ends,
//! where its parent waits for it; the first process of the new place collects what loses its parent;
//! and the program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::process::{chdir, getegid, geteuid, getppid, setsid};
use rustix::thread::UnshareFlags;

use super::mounts::Mounts;
use crate::execute::system::{self, Forked};
use crate::model::Network;

/// What the program is told of the machine.
const HOST: &[u8] = b"localhost";

/// What could not be done, and why.
#[derive(Debug)]
pub(super) struct Refused {
    what: &'static str,
    error: io::Error,
}

impl Refused {
    /// To name an error with.
    pub(super) fn to<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self { what, error: error.into() }
    }

    pub(super) fn told(&self) -> String {
        format!("{} is refused ({})", self.what, self.error)
    }
}

impl From<Refused> for io::Error {
    /// Between fork and exec only its number can be told.
    fn from(refused: Refused) -> Self {
        refused.error
    }
}

/// The place of one program.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) mounts: Mounts,
    pub(super) network: Network,
    /// Where the program starts.
    pub(super) directory: PathBuf,
}

impl Place {
    /// Goes there: what returns is another process, whose end this one tells.
    pub(super) fn enter(&self) -> Result<(), Refused> {
        self.leave_ours()?;
        let refused = Refused::to("a further process");
        if matches!(system::fork().map_err(refused)?, Forked::Child) {
            // In the session of the others it would hear what is meant for them.
            let _ = setsid();
            system::be_first_process();
        }
        self.settle()
    }

    /// Goes there for a moment, to see whether that can be done.
    pub(super) fn try_out(&self) -> Result<(), Refused> {
        self.leave_ours()?;
        self.settle()
    }

    fn leave_ours(&self) -> Result<(), Refused> {
        let (user, group) = (geteuid().as_raw(), getegid().as_raw());
        let mut spaces = UnshareFlags::NEWUSER
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWPID
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWUTS;
        if self.network == Network::Denied {
            spaces |= UnshareFlags::NEWNET;
        }
        system::unshare(spaces).map_err(Refused::to("making namespaces as this user"))?;
        system::be_open_to_parent();
        let write = |file, text: String| fs::write(Path::new("/proc/self").join(file), text);
        let refused = Refused::to("naming the user of a namespace");
        write("setgroups", "deny".to_owned())
            .and_then(|()| write("uid_map", format!("{user} {user} 1")))
            .and_then(|()| write("gid_map", format!("{group} {group} 1")))
            .map_err(refused)
    }

    /// The process that becomes the program.
    fn settle(&self) -> Result<(), Refused> {
        match system::fork().map_err(Refused::to("a further process"))? {
            Forked::Parent(program) => system::end_like(program),
            Forked::Child => {}
        }
        setsid().map_err(Refused::to("a session"))?;
        system::die_with_parent().map_err(Refused::to("the end with the parent"))?;
        // The parent is in another place, so it has no number; whoever has one took us over.
        if getppid().is_some() {
            return Err(Refused::to("the start")(io::Error::from_raw_os_error(libc::ESRCH)));
        }
        self.mounts.make()?;
        rustix::system::sethostname(HOST).map_err(Refused::to("a host name"))?;
        chdir(&self.directory).map_err(Refused::to("the working directory"))
    }
}
