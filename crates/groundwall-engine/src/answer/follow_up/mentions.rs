//! What a question or an answer names: proper names, and nouns with an article.

use super::words::{WORDS, Word, joined};

/// A name or a noun with its article, as a range of words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mention {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether an article begins it.
    pub(super) article: bool,
    /// Whether a word of it is written with a capital.
    pub(super) named: bool,
}

impl Mention {
    /// Its words without possessive and without a mark at the end, the article a definite one.
    pub(super) fn text(self, words: &[Word]) -> String {
        let own = &words[self.start..self.end];
        let mut texts: Vec<String> = own.iter().map(|word| word.text.clone()).collect();
        if let (Some(last), Some(text)) = (own.last(), texts.last_mut()) {
            last.split().0.clone_into(text);
        }
        if WORDS.indefinite.contains(&own[0].bare) {
            "the".clone_into(&mut texts[0]);
        }
        let text = texts.join(" ");
        text.strip_prefix("The ")
            .map_or_else(|| text.clone(), |rest| format!("the {rest}"))
    }
}

/// Whether an answer has these words in a row. `answer` is in small letters, with a space around every word.
fn occurs(words: &[Word], answer: &str) -> bool {
    let phrase: Vec<&str> = words.iter().map(|word| word.bare.as_str()).collect();
    answer.contains(&format!(" {} ", phrase.join(" ")))
}

/// A text in small letters, with one space around every word.
pub(super) fn spaced(words: &[Word]) -> String {
    let bare: Vec<&str> = words.iter().map(|word| word.bare.as_str()).collect();
    format!(" {} ", bare.join(" "))
}

/// Where the noun ends whose article stands at `start`. None where its end cannot be told from the verb's beginning.
fn noun_end(words: &[Word], start: usize, answer: &str) -> Option<usize> {
    let mut end = start + 1;
    while end < words.len() && !WORDS.ends_noun(&words[end]) {
        end += 1;
        if words[end - 1].stop {
            break;
        }
    }
    if end == start + 1 {
        return None;
    }
    // What the answer says again in the same words is a noun.
    let known = (start + 2..=end)
        .rev()
        .take(6)
        .find(|end| occurs(&words[start + 1..*end], answer));
    if let Some(known) = known {
        return Some(known);
    }
    let full = end;
    while end > start + 2 && WORDS.verb(&words[end - 1]) {
        end -= 1;
    }
    let before = start.checked_sub(1).map(|place| &words[place]);
    let subject = before.is_some_and(|word| WORDS.helping.contains(&word.bare));
    let yes_or_no = start == 1 && WORDS.be.contains(&words[0].bare);
    // Behind "does" a verb must follow, and behind a "is" that opens the question something is said of the noun.
    let open = (subject || yes_or_no) && full == words.len() && end == full;
    (!open).then_some(end)
}

/// All names and nouns with an article, in order. `answer`: what was said to the question, as [`spaced`] writes it.
pub(super) fn mentions(words: &[Word], answer: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let word = &words[place];
        let opening = place == 0 && (WORDS.asking.contains(&word.bare) || WORDS.auxiliary(word));
        let end = if opening {
            None
        } else if WORDS.determiner(word) {
            noun_end(words, place, answer).map(|end| (end, true))
        } else if word.capital && place > 0 {
            Some((name_end(words, place), false))
        } else {
            None
        };
        let Some((end, article)) = end else {
            place += 1;
            continue;
        };
        let named = words[place..end]
            .iter()
            .skip(usize::from(article))
            .any(|word| word.capital);
        found.push(Mention {
            start: place,
            end,
            article,
            named,
        });
        place = end;
    }
    found
}

/// Where a name ends: with its last word in capitals, or a number behind it.
fn name_end(words: &[Word], start: usize) -> usize {
    let mut end = start + 1;
    while end < words.len()
        && !words[end - 1].stop
        && (words[end].capital || (words[end].number() && !words[end].year()))
    {
        end += 1;
    }
    end
}

/// Names of several words without an article that a text holds, each once: those of persons are among them.
pub(super) fn full_names(words: &[Word]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut place = 0;
    while place < words.len() && names.len() < 8 {
        let first = &words[place];
        if !first.capital || WORDS.ends_noun(first) || WORDS.asking.contains(&first.bare) {
            place += 1;
            continue;
        }
        let end = name_end(words, place);
        let after_article = place > 0 && WORDS.determiner(&words[place - 1]);
        if end - place >= 2 && !after_article && !words[place..end].iter().any(Word::number) {
            let last = words[end - 1].split().0.to_owned();
            let name = format!("{} {last}", joined(&words[place..end - 1]));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        place = end;
    }
    names
}

/// The name that a text begins with: "Outer Pier West has the highest length".
pub(super) fn leading_name(words: &[Word]) -> Option<String> {
    let first = words.first()?;
    let starts = first.capital && !WORDS.ends_noun(first) && !WORDS.things.contains(&first.bare);
    let end = name_end(words, 0);
    let goes_on = words.get(end).is_some_and(|word| WORDS.auxiliary(word));
    (starts && goes_on).then(|| {
        Mention {
            start: 0,
            end,
            article: false,
            named: true,
        }
        .text(words)
    })
}
