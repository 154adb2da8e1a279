//! Two figures of two names: what is said of the first is said of the second, too.

use super::Figure;
use crate::link::{Meaning, link};
use crate::view::View;
use crate::words::{ENGLISH, fold, is_function, tokens, written};

/// `Acme had 12 spots and Globex 9`: what is said of the first name is said of the second one of its column, too.
pub(super) fn of_two_names(
    view: &View,
    [before, between]: [&str; 2],
    [first, second]: [Figure<'_>; 2],
    [one, other]: [f64; 2],
) -> Option<[String; 2]> {
    let (before, ahead) = without_comparison(before.trim_end_matches('('));
    let between = between.trim_start_matches([')', ' ']);
    let opens = |word: &str| {
        let word = fold(word.trim_matches([',', ';']));
        ENGLISH.joins.contains(&word)
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
            || ENGLISH.abouts.contains(&word)
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
    if ENGLISH.greater.has(word) {
        Some(true)
    } else {
        ENGLISH.less.has(word).then_some(false)
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
