//! The tokenizer of both backends: Unicode words, folded, without function words, stemmed.

use rust_stemmers::{Algorithm, Stemmer};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

const STOP: &str = " a an and are as at be but by did do does for from had has have he her his how i if in into is it its me my no not of on or our she so such that the their \
then there these they this to tell was we were what when where which who whom whose why will with you your about ";

/// Terms of a text, in order, repeated as often as they occur.
pub(crate) fn terms(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkd()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect::<String>()
        .to_lowercase();
    folded
        .unicode_words()
        .map(|word| word.trim_end_matches("'s").trim_end_matches("’s"))
        .filter(|word| !STOP.contains(&format!(" {word} ")))
        .map(|word| {
            if word.is_ascii() {
                STEMMER.stem(word).into_owned()
            } else {
                word.to_owned()
            }
        })
        .collect()
}

/// Index of a term in a sparse vector: FNV-1a, 32 bits.
pub(crate) fn index(term: &str) -> u32 {
    term.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn folds_stems_and_drops_function_words() {
        assert_eq!(
            super::terms("The café’s Harbours were opening in 1987"),
            ["cafe", "harbour", "open", "1987"]
        );
    }
}
