//! The two trees that a course is read from.

use std::path::Path;

use super::cases::CasesFrom;
use super::folder::Folder;
use super::tree::{Entry, ReadError, Tree};
use super::wrong_answers::Equality;
use crate::json::decode::FileProblems;

/// Where a course is read.
#[derive(Debug)]
pub(super) struct Source {
    pub stages: Tree,
    /// `None` when there are none, which is known already.
    pub fixtures: Option<Tree>,
    pub cases_from: CasesFrom,
    /// When two answers are equal.
    pub equality: Equality,
}

/// The tree at `path`, which may not lead out of `bound`; otherwise what is wrong with it.
pub(super) fn top_folder(path: &Path, bound: &Path) -> Result<Tree, FileProblems> {
    let tree = Folder::new(path.to_owned(), bound).map(Tree::Folder);
    let error = match tree.and_then(|tree| Ok((tree.entry("")?, tree))) {
        Ok((Entry::Folder, tree)) => return Ok(tree),
        Ok((Entry::File, _)) => ReadError::Missing,
        Err(error) => error,
    };
    let mut problems = FileProblems::new(path, None);
    let purpose = "create the folder, or name the one that is meant";
    error.report(&path.to_string_lossy(), purpose, &mut problems);
    Err(problems)
}
