//! Markdown.
#![no_main]

use groundwall_ingest::{Limits, extract};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = extract("file.md", bytes, &Limits::default());
});
