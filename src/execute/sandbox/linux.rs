//! The sandboxes of Linux.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use seccompiler::BpfProgram;

use super::calls::{self, Allowed};
use super::files;
use super::mounts::{self, Mounts, WORK};
use super::namespaces::{Place, Refused};
use crate::execute::{Input, Run, case_folder, system};
use crate::model::{Isolation, Network};

/// What a program may not do, ready to be put on.
#[derive(Debug)]
pub(in crate::execute) struct Sandbox {
    walls: Walls,
    calls: Arc<BpfProgram>,
    /// The folder that the program may write in.
    work: PathBuf,
}

/// What keeps files from the program.
#[derive(Debug)]
enum Walls {
    /// Rules that are ready.
    Rules([Arc<OwnedFd>; 2]),
    /// A place of its own. The rules are made there, since they are about what is found there.
    Place { place: Place, hidden: Vec<PathBuf>, writable: Vec<PathBuf> },
}

/// What the sandboxes of one supervisor have in common, made once: it takes longer than a program
/// that does nothing.
#[derive(Debug, Default)]
pub(in crate::execute) struct Sandboxes {
    devices: Option<files::Devices>,
    view: Option<View>,
    calls: Option<(Allowed, Arc<BpfProgram>)>,
}

/// Rules about what may be read, and what they were made from.
#[derive(Debug)]
struct View {
    hidden: Vec<PathBuf>,
    parent: PathBuf,
    stamps: Vec<(i64, i64)>,
    rules: Arc<OwnedFd>,
}

impl Sandboxes {
    /// The sandbox of a run whose private folder is `folder`; `None` where it has none.
    ///
    /// # Errors
    /// When the system does not offer what it takes.
    pub(in crate::execute) fn sandbox(
        &mut self,
        run: &Run,
        folder: &Path,
    ) -> io::Result<Option<Sandbox>> {
        match run.isolation {
            Isolation::None => Ok(None),
            Isolation::Standard => self.standard(run, folder).map(Some),
            Isolation::Strict => self.strict(run, folder).map(Some),
        }
    }

    fn standard(&mut self, run: &Run, folder: &Path) -> io::Result<Sandbox> {
        let work = case_folder::work_of(folder);
        std::fs::create_dir(&work)?;
        let view = self.view(&run.hidden, folder).map_err(io::Error::other)?;
        let devices = self.devices.get_or_insert_with(files::Devices::open);
        let writable = run.writable.iter().chain([&work]).map(PathBuf::as_path);
        let writable = files::writable(writable, devices).map_err(io::Error::other)?;
        // A build makes programs, and could not without.
        let lasting = !run.writable.is_empty();
        let allowed = Allowed { network: run.network, lasting };
        let calls = self.calls(allowed).map_err(io::Error::other)?;
        Ok(Sandbox { walls: Walls::Rules([view, Arc::new(writable)]), calls, work })
    }

    fn strict(&mut self, run: &Run, folder: &Path) -> io::Result<Sandbox> {
        let mounts = mounts(run, folder).map_err(io::Error::other)?;
        let place = Place { mounts, network: run.network, directory: run.directory.clone() };
        let fresh = mounts::FRESH.iter().map(PathBuf::from);
        let walls = Walls::Place {
            place,
            // What a link leads to cannot be seen any more where the link is gone.
            hidden: run.hidden.iter().map(|path| files::resolved(path)).collect(),
            writable: run.writable.iter().cloned().chain(fresh).collect(),
        };
        // Its mounts keep it from all but what is its own.
        let allowed = Allowed { network: run.network, lasting: true };
        let calls = self.calls(allowed).map_err(io::Error::other)?;
        Ok(Sandbox { walls, calls, work: WORK.into() })
    }

    /// A view shows what is made later in folders that were there.
    fn view(&mut self, hidden: &[PathBuf], folder: &Path) -> Result<Arc<OwnedFd>, String> {
        let parent = folder.parent().unwrap_or(folder);
        let stamps = files::stamps(hidden);
        let is_good =
            |view: &&View| view.hidden == hidden && view.parent == parent && view.stamps == stamps;
        if let Some(view) = self.view.as_ref().filter(is_good) {
            return Ok(Arc::clone(&view.rules));
        }
        let devices = self.devices.get_or_insert_with(files::Devices::open);
        let rules = Arc::new(files::view(hidden, &[], devices)?);
        let (hidden, parent) = (hidden.to_vec(), parent.to_owned());
        self.view = Some(View { hidden, parent, stamps, rules: Arc::clone(&rules) });
        Ok(rules)
    }

    fn calls(&mut self, allowed: Allowed) -> Result<Arc<BpfProgram>, String> {
        if let Some((_, calls)) = self.calls.as_ref().filter(|(known, _)| *known == allowed) {
            return Ok(Arc::clone(calls));
        }
        let calls = Arc::new(calls::filter(allowed)?);
        system::bound_privileges();
        self.calls = Some((allowed, Arc::clone(&calls)));
        Ok(calls)
    }
}

/// How many bytes a program may have beyond its limit before it is refused more.
const SLACK: u64 = 16 << 20;

/// What a run needs to see although it is in a folder that is replaced.
fn mounts(run: &Run, folder: &Path) -> Result<Mounts, String> {
    // More than that, so that the limit is seen to be passed before there is no more room.
    let mut mounts = Mounts::new(run.limits.disk_bytes.map(|most| most.saturating_add(SLACK)));
    mounts.keep(&run.directory, false)?;
    if run.argv[0].to_string_lossy().contains('/') {
        let program = run.directory.join(&run.argv[0]);
        // Right in a folder that is replaced, it is kept alone.
        let folder = program.parent().unwrap_or(&program);
        mounts.keep(folder, false).or_else(|_| mounts.keep(&program, false))?;
    }
    if matches!(run.input, Input::Case(_)) {
        mounts.keep(folder, false)?;
    }
    for folder in tools(run) {
        // A search path may lead anywhere; what cannot be kept is not needed.
        let _ = mounts.keep(&folder, false);
    }
    run.writable.iter().try_for_each(|folder| mounts.keep(folder, true))?;
    Ok(mounts)
}

/// Where the tools are that the search path leads to: beside a `bin` stands what they need.
fn tools(run: &Run) -> Vec<PathBuf> {
    let path = run.environment.iter().find(|(name, _)| name == "PATH");
    let folders = path.into_iter().flat_map(|(_, path)| path.as_bytes().split(|it| *it == b':'));
    let folders = folders.map(|folder| PathBuf::from(OsStr::from_bytes(folder)));
    let whole = |folder: PathBuf| match folder.parent() {
        Some(parent) if folder.ends_with("bin") && !parent.ends_with("tmp") => parent.to_owned(),
        _ => folder,
    };
    folders.filter(|folder| folder.is_absolute()).map(whole).collect()
}

impl Sandbox {
    /// The folder that the program may write in.
    pub(in crate::execute) fn work(&self) -> &Path {
        &self.work
    }

    /// Puts it on, for this process and all that it will start. Between fork and exec; with a place
    /// of its own another process returns, see [`Place::enter`].
    ///
    /// # Errors
    /// When the system refuses.
    pub(in crate::execute) fn enter(&self) -> io::Result<()> {
        if let Walls::Place { place, .. } = &self.walls {
            place.enter()?;
        }
        Ok(self.put_on()?)
    }

    fn put_on(&self) -> Result<(), Refused> {
        let refused = Refused::to("giving up privileges");
        match &self.walls {
            Walls::Rules(rules) => {
                system::give_up_privileges().map_err(refused)?;
                restrict(rules.iter().map(Arc::as_ref))
            }
            Walls::Place { hidden, writable, .. } => {
                // In a new namespace of users one has all of them again.
                system::bound_privileges();
                system::give_up_privileges().map_err(refused)?;
                let rules = rules(hidden, writable).map_err(io::Error::other);
                restrict(rules.map_err(Refused::to("making rules for files"))?.iter())
            }
        }?;
        let put_on = seccompiler::apply_filter(&self.calls);
        put_on.map_err(io::Error::other).map_err(Refused::to("a filter of calls"))
    }
}

fn rules(hidden: &[PathBuf], writable: &[PathBuf]) -> Result<[OwnedFd; 2], String> {
    let devices = files::Devices::open();
    let writable: Vec<_> = writable.iter().map(PathBuf::as_path).collect();
    let view = files::view(hidden, &writable, &devices)?;
    Ok([view, files::writable(writable.into_iter(), &devices)?])
}

fn restrict<'r>(rules: impl Iterator<Item = &'r OwnedFd>) -> Result<(), Refused> {
    let mut rules = rules;
    rules.try_for_each(system::restrict_files).map_err(Refused::to("putting on rules for files"))
}

/// Whether a level can be had on this machine.
///
/// # Errors
/// Why not.
pub fn offers(level: Isolation) -> Result<(), String> {
    match level {
        Isolation::None => Ok(()),
        Isolation::Standard => offers_rules(),
        Isolation::Strict => offers_rules().and_then(|()| offers_places()),
    }
}

/// What the levels are made of, and whether this machine has it: what there is, or why not.
#[must_use]
pub fn mechanisms() -> Vec<(&'static str, Result<String, String>)> {
    let there = |()| "there".to_owned();
    vec![
        ("Landlock", files::known()),
        ("seccomp", calls::filter(STRICTEST).map(|_| there(()))),
        ("namespaces", offers_places().map(there)),
    ]
}

const STRICTEST: Allowed = Allowed { network: Network::Denied, lasting: false };

fn offers_rules() -> Result<(), String> {
    calls::filter(STRICTEST)?;
    files::is_offered()
}

/// Tries it with a process, since there is no way back.
fn offers_places() -> Result<(), String> {
    let failed = |error: io::Error| format!("no process could be started ({error})");
    let (mut reader, writer) = UnixStream::pair().map_err(failed)?;
    let started = trial(writer).and_then(|mut child| child.wait());
    let mut refused = String::new();
    reader.read_to_string(&mut refused).map_err(failed)?;
    match started {
        _ if !refused.is_empty() => Err(refused),
        Ok(ended) if ended.success() => Ok(()),
        Ok(ended) => Err(format!("a program there ended with {ended}")),
        Err(error) => Err(failed(error)),
    }
}

/// A process that goes to a place of its own, and tells what is refused.
fn trial(told: UnixStream) -> io::Result<std::process::Child> {
    let sandbox = Sandbox {
        walls: Walls::Place {
            place: Place {
                mounts: Mounts::new(Some(1 << 20)),
                network: Network::Denied,
                directory: "/".into(),
            },
            hidden: Vec::new(),
            writable: mounts::FRESH.iter().map(PathBuf::from).collect(),
        },
        calls: Arc::new(calls::filter(STRICTEST).map_err(io::Error::other)?),
        work: WORK.into(),
    };
    let mut command = Command::new("/bin/sh");
    command.args(["-c", ": > /tmp/written"]).stdin(Stdio::null()).stderr(Stdio::null());
    system::prepare_trial(&mut command, move || {
        let Walls::Place { place, .. } = &sandbox.walls else { return Ok(()) };
        place.try_out().and_then(|()| sandbox.put_on()).map_err(|refused| {
            let _ = (&told).write_all(refused.told().as_bytes());
            io::Error::from(refused)
        })
    });
    command.spawn()
}
