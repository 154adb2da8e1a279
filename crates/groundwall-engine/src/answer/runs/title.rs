//! Headings that a file does not mark as such, as in PDFs.

use crate::language::ENGLISH;
use groundwall_text::words::fold;

/// Words of a heading, at most.
const WORDS: usize = 16;
/// Dots that lead from a heading to its page.
const LEADERS: [&str; 3] = [". . . .", ".....", "………"];
/// Shorter words are written small in headings.
const LETTERS: usize = 4;

/// Words of a piece of an index for which one entry less is enough.
const SHORT: usize = 12;

/// Entries of an index that a text has before it counts as one.
const ENTRIES: usize = 3;

/// Whether a sentence is a heading by its form: a line of a table of contents, a stretch of an index, or a few words, each longer one with a capital, without an auxiliary and without a value.
pub(super) fn is_title(text: &str) -> bool {
    if LEADERS.iter().any(|leader| text.contains(leader)) || is_caption(text) || is_index(text) {
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

/// Whether a text is a stretch of an index: again and again a page after a comma, and the next entry right behind it ("Pancks, 53, 106 Pecksniff, 7, 41, 46 Pet, see Meagles").
fn is_index(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let page = |word: &str, digits: usize| {
        let word = word.trim_end_matches(['n', 'f']);
        (1..=digits).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let entry = |word: &str| {
        let name = word.trim_start_matches(['\'', '"', '‘', '“', '_']);
        name.starts_with(|c: char| c.is_uppercase())
    };
    let ends = |three: &&[&str], digits: usize| {
        three[0].ends_with(',') && page(three[1], digits) && entry(three[2])
    };
    let entries = words.windows(3).filter(|three| ends(three, 4)).count();
    // Of a piece of one, names and their first pages; a number of four digits may be a year.
    let named = |three: &&[&str]| ends(three, 3) && !three[0].contains(char::is_numeric);
    let names = words.windows(3).filter(named).count();
    entries >= ENTRIES || (names + 1 >= ENTRIES && words.len() <= SHORT)
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
            "Neukomm, 147 Norwich Festival, 109 'Number Four Collection,' 80.",
            "10.6.1 One day races . . . . . . . . 80.",
            "Obenreizer (_N.T._), 14 'Old Clem,' 151 'Old Sol,' see Gills. Pancks (_L.D._), vii, 53, 106 Pecksniff (_M.C._), 7, 41, 46 Pecksniffs, Miss (_M.C._), 38, 89, 101, 108 Peerybingle.",
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
            "In Room 7, 12 Norwegians and, in Room 9, 14 Danes slept.",
            "The ferry runs on days 1, 2, 3, 4, 5, 6 and 7 of the month.",
            "It sailed on May 3, 1931 Solheim says, and again on June 4, 1932 by another account.",
        ] {
            assert!(!is_title(said), "{said}");
        }
    }
}
