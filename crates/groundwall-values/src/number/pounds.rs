//! "12 pounds": money, or a weight where the text weighs; and "won", a currency or a verb.

use super::{Number, Unit};
use crate::language::ENGLISH;
use groundwall_text::reach::{CLAUSE, PHRASE, before, behind};
use groundwall_text::words::fold;

/// The currency whose name is a weight, too, and its sign.
const CODE: &str = "GBP";
const SIGN: char = '£';
const NAMES: [&str; 2] = ["pounds", "pound"];
/// A currency, and what is done to a cup.
pub(super) const WON: &str = "won";
/// Below this nothing is paid in won: about seven cents of a dollar.
const LEAST_WON: f64 = 100.0;

/// Whether a number of pounds may be a weight: it has the name and no sign or code.
pub(super) fn may_be(number: &Number) -> bool {
    matches!(&number.unit, Unit::Currency(code) if code == CODE)
        && !number.text.contains(SIGN)
        && !number.text.to_uppercase().contains(CODE)
}

/// Whether the text says of the number of pounds between these bytes, the name included, that something weighs it.
pub(super) fn is_weight(name: &str, text: &str, start: usize, end: usize) -> bool {
    if !NAMES.contains(&name.to_lowercase().as_str()) {
        return false;
    }
    let earlier = fold(before(text, start, CLAUSE));
    let clause = earlier
        .rsplit(['.', ';', '!', '?'])
        .next()
        .unwrap_or_default();
    let nearest = clause
        .split(|c: char| !c.is_alphanumeric())
        .rev()
        .find_map(|word| {
            let pounds = &ENGLISH.pounds;
            (pounds.weighed.has(word) || pounds.paid.has(word)).then(|| pounds.weighed.has(word))
        });
    nearest == Some(true) || ENGLISH.pounds.heavy.has(&next_word(text, end))
}

/// Whether "won" behind a number is the verb: too little to be money, or something is won.
pub(super) fn is_verb(name: &str, value: f64, text: &str, end: usize) -> bool {
    name.eq_ignore_ascii_case(WON)
        && (value < LEAST_WON || ENGLISH.won.whose.has(&next_word(text, end)))
}

/// The word behind a byte, folded; none at the end and beyond it.
fn next_word(text: &str, end: usize) -> String {
    let rest = fold(behind(text, text.floor_char_boundary(end), PHRASE));
    let mut words = rest.split(|c: char| !c.is_alphanumeric());
    words
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_owned()
}
