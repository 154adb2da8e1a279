//! DOCX, and whatever the content makes of it.
#![no_main]

use groundwall_ingest::{Limits, extract};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = extract("file.docx", bytes, &Limits::default());
});
