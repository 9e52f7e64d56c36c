//! Where the answers of several runs of one case differ from each other.

use std::collections::BTreeSet;

use super::{compare, read_answer};
use crate::model::CompareRules;

/// So many places are told.
const TOLD: usize = 10;

/// The answers of a case that is run several times, as far as they have to be known.
#[derive(Clone, Debug, Default)]
pub struct Variation {
    first: Option<Vec<u8>>,
    pointers: BTreeSet<String>,
}

impl Variation {
    /// Takes in the answer of one more run. Places that the rules leave free are no variation.
    pub fn add(&mut self, stdout: &[u8], rules: &CompareRules) {
        match &self.first {
            None => self.first = Some(stdout.to_vec()),
            Some(first) if first == stdout => {}
            Some(first) => self.pointers.extend(differing(first, stdout, rules)),
        }
    }

    /// The places where an answer differed from the first one, in order, the first ones of them.
    #[must_use]
    pub fn pointers(self) -> Vec<String> {
        self.pointers.into_iter().take(TOLD).collect()
    }
}

/// The whole answer, where one of both is none.
fn differing(one: &[u8], other: &[u8], rules: &CompareRules) -> Vec<String> {
    match (read_answer(one), read_answer(other)) {
        (Ok(one), Ok(other)) => {
            let differences = compare(one.root(), other.root(), rules);
            differences.iter().take(TOLD).map(|difference| difference.pointer()).collect()
        }
        _ => vec![String::new()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varying(answers: &[&str], ignore: &[&str]) -> Vec<String> {
        let ignore = ignore.iter().map(|&pointer| pointer.to_owned()).collect();
        let rules = CompareRules { ignore, ..CompareRules::default() };
        let mut variation = Variation::default();
        answers.iter().for_each(|answer| variation.add(answer.as_bytes(), &rules));
        variation.pointers()
    }

    #[test]
    fn each_place_is_told_once_and_in_order() {
        let answers =
            [r#"{"a": 1, "b": [1, 2]}"#, r#"{"b": [1, 3], "a": 1}"#, r#"{"a": 2, "b": [1, 4]}"#];
        assert_eq!(varying(&answers, &[]), ["/a", "/b/1"]);
        assert_eq!(varying(&answers, &["/b/*"]), ["/a"]);
        assert_eq!(varying(&answers[..1], &[]), [""; 0]);
    }

    #[test]
    fn other_spelling_is_no_variation_and_what_is_no_answer_is_one_as_a_whole() {
        assert_eq!(varying(&["{\"a\": 1}", "{ \"a\":1 }\n"], &[]), [""; 0]);
        assert_eq!(varying(&["1", "", "1"], &[]), [""]);
    }

    #[test]
    fn only_the_first_places_are_told() {
        let array = |from: usize| format!("{:?}", (from..from + 50).collect::<Vec<_>>());
        assert_eq!(varying(&[&array(0), &array(1)], &[]).len(), TOLD);
    }
}
