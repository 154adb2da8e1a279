//! Questions and claims put to all tables of a collection: which table, if any, is meant, and what it says.

use crate::link::{Meaning, link};
use crate::pack::phrase;
use crate::parse::{Mood, Parsed, parse};
use crate::query::Query;
use crate::run::{held, run};
use crate::say;
use crate::view::View;
use crate::words::{Token, tokens};
use groundwall_core::TableAnswer;
use std::ptr;

/// What the tables make of a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Routed {
    /// Computed.
    Answer(TableAnswer),
    /// A table was meant, but it holds no such record. `name`: as the question writes it, where it is a proper name that a text may know.
    Missing {
        answer: TableAnswer,
        name: Option<String>,
    },
    /// A table was meant; the sentence says what is not clear.
    Unclear(String),
    /// Not a question to a table, as far as can be told.
    Text,
}

/// Understood words that a question must name of a table before it is told that something is unclear.
pub(crate) const MEANT: u32 = 4;

/// Reads a text by a table, and where that declines and its columns are years, by the table with a row a year.
fn read<'a>(view: &'a View, text: &str, mood: Mood) -> (&'a View, Parsed, u32) {
    let reading = parse(view, text, mood);
    let works = |view: &View, parsed: &Parsed| matches!(parsed, Parsed::Query(query) if run(view, query).is_ok());
    if !works(view, &reading.parsed)
        && let Some(long) = &view.long
    {
        let turned = parse(long, text, mood);
        if works(long, &turned.parsed) {
            return (long, turned.parsed, turned.strength);
        }
    }
    (view, reading.parsed, reading.strength)
}

/// Answers a question from the table that it names most of.
///
/// ```
/// use groundwall_core::{DocumentId, DocumentName, StoredTable};
/// use groundwall_ingest::{Limits, extract};
/// use groundwall_tables::{Routed, View, ask};
///
/// let file = b"Item,Price\nAnvil,120\nHammer,15\nTongs,25\n";
/// let mut document = extract("prices.csv", file, &Limits::default())?;
/// let view = View::new(
///     StoredTable {
///         document: DocumentId("1".to_owned()),
///         document_name: DocumentName::parse("prices.csv")?,
///         index: 0,
///         table: document.tables.remove(0),
///     },
///     &[],
/// );
/// let Routed::Answer(answer) = ask(&[&view], "What is the average price?") else {
///     panic!("the table is meant");
/// };
/// assert!(answer.text.contains("53.33"));
/// # Ok::<(), groundwall_core::Problem>(())
/// ```
pub fn ask(views: &[&View], question: &str) -> Routed {
    let readings = readings(views, question);
    computed(&readings)
        .or_else(|| not_computed(&readings))
        .unwrap_or(Routed::Text)
}

/// The table and the query by which a question is answered.
pub(crate) fn read_again<'a>(views: &[&'a View], question: &str) -> Option<(&'a View, Query)> {
    let readings = readings(views, question);
    let Some(Routed::Answer(_)) = computed(&readings) else {
        return None;
    };
    readings
        .into_iter()
        .find_map(|(view, parsed, _)| match parsed {
            Parsed::Query(query) if run(view, &query).is_ok() => Some((view, query)),
            Parsed::Query(_) | Parsed::Missing(_) | Parsed::Ambiguous(_) | Parsed::Declined(_) => {
                None
            }
        })
}

/// What the tables that a question speaks of make of it, that which it names most of first.
fn readings<'a>(views: &[&'a View], question: &str) -> Vec<(&'a View, Parsed, u32)> {
    let mut readings: Vec<(&View, Parsed, u32)> = of_named_sheets(views, question)
        .into_iter()
        .map(|view| read(view, question, Mood::Question))
        .filter(|(_, _, strength)| *strength > 0)
        .collect();
    // Of tables that are spoken of alike, the one whose sheet or title is named.
    for (view, _, strength) in &mut readings {
        *strength = 16 * *strength + view.named_by(question).min(15);
    }
    // Of sheets of one file that are spoken of alike, the newest.
    readings.sort_by_key(|(view, _, strength)| std::cmp::Reverse((*strength, view.period)));
    readings
}

/// The tables that a question may be about: where it says the name of a sheet, as a name, no other sheets of that file. "Ohio" is the sheet Ohio and no Ohio County of
/// the sheet Kentucky.
pub(crate) fn of_named_sheets<'a>(views: &[&'a View], question: &str) -> Vec<&'a View> {
    let words = tokens(question);
    let named = views.iter().filter(|view| view.is_named(&words));
    let named: Vec<&View> = named.copied().collect();
    let is_meant = |view: &&&View| {
        let of_file = |one: &&&View| one.stored().document == view.stored().document;
        let mut of_file = named.iter().filter(of_file).peekable();
        of_file.peek().is_none() || of_file.any(|one| ptr::eq(*one, **view))
    };
    let meant: Vec<&View> = views.iter().filter(is_meant).copied().collect();
    let sheets: Vec<Vec<String>> = views.iter().map(|view| words_of_sheet(view)).collect();
    let is_other = |view: &View| {
        let own = words_of_sheet(view);
        !own.is_empty()
            && views.iter().zip(&sheets).any(|(other, sheet)| {
                other.stored().document == view.stored().document
                    && is_said_instead(sheet, &own, &words)
            })
    };
    meant.into_iter().filter(|view| !is_other(view)).collect()
}

/// The stems of a sheet's name; none where a table lies in no sheet.
fn words_of_sheet(view: &View) -> Vec<String> {
    let sheet = view.stored().table.place.sheet.as_deref();
    sheet.map(phrase).unwrap_or_default()
}

/// Whether of the names of two sheets that differ by one word, `Prices (Nominal)` and `Prices (Real)`, a question has the word of the first and not that of the second.
fn is_said_instead(first: &[String], second: &[String], question: &[Token]) -> bool {
    let mut own = first.iter().filter(|word| !second.contains(word));
    let mut rival = second.iter().filter(|word| !first.contains(word));
    let says = |word: &String| question.iter().any(|token| token.stem == *word);
    match (own.next(), own.next(), rival.next(), rival.next()) {
        (Some(own), None, Some(rival), None) => first.len() > 1 && says(own) && !says(rival),
        _ => false,
    }
}

/// The answer of the table that is named most; where several that are named alike say different things, which they are.
fn computed(readings: &[(&View, Parsed, u32)]) -> Option<Routed> {
    let answers: Vec<(&View, TableAnswer, u32)> = readings
        .iter()
        .filter_map(|(view, parsed, strength)| match parsed {
            Parsed::Query(query) => {
                let answer = say::answer(view, query, &run(view, query).ok()?);
                Some((*view, answer, *strength))
            }
            Parsed::Missing(_) | Parsed::Ambiguous(_) | Parsed::Declined(_) => None,
        })
        .collect();
    let (view, first, strength) = answers.first()?;
    let rivals: Vec<&TableAnswer> = answers
        .iter()
        .skip(1)
        .filter(|(other, _, named)| named == strength && !view.is_newer(other))
        .map(|(_, answer, _)| answer)
        .collect();
    if rivals.iter().all(|rival| rival.text == first.text) {
        return Some(Routed::Answer(first.clone()));
    }
    let names: Vec<String> = std::iter::once(first)
        .chain(rivals)
        .map(|answer| answer.table.clone())
        .collect();
    Some(Routed::Unclear(format!(
        "Several tables can answer this: {}. Name the one that you mean.",
        names.join("; ")
    )))
}

/// Why nothing was computed, where a table was meant.
fn not_computed(readings: &[(&View, Parsed, u32)]) -> Option<Routed> {
    readings
        .iter()
        .find_map(|(view, parsed, strength)| match parsed {
            Parsed::Missing(missing) => {
                let part = missing
                    .rest
                    .as_ref()
                    .and_then(|query| Some((query, run(view, query).ok()?)));
                let answer = say::missing(
                    view,
                    missing,
                    part.as_ref().map(|(query, outcome)| (*query, outcome)),
                );
                Some(Routed::Missing {
                    answer,
                    name: missing.is_name.then(|| missing.mention.clone()),
                })
            }
            Parsed::Ambiguous(why) if *strength / 16 >= MEANT => Some(Routed::Unclear(why.clone())),
            Parsed::Ambiguous(_) | Parsed::Declined(_) | Parsed::Query(_) => None,
        })
}

/// Why the table that a text speaks of most cannot compute it; none where it speaks of none, or is read.
pub fn why_not(views: &[&View], text: &str, mood: Mood) -> Option<String> {
    let mut readings: Vec<(&View, Parsed, u32)> =
        views.iter().map(|view| read(view, text, mood)).collect();
    // The table with a row a year may understand more of it.
    for (view, parsed, strength) in &mut readings {
        if let (Parsed::Declined(_), Some(long)) = (&*parsed, &view.long) {
            let turned = parse(long, text, mood);
            if turned.strength > *strength {
                (*parsed, *strength) = (turned.parsed, turned.strength);
            }
        }
    }
    readings.sort_by_key(|(_, _, strength)| std::cmp::Reverse(*strength));
    match readings.into_iter().next()? {
        (view, Parsed::Declined(why) | Parsed::Ambiguous(why), strength) if strength >= MEANT => {
            Some(format!("Not computed from {}: {why}", view.stored()))
        }
        _ => None,
    }
}

/// Which of some names the tables hold in the column in which they hold another; none where it is not one.
pub fn of_one_column(views: &[&View], name: &str, names: &[String]) -> Option<usize> {
    let among = |view: &View| {
        let own = column_of_name(view, name)?;
        let is_alike = |(_, other): &(usize, &String)| column_of_name(view, other) == Some(own);
        let mut same = names.iter().enumerate().filter(is_alike);
        let (place, _) = same.next()?;
        same.next().is_none().then_some(place)
    };
    let mut places = views.iter().filter_map(|view| among(view));
    let first = places.next()?;
    places.all(|place| place == first).then_some(first)
}

/// The column that has a name among its values.
fn column_of_name(view: &View, name: &str) -> Option<usize> {
    let words = tokens(name);
    let pieces = link(view, &words, &[]);
    let mut named = pieces
        .iter()
        .filter(|piece| piece.meaning != Meaning::Function);
    let column = named.next()?.column_of_value()?;
    named.next().is_none().then_some(column)
}

/// Recomputes what a claim states of a table; none where no table can be told to hold it, or several that disagree do.
pub fn check(views: &[&View], claim: &str) -> Option<TableAnswer> {
    let mut checked: Vec<(TableAnswer, u32)> = views
        .iter()
        .filter_map(|view| {
            let (view, parsed, strength) = read(view, claim, Mood::Claim);
            let Parsed::Query(query) = parsed else {
                return None;
            };
            let outcome = run(view, &query).ok()?;
            held(view, &query, &outcome)?;
            Some((say::answer(view, &query, &outcome), strength))
        })
        .collect();
    checked.sort_by_key(|(_, strength)| std::cmp::Reverse(*strength));
    let (first, strength) = checked.first()?;
    let agree = checked
        .iter()
        .filter(|(_, other)| other == strength)
        .all(|(answer, _)| answer.holds == first.holds);
    agree.then(|| first.clone())
}
