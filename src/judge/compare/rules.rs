//! The rules in the form in which the walk asks for them.

use super::ignore::Ignored;
use super::paths::Step;
use crate::json::{Number, Value};
use crate::model::{CompareRules, MemberOrder, MismatchKind, Numbers};

/// When two values are equal, and which places are free.
pub(super) struct Rules {
    numbers: Numbers,
    pub(super) order: MemberOrder,
    pub(super) ignored: Ignored,
}

impl Rules {
    pub(super) fn new(rules: &CompareRules) -> Rules {
        let ignored = Ignored::new(&rules.ignore);
        Rules { numbers: rules.numbers, order: rules.order, ignored }
    }

    /// The same rules with one more place that is free.
    pub(super) fn freeing(&self, place: &[Step<'_>]) -> Rules {
        Rules { numbers: self.numbers, order: self.order, ignored: self.ignored.and(place) }
    }

    /// In what way two values differ of which at least one is no container.
    pub(super) fn scalar_mismatch(
        &self,
        expected: Value<'_>,
        actual: Value<'_>,
    ) -> Option<MismatchKind> {
        if expected.kind() != actual.kind() {
            return Some(MismatchKind::Type);
        }
        if let (Some(expected), Some(actual)) = (expected.number(), actual.number()) {
            return self.number_mismatch(expected, actual);
        }
        let is_same = match (expected.string(), actual.string()) {
            (Some(expected), Some(actual)) => expected == actual,
            _ => expected.as_bool() == actual.as_bool(),
        };
        (!is_same).then_some(MismatchKind::Value)
    }

    fn number_mismatch(&self, expected: Number<'_>, actual: Number<'_>) -> Option<MismatchKind> {
        match self.numbers {
            _ if expected.exact_eq(actual) => None,
            Numbers::Value if expected.value_eq(actual) => None,
            Numbers::Exact if expected.value_eq(actual) => Some(MismatchKind::Spelling),
            _ => Some(MismatchKind::Value),
        }
    }

    /// Whether a number's spelling as an integer counts.
    pub(super) fn spelling_counts(&self) -> bool {
        self.numbers == Numbers::Exact
    }
}
