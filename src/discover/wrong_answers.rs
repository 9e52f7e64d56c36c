//! The listed mistakes brought together with the cases: what each patch makes of the expected
//! answer, and what is wrong with a patch.
//!
//! The wrong answers are made when the course is loaded, so that every problem is found then: the
//! fifty mistakes of the built-in course cost about a millisecond.

use std::sync::Arc;

use super::cases::CasesFrom;
use super::mistakes::{ListedMistake, ListedPatch, ListedSymptom};
use crate::json::decode::{FileProblems, quoted};
use crate::json::patch::{self, PatchError, PatchFault};
use crate::json::{Document, Value};
use crate::model::{Case, CompareRules, Expectation, Mistake, Numbers, Position, Symptom};
use crate::nearest::nearest;

/// Says whether two answers are equal by the rules of a stage. What that means is for others to
/// know.
pub type Equality = fn(expected: Value<'_>, actual: Value<'_>, rules: &CompareRules) -> bool;

/// How the mistakes of a stage become wrong answers.
pub(super) struct WrongAnswers<'s> {
    pub compare: &'s CompareRules,
    pub equality: Equality,
    pub from: CasesFrom,
}

/// A defect of a mistake, and where it stands.
struct Defect {
    position: Position,
    message: String,
    help: String,
}

impl WrongAnswers<'_> {
    /// The mistakes of a case. Cases from elsewhere have answers of their own: a mistake that does
    /// not fit one is left out, as it was written for another.
    pub(super) fn of_case(
        &self,
        case: &Case,
        listed: &[&ListedMistake],
        problems: &mut FileProblems,
    ) -> Vec<Mistake> {
        let Expectation::Exact(expected) = &case.expectation;
        let Ok(expected) = Document::parse(expected) else { return Vec::new() };
        let made = listed.iter().map(|mistake| self.symptom(mistake, &case.name, &expected));
        let mut made: Vec<_> = made.collect();
        self.refuse_useless(listed, &mut made, &expected);
        let mut mistakes = Vec::new();
        for (listed, made) in listed.iter().zip(made) {
            let (name, hint) = (listed.name.clone(), listed.hint.clone());
            match made {
                Ok(shows_as) => mistakes.push(Mistake { name, shows_as, hint }),
                Err(_) if self.from == CasesFrom::Elsewhere => {}
                Err(Defect { position, message, help }) => problems.at(position, message, help),
            }
        }
        mistakes
    }

    fn symptom(
        &self,
        mistake: &ListedMistake,
        case: &str,
        expected: &Document<'_>,
    ) -> Result<Symptom, Defect> {
        let patch = match &mistake.shows_as {
            ListedSymptom::Cause(cause) => return Ok(Symptom::Cause(*cause)),
            ListedSymptom::Patch(patch) => patch,
        };
        let same = |one: &str, other: &str| self.hold_the_same(one, other);
        let text = patch::apply(expected, &patch.operations, same)
            .map_err(|error| does_not_apply(patch, case, error))?;
        Ok(Symptom::Answer(text.into_bytes().into()))
    }

    /// For `test`, numbers are equal when their values are (RFC 6902, section 4.6).
    fn hold_the_same(&self, one: &str, other: &str) -> bool {
        let rules = CompareRules { numbers: Numbers::Value, ..CompareRules::default() };
        match (Document::parse(one.as_bytes()), Document::parse(other.as_bytes())) {
            (Ok(one), Ok(other)) => (self.equality)(one.root(), other.root(), &rules),
            _ => false,
        }
    }

    /// A wrong answer that is right, and one that is another's, can be told from nothing.
    fn refuse_useless(
        &self,
        listed: &[&ListedMistake],
        made: &mut [Result<Symptom, Defect>],
        expected: &Document<'_>,
    ) {
        let texts: Vec<_> = made.iter().map(|made| answer(made.as_ref().ok())).collect();
        let documents: Vec<_> =
            texts.iter().map(|text| text.as_deref().map(Document::parse)).collect();
        for (number, mistake) in listed.iter().enumerate() {
            let wrong = match &documents[number] {
                Some(Ok(wrong)) => wrong,
                Some(Err(error)) => {
                    made[number] = Err(unreadable(mistake, &error.kind.to_string()));
                    continue;
                }
                None => continue,
            };
            let is_equal =
                |other: &Document<'_>| (self.equality)(other.root(), wrong.root(), self.compare);
            let is_twin = |&earlier: &usize| matches!(&documents[earlier], Some(Ok(earlier)) if is_equal(earlier));
            if is_equal(expected) {
                made[number] = Err(changes_nothing(mistake));
            } else if let Some(first) = (0..number).find(is_twin) {
                made[number] = Err(twin(mistake, listed[first]));
            }
        }
    }
}

fn answer(symptom: Option<&Symptom>) -> Option<Arc<[u8]>> {
    match symptom? {
        Symptom::Answer(text) => Some(Arc::clone(text)),
        Symptom::Cause(_) => None,
    }
}

fn does_not_apply(patch: &ListedPatch, case: &str, error: PatchError) -> Defect {
    let PatchError { operation, fault } = error;
    let message = format!("the patch does not fit the answer to {}: {fault}", quoted(case));
    let near = match &fault {
        PatchFault::NoMember { name, known, .. } => {
            nearest(name, known.iter().map(String::as_str)).first().cloned()
        }
        _ => None,
    };
    let help = match near {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None => "name a place that its expected.json has".to_owned(),
    };
    Defect { position: patch.positions[operation], message, help }
}

fn unreadable(mistake: &ListedMistake, why: &str) -> Defect {
    let message = format!("the patched answer is no JSON: {why}");
    Defect {
        position: mistake.patch_position(),
        message,
        help: "make the patch smaller".to_owned(),
    }
}

fn changes_nothing(mistake: &ListedMistake) -> Defect {
    Defect {
        position: mistake.patch_position(),
        message: "the patch changes nothing that is compared".to_owned(),
        help: "change what the mistake changes, outside of what `compare` frees".to_owned(),
    }
}

fn twin(mistake: &ListedMistake, first: &ListedMistake) -> Defect {
    let (name, other) = (quoted(&mistake.name), quoted(&first.name));
    Defect {
        position: mistake.position,
        message: format!("the mistake {name} gives the same answer as {other}"),
        help: format!("keep one of both; the first is at {}", first.position),
    }
}
