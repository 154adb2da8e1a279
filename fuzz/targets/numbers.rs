//! Numbers and what they measure: in a text, and a claim against a window.
#![no_main]

use groundwall_checks::{Prepared, Scored, Text, impossibility, number, pattern, words};
use groundwall_core::policy::Tolerances;

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| {
    let (claim, window) = texts;
    let claim = &claim[..claim.floor_char_boundary(4_000)];
    let _ = (number::extract(window), words::tokens(window));
    let windows = [Scored {
        context: claim.into(),
        document: window.into(),
        ..Scored::alone(window)
    }];
    let claim = &Text::from(claim);
    let prepared = Prepared::new(claim, &windows);
    let said = number::check(&prepared, &Tolerances::default());
    let _ = number::as_the_evidence_writes(claim, &said);
    let _ = (impossibility::check(claim, 2026), pattern::check(&prepared));
});
