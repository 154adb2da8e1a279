//! Texts read by all packs: the time that it takes, and where findings stand.

use super::packs::check;
use groundwall_governance::pack::{Active, BUNDLED, bundled};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn all() -> Active {
    let packs = bundled().unwrap().into_iter().map(Arc::new).collect();
    Active::of(packs).unwrap()
}

/// Plain sentences of figures, names and addresses.
fn prose(characters: usize) -> String {
    let sentence = "The NOI was $1.2M in Q3 2024, see https://harbour.example.net/a, and 대출 금리는 연 3.5%입니다. A firm called Nord sold exactly 12 boats. ";
    sentence.chars().cycle().take(characters).collect()
}

#[test]
fn two_thousand_characters_are_read_in_a_moment() {
    let active = all();
    let text = prose(2_000);
    check(&active, &text);
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        check(&active, &text);
        best = best.min(start.elapsed());
    }
    println!("2,000 characters by {} packs: {best:?}", BUNDLED.len());
    // Without optimisation it takes some fifty times as long, and other tests run beside this one.
    let bar = if cfg!(debug_assertions) { 250 } else { 3 };
    assert!(best < Duration::from_millis(bar), "{best:?}");
}

#[test]
fn time_grows_with_the_text_alone() {
    let active = all();
    let time = |text: &str| {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            check(&active, text);
            best = best.min(start.elapsed());
        }
        best
    };
    for (name, small, large) in [
        ("prose", prose(4_000), prose(32_000)),
        ("words", "buy now ".repeat(500), "buy now ".repeat(4_000)),
        ("quotes", "\"".repeat(4_000), "\"".repeat(32_000)),
        ("letters", "a".repeat(4_000), "a".repeat(32_000)),
        ("digits", "1".repeat(4_000), "1".repeat(32_000)),
        ("labels", "roll no ".repeat(500), "roll no ".repeat(4_000)),
        ("figures", "NOI $1 ".repeat(500), "NOI $1 ".repeat(4_000)),
    ] {
        let (before, after) = (time(&small), time(&large));
        // Eight times the text; quadratic work would take sixty-four times as long.
        let bar = before * 24 + Duration::from_millis(20);
        assert!(after < bar, "{name}: {before:?}, then {after:?}");
    }
}

#[test]
fn findings_are_capped_and_stand_where_they_say() {
    let active = all();
    let text = "Wer „buy now“ liest, buy now. ".repeat(300);
    let checked = check(&active, &text);
    assert!(checked.findings.len() <= 64);
    for finding in &checked.findings {
        let span = finding.location.unwrap();
        assert_eq!(Some(span.slice(&text)), finding.detected.as_deref());
    }
}
