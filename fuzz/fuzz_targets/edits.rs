//! A document and edits of it. The fuzzer's bytes decide which: nearly all of its time is spent on
//! pairs that are JSON and have much in common.
#![no_main]

#[path = "../../tests/laws/mod.rs"]
mod laws;

use laws::documents::Pair;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|choices: &[u8]| {
    let pair = Pair::new(choices);
    laws::hold(&pair.expected, &pair.actual, &pair.rules);
});
