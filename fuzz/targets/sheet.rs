//! XLSX and ODS, by their content. XLS is left out: calamine makes room for what a damaged file declares, and only the limits of the extraction process
//! end that.
#![no_main]

use groundwall_ingest::{Limits, extract};

libfuzzer_sys::fuzz_target!(init: groundwall_fuzz::only_our_panics(), |bytes: &[u8]| {
    if !bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        let _ = extract("file.xlsx", bytes, &Limits::default());
    }
});
