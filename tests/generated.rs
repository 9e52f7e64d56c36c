//! Generated documents and edits of them, held against all laws.
//!
//! The pairs are numbered and always the same. A failure names its number:
//!
//! ```sh
//! DOCUMENTS=1000000 cargo test --release --test generated -- --nocapture   # a million, for minutes
//! FIRST=123456 DOCUMENTS=1 cargo test --test generated                     # one of them again
//! ```
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]

mod laws;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use laws::documents::Pair;
use theinference::json::Document;
use theinference::judge::compare;

/// As many as a debug build checks within a few seconds.
const DOCUMENTS: u64 = 3_000;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

/// How the pairs came out, to see that they are worth checking.
#[derive(Debug, Default)]
struct Tally {
    equal: u64,
    different: u64,
    not_json: u64,
}

impl Tally {
    fn count(&mut self, pair: &Pair) {
        let parsed = (Document::parse(&pair.expected), Document::parse(&pair.actual));
        match parsed {
            (Ok(left), Ok(right)) => {
                let differences = compare(left.root(), right.root(), &pair.rules);
                *(if differences.is_empty() { &mut self.equal } else { &mut self.different }) += 1;
            }
            _ => self.not_json += 1,
        }
    }
}

#[test]
fn generated_documents_and_edits_of_them_keep_every_law() {
    let (first, many) = (number("FIRST", 0), number("DOCUMENTS", DOCUMENTS));
    let mut tally = Tally::default();
    for n in first..first + many {
        let pair = Pair::numbered(n);
        let held = || laws::hold(&pair.expected, &pair.actual, &pair.rules);
        if let Err(broken) = catch_unwind(AssertUnwindSafe(held)) {
            let texts = [&pair.expected, &pair.actual].map(|text| String::from_utf8_lossy(text));
            eprintln!("pair {n}, {:?}:\n{}\n{}", pair.rules, texts[0], texts[1]);
            resume_unwind(broken);
        }
        tally.count(&pair);
    }
    println!("{many} pairs: {tally:?}");
    let share = |part: u64| part * 20 >= many;
    let is_varied = share(tally.equal) && share(tally.different) && share(tally.not_json);
    assert!(many < 1_000 || is_varied, "too few of one sort: {tally:?}");
}
