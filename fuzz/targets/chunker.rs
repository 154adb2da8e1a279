//! The chunker: any text, cut at any size, keeps every sentence whole, in order and under the limits.
#![no_main]

use groundwall_core::{DocumentId, DocumentName};
use groundwall_ingest::{Chunker, Limits, extract};

libfuzzer_sys::fuzz_target!(|input: (u16, u16, u16, &[u8])| {
    let (size, overlap, tokens, bytes) = input;
    let Ok(document) = extract("file.txt", bytes, &Limits::default()) else {
        return;
    };
    let count = |text: &str| text.split_whitespace().count() + 2;
    let size = usize::from(size % 2_000) + 1;
    let chunker = Chunker {
        size,
        overlap: usize::from(overlap) % size,
        max_tokens: usize::from(tokens % 256) + 8,
        count_tokens: &count,
    };
    let cut = chunker.cut(
        &document,
        &DocumentId("file".to_owned()),
        &DocumentName::parse("file.txt").expect("a name"),
    );
    for pair in cut.sentences.windows(2) {
        assert!(
            pair[0].index < pair[1].index && pair[0].span.end <= pair[1].span.start,
            "{pair:?}"
        );
    }
    let mut seen = 0;
    for passage in &cut.passages {
        assert!(
            !passage.sentences.is_empty() && count(&passage.text) <= chunker.max_tokens,
            "{passage:?}"
        );
        assert!(
            passage.sentences[0].index <= seen + 1,
            "a sentence is missing before {passage:?}"
        );
        seen = passage
            .sentences
            .last()
            .map_or(seen, |sentence| sentence.index);
    }
    assert_eq!(
        cut.sentences
            .last()
            .map(|sentence| sentence.index)
            .unwrap_or_default(),
        seen,
        "the last sentence is in a passage"
    );
});
