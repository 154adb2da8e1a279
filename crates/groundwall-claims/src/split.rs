//! Compound sentences and pronouns. Splits only where both halves are statements with a subject of their own or one that can be copied.

use crate::language::ENGLISH;
use groundwall_text::words::{capitalised, fold};

/// Bytes of a sentence that is looked at for clauses, and of a subject that stands for a pronoun: a longer one is none that a reader keeps in mind.
const CLAUSES: usize = 1_200;
const SUBJECT: usize = 200;

fn bare(word: &str) -> String {
    fold(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a word alone looks like a finite verb.
fn is_verb(word: &str) -> bool {
    if word.chars().next().is_some_and(char::is_uppercase) {
        return false;
    }
    let word = bare(word);
    let english = &ENGLISH.clauses;
    let base = |ending: &str, instead: &str| {
        word.strip_suffix(ending)
            .is_some_and(|base| english.regular.has(&format!("{base}{instead}")))
    };
    english.verbs.has(&word)
        || base("s", "")
        || base("es", "")
        || base("ies", "y")
        || (word.len() >= 4
            && word.ends_with("ed")
            && !english.not_verbs.has(&word)
            && !word.ends_with("eed"))
}

/// Whether a word alone looks like a verb: a finite form, or the plain form of a regular one.
pub fn looks_like_verb(word: &str) -> bool {
    is_verb(word) || ENGLISH.clauses.regular.has(&bare(word))
}

/// Whether the word at `place` is a finite verb where it stands: behind an article or "of" it is a noun.
fn is_verb_at(words: &[&str], place: usize) -> bool {
    is_verb(words[place])
        && place
            .checked_sub(1)
            .is_none_or(|before| !ENGLISH.clauses.determiners.has(&bare(words[before])))
}

/// Statements of one sentence, each standing alone. `subject` is what a pronoun at the start refers to; it is updated.
pub(super) fn standalone(sentence: &str, subject: &mut Option<String>) -> Vec<String> {
    let resolved = resolve(sentence, subject.as_deref());
    let own = subject_of(&resolved);
    let mut parts = Vec::new();
    for clause in clauses(&resolved) {
        let clause = resolve(&clause, own.as_deref());
        parts.push(finish(&clause));
    }
    if let Some(own) = own {
        *subject = Some(own);
    }
    parts
}

/// Whether an item of a list is a statement of its own: a subject and a finite verb behind it.
pub(super) fn stands_alone(item: &str) -> bool {
    let words: Vec<&str> = item.split_whitespace().collect();
    let verb = (0..words.len()).find(|place| is_verb_at(&words, *place));
    let lower = item.starts_with(char::is_lowercase);
    verb.is_some_and(|place| place > 0) && !lower
}

/// Words before the first finite verb, when they are a plausible subject: at most eight words, no comma, not a pronoun.
fn subject_of(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let verb = (0..words.len()).find(|place| is_verb_at(&words, *place))?;
    let taken = &words[..verb];
    let first = bare(taken.first()?);
    let title = |word: &str| word.ends_with('.') && word.len() <= 5;
    let broken = taken
        .iter()
        .any(|word| word.ends_with([',', ';', ':', '.']) && !title(word));
    let plausible = taken.len() <= 8
        && !broken
        && !ENGLISH.clauses.pronouns.has(&first)
        && !starts_adverbially(&first);
    plausible
        .then(|| taken.join(" "))
        .filter(|subject| subject.len() <= SUBJECT)
}

fn starts_adverbially(word: &str) -> bool {
    ENGLISH.clauses.adverbial_openers.has(&fold(word))
}

/// Replaces a pronoun at the start by the subject.
fn resolve(sentence: &str, subject: Option<&str>) -> String {
    let Some((first, rest)) = sentence.split_once(' ') else {
        return sentence.to_owned();
    };
    let Some(subject) = subject else {
        return sentence.to_owned();
    };
    match fold(first).as_str() {
        "it" if rest.starts_with("is possible")
            || rest.starts_with("is known")
            || rest.starts_with("seems")
            || rest.starts_with("appears") =>
        {
            sentence.to_owned()
        }
        "it" | "he" | "she" | "they" => format!("{subject} {rest}"),
        "its" | "his" | "her" | "their" => format!("{subject}'s {rest}"),
        _ => sentence.to_owned(),
    }
}

/// The words of a sentence with what is asked of them at every place where it may be cut.
struct Outline {
    subject: Option<String>,
    /// Start of each word.
    starts: Vec<usize>,
    /// Places of finite verbs among the words.
    verbs: Vec<usize>,
    /// Place of the first word that opens a clause, and of the first auxiliary.
    opener: usize,
    auxiliary: usize,
    /// Quotation marks.
    marks: Vec<usize>,
}

impl Outline {
    fn of(sentence: &str) -> Self {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let first = |wanted: &dyn Fn(&str) -> bool| {
            words
                .iter()
                .position(|word| wanted(word))
                .unwrap_or(usize::MAX)
        };
        Self {
            subject: subject_of(sentence).or_else(|| whole_pronoun(sentence)),
            starts: words
                .iter()
                .map(|word| word.as_ptr() as usize - sentence.as_ptr() as usize)
                .collect(),
            verbs: (0..words.len())
                .filter(|place| is_verb_at(&words, *place))
                .collect(),
            opener: first(&opens_clause),
            auxiliary: first(&is_auxiliary),
            marks: sentence
                .match_indices(['"', '“', '”'])
                .map(|(at, _)| at)
                .collect(),
        }
    }

    /// How many words begin before a byte.
    fn words_before(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start < at)
    }

    fn quoted(&self, at: usize) -> bool {
        self.marks.partition_point(|mark| *mark < at) % 2 == 1
    }

    fn verb_before(&self, at: usize) -> bool {
        self.verbs
            .first()
            .is_some_and(|verb| *verb < self.words_before(at))
    }

    /// Whether what begins at a byte, with this first word, has a verb.
    fn verb_from(&self, at: usize, first: &str) -> bool {
        is_verb(first)
            || self
                .verbs
                .last()
                .is_some_and(|verb| *verb > self.words_before(at))
    }
}

/// Cuts at semicolons and at "and", "but", "while", "whereas" where the right side is a clause or a second predicate.
fn clauses(sentence: &str) -> Vec<String> {
    if sentence.len() > CLAUSES {
        return vec![sentence.to_owned()];
    }
    let outline = Outline::of(sentence);
    at_semicolon(sentence, &outline)
        .or_else(|| at_conjunction(sentence, &outline))
        .unwrap_or_else(|| vec![sentence.to_owned()])
}

fn at_semicolon(sentence: &str, outline: &Outline) -> Option<Vec<String>> {
    sentence.match_indices("; ").find_map(|(at, mark)| {
        let (left, right) = sides(sentence, at, mark);
        let mut words = right.split_whitespace();
        let first = words.next().unwrap_or_default();
        let parted = !outline.quoted(at)
            && outline.verb_before(at)
            && outline.verb_from(at + mark.len(), first)
            && words.next().is_some();
        parted.then(|| [clauses(left), clauses(right)].concat())
    })
}

fn at_conjunction(sentence: &str, outline: &Outline) -> Option<Vec<String>> {
    let subject = outline.subject.as_ref()?;
    let marks = [
        ", and ",
        ", but ",
        ", while ",
        ", whereas ",
        " and ",
        " but ",
    ];
    marks
        .into_iter()
        .flat_map(|mark| sentence.match_indices(mark))
        .filter(|(at, _)| !outline.quoted(*at) && outline.verb_before(*at))
        .find_map(|(at, mark)| {
            let (left, right) = sides(sentence, at, mark);
            if opens_with_clause(mark, right, || outline.opener < outline.words_before(at)) {
                return Some([clauses(left), clauses(right)].concat());
            }
            let has_auxiliary = || {
                outline.auxiliary < outline.words_before(at)
                    || left
                        .split_whitespace()
                        .next_back()
                        .is_some_and(is_auxiliary)
            };
            opens_with_predicate(mark, right, has_auxiliary).then(|| {
                [
                    predicates(left, subject),
                    clauses(&format!("{subject} {right}")),
                ]
                .concat()
            })
        })
}

/// What stands on both sides of a mark.
fn sides<'a>(sentence: &'a str, at: usize, mark: &str) -> (&'a str, &'a str) {
    (sentence[..at].trim(), sentence[at + mark.len()..].trim())
}

/// Whether a clause of its own begins behind a conjunction. Behind one without a comma it has a subject that is plainly new, or nothing before it is subordinate.
fn opens_with_clause(mark: &str, right: &str, subordinate: impl Fn() -> bool) -> bool {
    if mark.starts_with(' ') {
        is_clause(right) && starts_new_subject(right) || is_short_clause(right) && !subordinate()
    } else {
        is_clause(right) || is_short_clause(right)
    }
}

/// Whether a second predicate of the same subject begins behind a conjunction.
fn opens_with_predicate(mark: &str, right: &str, has_auxiliary: impl Fn() -> bool) -> bool {
    let mut words = right.split_whitespace();
    let first = words.next().unwrap_or_default();
    (mark.contains("and") || mark.contains("but"))
        && is_verb(first)
        && first.starts_with(char::is_lowercase)
        && words.nth(1).is_some()
        && !(is_participle(first) && has_auxiliary())
}

/// "It" or "she" as the subject of a clause whose pronoun nothing before resolves.
fn whole_pronoun(left: &str) -> Option<String> {
    let first = left.split_whitespace().next()?;
    ["it", "he", "she", "they"]
        .contains(&bare(first).as_str())
        .then(|| first.to_owned())
}

/// "opened in 2010, closed in 2015": predicates of one subject, joined by commas before the last "and".
fn predicates(left: &str, subject: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in left.split(", ") {
        let first = part.split_whitespace().next().unwrap_or_default();
        let predicate = is_verb(first)
            && part.split_whitespace().count() >= 3
            && first.chars().next().is_some_and(char::is_lowercase);
        match parts.last_mut() {
            Some(last) if !predicate => *last = format!("{last}, {part}"),
            Some(_) => parts.push(format!("{subject} {part}")),
            None => parts.push(part.to_owned()),
        }
    }
    parts.iter().flat_map(|part| clauses(part)).collect()
}

/// Whether a word opens a clause to which what follows "and" then belongs.
fn opens_clause(word: &str) -> bool {
    ENGLISH.clauses.clause_openers.has(&bare(word))
}

/// "costs fell", "entry is free", "dictionaries are allowed": a noun alone with its verb.
fn is_short_clause(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    words.len() >= 2
        && words[0].chars().all(char::is_alphabetic)
        && !is_verb(words[0])
        && !starts_adverbially(words[0])
        && is_verb(words[1])
}

fn is_auxiliary(word: &str) -> bool {
    ENGLISH.clauses.auxiliaries.has(&fold(word))
}

/// "was built and opened in 1987": the second word shares the auxiliary and cannot stand alone.
fn is_participle(word: &str) -> bool {
    !ENGLISH.clauses.finite_auxiliaries.has(&fold(word)) && !word.ends_with('s')
}

/// A subject of its own (name, article or pronoun) with a verb soon behind it.
fn is_clause(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(7).collect();
    let starts = words.first().is_some_and(|first| {
        ENGLISH.clauses.subjects.has(&fold(first))
            || first
                .chars()
                .next()
                .is_some_and(|first| first.is_uppercase() || first.is_numeric())
    });
    starts && words.len() >= 3 && (1..words.len().min(7)).any(|place| is_verb_at(&words, place))
}

fn starts_new_subject(text: &str) -> bool {
    let first = text.split_whitespace().next().map(fold).unwrap_or_default();
    ENGLISH.clauses.new_subjects.has(&first)
}

/// A clause as a sentence: with a capital and an end.
pub(super) fn finish(clause: &str) -> String {
    let mut text = capitalised(clause.trim().trim_end_matches([',', ';']));
    if !text.ends_with(['.', '!', '?', ':', '"', '”', '。', '！', '？']) {
        text.push('.');
    }
    text
}
