//! Which files a program can reach, as rules of Landlock.
//!
//! Landlock cannot take something out of what it allows, so what lies beside the hidden trees is
//! allowed, folder by folder. Names can be listed everywhere; what is in a hidden file cannot be
//! read.

use std::collections::HashSet;
use std::fs;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use crate::execute::system;

/// The first version that also keeps a program from signalling others, in Linux 6.12.
const NEEDED: ABI = ABI::V6;

/// Devices that hold nothing. Terminals and disks are not among them.
pub(super) const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What may be read: everything but `hidden`, and what is in `own` although it is a place for
/// devices, unless something hidden is there.
pub(super) fn view(
    hidden: &[PathBuf],
    own: &[&Path],
    devices: &Devices,
) -> Result<OwnedFd, String> {
    let rules = || -> Result<RulesetCreated, RulesetError> {
        // Whether a file may be moved is for the other rules to say; none here would forbid it.
        let handled = AccessFs::from_read(NEEDED) | AccessFs::Refer;
        let mut rules = ruleset().handle_access(handled)?.create()?;
        rules = allow(rules, Path::new("/"), AccessFs::ReadDir | AccessFs::Refer)?;
        let own = own.iter().filter(|own| !hidden.iter().any(|path| path.starts_with(own)));
        for path in visible(hidden).iter().map(PathBuf::as_path).chain(own.copied()) {
            rules = allow(rules, path, AccessFs::from_read(NEEDED))?;
        }
        devices.allow(rules, AccessFs::ReadFile)
    };
    descriptor(rules())
}

/// What may be written: what is in these folders. Nor may a signal or a message go to a process
/// outside.
pub(super) fn writable<'f>(
    folders: impl Iterator<Item = &'f Path>,
    devices: &Devices,
) -> Result<OwnedFd, String> {
    let rules = || -> Result<RulesetCreated, RulesetError> {
        let mut rules = devices.allow(empty()?, AccessFs::WriteFile)?;
        for folder in folders {
            rules = allow(rules, folder, AccessFs::from_write(NEEDED))?;
        }
        Ok(rules)
    };
    descriptor(rules())
}

fn descriptor(rules: Result<RulesetCreated, RulesetError>) -> Result<OwnedFd, String> {
    let rules = rules.map_err(|error| format!("Landlock: {error}"))?;
    Option::<OwnedFd>::from(rules).ok_or_else(|| MISSING.to_owned())
}

/// The devices that hold nothing, opened once for all runs.
#[derive(Debug)]
pub(super) struct Devices(Vec<PathFd>);

impl Devices {
    /// Those that there are.
    pub(super) fn open() -> Self {
        Self(DEVICES.iter().filter_map(|device| PathFd::new(device).ok()).collect())
    }

    fn allow(
        &self,
        mut rules: RulesetCreated,
        access: AccessFs,
    ) -> Result<RulesetCreated, RulesetError> {
        for device in &self.0 {
            rules = rules.add_rule(PathBeneath::new(device, access))?;
        }
        Ok(rules)
    }
}

const MISSING: &str = "it takes Landlock ABI 6, which Linux has since 6.12, and which has to be \
                       among the security modules that the kernel was started with";

/// Whether the kernel knows all that the rules say.
pub(super) fn is_offered() -> Result<(), String> {
    empty().map(|_| ()).map_err(|_| MISSING.to_owned())
}

/// What of it the kernel knows.
pub(super) fn known() -> Result<String, String> {
    system::landlock_version().map(|version| format!("ABI {version}")).map_err(|error| {
        let how = if error.raw_os_error() == Some(libc::EOPNOTSUPP) { "started" } else { "built" };
        format!("the kernel was {how} without it ({error})")
    })
}

/// Rules that allow no writing, nor a signal or an abstract socket to a process outside.
fn empty() -> Result<RulesetCreated, RulesetError> {
    let handled = AccessFs::from_write(NEEDED);
    ruleset().handle_access(handled)?.scope(Scope::from_all(NEEDED))?.create()
}

fn ruleset() -> Ruleset {
    Ruleset::default().set_compatibility(CompatLevel::HardRequirement)
}

/// Allows this much below a path, or of a file; what is gone meanwhile needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(file) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEEDED) };
    rules.add_rule(PathBeneath::new(file, access))
}

/// When each folder last changed that a view has rules for the entries of. An entry that was replaced
/// has none.
pub(super) fn stamps(hidden: &[PathBuf]) -> Vec<(i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    let mut above: Vec<_> = hidden.iter().flat_map(|path| path.ancestors().skip(1)).collect();
    above.sort();
    above.dedup();
    let stamp = |data: fs::Metadata| (data.ctime(), data.ctime_nsec());
    above.iter().map(|path| fs::metadata(path).map_or((0, 0), stamp)).collect()
}

/// The largest trees that hold nothing hidden, and no device.
fn visible(hidden: &[PathBuf]) -> Vec<PathBuf> {
    let resolved = hidden.iter().map(|path| resolved(path)).chain([PathBuf::from("/dev")]);
    let hidden: HashSet<PathBuf> = resolved.collect();
    let above: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors().skip(1)).collect();
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("/")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // A rule follows a link to what it leads to, which has a rule of its own or is hidden.
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if above.contains(path.as_path()) && !is_link {
                folders.push(path);
            } else if !is_link && !hidden.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// The path without links, as far as it is there.
pub(super) fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => resolved(parent).join(name),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_hidden_trees_is_visible_and_what_is_in_them_is_not() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        for folder in ["a/b/c", "a/d", "e"] {
            fs::create_dir_all(top.join(folder)).unwrap();
        }
        std::os::unix::fs::symlink(top.join("a/b"), top.join("link")).unwrap();
        let hidden = [top.join("a/b"), top.join("e/not there yet")];
        let found = visible(&hidden);
        let below: Vec<_> = found.iter().filter(|path| path.starts_with(&top)).collect();
        assert_eq!(below, [&top.join("a/d")]);
        assert!(found.contains(&PathBuf::from("/usr")) && !found.contains(&PathBuf::from("/dev")));
        assert!(!found.contains(&PathBuf::from("/")));
    }

    #[test]
    fn a_hidden_path_is_hidden_by_whatever_name_it_is_told() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        fs::create_dir_all(top.join("real/inner")).unwrap();
        std::os::unix::fs::symlink("real", top.join("link")).unwrap();
        let found = visible(&[top.join("link/inner")]);
        assert!(!found.iter().any(|path| path.starts_with(&top)), "{found:?}");
    }
}
