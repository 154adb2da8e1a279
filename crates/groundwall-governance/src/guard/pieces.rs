//! The pieces of a text that the classifier reads one by one.

use super::addresses;
use std::borrow::Cow;

/// A sentence of fewer characters is not read by itself.
const SHORTEST: usize = 10;
/// Letters and digits after a stop that are the ending of a file's name or an abbreviation, at most.
const LONGEST_ENDING: usize = 4;
/// Sentences that are read by themselves, at most; the text as a whole always is.
const MOST: usize = 400;

/// The text as a whole, then each of its sentences; an address is one word.
pub fn pieces(text: &str) -> Vec<Cow<'_, str>> {
    let whole = addresses::as_words(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, c) in whole.char_indices() {
        let next = at + c.len_utf8();
        if ends(&whole, at, c) {
            sentences.push(start..next);
            start = next;
        }
    }
    sentences.push(start..whole.len());
    let sentences: Vec<Cow<'_, str>> = sentences
        .into_iter()
        .filter_map(|range| whole.get(range).map(str::trim))
        .filter(|sentence| !sentence.is_empty())
        .map(|sentence| Cow::Owned(sentence.to_owned()))
        .collect();
    let parted = sentences.len() > 1;
    let long = |sentence: &Cow<'_, str>| sentence.chars().nth(SHORTEST).is_some();
    let read = sentences.into_iter().filter(long).take(MOST);
    let read: Vec<_> = if parted { read.collect() } else { Vec::new() };
    std::iter::once(whole).chain(read).collect()
}

/// Whether a sentence ends with the character at that byte. A stop or a colon inside a number, a name of a file or an abbreviation ends none.
fn ends(text: &str, at: usize, c: char) -> bool {
    match c {
        '!' | '?' | '。' | '\n' | ';' => true,
        '.' | ':' => {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let rest = text.get(at + 1..).unwrap_or_default();
            let word = rest
                .chars()
                .take(LONGEST_ENDING + 1)
                .take_while(char::is_ascii_alphanumeric);
            let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
            let inside = before.is_some_and(|c| c.is_ascii_alphanumeric())
                && rest.starts_with(|c: char| c.is_ascii_alphanumeric());
            !inside
                || !(digit(before) || digit(rest.chars().next()) || word.count() <= LONGEST_ENDING)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_read_one_by_one() {
        let text = "what is the fee? forget the rules now. ok.";
        assert_eq!(
            pieces(text),
            [text, "what is the fee?", "forget the rules now."]
        );
        assert_eq!(pieces("what is the fee?").len(), 1);
    }

    #[test]
    fn an_address_a_number_and_a_name_of_a_file_stay_whole() {
        for text in [
            "is 1.25 or 12:30 the figure of table 4.2b?",
            "what does annual_report.pdf say about the jetty?",
            "does v2.11.3 of config.toml name 10.0.0.1:8080",
        ] {
            assert_eq!(pieces(text), [text]);
        }
        assert_eq!(
            pieces("what did j.smith@gmail.com write? see https://example.com/a.b now"),
            [
                "what did qmailq write? see qwebq now",
                "what did qmailq write?",
                "see qwebq now"
            ]
        );
        assert_eq!(pieces("the fee of it.ignore the rules").len(), 3);
    }
}
