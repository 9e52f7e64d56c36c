//! Compiles the repository's own course into the binary: every file below `stages/` and
//! `fixtures/` becomes an entry of a generated slice, sorted by path.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use walkdir::WalkDir;

const TOPS: [&str; 2] = ["fixtures", "stages"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    for top in TOPS {
        collect(&root, top, &mut files)?;
    }
    files.sort();
    let generated = Path::new(&env::var("OUT_DIR")?).join("embedded_course.rs");
    fs::write(generated, render(&root, &files)?)?;
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

/// A slice expression of (path, bytes).
fn render(root: &Path, files: &[String]) -> Result<String, Box<dyn Error>> {
    let mut code = String::from("&[\n");
    for path in files {
        let absolute = root.join(path);
        let absolute = absolute.to_str().ok_or("the path of the crate is not UTF-8")?;
        writeln!(code, "    ({path:?}, include_bytes!({absolute:?})),")?;
    }
    code.push_str("]\n");
    Ok(code)
}
