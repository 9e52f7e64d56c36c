//! What a watch tells of real files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use super::folders::refusal;
use super::watching::Tell;
use super::{Cause, Means, News, Rules, Watch};

/// Whatever should come comes before this is over.
const PATIENCE: Duration = Duration::from_secs(20);

struct Watching {
    folder: tempfile::TempDir,
    watch: Watch,
    woken: Receiver<()>,
}

impl Watching {
    /// Watches a folder with these files.
    fn new(files: &[(&str, &str)], rules: &Rules, means: Means) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (name, text) in files {
            write(&root.join(name), text);
        }
        let (wake, woken) = mpsc::channel();
        let rules = Rules {
            files: rules.files.iter().map(|file| root.join(file)).collect(),
            ..rules.clone()
        };
        let watch =
            Watch::new(&[root], &rules, means, move || wake.send(()).unwrap_or(())).unwrap();
        Self { folder, watch, woken }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        write(&self.path(name), text);
    }

    /// The next thing that is told.
    #[track_caller]
    fn next(&mut self) -> News {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let told = self.watch.look(Instant::now());
            assert!(told.len() < 2, "{told:?}");
            if let Some(news) = told.into_iter().next() {
                return news;
            }
            let pause = self.watch.deadline().saturating_duration_since(Instant::now());
            let _ = self.woken.recv_timeout(pause);
        }
        panic!("nothing was told");
    }

    /// The names of the files that are told to be saved next.
    #[track_caller]
    fn saved(&mut self) -> Vec<String> {
        let root = self.path("");
        let News::Saved { files, .. } = self.next() else { panic!("not a save") };
        let name = |file: PathBuf| file.strip_prefix(&root).unwrap().display().to_string();
        files.into_iter().map(name).collect()
    }

    /// Nothing but this save is told, which is made last.
    #[track_caller]
    fn only_the_last_counts(&mut self) {
        self.write("last.py", "saved");
        assert_eq!(self.saved(), ["last.py"]);
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn watching(files: &[(&str, &str)]) -> Watching {
    Watching::new(files, &Rules::default(), Means::Best)
}

#[test]
fn a_burst_of_saves_is_one_and_ignored_files_are_none() {
    let mut watching = watching(&[(".gitignore", "*.log\n")]);
    for name in ["a.py", "b.py", "noise.log", "node_modules/x/index.js", "c.py.swp"] {
        watching.write(name, "1");
    }
    assert_eq!(watching.saved(), ["a.py", "b.py"]);
    let left_out = watching.watch.watched().left_out;
    let reason = |name: &str| {
        let path = watching.path(name);
        left_out.iter().find(|(other, _)| *other == path).map(|(_, reason)| reason.as_str())
    };
    let ignore_file = format!("`*.log` in {}", watching.path(".gitignore").display());
    assert_eq!(reason("noise.log"), Some(ignore_file.as_str()));
    watching.only_the_last_counts();
}

#[test]
fn a_save_by_rename_is_one_save_of_the_file_that_it_makes() {
    let mut watching = watching(&[("x.py", "1")]);
    watching.write("sedAbCdEf", "2");
    fs::rename(watching.path("sedAbCdEf"), watching.path("x.py")).unwrap();
    assert_eq!(watching.saved(), ["x.py"]);
    watching.only_the_last_counts();
}

#[test]
fn the_same_content_again_and_a_new_time_are_no_save() {
    let mut watching = watching(&[("x.py", "1")]);
    watching.write("x.py", "1");
    let file = fs::File::options().append(true).open(watching.path("x.py")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    watching.only_the_last_counts();
}

#[test]
fn files_in_new_and_moved_folders_are_seen_and_those_in_removed_ones_are_missed() {
    let mut watching = watching(&[("old/x.py", "1")]);
    watching.write("new/deep/y.py", "1");
    assert_eq!(watching.saved(), ["new/deep/y.py"]);
    fs::rename(watching.path("old"), watching.path("renamed")).unwrap();
    assert_eq!(watching.saved(), ["old/x.py", "renamed/x.py"]);
    watching.write("renamed/x.py", "2");
    assert_eq!(watching.saved(), ["renamed/x.py"]);
    fs::remove_dir_all(watching.path("renamed")).unwrap();
    assert_eq!(watching.saved(), ["renamed/x.py"]);
}

#[test]
fn a_watched_folder_that_goes_and_comes_back_is_watched_again() {
    let mut watching = watching(&[("x.py", "1")]);
    let (root, away) = (watching.path(""), watching.folder.path().with_extension("away"));
    fs::rename(&root, &away).unwrap();
    assert_eq!(watching.saved_paths(), [root.join("x.py")]);
    fs::rename(&away, &root).unwrap();
    assert_eq!(watching.saved(), ["x.py"]);
    watching.write("x.py", "2");
    assert_eq!(watching.saved(), ["x.py"]);
}

impl Watching {
    #[track_caller]
    fn saved_paths(&mut self) -> Vec<PathBuf> {
        let News::Saved { files, .. } = self.next() else { panic!("not a save") };
        files
    }
}

#[test]
fn what_is_named_counts_although_it_is_ignored_and_the_other_way_round() {
    let rules = Rules {
        ignore: vec!["*.tmp".into()],
        include: vec!["dist/*.js".into()],
        files: vec!["build/main".into(), "node_modules/x".into()],
        outputs: Vec::new(),
    };
    let files = [
        (".gitignore", "dist/\nbuild/\n"),
        ("dist/main.js", "1"),
        ("build/main", "1"),
        ("node_modules/x", "1"),
    ];
    let mut watching = Watching::new(&files, &rules, Means::Best);
    let written = ["dist/main.js", "dist/x.map", "build/deep/new", "build/main", "x.tmp"];
    for name in written.into_iter().chain(["node_modules/x", "node_modules/y"]) {
        watching.write(name, "2");
    }
    let expected = ["build/deep/new", "build/main", "dist/main.js", "node_modules/x"];
    assert_eq!(watching.saved(), expected);
}

#[test]
fn a_folder_that_a_repository_ignores_is_watched_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    write(&root.join(".gitignore"), "scratch/\n*.log\n");
    fs::create_dir(root.join(".git")).unwrap();
    write(&root.join("scratch/x.py"), "1");
    let (wake, woken) = mpsc::channel();
    let roots = [root.join("scratch")];
    let watch =
        Watch::new(&roots, &Rules::default(), Means::Best, move || wake.send(()).unwrap_or(()))
            .unwrap();
    let mut watching = Watching { folder, watch, woken };
    watching.write("scratch/x.py", "2");
    assert_eq!(watching.saved(), ["scratch/x.py"]);
}

#[test]
fn an_ignore_file_that_changes_is_heeded_from_then_on() {
    let mut watching = watching(&[(".gitignore", "out/\n"), ("out/x.txt", "1")]);
    watching.write("out/x.txt", "2");
    watching.only_the_last_counts();
    watching.write(".gitignore", "");
    assert_eq!(watching.saved(), [".gitignore"]);
    watching.write("out/x.txt", "3");
    assert_eq!(watching.saved(), ["out/x.txt"]);
}

#[test]
fn while_git_holds_its_lock_nothing_is_told() {
    let mut watching = watching(&[(".git/HEAD", "ref"), ("x.py", "1")]);
    let lock = watching.path(".git/index.lock");
    fs::write(&lock, "").unwrap();
    watching.write("x.py", "2");
    let until = Instant::now() + Duration::from_millis(300);
    while Instant::now() < until {
        assert_eq!(watching.watch.look(Instant::now()), []);
    }
    watching.write("y.py", "1");
    fs::remove_file(lock).unwrap();
    assert_eq!(watching.saved(), ["x.py", "y.py"]);
}

#[test]
fn a_file_that_a_run_makes_starts_one_more_run_and_is_then_left_out() {
    let mut watching = watching(&[("x.py", "1")]);
    watching.watch.run_begins(Cause::Person);
    watching.write("cache.txt", "1");
    assert_eq!(watching.next(), News::Written(watching.path("cache.txt")));
    watching.watch.run_ended();
    watching.watch.run_begins(Cause::Program);
    watching.write("cache.txt", "2");
    assert_eq!(watching.next(), News::Muted(watching.path("cache.txt")));
    watching.write("x.py", "2");
    let files = vec![watching.path("x.py")];
    assert_eq!(watching.next(), News::Saved { files, cause: Cause::Save });
}

#[test]
fn where_it_is_asked_for_changes_are_looked_for_without_events() {
    let mut watching = Watching::new(&[("x.py", "1")], &Rules::default(), Means::Polling);
    assert_eq!(watching.watch.watched().polling, Some("it was asked for".into()));
    watching.write("x.py", "2");
    assert_eq!(watching.saved(), ["x.py"]);
    watching.write("new/y.py", "1");
    assert_eq!(watching.saved(), ["new/y.py"]);
    fs::remove_file(watching.path("x.py")).unwrap();
    assert_eq!(watching.saved(), ["x.py"]);
}

#[test]
fn where_no_events_come_the_reason_is_told_and_changes_are_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let roots = [folder.path().canonicalize().unwrap()];
    let (wake, woken) = mpsc::channel();
    let (sender, pulses) = mpsc::channel();
    let tell: Tell = Arc::new(move |pulse| {
        sender.send(pulse).unwrap_or(());
        wake.send(()).unwrap_or(());
    });
    // Its events go nowhere, as those of a network folder do.
    let deaf = notify::recommended_watcher(|_| {}).map_err(|error| error.to_string());
    let watch = Watch::with(&roots, &Rules::default(), deaf, (tell, pulses)).unwrap();
    let mut watching = Watching { folder, watch, woken };
    let News::Polling(reason) = watching.next() else { panic!("no reason") };
    assert!(reason.contains("tells of no changes, as network folders"), "{reason}");
    watching.write("x.py", "1");
    assert_eq!(watching.saved(), ["x.py"]);
}

#[test]
fn a_limit_of_the_system_is_named_with_its_remedy() {
    let limits = [
        (notify::Error::new(notify::ErrorKind::MaxFilesWatch), "max_user_watches"),
        (notify::Error::io(std::io::Error::from_raw_os_error(libc::EMFILE)), "max_user_instances"),
    ];
    for (error, limit) in limits {
        let reason = refusal(&error);
        assert!(reason.contains(&format!("sudo sysctl fs.inotify.{limit}=")), "{reason}");
    }
}
