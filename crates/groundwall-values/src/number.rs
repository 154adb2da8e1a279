//! Numbers: value, unit, bound. Read here, compared in `compare`.

mod around;
mod clock;
mod compare;
mod figures;
mod korean;
mod measure;
mod pounds;
mod share;
mod spelled;

use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::reach::{self, PHRASE, PIECE, Ranges, pieces};
use groundwall_text::words::fold;

pub use compare::{Fit, comparable, fit, leave_room, ratio, same_unit};
pub use measure::{Measure, Quantity, one_of_it, ones};

/// What a number counts.
#[derive(Debug, Clone, PartialEq)]
pub enum Unit {
    /// ISO code, or the sign where the code is not known.
    Currency(String),
    Percent,
    /// Percentage points: two of them are not two percent.
    Points,
    /// `1.25x`, `ratio of 1.25`.
    Ratio,
    /// `50 mg`, `21 days`, `12 square miles`, `90 km/h`.
    Measure(Measure),
    /// Stem of the noun behind it, as `vessel`; empty where there is none.
    Count(String),
}

/// A bound that the text puts on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// "about", "nearly", "~".
    About,
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
}

impl Bound {
    /// Whether both are limits on the same side.
    fn limits_like(self, other: Self) -> bool {
        self.is_limit() && self.is_upper() == other.is_upper() && other.is_limit()
    }

    /// Whether both are limits, on either side of what they bound.
    pub fn limits_unlike(self, other: Self) -> bool {
        self.is_limit() && self.is_upper() != other.is_upper() && other.is_limit()
    }

    /// Whether it leaves all values on one side.
    pub fn is_limit(self) -> bool {
        !matches!(self, Self::Exact | Self::About)
    }

    fn is_upper(self) -> bool {
        matches!(self, Self::AtMost | Self::LessThan)
    }
}

/// A number in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// As written, in its own unit.
    pub value: f64,
    pub unit: Unit,
    pub bound: Bound,
    /// Half a unit in the last printed place, in the value's own scale; 0 for plain whole numbers, which are exact.
    pub rounding: f64,
    /// As written, with sign, scale and unit.
    pub text: String,
    /// Bytes of the text.
    pub range: std::ops::Range<usize>,
    /// `Header` when the number stands behind `Header:` in a row, without a unit that it gave.
    pub header: Option<String>,
}

/// The value of a single number word, as `twelve`; none for `one`, which is mostly a pronoun.
pub fn word_value(word: &str) -> Option<f64> {
    if word == "one" {
        return None;
    }
    ENGLISH.simple(word).or_else(|| ENGLISH.spelled(word))
}

/// Whether a folded word or stem is a number: it has a digit, or is a number word.
pub fn is_number(word: &str) -> bool {
    word.chars().any(char::is_numeric) || word_value(word).is_some()
}

/// All numbers of a text, in order, without years, dates, clock times and parts of codes.
pub fn extract(text: &str) -> Vec<Number> {
    let moved = |number: Number, at: usize| Number {
        range: number.range.start + at..number.range.end + at,
        ..number
    };
    pieces(text, PIECE)
        .flat_map(|(at, piece)| {
            of_piece(piece)
                .into_iter()
                .map(move |number| moved(number, at))
        })
        .collect()
}

/// The expressions that read numbers.
pub(crate) fn expressions() -> Vec<&'static str> {
    [
        figures::expressions(),
        spelled::expressions(),
        share::expressions(),
        clock::expressions(),
    ]
    .concat()
}

/// The numbers of a piece; one that is told in words and in figures, "seventy-two (72) hours", is one.
fn of_piece(text: &str) -> Vec<Number> {
    let numbers = numbers_of(text);
    let Some(again) = told_again(text, &numbers) else {
        return numbers;
    };
    let once = [&text[..again.start], &text[again.end..]].concat();
    let in_text = |place: usize, after: bool| {
        let is_behind = place > again.start || after && place == again.start;
        place + if is_behind { again.len() } else { 0 }
    };
    let moved = |number: Number| {
        let range = in_text(number.range.start, true)..in_text(number.range.end, false);
        Number {
            text: text[range.clone()].to_owned(),
            range,
            ..number
        }
    };
    of_piece(&once).into_iter().map(moved).collect()
}

/// Where the figures in brackets stand, with the space before them, that say the number in words before once more.
fn told_again(text: &str, numbers: &[Number]) -> Option<std::ops::Range<usize>> {
    let is_in_figures = |number: &Number| number.text.contains(|c: char| c.is_ascii_digit());
    numbers.windows(2).find_map(|pair| {
        let (words, figures) = (&pair[0], &pair[1]);
        let between = text.get(words.range.end..)?;
        let inner = between.strip_prefix(" (")?;
        let (inner, _) = inner.split_once(')')?;
        let same = (words.value - figures.value.abs()).abs() < 1e-9;
        let end = words.range.end + inner.len() + 3;
        (same
            && !is_in_figures(words)
            && is_in_figures(figures)
            && !inner.contains(char::is_whitespace)
            && figures.range.start < end)
            .then_some(words.range.end..end)
    })
}

fn numbers_of(text: &str) -> Vec<Number> {
    let piece = &Piece::of(text);
    let taken = Ranges::of(crate::date::ranges(piece));
    let inside = |range: &std::ops::Range<usize>| taken.touch(range);
    let mut numbers = figures::numbers(piece);
    numbers.extend(spelled::numbers(piece));
    numbers.retain(|number| !inside(&number.range));
    // What is said in words of its own goes before the figures within: "two thirds", "5 pm".
    let parts = before(share::units_and_a_half(piece), share::shares(piece));
    let parts = before(parts, korean::numbers(piece));
    let own = before(clock::times(piece), parts);
    let mut numbers = before(own, numbers);
    numbers.sort_by_key(|number| number.range.start);
    numbers
}

/// The first numbers, and of the others those that share nothing with them.
fn before(mut first: Vec<Number>, mut others: Vec<Number>) -> Vec<Number> {
    let places = Ranges::of(first.iter().map(|number| number.range.clone()));
    others.retain(|number| !places.touch(&number.range));
    first.extend(others);
    first
}

impl Number {
    /// Where it stands in its text with the words that bound it: "nearly 10,000", "fewer than five", "18 or more".
    pub fn bounded_range(&self, text: &str) -> std::ops::Range<usize> {
        around::bounded_range(text, &self.range)
    }

    /// Whether it is a time of day, whose digits cannot be any.
    pub fn is_time_of_day(&self) -> bool {
        matches!(&self.unit, Unit::Measure(measure) if measure.quantity == Quantity::TimeOfDay)
    }
}

/// Where values in units of measurement stand, the unit with them: "MW" behind a number is no name, and "km" no word that evidence in metres lacks.
pub fn measured(numbers: &[Number]) -> Vec<std::ops::Range<usize>> {
    numbers
        .iter()
        .filter(|number| matches!(number.unit, Unit::Measure(_)))
        .map(|number| number.range.clone())
        .collect()
}

/// Whether a figure that begins at this byte stands behind a heading with a unit, so that it is no year.
pub(crate) fn is_under_unit(text: &str, start: usize) -> bool {
    around::is_under_unit(text, start)
}

/// Whether a figure that ends at this byte has a unit behind it, so that it is no year: "1800 kg".
pub(crate) fn is_measured(text: &str, end: usize) -> bool {
    let rest = text[end..].trim_start_matches([' ', '-', '\u{a0}']);
    // "In 1812 J. Smith", "in 2004 bar sales rose".
    let unsure = rest.starts_with("bar")
        || rest.starts_with(char::is_uppercase)
            && !rest.chars().nth(1).is_some_and(char::is_alphabetic);
    let Some((measure, _)) = measure::read(text, end).filter(|_| !unsure) else {
        return false;
    };
    // "In 2019 months of talks failed".
    let duration = matches!(measure.quantity, Quantity::Time | Quantity::Calendar);
    let before =
        fold(reach::before(text, end, PHRASE).trim_end_matches(|c: char| c.is_ascii_digit()));
    !(duration
        && before
            .split_whitespace()
            .next_back()
            .is_some_and(|word| ["in", "since", "during"].contains(&word)))
}

#[cfg(test)]
mod tests;
