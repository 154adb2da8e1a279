//! Whether a query puts what a text names into the columns that the text speaks of: the buyer of a painting is not its seller, the year in which it was painted not
//! that in which it was sold, the men's time not the women's. Where a row has several columns of one kind, that a value stands in one of them says little.

mod claims;
mod doers;
mod rows;

use crate::link::{Meaning, Piece};
use crate::pack::{phrase, spaced};
use crate::parse::Mood;
use crate::query::{Asserted, Query, Select};
use crate::view::View;
use crate::words::{ENGLISH, Token, deed_of, fold, is_function, stem};
use groundwall_core::CellKind;
use std::collections::HashSet;

/// What a text says of who does what, and which words it has beside the values that it names.
pub(crate) struct Roles<'a> {
    view: &'a View,
    tokens: Vec<Token>,
    pieces: Vec<Piece>,
    mood: Mood,
    /// Stems of its words that are no part of a value, as the names of columns say them.
    words: HashSet<String>,
    /// Of these, words for what is done: `painting`, where something was painted.
    deeds: HashSet<String>,
    /// Of each column the words of its name as stems, its name folded, and its kind.
    columns: Vec<(HashSet<String>, String, Kind)>,
}

/// What a column holds, as far as one may be taken for the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Figure,
    Time,
    Text,
}

/// A stem as the names of columns say it: `male` for `men`.
fn canonical(word: &str) -> String {
    let kind = ENGLISH.kinds.iter().find(|(_, words)| {
        let mut words = words.iter();
        words.any(|known| known == word || stem(known) == word)
    });
    kind.map_or_else(|| word.to_owned(), |(kind, _)| stem(kind))
}

/// The words of a name, as stems.
fn words_of(name: &str) -> HashSet<String> {
    let words = phrase(name).into_iter();
    words
        .filter(|word| !is_function(word) || ENGLISH.column_words.has(word))
        .map(|word| canonical(&word))
        .collect()
}

fn kind_of(view: &View, column: usize) -> Kind {
    if view.column(column).kind == CellKind::Date || view.is_year(column) {
        Kind::Time
    } else if view.is_numeric(column) {
        Kind::Figure
    } else {
        Kind::Text
    }
}

/// Whether a folded verb only says what something is.
fn is_copula(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were")
}

/// Whether a stem only asks for a part of a whole, which is computed of any figure.
fn asks_for_a_part(word: &str) -> bool {
    ENGLISH.proportions.has(word)
        || ["percent", "percentage"]
            .into_iter()
            .any(|own| stem(own) == word)
}

/// The columns that a query speaks of: what is told, and what the rows are chosen by.
struct Bound {
    told: Vec<usize>,
    chosen: Vec<usize>,
}

impl Bound {
    fn of(query: &Query, mood: Mood) -> Self {
        let mut told: Vec<usize> = match &query.select {
            Select::Record { columns, .. } | Select::Compare { columns, .. } => columns.clone(),
            Select::Distinct { column, .. }
            | Select::Aggregate { column, .. }
            | Select::Top { column, .. }
            | Select::Nth { column, .. }
            | Select::Rank { column, .. } => vec![*column],
            Select::Contrast {
                left,
                right,
                column,
                ..
            } => [left.column, right.column, *column]
                .into_iter()
                .flatten()
                .collect(),
            Select::Pairs { left, right, .. } => vec![*left, *right],
            // What a list tells beside the records that a claim names is not said by it.
            Select::List { columns } if mood == Mood::Question => columns.clone(),
            Select::List { .. } | Select::Count | Select::Share { .. } => Vec::new(),
        };
        told.extend(query.asserted.iter().filter_map(|asserted| {
            let Asserted::Named { column, .. } = asserted else {
                return None;
            };
            Some(*column)
        }));
        let terms = if let Select::Contrast { left, right, .. } = &query.select {
            [&left.filter[..], &right.filter[..]].concat()
        } else if let Select::Share { of } = &query.select {
            of.clone()
        } else {
            Vec::new()
        };
        let chosen = query.filter.iter().chain(&terms);
        Self {
            told,
            chosen: chosen
                .map(|condition| condition.column)
                .chain(query.group)
                .collect(),
        }
    }

    fn has(&self, column: usize) -> bool {
        self.told.contains(&column) || self.chosen.contains(&column)
    }

    fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.told.iter().chain(&self.chosen).copied()
    }
}

impl<'a> Roles<'a> {
    /// Of a text in its tokens and what they were linked to.
    pub(crate) fn of(view: &'a View, tokens: Vec<Token>, pieces: Vec<Piece>, mood: Mood) -> Self {
        let is_value = |piece: &&Piece| {
            piece.column_of_value().is_some()
                || matches!(piece.meaning, Meaning::Number(_) | Meaning::Date(..))
        };
        let own = pieces.iter().filter(|piece| !is_value(piece));
        let own: Vec<&Token> = own
            .flat_map(|piece| &tokens[piece.from..piece.to])
            .collect();
        let says = |word: &str| !is_function(word) || ENGLISH.column_words.has(word);
        let words = own.iter().filter(|token| says(&token.folded));
        let words = words.map(|token| canonical(&token.stem)).collect();
        let done = own.iter().filter_map(|token| deed_of(&token.folded));
        let deeds = done
            .flat_map(|deed| &deed.of)
            .map(|word| stem(word))
            .collect();
        let about = |column: usize| {
            let name = spaced(view.display(column));
            (words_of(&name), fold(&name), kind_of(view, column))
        };
        let columns = (0..view.columns.len()).map(about).collect();
        Self {
            view,
            tokens,
            pieces,
            mood,
            words,
            deeds,
            columns,
        }
    }

    fn name_of(&self, column: usize) -> &HashSet<String> {
        &self.columns[column].0
    }

    /// The name of a column, folded.
    fn written(&self, column: usize) -> &str {
        &self.columns[column].1
    }

    fn kind_of(&self, column: usize) -> Kind {
        self.columns[column].2
    }

    /// Whether a query takes a value or figure from another column than the one that the text names, or says more of it than the text does.
    pub(crate) fn exchanges(&self, query: &Query) -> bool {
        let bound = Bound::of(query, self.mood);
        bound.all().any(|column| self.names_another(column, &bound))
            || self.names_another_text(&bound)
            || self.crosses(&bound)
            || self.exchanges_doers(query, &bound)
            || self.decides_nothing(&bound)
            || self.is_only_per(&bound)
            || (self.mood == Mood::Claim && self.says_more(query, &bound))
            || (self.mood == Mood::Question && self.asks_more(query))
    }

    /// Whether a list is told where a question asks how fast or tall something is, or who is the most of all in a table that is called by that:
    /// `the most expensive painting`, of the most expensive paintings.
    fn asks_more(&self, query: &Query) -> bool {
        let lists = matches!(query.select, Select::List { .. } | Select::Distinct { .. })
            && query.limit.is_none();
        let bare = matches!(&query.select, Select::List { columns } if columns.is_empty());
        let mut words = self.tokens.iter().map(|token| token.folded.as_str());
        let how = words.next() == Some("how")
            && words
                .next()
                .is_some_and(|word| !matches!(word, "many" | "much" | "often"));
        let most = |piece: &Piece| {
            let mut words = self.tokens[piece.from..piece.to].iter();
            piece.meaning == Meaning::Title && words.any(|token| token.folded == "most")
        };
        (bare && how) || (lists && self.pieces.iter().any(most))
    }

    /// Columns beside one that hold the same kind of thing, and are not spoken of.
    fn rivals<'r>(&'r self, column: usize, bound: &'r Bound) -> impl Iterator<Item = usize> + 'r {
        let kind = self.kind_of(column);
        (0..self.view.base).filter(move |other| {
            *other != column
                && !bound.has(*other)
                && self.kind_of(*other) == kind
                && !self.view.is_serial(*other)
        })
    }

    /// How many words of the text are among these.
    fn says(&self, names: &HashSet<String>, kind: Kind) -> usize {
        let plain = |word: &&String| {
            self.words.contains(*word)
                && !self.view.title.contains(*word)
                && !self.view.nouns.contains(*word)
                && !asks_for_a_part(word)
        };
        let done = |word: &&String| self.deeds.contains(*word);
        let says = |word: &&String| plain(word) || (kind == Kind::Time && done(word));
        names.iter().filter(says).count()
    }

    /// Whether the words name another column of figures or of times better: `the women's time`, where the men's was read.
    fn names_another(&self, column: usize, bound: &Bound) -> bool {
        let kind = self.kind_of(column);
        if kind == Kind::Text || column >= self.view.base {
            return false;
        }
        let own = self.name_of(column);
        let mut rivals = self.rivals(column, bound);
        rivals.any(|rival| {
            let name = self.name_of(rival);
            let unlike = |a: &HashSet<String>, b: &HashSet<String>| -> HashSet<String> {
                a.difference(b).cloned().collect()
            };
            self.says(&unlike(name, own), kind) > self.says(&unlike(own, name), kind)
        })
    }

    /// Whether the whole name of a column of text is said, and a value told from another one that is not: `the seller was ..`, where that stands under `Buyer`.
    fn names_another_text(&self, bound: &Bound) -> bool {
        let text =
            |column: &usize| *column != self.view.label && self.kind_of(*column) == Kind::Text;
        let names = |column: usize| self.name_of(column);
        let said = |column: usize| {
            let name = names(column);
            !name.is_empty() && name.is_subset(&self.words)
        };
        let mut told = bound.all().filter(text);
        told.any(|column| {
            column < self.view.base
                && names(column).is_disjoint(&self.words)
                && self
                    .rivals(column, bound)
                    .any(|rival| text(&rival) && said(rival))
        })
    }

    /// The side that a column is of, and the rest of its name: `female`, of `Winning Time (Female)`.
    fn side(&self, column: usize) -> Option<(String, HashSet<String>)> {
        let name = self.name_of(column);
        let kinds = ENGLISH.kinds.keys().map(|kind| stem(kind));
        let mut sides = kinds.filter(|kind| name.contains(kind));
        let side = sides.next().filter(|_| sides.next().is_none())?;
        let rest = name.iter().filter(|word| **word != side).cloned().collect();
        Some((side, rest))
    }

    /// Whether a value is told of another side than the text speaks of, or one of each: the woman who won, and the man's time.
    fn crosses(&self, bound: &Bound) -> bool {
        let sides: Vec<(String, HashSet<String>)> =
            bound.all().filter_map(|column| self.side(column)).collect();
        let other = |side: &String| {
            let mut kinds = ENGLISH.kinds.keys().map(|kind| stem(kind));
            kinds.any(|kind| kind != *side && self.words.contains(&kind))
        };
        let of_another =
            |(side, _): &(String, HashSet<String>)| other(side) && !self.words.contains(side);
        let mixed = |(side, rest): &(String, HashSet<String>)| {
            let mut others = sides.iter().filter(|(kind, of)| kind != side && of != rest);
            others.any(|(kind, of)| {
                let matched = |side: &String, of: &HashSet<String>| {
                    sides.iter().any(|(own, name)| own == side && name == of)
                };
                !self.words.contains(kind) && !matched(side, of) && !matched(kind, rest)
            })
        };
        sides.iter().any(of_another) || sides.iter().any(mixed)
    }

    /// Whether a column is named by nothing but what it counts by: `inhabitants`, of `Starbucks per million inhabitants`.
    fn is_only_per(&self, bound: &Bound) -> bool {
        let says_per = self.tokens.iter().any(|token| token.folded == "per");
        let figures = bound
            .told
            .iter()
            .filter(|column| self.kind_of(**column) == Kind::Figure);
        figures.into_iter().any(|column| {
            let name = self.written(*column);
            let Some((front, behind)) = name.split_once(" per ") else {
                return false;
            };
            let said = |part: &str| phrase(part).iter().any(|word| self.words.contains(word));
            !says_per && said(behind) && !said(front)
        })
    }
}
