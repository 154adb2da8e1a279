//! A second question that asks more of what a first one found: `Who made the biggest gift, and how much was it?`

use crate::ask::read_again;
use crate::link::{Meaning, Piece, link};
use crate::parse::{Asking, Mood};
use crate::query::{By, Condition, Function, Op, Query, Select};
use crate::run::{Grouped, Outcome, figure_column, run};
use crate::say;
use crate::view::View;
use crate::words::{ENGLISH, Token, is_function, tokens};
use groundwall_core::{DocumentId, TableAnswer};
use std::collections::HashSet;

/// Letters of a verb that the name of a column may begin with: `weigh` and weight.
const VERB: usize = 4;

/// What a question found in a table, of which another may ask more.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    document: DocumentId,
    index: u32,
    /// Whether the table was read with a row a year.
    turned: bool,
    query: Query,
}

impl Found {
    pub(crate) fn of(view: &View, query: &Query) -> Self {
        Self {
            document: view.stored.document.clone(),
            index: view.stored.index,
            turned: view.places.is_some(),
            query: query.clone(),
        }
    }

    fn view<'a>(&self, views: &[&'a View]) -> Option<&'a View> {
        let own = |view: &&&View| {
            view.stored.document == self.document && view.stored.index == self.index
        };
        let view: &View = views.iter().find(own)?;
        if self.turned {
            view.long.as_deref()
        } else {
            Some(view)
        }
    }
}

/// What a question finds that the tables answer.
pub fn found(views: &[&View], question: &str) -> Option<Found> {
    read_again(views, question).map(|(view, query)| Found::of(view, &query))
}

/// What a part of a question asks of that which the part before it, `first`, found: the figure by which it was found, which what was computed says already, or another
/// column of the one row or group that was found. None where it asks anything else.
pub fn further(views: &[&View], found: &Found, first: &str, part: &str) -> Option<TableAnswer> {
    let view = found.view(views)?;
    let outcome = run(view, &found.query).ok()?;
    let tokens = Asking::of(view, part, Mood::Question).ok()?.tokens;
    let asks = Asks {
        view,
        outcome: &outcome,
        pieces: link(view, &tokens, &[]),
        tokens,
        first: tokens_of(first),
    };
    if asks.the_figure()? {
        return Some(say::answer(view, &found.query, &outcome));
    }
    let query = asks.another_column(&found.query)?;
    let outcome = run(view, &query).ok()?;
    Some(say::answer(view, &query, &outcome))
}

fn tokens_of(text: &str) -> HashSet<String> {
    tokens(text).into_iter().map(|token| token.stem).collect()
}

/// A part of a question beside what the one before it found.
struct Asks<'a> {
    view: &'a View,
    outcome: &'a Outcome,
    tokens: Vec<Token>,
    pieces: Vec<Piece>,
    /// Stems of the part before.
    first: HashSet<String>,
}

impl Asks<'_> {
    /// Whether it asks nothing but the figure by which something was found; none where it has words of something else.
    fn the_figure(&self) -> Option<bool> {
        if !self.asks_for_a_figure() {
            return None;
        }
        let counts = self.pieces.iter().any(|piece| self.is_how_many(piece));
        let adds = self
            .pieces
            .iter()
            .any(|piece| piece.meaning == Meaning::Apply(Function::Sum));
        // `the biggest gift`, and what they gave in total: another figure, unless the part before asks for a total.
        let sums = adds && !self.first.contains("total");
        let says = match self.outcome {
            Outcome::Top { .. } => !sums,
            Outcome::Contrast(sides) => !self.asks_by_how_much() || sides.by == By::Difference,
            // What rows come to is not how many there are.
            Outcome::Groups { what, .. } => match what {
                Grouped::Count => counts || !adds,
                Grouped::Function(function, _) => !sums || *function == Function::Sum,
            },
            Outcome::Compared { columns, .. } => columns.len() == 1,
            Outcome::Record { .. }
            | Outcome::Rows { .. }
            | Outcome::Count { .. }
            | Outcome::Share { .. }
            | Outcome::Distinct { .. }
            | Outcome::Figure { .. }
            | Outcome::Rank { .. } => return None,
        };
        if self.pieces.iter().all(|piece| self.is_of_the_figure(piece)) {
            return Some(says);
        }
        Some(false)
    }

    /// Whether a quantity is asked for, and neither who nor when.
    fn asks_for_a_figure(&self) -> bool {
        let other = |token: &Token| {
            let said = self.first.contains(&token.stem) || self.is_unit(token);
            let turns = ENGLISH.telling.has(&token.folded) && !said;
            ENGLISH.asks_other.has(&token.folded) || turns
        };
        let at = self
            .tokens
            .iter()
            .position(|token| matches!(token.folded.as_str(), "how" | "what"));
        let degree = |at: usize| {
            let Some(next) = self.tokens.get(at + 1) else {
                return false;
            };
            let measure = ENGLISH.measures.has(&next.folded);
            self.tokens[at].folded == "what"
                || matches!(next.folded.as_str(), "much" | "many")
                || measure && self.is_of_most(&next.folded)
        };
        at.is_some_and(degree) && !self.tokens.iter().any(other)
    }

    /// `by how many percentage points`
    fn asks_by_how_much(&self) -> bool {
        let words = self.tokens.iter().map(|token| token.folded.as_str());
        words.take(2).eq(["by", "how"])
    }

    /// `how many` by itself, or in front of what a row is called.
    fn is_how_many(&self, piece: &Piece) -> bool {
        let mut words = self.tokens[piece.from..piece.to].iter();
        words.any(|token| token.folded == "many")
    }

    /// Whether an adjective is that of a superlative of the part before: `how tall`, of the tallest.
    fn is_of_most(&self, word: &str) -> bool {
        let all = matches!(word, "high" | "low" | "large" | "big" | "small" | "great");
        let stem = word.trim_end_matches(['e', 'y']);
        all || self.first.iter().any(|said| {
            said.strip_prefix(stem)
                .is_some_and(|end| end.ends_with("est") && end.len() <= 4)
        })
    }

    /// The column of the figure by which it was found.
    fn measured(&self) -> Option<usize> {
        if let Outcome::Contrast(sides) = self.outcome {
            sides.column
        } else if let Outcome::Compared { columns, .. } = self.outcome {
            columns.first().copied()
        } else {
            figure_column(self.outcome)
        }
    }

    /// Whether words say no more than the figure: its column, its unit, what the part before says, or nothing.
    fn is_of_the_figure(&self, piece: &Piece) -> bool {
        let words = &self.tokens[piece.from..piece.to];
        let measured = self.measured();
        if let Meaning::Column(columns) = &piece.meaning {
            return measured.is_some_and(|own| columns.contains(&own))
                || words.iter().all(|token| self.is_unit(token));
        }
        // `its average`
        if matches!(&piece.meaning, Meaning::Apply(function) if *function != Function::Sum) {
            return words.iter().all(|token| self.first.contains(&token.stem));
        }
        // `how many states are there` asks for no figure of the state that was found.
        let counted = piece.from > 0 && self.tokens[piece.from - 1].folded == "many";
        if counted && piece.meaning != Meaning::Function {
            let of_rows = self.found_by_count() && !self.is_grouped_by(words);
            return words.iter().all(|token| {
                self.is_unit(token)
                    || of_rows && self.says_no_more(token)
                    || of_rows && piece.meaning == Meaning::Noun
            });
        }
        words.iter().all(|token| self.says_no_more(token))
    }

    /// Whether it was found by how many rows it has.
    fn found_by_count(&self) -> bool {
        let what = Grouped::Count;
        matches!(self.outcome, Outcome::Groups { what: by, .. } if *by == what)
    }

    /// Whether the groups, one of which was found, are called so.
    fn is_grouped_by(&self, words: &[Token]) -> bool {
        let by = if let Outcome::Groups { by, .. } = self.outcome {
            *by
        } else {
            self.view.label
        };
        let parts = &self.view.columns[by].parts;
        words.iter().any(|token| parts.contains(&token.stem))
    }

    fn says_no_more(&self, token: &Token) -> bool {
        is_function(&token.folded)
            || self.first.contains(&token.stem)
            || ENGLISH.measures.has(&token.folded)
            || matches!(
                token.folded.as_str(),
                "total" | "number" | "sum" | "percent"
            )
            || self.is_unit(token)
            || self.is_verb_of_the_figure(token)
    }

    /// Whether the figure is counted in what a word says.
    fn is_unit(&self, token: &Token) -> bool {
        let Some(column) = self.measured() else {
            return false;
        };
        let units = self.view.units(column);
        units.contains(&token.stem) || units.contains(&token.folded)
    }

    /// `weigh`, of the heaviest: a superlative of the part before speaks of a column whose name begins so.
    fn is_verb_of_the_figure(&self, token: &Token) -> bool {
        let mut packs = self.view.packs.iter();
        token.stem.len() >= VERB
            && packs.any(|pack| {
                let mut said = pack.most.iter().chain(&pack.least);
                said.any(|(word, columns)| {
                    let mut columns = columns.iter();
                    self.first.contains(&crate::words::stem(word))
                        && columns.any(|column| column.starts_with(&token.stem))
                })
            })
    }

    /// The query of another column of the one row that was found, or of what it comes to over the one group.
    fn another_column(&self, found: &Query) -> Option<Query> {
        let named: Vec<usize> = self
            .pieces
            .iter()
            .filter_map(|piece| {
                let Meaning::Column(columns) = &piece.meaning else {
                    return None;
                };
                // `that year`, of the year that was found.
                let mut words = self.tokens[piece.from..piece.to].iter();
                let again = words.all(|token| self.first.contains(&token.stem));
                (!again).then_some(columns)
            })
            .map(|columns| match columns[..] {
                [column] => Some(column),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let rest = self.pieces.iter().all(|piece| {
            matches!(piece.meaning, Meaning::Column(_)) || self.is_of_the_figure(piece)
        });
        if !rest || self.asks_by_how_much() {
            return None;
        }
        match self.outcome {
            Outcome::Top { lines, .. } => match (&lines[..], &named[..]) {
                ([line], [column]) => Some(Query {
                    select: Select::Record {
                        rows: vec![line.row],
                        columns: vec![*column],
                    },
                    filter: Vec::new(),
                    limit: None,
                    ..found.clone()
                }),
                _ => None,
            },
            Outcome::Groups { by, groups, what } => {
                let [(_, figure)] = &groups[..] else {
                    return None;
                };
                let column = match named[..] {
                    [column] => column,
                    [] => match what {
                        Grouped::Count => self.view.money()?,
                        Grouped::Function(_, column) => *column,
                    },
                    _ => return None,
                };
                let asks_a_sum = self.tokens.iter().any(|token| {
                    matches!(
                        token.folded.as_str(),
                        "total" | "altogether" | "much" | "many"
                    )
                });
                let adds = asks_a_sum
                    && self.view.is_numeric(column)
                    && !self.view.is_share(column)
                    && !self.view.is_year(column)
                    && !self.view.has_whole();
                let value = self.view.rows[*figure.rows.first()?][*by].clone()?;
                let group = Condition {
                    column: *by,
                    any_of: vec![(Op::Equal, value)],
                };
                adds.then(|| Query {
                    select: Select::Aggregate {
                        function: Function::Sum,
                        column,
                    },
                    filter: found.filter.iter().cloned().chain([group]).collect(),
                    group: None,
                    limit: None,
                    ..found.clone()
                })
            }
            Outcome::Record { .. }
            | Outcome::Compared { .. }
            | Outcome::Rows { .. }
            | Outcome::Count { .. }
            | Outcome::Share { .. }
            | Outcome::Distinct { .. }
            | Outcome::Figure { .. }
            | Outcome::Rank { .. }
            | Outcome::Contrast(_) => None,
        }
    }
}
