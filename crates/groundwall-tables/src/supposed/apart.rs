//! Claims that state two figures, as claims that state one each: `rose from 5.28 in January to 5.51 in July`.

mod change;
mod names;

use crate::view::View;
use crate::words::{ENGLISH, fold};
use change::{changed, says_times};
use groundwall_values::number::{self, Number};
use names::of_two_names;

/// Words of a figure's unit, at most.
const UNIT: usize = 5;

/// A figure as it is said: what stands in front, its unit, and its time or place.
#[derive(Debug, Clone, Copy)]
struct Figure<'a> {
    about: &'a str,
    number: &'a str,
    unit: &'a str,
    place: &'a str,
}

impl Figure<'_> {
    fn said(&self) -> String {
        let mut said = String::new();
        for part in [self.about, self.number, self.unit, self.place] {
            let close = part.is_empty() || said.is_empty() || part.starts_with('%');
            said.push_str(if close { "" } else { " " });
            said.push_str(part);
        }
        said
    }
}

/// The claims of one figure each that together say what a claim with two of them says; none where it does not hold two figures side by side, or says that they
/// go another way than they do.
pub fn apart(views: &[&View], claim: &str) -> Option<[String; 2]> {
    let packs = &views.first()?.packs;
    // `nearly doubled` is a figure, too, but not one of the two.
    let numbers = number::extract(claim).into_iter();
    let numbers: Vec<Number> = numbers.filter(|number| !says_times(number)).collect();
    let [first, second] = <[Number; 2]>::try_from(numbers).ok()?;
    let before = claim[..first.range.start].trim_end();
    let between = claim.get(first.range.end..second.range.start)?.trim();
    let after = claim[second.range.end..].trim_end_matches(['.', '!', ' ']);
    let (before, first_about) = without_about(before);
    let (between, second_about) = without_about(between);
    // What a number is read with belongs to its unit: `5.1 million`, `35%`.
    let figure = |about, number: &Number, unit, place| {
        let text = &claim[number.range.clone()];
        let end = text
            .rfind(|c: char| c.is_ascii_digit())
            .map_or(text.len(), |at| at + 1);
        let (number, own) = text.split_at(end);
        let own = own.trim_start();
        Figure {
            about,
            number,
            unit: if own.is_empty() { unit } else { own },
            place,
        }
    };
    let (unit, place, tail) = behind(after);
    let second_figure = figure(second_about, &second, unit, place);
    for (lead, joins, turned) in [("from", "to", false), ("to", "from", true)] {
        let base = cut(before, lead).or_else(|| cut_of(before, lead));
        let (Some(base), Some(middle)) = (base, cut(between, joins)) else {
            continue;
        };
        let (unit, place, rest) = behind(middle);
        let mut figures = [figure(first_about, &first, unit, place), second_figure];
        let mut values = [first.value, second.value];
        if turned {
            figures.reverse();
            values.reverse();
        }
        return rest
            .is_empty()
            .then(|| changed(packs, [base, tail], figures, values))?;
    }
    if let Some(middle) = ENGLISH.joins.iter().find_map(|join| cut(between, join)) {
        let (unit, place, rest) = behind(middle);
        let first_figure = figure(first_about, &first, unit, place);
        let placed = !first_figure.place.is_empty() && !second_figure.place.is_empty();
        if placed && rest.is_empty() {
            let say = |one: Figure<'_>| format!("{before} {}{tail}.", one.said());
            return Some(with_units([first_figure, second_figure]).map(say));
        }
    }
    let figures = [
        figure(first_about, &first, "", ""),
        figure(second_about, &second, after, ""),
    ];
    let values = [first.value, second.value];
    views
        .iter()
        .find_map(|view| of_two_names(view, [before, between], figures, values))
}

/// Both figures in the unit of the one that names it.
fn with_units([mut first, mut second]: [Figure<'_>; 2]) -> [Figure<'_>; 2] {
    if first.unit.is_empty() {
        first.unit = second.unit;
    } else if second.unit.is_empty() {
        second.unit = first.unit;
    }
    [first, second]
}

/// A text without the word or words at its end.
fn cut<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(end.len())?;
    let cut = text.get(..at)?;
    let is_end = text.get(at..)?.eq_ignore_ascii_case(end);
    let stands_alone = cut.is_empty() || cut.ends_with([' ', ',']);
    (is_end && stands_alone).then(|| cut.trim_end_matches([' ', ',']))
}

/// A text and the words at its end that belong to the number behind it.
fn without_about(text: &str) -> (&str, &str) {
    let mut left = text;
    while let Some(cut) = ENGLISH.abouts.iter().find_map(|word| cut(left, word)) {
        left = cut;
    }
    (left, text[left.len()..].trim_start_matches([' ', ',']))
}

/// What stands behind a number: its unit, its time or place with the word that leads to it, and what a comma parts from them.
fn behind(text: &str) -> (&str, &str, &str) {
    let end = text.find([',', ';', '(']).unwrap_or(text.len());
    let (own, rest) = text.split_at(end);
    let mut at = 0;
    let mut words = 0;
    for word in own.split(' ') {
        let leads = ENGLISH.figure_leads.has(&fold(word));
        if leads || words > UNIT {
            break;
        }
        words += usize::from(!word.is_empty());
        at += word.len() + 1;
    }
    let at = at.min(own.len());
    (own[..at].trim(), own[at..].trim(), rest)
}

/// Words between what leads to a figure and the figure, at most: `from an index of 234`.
const NOUNS: usize = 3;

/// A text without the word at its end that leads to a figure and what this figure is said to be.
fn cut_of<'a>(text: &'a str, lead: &str) -> Option<&'a str> {
    let text = cut(text, "of")?;
    let (before, noun) = text.rsplit_once(&format!(" {lead} "))?;
    let words = noun.split_whitespace().count();
    (words <= NOUNS && !noun.contains([',', ';'])).then(|| before.trim_end_matches([' ', ',']))
}
