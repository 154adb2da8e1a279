//! A question or claim in plain English to a typed query. Every word has to be understood, else the parser declines.

mod asserted;
mod bounds;
mod categories;
mod conditions;
mod contrast;
mod counts;
mod groups;
mod lists;
mod missing;
mod paired;
mod pieces;
mod records;
mod said;
mod select;
mod shares;
mod tallied;
mod times;
mod top;
mod weighed;
mod years;

pub(crate) use counts::{Several, several};
pub(crate) use years::is_year;

use crate::link::{Meaning, Piece, link};
use crate::query::{Condition, Query, Select};
use crate::roles::Roles;
use crate::view::View;
use crate::words::{ENGLISH, Token, tokens};

/// Why nothing is computed where a column holds what is said, and the words speak of another one.
const ELSEWHERE: &str = "Its words speak of another column than the one that holds this.";

/// A record that a question names and the table does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// As the question writes it.
    pub mention: String,
    /// Name of the column that would hold it.
    pub column: usize,
    /// Names that come nearest, nearest first.
    pub closest: Vec<String>,
    /// Whether it was recognised as a name; a text may speak of a person that no table knows.
    pub is_name: bool,
    /// What the rest of the question asks, without that record.
    pub rest: Option<Query>,
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parsed {
    Query(Query),
    Missing(Missing),
    /// Understood but for one thing that could mean several; the sentence says which.
    Ambiguous(String),
    /// Not a question to this table, or not one that can be computed.
    Declined(String),
}

/// How a text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    Question,
    /// A statement, whose value is compared.
    Claim,
}

/// A parse with how much of the table it speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub parsed: Parsed,
    /// Columns, records and values that were named, weighted; 0 where the text has nothing to do with the table.
    pub strength: u32,
}

pub(crate) struct Parser<'a> {
    pub(crate) view: &'a View,
    pub(crate) tokens: Vec<Token>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) filter: Vec<Condition>,
    /// Whether a value is stated, to be compared.
    pub(crate) states: bool,
    /// The bound on the number of rows that is stated: `fewer than ten flights`.
    pub(crate) count: Option<(crate::query::Op, rust_decimal::Decimal)>,
    /// The part of all rows that is stated.
    pub(crate) share: Option<weighed::StatedShare>,
}

/// Bytes and words of the longest question that is read: nobody asks a table for more, and one word that is not understood ends the reading anyway.
const BYTES: usize = 2_000;
const WORDS: usize = 200;

/// Reads a text as a question or claim about one table.
pub fn parse(view: &View, text: &str, mood: Mood) -> Reading {
    match Asking::of(view, text, mood) {
        Ok(asking) => asking.in_their_columns(view),
        Err(why) => Reading {
            parsed: Parsed::Declined(why.to_owned()),
            strength: 0,
        },
    }
}

/// A text as words, ready to be read by a table.
pub(crate) struct Asking {
    pub(crate) tokens: Vec<Token>,
    /// Whether a value is stated, to be compared.
    states: bool,
}

impl Asking {
    /// Without what only leads to the question; the error says why nothing is left to read.
    pub(crate) fn of(view: &View, text: &str, mood: Mood) -> Result<Self, &'static str> {
        if text.len() > BYTES {
            return Err("This is too long for a question to a table.");
        }
        let lower = text.trim_start().to_lowercase();
        let lead = ENGLISH.leads.iter().find(|lead| lower.starts_with(*lead));
        let text = lead.map_or(text, |lead| &text.trim_start()[lead.len()..]);
        let mut tokens = tokens(text);
        // `Do we know how many ...` asks how many.
        while let Some(length) = crate::link::said_around(view, &tokens) {
            tokens.drain(..length);
        }
        said::as_tables_say(view, &mut tokens);
        if mood == Mood::Question && !text.contains(char::is_uppercase) {
            said::with_capitals(view, &mut tokens);
        }
        if tokens.is_empty() {
            return Err("The question is empty.");
        }
        if tokens.len() > WORDS {
            return Err("This is too long for a question to a table.");
        }
        let states = mood == Mood::Claim || lead.is_some() || ENGLISH.yes_no.has(&tokens[0].folded);
        Ok(Self { tokens, states })
    }

    /// What the table makes of it, where it takes each value and figure from the column that the words speak of.
    fn in_their_columns(self, view: &View) -> Reading {
        let mut reading = self.read(view, &[]);
        if let Parsed::Query(query) = &reading.parsed {
            let mood = if self.states {
                Mood::Claim
            } else {
                Mood::Question
            };
            let pieces = link(view, &self.tokens, &[]);
            let roles = Roles::of(view, self.tokens, pieces, mood);
            reading.parsed = if roles.exchanges(query) {
                Parsed::Declined(ELSEWHERE.to_owned())
            } else {
                Parsed::Query(roles.signed(query.clone()))
            };
        }
        reading
    }

    /// A question in these words.
    pub(crate) fn put(tokens: Vec<Token>) -> Self {
        Self {
            tokens,
            states: false,
        }
    }

    /// What the table makes of it; `supposed` stands in the place of what the words mean to the table by themselves.
    pub(crate) fn read(&self, view: &View, supposed: &[Piece]) -> Reading {
        let pieces = link(view, &self.tokens, supposed);
        let strength = pieces.iter().map(|piece| weight(piece, view)).sum();
        let mut parser = Parser {
            view,
            tokens: self.tokens.clone(),
            pieces,
            filter: Vec::new(),
            states: self.states,
            count: None,
            share: None,
        };
        Reading {
            parsed: parser.run(),
            strength,
        }
    }
}

fn weight(piece: &Piece, view: &View) -> u32 {
    let length = (piece.to - piece.from) as u32;
    match &piece.meaning {
        Meaning::Record { .. } => 3 * length,
        Meaning::Category { .. } | Meaning::Part { .. } => 2 * length,
        Meaning::Column(columns) if columns.len() == 1 => 2 * length,
        Meaning::Column(_) | Meaning::Noun | Meaning::Title => 1,
        Meaning::Most { columns, .. } | Meaning::Than { columns, .. } if !columns.is_empty() => 1,
        Meaning::Unknown if view.rows.is_empty() => 0,
        Meaning::Nth(_)
        | Meaning::Zero
        | Meaning::Any
        | Meaning::Negative
        | Meaning::Absent
        | Meaning::Frequent { .. }
        | Meaning::Most { .. }
        | Meaning::Than { .. }
        | Meaning::Number(_)
        | Meaning::Date(..)
        | Meaning::Op(_)
        | Meaning::Behind(_)
        | Meaning::Between
        | Meaning::Apply(_)
        | Meaning::Count
        | Meaning::Share
        | Meaning::Each
        | Meaning::Compare
        | Meaning::Rank
        | Meaning::Distinct
        | Meaning::Not
        | Meaning::And
        | Meaning::Or
        | Meaning::About
        | Meaning::Unit(_)
        | Meaning::Quantity(_)
        | Meaning::Function
        | Meaning::Unknown => 0,
    }
}

/// Whether a query asks for all cells of a record.
fn is_whole_record(query: &Query) -> bool {
    matches!(&query.select, Select::Record { columns, .. } if columns.is_empty())
}

/// Why a parse stops.
#[derive(Debug)]
pub(crate) enum Halt {
    Ambiguous(String),
    Declined(String),
}

impl From<Halt> for Parsed {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Ambiguous(why) => Self::Ambiguous(why),
            Halt::Declined(why) => Self::Declined(why),
        }
    }
}

pub(crate) fn declined<T>(why: impl Into<String>) -> Result<T, Halt> {
    Err(Halt::Declined(why.into()))
}

impl Parser<'_> {
    fn run(&mut self) -> Parsed {
        if self.states {
            match self.weighs_two() {
                Ok(Some(query)) => return Parsed::Query(query),
                Ok(None) => {}
                Err(why) => return why.into(),
            }
        }
        match self.contrast() {
            Ok(Some(query)) => return Parsed::Query(query),
            Ok(None) => {}
            Err(why) => return why.into(),
        }
        if self.states {
            self.share = self.stated_share();
        }
        let missing = self.take_missing();
        let asked = self
            .conditions()
            .and_then(|()| self.select(missing.is_some()));
        match (missing, asked) {
            // A name that nothing of the table stands beside is no question to it.
            (Some(missing), _) if missing.is_name && !self.names_columns() => {
                Parsed::Declined(format!("“{}” is not in the table.", missing.mention))
            }
            (Some(missing), Ok(query)) => Parsed::Missing(self.nearest(Missing {
                rest: Some(query),
                ..missing
            })),
            (Some(missing), Err(_)) if self.names_columns() => {
                Parsed::Missing(self.nearest(missing))
            }
            (Some(_), Err(why)) => why.into(),
            (None, Ok(query)) if self.asks_a_measure() && is_whole_record(&query) => {
                Parsed::Declined("It does not say which column is asked for.".to_owned())
            }
            (None, Ok(query)) => match self.absent_year(&query.filter) {
                Some(missing) => Parsed::Missing(missing),
                None => Parsed::Query(query),
            },
            // Nothing can be computed of a year without a row.
            (None, Err(why)) => self
                .absent_year(&self.filter)
                .filter(|_| matches!(why, Halt::Declined(_)) && self.understands_all())
                .map_or_else(|| why.into(), Parsed::Missing),
        }
    }

    /// Whether every word has a meaning in the table.
    fn understands_all(&self) -> bool {
        let unknown = |piece: &Piece| piece.meaning == Meaning::Unknown;
        !self.pieces.iter().any(unknown)
    }

    /// `how long is ..`
    fn asks_a_measure(&self) -> bool {
        matches!(&self.tokens[..], [how, measure, ..]
            if how.folded == "how" && ENGLISH.measures.has(&measure.folded))
    }

    /// With the names that come nearest; every row is compared, so only where it is said.
    fn nearest(&self, missing: Missing) -> Missing {
        Missing {
            closest: missing::closest(self.view, missing.column, &missing.mention),
            ..missing
        }
    }

    /// Whether columns or what a row is called were named.
    fn names_columns(&self) -> bool {
        self.pieces.iter().any(|piece| {
            matches!(
                piece.meaning,
                Meaning::Column(_) | Meaning::Noun | Meaning::Compare
            )
        })
    }
}
