//! Whatever differs is told and shown, and what is told can be printed.

use theinference::judge::{Budget, Differences, explain};
use theinference::model::{Explanation, Mark};

/// Longest sentence, in characters.
const LONGEST: usize = 2_000;

/// Holds the laws against what is said of these differences, in few words and in many.
pub(crate) fn tells(differences: &Differences<'_>) {
    for budget in [
        Budget::default(),
        Budget { differences: 1, ..Budget::default() },
        Budget { value_length: 8, ..Budget::default() },
        Budget::ALL,
    ] {
        is_complete(&explain(differences, &budget), differences);
    }
    is_told_apart(&explain(differences, &Budget::default()));
}

fn is_complete(told: &Explanation, differences: &Differences<'_>) {
    assert_eq!(told.total == 0, differences.is_empty(), "{told:?}");
    assert_eq!(told.differences.is_empty(), differences.is_empty(), "{told:?}");
    assert!(told.total >= told.shown(), "{told:?}");
    let is_shown =
        told.picture.iter().any(|line| matches!(line.mark, Mark::Expected | Mark::Yours));
    assert_eq!(is_shown, !differences.is_empty(), "{told:?}");
    told.causes.iter().for_each(|cause| is_a_sentence(cause));
    told.differences.iter().for_each(|difference| is_a_sentence(&difference.sentence));
    for line in &told.picture {
        assert!(!line.text.contains(char::is_control), "{line:?}");
    }
    assert!(told.total <= differences.len(), "{told:?}");
}

/// The two sides of one place never look alike.
fn is_told_apart(told: &Explanation) {
    for lines in told.picture.windows(2) {
        let is_pair = (lines[0].mark, lines[1].mark) == (Mark::Expected, Mark::Yours)
            && lines[0].depth == lines[1].depth;
        assert!(!is_pair || lines[0].text != lines[1].text, "{lines:?}");
    }
}

/// A sentence can be printed as it is, and read.
pub(crate) fn is_a_sentence(sentence: &str) {
    assert!(!sentence.trim().is_empty(), "an empty sentence");
    assert!(!sentence.contains(char::is_control), "a control character in {sentence:?}");
    let length = sentence.chars().count();
    assert!(length < LONGEST, "{length} characters: {sentence}");
}
