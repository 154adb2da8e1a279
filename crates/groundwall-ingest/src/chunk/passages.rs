//! Sentences to passages.

use super::Chunker;
use groundwall_core::{DocumentId, DocumentName, Passage, PassageId, Sentence, Span};

/// Neighbours kept on each side so that windows do not depend on passage edges.
const NEIGHBOURS: usize = 2;

/// Cuts within sections: whole sentences up to the aimed size and the token limit, with whole sentences as overlap.
pub(super) fn cut(
    sentences: &[Sentence],
    chunker: &Chunker,
    id: &DocumentId,
    name: &DocumentName,
) -> Vec<Passage> {
    let mut passages = Vec::new();
    for section in sentences.chunk_by(|a, b| a.section == b.section) {
        let mut first = 0;
        while first < section.len() {
            let last = reach(section, first, chunker);
            passages.push(passage(section, first..last, passages.len(), id, name));
            if last == section.len() {
                break;
            }
            first = step_back(section, first, last, chunker.overlap);
        }
    }
    passages
}

fn text_of(sentences: &[Sentence]) -> String {
    sentences
        .iter()
        .map(|sentence| sentence.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// End (exclusive) of the longest run from `first` that keeps the limits; always at least one sentence.
fn reach(section: &[Sentence], first: usize, chunker: &Chunker) -> usize {
    let mut last = first + 1;
    let mut characters = section[first].text.chars().count();
    while last < section.len() {
        characters += 1 + section[last].text.chars().count();
        if characters > chunker.size {
            break;
        }
        last += 1;
    }
    let fits =
        |last: usize| (chunker.count_tokens)(&text_of(&section[first..last])) <= chunker.max_tokens;
    if last == first + 1 || fits(last) {
        return last;
    }
    // More sentences are never fewer tokens: halving counts a few times where one by one would count again for every sentence that is dropped.
    let (mut inside, mut outside) = (first + 1, last);
    while outside - inside > 1 {
        let middle = usize::midpoint(inside, outside);
        if fits(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// Start of the next passage: whole sentences of at most `overlap` characters are said again.
fn step_back(section: &[Sentence], first: usize, last: usize, overlap: usize) -> usize {
    let mut start = last;
    let mut characters = 0;
    while start > first + 1 {
        characters += section[start - 1].text.chars().count() + 1;
        if characters > overlap {
            break;
        }
        start -= 1;
    }
    start
}

fn passage(
    section: &[Sentence],
    range: std::ops::Range<usize>,
    index: usize,
    id: &DocumentId,
    name: &DocumentName,
) -> Passage {
    let inside = &section[range.clone()];
    let with_neighbours =
        range.start.saturating_sub(NEIGHBOURS)..(range.end + NEIGHBOURS).min(section.len());
    Passage {
        id: PassageId(
            uuid::Uuid::new_v5(
                &uuid::Uuid::NAMESPACE_OID,
                format!("{id}/{index}").as_bytes(),
            )
            .to_string(),
        ),
        document: id.clone(),
        document_name: name.clone(),
        index: u32::try_from(index).unwrap_or(u32::MAX),
        span: Span {
            start: inside[0].span.start,
            end: inside[inside.len() - 1].span.end,
        },
        locator: inside[0].locator.clone(),
        text: text_of(inside),
        sentences: section[with_neighbours].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Chunker;
    use groundwall_core::{
        Block, BlockKind, DocumentId, DocumentName, ExtractedDocument, Format, Locator,
    };
    use proptest::prelude::*;

    fn words(text: &str) -> usize {
        text.split_whitespace().count() + 2
    }

    fn cut(texts: &[String], size: usize, max_tokens: usize) -> super::super::Cut {
        let block = |text: &String| Block {
            kind: BlockKind::Paragraph,
            text: text.clone(),
            locator: Locator::default(),
        };
        let document = ExtractedDocument {
            format: Format::Text,
            blocks: texts.iter().map(block).collect(),
            tables: vec![],
            hidden: vec![],
            pages: None,
            notes: vec![],
        };
        let chunker = Chunker {
            size,
            overlap: size / 5,
            max_tokens,
            count_tokens: &words,
        };
        chunker.cut(
            &document,
            &DocumentId("d".into()),
            &DocumentName::parse("d.txt").unwrap(),
        )
    }

    proptest! {
        #[test]
        fn every_letter_is_in_a_passage_and_no_passage_is_over_the_limits(
            texts in proptest::collection::vec("([A-Za-z]{1,9}[ ,.]{1,2}){1,60}", 1..6), size in 80usize..400, tokens in 12usize..80,
        ) {
            let cut = cut(&texts, size, tokens);
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let all: String = texts.iter().map(|text| letters(text)).collect();
            let sequence: String = cut.sentences.iter().map(|sentence| letters(&sentence.text)).collect();
            prop_assert_eq!(all, sequence);
            for sentence in &cut.sentences {
                prop_assert!(cut.passages.iter().any(|p| p.span.start <= sentence.span.start && sentence.span.end <= p.span.end));
            }
            for passage in &cut.passages {
                prop_assert!(words(&passage.text) <= tokens, "{} tokens", words(&passage.text));
            }
        }
    }

    #[test]
    fn an_unbroken_text_is_split_and_not_lost() {
        let cut = cut(&["x".repeat(5_000)], 1_000, 254);
        let kept: usize = cut
            .sentences
            .iter()
            .map(|sentence| sentence.text.len())
            .sum();
        assert_eq!(kept, 5_000);
        assert!(
            cut.passages
                .iter()
                .all(|passage| passage.text.len() <= 1_000)
        );
    }

    #[test]
    fn neighbours_share_whole_sentences() {
        let text = (0..40)
            .map(|n| format!("Sentence number {n} says a little more than nothing."))
            .collect::<Vec<_>>()
            .join(" ");
        let cut = cut(&[text], 1_000, 254);
        assert!(cut.passages.len() > 1);
        for pair in cut.passages.windows(2) {
            let shared = pair[0].span.end - pair[1].span.start;
            assert!((50..=200).contains(&shared), "{shared}");
            assert!(pair[1].text.starts_with("Sentence"));
        }
    }
}
