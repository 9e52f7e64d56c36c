//! Holds the layers of `docs/architecture.md`: which room may import which, and what only one room
//! may do. The sources are read as tokens, so comments and strings can name what they like.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of `src/`, the lowest layer first. A room imports only rooms of lower layers.
const LAYERS: [&[&str]; 7] = [
    &["model", "nearest"],
    &["json", "schemas", "topics"],
    &["judge", "discover", "kits", "plan", "report", "watch", "workspace"],
    &["execute"],
    &["runner"],
    &["author", "conform", "grade"],
    &["cli"],
];
const LONGEST_FILE: usize = 400;
/// That benchmark starts its programs as the harness does, without using its code.
const MAY_BE_UNSAFE: [&str; 2] = ["src/execute/system/", "benches/overhead.rs"];
const PRINTING: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|rooms| rooms.contains(&room))
}

#[path = "architecture/source.rs"]
mod source;

use source::{Paths, Token, Used, test_lines, tokens};

/// `src/judge/explain/mod.rs` → `crate judge explain`.
fn module_of(path: &str) -> Vec<String> {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    let inside = inside.trim_end_matches("/mod");
    let names = inside.split('/').filter(|name| !["lib", "main"].contains(name));
    std::iter::once("crate").chain(names).map(str::to_owned).collect()
}

/// What is wrong with a file, each as `path:line: what`.
fn violations(path: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let lines = source.lines().count();
    let mut wrong = Vec::new();
    if lines > LONGEST_FILE {
        wrong.push((lines, format!("{lines} lines; a file has at most {LONGEST_FILE}")));
    }
    if !MAY_BE_UNSAFE.iter().any(|place| path.starts_with(place)) {
        let found = tokens.iter().filter(|token| token.text == "unsafe");
        let what = "`unsafe` belongs in src/execute/system/";
        wrong.extend(found.map(|token| (token.line, what.to_owned())));
    }
    if path.starts_with("src/") {
        wrong.extend(in_src(path, &tokens));
    }
    wrong.sort();
    wrong.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")).collect()
}

/// The rules that hold for the crate alone. Tests may print and read the environment.
fn in_src(path: &str, tokens: &[Token]) -> Vec<(usize, String)> {
    let module = module_of(path);
    let room = module.get(1).cloned().unwrap_or_default();
    let tests = test_lines(tokens);
    let is_test_file = module.iter().any(|name| name == "tests");
    let talks = |line: usize| {
        room == "cli" || is_test_file || tests.iter().any(|lines| lines.contains(&line))
    };
    let mut paths = Paths { tokens, found: Vec::new() };
    paths.walk(module);
    let reached = paths.found.iter();
    let reached = reached.filter_map(|it| Some((it.line, reaches(&room, it, talks(it.line))?)));
    let words = tokens.windows(2).filter_map(|pair| {
        let (line, word) = (pair[0].line, pair[0].text.as_str());
        Some((line, said(&room, word, &pair[1].text, talks(line))?))
    });
    reached.chain(words).collect()
}

/// What needs no path: printing, and rooms that the table lacks.
fn said(room: &str, word: &str, next: &str, talks: bool) -> Option<String> {
    if !talks && next == "!" && PRINTING.contains(&word) {
        return Some(format!("`{word}!` prints, and only `cli` may"));
    }
    let is_new = room.is_empty() && word == "mod" && layer(next).is_none();
    is_new.then(|| format!("the room `{next}` has no layer"))
}

/// What is wrong with reaching this path from this room; `""` is `lib.rs` and `main.rs`.
fn reaches(room: &str, used: &Used, talks: bool) -> Option<String> {
    let path: Vec<&str> = used.path.iter().map(String::as_str).collect();
    let whole = path.join("::");
    match path.as_slice() {
        ["std", "process", "ExitCode", ..] => None,
        ["std", "process", ..] if room != "execute" => {
            Some(format!("`{whole}`: only `execute` starts processes"))
        }
        ["std", "env"] if used.then == "!" => None,
        ["std", "env", ..] if !talks => {
            Some(format!("`{whole}`: only `cli` reads the environment"))
        }
        ["std"] | ["std", "*"] => Some(format!("`{whole}`: name what is used of it")),
        ["std", ..] => None,
        ["crate", other, ..] => imports(room, other),
        _ => Some("reaches the whole crate: name the room".to_owned()),
    }
}

fn imports(room: &str, other: &str) -> Option<String> {
    let Some(theirs) = layer(other) else {
        return Some(format!("`{other}` is no room of the table"));
    };
    let ours = layer(room);
    let allowed =
        room == other || ours.map_or(room.is_empty() && other == "cli", |ours| theirs < ours);
    let ours = ours.map_or("no layer".to_owned(), |ours| format!("layer {ours}"));
    (!allowed).then(|| format!("`{room}` ({ours}) imports `{other}` (layer {theirs})"))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files that are ours, as paths from the root.
fn rust_files() -> Vec<String> {
    let mut files = vec!["build.rs".to_owned()];
    for top in ["src", "tests", "benches", "fuzz", "solutions"] {
        let entries = walkdir::WalkDir::new(root().join(top)).sort_by_file_name().into_iter();
        let ours = |entry: &walkdir::DirEntry| {
            let name = entry.file_name();
            name != "target" && name != "node_modules"
        };
        for entry in entries.filter_entry(ours) {
            let entry = entry.expect("the sources can be read");
            if entry.path().extension().is_some_and(|end| end == "rs") {
                let inside = entry.path().strip_prefix(root()).expect("it is below the root");
                files.push(inside.to_str().expect("names are UTF-8").to_owned());
            }
        }
    }
    files
}

#[test]
fn every_file_keeps_to_its_layer() {
    let files = rust_files();
    assert!(files.iter().any(|file| file == "src/model/mod.rs"), "the sources were not found");
    let read = |file: &String| fs::read_to_string(root().join(file)).expect("it can be read");
    let wrong: Vec<_> = files.iter().flat_map(|file| violations(file, &read(file))).collect();
    assert!(wrong.is_empty(), "\n{}\n\nThe rules: docs/architecture.md\n", wrong.join("\n"));
}

#[test]
fn every_room_of_src_has_a_layer() {
    for entry in fs::read_dir(root().join("src")).expect("src can be read") {
        let path = entry.expect("src can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("names are UTF-8");
        let known = ["lib", "main"].contains(&name) || layer(name).is_some();
        assert!(known, "src/{name}: give the room a layer in docs/architecture.md and here");
    }
}

/// The rows `| 0 | `model`, `nearest` | … |`.
fn documented(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        cells.next()?.parse::<usize>().ok()?;
        Some(cells.next()?.split('`').skip(1).step_by(2).collect())
    });
    rows.collect()
}

#[test]
fn the_documentation_shows_the_same_table() {
    let path: &Path = "docs/architecture.md".as_ref();
    let text = fs::read_to_string(root().join(path)).expect("docs/architecture.md can be read");
    assert_eq!(documented(&text), LAYERS, "docs/architecture.md (left) against the table here");
}

#[path = "architecture/catches.rs"]
mod catches;
