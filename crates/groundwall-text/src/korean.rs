//! Korean words taken apart: a stem, and what its particle or ending makes of it. `data/korean.toml` lists both.
//!
//! There is no dictionary, so that a word has several readings: "나이는" is an age or what follows from "나". Two words say the same where one reading of each does.

use crate::language::{self, Phrases};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// The words and endings that Korean is read with: apart from the lists that a judge of English claims was trained with.
pub const LIST: &str = include_str!("../data/korean.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    particles: BTreeMap<Role, Phrases>,
    behind: BTreeMap<Role, Phrases>,
    endings: BTreeMap<Clause, Phrases>,
    joined: BTreeMap<Clause, Phrases>,
    same: Same,
    function_words: FunctionWords,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionWords {
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Same {
    groups: Vec<Vec<String>>,
}

/// What a particle makes of a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// There is none.
    #[serde(skip)]
    Bare,
    Topic,
    Subject,
    Object,
    Of,
    At,
    In,
    To,
    Toward,
    As,
    By,
    With,
    Or,
    From,
    Until,
    Only,
    Also,
    Than,
    Each,
    Like,
}

/// What an ending makes of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clause {
    /// It ends the sentence.
    Final,
    And,
    But,
    Because,
    If,
    While,
    /// It stands before a noun: of what is, was, will be and used to be.
    Now,
    Then,
    Will,
    Once,
    /// It is a noun itself.
    Noun,
    /// "않다" follows.
    Not,
    Asked,
    Told,
    Whether,
    SoThat,
    Or,
    Must,
    Even,
}

/// How a word ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A noun, and what stands behind a first particle.
    Noun(Role, Option<Role>),
    Verb {
        clause: Clause,
        past: bool,
    },
}

/// One way to read a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// In single letters; words that say the same have one stem.
    pub stem: String,
    pub ending: Ending,
}

/// Particles, endings and words that say the same, in single letters; the longest first.
struct Forms {
    particles: Vec<(String, Role)>,
    behind: Vec<(String, Role)>,
    endings: Vec<(String, Clause)>,
    joined: Vec<(String, Clause)>,
    same: BTreeMap<String, String>,
    /// Stems.
    function_words: HashSet<String>,
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let file: File = language::read("data/korean.toml", LIST);
    let mut same = BTreeMap::new();
    for group in file.same.groups {
        let first = letters(group.first().map_or("", String::as_str));
        same.extend(group.iter().map(|word| (letters(word), first.clone())));
    }
    let function_words = file.function_words.words.iter();
    Forms {
        function_words: function_words.map(|word| letters(word)).collect(),
        particles: listed(&file.particles),
        behind: listed(&file.behind),
        endings: listed(&file.endings),
        joined: listed(&file.joined),
        same,
    }
});

fn listed<T: Copy>(lists: &BTreeMap<T, Phrases>) -> Vec<(String, T)> {
    let forms = lists
        .iter()
        .flat_map(|(kind, words)| words.iter().map(|word| (letters(word), *kind)));
    let mut forms: Vec<(String, T)> = forms.collect();
    forms.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    forms
}

/// A word in single letters, as folded texts have it. A letter that stands alone closes a syllable.
fn letters(word: &str) -> String {
    let closing = |letter: char| match letter {
        'ㄴ' => '\u{11ab}',
        'ㄹ' => '\u{11af}',
        'ㅁ' => '\u{11b7}',
        'ㅂ' => '\u{11b8}',
        'ㅆ' => PAST,
        _ => letter,
    };
    word.chars().map(closing).nfd().collect()
}

/// ㅆ at the end of a syllable.
const PAST: char = '\u{11bb}';
/// The verb "이다" behind a noun.
const TO_BE: &str = "\u{110b}\u{1175}";

fn is_vowel(letter: char) -> bool {
    matches!(letter, '\u{1161}'..='\u{1175}')
}

fn closes(letter: char) -> bool {
    matches!(letter, '\u{11a8}'..='\u{11c2}')
}

/// A stem as readings have it: in single letters, and the first of those that say the same.
pub fn stem_of(word: &str) -> String {
    let letters = letters(word);
    FORMS.same.get(&letters).cloned().unwrap_or(letters)
}

/// Whether a word is written in Korean letters to its end.
pub fn is_korean(word: &str) -> bool {
    word.chars()
        .next_back()
        .is_some_and(|letter| matches!(letter, '가'..='힣' | '\u{1100}'..='\u{11ff}'))
}

/// The ways in which a word can be read, those with the longest particle or ending first; at least as a bare noun.
pub fn readings(word: &str) -> Vec<Reading> {
    let word = letters(word);
    let mut found = Vec::new();
    let mut add = |stem: &str, ending: Ending| {
        let stem = FORMS.same.get(stem).map_or(stem, String::as_str).to_owned();
        let reading = Reading { stem, ending };
        if !reading.stem.is_empty() && !found.contains(&reading) {
            found.push(reading);
        }
    };
    as_verb(&word, &mut add);
    as_noun(&word, &mut add);
    found
}

/// Whether what follows may stand behind these letters: what begins with a closing letter needs an open syllable.
fn fits(stem: &str, rest: &str) -> bool {
    let open = stem.chars().next_back().is_some_and(is_vowel);
    !stem.is_empty() && (open || !rest.chars().next().is_some_and(closes))
}

fn as_noun(word: &str, add: &mut impl FnMut(&str, Ending)) {
    for (particle, role) in &FORMS.particles {
        let Some(stem) = word.strip_suffix(particle.as_str()) else {
            continue;
        };
        add(stem, Ending::Noun(*role, None));
    }
    for (last, second) in &FORMS.behind {
        let Some(rest) = word.strip_suffix(last.as_str()) else {
            continue;
        };
        for (particle, role) in &FORMS.particles {
            let Some(stem) = rest.strip_suffix(particle.as_str()) else {
                continue;
            };
            if !matches!(role, Role::Topic | Role::Subject | Role::Object | Role::Of) {
                let second = Some(*second).filter(|second| *second != Role::Topic);
                add(stem, Ending::Noun(*role, second));
            }
        }
    }
    add(word, Ending::Noun(Role::Bare, None));
}

fn as_verb(word: &str, add: &mut impl FnMut(&str, Ending)) {
    let mut verb = |stem: &str, clause: Clause, past: bool| {
        let ending = Ending::Verb { clause, past };
        let polite = ["\u{110b}\u{1173}\u{1109}\u{1175}", "\u{1109}\u{1175}"];
        let plain = polite.iter().find_map(|polite| stem.strip_suffix(polite));
        for stem in [Some(stem), plain].into_iter().flatten() {
            add(stem, ending);
            // "이다" behind a noun says of it what the noun itself does.
            if let Some(noun) = stem.strip_suffix(TO_BE) {
                add(noun, ending);
            }
        }
    };
    for (ending, clause) in &FORMS.endings {
        let Some(rest) = word.strip_suffix(ending.as_str()) else {
            continue;
        };
        match rest.strip_suffix(PAST) {
            Some(before) => {
                for stem in joined_stems(before) {
                    verb(&stem, *clause, true);
                }
                // "있다" and "하겠다" are no past.
                verb(rest, *clause, false);
            }
            None if fits(rest, ending) => {
                verb(rest, *clause, false);
                // "만드는" is of "만들다".
                if rest.chars().next_back().is_some_and(is_vowel)
                    && (ending.starts_with(letters("는").as_str()) || ending.starts_with(closes))
                {
                    verb(&format!("{rest}\u{11af}"), *clause, false);
                }
            }
            None => {}
        }
    }
    for (ending, clause) in &FORMS.joined {
        if let Some(rest) = word.strip_suffix(ending.as_str()) {
            for stem in joined_stems(rest) {
                verb(&stem, *clause, false);
            }
        }
    }
}

/// The stems to which 아, 어 or 여 was joined: "하여" and "해" are of "하다", "되어" and "돼" of "되다", "지켜" of "지키다".
fn joined_stems(joined: &str) -> Vec<String> {
    let own = ["아", "어", "여"].map(letters);
    let mut stems: Vec<String> = own
        .iter()
        .filter_map(|vowel| joined.strip_suffix(vowel.as_str()))
        .filter(|stem| !stem.is_empty())
        .map(str::to_owned)
        .collect();
    let mut before = joined.chars();
    let last = before.next_back();
    let before = before.as_str();
    let parts: &[&str] = match last {
        Some('\u{1161}') => &["\u{1161}"],
        Some('\u{1165}') => &["\u{1165}", "\u{1173}"],
        Some('\u{1162}') if before.ends_with('\u{1112}') => &["\u{1161}"],
        Some('\u{1162}') => &["\u{1162}"],
        Some('\u{1167}') => &["\u{1175}", "\u{1167}"],
        Some('\u{116a}') => &["\u{1169}"],
        Some('\u{116f}') => &["\u{116e}"],
        Some('\u{116b}') => &["\u{116c}"],
        _ => &[],
    };
    stems.extend(parts.iter().map(|vowel| format!("{before}{vowel}")));
    stems
}

/// Syllables of a stem in single letters.
pub fn syllables(stem: &str) -> usize {
    stem.chars().filter(|letter| is_vowel(*letter)).count()
}

/// The stem by which a folded word is searched and counted: without particles and endings, as long as two syllables are left, and without "하다" or "되다" behind a noun.
/// What only looks like a particle goes too ("전문가" is "전문"), from every form of the word.
pub(crate) fn stem(word: &str) -> String {
    let mut stem = letters(word);
    while let Some(shorter) = shorter(&stem) {
        stem = shorter;
    }
    stem
}

/// The terms by which a folded word is searched: every two syllables of its stem that follow each other, as compounds are written with and without spaces; none where it
/// says little of what a text is about.
pub(crate) fn terms(word: &str) -> Vec<String> {
    if is_stop(word) {
        return Vec::new();
    }
    let syllables: Vec<char> = stem(word).nfc().collect();
    let pair = |pair: &[char]| pair.iter().copied().nfc().collect();
    if syllables.len() < 2 {
        return vec![pair(&syllables)];
    }
    syllables.windows(2).map(pair).collect()
}

/// Whether a folded word says little of what a text is about, in one of its readings.
pub(crate) fn is_stop(word: &str) -> bool {
    let words = &FORMS.function_words;
    // "나이" and "제도" are nouns.
    let noun = |reading: &Reading| {
        let particle = matches!(
            reading.ending,
            Ending::Noun(Role::Subject | Role::Also | Role::Of, _)
        );
        particle && syllables(&reading.stem) == 1
    };
    readings(word)
        .iter()
        .any(|reading| words.contains(&reading.stem) && !noun(reading))
}

/// A word without its longest particle or ending.
fn shorter(word: &str) -> Option<String> {
    let light = ["하", "되"].map(letters);
    let noun = |stem: &str| {
        let noun = light
            .iter()
            .find_map(|verb| stem.strip_suffix(verb.as_str()));
        noun.map(str::to_owned)
    };
    let stems = readings(word).into_iter().filter_map(|reading| {
        let noun = noun(&reading.stem);
        // "대출" is no form of "대추", and "신청할" one of "신청하".
        let cut = word.len() - word.len().min(reading.stem.len());
        let sure = cut > '\u{11af}'.len_utf8() || noun.is_some();
        sure.then(|| noun.unwrap_or(reading.stem))
    });
    stems
        .filter(|stem| stem.len() < word.len() && syllables(stem) > 1)
        .min_by_key(String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(clause: Clause, past: bool) -> Ending {
        Ending::Verb { clause, past }
    }

    #[test]
    fn a_word_is_read_with_each_particle_and_ending_that_it_may_have() {
        for (word, stem, ending) in [
            ("수수료를", "수수료", Ending::Noun(Role::Object, None)),
            ("회사의", "회사", Ending::Noun(Role::Of, None)),
            ("창구에서는", "창구", Ending::Noun(Role::In, None)),
            (
                "34세까지의",
                "34세",
                Ending::Noun(Role::Until, Some(Role::Of)),
            ),
            ("신청합니다", "신청하", verb(Clause::Final, false)),
            ("신청한다", "신청하", verb(Clause::Final, false)),
            ("신청할", "신청하", verb(Clause::Will, false)),
            ("신청하여야", "신청하", verb(Clause::Must, false)),
            ("신청해야", "신청하", verb(Clause::Must, false)),
            ("신청하였다", "신청하", verb(Clause::Final, true)),
            ("신청했습니다", "신청하", verb(Clause::Final, true)),
            ("신청하시면", "신청하", verb(Clause::If, false)),
            ("아니한다", "않", verb(Clause::Final, false)),
            ("않습니다", "않", verb(Clause::Final, false)),
            ("있다", "있", verb(Clause::Final, false)),
            ("되었으며", "되", verb(Clause::And, true)),
            ("됐고", "되", verb(Clause::And, true)),
            ("만드는", "만들", verb(Clause::Now, false)),
            ("본부장이며", "본부장", verb(Clause::And, false)),
            ("본부장입니다", "본부장", verb(Clause::Final, false)),
            ("지켜야", "지키", verb(Clause::Must, false)),
        ] {
            let wanted = Reading {
                stem: letters(stem),
                ending,
            };
            let readings = readings(word);
            assert!(readings.contains(&wanted), "{word}: {readings:?}");
        }
    }

    #[test]
    fn a_word_is_found_by_its_stem_whatever_stands_behind_it() {
        for words in [
            &[
                "신청",
                "신청을",
                "신청한다",
                "신청할",
                "신청하여야",
                "신청했습니다",
                "신청된",
            ][..],
            &["대출", "대출은", "대출의", "대출에서", "대출이다"],
            &["소비자보호부", "소비자보호부가", "소비자보호부에서는"],
        ] {
            let stems: Vec<String> = words.iter().map(|word| stem(&letters(word))).collect();
            assert!(
                stems.iter().all(|stem| *stem == stems[0]),
                "{words:?} {stems:?}"
            );
        }
        assert_ne!(stem(&letters("신청")), stem(&letters("신고")));
    }
}
