//! A question as tokens: folded words with their stems, numbers with their signs.

use rust_decimal::Decimal;
use rust_stemmers::{Algorithm, Stemmer};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

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

/// The stem of a folded word.
pub(crate) fn stem(word: &str) -> String {
    if word.is_ascii() {
        STEMMER.stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// A number as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) value: Decimal,
    pub(crate) decimals: u32,
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
    pub(crate) fn is_capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

const SMALL: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

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
    Some(Written {
        value: value.checked_mul(Decimal::from(scale))?,
        decimals,
        percent,
    })
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
        if word.is_empty() {
            continue;
        }
        if let Some(last) = tokens
            .last_mut()
            .filter(|last| last.number.is_some() && matches!(word, "%" | "percent" | "per-cent"))
        {
            if let Some(number) = &mut last.number {
                number.percent = true;
            }
            last.breaks |= breaks;
            continue;
        }
        // `50 million`
        if let Some(last) = tokens
            .last_mut()
            .filter(|last| last.number.is_some() && !last.breaks)
            && let Some(scale) = scale(word)
            && let Some(number) = &mut last.number
            && let Some(value) = number.value.checked_mul(Decimal::from(scale))
        {
            *number = Written {
                value,
                decimals: 0,
                percent: number.percent,
            };
            last.breaks |= breaks;
            continue;
        }
        let signs = word.len() - word.trim_start_matches(['<', '>', '=', '≥', '≤']).len();
        if signs > 0 && signs < word.len() {
            tokens.push(token(&word[..signs], false));
            tokens.push(token(&word[signs..], breaks));
            continue;
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
    tokens
}

fn scale(word: &str) -> Option<u64> {
    match word.to_lowercase().as_str() {
        "thousand" => Some(1_000),
        "million" | "millions" => Some(1_000_000),
        "billion" | "billions" => Some(1_000_000_000),
        _ => None,
    }
}

fn token(text: &str, breaks: bool) -> Token {
    let folded = fold(text);
    let spelled = || {
        let value = SMALL
            .iter()
            .position(|word| *word == folded && *word != "one")?;
        Some(Written {
            value: Decimal::from(value),
            decimals: 0,
            percent: false,
        })
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

/// Words that carry no meaning of their own in a question to a table.
const FUNCTION: &str = " a about all also both much everything everyone everybody anyone those lie lies lay located situated am among an and any are as at be been being by can could d did do does during each every find following for from \
get gets give given go got had has have he her hers him his how i in into is it its itself just kindly let like list ll many may me my name names of on one ones \
or our out over own per please report s she show so some table tell that the their them then there these they this those to under up us was we were what \
when where which while who whom whose will with within would you your value values figure figures information details detail data overall altogether \
according recorded listed shown exactly currently display return know want like see entry entries record records row rows item items ";

/// Verbs that only hold a question together.
const VERBS: &str = " score scored scores obtain obtained obtains achieve achieved achieves receive received receives belong belongs belonged hold holds held \
make makes made record recorded reach reached reaches stand stands play plays played place placed stay stayed happen happened come comes came take takes took taken work works worked working live lives lived \
exist exists occur occurred include includes included contain contained equal equals amount amounts average total compute calculate computed calculated say says measured observed fell fall falls \
cover covers covered carry carries carried ";

pub(crate) fn is_function(word: &str) -> bool {
    FUNCTION.contains(&format!(" {word} ")) || VERBS.contains(&format!(" {word} "))
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
