//! Readings of a question that the parser declines, in which words that the table does not know are supposed to mean one of its columns or values, what a row is
//! called, or nothing. Here they are made and computed; whether one of them answers the question is for the caller to judge, and without that none may be told.

mod senses;
mod sketch;
mod stated;
mod valued;
mod wholes;

use crate::link::{Meaning, Piece, is_unasked_error, link};
use crate::parse::{Asking, Mood, Parsed, parse};
use crate::query::{Asserted, Query, Select};
use crate::run::{Outcome, figure_column, rows_of, run};
use crate::say;
use crate::view::View;
use crate::words::written;
use groundwall_core::TableAnswer;
use senses::{Place, Sense, senses};

/// Tables that are read so for a question.
const TABLES: usize = 4;
/// Understood words that a claim has to name of a table, weighted, at least: a column or a value.
const NAMES: u32 = 2;
/// Places of a question whose meaning may be supposed: with more of them the question is about something else.
const PLACES: usize = 4;
/// Readings that are tried and those that are told of one table.
const TRIED: usize = 240;
const TOLD: usize = 8;
/// Rows among which one is named, at most: of more of them it says little that it is there.
const FEW: usize = 3;
/// Readings whose words are alike within this are as likely.
const AS_ALIKE: f32 = 0.05;
/// Rows that may come first together in a reading that was put together from what is named.
const TIED: usize = 3;

/// A question with words that a table does not know.
pub struct Unsure<'a> {
    view: &'a View,
    asking: Asking,
    /// Understood words that the question names of the table, weighted.
    strength: u32,
    places: Vec<Place>,
    pieces: Vec<Piece>,
    phrases: Vec<String>,
    /// Of each piece the phrases that it is a part of, by their places.
    within: Vec<Vec<usize>>,
    names: Vec<senses::Name>,
    what: What,
}

/// What is read.
enum What {
    Question,
    /// A claim as it stands.
    Claim(String),
    /// A question that a claim answers, as it is put to a reader, with what the claim states.
    Answered(String, Asserted),
}

/// A reading of a question that was computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposed {
    pub answer: TableAnswer,
    /// What was supposed, as a reader is told it: `“patriotism” was read as the column patriotic`.
    pub told: Vec<String>,
    /// How much alike the words and what they stand for are, in [0, 1]; the mean over the places.
    pub alike: f32,
    /// Stems of the words that it leaves out.
    pub left_out: Vec<String>,
    /// Whether it was put together from what the question names, whatever the words between.
    pub sketched: bool,
    /// Whether a word that it leaves out may be a condition.
    pub leaves_a_condition: bool,
    /// The question without the words that it leaves out, where these only say what a row is, in what is counted, or hold the question together.
    pub plainly: Option<String>,
    /// The question, as it was put for a claim.
    pub question: String,
    /// Whether what a claim states may well hold by chance: a bound, or which of two is the greater.
    pub by_chance: bool,
}

impl Supposed {
    /// Whether it is a reading of the same question that supposes no more than another and does not hold.
    fn speaks_against(&self, other: &Self) -> bool {
        self.answer.holds == Some(false)
            && self.sketched == other.sketched
            && self.leaves_a_condition <= other.leaves_a_condition
            && self.told.len() <= other.told.len()
            && self.alike + AS_ALIKE >= other.alike
    }
}

/// The tables that a question may be about though they do not know all its words, those that know most of it first. Tables that understand the question are not
/// among them.
pub fn unsure<'a>(views: &[&'a View], question: &str) -> Vec<Unsure<'a>> {
    let mut readings: Vec<Unsure<'a>> = Vec::new();
    for view in views {
        let reading = parse(view, question, Mood::Question);
        if matches!(reading.parsed, Parsed::Query(_) | Parsed::Missing(_)) || reading.strength == 0
        {
            continue;
        }
        let turned = view.long.as_deref().map(|long| {
            let strength = parse(long, question, Mood::Question).strength;
            Unsure::of(long, question, strength)
        });
        let own = Unsure::of(view, question, reading.strength);
        readings.extend(std::iter::once(own).chain(turned).flatten());
    }
    readings.sort_by_key(|one| std::cmp::Reverse(one.strength));
    readings.truncate(TABLES);
    readings
}

/// The words by which a claim says something that no row of a table says by itself: it speaks of several rows, or bounds a column. None where it does not.
pub fn beyond_a_row(view: &View, claim: &str) -> Option<String> {
    let asking = Asking::of(view, claim, Mood::Claim).ok()?;
    stated::beyond_a_row(view, &asking.tokens)
}

/// The claim itself and the questions that it answers, for the tables that it names most of, whether they understand it or not.
pub fn unsure_of_claim<'a>(views: &[&'a View], claim: &str) -> Vec<Unsure<'a>> {
    let mut readings: Vec<Vec<Unsure<'a>>> = Vec::new();
    for view in views {
        let turned = view.long.as_deref();
        for view in std::iter::once(*view).chain(turned) {
            let Ok(mut asking) = Asking::of(view, claim, Mood::Claim) else {
                continue;
            };
            asking.tokens = stated::plainly(view, asking.tokens);
            let strength = asking.read(view, &[]).strength;
            if strength < NAMES {
                continue;
            }
            let pieces = link(view, &asking.tokens, &[]);
            let puts = stated::puts(view, &asking.tokens, &pieces);
            let own = Unsure::new(view, asking, strength, What::Claim(claim.to_owned()));
            let put = |put: stated::Put| {
                let what = What::Answered(put.asked, put.states);
                Unsure::new(view, Asking::put(put.tokens), strength, what)
            };
            readings.push(
                std::iter::once(own)
                    .chain(puts.into_iter().map(put))
                    .collect(),
            );
        }
    }
    readings.sort_by_key(|of| std::cmp::Reverse(of.first().map(|one| one.strength)));
    readings.truncate(TABLES);
    readings.into_iter().flatten().collect()
}

impl<'a> Unsure<'a> {
    /// None where nothing of the question may be supposed.
    fn of(view: &'a View, question: &str, strength: u32) -> Option<Self> {
        let asking = Asking::of(view, question, Mood::Question).ok()?;
        Some(Self::new(view, asking, strength, What::Question))
    }

    fn new(view: &'a View, asking: Asking, strength: u32, what: What) -> Self {
        let pieces = link(view, &asking.tokens, &[]);
        let (mut places, mut phrases) = senses::places(&asking.tokens, &pieces).unwrap_or_default();
        if places.len() > PLACES {
            places.clear();
        }
        let within = senses::within(&asking.tokens, &pieces, &mut phrases);
        Self {
            view,
            asking,
            strength,
            places,
            pieces,
            phrases,
            within,
            names: senses::names(view),
            what,
        }
    }

    /// The question as it is put to a reader; a claim as it stands.
    fn asked(&self) -> String {
        match &self.what {
            What::Claim(asked) | What::Answered(asked, _) => asked.clone(),
            What::Question => format!("{}?", written(&self.asking.tokens)),
        }
    }

    fn is_answered(&self) -> bool {
        matches!(self.what, What::Answered(..))
    }

    /// The query with what is stated of its answer.
    fn stating(&self, query: Query) -> Query {
        match &self.what {
            What::Answered(_, states) => Query {
                asserted: vec![states.clone()],
                ..query
            },
            What::Question | What::Claim(_) => query,
        }
    }

    /// The readings of a claim that hold what it states, those first that suppose least.
    pub fn held(&self, alike: impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let all = self.all(alike);
        let told = all.iter().filter(|one| {
            one.answer.holds == Some(true)
                && !(one.by_chance && all.iter().any(|other| other.speaks_against(one)))
        });
        told.cloned().collect()
    }

    /// All readings of a claim, whether they hold or not.
    fn all(&self, alike: impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let mut told: Vec<Supposed> = Vec::new();
        if self.is_answered()
            && let Parsed::Query(query) = self.asking.read(self.view, &[]).parsed
            && let Ok(outcome) = run(self.view, &query)
            && self.tells(&query, &outcome)
        {
            let query = self.stating(query);
            told.push(Supposed {
                answer: say::answer(self.view, &query, &outcome),
                told: Vec::new(),
                alike: 1.0,
                left_out: Vec::new(),
                sketched: false,
                leaves_a_condition: false,
                plainly: None,
                question: self.asked(),
                by_chance: may_hold_by_chance(&query),
            });
        }
        told.extend(self.by_senses(&alike));
        if let What::Answered(_, states) = &self.what {
            told.extend(self.sketched(&alike));
            let valued = valued::readings(self.said(), states);
            told.extend(valued.into_iter().map(|one| self.told_of_value(one)));
        }
        told
    }

    /// Whether a result says anything of what is stated: one row alone is the first by any column, every row is among all, and no claim is about an error that it
    /// does not name.
    fn tells(&self, query: &Query, outcome: &Outcome) -> bool {
        if matches!(self.what, What::Question) {
            return true;
        }
        let all = self.view.rows.len();
        let error = |column: usize| is_unasked_error(self.view, &self.asking.tokens, column);
        if figure_column(outcome).is_some_and(error) {
            return false;
        }
        match outcome {
            Outcome::Top { .. } | Outcome::Groups { .. } => {
                rows_of(self.view, None, &query.filter).len() > 1
            }
            Outcome::Rows { rows, .. } => rows.len() <= FEW && 2 * rows.len() <= all,
            Outcome::Record { .. }
            | Outcome::Compared { .. }
            | Outcome::Count { .. }
            | Outcome::Share { .. }
            | Outcome::Distinct { .. }
            | Outcome::Figure { .. }
            | Outcome::Rank { .. }
            | Outcome::Contrast(_) => true,
        }
    }

    /// Words of the question that the table does not know, with those beside them.
    pub fn phrases(&self) -> &[String] {
        &self.phrases
    }

    /// What the columns of the table, and the values of those with few, are called.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.text.as_str())
    }

    /// The readings that can be computed, those first whose words are most alike. `alike` gives the cosine of a phrase and a name, by their places.
    pub fn readings(&self, alike: impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let mut told = self.by_senses(&alike);
        for sketch in self.sketched(&alike) {
            let same = |other: &&mut Supposed| other.answer.query == sketch.answer.query;
            match told.iter_mut().find(same) {
                Some(other) => {
                    other.sketched |= !sketch.leaves_a_condition;
                    other.plainly = other.plainly.take().or(sketch.plainly);
                }
                None => told.push(sketch),
            }
        }
        told
    }

    /// Those of words that stand for something.
    fn by_senses(&self, alike: &impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let mut told: Vec<Supposed> = Vec::new();
        if self.places.is_empty() {
            return told;
        }
        let offered: Vec<Vec<Sense>> = self
            .places
            .iter()
            .map(|place| senses(self.view, place, &self.names, alike))
            .collect();
        let mut wholes = wholes::of(&self.places, &offered);
        wholes.truncate(TRIED);
        for (alike, whole) in wholes {
            let Some(supposed) = self.computed(&whole, alike) else {
                continue;
            };
            if told
                .iter()
                .all(|other| other.answer.query != supposed.answer.query)
            {
                told.push(supposed);
            }
            if told.len() == TOLD {
                break;
            }
        }
        told
    }

    /// Those that were put together from what the question names.
    fn sketched(&self, alike: &impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let own = |piece: usize, column: usize| {
            let named = |name: &senses::Name| name.is_column(column);
            let Some(name) = self.names.iter().position(named) else {
                return 0.0;
            };
            let alike = self.within[piece].iter().map(|phrase| alike(*phrase, name));
            alike.fold(0.0, f32::max)
        };
        let sketches = sketch::sketches(self.said(), &own);
        let computed = sketches.into_iter().filter_map(|one| {
            let outcome = run(self.view, &one.query).ok()?;
            if says_all(&one.query)
                || tells_nothing(&one.query, &outcome, TIED)
                || !self.tells(&one.query, &outcome)
            {
                return None;
            }
            let query = self.stating(one.query.clone());
            let answer = say::answer(self.view, &query, &outcome);
            let by_chance = may_hold_by_chance(&query);
            Some(Supposed {
                by_chance,
                ..self.told_of(&one, answer)
            })
        });
        computed.take(TOLD).collect()
    }

    fn said(&self) -> sketch::Said<'_> {
        sketch::Said {
            view: self.view,
            tokens: &self.asking.tokens,
            pieces: &self.pieces,
            answered: self.is_answered(),
        }
    }

    fn stems(&self, spans: impl Iterator<Item = (usize, usize)>) -> Vec<String> {
        spans
            .flat_map(|(from, to)| &self.asking.tokens[from..to])
            .map(|token| token.stem.clone())
            .collect()
    }

    /// The question without some of its words, by their first and last token, and without what joins two of them.
    fn without(&self, spans: &[(usize, usize)]) -> String {
        let left_out = |at: usize| spans.iter().any(|(from, to)| (*from..*to).contains(&at));
        let joins = |at: usize| {
            matches!(self.asking.tokens[at].folded.as_str(), "and" | "or")
                && at.checked_sub(1).is_some_and(left_out)
                && left_out(at + 1)
        };
        let words: Vec<&str> = (0..self.asking.tokens.len())
            .filter(|at| !left_out(*at) && !joins(*at))
            .map(|at| self.asking.tokens[at].text.as_str())
            .collect();
        format!("{}?", words.join(" "))
    }

    /// A sketch as it is told, with what was left out and what words were taken for.
    fn told_of(&self, sketch: &sketch::Sketch, answer: TableAnswer) -> Supposed {
        let words = |from: usize, to: usize| written(&self.asking.tokens[from..to]);
        let taken = sketch.taken_for.iter().map(|(column, from, to)| {
            format!(
                "“{}” was read as the column {}",
                words(*from, *to),
                self.view.display(*column)
            )
        });
        let left = (sketch.left_out.iter())
            .map(|(from, to)| format!("“{}” was passed over", words(*from, *to)));
        Supposed {
            answer,
            told: taken.chain(left).collect(),
            alike: sketch.alike,
            left_out: self.stems(sketch.left_out.iter().copied()),
            sketched: true,
            leaves_a_condition: sketch.telling,
            plainly: (!sketch.telling && !sketch.unsaid.is_empty())
                .then(|| self.without(&sketch.unsaid)),
            question: self.asked(),
            by_chance: false,
        }
    }

    /// A reading by the value that is stated, with the words that say nothing to it.
    fn told_of_value(&self, one: valued::Valued) -> Supposed {
        let left = one
            .left_out
            .iter()
            .map(|(from, to)| written(&self.asking.tokens[*from..*to]));
        Supposed {
            answer: say::answer(self.view, &one.query, &one.outcome),
            told: left
                .map(|words| format!("“{words}” was passed over"))
                .collect(),
            alike: 1.0,
            left_out: self.stems(one.left_out.iter().copied()),
            sketched: true,
            leaves_a_condition: one.telling,
            plainly: None,
            question: self.asked(),
            by_chance: false,
        }
    }

    fn computed(&self, whole: &[&Sense], alike: f32) -> Option<Supposed> {
        let pieces: Vec<Piece> = whole.iter().map(|sense| sense.piece.clone()).collect();
        let Parsed::Query(query) = self.asking.read(self.view, &pieces).parsed else {
            return None;
        };
        let passes_over = |sense: &&Sense| sense.piece.meaning == Meaning::Function;
        if says_all(&query) || (is_of_records(&query) && whole.iter().any(passes_over)) {
            return None;
        }
        let outcome = run(self.view, &query).ok()?;
        if tells_nothing(&query, &outcome, 1) || !self.tells(&query, &outcome) {
            return None;
        }
        let told = whole
            .iter()
            .map(|sense| {
                let words = written(&self.asking.tokens[sense.piece.from..sense.piece.to]);
                let became = self.became(&sense.piece.meaning);
                format!("“{words}” was {became}")
            })
            .collect();
        let passed_over = whole
            .iter()
            .filter(|sense| matches!(sense.piece.meaning, Meaning::Function | Meaning::Noun))
            .map(|sense| (sense.piece.from, sense.piece.to));
        let query = self.stating(query);
        Some(Supposed {
            answer: say::answer(self.view, &query, &outcome),
            told,
            alike,
            left_out: self.stems(passed_over),
            sketched: false,
            leaves_a_condition: false,
            plainly: None,
            question: self.asked(),
            by_chance: may_hold_by_chance(&query),
        })
    }

    /// What a reader is told that words were taken for.
    fn became(&self, meaning: &Meaning) -> String {
        if let Meaning::Column(columns) = meaning
            && let [column] = columns[..]
        {
            format!("read as the column {}", self.view.display(column))
        } else if let Meaning::Category { column, value } = meaning {
            format!(
                "read as {} in the column {}",
                say::as_written(self.view, *column, value),
                self.view.display(*column)
            )
        } else if *meaning == Meaning::Noun {
            "read as what a row is".to_owned()
        } else {
            "passed over".to_owned()
        }
    }
}

/// Whether a query asks for no more than a record or the table whole: words were left out that said what is asked.
fn says_all(query: &Query) -> bool {
    match &query.select {
        Select::Record { columns, .. } | Select::Compare { columns, .. } => columns.is_empty(),
        Select::Count => query.filter.is_empty() && query.group.is_none(),
        Select::List { .. } => query.filter.is_empty() && query.limit.is_none(),
        Select::Distinct { .. }
        | Select::Share { .. }
        | Select::Aggregate { .. }
        | Select::Top { .. }
        | Select::Nth { .. }
        | Select::Contrast { .. }
        | Select::Rank { .. } => false,
    }
}

/// Whether what is stated of a result may well hold by chance.
fn may_hold_by_chance(query: &Query) -> bool {
    let two = matches!(query.select, Select::Compare { .. });
    let wide = |asserted: &Asserted| match asserted {
        Asserted::Bound(..) | Asserted::Greater { .. } | Asserted::Quantity(_) => true,
        Asserted::Record(_) => two,
        Asserted::Number { .. }
        | Asserted::Text(_)
        | Asserted::Group(_)
        | Asserted::Named { .. } => false,
    };
    query.asserted.iter().any(wide)
}

/// Whether cells of records are asked for: each word says which, and none may be passed over. `In what year was it completed?` asks for no other year.
fn is_of_records(query: &Query) -> bool {
    matches!(
        query.select,
        Select::Record { .. } | Select::Compare { .. } | Select::Rank { .. }
    )
}

/// Whether no row passes, or more than `tied` come first: then the reading is more likely wrong than the table empty of it, or its rows all alike.
fn tells_nothing(query: &Query, outcome: &Outcome, tied: usize) -> bool {
    match (outcome, &query.select) {
        (
            Outcome::Count { rows, .. } | Outcome::Share { rows, .. } | Outcome::Rows { rows, .. },
            _,
        ) => rows.is_empty(),
        (Outcome::Top { lines, .. }, Select::Top { count, .. }) => lines.len() > tied.max(*count),
        (Outcome::Top { lines, .. }, _) => lines.len() > 1,
        (Outcome::Groups { groups, .. }, _) => {
            query.limit.is_some_and(|(_, count)| groups.len() > count)
        }
        _ => false,
    }
}
