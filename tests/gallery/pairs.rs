//! Two documents, and what is to be said of them.

use theinference::model::{CompareRules, MemberOrder, Numbers};

/// A situation.
pub(crate) struct Pair {
    /// Its name, and that of its file.
    pub(crate) name: &'static str,
    pub(crate) expected: String,
    pub(crate) actual: String,
    pub(crate) rules: CompareRules,
    /// How many differences a person would count.
    pub(crate) total: usize,
    /// A part of the first sentence.
    pub(crate) says: &'static str,
}

/// A situation with one difference, by the rules that hold where a stage says nothing.
pub(crate) fn pair(
    name: &'static str,
    expected: impl Into<String>,
    actual: impl Into<String>,
    says: &'static str,
) -> Pair {
    let (expected, actual) = (expected.into(), actual.into());
    Pair { name, expected, actual, rules: CompareRules::default(), total: 1, says }
}

impl Pair {
    pub(crate) fn differences(self, total: usize) -> Pair {
        Pair { total, ..self }
    }

    pub(crate) fn in_exact_order(self) -> Pair {
        let rules = CompareRules { order: MemberOrder::Exact, ..self.rules };
        Pair { rules, ..self }
    }

    pub(crate) fn numbers_by_value(self) -> Pair {
        let rules = CompareRules { numbers: Numbers::Value, ..self.rules };
        Pair { rules, ..self }
    }

    pub(crate) fn ignoring(self, pointer: &str) -> Pair {
        let rules = CompareRules { ignore: vec![pointer.to_owned()], ..self.rules };
        Pair { rules, ..self }
    }
}

/// An array of so many elements.
pub(crate) fn array(count: usize, element: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(element).collect::<Vec<_>>().join(", "))
}

/// A tool as `tools/list` has it.
pub(crate) fn tool(name: &str, schema: &str) -> String {
    format!(
        r#"{{"name": "{name}", "description": "Does {name}.", "{schema}": {{"type": "object"}}}}"#
    )
}
