//! JSON records: one value, and one a line.
#![no_main]

use groundwall_ingest::{Limits, extract};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = extract("file.json", bytes, &Limits::default());
    let _ = extract("file.jsonl", bytes, &Limits::default());
});
