//! Lists of questions with their answers: a question that stands alone heads what follows it, whatever the file says that it is.

use super::{in_path, squeeze};
use groundwall_core::{Block, BlockKind};
use groundwall_text::{QUESTION, asks, sentences_of};

/// Such questions that a document needs: a single one may be a figure of speech.
const FEWEST: usize = 3;
/// Words of a question that heads something.
const WORDS: std::ops::RangeInclusive<usize> = 3..=30;

const QUOTES: [char; 6] = ['"', '\'', '”', '’', '»', '“'];

/// A text without the sign behind it that opens or closes an answer: ▾, +.
fn without_sign(text: &str) -> &str {
    let is_sign = |c: char| !c.is_alphanumeric() && !QUESTION.contains(&c) && !QUOTES.contains(&c);
    text.trim().trim_end_matches(is_sign)
}

/// Whether a text is one question and nothing else, not a line of somebody who speaks.
fn is_question(text: &str) -> bool {
    let text = without_sign(text);
    let begins = text
        .chars()
        .next()
        .is_some_and(|first| first.is_uppercase() || first.is_ascii_digit() || first == '¿');
    // A number in front may count as a sentence of its own.
    let sentences = || {
        let all = sentences_of(text).into_iter();
        all.filter(|range| text[range.clone()].chars().any(char::is_alphabetic))
            .count()
    };
    begins && asks(text) && WORDS.contains(&text.split_whitespace().count()) && sentences() == 1
}

/// Whether a block heads the one behind it.
fn heads(block: &Block, next: &Block) -> bool {
    block.kind == BlockKind::Paragraph
        && matches!(next.kind, BlockKind::Paragraph | BlockKind::ListItem)
        && block.locator.heading == next.locator.heading
        && is_question(&block.text)
        && !is_question(&next.text)
}

/// Makes headings of such questions, and puts what follows them under them.
pub(super) fn head(blocks: &mut [Block]) {
    let mut heading: Vec<bool> = blocks
        .windows(2)
        .map(|pair| heads(&pair[0], &pair[1]))
        .collect();
    heading.push(false);
    if heading.iter().filter(|heads| **heads).count() < FEWEST {
        return;
    }
    let mut under: Option<(Vec<String>, String)> = None;
    for (block, heads) in blocks.iter_mut().zip(heading) {
        if heads {
            let question = in_path(&squeeze(without_sign(&block.text)));
            under = Some((block.locator.heading.clone(), question.clone()));
            block.kind = BlockKind::Heading;
            block.locator.heading.push(question);
            continue;
        }
        match &under {
            Some((path, question))
                if block.kind != BlockKind::Heading && block.locator.heading == *path =>
            {
                if block.kind != BlockKind::Row {
                    block.locator.heading.push(question.clone());
                }
            }
            Some(_) | None => under = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::Locator;

    fn headed(texts: &[&str]) -> Vec<(BlockKind, Vec<String>)> {
        let mut blocks: Vec<Block> = texts
            .iter()
            .map(|text| Block {
                kind: BlockKind::Paragraph,
                text: (*text).to_owned(),
                locator: Locator {
                    heading: vec!["Help".to_owned()],
                    ..Locator::default()
                },
            })
            .collect();
        head(&mut blocks);
        blocks
            .into_iter()
            .map(|block| (block.kind, block.locator.heading))
            .collect()
    }

    const FAQ: [&str; 7] = [
        "1. How much are the dues?",
        "They are ten euros.",
        "They are due in May.",
        "2. Who may moor here?",
        "Members may.",
        "Is there a crane? ▾",
        "There is one.",
    ];

    #[test]
    fn questions_head_their_answers() {
        let kinds: Vec<(bool, usize, String)> = headed(&FAQ)
            .into_iter()
            .map(|(kind, path)| {
                let last = path.last().unwrap().clone();
                (kind == BlockKind::Heading, path.len(), last)
            })
            .collect();
        let expected = [
            (true, 0),
            (false, 0),
            (false, 0),
            (true, 3),
            (false, 3),
            (true, 5),
            (false, 5),
        ];
        for ((is_heading, depth, last), (heads, of)) in kinds.iter().zip(expected) {
            assert_eq!((*is_heading, *depth), (heads, 2));
            assert_eq!(last, FAQ[of].trim_end_matches(" ▾"));
        }
    }

    #[test]
    fn other_questions_head_nothing() {
        // Too few; a table of contents; people who speak; questions within a paragraph.
        let few = &FAQ[..5];
        let contents = [
            "How much?",
            "Who may moor here?",
            "Is there a crane?",
            "Are there gulls?",
        ];
        let speech = [
            "“Where do you go now?”",
            "Nobody answered.",
            "– And who is that man?",
            "Nobody answered.",
            "“Will you come with us?”",
            "He would.",
        ];
        let within = [
            "He asked. Where is the boat?",
            "It was gone.",
            "She wondered. Who took the boat?",
            "Nobody knew.",
            "They asked. What is left of it?",
            "Nothing.",
        ];
        for texts in [few, &contents, &speech, &within] {
            let headings = headed(texts)
                .iter()
                .filter(|(kind, _)| *kind == BlockKind::Heading)
                .count();
            assert_eq!(headings, 0, "{texts:?}");
        }
    }
}
