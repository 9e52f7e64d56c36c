//! Where a function is defined: found by its name among the sources, line by line.
//!
//! A name is looked for without regard to case and underscores, as each language spells it in its
//! own way: `toolsCallRequest` is `tools_call_request` in Python and `ToolsCallRequest` in Go.

use std::path::{Path, PathBuf};

use super::forms::{Form, Language};
use super::sources::{Source, Sources};

/// A line longer than this was not written by a person.
const LONGEST_LINE: usize = 2_000;

/// Folders of tests; what stands in them only uses what a learner looks for.
const TEST_FOLDERS: [&str; 6] = ["test", "tests", "__tests__", "spec", "specs", "e2e"];

/// A function, and where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name as it is spelled there.
    pub name: String,
    /// The file, relative to the workspace.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
}

/// How good a find is; the least is the best, whatever the order of the files.
type Rank<'s> = (Standing, bool, usize, &'s str, bool, usize);

/// What kind of place a definition is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Program,
    Test,
    /// The function is announced there and written elsewhere.
    Declaration,
}

impl Sources {
    /// The definition of the function `name`. Of several, one of the program before one in a test
    /// and that before a mere declaration; then one below `src/`, in the shallowest file, in the
    /// first by path. `None` when there is none, or `name` is none.
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<Definition> {
        if !is_name(name) {
            return None;
        }
        let found = self.files.iter().filter_map(|source| best_in(source, name));
        found.min_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, definition)| definition)
    }
}

/// One word that could name a function.
fn is_name(text: &str) -> bool {
    let begins = text.chars().next().is_some_and(|first| !first.is_numeric());
    begins && text.chars().all(is_of_word) && text.chars().any(char::is_alphanumeric)
}

fn best_in<'s>(source: &'s Source, name: &str) -> Option<(Rank<'s>, Definition)> {
    // A path that is no text could not be shown.
    let path = source.path.to_str().filter(|path| !path.contains(char::is_control))?;
    let text = String::from_utf8_lossy(&source.bytes);
    let language = Language::of(&source.path, &text);
    let mut best: Option<(Rank<'s>, Definition)> = None;
    for (number, line, rest) in language.code_lines(&text) {
        if line.len() > LONGEST_LINE {
            continue;
        }
        let same = words(line).filter(|(_, word)| is_same(word, name));
        for (start, word) in same {
            let after = &rest[start + word.len()..];
            let Some(form) = language.form(&line[..start], after) else { continue };
            let rank = rank(path, form, word, number);
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                let file = source.path.clone();
                best = Some((rank, Definition { name: word.to_owned(), file, line: number }));
            }
        }
    }
    best
}

fn rank<'s>(path: &'s str, form: Form, word: &str, line: usize) -> Rank<'s> {
    let file = Path::new(path);
    let standing = match form {
        Form::Declaration => Standing::Declaration,
        Form::Definition if is_declaration_file(path) => Standing::Declaration,
        Form::Definition if is_test(file) => Standing::Test,
        Form::Definition => Standing::Program,
    };
    let depth = file.components().count();
    (standing, !file.starts_with("src"), depth, path, word.starts_with('_'), line)
}

/// TypeScript's files of types.
fn is_declaration_file(path: &str) -> bool {
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| path.ends_with(ending))
}

fn is_test(file: &Path) -> bool {
    let mut folders = file.parent().into_iter().flat_map(Path::components);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let endings = ["_test", "_spec", ".test", ".spec", "Test", "Tests"];
    stem.starts_with("test_")
        || endings.iter().any(|ending| stem.ends_with(ending))
        || folders.any(|folder| TEST_FOLDERS.iter().any(|name| folder.as_os_str() == *name))
}

/// The words of a line, each with the offset where it begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c| !is_of_word(c)).filter_map(move |word| {
        let start = at;
        let behind = line[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        at = start + word.len() + behind;
        (!word.is_empty()).then_some((start, word))
    })
}

pub(super) fn is_of_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// Whether two names are the same but for case and underscores.
fn is_same(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let source = |(path, text): &(&str, &str)| Source {
            path: PathBuf::from(path),
            bytes: text.as_bytes().to_vec(),
        };
        Sources { files: files.iter().map(source).collect() }
    }

    /// Where `toolsCallRequest` is found, as it is shown.
    fn found(files: &[(&str, &str)]) -> Option<String> {
        let found = sources(files).definition("toolsCallRequest")?;
        Some(format!("{} {}:{}", found.name, found.file.display(), found.line))
    }

    #[track_caller]
    fn finds(files: &[(&str, &str)], expected: &str) {
        assert_eq!(found(files).as_deref(), Some(expected));
        let mut turned = files.to_vec();
        turned.reverse();
        assert_eq!(found(&turned).as_deref(), Some(expected), "in another order of the files");
    }

    #[test]
    fn a_name_is_found_as_each_language_spells_it() {
        finds(&[("a.ts", "\nexport function toolsCallRequest(")], "toolsCallRequest a.ts:2");
        finds(&[("a.py", "def tools_call_request(")], "tools_call_request a.py:1");
        finds(&[("a.go", "func ToolsCallRequest(")], "ToolsCallRequest a.go:1");
        finds(&[("a.rs", "    pub fn tools_call_request<T>(")], "tools_call_request a.rs:1");
        finds(&[("a.js", "function TOOLS_CALL_REQUEST() {")], "TOOLS_CALL_REQUEST a.js:1");
        assert_eq!(found(&[("a.py", "def tools_call_requests(x):")]), None);
        assert_eq!(found(&[("a.py", "def my_tools_call_request(x):")]), None);
    }

    #[test]
    fn a_definition_of_the_program_beats_tests_and_declarations() {
        let declared = ("types/a.d.ts", "export function toolsCallRequest(): void {");
        let announced = ("src/a.rs", "fn tools_call_request(&self) -> Value;");
        let tested = ("test_a.py", "def tools_call_request(x):");
        let in_folder = ("src/tests/a.py", "def tools_call_request(x):");
        let real = ("z/deep/down/z.py", "def tools_call_request(x):");
        finds(
            &[declared, announced, tested, in_folder, real],
            "tools_call_request z/deep/down/z.py:1",
        );
        finds(&[declared, announced, tested], "tools_call_request test_a.py:1");
        finds(&[declared, announced], "tools_call_request src/a.rs:1");
    }

    #[test]
    fn of_several_definitions_src_comes_first_then_the_shallowest_then_the_order_of_paths() {
        let text = "def tools_call_request(x):";
        let files =
            [("a.py", text), ("src/deep/b.py", text), ("src/c.py", text), ("src/b.py", text)];
        finds(&files, "tools_call_request src/b.py:1");
        finds(&files[..2], "tools_call_request src/deep/b.py:1");
        finds(&[("b/a.py", text), ("b.py", text)], "tools_call_request b.py:1");
        let both = "def _tools_call_request(x):\ndef tools_call_request(x):";
        finds(&[("a.py", both)], "tools_call_request a.py:2");
    }

    #[test]
    fn only_one_word_is_a_name() {
        let sources = sources(&[("a.py", "def handle(x):\ndef _(x):")]);
        assert!(sources.definition("handle").is_some());
        for name in ["", "_", "the branch", "a.handle", "1handle", "handle(", "handle "] {
            assert_eq!(sources.definition(name), None, "{name:?}");
        }
    }

    #[test]
    fn text_that_is_no_utf_8_and_lines_without_end_do_no_harm() {
        let mut files = sources(&[("a.py", ""), ("min.js", "")]);
        files.files[0].bytes = b"\xff\xfe\ndef handle(\xff):".to_vec();
        let line = format!("{}function handle() {{}}", "x;".repeat(500_000));
        files.files[1].bytes = line.into_bytes();
        let found = files.definition("handle").unwrap();
        assert_eq!((found.file.to_str(), found.line), (Some("a.py"), 2));
    }

    #[test]
    fn a_path_that_cannot_be_shown_is_not_shown() {
        let files = [("a\nb.py", "def handle():")];
        assert_eq!(sources(&files).definition("handle"), None);
    }
}
