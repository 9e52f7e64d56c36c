//! Compiles the repository's own course, the starter kits and the pages of `explain` into the
//! binary: every file below their folders becomes an entry of a generated slice, sorted by path.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn Error>> {
    embed(&["fixtures", "stages"], "include_bytes", "embedded_course.rs")?;
    embed(&["kits"], "include_bytes", "embedded_kits.rs")?;
    embed(&["docs/explain"], "include_str", "embedded_topics.rs")
}

/// Writes the slice of all files below `tops` to the file `name`, each taken in by `macro_name`.
fn embed(tops: &[&str], macro_name: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    for top in tops {
        collect(&root, top, &mut files)?;
    }
    files.sort();
    let generated = Path::new(&env::var("OUT_DIR")?).join(name);
    fs::write(generated, render(&root, &files, macro_name)?)?;
    Ok(())
}

/// Adds the files below `top` as paths relative to `root`. Cargo is told of every file and every
/// folder, so that a changed, a new and a removed one each rebuild the crate.
fn collect(root: &Path, top: &str, files: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    let entries = WalkDir::new(root.join(top)).follow_links(true).into_iter();
    for entry in entries.filter_entry(|entry| !is_left_by_an_editor(entry.path())) {
        let entry = match entry {
            // An editor's lock is a link that leads nowhere.
            Err(error) if error.path().is_some_and(is_left_by_an_editor) => continue,
            entry => entry?,
        };
        let relative = entry.path().strip_prefix(root)?;
        let path = relative.to_str().ok_or_else(|| format!("{relative:?} is not UTF-8"))?;
        rerun_if_changed(path);
        if entry.file_type().is_file() {
            files.push(path.to_owned());
        }
    }
    Ok(())
}

/// Backups, swap files, locks, and what file managers leave behind.
fn is_left_by_an_editor(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_swap = name.starts_with('.')
        && name.rsplit_once('.').is_some_and(|(_, end)| end.len() == 3 && end.starts_with("sw"));
    is_swap || name.ends_with('~') || name.starts_with(".#") || name == ".DS_Store"
}

#[allow(clippy::print_stdout, reason = "this is how a build script speaks with cargo")]
fn rerun_if_changed(path: &str) {
    println!("cargo::rerun-if-changed={path}");
}

/// A slice expression of (path, content).
fn render(root: &Path, files: &[String], macro_name: &str) -> Result<String, Box<dyn Error>> {
    let mut code = String::from("&[\n");
    for path in files {
        let absolute = root.join(path);
        let absolute = absolute.to_str().ok_or("the path of the crate is not UTF-8")?;
        writeln!(code, "    ({path:?}, {macro_name}!({absolute:?})),")?;
    }
    code.push_str("]\n");
    Ok(code)
}
