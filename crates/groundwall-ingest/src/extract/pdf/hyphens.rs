//! Words and identifiers that a line's end cut.

use crate::language::ENGLISH;
use groundwall_core::Block;
use groundwall_text::words::is_stop;
use std::collections::HashSet;

/// Joins words that a reader of lines left apart (`docu- ment`), but not where the document has them with a hyphen elsewhere (`user- space`), nor before
/// the second half of a pair (`pre- and post-war`), nor where the hyphen is a dash before a clause (`a lamp- the first`). Identifiers keep their hyphens
/// (`2018– 23–51`, `FAA- approved`).
pub(super) fn rejoin(blocks: &mut [Block]) {
    if !blocks
        .iter()
        .any(|block| block.text.contains("- ") || block.text.contains("– "))
    {
        return;
    }
    let words = || {
        blocks
            .iter()
            .flat_map(|block| block.text.split(' '))
            .map(bare)
    };
    let compounds: HashSet<String> = words().filter(|word| word.contains('-')).collect();
    let whole: HashSet<String> = words().collect();
    for block in blocks.iter_mut() {
        let mut joined: Vec<String> = Vec::new();
        for word in block.text.split(' ') {
            let last = joined
                .last_mut()
                .filter(|_| !ENGLISH.pairs.has(&bare(word)));
            match last {
                Some(half) if is_identifier(half, word) => half.push_str(word),
                Some(half) if is_half(half, word, &whole) => {
                    // `over- the-top`: a compound goes on.
                    let goes_on = word
                        .split_once('-')
                        .is_some_and(|(first, _)| is_stop(&bare(first)));
                    if !goes_on && !compounds.contains(&bare(&format!("{half}{word}"))) {
                        half.pop();
                    }
                    half.push_str(word);
                }
                Some(_) | None => joined.push(word.to_owned()),
            }
        }
        block.text = joined.join(" ");
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// Whether a word is the second half of one that was cut.
fn is_half(half: &str, word: &str, whole: &HashSet<String>) -> bool {
    let Some(first) = half.strip_suffix('-') else {
        return false;
    };
    let small = first.chars().count() > 1
        && first.ends_with(char::is_lowercase)
        && word.starts_with(char::is_lowercase);
    small && (!is_stop(&bare(word)) || whole.contains(&bare(&format!("{first}{word}"))))
}

/// Whether an identifier or a compound of capitals goes on in a word: its hyphen is its own.
fn is_identifier(half: &str, word: &str) -> bool {
    let Some(first) = half.strip_suffix(['-', '–']) else {
        return false;
    };
    let part = first.rsplit(['-', '–']).next().unwrap_or(first);
    let part = part.trim_start_matches(|c: char| !c.is_alphanumeric());
    let figures = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let capitals =
        part.chars().count() > 1 && part.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    // A span of years or a sum has room on both sides, or a sign of its own.
    let numbered = capitals && figures(word) || figures(part) && figures(word);
    let compound = capitals
        && half.ends_with('-')
        && !figures(part)
        && word.starts_with(char::is_lowercase)
        && !is_stop(&bare(word));
    numbered || compound
}
