//! From what a person selected to the cases that will run.
//!
//! Owns how stages and cases may be named: by slug, by the beginning of one, by number, by a glob.
//! Must not know where a course came from, or how a case is run.

mod pattern;
mod revealed;
#[cfg(test)]
mod tests;

use thiserror::Error;

use self::pattern::Pattern;
use crate::model::{Case, Course, Stage};
use crate::nearest::nearest;

/// What a person selected, as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Stages, each by its slug, by a beginning that only one slug has, or by its number from 1.
    /// None here and in `slugs` means all.
    pub stages: Vec<String>,
    /// Stages, each by its whole slug or by its number: what a script names is never guessed.
    pub slugs: Vec<String>,
    /// Cases, each by a glob over its name or over `stage/case`; `*` stays within one folder,
    /// `**` does not. None means all.
    pub cases: Vec<String>,
    /// Hidden cases to be shown when they fail, each by its name or as `stage/case`.
    pub revealed: Vec<String>,
}

/// What will run, in the order of the course unless another one is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan<'c> {
    /// The stages with a selected case, each once.
    pub stages: Vec<PlannedStage<'c>>,
    /// What was typed for a case and names none, in the order of typing.
    pub unmatched: Vec<Unmatched>,
    /// The hidden cases that are to be shown when they fail.
    pub revealed: Vec<Planned<'c>>,
}

/// A selected case, and the stage that it belongs to.
pub type Planned<'c> = (&'c Stage, &'c Case);

impl<'c> Plan<'c> {
    /// Every selected case with its stage, in the order of the course.
    pub fn cases(&self) -> impl Iterator<Item = Planned<'c>> {
        self.stages.iter().flat_map(PlannedStage::planned)
    }

    /// Leaves out what does not answer to `wanted`, unless that would leave nothing.
    pub fn keep_only(&mut self, wanted: impl Fn(&Planned<'c>) -> bool) {
        if !self.cases().any(|planned| wanted(&planned)) {
            return;
        }
        for PlannedStage { stage, cases, complete } in &mut self.stages {
            let before = cases.len();
            cases.retain(|case| wanted(&(stage, case)));
            *complete &= cases.len() == before;
        }
        self.stages.retain(|planned| !planned.cases.is_empty());
    }

    /// Puts a case before all others, and its stage before all others.
    pub fn put_first(&mut self, is_it: impl Fn(&Planned<'c>) -> bool) {
        let holds_it = |planned: &PlannedStage<'c>| planned.planned().any(|it| is_it(&it));
        self.stages.sort_by_key(|planned| !holds_it(planned));
        let Some(first) = self.stages.first_mut() else { return };
        let stage = first.stage;
        first.cases.sort_by_key(|case| !is_it(&(stage, case)));
    }

    /// Whether all cases of every stage in it were selected.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stages.iter().all(|planned| planned.complete)
    }
}

/// A stage and the cases of it that will run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStage<'c> {
    /// The stage.
    pub stage: &'c Stage,
    /// Its selected cases in their order, at least one.
    pub cases: Vec<&'c Case>,
    /// Whether these are all cases of the stage.
    pub complete: bool,
}

impl<'c> PlannedStage<'c> {
    fn planned(&self) -> impl Iterator<Item = Planned<'c>> {
        self.cases.iter().map(|case| (self.stage, *case))
    }
}

/// A name or glob that no case of the selected stages has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// As it was typed.
    pub typed: String,
    /// The names that were probably meant, the nearest first.
    pub nearest: Vec<String>,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// No stage is called that.
    #[error("there is no stage `{typed}`; {}", offer(.nearest, .known))]
    UnknownStage {
        /// As it was typed.
        typed: String,
        /// The slugs that were probably meant, the nearest first.
        nearest: Vec<String>,
        /// All slugs of the course.
        known: Vec<String>,
    },
    /// Several stages begin like that.
    #[error("`{typed}` is the beginning of several stages; write more of one of: {}", list(.candidates))]
    AmbiguousStage {
        /// As it was typed.
        typed: String,
        /// The slugs that begin with it, in the order of the course.
        candidates: Vec<String>,
    },
    /// The stage is in the course and cannot be run.
    #[error("the stage `{slug}` is broken; mend its problems first")]
    BrokenStage {
        /// Its slug.
        slug: String,
    },
    /// A glob that is none.
    #[error("`{typed}` is no glob: {reason}; put `\\` before a character that stands for itself")]
    InvalidGlob {
        /// As it was typed.
        typed: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No selected case is called so.
    #[error(
        "no selected case is called `{typed}`, so it cannot be revealed; {}",
        offer_hidden(nearest, known)
    )]
    UnknownRevealed {
        /// As it was typed.
        typed: String,
        /// The names that were probably meant.
        nearest: Vec<String>,
        /// The names of all selected hidden cases.
        known: Vec<String>,
    },
    /// The case is visible.
    #[error(
        "the case `{typed}` is not hidden: it is shown whenever it fails. Leave out `--reveal {typed}`"
    )]
    NotHidden {
        /// As it was typed.
        typed: String,
    },
}

fn offer(nearest: &[String], known: &[String]) -> String {
    match nearest {
        [] => format!("the stages are: {}", list(known)),
        near => {
            format!("did you mean {}?", near.iter().map(quoted).collect::<Vec<_>>().join(" or "))
        }
    }
}

fn offer_hidden(nearest: &[String], known: &[String]) -> String {
    match (nearest, known) {
        ([], []) => "none of the selected cases is hidden".to_owned(),
        ([], known) => format!("the hidden ones are: {}", list(known)),
        (near, _) => offer(near, &[]),
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(quoted).collect::<Vec<_>>().join(", ")
}

fn quoted(name: &String) -> String {
    format!("`{name}`")
}

/// The plan for a selection. `all_slugs` are the slugs of the whole course in their order; those
/// that are not among its stages are broken. A selection that names no stage is one of all stages.
/// A selection of no case is an empty plan.
///
/// # Errors
/// When a stage is unknown, ambiguous or broken, when a glob is none, or when a case to be shown is
/// unknown or not hidden.
pub fn plan<'c>(
    course: &'c Course,
    selection: &Selection,
    all_slugs: &[String],
) -> Result<Plan<'c>, PlanError> {
    let patterns = selection.cases.iter().map(|typed| Pattern::new(typed));
    let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
    let stages = select_stages(course, all_slugs, selection)?;
    let planned: Vec<_> = stages.iter().filter_map(|stage| plan_stage(stage, &patterns)).collect();
    let unmatched = patterns.iter().filter_map(|pattern| pattern.unmatched_in(&stages)).collect();
    let revealed = revealed::revealed(&planned, &selection.revealed)?;
    Ok(Plan { stages: planned, unmatched, revealed })
}

/// The stage that was typed: an exact slug before a number, a number before a beginning.
///
/// # Errors
/// When it is unknown, ambiguous or broken.
pub fn resolve_stage<'c>(
    course: &'c Course,
    all_slugs: &[String],
    typed: &str,
) -> Result<&'c Stage, PlanError> {
    let slug = resolve_beginning(all_slugs, typed)?;
    sound_stage(course, slug)
}

fn sound_stage<'c>(course: &'c Course, slug: &str) -> Result<&'c Stage, PlanError> {
    let stage = course.stages.iter().find(|stage| stage.slug == slug);
    stage.ok_or_else(|| PlanError::BrokenStage { slug: slug.to_owned() })
}

/// The sound stage that follows the stage `slug`.
#[must_use]
pub fn next_stage<'c>(course: &'c Course, all_slugs: &[String], slug: &str) -> Option<&'c Stage> {
    let place = all_slugs.iter().position(|other| other == slug)?;
    let mut later = all_slugs[place + 1..].iter();
    later.find_map(|slug| course.stages.iter().find(|stage| stage.slug == *slug))
}

/// The slug that was typed: whole, or by its number.
fn resolve_whole<'s>(all_slugs: &'s [String], typed: &str) -> Result<&'s str, PlanError> {
    let number = || typed.parse::<usize>().ok()?.checked_sub(1);
    let exact = all_slugs.iter().find(|slug| *slug == typed);
    let slug = exact.or_else(|| all_slugs.get(number()?));
    slug.map(String::as_str).ok_or_else(|| unknown_stage(all_slugs, typed))
}

fn resolve_beginning<'s>(all_slugs: &'s [String], typed: &str) -> Result<&'s str, PlanError> {
    if let Ok(slug) = resolve_whole(all_slugs, typed) {
        return Ok(slug);
    }
    let begins = |slug: &&String| !typed.is_empty() && slug.starts_with(typed);
    let candidates: Vec<_> = all_slugs.iter().filter(begins).collect();
    match candidates[..] {
        [slug] => Ok(slug),
        [] => Err(unknown_stage(all_slugs, typed)),
        _ => Err(PlanError::AmbiguousStage {
            typed: typed.to_owned(),
            candidates: candidates.into_iter().cloned().collect(),
        }),
    }
}

fn unknown_stage(all_slugs: &[String], typed: &str) -> PlanError {
    let known = || all_slugs.iter().map(String::as_str);
    let mut near: Vec<_> = known().filter(|slug| slug.starts_with(typed)).take(3).collect();
    if near.is_empty() || typed.is_empty() {
        near = nearest(typed, known());
    }
    PlanError::UnknownStage {
        typed: typed.to_owned(),
        nearest: near.into_iter().map(str::to_owned).collect(),
        known: all_slugs.to_vec(),
    }
}

/// The selected stages, in the order of the course and each once.
fn select_stages<'c>(
    course: &'c Course,
    all_slugs: &[String],
    selection: &Selection,
) -> Result<Vec<&'c Stage>, PlanError> {
    if selection.stages.is_empty() && selection.slugs.is_empty() {
        // Who selects nothing selects every stage, broken ones too.
        return all_slugs.iter().map(|slug| sound_stage(course, slug)).collect();
    }
    let by_beginning = selection.stages.iter().map(|typed| resolve_stage(course, all_slugs, typed));
    let whole = selection
        .slugs
        .iter()
        .map(|typed| resolve_whole(all_slugs, typed).and_then(|slug| sound_stage(course, slug)));
    let selected = by_beginning.chain(whole).collect::<Result<Vec<_>, _>>()?;
    let is_selected = |stage: &&Stage| selected.iter().any(|selected| selected.slug == stage.slug);
    Ok(course.stages.iter().filter(is_selected).collect())
}

fn plan_stage<'c>(stage: &'c Stage, patterns: &[Pattern]) -> Option<PlannedStage<'c>> {
    let is_selected = |case: &&Case| {
        patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(stage, case))
    };
    let cases: Vec<_> = stage.cases.iter().filter(is_selected).collect();
    let complete = cases.len() == stage.cases.len();
    (!cases.is_empty()).then_some(PlannedStage { stage, cases, complete })
}
