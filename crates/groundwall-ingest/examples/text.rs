//! The text of documents as Groundwall reads it: one JSON object a file, with page numbers and notes, or the error.
//!
//! `cargo run --release -p groundwall-ingest --example text -- FILE..`

use groundwall_ingest::{Limits, extract};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let start = Instant::now();
        let read = extract(&path, &bytes, &Limits::default());
        let seconds = start.elapsed().as_secs_f64();
        let line = match read {
            Ok(document) => {
                let blocks: Vec<_> =
                    document.blocks.iter().map(|block| serde_json::json!({ "page": block.locator.page, "text": block.text })).collect();
                serde_json::json!({ "file": path, "seconds": seconds, "pages": document.pages, "notes": document.notes, "blocks": blocks })
            }
            Err(problem) => {
                serde_json::json!({ "file": path, "seconds": seconds, "error": problem.to_string() })
            }
        };
        println!("{line}");
    }
    Ok(())
}
