//! Identifiers: names, codes, acronyms, e-mail addresses, URLs.

use crate::words::{fold, is_stop, tokens};
use crate::{CheckKind, Prepared, Said, Signal};
use groundwall_core::FindingKind;
use regex::Regex;
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation as _;

/// What an identifier looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One or more capitalised words.
    Name,
    /// Two or more capitals.
    Acronym,
    /// Letters and digits, or groups joined by dashes.
    Code,
    Email,
    Url,
}

/// An identifier in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    pub shape: Shape,
    pub text: String,
    pub range: std::ops::Range<usize>,
}

static TECHNICAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?P<email>\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b)
        | (?P<url>\bhttps?://[^\s<>)\]]+|\bwww\.[^\s<>)\]]+)
        | (?P<code>\b(?:[A-Z]{1,6}[-/]?\d[\dA-Z]*(?:[-/][\dA-Z]+)*|\d+[A-Z]{1,4}\d[\dA-Z]*|[A-Z]{2,}(?:-[A-Z\d]*\d[A-Z\d]*)+|\d{2,}(?:-\d{2,}){2,})\b)
        | (?P<acronym>\b[A-Z]{2,}s?\b)",
    )
    .expect("the pattern is fixed")
});

static DOTTED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:\p{Lu}\.){1,4}\p{Lu}\b\.?").expect("the pattern is fixed"));

static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\p{L}(?:[\p{L}\p{M}'’.&-]*[\p{L}\p{M}.])?").expect("the pattern is fixed"));

const CALENDAR: [&str; 19] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Titles and legal forms that a name may have or lack.
const OPTIONAL: [&str; 30] = [
    "city",
    "state",
    "republic",
    "kingdom",
    "county",
    "province",
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "professor",
    "sir",
    "inc",
    "ltd",
    "llc",
    "plc",
    "corp",
    "corporation",
    "co",
    "company",
    "gmbh",
    "ag",
    "limited",
    "president",
    "captain",
    "director",
    "minister",
    "chief",
    "jr",
];

/// Every identifier of a text.
pub fn extract(text: &str) -> Vec<Identifier> {
    // Where everything is shouted, capitals name nothing.
    let (capitals, letters) =
        text.chars().filter(|c| c.is_alphabetic()).fold((0, 0), |(capitals, all), c| (capitals + usize::from(c.is_uppercase()), all + 1));
    let shouted = capitals * 2 > letters && letters > 12;
    let dates = crate::date::extract(text);
    let in_date = |range: &std::ops::Range<usize>| dates.iter().any(|date| date.range.start < range.end && range.start < date.range.end);
    let mut all: Vec<Identifier> = TECHNICAL
        .captures_iter(text)
        .filter_map(|found| {
            let whole = found.get(0)?;
            let shape = if found.name("email").is_some() {
                Shape::Email
            } else if found.name("url").is_some() {
                Shape::Url
            } else if found.name("code").is_some() {
                Shape::Code
            } else {
                Shape::Acronym
            };
            let quarter = shape == Shape::Code && whole.as_str().len() == 2 && whole.as_str().starts_with('Q');
            let unnamed = shouted && shape == Shape::Acronym;
            (!quarter && !unnamed && !in_date(&whole.range())).then(|| Identifier {
                shape,
                text: whole.as_str().trim_end_matches(['.', ',', ';']).to_owned(),
                range: whole.range(),
            })
        })
        .collect();
    let taken: Vec<_> = all.iter().map(|identifier| identifier.range.clone()).collect();
    let named = if shouted { Vec::new() } else { names(text) };
    all.extend(named.into_iter().filter(|name| !taken.iter().any(|range| range.start <= name.range.start && name.range.end <= range.end)));
    all.sort_by_key(|identifier| identifier.range.start);
    all
}

/// Names: runs of capitalised words, joined by "of", "the", "de" and the like. A single capitalised word at the start of a sentence is
/// a name only when another one follows, because any word is capitalised there.
pub fn names(text: &str) -> Vec<Identifier> {
    let codes: Vec<_> =
        TECHNICAL.captures_iter(text).filter(|found| found.name("acronym").is_none()).filter_map(|found| found.get(0)).collect();
    let in_code = |word: &regex::Match| codes.iter().any(|code| code.start() < word.end() && word.start() < code.end());
    let after_digit = |word: &regex::Match| text[..word.start()].ends_with(|c: char| c.is_ascii_digit());
    let words: Vec<regex::Match> = WORD.find_iter(text).filter(|word| !in_code(word) && !after_digit(word)).collect();
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let mut names = Vec::new();
    let mut place = 0;
    while place < words.len() {
        if !capital(words[place].as_str()) {
            place += 1;
            continue;
        }
        let first = place;
        let mut last = place;
        place += 1;
        while place < words.len() {
            let gap = &text[words[place - 1].end()..words[place].start()];
            if gap != " " || words[place - 1].as_str().ends_with('.') && words[place - 1].as_str().len() > 3 {
                break;
            }
            let joins = matches!(words[place].as_str(), "of" | "de" | "van" | "von" | "der" | "del" | "al" | "and" | "for" | "the");
            if capital(words[place].as_str()) {
                last = place;
            } else if !joins || place > last + 2 {
                break;
            }
            place += 1;
        }
        place = last + 1;
        push_name(text, &words[first..=last], &mut names);
    }
    names
}

/// Pronouns and particles that open a sentence and stand in no dictionary of things.
const OPENERS: [&str; 12] =
    ["despite", "unless", "whether", "using", "thanks", "regarding", "cannot", "unlike", "whoever", "whatever", "besides", "whereas"];

/// Single words that open a sentence with a capital of their own: "Halvorsen was born there". Any word has one there, so only those count that are no `ordinary` word of the
/// language (folded words are asked for).
pub fn openings(text: &str, ordinary: &dyn Fn(&str) -> bool) -> Vec<Identifier> {
    let mut found = Vec::new();
    let mut before: Option<regex::Match> = None;
    for word in WORD.find_iter(text) {
        let written = word.as_str().trim_end_matches(['.', '\'', '’']).trim_end_matches("'s").trim_end_matches("’s");
        let mut letters = written.chars();
        let capital =
            letters.next().is_some_and(char::is_uppercase) && letters.all(|letter| letter.is_alphabetic() && letter.is_lowercase());
        let folded = fold(written);
        let pronoun = ["one", "body", "thing"].iter().any(|ending| folded.ends_with(ending));
        let names_nothing = pronoun
            || is_stop(&folded)
            || [CALENDAR.as_slice(), &OPTIONAL, &OPENERS].iter().any(|words| words.contains(&folded.as_str()))
            || ordinary(&folded);
        // A word in brackets or behind a dash has no capital from its place.
        let opens = starts_sentence(text, word.start()) && before.is_none_or(|before| text[before.end()..word.start()].contains(' '));
        if capital && written.chars().count() >= 4 && opens && !names_nothing {
            found.push(Identifier { shape: Shape::Name, text: written.to_owned(), range: word.start()..word.start() + written.len() });
        }
        before = Some(word);
    }
    found
}

fn push_name(text: &str, words: &[regex::Match], names: &mut Vec<Identifier>) {
    let mut words = words;
    let at_start = starts_sentence(text, words[0].start());
    while let Some(first) = words.first() {
        let folded = fold(first.as_str().trim_end_matches('.'));
        let droppable = is_stop(&folded) || OPTIONAL.contains(&folded.as_str()) || CALENDAR.contains(&folded.as_str());
        if droppable {
            words = &words[1..];
        } else {
            break;
        }
    }
    let Some((first, last)) = words.first().zip(words.last()) else { return };
    let alone = words.len() == 1;
    if alone && at_start && first.start() == start_of_sentence(text, first.start()) {
        return;
    }
    let folded = fold(first.as_str());
    if alone && (CALENDAR.contains(&folded.as_str()) || folded.chars().count() < 2 || folded == "i") {
        return;
    }
    let range = first.start()..last.end();
    let written = text[range.clone()].trim_end_matches(['.', '\'', '’']).trim_end_matches("'s").trim_end_matches("’s").to_owned();
    let range = range.start..range.start + written.len();
    names.push(Identifier { shape: Shape::Name, text: written, range });
}

fn start_of_sentence(text: &str, at: usize) -> usize {
    if starts_sentence(text, at) { at } else { usize::MAX }
}

fn starts_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end().trim_end_matches(['"', '“', '\'', '(', '*', '-', '•']).trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':'])
}

/// Whether every word of a name occurs in a text, whatever its case, diacritics, possessive, title or legal form. "German" occurs in "Germany".
pub fn occurs(name: &str, text: &str) -> bool {
    let present = tokens(text);
    tokens(name)
        .iter()
        .filter(|word| !is_stop(word) && !OPTIONAL.contains(&word.trim_end_matches('.')))
        .all(|word| present.iter().any(|other| same_word(word, other)))
}

fn same_word(a: &str, b: &str) -> bool {
    if a == b || a.trim_end_matches('s') == b.trim_end_matches('s') {
        return true;
    }
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    if PEOPLES.iter().any(|(one, other)| (a == *one && b == *other) || (a == *other && b == *one)) {
        return true;
    }
    // Iran and Iranian, Italy and Italian.
    let people = |word: &str| ["ian", "ians", "ean", "eans", "ish", "ese"].iter().any(|ending| word.ends_with(ending));
    if shared >= 4 && people(a) != people(b) && a.chars().count().abs_diff(b.chars().count()) <= 3 {
        return true;
    }
    shared >= 5 && shared + 3 >= a.chars().count().max(b.chars().count())
}

/// `U.S` in a text that says "United States".
fn acronym_spelled_out_if_short(name: &str, text: &str) -> bool {
    name.len() <= 5 && name.chars().all(char::is_uppercase) && name.len() >= 2 && acronym_spelled_out(name, text)
}

fn acronym_spelled_out(acronym: &str, text: &str) -> bool {
    let wanted: Vec<char> = acronym.trim_end_matches('s').to_lowercase().chars().collect();
    let words = tokens(text);
    let strict: Vec<char> = words.iter().filter_map(|word| word.chars().next()).collect();
    let loose: Vec<char> = words.iter().filter(|word| !is_stop(word)).filter_map(|word| word.chars().next()).collect();
    [strict, loose].iter().any(|initials| initials.windows(wanted.len()).any(|window| window == wanted))
}

/// `U.S.` as `US`: the dots of single letters go.
fn undotted(text: &str) -> String {
    DOTTED.replace_all(text, |found: &regex::Captures| found[0].replace('.', "")).into_owned()
}

/// A name of several words whose initials stand in a text as an acronym: "Primary Care Physician" and "PCP".
fn abbreviated(name: &str, text: &str) -> bool {
    let initials: String = name.split_whitespace().filter_map(|word| word.chars().next()).filter(|first| first.is_uppercase()).collect();
    initials.chars().count() >= 2 && text.unicode_words().any(|word| word.trim_end_matches('s') == initials)
}

/// A name that the text shortens to its last word, as a surname, and that no other first name goes before: "Barack Obama" in "Obama was born".
fn shortened(name: &str, text: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (Some(last), true) = (words.last(), words.len() >= 2) else { return false };
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    if !words.iter().all(|word| capital(word)) {
        return false;
    }
    let (mut alone, mut other) = (false, false);
    let mut before: Option<regex::Match> = None;
    for word in WORD.find_iter(text) {
        let written = word.as_str().trim_end_matches('.').trim_end_matches("'s").trim_end_matches("’s");
        let same = fold(written) == fold(last) && capital(word.as_str());
        if same {
            let joined = before.filter(|before| {
                &text[before.end()..word.start()] == " " && capital(before.as_str()) && !starts_sentence(text, before.start())
            });
            let titled = |title: &str| OPTIONAL.contains(&fold(title.trim_end_matches('.')).as_str());
            match joined {
                Some(first) if !titled(first.as_str()) && !words.contains(&first.as_str()) => other = true,
                Some(_) | None => alone = true,
            }
        }
        before = Some(word);
    }
    alone && !other
}

fn stands_in(identifier: &Identifier, text: &str) -> bool {
    let squash = |text: &str| fold(text).replace([' ', '-', '/'], "");
    match identifier.shape {
        Shape::Name => {
            let plain = undotted(text);
            occurs(&undotted(&identifier.text), &plain)
                || abbreviated(&identifier.text, &plain)
                || acronym_spelled_out_if_short(&undotted(&identifier.text), &plain)
                || shortened(&identifier.text, text)
                || (identifier.text.len() >= 8 && squash(text).contains(squash(&identifier.text).trim_end_matches('s')))
        }
        Shape::Acronym => {
            let plain = undotted(text);
            occurs(&identifier.text, &plain) || acronym_spelled_out(&identifier.text, &plain)
        }
        Shape::Code | Shape::Email | Shape::Url => squash(text).contains(&squash(&identifier.text)),
    }
}

/// The identifiers of a claim against its windows and what surrounds them. `ordinary` says whether a folded word is one of the language: what opens a sentence and is none is a name.
pub fn check(prepared: &Prepared, ordinary: &dyn Fn(&str) -> bool) -> Vec<Said> {
    let same_subject = codeless_same_subject(prepared);
    let mut all = extract(prepared.claim);
    let taken: Vec<_> = all.iter().map(|identifier| identifier.range.clone()).collect();
    let apart = |range: &std::ops::Range<usize>| taken.iter().all(|taken| range.end <= taken.start || taken.end <= range.start);
    all.extend(openings(prepared.claim, ordinary).into_iter().filter(|opening| apart(&opening.range)));
    all.iter()
        .filter(|identifier| identifier.shape != Shape::Url)
        .map(|identifier| judge(prepared, identifier, &same_subject))
        .filter(|said| said.signal != Signal::Absent || !is_silent(prepared.claim, &said.detected))
        .collect()
}

/// Peoples and their countries whose names share too few letters.
const PEOPLES: [(&str, &str); 22] = [
    ("greek", "greece"),
    ("french", "france"),
    ("dutch", "netherlands"),
    ("spanish", "spain"),
    ("welsh", "wales"),
    ("danish", "denmark"),
    ("swiss", "switzerland"),
    ("turkish", "turkey"),
    ("polish", "poland"),
    ("british", "britain"),
    ("british", "uk"),
    ("english", "england"),
    ("finnish", "finland"),
    ("swedish", "sweden"),
    ("scottish", "scotland"),
    ("irish", "ireland"),
    ("chinese", "china"),
    ("portuguese", "portugal"),
    ("american", "america"),
    ("american", "us"),
    ("american", "states"),
    ("usa", "us"),
];

/// First names that end like a people.
const PERSONS: [&str; 12] =
    ["adrian", "damian", "dorian", "duncan", "fabian", "florian", "gillian", "julian", "lillian", "marian", "sebastian", "vivian"];

/// Continents, quarters of the sky, seasons: they stand for more than one place or time, so that their absence says little.
const WIDE: [&str; 23] = [
    "asian",
    "africa",
    "america",
    "americas",
    "asia",
    "europe",
    "oceania",
    "antarctica",
    "eurasia",
    "north",
    "south",
    "east",
    "west",
    "northern",
    "southern",
    "eastern",
    "western",
    "midwest",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
];

/// Whether the absence of an identifier proves nothing: wide names, peoples and languages (a country may stand in its place), and an acronym that the claim itself spells out.
fn is_silent(claim: &str, identifier: &str) -> bool {
    let words = tokens(identifier);
    let people = |word: &String| {
        word.len() >= 6
            && !PERSONS.contains(&word.as_str())
            && ["ian", "ean", "ish", "ese", "can"].iter().any(|ending| word.trim_end_matches('s').ends_with(ending))
    };
    let wide = !words.is_empty() && words.iter().all(|word| WIDE.contains(&word.as_str()) || people(word) || is_stop(word));
    let acronym = identifier.chars().filter(|letter| letter.is_uppercase()).count() >= 2 && !identifier.contains(' ');
    wide || identifier.starts_with("I'") || (acronym && acronym_spelled_out(identifier, &claim.replace(identifier, "")))
}

/// A name without its first word, where that word begins a sentence and may have its capital from there: "Using ECharts".
fn without_opening(prepared: &Prepared, identifier: &Identifier) -> Option<Identifier> {
    let (_, rest) = identifier.text.split_once(' ')?;
    let opens = identifier.shape == Shape::Name && starts_sentence(prepared.claim, identifier.range.start);
    opens.then(|| Identifier { shape: Shape::Name, text: rest.to_owned(), range: identifier.range.clone() })
}

fn codeless_same_subject(prepared: &Prepared) -> Vec<usize> {
    prepared.closest().into_iter().filter(|place| prepared.coverage[*place] >= 0.6).collect()
}

fn judge(prepared: &Prepared, identifier: &Identifier, same_subject: &[usize]) -> Said {
    let say = |signal, kind, source: Option<usize>, expected: Option<String>, note: String| Said {
        check: CheckKind::Identifier,
        signal,
        kind,
        detected: identifier.text.clone(),
        expected,
        source,
        note,
    };
    let windows = (0..prepared.sources.len()).find(|place| stands_in(identifier, prepared.sources[*place].text));
    let around = |identifier: &Identifier| {
        (0..prepared.sources.len()).find(|place| {
            let source = &prepared.sources[*place];
            stands_in(identifier, source.context) || stands_in(identifier, source.document)
        })
    };
    let place = windows.or_else(|| around(identifier)).or_else(|| around(&without_opening(prepared, identifier)?));
    if let Some(place) = place {
        return say(
            Signal::Passed,
            FindingKind::IdentifierMismatch,
            Some(place),
            None,
            format!("{} stands in the evidence", identifier.text),
        );
    }
    if matches!(identifier.shape, Shape::Code | Shape::Email) {
        for place in same_subject {
            let rivals: Vec<Identifier> = extract(prepared.sources[*place].text)
                .into_iter()
                .filter(|other| other.shape == identifier.shape && alike(&other.text, &identifier.text))
                .collect();
            if let [rival] = rivals.as_slice() {
                let note = format!("the claim says {}, the evidence {}", identifier.text, rival.text);
                return say(Signal::Clash, FindingKind::IdentifierMismatch, Some(*place), Some(rival.text.clone()), note);
            }
        }
    }
    say(Signal::Absent, FindingKind::NonexistentEntity, None, None, format!("{} stands nowhere in the evidence", identifier.text))
}

/// Codes of one make: the same letters in the same places.
fn alike(a: &str, b: &str) -> bool {
    let make = |code: &str| code.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
    make(a) == make(b) || (a.contains('@') && b.contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn texts(text: &str) -> Vec<String> {
        extract(text).into_iter().map(|identifier| identifier.text).collect()
    }

    #[test]
    fn finds_names_codes_and_acronyms() {
        assert_eq!(
            texts("The report by Maria Lopez names Acme Inc. and the Port of Hamburg."),
            ["Maria Lopez", "Acme Inc", "Port of Hamburg"]
        );
        assert_eq!(texts("Invoice INV-2024-07 went to a.b@example.org."), ["INV-2024-07", "a.b@example.org"]);
        assert_eq!(texts("The NOI rose on Monday in Q3 2024."), ["NOI"]);
        assert_eq!(texts("Revenue grew. Costs fell."), Vec::<String>::new());
    }

    fn signals(claim: &str, evidence: &str, context: &str) -> Vec<Signal> {
        let sources = [Source { text: evidence, context, document: "" }];
        // Without a dictionary every word may be an ordinary one.
        check(&Prepared::new(claim, &sources), &|_| true).into_iter().map(|said| said.signal).collect()
    }

    #[test]
    fn what_opens_a_sentence_and_is_no_word_is_a_name() {
        let ordinary = |word: &str| ["revenue", "smoking", "workers"].contains(&word);
        let signals = |claim: &str, evidence: &str| -> Vec<Signal> {
            let sources = [Source { text: evidence, context: "", document: "" }];
            check(&Prepared::new(claim, &sources), &ordinary).into_iter().map(|said| said.signal).collect()
        };
        assert_eq!(signals("Halvorsen was born in the village.", "Lindqvist was born in the village."), [Signal::Absent]);
        assert_eq!(signals("Lindqvist's house was sold.", "The house of Mrs Lindqvist was sold."), [Signal::Passed]);
        assert_eq!(signals("It rained. Kettleby won.", "It rained and Marlowe won."), [Signal::Absent]);
        assert_eq!(signals("Halvorsen Works was closed.", "The mill was closed."), [Signal::Absent]);
        for claim in
            ["Revenue grew.", "Everyone left.", "Despite it they stayed.", "This grew.", "Monday was wet.", "Smoking is forbidden."]
        {
            assert_eq!(signals(claim, "Something else is told here."), [], "{claim}");
        }
    }

    #[test]
    fn true_false_and_absent() {
        assert_eq!(signals("It was signed by Dr. Maria López.", "Maria Lopez signed it.", ""), [Signal::Passed]);
        assert_eq!(signals("It was signed by Peter Braun.", "Maria Lopez signed it.", ""), [Signal::Absent]);
        assert_eq!(signals("The bridge in Porto is long.", "The bridge is long.", "Porto guide"), [Signal::Passed]);
        assert_eq!(signals("The invoice number is INV-2024-08.", "The invoice number is INV-2024-07.", ""), [Signal::Clash]);
        assert_eq!(signals("The WHO approved it.", "The World Health Organization approved it.", ""), [Signal::Passed]);
        assert_eq!(signals("The German team won.", "Germany won.", ""), [Signal::Passed]);
        assert_eq!(signals("He lives in the U.S. now.", "He lives in the United States.", ""), [Signal::Passed]);
        assert_eq!(signals("He lives in the United States.", "He lives in the U.S. since May.", ""), [Signal::Passed]);
        assert_eq!(signals("Ask your Primary Care Physician.", "Ask your PCP.", ""), [Signal::Passed]);
        assert_eq!(signals("It was signed by Barack Obama.", "The paper was signed by Obama.", ""), [Signal::Passed]);
        assert_eq!(signals("It was signed by Barack Obama.", "The paper was signed by Michelle Obama.", ""), [Signal::Absent]);
        assert_eq!(signals("He shops at Family Mart.", "He shops at the FamilyMart.", ""), [Signal::Passed]);
        assert_eq!(signals("The Iranian borders are open.", "The borders of Iran are still open.", ""), [Signal::Passed]);
        assert_eq!(signals("Using ECharts is easy.", "The makers say ECharts is easy to use.", ""), [Signal::Passed]);
        assert_eq!(signals("It was built in the Spring for the Italian king.", "It was built in May.", ""), []);
        assert_eq!(signals("It lies in an Asian country.", "It lies in Korea.", ""), []);
        assert_eq!(signals("It was sold to Julian.", "It was sold to Petra.", ""), [Signal::Absent]);
        assert_eq!(signals("He helped to develop CDs.", "Known for: Compact Disc, DVD.", ""), [Signal::Passed]);
    }
}
