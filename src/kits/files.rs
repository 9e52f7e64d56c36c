//! Which files make up a kit.

use std::collections::BTreeMap;

/// Every file below `kits/`, as (path from there on, content).
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_kits.rs"));

/// The ending of files whose bare names would mean something to this repository's own tools, such
/// as `Cargo.toml`. It is taken off.
const ENDING: &str = ".kit";

/// One of the kits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kit {
    /// TypeScript, and how it is run.
    TypeScript(TypeScript),
    /// Python 3.
    Python,
    /// Rust.
    Rust,
    /// Go.
    Go,
    /// POSIX shell with jq.
    Shell,
}

/// How a Node runs TypeScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeScript {
    /// By itself.
    Strip,
    /// As JavaScript, which a build step makes.
    Bundle,
}

/// A file of a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KitFile {
    /// Where it goes, relative to the learner's folder.
    pub path: &'static str,
    /// What is in it.
    pub content: &'static [u8],
}

impl KitFile {
    /// The permission bits it is made with.
    #[must_use]
    pub fn mode(&self) -> u32 {
        if self.path.ends_with(".sh") { 0o755 } else { 0o644 }
    }
}

impl Kit {
    /// The files, sorted by path.
    #[must_use]
    pub fn files(self) -> Vec<KitFile> {
        let mut files = BTreeMap::new();
        for layer in self.layers() {
            files.extend(files_of(layer).map(|file| (file.path, file)));
        }
        files.into_values().collect()
    }

    /// The folders of `kits/` that it is made of; what is in a later one counts.
    const fn layers(self) -> &'static [&'static str] {
        match self {
            Self::TypeScript(TypeScript::Strip) => &["common", "ts", "ts@strip"],
            Self::TypeScript(TypeScript::Bundle) => &["common", "ts", "ts@bundle"],
            Self::Python => &["common", "py"],
            Self::Rust => &["common", "rust"],
            Self::Go => &["common", "go"],
            Self::Shell => &["common", "sh"],
        }
    }
}

fn files_of(layer: &str) -> impl Iterator<Item = KitFile> {
    EMBEDDED.iter().filter_map(move |(path, content)| {
        let path = path.strip_prefix("kits/")?.strip_prefix(layer)?.strip_prefix('/')?;
        Some(KitFile { path: path.strip_suffix(ENDING).unwrap_or(path), content })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kit; 6] = [
        Kit::TypeScript(TypeScript::Strip),
        Kit::TypeScript(TypeScript::Bundle),
        Kit::Python,
        Kit::Rust,
        Kit::Go,
        Kit::Shell,
    ];

    #[test]
    fn every_file_belongs_to_a_kit() {
        let used: Vec<_> = ALL.iter().flat_map(|kit| kit.layers()).collect();
        for (path, _) in EMBEDDED {
            let layer = path.split('/').nth(1).unwrap();
            assert!(used.contains(&&layer), "{path} is in no kit");
        }
    }

    #[test]
    fn every_kit_has_what_a_workspace_needs() {
        for kit in ALL {
            let files = kit.files();
            for needed in [
                "your_program.sh",
                "theinference.json",
                "README.md",
                ".gitignore",
                ".gitattributes",
                ".vscode/tasks.json",
                ".github/workflows/theinference.yml",
            ] {
                assert!(files.iter().any(|file| file.path == needed), "{kit:?} has no {needed}");
            }
            for file in files {
                assert!(
                    file.content.ends_with(b"\n"),
                    "{kit:?}: {} does not end a line",
                    file.path
                );
                assert!(!file.content.contains(&b'\r'), "{kit:?}: {} has CRLF", file.path);
            }
        }
    }
}
