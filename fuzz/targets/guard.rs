//! The question guard, personal data and rule packs on any text: masks can be taken off again, and what a pack makes of a text is text.
#![no_main]

use groundwall_core::policy::GuardLayers;
use groundwall_governance::guard::Guard;
use groundwall_governance::pack::{Active, Packs, Part, Subject, examples};
use groundwall_governance::personal::{Masker, find, redact};
use std::sync::{Arc, LazyLock};

static ACTIVE: LazyLock<Arc<Active>> = LazyLock::new(|| {
    let packs = Packs::bundled().expect("the packs of the program are read by its tests");
    let names: Vec<String> = packs
        .all()
        .iter()
        .map(|pack| pack.identity.name.clone())
        .collect();
    packs.active(&names).expect("all of them go together")
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    let guard = Guard::bundled().expect("the guard of the program is read by its tests");
    let _ = (
        guard.read(text),
        guard.question(text, GuardLayers::default()),
    );
    for found in find(text) {
        assert!(text.get(found.range.clone()).is_some());
    }
    let mut masker = Masker::default();
    let masked = masker.mask(text);
    assert_eq!(masker.unmask(&masked), text);
    let _ = redact(text);
    let parts: Vec<Part<'_>> = examples::sentences(text)
        .into_iter()
        .map(Part::of)
        .collect();
    let said = [text];
    let subject = Subject {
        parts: &parts,
        question: Some(text),
        evidence: Some(&said),
    };
    let _ = ACTIVE.check(&subject).apply(&subject).text();
});
