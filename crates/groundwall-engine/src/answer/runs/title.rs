//! Headings that a file does not mark as such, as in PDFs.

use crate::language::ENGLISH;
use groundwall_text::words::fold;

/// Words of a heading, at most.
const WORDS: usize = 16;
/// Dots that lead from a heading to its page.
const LEADERS: [&str; 3] = [". . . .", ".....", "………"];
/// Shorter words are written small in headings.
const LETTERS: usize = 4;

/// Whether a sentence is a heading by its form: a line of a table of contents, or a few words, each longer one with a capital, without an auxiliary and without a value.
pub(super) fn is_title(text: &str) -> bool {
    if LEADERS.iter().any(|leader| text.contains(leader)) || is_caption(text) {
        return true;
    }
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let large = |word: &&str| {
        word.chars().count() < LETTERS || word.starts_with(|c: char| c.is_uppercase())
    };
    (2..=WORDS).contains(&words.len())
        && words.iter().all(large)
        && words.iter().any(|word| word.chars().count() >= LETTERS)
        && !text.contains([':', '"', '“', '?', '!'])
        && !words
            .iter()
            .any(|word| without_note(word).contains(char::is_numeric))
        && !words
            .iter()
            .any(|word| ENGLISH.questions.auxiliaries.has(&fold(word)))
}

/// A word without the number of a footnote behind it: `States1`.
fn without_note(word: &str) -> &str {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let noted = bare.chars().count() >= LETTERS && bare.chars().all(char::is_alphabetic);
    if noted { bare } else { word }
}

/// Whether a line is written in capitals and ends with years, as under a picture: `THE OLD MILL, 1820-1851.`
fn is_caption(text: &str) -> bool {
    let ends = text.trim_end_matches(['.', ')', ' ']);
    let years = ends.len() - ends.trim_end_matches(|c: char| c.is_ascii_digit()).len() == 4;
    years && text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::is_title;

    #[test]
    fn headings_are_known_by_their_form() {
        for title in [
            "Sponsor and Custodian Responsibilities.",
            "Limits of the Order",
            "Wrecks in the Northern Isles2.",
            "THE OLD MILL OF ALDERSUND, 1820-1851.",
            "10.6.1 One day races . . . . . . . . 80.",
        ] {
            assert!(is_title(title), "{title}");
        }
        for said in [
            "The Harbour Master Is Ingrid Solheim.",
            "Ingrid Solheim leads Aldersund.",
            "Berth Seven opened in 1987.",
            "Harbour Route B7.",
            "STORE BELOW 30 °C.",
            "Tides: High",
            "Go.",
        ] {
            assert!(!is_title(said), "{said}");
        }
    }
}
