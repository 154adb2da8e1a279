//! What a question names, sorted by what it is for.

use super::Said;
use crate::link::{Meaning, Piece};
use crate::pack::change_of;
use crate::query::{Condition, Function, Op};
use crate::supposed::senses::{is_behind_who, is_name};
use crate::value::Value;
use crate::view::View;
use crate::words::{ENGLISH, Token};
use rust_decimal::Decimal;

/// Records that one name may stand for: of more, one is meant.
const NAMED: usize = 3;

/// A bound that is named without its column.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) op: Op,
    pub(super) value: Decimal,
    /// The piece of its number.
    pub(super) at: usize,
}

/// What a question names.
#[derive(Debug, Default)]
pub(super) struct Bag {
    /// Conditions that values and records make, each with its piece.
    pub(super) filters: Vec<(usize, Condition)>,
    /// That a row is of the kind that is named.
    pub(super) kind: Option<Condition>,
    pub(super) bounds: Vec<Bound>,
    /// Conditions of the days that are named.
    pub(super) days: Vec<Condition>,
    /// Years that are named, with their pieces.
    pub(super) years: Vec<(usize, i64)>,
    /// Whether two years are the ends of a period.
    pub(super) between: bool,
    /// Columns that are named, with their pieces; several where it is not clear which.
    pub(super) columns: Vec<(usize, Vec<usize>)>,
    /// Words that the table does not know.
    pub(super) unknown: Vec<usize>,
    /// Names that the table does not know, which may say of what all its rows are.
    pub(super) scopes: Vec<usize>,
    /// Whether a change is asked for: `by how much did it rise`.
    pub(super) changed: bool,
    /// Of these, verbs that say nothing: `which ring does Acme put Elixir in`.
    pub(super) verbs: Vec<usize>,
    pub(super) most: Option<(bool, Vec<usize>)>,
    /// Whether what stands in most or least rows is asked for: `most often`.
    pub(super) frequent: bool,
    /// Whether two figures are held against each other.
    pub(super) than: bool,
    /// Columns that a comparative speaks of by itself.
    pub(super) compared: Vec<usize>,
    pub(super) apply: Option<Function>,
    /// Columns whose names say what is done to them: `AverageScore`, where an average is asked for.
    pub(super) applied: Vec<usize>,
    pub(super) count: bool,
    /// Whether different values are asked for.
    pub(super) distinct: bool,
    pub(super) share: bool,
    pub(super) percent: bool,
    /// Whether it is asked how many times as much something is: `how many times dearer`.
    pub(super) times: bool,
    /// Whether rows are asked for.
    pub(super) which: bool,
    /// How many things the question says there are: `the two`.
    pub(super) number_of: Option<Decimal>,
}

impl Bag {
    /// None where something is named that no sketch has a place for.
    pub(super) fn of(said: Said<'_>) -> Option<Self> {
        let mut bag = Self::default();
        for at in 0..said.pieces.len() {
            bag.take(said, at)?;
        }
        let first = said.tokens.first();
        bag.which = first.is_some_and(|first| ENGLISH.asks_rows.has(&first.folded))
            || said.tokens.iter().any(|token| token.folded == "which");
        bag.percent = (said.tokens.iter()).any(|token| ENGLISH.percents.has(&token.folded));
        bag.between |= bag.years_are_joined(said);
        Some(bag)
    }

    /// Whether a word names just this column.
    pub(super) fn names_one(&self, column: usize) -> bool {
        self.columns.iter().any(|(_, columns)| *columns == [column])
    }

    /// Takes a piece for what it names; none where a sketch has no place for it.
    fn take(&mut self, said: Said<'_>, at: usize) -> Option<()> {
        match &said.pieces[at].meaning {
            Meaning::Column(columns) => self.columns.push((at, columns.clone())),
            Meaning::Record { rows, key } => self.take_record(said, at, rows, *key)?,
            // `all votes, uncommitted included`
            Meaning::Category { .. } if is_included(said, at) => {}
            Meaning::Category { column, value } => {
                self.filters.push((at, equal(*column, [value])));
            }
            Meaning::Part { column, values } => self.filters.push((at, equal(*column, values))),
            Meaning::Number(number) => self.take_number(said, at, number)?,
            Meaning::Date(from, to) => self.take_days(said.view, *from, *to)?,
            Meaning::Most { most, columns, .. } if self.most.is_none() => {
                self.most = Some((*most, columns.clone()));
            }
            Meaning::Frequent { most } if self.most.is_none() => {
                self.most = Some((*most, Vec::new()));
                self.frequent = true;
            }
            Meaning::Than { columns, .. } => {
                self.than = true;
                self.compared.extend(columns);
            }
            Meaning::Compare => self.than = true,
            Meaning::Apply(function) => self.take_function(said, at, *function)?,
            Meaning::Count => self.count = true,
            Meaning::Distinct => self.distinct = true,
            Meaning::Share => self.share = true,
            Meaning::Between => self.between = true,
            Meaning::Op(_) | Meaning::Behind(_) => {
                // `over the four quarters` bounds nothing.
                let spans = said.words(at).iter().all(|token| token.folded == "over");
                self.than |= !spans && !has_number_beside(said.pieces, at);
            }
            Meaning::Rank => match rank_column(said.view) {
                Some(column) => self.columns.push((at, vec![column])),
                None => self.take_unknown(said, at)?,
            },
            Meaning::Unknown => self.take_unknown(said, at)?,
            Meaning::Noun => self.take_kind(said, at),
            Meaning::Zero => self.take_zero(said, at)?,
            Meaning::Title
            | Meaning::Function
            | Meaning::Unit(_)
            | Meaning::And
            | Meaning::Or
            | Meaning::Each => {}
            // `for about how many days` asks for the number.
            Meaning::About if !said.answered => {}
            Meaning::Most { .. }
            | Meaning::About
            | Meaning::Not
            | Meaning::Quantity(_)
            | Meaning::Nth(_)
            | Meaning::Any
            | Meaning::Negative
            | Meaning::Absent
            | Meaning::Frequent { .. } => return None,
        }
        Some(())
    }

    fn take_record(&mut self, said: Said<'_>, at: usize, rows: &[usize], key: usize) -> Option<()> {
        let mut any_of: Vec<(Op, Value)> = Vec::new();
        for value in rows
            .iter()
            .filter_map(|row| said.view.rows[*row][key].clone())
        {
            if !any_of.iter().any(|(_, other)| *other == value) {
                any_of.push((Op::Equal, value));
            }
        }
        if any_of.len() > NAMED && !said.answered {
            return None;
        }
        let condition = Condition {
            column: key,
            any_of,
        };
        self.filters.push((at, condition));
        Some(())
    }

    /// A function, which is also a part of a column's name: `average` of `AverageScore`.
    fn take_function(&mut self, said: Said<'_>, at: usize, function: Function) -> Option<()> {
        if self.apply.is_some_and(|other| other != function) {
            return None;
        }
        self.apply = Some(function);
        let called = |column: &usize| {
            let parts = &said.view.columns[*column].parts;
            (said.words(at).iter()).any(|token| parts.contains(&token.stem))
        };
        let columns: Vec<usize> = (0..said.view.base).filter(called).collect();
        if !columns.is_empty() {
            self.applied.extend(&columns);
            self.columns.push((at, columns));
        }
        Some(())
    }

    /// A word that the table does not know; none where it is a name, a number or turns what is asked.
    fn take_unknown(&mut self, said: Said<'_>, at: usize) -> Option<()> {
        let piece = &said.pieces[at];
        if let Some(placed) = placed(said, at).filter(|_| !said.answered) {
            self.filters.push((at, placed));
            return Some(());
        }
        if asks_how_many_times(said, at) {
            self.times = true;
            return Some(());
        }
        // `by what percentage`: it is looked for among all words.
        if matches!(said.words(at), [word] if ENGLISH.percents.has(&word.folded)) {
            return Some(());
        }
        if !said.answered && changes(said, at) {
            self.changed = true;
            return Some(());
        }
        if !said.answered && is_scope(said, at) {
            self.scopes.push(at);
            return Some(());
        }
        let against = |token: &Token| ENGLISH.against.has(&token.folded);
        let tells = |(place, token): (usize, &Token)| {
            is_name(piece, place, token) || (ENGLISH.telling.has(&token.folded) && !against(token))
        };
        if is_behind_who(said.tokens, piece) || said.words(at).iter().enumerate().any(tells) {
            return None;
        }
        if said.words(at).iter().any(against) {
            self.than = true;
        } else if is_verb(said, at) {
            self.verbs.push(at);
        } else {
            self.unknown.push(at);
        }
        Some(())
    }

    /// `no delegates`: a column whose cells all have a number, some of them zero.
    fn take_zero(&mut self, said: Said<'_>, at: usize) -> Option<()> {
        let Meaning::Column(columns) = &said.pieces.get(at + 1)?.meaning else {
            return None;
        };
        let [column] = columns[..] else { return None };
        let view = said.view;
        if !view.is_numeric(column) || view.has_gaps(column) || !view.has_zeros(column) {
            return None;
        }
        let none = Condition {
            column,
            any_of: vec![(Op::Equal, Value::Number(Decimal::ZERO))],
        };
        self.filters.push((at, none));
        Some(())
    }

    /// `states`, of a table that has regions and totals beside them.
    fn take_kind(&mut self, said: Said<'_>, at: usize) {
        let stem = &said.words(at)[0].stem;
        let kind = said.view.kind.as_ref();
        if let Some(kind) = kind.filter(|kind| kind.nouns.contains(stem)) {
            self.kind = Some(Condition {
                column: said.view.label,
                any_of: kind.any(),
            });
        }
    }

    /// Whether two years are joined as the ends of a period: `2015 to 2017`.
    fn years_are_joined(&self, said: Said<'_>) -> bool {
        let [(first, _), (second, _)] = self.years[..] else {
            return false;
        };
        let between = &said.tokens[said.pieces[first].to..said.pieces[second].from];
        let words: Vec<&str> = between.iter().map(|token| token.folded.as_str()).collect();
        matches!(words[..], ["to" | "until" | "through"])
    }
}

/// The one column of places in an order.
fn rank_column(view: &View) -> Option<usize> {
    let of_places = |column: &usize| {
        let parts = &view.columns[*column].parts;
        view.is_numeric(*column)
            && ["rank", "place", "posit", "pos"]
                .iter()
                .any(|word| parts.contains(*word))
    };
    let mut found = (0..view.base).filter(of_places);
    found.next().filter(|_| found.next().is_none())
}

/// `who came second`, of a table with a column of places.
fn placed(said: Said<'_>, at: usize) -> Option<Condition> {
    let [word] = said.words(at) else {
        return None;
    };
    let place = match word.folded.as_str() {
        "first" => 1,
        other => {
            2 + ENGLISH
                .ordinals
                .iter()
                .position(|ordinal| ordinal == other)?
        }
    };
    Some(Condition {
        column: rank_column(said.view)?,
        any_of: vec![(Op::Equal, Value::Number(Decimal::from(place)))],
    })
}

/// Whether it is said of a value that the whole has it, too.
fn is_included(said: Said<'_>, at: usize) -> bool {
    let behind = said.tokens.get(said.pieces[at].to);
    behind.is_some_and(|token| token.folded == "included")
}

/// `how many times dearer`, `how many times as many`
fn asks_how_many_times(said: Said<'_>, at: usize) -> bool {
    let counts = |at: usize| said.pieces[at].meaning == Meaning::Count;
    let mut behind = said.pieces[at + 1..].iter();
    let compared = |piece: &Piece| matches!(piece.meaning, Meaning::Than { .. } | Meaning::Compare);
    matches!(said.words(at), [word] if word.folded == "times")
        && at.checked_sub(1).is_some_and(counts)
        && behind.any(compared)
}

/// Whether a word says that something rose or fell.
fn changes(said: Said<'_>, at: usize) -> bool {
    let [word] = said.words(at) else {
        return false;
    };
    change_of(&said.view.packs, &word.folded).is_some()
}

/// Letters of a short form that may say where: `EU`, `US`.
const SHORT: usize = 3;

/// Whether a name that the table does not know says of what all its rows are: the text around the table says it, or it stands right beside a record or the title
/// (`Leeds's Holbeck`), or, short, in front of what a row is (`EU countries`).
fn is_scope(said: Said<'_>, at: usize) -> bool {
    let words = said.words(at);
    let named = |token: &Token| {
        token.is_capital() && token.number.is_none() && !token.text.contains(char::is_numeric)
    };
    let is_name = words[0].is_capital() && said.pieces[at].from > 0;
    if !is_name
        || !words
            .iter()
            .all(|token| named(token) || said.view.nouns.contains(&token.stem))
    {
        return false;
    }
    if said.is_around(words) {
        return true;
    }
    // `which Minnesota city`, of which some are called so.
    let first = said.pieces[at].from;
    if said.tokens[first - 1].is_which() && said.view.label_words.contains_key(&words[0].folded) {
        return true;
    }
    let meaning = |at: usize| said.pieces.get(at).map(|piece| &piece.meaning);
    let beside = |meaning: Option<&Meaning>| {
        matches!(meaning, Some(Meaning::Record { .. } | Meaning::Title))
    };
    let short = words[0].text.len() <= SHORT && words[0].text.chars().all(char::is_uppercase);
    let breaks = words.last().is_some_and(|token| token.breaks);
    let behind = said.pieces[at].from.checked_sub(1);
    let behind = behind.is_some_and(|before| said.tokens[before].breaks) && beside(meaning(at - 1));
    behind
        || (!breaks && beside(meaning(at + 1)))
        || (short && meaning(at + 1) == Some(&Meaning::Noun))
}

/// Whether an operator has a number.
fn has_number_beside(pieces: &[Piece], at: usize) -> bool {
    let number = |place: usize| {
        let meaning = pieces.get(place).map(|piece| &piece.meaning);
        matches!(meaning, Some(Meaning::Number(_)))
    };
    if matches!(pieces[at].meaning, Meaning::Behind(_)) {
        at > 0 && (number(at - 1) || at > 1 && number(at - 2))
    } else {
        number(at + 1) || number(at + 2)
    }
}

/// That a column has one of some values.
pub(super) fn equal<'v>(column: usize, values: impl IntoIterator<Item = &'v String>) -> Condition {
    let text = |value: &String| (Op::Equal, Value::Text(value.clone()));
    Condition {
        column,
        any_of: values.into_iter().map(text).collect(),
    }
}

/// Whether a word is the verb of a question with `did`: it stands behind whose deed it is, and no noun follows that it may belong to.
fn is_verb(said: Said<'_>, at: usize) -> bool {
    let did = |piece: &Piece| {
        let word = said.tokens[piece.from].folded.as_str();
        piece.meaning == Meaning::Function && matches!(word, "did" | "do" | "does")
    };
    let Some(aux) = said.pieces[..at].iter().rposition(did) else {
        return false;
    };
    let whose = |piece: &Piece| {
        matches!(
            piece.meaning,
            Meaning::Record { .. }
                | Meaning::Category { .. }
                | Meaning::Part { .. }
                | Meaning::Column(_)
                | Meaning::Title
                | Meaning::Noun
                | Meaning::Apply(_)
        )
    };
    let subject = &said.pieces[aux + 1..at];
    let named = subject
        .iter()
        .all(|piece| whose(piece) || piece.meaning == Meaning::Function);
    let ends = said.pieces.get(at + 1).is_none_or(|next| {
        matches!(
            next.meaning,
            Meaning::Function
                | Meaning::Record { .. }
                | Meaning::Compare
                | Meaning::Most { .. }
                | Meaning::Number(_)
                | Meaning::Between
        )
    });
    subject.last().is_some_and(whose) && named && ends
}
