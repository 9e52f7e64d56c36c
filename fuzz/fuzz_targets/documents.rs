//! Two texts as the fuzzer makes them up.
//!
//! The first byte chooses the rules, and a NUL, which no document holds, parts the texts; without
//! one, both are the same.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

use libfuzzer_sys::fuzz_target;
use theinference::model::{CompareRules, MemberOrder, Numbers};

fuzz_target!(|input: &[u8]| {
    let Some((&choice, texts)) = input.split_first() else { return };
    let nul = texts.iter().position(|&byte| byte == 0);
    let (expected, actual) = nul.map_or((texts, texts), |at| (&texts[..at], &texts[at + 1..]));
    laws::hold(expected, actual, &rules(choice));
});

/// The lowest bits of the byte: so the digits from `0` to `7` make all of them.
fn rules(choice: u8) -> CompareRules {
    let is_set = |bit: u8| choice & bit != 0;
    let ignore: &[&str] = if is_set(4) { &["/a", "/*/id", "/b/0"] } else { &[] };
    CompareRules {
        numbers: if is_set(1) { Numbers::Value } else { Numbers::Exact },
        order: if is_set(2) { MemberOrder::Exact } else { MemberOrder::Ignore },
        ignore: ignore.iter().map(|&pattern| pattern.to_owned()).collect(),
    }
}
