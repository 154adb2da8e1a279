//! Files of rule packs, and JSON as a model writes it: read or refused, with a place for what is wrong.
#![no_main]

use groundwall_governance::pack::{Active, Pack, Part, Subject};
use groundwall_governance::structured::{Source, StructuredPack, check_text, json};
use std::sync::Arc;

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| {
    let (file, text) = texts;
    let _ = json::read(text);
    if let Ok(Some(pack)) = StructuredPack::parse("pack.toml", file, &|_| Some("Chase".to_owned()))
    {
        let _ = check_text(&pack, text, &Source::of_text(text, None), 2026);
    }
    let Ok(pack) = Pack::parse("fuzz.toml", file) else {
        return;
    };
    let Ok(active) = Active::of(vec![Arc::new(pack)]) else {
        return;
    };
    let parts = [Part::of(text)];
    let subject = Subject {
        parts: &parts,
        question: Some(text),
        evidence: None,
    };
    let _ = active.check(&subject).apply(&subject);
});
