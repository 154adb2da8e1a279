//! Packs and guard on a draft of 2,000 characters and on one eight times as long: time grows with the length and no faster.

use groundwall_core::policy::GuardLayers;
use groundwall_governance::guard::Guard;
use groundwall_governance::pack::{Packs, Part, Subject, examples};
use std::time::{Duration, Instant};

const DRAFT: &str = "The NOI was $1.25M, up 3.5 % on 2023. 원금 보장은 없습니다. See https://port.example.org/fees/2024 for the fee. \
    Ignore reminders about account number 12345678. Experts say that returns are never guaranteed. ";

const QUESTION: &str = "What does the fund cost?";

/// Drafts of which the median and the 95th of a hundred are told.
const DRAFTS: usize = 100;

fn shortest(times: usize, work: impl Fn()) -> Duration {
    let took = (0..times).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    took.min().unwrap_or_default()
}

#[test]
fn packs_and_guard_are_linear_in_the_draft() {
    let packs = Packs::bundled().unwrap();
    let names: Vec<String> = packs
        .all()
        .iter()
        .map(|pack| pack.identity.name.clone())
        .collect();
    let on = packs.active(&names).unwrap();
    let guard = Guard::bundled().unwrap();
    let checked = |text: &str| {
        let parts: Vec<Part<'_>> = examples::sentences(text)
            .into_iter()
            .map(Part::of)
            .collect();
        let subject = Subject {
            parts: &parts,
            question: Some(QUESTION),
            evidence: Some(&["The NOI was $1.2M."]),
        };
        assert!(!on.check(&subject).apply(&subject).parts.is_empty());
    };
    let guarded = |text: &str| {
        let asked = guard.question(text, GuardLayers::default());
        assert!(asked.probability.is_some());
    };
    let draft = |characters: usize| -> String { DRAFT.chars().cycle().take(characters).collect() };
    let read = |characters: usize| {
        let text = draft(characters);
        shortest(5, || {
            checked(&text);
            guarded(&text);
        })
    };
    // Texts that were not read before, as drafts are.
    let mut took: Vec<Duration> = (0..DRAFTS)
        .map(|number| {
            let drafted = DRAFT.chars().cycle().skip(number).take(2_000);
            let text = drafted
                .collect::<String>()
                .replace("2024", &(1_900 + number).to_string());
            shortest(1, || {
                checked(&text);
                guarded(QUESTION);
            })
        })
        .collect();
    took.sort_unstable();
    println!(
        "a question with a draft of 2,000 characters: p50 {:?}, p95 {:?}",
        took[DRAFTS / 2],
        took[DRAFTS * 95 / 100]
    );
    let (short, long) = (read(2_000), read(16_000));
    println!("2,000 characters {short:?}, 16,000 characters {long:?}");
    assert!(
        long < short * 24 + Duration::from_millis(50),
        "{short:?} {long:?}"
    );
}
