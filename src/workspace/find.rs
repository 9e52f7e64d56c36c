//! Where the workspace and the course are, seen from a folder.

use std::path::{Path, PathBuf};

/// The settings of a workspace.
pub(super) const CONFIG_FILE: &str = "theinference.json";

/// The program of a workspace that names no other.
const PROGRAM_FILE: &str = "your_program.sh";

/// The workspace that `start` is in: the nearest folder upwards with a `theinference.json` or a
/// `your_program.sh`. The search ends with the root of the git repository, where there is one.
///
/// `start` must be absolute.
#[must_use]
pub fn find(start: &Path) -> Option<PathBuf> {
    let is_root = |folder: &Path| folder.join(".git").exists();
    for folder in start.ancestors() {
        if [CONFIG_FILE, PROGRAM_FILE].iter().any(|name| folder.join(name).is_file()) {
            return Some(folder.to_owned());
        }
        if is_root(folder) {
            break;
        }
    }
    None
}

/// The course that `start` is in: the nearest folder upwards with a `stages/course.json`.
///
/// `start` must be absolute.
#[must_use]
pub fn find_course(start: &Path) -> Option<PathBuf> {
    let is_course = |folder: &&Path| folder.join("stages/course.json").is_file();
    start.ancestors().find(is_course).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_workspace_is_found_up_to_the_git_root_and_not_above() {
        let top = tempfile::tempdir().unwrap();
        let path = |path: &str| top.path().join(path);
        fs::create_dir_all(path("above/repo/inner/deep")).unwrap();
        fs::create_dir(path("above/repo/.git")).unwrap();
        fs::write(path("above/your_program.sh"), "").unwrap();
        assert_eq!(find(&path("above/repo/inner/deep")), None);
        assert_eq!(find(&path("above")), Some(path("above")));
        fs::write(path("above/repo/theinference.json"), "{}").unwrap();
        assert_eq!(find(&path("above/repo/inner/deep")), Some(path("above/repo")));
        fs::write(path("above/repo/inner/your_program.sh"), "").unwrap();
        assert_eq!(find(&path("above/repo/inner/deep")), Some(path("above/repo/inner")));
    }

    #[test]
    fn a_course_is_found_above_a_git_root_too() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir_all(top.path().join("repo/.git")).unwrap();
        assert_eq!(find_course(&top.path().join("repo")), None);
        fs::create_dir(top.path().join("stages")).unwrap();
        fs::write(top.path().join("stages/course.json"), "").unwrap();
        assert_eq!(find_course(&top.path().join("repo")).as_deref(), Some(top.path()));
    }
}
