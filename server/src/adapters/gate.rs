//! A text that comes in pieces, let through sentence by sentence.

use groundwall_core::request::MAX_ANSWER;
use groundwall_core::{Problem, ProblemCode};
use groundwall_engine::claims::{SentenceClaims, decompose};

/// What a sentence is read with, in bytes, at least and at most: pronouns and lists reach no further.
const CONTEXT: usize = 2_000;
const CONTEXT_AT_MOST: usize = 4_000;
/// Longest stretch without the end of a sentence, in bytes: below the 4,000 characters at which the decomposer makes an end of its own.
const SENTENCE: usize = 3_000;

/// Looks for the end of one sentence that are not put off, at most: abbreviations look like ends, too.
const EARLY: usize = 8;
/// Bytes before what was looked at last in which the end of a sentence may stand whose next word has come since.
const REACH: usize = 60;

/// A sentence that is whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Whole {
    /// The text right before it, in which it is read.
    pub(super) before: String,
    /// White space and marks between that text and it.
    pub(super) gap: String,
    pub(super) text: String,
}

/// Takes a text as it comes and gives its sentences when they are whole.
#[derive(Default)]
pub(super) struct Gate {
    /// The text from where sentences are still read with on.
    text: String,
    /// Bytes of it that have been given.
    given: usize,
    /// What was waiting when the end of a sentence was last looked for in vain.
    looked: usize,
    /// Looks in vain that were not put off, for the sentence that waits.
    early: usize,
    characters: usize,
    over: bool,
}

impl Gate {
    /// Takes more of the text.
    pub(super) fn push(&mut self, more: &str) -> Result<(), Problem> {
        self.text.push_str(more);
        self.characters = self.characters.saturating_add(more.chars().count());
        if self.characters > MAX_ANSWER {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "The model's answer is over {MAX_ANSWER} characters. Ask for a shorter one with max_tokens."
                ),
            ));
        }
        Ok(())
    }

    /// The text has ended: what waits is whole.
    pub(super) fn end(&mut self) {
        self.over = true;
        self.looked = 0;
    }

    fn waiting(&self) -> usize {
        self.text.len().saturating_sub(self.given)
    }

    /// The next sentence that is whole; none where it is not, or not yet.
    pub(super) fn next(&mut self) -> Result<Option<Whole>, Problem> {
        let waiting = self.waiting();
        // Looking costs as much as there is to read, so the next look is for an eighth more, or for what looks like the beginning of the next sentence.
        let enough = self.looked.saturating_add(self.looked / 8);
        let rest = self.text.get(self.given..).unwrap_or_default();
        let due = waiting > enough && may_end(rest);
        let early = !due && self.early < EARLY && begins_another(rest, self.looked);
        if waiting == 0 || !(self.over || due || early) {
            return Ok(None);
        }
        let sentences = decompose(&self.text);
        let Some((start, end)) = self.whole(&sentences) else {
            self.looked = waiting;
            self.early = self.early.saturating_add(usize::from(early));
            if self.over {
                self.given = self.text.len();
            } else if waiting > SENTENCE {
                return Err(endless());
            }
            return Ok(None);
        };
        // The end that the decomposer gives a text that has none.
        if end.saturating_sub(start) > SENTENCE {
            return Err(endless());
        }
        (self.looked, self.early) = (0, 0);
        let whole = Whole {
            before: self.text.get(..start).unwrap_or_default().to_owned(),
            gap: self
                .text
                .get(self.given..start)
                .unwrap_or_default()
                .to_owned(),
            text: self.text.get(start..end).unwrap_or_default().to_owned(),
        };
        self.given = end;
        self.forget(&sentences);
        Ok(Some(whole))
    }

    /// Start and end of the first sentence that was not given and is whole.
    fn whole(&self, sentences: &[SentenceClaims]) -> Option<(usize, usize)> {
        let mut end = 0usize;
        let mut places = sentences.iter().map(|sentence| {
            let start = end.saturating_add(sentence.gap.len());
            end = start.saturating_add(sentence.text.len());
            (start, end)
        });
        let (start, end) = places.find(|(_, end)| *end > self.given)?;
        let followed = places.next().is_some();
        // What a row of a table means is said by the line behind the headers.
        let in_table = self
            .text
            .get(start.max(self.given)..)
            .is_some_and(unfinished_table);
        (self.over || (followed && !in_table)).then_some((start.max(self.given), end))
    }

    /// Lets go of what no sentence is read with any more.
    fn forget(&mut self, sentences: &[SentenceClaims]) {
        if self.given <= CONTEXT_AT_MOST {
            return;
        }
        let keep_from = self.given.saturating_sub(CONTEXT);
        let mut end = 0usize;
        for sentence in sentences {
            let start = end.saturating_add(sentence.gap.len());
            end = start.saturating_add(sentence.text.len());
            if start >= keep_from && start <= self.given {
                self.text.drain(..start);
                self.given = self.given.saturating_sub(start);
                return;
            }
        }
    }
}

/// Whether a text may hold the end of a sentence.
fn may_end(text: &str) -> bool {
    text.contains(|c: char| {
        matches!(
            c,
            '.' | '!' | '?' | ':' | ';' | '\n' | '…' | '。' | '！' | '？'
        )
    })
}

/// Whether a word has become whole, since so many bytes were looked at, that stands behind what may be the end of a sentence.
fn begins_another(text: &str, looked: usize) -> bool {
    let mut at = text.floor_char_boundary(looked.saturating_sub(REACH));
    let mut ended = false;
    let near = text.get(at..).unwrap_or_default();
    for piece in near.split_inclusive(char::is_whitespace) {
        at = at.saturating_add(piece.len());
        let word = piece.trim_end();
        if !word.is_empty() {
            if ended && word.len() < piece.len() && at > looked {
                return true;
            }
            let bare = word.trim_end_matches(['"', '\'', ')', ']', '”', '’', '»', '*', '_']);
            ended = bare.ends_with(['.', '!', '?', '…']);
        }
        ended = ended || piece.ends_with('\n');
    }
    false
}

fn endless() -> Problem {
    Problem::new(
        ProblemCode::TooLarge,
        format!(
            "The model wrote {SENTENCE} characters without the end of a sentence, which cannot be verified."
        ),
    )
}

/// Whether a text begins with rows of a table, and nothing else has come yet.
fn unfinished_table(text: &str) -> bool {
    text.trim_start().starts_with('|')
        && text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .all(|line| line.trim_start().starts_with('|'))
}

#[cfg(test)]
mod tests {
    use super::{Gate, SENTENCE, Whole};

    const TEXT: &str = "# The quay\n\nDr. Lund built the quay in 1931. It is 12.5 metres wide, e.g. at the crane! Who knows?\n\n- It lifts 12 tonnes.\n- It is red.\n\n| Year | Ships |\n|---|---|\n| 1931 | 12 |\n\nThat is all";

    fn sentences(text: &str, size: usize) -> Vec<Whole> {
        let mut gate = Gate::default();
        let mut all = Vec::new();
        let characters: Vec<char> = text.chars().collect();
        for part in characters.chunks(size) {
            gate.push(&part.iter().collect::<String>()).unwrap();
            while let Some(whole) = gate.next().unwrap() {
                all.push(whole);
            }
        }
        gate.end();
        while let Some(whole) = gate.next().unwrap() {
            all.push(whole);
        }
        all
    }

    #[test]
    fn sentences_are_the_same_however_the_text_is_cut() {
        let once = sentences(TEXT, TEXT.len());
        let texts: Vec<&str> = once.iter().map(|whole| whole.text.as_str()).collect();
        assert!(
            texts.contains(&"Dr. Lund built the quay in 1931."),
            "{texts:?}"
        );
        assert!(
            texts.contains(&"It is 12.5 metres wide, e.g. at the crane!"),
            "{texts:?}"
        );
        for size in [1, 3, 7, 40] {
            assert_eq!(sentences(TEXT, size), once, "pieces of {size}");
        }
        let again: String = once
            .iter()
            .map(|whole| whole.gap.clone() + &whole.text)
            .collect();
        assert_eq!(again, TEXT, "nothing is lost and nothing comes twice");
    }

    #[test]
    fn nothing_leaves_before_its_sentence_is_whole() {
        let mut gate = Gate::default();
        gate.push("The crane lifts 12.").unwrap();
        assert_eq!(gate.next().unwrap(), None);
        gate.push("5 tonnes").unwrap();
        assert_eq!(gate.next().unwrap(), None);
        gate.push(". It is red and stands at the quay").unwrap();
        assert_eq!(
            gate.next().unwrap().unwrap().text,
            "The crane lifts 12.5 tonnes."
        );
        assert_eq!(gate.next().unwrap(), None);
        gate.end();
        let last = gate.next().unwrap().unwrap();
        assert_eq!(
            (last.gap.as_str(), last.text.as_str()),
            (" ", "It is red and stands at the quay")
        );
        assert_eq!(last.before, "The crane lifts 12.5 tonnes. ");
    }

    #[test]
    fn a_sentence_leaves_when_the_word_behind_it_is_whole() {
        let long = format!("The quay of {} is old.", "stone and of oak and ".repeat(8));
        let text = format!(
            "{long} It is red. Mr. and Mrs. Lund, e.g. those of No. 5, built it! Nobody knows more."
        );
        let mut gate = Gate::default();
        let mut waits = Vec::new();
        let (mut came, mut given) = (0, 0);
        for letter in text.chars() {
            gate.push(&letter.to_string()).unwrap();
            came += letter.len_utf8();
            while let Some(whole) = gate.next().unwrap() {
                given += whole.gap.len() + whole.text.len();
                waits.push((whole.text, came - given));
            }
        }
        let texts: Vec<&str> = waits.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            [
                &long,
                "It is red.",
                "Mr. and Mrs. Lund, e.g. those of No. 5, built it!"
            ]
        );
        assert!(waits[0].1 <= " It ".len(), "{waits:?}");
        assert!(waits[2].1 <= " Nobody ".len(), "{waits:?}");
    }

    #[test]
    fn what_looks_like_many_ends_is_not_looked_at_each_time() {
        let text = "Mr. A ".repeat(300);
        let mut looks = 0;
        let mut gate = Gate::default();
        for letter in text.chars() {
            let before = gate.looked;
            gate.push(&letter.to_string()).unwrap();
            if gate.next().is_err() {
                break;
            }
            looks += usize::from(gate.looked != before);
        }
        assert!((1..120).contains(&looks), "{looks} looks");
    }

    #[test]
    fn long_texts_are_read_in_a_window_and_endless_sentences_refused() {
        let text = "The harbour has a quay of stone and a crane. ".repeat(400);
        let all = sentences(&text, 11);
        assert_eq!(all.len(), 400);
        assert!(all.iter().all(|whole| whole.before.len() <= 4_100));
        let mut gate = Gate::default();
        gate.push(&"word, 1.5 ".repeat(SENTENCE / 9)).unwrap();
        assert!(
            gate.next()
                .unwrap_err()
                .message
                .contains("end of a sentence")
        );
    }
}
