//! A question as tokens: folded words with their stems, numbers with their signs.

use groundwall_text::language::{self, Words};
pub(crate) use groundwall_text::words::stem;
use groundwall_values::number::word_value;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Words of `data/english.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    function_words: Words,
    verbs: Words,
    pub(crate) column_words: Words,
    pub(crate) said_by_participles: Words,
    pub(crate) measures: Words,
    pub(crate) ordinals: Vec<String>,
    pub(crate) money: Words,
    pub(crate) money_names: Words,
    pub(crate) asks_other: Words,
    pub(crate) people: Words,
    pub(crate) population: Words,
    pub(crate) frequent: Words,
    pub(crate) missing: Words,
    pub(crate) goes: Words,
    pub(crate) harms: Vec<String>,
    pub(crate) having: Words,
    pub(crate) telling: Words,
    pub(crate) single: Words,
    pub(crate) place_letters: Vec<String>,
    pub(crate) which: Words,
    pub(crate) asks_rows: Words,
    pub(crate) against: Words,
    pub(crate) percents: Words,
    pub(crate) kinds_of_place: Words,
    pub(crate) kinds_of_value: Words,
    pub(crate) actual: Words,
    pub(crate) proportions: Words,
    pub(crate) row_leads: Words,
    pub(crate) begins: Words,
    pub(crate) posts: Words,
    pub(crate) ends: Words,
    pub(crate) rows: Words,
    pub(crate) places: Words,
    pub(crate) every: Words,
    pub(crate) wholes: Words,
    pub(crate) sums: Words,
    pub(crate) truths: Words,
    pub(crate) yes_no: Words,
    pub(crate) leads: Vec<String>,
    pub(crate) quantifiers: Words,
    pub(crate) years: Words,
    pub(crate) numbering: Words,
    pub(crate) serials: Words,
    pub(crate) provisional: Words,
    pub(crate) particles: Words,
    pub(crate) shares: Words,
    pub(crate) ranks: Words,
    pub(crate) values: Words,
    pub(crate) rates: Words,
    pub(crate) errors: Words,
    /// Scales of whole tables, and how the lines above them say so.
    pub(crate) scales: Vec<ScaleWords>,
    /// Endings of what comes from a place, and what stands for each in the name of the place.
    pub(crate) adjectives: Vec<[String; 2]>,
    pub(crate) first_names: Words,
    pub(crate) last_names: Words,
    pub(crate) amounts: Words,
    pub(crate) figure_leads: Words,
    pub(crate) abouts: Vec<String>,
    pub(crate) joins: Vec<String>,
    pub(crate) greater: Words,
    pub(crate) less: Words,
    pub(crate) given: Words,
    pub(crate) gone: Words,
    pub(crate) multiples: BTreeMap<String, i64>,
    pub(crate) parts: BTreeMap<String, i64>,
    pub(crate) units: BTreeMap<String, Vec<String>>,
    pub(crate) of_all: Vec<String>,
    /// Words for one kind of person, by the word that names of columns have for it.
    pub(crate) kinds: BTreeMap<String, Vec<String>>,
    pub(crate) deeds: Vec<Deed>,
}

/// What is done, and by which words columns name those who have to do with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deed {
    pub(crate) verbs: Words,
    #[serde(default)]
    pub(crate) by: Vec<String>,
    #[serde(default)]
    pub(crate) from: Vec<String>,
    #[serde(default)]
    pub(crate) to: Vec<String>,
    /// The deed itself.
    #[serde(default)]
    pub(crate) of: Vec<String>,
    /// Whether it tells one of several from the others: who won.
    #[serde(default)]
    pub(crate) decides: bool,
}

/// The deed that a folded verb says.
pub(crate) fn deed_of(verb: &str) -> Option<&'static Deed> {
    ENGLISH.deeds.iter().find(|deed| deed.verbs.has(verb))
}

/// How a table says in what its numbers are given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScaleWords {
    pub(crate) word: String,
    pub(crate) factor: i64,
    pub(crate) said: Vec<String>,
    /// How the name of its file ends.
    pub(crate) ends: Vec<String>,
}

/// The word lists that this crate reads texts with; a report names their hash.
pub const LISTS: &[&str] = &[
    include_str!("../data/english.toml"),
    include_str!("../data/codes.toml"),
];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));

/// The largest number that is read in a single word; a hundred and more are said with others.
const LARGEST_WORD: f64 = 90.0;

/// Lower case without diacritics, white space folded.
pub(crate) fn fold(text: &str) -> String {
    let folded: String = text
        .nfkd()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect::<String>()
        .to_lowercase();
    folded
        .replace(['’', '‘'], "'")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A number as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) value: Decimal,
    pub(crate) decimals: u32,
    /// What one of its last written digit is: 100,000 of `4.6 million`.
    pub(crate) unit: Decimal,
    pub(crate) percent: bool,
}

/// One word, number or sign of a question.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    /// As written, without punctuation around it.
    pub(crate) text: String,
    pub(crate) folded: String,
    pub(crate) stem: String,
    pub(crate) number: Option<Written>,
    /// Whether a comma or the like follows.
    pub(crate) breaks: bool,
}

impl Token {
    /// Whether the kind of thing that is asked for stands behind it: `which`, `what`.
    pub(crate) fn is_which(&self) -> bool {
        ENGLISH.which.has(&self.folded)
    }

    /// Takes a word behind a number that belongs to it: `percent`, `million`.
    fn takes(&mut self, word: &str) -> bool {
        let breaks = self.breaks;
        let Some(number) = &mut self.number else {
            return false;
        };
        if matches!(word, "%" | "percent" | "per-cent") {
            number.percent = true;
            return true;
        }
        let scaled = scale(word).filter(|_| !breaks).and_then(|scale| {
            let scale = Decimal::from(scale);
            Some((
                number.value.checked_mul(scale)?,
                number.unit.checked_mul(scale)?,
            ))
        });
        if let Some((value, unit)) = scaled {
            *number = Written {
                value,
                decimals: 0,
                unit,
                percent: number.percent,
            };
        }
        scaled.is_some()
    }

    /// `a thousand`, `one million`: what stands in front of a scale is the number.
    fn counts(&mut self, word: &str) -> bool {
        let single = ENGLISH.single.has(&self.folded) && !self.breaks;
        let Some(scale) = scale(word).filter(|_| single) else {
            return false;
        };
        self.number = Some(Written {
            value: Decimal::from(scale),
            decimals: 0,
            unit: Decimal::from(scale),
            percent: false,
        });
        true
    }

    pub(crate) fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

fn number(text: &str) -> Option<Written> {
    let (text, percent) = text
        .strip_suffix('%')
        .map_or((text, false), |before| (before, true));
    let text = text.trim_start_matches(['$', '€', '£', '₹', '¥']);
    let (text, scale) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1_000),
        b'm' | b'M' => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    let bare = text.strip_prefix(['-', '−']).unwrap_or(text);
    if !bare.starts_with(|c: char| c.is_ascii_digit())
        || !bare.ends_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let groups_fit = bare
        .split('.')
        .next()
        .unwrap_or_default()
        .split(',')
        .skip(1)
        .all(|group| group.len() == 3 || group.len() == 2);
    if !groups_fit
        || !bare
            .chars()
            .all(|c| c.is_ascii_digit() || c == ',' || c == '.')
    {
        return None;
    }
    let value: Decimal = text.replace(',', "").replace('−', "-").parse().ok()?;
    let decimals = if scale == 1 { value.scale() } else { 0 };
    let scale = Decimal::from(scale);
    Some(Written {
        value: value.checked_mul(scale)?,
        decimals,
        unit: Decimal::new(1, value.scale()).checked_mul(scale)?,
        percent,
    })
}

/// Tokens as they were written.
pub(crate) fn written(tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    words.join(" ")
}

/// Tokens of a question or claim. Possessives lose their `'s`, hyphens part words but not codes, `>=` and its kin stand alone.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let spaced = text
        .replace(['’', '‘'], "'")
        .replace("n't", " not")
        .replace(['(', ')', '[', ']', '"', '“', '”', ';', '?', '!'], " ; ");
    for raw in spaced.split_whitespace() {
        let word =
            raw.trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '\'' | '…') || c == '.');
        let breaks = raw.ends_with([',', ';', ':']);
        if let Some(last) = tokens.last_mut().filter(|_| word.is_empty()) {
            last.breaks |= breaks;
            continue;
        }
        let word = word
            .strip_suffix("'s")
            .unwrap_or(word)
            .trim_end_matches('\'');
        // `B-52s`
        let is_model = |word: &&str| {
            word.ends_with(|c: char| c.is_ascii_digit()) && word.contains(char::is_uppercase)
        };
        let word = word.strip_suffix('s').filter(is_model).unwrap_or(word);
        if word.is_empty() {
            continue;
        }
        // `what per cent`, `5 per cent`
        let is_per = |last: &mut Token| last.folded == "per" && word.eq_ignore_ascii_case("cent");
        let word = if tokens.pop_if(is_per).is_some() {
            "percent"
        } else {
            word
        };
        if let Some(last) = tokens.last_mut()
            && (last.takes(word) || last.counts(word))
        {
            last.breaks |= breaks;
            continue;
        }
        push_word(&mut tokens, word, breaks);
    }
    tokens
}

/// Adds a word: signs in front of it apart, its parts at hyphens unless it is a code.
fn push_word(tokens: &mut Vec<Token>, word: &str, breaks: bool) {
    let signs = word.len() - word.trim_start_matches(['<', '>', '=', '≥', '≤']).len();
    if signs > 0 && signs < word.len() {
        tokens.push(token(&word[..signs], false));
        tokens.push(token(&word[signs..], breaks));
        return;
    }
    if let Some(number) = tens_and_ones(word) {
        tokens.push(Token {
            number: Some(number),
            ..token(word, breaks)
        });
        return;
    }
    let code = word.chars().any(|c| c.is_ascii_digit());
    let parts: Vec<&str> = if code {
        vec![word]
    } else {
        word.split(['-', '–', '/'])
            .filter(|part| !part.is_empty())
            .collect()
    };
    let count = parts.len();
    for (place, part) in parts.into_iter().enumerate() {
        tokens.push(token(part, breaks && place + 1 == count));
    }
}

/// `twenty-five`
fn tens_and_ones(word: &str) -> Option<Written> {
    let (tens, ones) = word.split_once('-')?;
    let value = |word: &str| word_value(&fold(word)).map(|value| value as u32);
    let tens = value(tens).filter(|tens| (20..100).contains(tens))?;
    // `one` alone is a pronoun, too.
    let ones = match fold(ones).as_str() {
        "one" => 1,
        ones => value(ones).filter(|ones| (2..10).contains(ones))?,
    };
    Some(whole(tens + ones))
}

/// A number in words.
pub(crate) fn whole(value: u32) -> Written {
    Written {
        value: Decimal::from(value),
        decimals: 0,
        unit: Decimal::ONE,
        percent: false,
    }
}

fn scale(word: &str) -> Option<u64> {
    match word.to_lowercase().as_str() {
        "hundred" => Some(100),
        "thousand" => Some(1_000),
        "million" | "millions" => Some(1_000_000),
        "billion" | "billions" => Some(1_000_000_000),
        _ => None,
    }
}

fn token(text: &str, breaks: bool) -> Token {
    let folded = fold(text);
    let spelled = || {
        let value = word_value(&folded).filter(|value| *value <= LARGEST_WORD)?;
        Some(whole(value as u32))
    };
    let number = number(text).or_else(spelled);
    Token {
        stem: stem(&folded),
        folded,
        text: text.to_owned(),
        number,
        breaks,
    }
}

/// Whether a folded word is a verb that only holds a question together.
pub(crate) fn is_plain_verb(word: &str) -> bool {
    ENGLISH.verbs.has(word)
}

/// Whether a folded word carries no meaning of its own in a question to a table.
pub(crate) fn is_function(word: &str) -> bool {
    ENGLISH.function_words.has(word) || ENGLISH.verbs.has(word)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_numbers_and_signs() {
        let read = |text: &str| {
            let tokens = tokens(text);
            tokens
                .iter()
                .map(|token| {
                    token
                        .number
                        .as_ref()
                        .map_or(token.folded.clone(), |number| {
                            format!("#{}{}", number.value, if number.percent { "%" } else { "" })
                        })
                })
                .collect::<Vec<_>>()
                .join(" ")
        };
        let table = [
            (
                "Who has >=75% in Asha's class?",
                "who has >= #75% in asha class",
            ),
            (
                "more than 1,200.50 kg, or $5k",
                "more than #1200.50 kg or #5000",
            ),
            (
                "Is 22A91A0501's follow-up done?",
                "is 22a91a0501 follow up done",
            ),
            ("twelve pupils don't", "#12 pupils do not"),
            (
                "over 50 million people, 2.5 thousand",
                "over #50000000 people #2500.0",
            ),
            ("75 percent; 3 of them", "#75% #3 of them"),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected);
        }
    }
}
