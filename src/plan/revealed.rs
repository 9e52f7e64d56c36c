//! What is typed to see hidden cases.

use super::{PlanError, Planned, PlannedStage};
use crate::model::Visibility;
use crate::nearest::nearest;

/// The selected hidden cases that were typed, each by its name or as `stage/case`.
///
/// # Errors
/// When a name is that of no selected case, or of none that is hidden.
pub(super) fn revealed<'c>(
    stages: &[PlannedStage<'c>],
    typed: &[String],
) -> Result<Vec<Planned<'c>>, PlanError> {
    let mut found = Vec::new();
    for name in typed {
        found.extend(named(stages, name)?);
    }
    Ok(found)
}

fn named<'c>(stages: &[PlannedStage<'c>], typed: &str) -> Result<Vec<Planned<'c>>, PlanError> {
    let all = || stages.iter().flat_map(PlannedStage::planned);
    let is_meant = |(stage, case): &Planned<'_>| {
        case.name == typed
            || typed.strip_prefix(&*stage.slug).and_then(|rest| rest.strip_prefix('/'))
                == Some(&case.name)
    };
    let named: Vec<_> = all().filter(is_meant).collect();
    if named.is_empty() {
        return Err(unknown(&all().collect::<Vec<_>>(), typed));
    }
    let is_hidden = |(_, case): &Planned<'_>| case.visibility != Visibility::Visible;
    let hidden: Vec<_> = named.into_iter().filter(is_hidden).collect();
    if hidden.is_empty() {
        return Err(PlanError::NotHidden { typed: typed.to_owned() });
    }
    Ok(hidden)
}

/// Names near the one that was typed; where a stage is named too, so are these.
fn unknown(all: &[Planned<'_>], typed: &str) -> PlanError {
    let hidden = all.iter().filter(|(_, case)| case.visibility != Visibility::Visible);
    let mut names: Vec<String> = hidden
        .map(|(stage, case)| match typed.contains('/') {
            true => format!("{}/{}", stage.slug, case.name),
            false => case.name.clone(),
        })
        .collect();
    names.sort();
    names.dedup();
    let near = nearest(typed, names.iter().map(String::as_str));
    let nearest = near.into_iter().map(str::to_owned).collect();
    PlanError::UnknownRevealed { typed: typed.to_owned(), nearest, known: names }
}
