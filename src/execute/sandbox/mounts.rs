//! What a program sees of the files when it has mounts of its own: everything, but nothing of it can
//! be written; devices that hold nothing; and a `/tmp` and a `/dev/shm` that go when it ends.

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, mount, mount_change,
    move_mount, open_tree,
};

use super::TMP;
use super::files::DEVICES;
use super::namespaces::Refused;
use crate::execute::system;

/// Where the program may write: what is there goes with it.
pub(super) const FRESH: [&str; 2] = [TMP, "/dev/shm"];
/// The folder in one of them that it is told of: it is there before there are rules for files, which
/// may have to name what is beside a hidden folder.
pub(super) const WORK: &str = "/tmp/work";
/// Folders that are replaced, with all that is in them.
const REPLACED: [&str; 2] = [TMP, "/dev"];
/// How many files there may be in the fresh folders: each takes memory, also when it is empty.
const FILES: u32 = 1 << 18;
/// What programs look for in `/dev` beside devices.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// The mounts of one program.
#[derive(Debug, Default)]
pub(super) struct Mounts {
    /// Bytes in all fresh folders together.
    size: Option<u64>,
    kept: Vec<Kept>,
    /// Other names of what is kept.
    links: Vec<(PathBuf, PathBuf)>,
}

/// A folder, or a file, that stays where it is although what is around it is replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kept {
    path: PathBuf,
    writable: bool,
}

impl Mounts {
    pub(super) fn new(size: Option<u64>) -> Self {
        Self { size, ..Self::default() }
    }

    /// Keeps a folder, if it is one, and has it writable or not.
    ///
    /// # Errors
    /// When it is what is replaced.
    pub(super) fn keep(&mut self, typed: &Path, writable: bool) -> Result<(), String> {
        let Ok(folder) = fs::canonicalize(typed) else { return Ok(()) };
        if REPLACED.iter().chain(&FRESH).any(|replaced| folder == Path::new(replaced)) {
            let folder = folder.display();
            return Err(format!("{folder} itself is replaced; have the program in a folder below"));
        }
        let is_replaced = |path: &Path| REPLACED.iter().any(|it| path.starts_with(it));
        if typed != folder && is_replaced(typed) {
            self.links.push((folder.clone(), typed.to_owned()));
        }
        let is_known = |it: &Kept| folder.starts_with(&it.path) && it.writable == writable;
        if is_replaced(&folder) && !self.kept.iter().any(is_known) {
            self.kept.push(Kept { path: folder, writable });
            // What is around another one comes before it.
            self.kept.sort();
        }
        Ok(())
    }

    /// Makes them, in a namespace that nobody else is in.
    pub(super) fn make(&self) -> Result<(), Refused> {
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount_change("/", private).map_err(Refused::to("keeping mounts to itself"))?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        mount("proc", "/proc", "proc", flags, None).map_err(Refused::to("a /proc of its own"))?;
        let kept = self.opened().map_err(Refused::to("keeping a folder"))?;
        let devices = devices().map_err(Refused::to("keeping a device"))?;
        root()
            .and_then(|root| system::make_read_only(root.as_fd()))
            .map_err(Refused::to("a read-only view"))?;
        self.replace(&devices).map_err(Refused::to("a /tmp and a /dev of its own"))?;
        self.put_back(kept).map_err(Refused::to("putting a folder back"))
    }

    fn opened(&self) -> io::Result<Vec<OwnedFd>> {
        let open = |kept: &Kept| {
            let mount = tree(&kept.path, OpenTreeFlags::AT_RECURSIVE)?;
            if !kept.writable {
                system::make_read_only(mount.as_fd())?;
            }
            Ok(mount)
        };
        self.kept.iter().map(open).collect()
    }

    /// One file system for both fresh folders, so that it has one size.
    fn replace(&self, devices: &[(&'static str, OwnedFd)]) -> io::Result<()> {
        let size = self.size.map(|size| format!("size={size},")).unwrap_or_default();
        fresh("/dev", &format!("{size}nr_inodes={FILES},mode=0755"))?;
        let [tmp, shm] = [half("/dev/tmp")?, half("/dev/shm")?];
        fresh("/dev", "size=64k,mode=0755")?;
        for (path, device) in devices {
            File::create(path)?;
            put(device, path)?;
        }
        LINKS.iter().try_for_each(|(to, link)| symlink(to, link))?;
        fs::create_dir("/dev/shm")?;
        put(&shm, "/dev/shm")?;
        put(&tmp, TMP)?;
        fs::create_dir(WORK)
    }

    fn put_back(&self, opened: Vec<OwnedFd>) -> io::Result<()> {
        for (kept, mount) in self.kept.iter().zip(opened) {
            make_room(&mount, &kept.path)?;
            put(&mount, &kept.path)?;
        }
        for (folder, link) in &self.links {
            // One link may lead through another, which is there already.
            if !link.exists() {
                fs::create_dir_all(link.parent().unwrap_or(link))?;
                symlink(folder, link)?;
            }
        }
        Ok(())
    }
}

/// Makes what a mount can be put on: something of its kind.
fn make_room(mount: &OwnedFd, path: &Path) -> io::Result<()> {
    if FileType::from_raw_mode(fstat(mount)?.st_mode) == FileType::Directory {
        return fs::create_dir_all(path);
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    // What is around it may have been kept, and it with that.
    if path.exists() { Ok(()) } else { File::create(path).map(drop) }
}

fn root() -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(openat(CWD, "/", flags, Mode::empty())?)
}

fn devices() -> io::Result<Vec<(&'static str, OwnedFd)>> {
    let there = DEVICES.iter().filter(|device| Path::new(device).exists());
    there.map(|device| Ok((*device, tree(device, OpenTreeFlags::empty())?))).collect()
}

/// A mount that nothing leads to yet.
fn tree(path: impl AsRef<Path>, further: OpenTreeFlags) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | further;
    Ok(open_tree(CWD, path.as_ref(), flags)?)
}

fn put(mount: &OwnedFd, path: impl AsRef<Path>) -> io::Result<()> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    Ok(move_mount(mount, "", CWD, path.as_ref(), flags)?)
}

fn fresh(path: &str, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", path, "tmpfs", flags, options.as_c_str())?)
}

/// A new folder that everybody may write in, as a mount.
fn half(path: &str) -> io::Result<OwnedFd> {
    fs::create_dir(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o1777))?;
    tree(path, OpenTreeFlags::empty())
}
