//! Which words of a text name a document, and the text without them.

use crate::language::ENGLISH;
use groundwall_claims::looks_like_verb;
use groundwall_text::words::{capitalised, is_stop, stem, tokens};
use std::collections::HashSet;

/// Content words that a text must keep.
const KEPT: usize = 2;
/// Marks behind which a phrase ends.
const MARKS: [char; 6] = [',', ';', ':', '.', '?', '!'];

/// A text without the words that name a document, and the stems of those; none where there are none, or the rest says too little. `says` tells of a folded word whether
/// the document is called by it.
pub(super) fn leave_out(
    text: &str,
    says: &dyn Fn(&str) -> bool,
) -> Option<(String, HashSet<String>)> {
    let words = words(text, says);
    let mut kept: Vec<Option<String>> =
        words.iter().map(|word| Some(word.raw.to_owned())).collect();
    let mut left_out = HashSet::new();
    for leave in [phrases(&words), of_kind(&words), in_front(&words)]
        .into_iter()
        .flatten()
    {
        if kept[leave.from..leave.to].iter().any(Option::is_none) {
            continue;
        }
        let gone = &words[leave.from..leave.to];
        left_out.extend(
            gone.iter()
                .flat_map(|word| tokens(word.raw))
                .map(|word| stem(&word)),
        );
        kept[leave.from..leave.to].fill(None);
        leave.mend(&words, &mut kept);
    }
    let rest = kept.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let content = |word: &&String| !is_stop(word) && !ENGLISH.questions.asking.has(word);
    let enough = tokens(&rest).iter().filter(content).count() >= KEPT;
    if left_out.is_empty() || !enough {
        return None;
    }
    let mark = text
        .trim_end()
        .chars()
        .last()
        .filter(|mark| MARKS.contains(mark));
    let rest = format!(
        "{}{}",
        rest.trim_end_matches(|c| MARKS.contains(&c) || c == ' '),
        mark.unwrap_or('.')
    );
    Some((capitalised(&rest), left_out))
}

/// What a word is to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// The document is called so.
    Name,
    /// A kind of document: report, handbook.
    Kind,
    /// "of", "the", "its".
    Glue,
    Other,
}

struct Word<'t> {
    raw: &'t str,
    folded: String,
    sort: Sort,
    /// Written as a name is.
    proper: bool,
    /// A number, or a month.
    date: bool,
}

fn words<'t>(text: &'t str, says: &dyn Fn(&str) -> bool) -> Vec<Word<'t>> {
    let mut words: Vec<Word> = text
        .split_whitespace()
        .enumerate()
        .map(|(place, raw)| Word::of(raw, place == 0, says))
        .collect();
    // A name that a text begins with is told by how it goes on: "Hyndland Primary".
    let name = |place: usize| words.get(place).is_some_and(Word::is_name);
    let goes_on = name(1) || (words.get(1).is_some_and(Word::joins) && name(2));
    if let Some(first) = words.first_mut() {
        first.proper |= goes_on && first.sort == Sort::Name;
    }
    words
}

impl<'t> Word<'t> {
    fn of(raw: &'t str, first: bool, says: &dyn Fn(&str) -> bool) -> Self {
        let pieces = tokens(raw);
        let folded = pieces.join(" ");
        let english = &ENGLISH.naming;
        let letters = || raw.chars().filter(|c| c.is_alphabetic());
        // "US" is a name, and "us" is none.
        let upper = letters().count() > 1 && letters().all(char::is_uppercase);
        let stops = |piece: &String| is_stop(piece) && !upper;
        let digits = |piece: &String| piece.bytes().all(|byte| byte.is_ascii_digit());
        let sort = if english.kinds.has(&folded) {
            Sort::Kind
        } else if english.glue.has(&folded) && !upper {
            Sort::Glue
        } else if !pieces.iter().all(stops)
            && pieces.iter().all(|piece| stops(piece) || says(piece))
        {
            Sort::Name
        } else {
            Sort::Other
        };
        let capital = raw
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(char::is_uppercase);
        Self {
            raw,
            sort,
            proper: (capital && !first) || upper,
            date: pieces
                .iter()
                .all(|piece| digits(piece) || english.months.has(piece)),
            folded,
        }
    }

    /// Whether it is a name of the document.
    fn is_name(&self) -> bool {
        self.sort == Sort::Name && self.proper && !self.date
    }

    /// A name by which the document is not called.
    fn is_foreign(&self) -> bool {
        self.sort == Sort::Other && self.proper
    }

    /// Whether it may stand inside of a name.
    fn joins(&self) -> bool {
        ["and", "of"].contains(&self.folded.as_str())
    }

    /// Whether a phrase ends behind it.
    fn ends(&self) -> bool {
        self.raw.ends_with(MARKS)
    }

    fn owns(&self) -> bool {
        let bare = self.raw.trim_end_matches(MARKS);
        ["'s", "’s", "s'", "s’"]
            .iter()
            .any(|end| bare.ends_with(end))
    }

    /// An article, but for one that is a part of a name ("The Carpentries").
    fn is_article(&self) -> bool {
        ["the", "a", "an"].contains(&self.raw)
    }

    /// Whether it can be what a name stands in front of: "board", and not "need".
    fn is_thing(&self) -> bool {
        let questions = &ENGLISH.questions;
        self.raw.starts_with(char::is_lowercase)
            && !is_stop(&self.folded)
            && !looks_like_verb(self.raw)
            && !questions.prepositions.has(&self.folded)
            && !questions.auxiliaries.has(&self.folded)
    }

    fn is_auxiliary(&self) -> bool {
        ENGLISH.questions.auxiliaries.has(&self.folded)
    }

    fn is_plural(&self) -> bool {
        self.raw.trim_end_matches(MARKS).ends_with('s')
    }
}

/// Words that are left out.
struct Leave {
    from: usize,
    to: usize,
    /// Whether "the" stands for them.
    the: bool,
}

impl Leave {
    /// What remains around the words: a phrase that ended with them still ends, "the" where it stands for them, and "a" or "an" as the next word wants it.
    fn mend(&self, words: &[Word], kept: &mut [Option<String>]) {
        let before = self.from.checked_sub(1);
        let mark = words[self.to - 1].raw.chars().last();
        if let (Some(before), Some(mark)) = (
            before.and_then(|before| kept[before].as_mut()),
            mark.filter(|mark| MARKS.contains(mark)),
        ) {
            before.push(mark);
        }
        if self.the {
            kept[self.from] = Some("the".to_owned());
        }
        let vowel = |word: &Word| word.raw.starts_with(['a', 'e', 'i', 'o', 'u']);
        if let (Some(before), Some(next)) = (
            before.and_then(|before| kept[before].as_mut()),
            words.get(self.to),
        ) && ["a", "an"].contains(&before.as_str())
        {
            let article = if vowel(next) { "an" } else { "a" };
            article.clone_into(before);
        }
    }
}

/// How far words from `at` on name the document: behind the last name or kind of document.
fn reach(words: &[Word], at: usize) -> usize {
    let mut end = at;
    for (place, word) in words.iter().enumerate().skip(at) {
        match word.sort {
            // Behind a name an article begins something else.
            Sort::Glue if word.is_article() && end == place && end > at => break,
            Sort::Name | Sort::Kind => end = place + 1,
            Sort::Glue => {}
            Sort::Other => break,
        }
        if word.ends() || word.owns() {
            break;
        }
    }
    end
}

/// Phrases such as "in the drill book of 1911", and "did the drill book say".
fn phrases(words: &[Word]) -> Vec<Leave> {
    let english = &ENGLISH.naming;
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        let end = reach(words, at + 1);
        let phrase = &words[at + 1..end];
        let next = words.get(end);
        let says_which = phrase
            .iter()
            .any(|word| word.sort == Sort::Kind || word.is_name());
        // "The Board of Elections" is one name; and a document is not called by a name of which it knows a part.
        let within = word.joins() && at > 0 && words[at - 1].proper;
        let partly = next.is_some_and(Word::is_foreign) && !phrase.last().is_some_and(Word::ends);
        let leads = english.leads.has(&word.folded) && !word.ends() && !within && !partly;
        let reports = at > 0
            && word.is_auxiliary()
            && next.is_some_and(|next| english.saying.has(&next.folded));
        let to = if says_which && leads && !goes_on(phrase, next) {
            end
        } else if says_which && reports {
            end + 1
        } else {
            at += 1;
            continue;
        };
        found.push(Leave {
            from: at,
            to,
            the: false,
        });
        at = to;
    }
    found
}

/// Whether a phrase goes on with what is meant: "by the Falls Creek fire station", and not "of Falls Creek told".
fn goes_on(phrase: &[Word], next: Option<&Word>) -> bool {
    let (Some(last), Some(next)) = (phrase.last(), next) else {
        return false;
    };
    let article = phrase.iter().any(Word::is_article);
    let thing = next.sort == Sort::Other && next.is_thing() && (article || next.is_plural());
    last.owns() || (last.proper && !last.ends() && thing)
}

/// Names in front of a kind of document: "the 1911 infantry regulations".
fn of_kind(words: &[Word]) -> Vec<Leave> {
    let named = |word: &&Word| word.sort == Sort::Name && !word.ends() && !word.owns();
    let kinds = words.iter().enumerate();
    kinds
        .filter(|(_, word)| word.sort == Sort::Kind)
        .map(|(to, _)| {
            let names = words[..to].iter().rev().take_while(named).count();
            Leave {
                from: to - names,
                to,
                the: false,
            }
        })
        .filter(|leave| leave.from < leave.to && leave.from > 0)
        .filter(|leave| words[leave.from - 1].is_article())
        .collect()
}

/// Names in front of what is meant: "the Kwiniaska Ridge board", "Frontline's ladder", "do PagerDuty engineers".
fn in_front(words: &[Word]) -> Vec<Leave> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let to = name_from(words, at);
        if to > at {
            found.extend(before_thing(words, at, to));
        }
        at = to.max(at + 1);
    }
    found
}

/// Where the name ends that begins at a place; there where none does.
fn name_from(words: &[Word], at: usize) -> usize {
    let name = |place: usize| words.get(place).is_some_and(Word::is_name);
    let mut to = at;
    while name(to) {
        to += 1;
        if words[to - 1].ends() || words[to - 1].owns() {
            break;
        }
        if words.get(to).is_some_and(Word::joins) && name(to + 1) {
            to += 1;
        }
    }
    to
}

/// A name from one place to another, where it stands in front of what is meant and nothing else of the name is there.
fn before_thing(words: &[Word], from: usize, to: usize) -> Option<Leave> {
    let before = from.checked_sub(1).map(|before| &words[before]);
    let (last, next) = (&words[to - 1], words.get(to)?);
    let article = before.is_some_and(Word::is_article);
    let partly = before.is_some_and(|word| {
        let named = word.is_foreign() || (word.proper && word.sort == Sort::Glue);
        named && !word.ends()
    }) || (next.is_foreign() && !last.ends());
    if partly || last.ends() {
        return None;
    }
    if last.owns() {
        return Some(Leave {
            from: from - usize::from(article),
            to,
            the: true,
        });
    }
    let inside = article || before.is_some_and(|word| word.sort == Sort::Other && word.is_thing());
    let asked = from == 0 || words[..from].iter().any(Word::is_auxiliary);
    (next.is_thing() && (inside || (asked && next.is_plural()))).then_some(Leave {
        from,
        to,
        the: false,
    })
}

#[cfg(test)]
mod tests {
    use super::leave_out;
    use groundwall_text::words::{stem, stems};

    /// A text without what names a document that is called by `called`.
    fn left(text: &str, called: &str) -> Option<String> {
        let called = stems(called);
        leave_out(text, &|word| called.contains(&stem(word))).map(|(rest, _)| rest)
    }

    const CLUB: &str = "bylaws of the Otter Bay Rowing Club 1931";

    #[test]
    fn what_names_the_document_is_left_out() {
        for (text, rest) in [
            (
                "How long is a heat in the rowing handbook of 1931?",
                "How long is a heat?",
            ),
            (
                "In the Otter Bay bylaws, who keeps the key?",
                "Who keeps the key?",
            ),
            (
                "For how long did the Otter Bay bylaws say the key should be kept?",
                "For how long the key should be kept?",
            ),
            (
                "How much does the Otter Bay board need for the quay?",
                "How much does the board need for the quay?",
            ),
            (
                "What does an Otter Bay oar cost in June?",
                "What does an oar cost in June?",
            ),
            (
                "What do Otter Bay's rowers pay in June?",
                "What do the rowers pay in June?",
            ),
            (
                "How often do Otter Bay rowers meet in June?",
                "How often do rowers meet in June?",
            ),
            (
                "I rowed at Otter Bay. Who keeps my key in June?",
                "I rowed. Who keeps my key in June?",
            ),
            (
                "Board members at Otter Bay work for free.",
                "Board members work for free.",
            ),
            (
                "Otter Bay rowers pay their own fees.",
                "Rowers pay their own fees.",
            ),
        ] {
            assert_eq!(left(text, CLUB).as_deref(), Some(rest), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_the_name_itself_or_of_another_is_kept() {
        for text in [
            "When did Otter Bay open its quay?",
            "Does The Rowing need a new quay?",
            "How much does the Heron Bay board need for the quay?",
            "Who was fined in Otter Bay Harbour in June?",
            "What happened in 1931 at the quay?",
            "Who keeps the key of the quay?",
            "What is the fee at Otter Bay?",
        ] {
            assert_eq!(left(text, CLUB), None, "{text}");
        }
        assert_eq!(left("Otter Bay rowers pay their own fees.", "quay"), None);
    }
}
