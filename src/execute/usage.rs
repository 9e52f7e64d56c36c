//! What the processes below a supervisor use together, seen at one moment.
//!
//! Read from `/proc`. Elsewhere nothing is known, and so nothing is ever too much.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use rustix::process::Pid;

/// What is used at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Living processes.
    pub(super) processes: u64,
    /// Memory that is theirs alone, in bytes: files count for none of them.
    pub(super) memory_bytes: u64,
    /// Memory that others may have too, in bytes: what two of them have counts twice.
    pub(super) shared_bytes: u64,
    /// Processor time of the living and of the children that they waited for.
    pub(super) cpu: Duration,
    /// Processor time of each of the living by itself.
    pub(super) times: Vec<(Process, Duration)>,
}

/// A process, and when it was started, in ticks: numbers are given again.
pub(super) type Process = (Pid, u64);

/// The use of all processes below `root`. Beyond `most` processes no more are counted: a program
/// that forks without end must not keep us here.
#[cfg(target_os = "linux")]
pub(super) fn below(root: Pid, most: u64) -> Usage {
    let mut usage = Usage::default();
    for process in linux::processes_below(root) {
        if usage.processes > most {
            break;
        }
        usage.add(linux::usage_of(process).unwrap_or_default());
    }
    usage
}

/// How much of the shared memory below `root` there is, each part counted once. Takes long: the
/// kernel looks at every page.
#[cfg(target_os = "linux")]
pub(super) fn shared_below(root: Pid) -> u64 {
    linux::processes_below(root).filter_map(linux::share_of).sum()
}

/// Nothing is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn shared_below(_root: Pid) -> u64 {
    0
}

/// Nothing is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn below(_root: Pid, _most: u64) -> Usage {
    Usage::default()
}

impl Usage {
    #[cfg(target_os = "linux")]
    fn add(&mut self, other: Self) {
        self.processes += other.processes;
        self.memory_bytes += other.memory_bytes;
        self.shared_bytes += other.shared_bytes;
        self.cpu += other.cpu;
        self.times.extend(other.times);
    }
}

/// Whether files can be put into a folder that nobody may list.
fn can_be_filled_unseen(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const WRITE_AND_SEARCH: u32 = 0o300;
    let mode = std::fs::symlink_metadata(folder).map(|data| data.permissions().mode());
    mode.is_ok_and(|mode| mode & 0o700 == WRITE_AND_SEARCH)
}

/// How many bytes the open files of the processes below `root` have that no folder holds: removed
/// ones, and such as never had a name. Those in the file system `except` do not count.
#[cfg(target_os = "linux")]
pub(super) fn unnamed_below(root: Pid, except: Option<&OwnedFd>) -> u64 {
    let except = except.and_then(|own| rustix::fs::fstat(own).ok()).map(|own| own.st_dev);
    let processes = linux::processes_below(root);
    let files: std::collections::HashMap<_, _> = processes.flat_map(linux::unnamed_of).collect();
    let counts = |file: &((u64, u64), u64)| Some(file.0.0) != except;
    files.into_iter().filter(counts).fold(0, |sum, (_, size)| u64::saturating_add(sum, size))
}

/// Nothing is known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn unnamed_below(_root: Pid, _except: Option<&OwnedFd>) -> u64 {
    0
}

/// How many bytes a folder takes up on the disk. No link is followed. What is gone meanwhile does not
/// count; a folder that can be filled and not be looked into counts as too much.
pub(super) fn size_of(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    // `stat` counts in blocks of 512 bytes, whatever the file system's are.
    let size = |entry: walkdir::Result<walkdir::DirEntry>| {
        let data = entry.and_then(|entry| entry.metadata());
        data.map(|data| data.blocks() * 512).unwrap_or_else(|error| {
            if error.path().is_some_and(can_be_filled_unseen) { u64::MAX } else { 0 }
        })
    };
    let sizes = walkdir::WalkDir::new(folder).min_depth(1).into_iter().map(size);
    sizes.fold(0, u64::saturating_add)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::Pid;

    use super::Usage;

    /// Up to so many bytes it is not asked what is shared.
    const LITTLE: u64 = 1 << 20;

    /// All processes below one; the children of each are looked for when it is told.
    pub(super) fn processes_below(root: Pid) -> impl Iterator<Item = Pid> {
        let mut found = children(root);
        std::iter::from_fn(move || {
            let process = found.pop()?;
            found.extend(children(process));
            Some(process)
        })
    }

    /// A thread's children are listed with it.
    fn children(process: Pid) -> Vec<Pid> {
        let tasks = format!("/proc/{}/task", process.as_raw_nonzero());
        let tasks = fs::read_dir(tasks).into_iter().flatten().flatten();
        let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        let numbers = |list: String| -> Vec<Pid> {
            let numbers = list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok());
            numbers.filter_map(Pid::from_raw).collect()
        };
        lists.flat_map(numbers).collect()
    }

    /// `None` for one that has ended.
    pub(super) fn usage_of(process: Pid) -> Option<Usage> {
        let file = |name| fs::read(format!("/proc/{}/{name}", process.as_raw_nonzero())).ok();
        let Times { started, own, children } = times(&file("stat")?)?;
        let times = vec![((process, started), own)];
        let cpu = own + children;
        let (private, shared) = pages(&file("statm")?)?;
        let [memory_bytes, shared] = [private, shared].map(|pages| pages * page_size() as u64);
        // Files are among what is shared, and most processes share nothing else.
        let shared_bytes = match shared > LITTLE {
            true => in_kib(&file("status")?, "RssShmem:").unwrap_or(0),
            false => 0,
        };
        Some(Usage { processes: 1, memory_bytes, shared_bytes, cpu, times })
    }

    /// The open files of a process that have no name, each with its size on the disk.
    pub(super) fn unnamed_of(process: Pid) -> Vec<((u64, u64), u64)> {
        use std::os::unix::fs::MetadataExt;
        let open = fs::read_dir(format!("/proc/{}/fd", process.as_raw_nonzero()));
        let files = open.into_iter().flatten().flatten();
        let data = files.filter_map(|file| fs::metadata(file.path()).ok());
        let unnamed = data.filter(|data| data.is_file() && data.nlink() == 0);
        unnamed.map(|data| ((data.dev(), data.ino()), data.blocks() * 512)).collect()
    }

    /// What a process has of the memory that others have too, divided among them.
    pub(super) fn share_of(process: Pid) -> Option<u64> {
        let path = format!("/proc/{}/smaps_rollup", process.as_raw_nonzero());
        in_kib(&fs::read(path).ok()?, "Pss_Shmem:")
    }

    /// A line of proc_pid_status(5) or proc_pid_smaps(5), in bytes.
    fn in_kib(file: &[u8], name: &str) -> Option<u64> {
        let text = std::str::from_utf8(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let size = line.split_ascii_whitespace().next()?.parse::<u64>().ok()?;
        Some(size << 10)
    }

    /// Times of a process.
    #[derive(Debug, PartialEq, Eq)]
    struct Times {
        /// In ticks, since the system was.
        started: u64,
        own: Duration,
        /// Of the children that it waited for.
        children: Duration,
    }

    /// Fields 14 to 17 and 22 of proc_pid_stat(5), in ticks; `None` for what has ended. The name
    /// before them may hold anything, so its last bracket is what counts.
    fn times(stat: &[u8]) -> Option<Times> {
        const FROM_STATE: usize = 11;
        const BETWEEN: usize = 4;
        let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
        let fields = std::str::from_utf8(&stat[after_name..]).ok()?;
        let mut fields = fields.split_ascii_whitespace();
        if matches!(fields.next()?, "Z" | "X") {
            return None;
        }
        let mut fields = fields.skip(FROM_STATE - 1).map(|field| field.parse::<u64>().ok());
        let mut ticks = || fields.next().flatten();
        let time = |ticks: u64| Duration::from_millis(ticks * 1_000 / clock_ticks_per_second());
        let (own, children) = (ticks()? + ticks()?, ticks()? + ticks()?);
        let started = fields.nth(BETWEEN).flatten()?;
        Some(Times { started, own: time(own), children: time(children) })
    }

    /// Resident pages that are not shared, and those that are, see proc_pid_statm(5).
    fn pages(statm: &[u8]) -> Option<(u64, u64)> {
        let mut fields = std::str::from_utf8(statm).ok()?.split_ascii_whitespace().skip(1);
        let mut next = || fields.next()?.parse::<u64>().ok();
        let (resident, shared) = (next()?, next()?);
        Some((resident.saturating_sub(shared), shared))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_times_are_read_whatever_the_name_is() {
            let tick = 1_000 / clock_ticks_per_second();
            let stat = |state| {
                format!("12 (a) Z 1) {state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20")
            };
            let time = |ticks| Duration::from_millis(ticks * tick);
            let expected = Times { started: 19, own: time(11 + 12), children: time(13 + 14) };
            assert_eq!(times(stat("S").as_bytes()), Some(expected));
            assert_eq!(times(stat("Z").as_bytes()), None);
        }

        #[test]
        fn what_is_shared_is_told_apart() {
            assert_eq!(pages(b"100 40 30 1 0 5 0\n"), Some((10, 30)));
            assert_eq!(pages(b"100 4 9\n"), Some((0, 9)));
            assert_eq!(pages(b"100"), None);
            let status = b"Name:\tRssShmem: 7\nRssAnon:\t 12 kB\nRssShmem:\t     8 kB\n";
            assert_eq!(in_kib(status, "RssShmem:"), Some(8 << 10));
            assert_eq!(in_kib(status, "Pss_Shmem:"), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_as_large_as_what_is_in_it_and_links_count_for_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(size_of(folder.path()), 0);
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/b"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/", folder.path().join("c")).unwrap();
        let size = size_of(folder.path());
        assert!((100_000..200_000).contains(&size), "{size}");
        assert_eq!(size_of(&folder.path().join("nowhere")), 0);
    }
}
