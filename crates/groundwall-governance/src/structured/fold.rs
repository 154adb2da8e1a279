//! Texts as they are compared: without case, width and punctuation.

use unicode_normalization::UnicodeNormalization as _;

/// Characters of lower case and plain width.
pub(super) fn plain(text: &str) -> impl Iterator<Item = char> {
    text.nfkc().flat_map(char::to_lowercase)
}

/// Words of letters and digits.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded: String = plain(text).collect();
    folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Letters and digits alone.
pub(super) fn compact(text: &str) -> String {
    plain(text).filter(|c| c.is_alphanumeric()).collect()
}

/// A key of an object: `account_number`, `accountNumber` and `Account Number` are one.
pub(super) fn key(text: &str) -> String {
    compact(text)
}

/// An identifier without what separates its groups; signs such as `*` stay.
pub(super) fn unseparated(text: &str) -> String {
    plain(text)
        .filter(|c| !(c.is_whitespace() || matches!(c, '-' | '.' | '/' | '_' | '‐' | '–')))
        .collect()
}

/// Whether a script puts no space between words.
pub(super) fn spaceless(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}
