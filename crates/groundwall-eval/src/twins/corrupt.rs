//! A claim with one thing changed, and a sentence with less in it.

use crate::corpus::Rng;
use groundwall_checks::identifier::{self, Shape};
use groundwall_text::words::capitalised;
use groundwall_values::{date, number};

/// What is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// Another value, farther off than any tolerance.
    Number,
    /// Another year, or another month.
    Date,
    /// Another name or code.
    Identifier,
    /// A negation put in or taken out.
    Negation,
    /// Two names exchanged.
    Roles,
}

impl Fault {
    /// Those that a check can find without a model.
    pub const CHECKED: [Self; 3] = [Self::Number, Self::Date, Self::Identifier];
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Number,
        Self::Date,
        Self::Identifier,
        Self::Negation,
        Self::Roles,
    ];

    /// Name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Date => "date",
            Self::Identifier => "identifier",
            Self::Negation => "negation",
            Self::Roles => "roles",
        }
    }
}

/// Invented names that take the place of a claim's own.
const NAMES: [&str; 24] = [
    "Halvorsen",
    "Brennick",
    "Tamsin Orr",
    "Quillmore",
    "Vestergaard",
    "Ilmari Koski",
    "Dunmarrow",
    "Okonjo",
    "Petra Lindqvist",
    "Marlowe",
    "Zabrinski",
    "Castellan",
    "Redgrave Holdings",
    "Ostrava",
    "Lindenfeld",
    "Nakamura",
    "Aldous Fenn",
    "Brightwater",
    "Sorrel Bay",
    "Kettleby",
    "Anselm Roth",
    "Wexcombe",
    "Yarmolenko",
    "Tregarth",
];

const WORDS: [&str; 12] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const AUXILIARIES: [&str; 14] = [
    " is ", " are ", " was ", " were ", " has ", " have ", " had ", " can ", " will ", " must ",
    " may ", " does ", " did ", " should ",
];

fn replaced(text: &str, range: std::ops::Range<usize>, instead: &str) -> String {
    format!("{}{instead}{}", &text[..range.start], &text[range.end..])
}

/// The claim with one fault; none where it has nothing that the fault could change, or where the changed value stands in the evidence too.
pub fn corrupt(claim: &str, evidence: &str, fault: Fault, seed: u64) -> Option<String> {
    let mut rng = Rng::new(seed);
    let (changed, value) = match fault {
        Fault::Number => other_number(claim, &mut rng)?,
        Fault::Date => other_date(claim, &mut rng)?,
        Fault::Identifier => other_identifier(claim, &mut rng)?,
        Fault::Negation => return negated(claim),
        Fault::Roles => return exchanged(claim),
    };
    let known = evidence.to_lowercase();
    (changed != claim && !known.contains(value.to_lowercase().trim())).then_some(changed)
}

/// The number word that a value starts with, and its place among those that can stand for it: "two" of "two thirds", none of "doubled".
fn number_word(written: &str) -> Option<(&str, usize)> {
    let word = written.split([' ', '-']).next()?;
    WORDS
        .iter()
        .position(|known| word.eq_ignore_ascii_case(known))
        .map(|place| (word, place))
}

/// The first digit becomes another one: at least 11 % off, beyond every band.
fn other_number(claim: &str, rng: &mut Rng) -> Option<(String, String)> {
    let numbers: Vec<number::Number> = number::extract(claim)
        .into_iter()
        .filter(|number| {
            number.value.abs() > 1.0
                && matches!(number.bound, number::Bound::Exact | number::Bound::About)
        })
        .filter(|number| {
            !number.is_time_of_day()
                && (number.text.contains(|c: char| c.is_ascii_digit())
                    || number_word(&number.text).is_some())
        })
        .collect();
    let chosen = numbers.get(rng.below(numbers.len()))?;
    let written = &claim[chosen.range.clone()];
    let instead = match written.find(|c: char| ('1'..='9').contains(&c)) {
        Some(at) => {
            let digit = written.as_bytes()[at] - b'0';
            let other = (digit + 1 + rng.below(7) as u8) % 9 + 1;
            let other = if other == digit { digit % 9 + 1 } else { other };
            replaced(written, at..at + 1, &other.to_string())
        }
        None => {
            let (word, place) = number_word(written)?;
            let other = WORDS[(place + 1 + rng.below(WORDS.len() - 1)) % WORDS.len()];
            let other = if word.chars().next().is_some_and(char::is_uppercase) {
                capitalised(other)
            } else {
                other.to_owned()
            };
            replaced(written, 0..word.len(), &other)
        }
    };
    Some((replaced(claim, chosen.range.clone(), &instead), instead))
}

fn other_date(claim: &str, rng: &mut Rng) -> Option<(String, String)> {
    let dates = date::extract(claim);
    let chosen = dates.get(rng.below(dates.len()))?;
    let written = &claim[chosen.range.clone()];
    let instead = if let Some(year) = chosen
        .year
        .map(|year| year.to_string())
        .filter(|year| written.contains(year.as_str()))
    {
        let other: i32 = year.parse().ok()?;
        let step = 2 + rng.below(17) as i32;
        let other = if rng.below(2) == 0 {
            other - step
        } else {
            other - step - 20
        };
        written.replacen(&year, &other.to_string(), 1)
    } else {
        let (place, month) = MONTHS
            .iter()
            .enumerate()
            .find(|(_, month)| written.contains(**month))?;
        written.replacen(month, MONTHS[(place + 1 + rng.below(11)) % 12], 1)
    };
    Some((replaced(claim, chosen.range.clone(), &instead), instead))
}

fn other_identifier(claim: &str, rng: &mut Rng) -> Option<(String, String)> {
    let all: Vec<identifier::Identifier> = identifier::extract(&claim.into())
        .into_iter()
        .filter(|found| matches!(found.shape, Shape::Name | Shape::Code) && found.text.len() > 3)
        .collect();
    let chosen = all.get(rng.below(all.len()))?;
    let written = &claim[chosen.range.clone()];
    let instead = match written
        .rfind(|c: char| c.is_ascii_digit())
        .filter(|_| chosen.shape == Shape::Code)
    {
        Some(at) => {
            let digit = written.as_bytes()[at] - b'0';
            replaced(
                written,
                at..at + 1,
                &((digit + 1 + rng.below(9) as u8) % 10).to_string(),
            )
        }
        None => NAMES[rng.below(NAMES.len())].to_owned(),
    };
    Some((replaced(claim, chosen.range.clone(), &instead), instead))
}

fn negated(claim: &str) -> Option<String> {
    if let Some(at) = claim.find(" not ") {
        return Some(replaced(claim, at..at + 4, ""));
    }
    let (at, auxiliary) = AUXILIARIES
        .iter()
        .filter_map(|auxiliary| Some((claim.find(auxiliary)?, auxiliary)))
        .min()?;
    Some(replaced(
        claim,
        at..at + auxiliary.len(),
        &format!("{auxiliary}not "),
    ))
}

fn exchanged(claim: &str) -> Option<String> {
    let names = identifier::names(&claim.into());
    let (one, other) = (names.first()?, names.last()?);
    let apart = one.range.end < other.range.start && one.text != other.text;
    apart.then(|| {
        let between = &claim[one.range.end..other.range.start];
        format!(
            "{}{}{between}{}{}",
            &claim[..one.range.start],
            &claim[other.range.clone()],
            &claim[one.range.clone()],
            &claim[other.range.end..]
        )
    })
}

/// A sentence with less in it, which it therefore supports: without what stands in brackets, an opening phrase, or a closing relative clause. None where nothing can be left out.
pub fn shortened(sentence: &str) -> Option<String> {
    let mut text = sentence.trim().to_owned();
    if let (Some(open), Some(close)) = (text.find(" ("), text.find(')'))
        && open < close
    {
        text.replace_range(open..=close, "");
    }
    for relative in [", which ", ", who ", ", where "] {
        if let Some(at) = text.rfind(relative)
            && !text[at + 2..].contains(',')
        {
            text = format!("{}.", &text[..at]);
        }
    }
    if let Some((opening, rest)) = text.split_once(", ") {
        let first = opening
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let adverbial = [
            "in", "on", "at", "during", "since", "after", "before", "by", "from", "for", "as",
            "with",
        ]
        .contains(&first.as_str());
        if adverbial
            && opening.split_whitespace().count() <= 6
            && rest.split_whitespace().count() >= 4
        {
            text = capitalised(rest);
        }
    }
    (text != sentence.trim() && text.split_whitespace().count() >= 4).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_changes_what_it_names() {
        let claim = "Acme Harbour bought 1,200 cranes from Brill Works on 3 May 2019.";
        for seed in 0..40 {
            let changed = |fault| corrupt(claim, claim, fault, seed).unwrap();
            let value = |text: &str| number::extract(text)[0].value;
            let other = value(&changed(Fault::Number));
            assert!((other - 1200.0).abs() / 1200.0 > 0.1, "{other}");
            assert_ne!(date::extract(&changed(Fault::Date))[0].year, Some(2019));
            let other = changed(Fault::Identifier);
            assert!(
                !other.contains("Acme Harbour") || !other.contains("Brill Works"),
                "{other}"
            );
        }
        assert_eq!(
            corrupt(claim, "", Fault::Roles, 1).unwrap(),
            "Brill Works bought 1,200 cranes from Acme Harbour on 3 May 2019."
        );
        assert_eq!(
            corrupt("Pilots are not paid.", "", Fault::Negation, 1).unwrap(),
            "Pilots are paid."
        );
        assert_eq!(
            corrupt("Pilots are paid.", "", Fault::Negation, 1).unwrap(),
            "Pilots are not paid."
        );
    }

    #[test]
    fn a_shortened_sentence_says_less() {
        let table = [
            (
                "In 1871, the tower was built of stone.",
                Some("The tower was built of stone."),
            ),
            (
                "The tower (27 metres) was built of stone.",
                Some("The tower was built of stone."),
            ),
            (
                "The tower was built by Lund, who died in 1880.",
                Some("The tower was built by Lund."),
            ),
            ("The tower was built of stone.", None),
        ];
        for (sentence, wanted) in table {
            assert_eq!(shortened(sentence).as_deref(), wanted, "{sentence}");
        }
    }

    #[test]
    fn nothing_to_change_is_no_twin() {
        for fault in [
            Fault::Number,
            Fault::Date,
            Fault::Identifier,
            Fault::Negation,
            Fault::Roles,
        ] {
            assert_eq!(corrupt("gulls shout", "", fault, 3), None, "{fault:?}");
        }
        assert_eq!(
            corrupt(
                "twelve",
                "two three four five six seven eight nine ten eleven twelve twenty",
                Fault::Number,
                3
            ),
            None
        );
    }
}
