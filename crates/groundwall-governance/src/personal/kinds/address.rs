//! Street addresses with a house number, in the orders of several languages, with a postcode and town where they follow.

use crate::personal::context::{before, last_of};
use crate::personal::language::LANGUAGE;
use crate::personal::{Candidate, Kind, Sure, number_stands_alone};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// One order of street and number. Groups: `number` always; `weak` is there where the street's word has other senses;
/// `place` is the postcode and town.
struct Form {
    pattern: LazyLock<Regex>,
}

impl Form {
    fn find(&self, text: &str, found: &mut Vec<Candidate>) {
        for parts in self.pattern.captures_iter(text) {
            if let Some(range) = address(text, &parts) {
                found.push(Candidate {
                    kind: Kind::Address,
                    range,
                    country: None,
                    sure: Sure::Form,
                });
            }
        }
    }
}

macro_rules! form {
    ($($part:expr),+) => {
        Form {
            pattern: LazyLock::new(|| {
                Regex::new(concat!("(?x)", $($part),+)).expect("the pattern is fixed")
            }),
        }
    };
}

/// A postcode and a town of the continent: `, 20457 Hamburg`, `1012 AB Amsterdam`, `00-950 Warszawa`.
macro_rules! place {
    () => {
        r"(?<place>,?[\ \n](?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{4}\ ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\ \d{2})
          \ \p{Lu}\p{L}+(?:[\ -]\p{Lu}\p{L}+){0,2})?"
    };
}

/// A side of a town, before or behind a street: `NW`, `N.W.`, `S`.
macro_rules! side {
    () => {
        r"(?:(?:[NS]\.?[EW]|[NSEW])\b\.?|(?:North|South)(?:east|west)?\b|(?:East|West)\b)"
    };
}

/// `12 Harbour Street`, `221B Baker St, London NW1 6XE`, `350 Fifth Avenue, New York, NY 10118`, `1600 Pennsylvania Avenue NW, Suite 300`.
static ENGLISH: Form = form!(
    r"(?<number>\d{1,5}[A-Za-z]?(?:[-/]\d{1,4})?)
      (?:\ (?:",
    side!(),
    r"|Old|Upper|Lower|St\.?|\d{1,3}(?:st|nd|rd|th)|\p{Lu}[\p{L}'-]+)){1,3}
      \ (?:(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Boulevard|Blvd|Crescent|Terrace|Mews)\b\.?
        |(?<weak>(?:Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Way|Close|Gardens|Grove|Row|Hill|Park|Parkway|Pkwy|Highway|Quay|Walk)\b\.?))
      (?:\ ",
    side!(),
    r")?
      (?:,?[\ \n](?:(?i:Apartment|Apt|Suite|Ste|Unit|Flat|Room|Rm|Floor|Fl)\b\.?\ ?\#?(?:\d{1,5}(?:-?[A-Za-z0-9]{1,2})?|[A-Z](?:-?\d{1,4})?)\b|\#\ ?\d{1,5}[A-Za-z]?\b))?
      (?<place>(?:,[\ \n]\p{Lu}\p{L}+(?:\ \p{Lu}\p{L}+){0,2}){0,2}
        ,?[\ \n](?:[A-Z]{1,2}\d[A-Z\d]?\ \d[A-Z]{2}|[A-Z]\.?[A-Z]\.?\ \d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\ \d[A-Z]\d|[A-Z]{2,3}\ \d{4})\b)?"
);

/// `Hafenstraße 12a, 20457 Hamburg`, `Berliner Str. 5`, `Keizersgracht 123`, `Storgatan 5`.
static GERMANIC: Form = form!(
    r"(?:(?:(?:\p{Lu}[\p{L}-]+(?:straße|strasse|str\.|straat|gracht|gatan|vägen|veien|vej|katu)
          |\p{Lu}\p{Ll}+(?:er|-)[\ -]?(?:Straße|Strasse|Str\.|Allee))
        |(?<weak>\p{Lu}[\p{L}-]+(?:weg|platz|gasse|allee|ring|damm|ufer|laan|plein|kade|gade|gata)|(?:Am|An\ der|Im|Zum|Zur|Unter\ den)\ \p{Lu}\p{Ll}+))
      \ (?<number>\d{1,4}(?:\ ?[a-h]\b|\ ?[-/]\ ?\d{1,4}\b)?))",
    place!()
);

/// `12 rue de la Paix, 75002 Paris`, `3 bis, avenue Foch`.
static FRENCH: Form = form!(
    r"(?<number>\d{1,4}(?:\ ?(?:bis|ter))?),?\ (?:(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Ii]mpasse|[Aa]llée|[Cc]hemin)
        |(?<weak>place|quai|cours|route|square))
      \ (?:(?:de|du|des|la|le|les|aux?|et)\ |[ld]')*\p{Lu}[\p{L}'-]*(?:\ (?:(?:de|du|des|la|le|les)\ |[ld]')*\p{Lu}[\p{L}'-]*){0,3}",
    place!()
);

/// `Calle Mayor 5, 28013 Madrid`, `Av. de la Constitución, nº 12`, `Via Roma 12`, `Rua Augusta, 100`.
static SOUTHERN: Form = form!(
    r"\b(?:Calle|C/|Avenida|Avda?\.?|Paseo|Plaza|Rua|Rúa|Travessa|Praça|Via|Viale|Piazza|Corso|Vicolo)
      (?:\ (?:de|del|della|delle|dei|do|da|dos|das|la|las|los))*(?:\ (?:(?:de|del|della|do|da)\ )?\p{Lu}[\p{L}'-]+){1,3}
      ,?\ (?:n[.º°]{0,2}\ ?)?(?<number>\d{1,4}(?:\ ?[a-hA-H]\b)?)",
    place!()
);

/// `ul. Długa 5/7, 00-950 Warszawa`.
static POLISH: Form = form!(
    r"\b(?:ul|al|pl|os)\.\ \p{Lu}[\p{L}-]+(?:\ \p{Lu}[\p{L}-]+)?\ (?<number>\d{1,4}[A-Za-z]?(?:\ ?/\ ?\d{1,4})?)",
    place!()
);

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    for form in [&ENGLISH, &GERMANIC, &FRENCH, &SOUTHERN, &POLISH] {
        form.find(text, found);
    }
}

/// The range of the address, if it is one.
fn address(text: &str, parts: &Captures) -> Option<Range<usize>> {
    let words = &LANGUAGE.address;
    let range = parts.get(0)?.range();
    let number = parts.name("number")?;
    let placed = parts.name("place").is_some();
    let ahead = before(text, range.start, 24).to_lowercase();
    let counted = ahead
        .split(|c: char| !c.is_alphabetic())
        .rfind(|word| !word.is_empty())
        .is_some_and(|word| words.counted.has(word));
    let behind_number = text.get(number.end()..).unwrap_or_default().trim_start();
    let measured = words.measures.open(behind_number);
    let said = last_of(&words.names, &before(text, range.start, 40).to_lowercase()).is_some();
    let figure: String = number
        .as_str()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let year = figure.len() == 4 && (figure.starts_with("19") || figure.starts_with("20"));
    let zero = figure.starts_with('0');
    let sure = placed || said;
    if zero || counted || measured || ((year || parts.name("weak").is_some()) && !sure) {
        return None;
    }
    let behind = text.get(range.end..).unwrap_or_default();
    let word: String = behind
        .strip_prefix(' ')
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '%')
        .collect();
    let goes_on =
        word.starts_with(|c: char| c.is_lowercase() || c == '%') && !words.after.has(&word);
    let amount = words.units.has(&word.to_lowercase());
    // In `Calle Mayor 5 500 euros` the figure is longer than it looks.
    let more = word.starts_with(|c: char| c.is_ascii_digit()) && number.end() == range.end;
    if (goes_on && number.start() == range.start && !sure)
        || (more && !sure)
        || amount
        || behind.starts_with('%')
    {
        return None;
    }
    number_stands_alone(text, &range).then_some(range)
}
