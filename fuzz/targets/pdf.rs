//! PDF: its text, where a sentence stands on the first page, and its picture.
#![no_main]

use groundwall_ingest::{Limits, extract, page};

libfuzzer_sys::fuzz_target!(init: groundwall_fuzz::only_our_panics(), |bytes: &[u8]| {
    let limits = Limits::default();
    if let Ok(document) = extract("file.pdf", bytes, &limits) {
        let texts: Vec<String> = document.blocks.iter().take(2).map(|block| block.text.clone()).collect();
        let _ = page(bytes, &limits, 1, &texts);
    }
});
