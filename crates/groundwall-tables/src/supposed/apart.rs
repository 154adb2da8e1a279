//! Claims that state two figures, as claims that state one each: `rose from 5.28 in January to 5.51 in July`.

use crate::link::{Meaning, link};
use crate::pack::TablePack;
use crate::view::View;
use crate::words::{ENGLISH, fold, is_function, tokens, written};
use groundwall_values::date;
use groundwall_values::number::{self, Number};

/// What may stand between a figure and its time or place.
const LEADS: [&str; 6] = ["in", "for", "at", "on", "during", "by"];
/// Words in front of a number that belong to it.
const ABOUT: [&str; 11] = [
    "about",
    "around",
    "roughly",
    "nearly",
    "almost",
    "approximately",
    "just",
    "only",
    "some",
    "over",
    "under",
];
/// What joins two figures.
const JOINS: [&str; 9] = [
    "compared with",
    "compared to",
    "as against",
    "against",
    "versus",
    "vs",
    "and then",
    "and",
    "but",
];
/// Words of a figure's unit, at most.
const UNIT: usize = 5;

/// Where a change goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Either,
}

impl Way {
    fn goes(self, from: f64, to: f64) -> bool {
        match self {
            Self::Up => to > from,
            Self::Down => to < from,
            Self::Either => true,
        }
    }
}

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
    let [first, second] = <[Number; 2]>::try_from(number::extract(claim)).ok()?;
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
        let (Some(base), Some(middle)) = (cut(before, lead), cut(between, joins)) else {
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
    if let Some(middle) = JOINS.iter().find_map(|join| cut(between, join)) {
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

/// `Acme had 12 spots and Globex 9`: what is said of the first name is said of the second one of its column, too.
fn of_two_names(
    view: &View,
    [before, between]: [&str; 2],
    [first, second]: [Figure<'_>; 2],
    [one, other]: [f64; 2],
) -> Option<[String; 2]> {
    let (before, ahead) = without_comparison(before.trim_end_matches('('));
    let between = between.trim_start_matches([')', ' ']);
    let opens = |word: &str| {
        let word = fold(word.trim_matches([',', ';']));
        JOINS.contains(&word.as_str())
            || more_or_less(&word).is_some()
            || matches!(word.as_str(), "while" | "whereas" | "compared" | "than")
    };
    let mut unit: Vec<&str> = Vec::new();
    for word in between.split(' ') {
        if opens(word) {
            break;
        }
        unit.push(word.trim_end_matches(','));
        if word.ends_with(',') {
            break;
        }
    }
    let rest: Vec<&str> = between.split(' ').skip(unit.len()).collect();
    let behind = rest
        .iter()
        .find_map(|word| more_or_less(&fold(word.trim_matches([',', ';']))));
    let holds = |more: bool| if more { one > other } else { one < other };
    if ![ahead, behind].into_iter().flatten().all(holds) {
        return None;
    }
    let (name, column) = named(view, &before).next()?;
    let rest = rest.join(" ");
    let (second_name, _) = named(view, &rest).find(|(_, own)| *own == column)?;
    let known = fold(&format!("{before} {}", unit.join(" ")));
    let known: Vec<&str> = known.split(' ').collect();
    let says_nothing_else = rest.replacen(&second_name, "", 1).split(' ').all(|word| {
        let word = fold(word.trim_matches([',', ';', '\'', '’', '(', ')']));
        word.is_empty()
            || word == "s"
            || opens(&word)
            || is_function(&word)
            || known.contains(&word.as_str())
            || ABOUT.contains(&word.as_str())
    });
    if !says_nothing_else || !before.contains(&name) {
        return None;
    }
    let unit = unit.join(" ");
    let own = |figure: &Figure<'_>, other: &Figure<'_>| {
        let mut units = [figure.unit, unit.as_str(), other.unit].into_iter();
        let unit = units.find(|unit| !unit.is_empty()).unwrap_or_default();
        unit.trim_matches([')', ' ', '.']).to_owned()
    };
    let units = [own(&first, &second), own(&second, &first)];
    let say = |base: &str, figure: Figure<'_>, unit: &str| {
        let said = Figure { unit, ..figure }.said();
        format!("{base} {said}.")
    };
    let base = before.replacen(&name, &second_name, 1);
    Some([
        say(&before, first, &units[0]),
        say(&base, second, &units[1]),
    ])
}

/// The names of rows and the values that a text has, as it writes them, with their columns.
fn named<'v>(view: &'v View, text: &str) -> impl Iterator<Item = (String, usize)> + use<'v> {
    let tokens = tokens(text);
    let pieces = link(view, &tokens, &[]);
    pieces.into_iter().filter_map(move |piece| {
        let (Meaning::Record { key: column, .. } | Meaning::Category { column, .. }) =
            piece.meaning
        else {
            return None;
        };
        Some((written(&tokens[piece.from..piece.to]), column))
    })
}

/// Whether a folded word says that the first of two figures is the greater one, or that it is the less.
fn more_or_less(word: &str) -> Option<bool> {
    match word {
        "more" | "higher" | "greater" | "larger" | "bigger" | "above" | "ahead" => Some(true),
        "fewer" | "less" | "lower" | "smaller" | "below" | "behind" => Some(false),
        _ => None,
    }
}

/// A text without the word that says which of two figures is the greater one, and what it says.
fn without_comparison(text: &str) -> (String, Option<bool>) {
    let mut says = None;
    let words = text.split_whitespace().filter(|word| {
        let own = more_or_less(&fold(word));
        says = says.or(own);
        own.is_none()
    });
    let words: Vec<&str> = words.collect();
    (words.join(" "), says)
}

/// `rose from 5.28 in January to 5.51 in July`, the earlier figure first.
fn changed(
    packs: &[TablePack],
    [base, tail]: [&str; 2],
    figures: [Figure<'_>; 2],
    [from, to]: [f64; 2],
) -> Option<[String; 2]> {
    let (base, way) = without_change(packs, base)?;
    let base = base.as_str();
    if !way.goes(from, to) {
        return None;
    }
    let figures = with_units(figures);
    let say = |base: &str, figure: &Figure<'_>, time: &str| {
        let was = if base.ends_with('s') && !base.ends_with("ss") {
            "were"
        } else {
            "was"
        };
        let time = if time.is_empty() {
            String::new()
        } else {
            format!(" in {time}")
        };
        format!("{base} {was} {}{time}", figure.said())
    };
    if figures.iter().all(|one| !one.place.is_empty()) {
        return Some(figures.map(|one| format!("{}{tail}.", say(base, &one, ""))));
    }
    if figures.iter().any(|one| !one.place.is_empty()) {
        return None;
    }
    // `between 2010 and 2015` in front or behind
    let (base, tail, [early, late]) = match without_times(base) {
        Some((base, times)) => (base, tail.to_owned(), times),
        None => {
            let (tail, times) = without_times(tail)?;
            (base.to_owned(), tail, times)
        }
    };
    let tail = tail.trim();
    let tail = if tail.is_empty() {
        String::new()
    } else {
        format!(" {tail}")
    };
    let base = base.trim();
    let [one, other] = figures;
    Some([
        format!("{}{tail}.", say(base, &one, &early)),
        format!("{}{tail}.", say(base, &other, &late)),
    ])
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
    while let Some(cut) = ABOUT.iter().find_map(|word| cut(left, word)) {
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
        let leads = LEADS.contains(&fold(word).as_str());
        if leads || words > UNIT {
            break;
        }
        words += usize::from(!word.is_empty());
        at += word.len() + 1;
    }
    let at = at.min(own.len());
    (own[..at].trim(), own[at..].trim(), rest)
}

/// What changes, without the verb that says so, and where it goes: `Acme cut its prices`.
fn without_change(packs: &[TablePack], base: &str) -> Option<(String, Way)> {
    let words: Vec<&str> = base.split_whitespace().collect();
    let says = |word: &str, list: fn(&TablePack) -> &Vec<String>| {
        packs
            .iter()
            .any(|pack| list(pack).iter().any(|known| known == word))
    };
    let way = |word: &&str| {
        let word = fold(word);
        match word.as_str() {
            "up" => Some(Way::Up),
            "down" => Some(Way::Down),
            _ if says(&word, |pack| &pack.rises) => Some(Way::Up),
            _ if says(&word, |pack| &pack.falls) => Some(Way::Down),
            _ if says(&word, |pack| &pack.changes) || ENGLISH.goes.has(&word) => Some(Way::Either),
            _ => None,
        }
    };
    let at = words.iter().rposition(|word| way(word).is_some())?;
    let way = way(&words[at])?;
    let holds = |word: &str| {
        let word = fold(word);
        let joins = [
            "has", "have", "had", "been", "was", "were", "is", "are", "to", "its", "their", "his",
            "her",
        ];
        joins.contains(&word.as_str()) || ENGLISH.goes.has(&word) || word.ends_with("ly")
    };
    let (before, behind) = (&words[..at], &words[at + 1..]);
    let kept = before.len() - before.iter().rev().take_while(|word| holds(word)).count();
    let skipped = behind.iter().take_while(|word| holds(word)).count();
    let base = [&before[..kept], &behind[skipped..]].concat().join(" ");
    (!base.is_empty()).then_some((base, way))
}

/// A text without the two times that it names in this order, and these: `between 2010 and 2015`.
fn without_times(text: &str) -> Option<(String, [String; 2])> {
    let [early, late] = <[date::Date; 2]>::try_from(date::extract(text)).ok()?;
    let (before, between) = (
        text[..early.range.start].trim_end(),
        text[early.range.end..late.range.start].trim(),
    );
    let pairs = [("between", "and"), ("from", "to"), ("over", "to")];
    let lead = |(lead, _): &&(&str, &str)| cut(before, lead).is_some();
    let joins = |(_, joins): &&(&str, &str)| between == *joins;
    let (lead, _) = pairs.iter().filter(joins).find(lead)?;
    let before = cut(before, lead)?;
    let after = text[late.range.end..].trim_start_matches([',', ' ']);
    let rest = format!("{before} {after}");
    Some((
        rest.trim().to_owned(),
        [early.text.clone(), late.text.clone()],
    ))
}
