//! Files made here, and what must hold of them.

use groundwall_core::{ExtractedDocument, HiddenBy};
use groundwall_ingest::{Limits, extract};
use std::io::Write as _;

/// The sentence that every hostile file hides, and one that everybody sees.
pub(crate) const SECRET: &str = "The zebra costs 900 euros.";
pub(crate) const PLAIN: &str = "The quay is 85 m long.";

pub(crate) fn read(name: &str, bytes: &[u8]) -> ExtractedDocument {
    extract(name, bytes, &Limits::default()).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

/// All that can become evidence: blocks and tables.
fn evidence(document: &ExtractedDocument) -> String {
    let blocks = document.blocks.iter().map(|block| block.text.clone());
    blocks
        .chain([serde_json::to_string(&document.tables).unwrap()])
        .collect::<Vec<_>>()
        .join("\n")
}

fn holds(text: &str, wanted: &str) -> bool {
    let bare = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    bare(text).contains(&bare(wanted))
}

/// The secret is kept apart for this reason, and no evidence; what everybody sees is there.
pub(crate) fn assert_hidden(case: &str, name: &str, bytes: &[u8], by: HiddenBy) {
    let document = read(name, bytes);
    let evidence = evidence(&document);
    assert!(
        !evidence.contains("zebra"),
        "{case}: it counts as evidence: {evidence}"
    );
    assert!(
        holds(&evidence, PLAIN),
        "{case}: what is seen was lost: {evidence}"
    );
    let hidden: Vec<_> = document
        .hidden
        .iter()
        .filter(|hidden| holds(&hidden.text, "zebra"))
        .collect();
    assert!(
        !hidden.is_empty() && hidden.iter().all(|hidden| hidden.by == by),
        "{case}: {:?}",
        document.hidden
    );
    assert!(
        document
            .notes
            .iter()
            .any(|note| note.contains("hidden in the file")),
        "{case}: {:?}",
        document.notes
    );

    let counting = Limits {
        hidden_text_counts: true,
        ..Limits::default()
    };
    let counted = extract(name, bytes, &counting).unwrap();
    // What lies off the page of a PDF is never read.
    let counts = self::evidence(&counted).contains("zebra")
        || (by == HiddenBy::Place && name.rsplit('.').next() == Some("pdf"));
    assert!(
        counts && counted.hidden.is_empty(),
        "{case}: the setting does not let it count"
    );
}

/// All of it is seen.
pub(crate) fn assert_seen(case: &str, name: &str, bytes: &[u8], texts: &[&str]) {
    let document = read(name, bytes);
    let evidence = evidence(&document);
    for text in texts {
        assert!(
            holds(&evidence, text),
            "{case}: {text:?} was lost: {evidence}; hidden: {:?}",
            document.hidden
        );
    }
    assert!(document.hidden.is_empty(), "{case}: {:?}", document.hidden);
}

/// An archive of some parts.
pub(crate) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
