//! What a claim says beside what a query asks: that it is the most of all, the only one, that something fell, another number.

use super::{Bound, Kind, Roles, is_copula};
use crate::link::{Meaning, Piece};
use crate::pack::{Change, change_of};
use crate::parse::Mood;
use crate::query::{Asserted, By, Condition, Function, Op, Quantity, Query, Select};
use crate::run::{Outcome, run};
use crate::value::Value;
use crate::words::{ENGLISH, Token};
use rust_decimal::Decimal;

impl Roles<'_> {
    /// Whether a claim says more than the query asks.
    pub(super) fn says_more(&self, query: &Query, bound: &Bound) -> bool {
        self.says_the_only()
            || self.says_most_of_them(query)
            || self.says_the_most(query)
            || self.shrinks(query)
            || self.is_so_one_way(query)
            || self.changes(query, bound)
            || self.has_a_truth(query)
            || self.leaves_a_number(query)
            || self.multiplies(query)
            || self.counts_rows_instead(query, bound)
    }

    /// Whether rows are counted where the text names a column of figures whole: `received the most votes`.
    fn counts_rows_instead(&self, query: &Query, bound: &Bound) -> bool {
        let counts = matches!(query.select, Select::Count);
        let figures = (0..self.view.base)
            .filter(|column| self.kind_of(*column) == Kind::Figure && !bound.has(*column));
        let said = |column: usize| {
            let name = self.name_of(column);
            name.iter().any(|word| word.len() > 2)
                && name.is_subset(&self.words)
                && name.is_disjoint(&self.view.nouns)
        };
        counts && figures.into_iter().any(said)
    }

    /// `Most households have two bedrooms`: that is more than half of them.
    fn says_most_of_them(&self, query: &Query) -> bool {
        let begins = self
            .tokens
            .first()
            .is_some_and(|token| token.folded == "most");
        let half = Asserted::Quantity(Quantity::Most);
        begins && !query.asserted.contains(&half)
    }

    /// `the only one with more than 30`: of that a row by itself says nothing.
    fn says_the_only(&self) -> bool {
        let pairs = self.tokens.windows(2);
        pairs
            .into_iter()
            .any(|pair| pair[0].folded == "the" && pair[1].folded == "only")
    }

    /// Whether what is the most of all is looked for among a few: `of all candidates` behind a place, or a place behind `was`.
    fn shrinks(&self, query: &Query) -> bool {
        let (Select::Top { .. } | Select::Nth { .. }) = query.select else {
            return false;
        };
        if query.filter.is_empty() {
            return false;
        }
        let said: Vec<&str> = self
            .tokens
            .iter()
            .map(|token| token.folded.as_str())
            .collect();
        let at = |phrase: &String| {
            let words: Vec<&str> = phrase.split(' ').collect();
            said.windows(words.len()).position(|window| window == words)
        };
        let of_all = ENGLISH.of_all.iter().filter_map(at).min();
        let most = |piece: &&Piece| matches!(piece.meaning, Meaning::Most { .. });
        let most = self.pieces.iter().find(most).map(|piece| piece.from);
        let copula = |token: &Token| is_copula(&token.folded);
        let stated =
            most.and_then(|most| (most..self.tokens.len()).find(|at| copula(&self.tokens[*at])));
        let place_of = |condition: &Condition| {
            let of = |piece: &&Piece| {
                let number = if let Meaning::Number(number) = &piece.meaning {
                    Some(Value::Number(number.value))
                } else {
                    None
                };
                let dated = matches!(piece.meaning, Meaning::Date(..));
                piece.column_of_value() == Some(condition.column)
                    || (dated && self.kind_of(condition.column) == Kind::Time)
                    || condition
                        .any_of
                        .iter()
                        .any(|(_, value)| Some(value) == number.as_ref())
            };
            self.pieces.iter().find(of).map(|piece| piece.from)
        };
        let about_few = query.filter.iter().any(|condition| {
            let Some(place) = place_of(condition) else {
                return false;
            };
            of_all.is_some_and(|all| place < all) || stated.is_some_and(|stated| place > stated)
        });
        about_few && !self.is_so_of_all(query)
    }

    /// Whether it says who has the most where, and that is so of where they have the most alone: `Labour received the most votes in Flixton`.
    fn is_so_one_way(&self, query: &Query) -> bool {
        let Select::Top { .. } = query.select else {
            return false;
        };
        let named = query.asserted.iter().find_map(|asserted| {
            let Asserted::Named { column, values } = asserted else {
                return None;
            };
            Some((*column, values))
        });
        let Some((column, values)) = named.filter(|(column, _)| *column != self.view.label) else {
            return false;
        };
        let any_of = values
            .iter()
            .map(|value| (Op::Equal, Value::Text(value.clone())));
        let turned = Query {
            filter: vec![Condition {
                column,
                any_of: any_of.collect(),
            }],
            ..query.clone()
        };
        let Ok(Outcome::Top { lines, .. }) = run(self.view, &turned) else {
            return true;
        };
        let has = |row: usize, condition: &Condition| {
            let cell = self.view.rows[row][condition.column].as_ref();
            condition
                .any_of
                .iter()
                .any(|(_, value)| Some(value) == cell)
        };
        let texts = query.filter.iter().filter(|condition| {
            condition.column != self.view.label && self.kind_of(condition.column) == Kind::Text
        });
        texts
            .into_iter()
            .any(|condition| lines.iter().any(|line| !has(line.row, condition)))
    }

    /// Whether the same rows come first among all.
    fn is_so_of_all(&self, query: &Query) -> bool {
        let of_all = Query {
            filter: Vec::new(),
            ..query.clone()
        };
        let rows = |query: &Query| -> Option<Vec<usize>> {
            if let Ok(Outcome::Top { lines, .. }) = run(self.view, query) {
                Some(lines.iter().map(|line| line.row).collect())
            } else {
                None
            }
        };
        rows(query).is_some_and(|own| rows(&of_all) == Some(own))
    }

    /// Whether it is said to be the most, the first or the like, and the query asks for no such thing.
    fn says_the_most(&self, query: &Query) -> bool {
        let orders = query.limit.is_some()
            || matches!(
                query.select,
                Select::Top { .. } | Select::Nth { .. } | Select::Rank { .. }
            )
            || matches!(&query.select, Select::Aggregate { function, .. } if matches!(function, Function::Max | Function::Min));
        let superlative = |piece: &Piece| {
            let first = |token: &Token| {
                let word = token.folded.as_str();
                matches!(
                    word,
                    "first" | "best" | "worst" | "most" | "least" | "fewest"
                ) || (word.len() > 5 && word.ends_with("est"))
            };
            let words = &self.tokens[piece.from..piece.to];
            let is_plain = matches!(piece.meaning, Meaning::Unknown | Meaning::Function);
            (is_plain && words.iter().any(first))
                || matches!(
                    piece.meaning,
                    Meaning::Most { .. } | Meaning::Nth(_) | Meaning::Frequent { .. }
                )
        };
        !orders && self.pieces.iter().any(superlative)
    }

    /// Whether it is said that something rose or fell, and the query tells no change.
    fn changes(&self, query: &Query, bound: &Bound) -> bool {
        let compares = matches!(
            query.select,
            Select::Contrast { .. } | Select::Pairs { .. } | Select::Compare { .. }
        );
        let of_change = |column: &usize| self.is_of_change(*column);
        self.change().is_some() && !compares && !bound.told.iter().any(of_change)
    }

    /// Where a text says that something went.
    pub(super) fn change(&self) -> Option<Change> {
        let words = self.tokens.iter().map(|token| &token.folded);
        let mut changes = words.filter_map(|word| change_of(&self.view.packs, word));
        changes.next()
    }

    /// Whether a column holds changes: it is called so, or some of its figures are below zero.
    pub(super) fn is_of_change(&self, column: usize) -> bool {
        let name = self.written(column);
        let called = name
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| change_of(&self.view.packs, word).is_some() || word == "difference");
        let below = |row: &Vec<Option<Value>>| {
            let number = row[column].as_ref().and_then(Value::number);
            number.is_some_and(|number| number.is_sign_negative() && !number.is_zero())
        };
        called || self.view.rows.iter().any(below)
    }

    /// A query with what is said to have fallen by so much as a figure below zero, where the column holds changes.
    pub(crate) fn signed(&self, query: Query) -> Query {
        let falls = matches!(self.change(), Some(Change::Down));
        let told = Bound::of(&query, self.mood).told;
        let changes = matches!(query.select, Select::Record { .. })
            && told.iter().any(|column| self.is_of_change(*column));
        if self.mood != Mood::Claim || !falls || !changes {
            return query;
        }
        let turned = |asserted: Asserted| {
            if let Asserted::Number {
                value,
                unit,
                approximate,
            } = asserted
            {
                Asserted::Number {
                    value: -value.abs(),
                    unit,
                    approximate,
                }
            } else {
                asserted
            }
        };
        Query {
            asserted: query.asserted.into_iter().map(turned).collect(),
            ..query
        }
    }

    /// Whether it says what a column of yes and no tells, and the query does not ask for it: `set a world record`.
    fn has_a_truth(&self, query: &Query) -> bool {
        let asked = |column: usize| query.filter.iter().any(|one| one.column == column);
        (0..self.view.base)
            .any(|column| self.is_truth(column) && !asked(column) && self.says_the_name(column))
    }

    /// Whether a column holds nothing but yes and no, or signs.
    pub(super) fn is_truth(&self, column: usize) -> bool {
        let about = &self.view.columns[column];
        let mut values = about.values.keys();
        let truth =
            |value: &String| ENGLISH.truths.has(value) || !value.contains(char::is_alphanumeric);
        about.truth || (!about.values.is_empty() && values.all(truth))
    }

    /// Whether the whole name of a column is said, but for its side.
    pub(super) fn says_the_name(&self, column: usize) -> bool {
        let name = self.name_of(column);
        let name = self
            .side(column)
            .map_or_else(|| name.clone(), |(_, rest)| rest);
        !name.is_empty() && name.is_subset(&self.words)
    }

    /// Whether a number that is said is neither asked for nor stated.
    fn leaves_a_number(&self, query: &Query) -> bool {
        let numbers = self.pieces.iter().filter_map(|piece| {
            let Meaning::Number(number) = &piece.meaning else {
                return None;
            };
            let mut words = self.tokens[piece.from..piece.to].iter();
            let digits = words.any(|token| token.text.contains(|c: char| c.is_ascii_digit()));
            digits.then_some(number.value)
        });
        let printed = query.print(self.view);
        let used = |number: Decimal| {
            let stated = query.asserted.iter().any(|asserted| {
                matches!(asserted, Asserted::Number { value, .. } | Asserted::Bound(_, value) if value.abs() == number.abs())
            });
            let text = number.normalize().to_string();
            stated
                || number == Decimal::from(self.view.rows.len())
                || printed.contains(&text)
                || self.view.title.contains(&text)
        };
        numbers.into_iter().any(|number| !used(number))
    }

    /// Whether it says how many times as much something is, and the query does not.
    fn multiplies(&self, query: &Query) -> bool {
        let times = self.tokens.windows(2).any(|pair| {
            pair[0].number.is_some() && matches!(pair[1].folded.as_str(), "times" | "fold")
        });
        let by_times = matches!(query.select, Select::Contrast { by: By::Times, .. });
        times && !by_times
    }
}
