//! When two documents are equal, decided a second time: recursively, over the trees of serde_json,
//! with nothing in common with the comparison that is tested.

use std::str::FromStr;

use bigdecimal::num_bigint::BigInt;
use serde_json::{Map, Value as Tree};
use theinference::model::{CompareRules, MemberOrder, Numbers};

/// Equality by the rules of a comparison.
pub(crate) struct Equality<'r> {
    rules: &'r CompareRules,
    /// The unescaped tokens of each pattern that is a pointer.
    ignored: Vec<Vec<String>>,
}

impl<'r> Equality<'r> {
    pub(crate) fn new(rules: &'r CompareRules) -> Self {
        Self { rules, ignored: rules.ignore.iter().filter_map(|text| tokens(text)).collect() }
    }

    /// Whether two trees are equal. Recursive: serde_json reads only 127 levels.
    pub(crate) fn holds(&self, expected: &Tree, actual: &Tree) -> bool {
        self.at(&mut Vec::new(), expected, actual)
    }

    fn at(&self, path: &mut Vec<String>, expected: &Tree, actual: &Tree) -> bool {
        if self.ignored.iter().any(|pattern| names(pattern, path)) {
            return true;
        }
        match (expected, actual) {
            (Tree::Number(expected), Tree::Number(actual)) => {
                self.are_equal_numbers(expected.as_str(), actual.as_str())
            }
            (Tree::Array(expected), Tree::Array(actual)) => {
                expected.len() == actual.len()
                    && expected.iter().zip(actual).enumerate().all(|(index, (expected, actual))| {
                        self.below(path, index.to_string(), expected, actual)
                    })
            }
            (Tree::Object(expected), Tree::Object(actual)) => {
                expected.len() == actual.len()
                    && (self.rules.order == MemberOrder::Ignore || same_order(expected, actual))
                    && expected.iter().all(|(name, value)| {
                        let other = actual.get(name);
                        other.is_some_and(|other| self.below(path, name.clone(), value, other))
                    })
            }
            _ => expected == actual,
        }
    }

    fn below(&self, path: &mut Vec<String>, token: String, left: &Tree, right: &Tree) -> bool {
        path.push(token);
        let equal = self.at(path, left, right);
        path.pop();
        equal
    }

    fn are_equal_numbers(&self, expected: &str, actual: &str) -> bool {
        let same_form = is_integer(expected) == is_integer(actual);
        (same_form || self.rules.numbers == Numbers::Value)
            && Decimal::new(expected) == Decimal::new(actual)
    }
}

fn same_order(expected: &Map<String, Tree>, actual: &Map<String, Tree>) -> bool {
    expected.keys().eq(actual.keys())
}

fn names(pattern: &[String], path: &[String]) -> bool {
    pattern.len() == path.len()
        && pattern.iter().zip(path).all(|(token, own)| token == "*" || token == own)
}

/// The tokens of an RFC 6901 pointer; `None` for any other text.
fn tokens(pointer: &str) -> Option<Vec<String>> {
    let is_escaped = |tilde: usize| matches!(pointer.as_bytes().get(tilde + 1), Some(b'0' | b'1'));
    if !pointer.match_indices('~').all(|(tilde, _)| is_escaped(tilde)) {
        return None;
    }
    let mut tokens = pointer.split('/').map(|token| token.replace("~1", "/").replace("~0", "~"));
    (tokens.next()?.is_empty()).then(|| tokens.collect())
}

fn is_integer(number: &str) -> bool {
    !number.contains(['.', 'e', 'E'])
}

/// A number as ± 0.`digits` · 10^`exponent`, the digits without zeros at either end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: BigInt,
}

impl Decimal {
    pub(crate) fn new(number: &str) -> Self {
        let unsigned = number.trim_start_matches('-');
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let leading_zeros = all.len() - digits.len();
        let digits = digits.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Self { is_negative: false, digits, exponent: BigInt::from(0) };
        }
        let exponent = BigInt::from_str(exponent.trim_start_matches('+')).expect("an integer");
        let exponent = exponent + whole.len() - leading_zeros;
        Self { is_negative: unsigned.len() < number.len(), digits, exponent }
    }
}
