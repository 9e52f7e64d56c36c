//! What is typed to name cases.

use globset::{GlobBuilder, GlobMatcher};

use super::{PlanError, Unmatched};
use crate::model::{Case, Stage};
use crate::nearest::nearest;

/// What was typed for a case.
pub(super) struct Pattern {
    typed: String,
    glob: Option<GlobMatcher>,
}

impl Pattern {
    /// Without a wildcard it is a name and matches only itself.
    pub(super) fn new(typed: &str) -> Result<Self, PlanError> {
        let glob = typed.contains(['*', '?', '[', '{', '\\']).then(|| {
            GlobBuilder::new(typed).literal_separator(true).build().map_err(|error| {
                PlanError::InvalidGlob { typed: typed.to_owned(), reason: error.kind().to_string() }
            })
        });
        let glob = glob.transpose()?.map(|glob| glob.compile_matcher());
        Ok(Self { typed: typed.to_owned(), glob })
    }

    pub(super) fn matches(&self, stage: &Stage, case: &Case) -> bool {
        let full = format!("{}/{}", stage.slug, case.name);
        match &self.glob {
            Some(glob) => glob.is_match(&case.name) || glob.is_match(full),
            None => self.typed == case.name || self.typed == full,
        }
    }

    pub(super) fn unmatched_in(&self, stages: &[&Stage]) -> Option<Unmatched> {
        let mut cases = stages.iter().flat_map(|stage| stage.cases.iter().map(move |c| (stage, c)));
        if cases.any(|(stage, case)| self.matches(stage, case)) {
            return None;
        }
        Some(Unmatched { typed: self.typed.clone(), nearest: self.nearest_in(stages) })
    }

    /// Names near a name; nothing is near a glob. Where a stage is named too, so are these.
    fn nearest_in(&self, stages: &[&Stage]) -> Vec<String> {
        if self.glob.is_some() {
            return Vec::new();
        }
        let mut names: Vec<_> =
            stages.iter().flat_map(|stage| names_of(stage, &self.typed)).collect();
        names.sort();
        names.dedup();
        let near = nearest(&self.typed, names.iter().map(String::as_str));
        near.into_iter().map(str::to_owned).collect()
    }
}

/// The names of a stage's cases in the form in which `typed` names one.
fn names_of(stage: &Stage, typed: &str) -> Vec<String> {
    let begins_with_a_stage = typed.contains('/');
    let name = |case: &Case| match begins_with_a_stage {
        true => format!("{}/{}", stage.slug, case.name),
        false => case.name.clone(),
    };
    stage.cases.iter().map(name).collect()
}
