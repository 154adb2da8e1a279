//! Answers and claims: any text comes apart into sentences that hold its letters in order, and a given claim keeps its text.
#![no_main]

use groundwall_claims::{decompose, given};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let told: String = decompose(text)
        .iter()
        .flat_map(|sentence| [sentence.gap.as_str(), sentence.text.as_str()])
        .collect();
    assert!(text.starts_with(&told));
    let claim = &text[..text.floor_char_boundary(4_000)];
    let _ = given(1, claim);
});
