//! Readings of a question that the parser declines, in which words that the table does not know are supposed to mean one of its columns or values, what a row is
//! called, or nothing. Here they are made and computed; whether one of them answers the question is for the caller to judge, and without that none may be told.

mod apart;
mod claims;
mod plain;
mod rows;
mod senses;
mod sketch;
mod stated;
mod unsound;
mod valued;
mod wholes;

use crate::ask::of_named_sheets;
use crate::further::Found;
use crate::link::{Meaning, Piece, link, many};
use crate::pack::{phrase, spaced};
use crate::parse::{Asking, Mood, Parsed, parse};
use crate::query::Query;
use crate::roles::Roles;
use crate::run::{Outcome, run};
use crate::say;
use crate::view::View;
use crate::words::{tokens, written};
pub use apart::apart;
pub use claims::unsure_of_claim;
use claims::{What, may_hold_by_chance};
use groundwall_core::{DocumentId, TableAnswer};
pub use rows::{beyond_a_row, exchanged_in_row, in_another_column, of_a_gap};
use senses::{Place, Sense, senses};
use std::collections::HashSet;
use std::sync::Arc;
use unsound::{is_of_records, says_all, tells_nothing};

/// Tables that are read so for a question.
const TABLES: usize = 4;
/// Places of a question whose meaning may be supposed: with more of them the question is about something else.
const PLACES: usize = 4;
/// Readings that are tried and those that are told of one table.
const TRIED: usize = 240;
const TOLD: usize = 8;
/// Last stems of the names of columns of numbers by which something is known: none is the most of them, and no average says anything.
const NUMBERS: [&str; 9] = [
    "id", "code", "fip", "zip", "lat", "lon", "district", "ward", "precinct",
];
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
    /// Folded names that the text around the table says.
    around: HashSet<String>,
    /// Which columns the words speak of.
    roles: Arc<Roles<'a>>,
}

/// A reading of a question that was computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposed {
    pub answer: TableAnswer,
    /// What it found, of which another question may ask more.
    pub found: Found,
    /// What was computed as a reader reads it best: names of columns with their words apart, days written out.
    pub read: String,
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

/// The tables that a question may be about though they do not know all its words, those that know most of it first. Tables that understand the question are not
/// among them.
pub fn unsure<'a>(views: &[&'a View], question: &str) -> Vec<Unsure<'a>> {
    let mut readings: Vec<Unsure<'a>> = Vec::new();
    let words = tokens(question);
    for view in of_named_sheets(views, question) {
        let reading = parse(view, question, Mood::Question);
        if matches!(reading.parsed, Parsed::Query(_) | Parsed::Missing(_))
            || reading.strength == 0
            || claims::is_of_another_time(view, &words)
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

/// Whether something is known by the numbers of a column: `ObjectId`, `zip code`.
fn is_known_by(view: &View, column: usize) -> bool {
    let name = phrase(&spaced(view.display(column)));
    name.last()
        .is_some_and(|word| NUMBERS.contains(&word.as_str()))
}

impl<'a> Unsure<'a> {
    /// None where nothing of the question may be supposed.
    fn of(view: &'a View, question: &str, strength: u32) -> Option<Self> {
        let asking = Asking::of(view, question, Mood::Question).ok()?;
        let pieces = link(view, &asking.tokens, &[]);
        let roles = Roles::of(view, asking.tokens.clone(), pieces.clone(), Mood::Question);
        Some(Self::new(
            view,
            (asking, pieces),
            strength,
            What::Question,
            Arc::new(roles),
        ))
    }

    fn new(
        view: &'a View,
        (asking, pieces): (Asking, Vec<Piece>),
        strength: u32,
        what: What,
        roles: Arc<Roles<'a>>,
    ) -> Self {
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
            around: HashSet::new(),
            roles,
        }
    }

    /// The question as it is put to a reader; a claim as it stands.
    fn asked(&self) -> String {
        match &self.what {
            What::Claim(asked) | What::Answered(asked, _) => asked.clone(),
            What::Question => format!("{}?", written(&self.asking.tokens)),
        }
    }

    /// The document of the table.
    pub fn document(&self) -> &DocumentId {
        &self.view.stored().document
    }

    /// Folded words of the question that are names and that the table does not know.
    pub fn foreign(&self) -> Vec<&str> {
        let unknown = self
            .pieces
            .iter()
            .filter(|piece| piece.meaning == Meaning::Unknown);
        unknown
            .flat_map(|piece| piece.from.max(1)..piece.to)
            .map(|at| &self.asking.tokens[at])
            .filter(|token| token.is_capital() && token.number.is_none())
            .map(|token| token.folded.as_str())
            .collect()
    }

    /// Folded names that the text around the table says: what all its rows are of may be left out of a reading, and is told.
    pub fn say_around(&mut self, names: HashSet<String>) {
        self.around = names;
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
                || self.is_over_numbers_of_records(&one.query)
                || self.is_another_most(&one.query)
                || self.is_no_share(&one.query)
                || self.roles.exchanges(&self.stating(one.query.clone()))
                || self.counts_a_share(&one.query)
                || tells_nothing(&one.query, &outcome, TIED)
                || !self.tells(&one.query, &outcome)
            {
                return None;
            }
            let query = self.stating(one.query.clone());
            let told = self.told(&query, &outcome);
            let by_chance = may_hold_by_chance(&query);
            Some(Supposed {
                by_chance,
                ..self.told_of(&one, told)
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
            around: &self.around,
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

    /// Words as a reader is told that they were passed over, by their first and last token.
    fn passed_over(&self, spans: &[(usize, usize)]) -> impl Iterator<Item = String> {
        let words = |(from, to): &(usize, usize)| written(&self.asking.tokens[*from..*to]);
        spans
            .iter()
            .map(move |span| format!("“{}” was passed over", words(span)))
    }

    /// What the question and the table both call the rows that are counted, in several: `how many exoplanets` of `exoplanets.csv`. A word of a column of numbers is none: of
    /// `how many votes` the rows are no votes.
    fn called_rows(&self) -> Option<&str> {
        let counts = |piece: &Piece| piece.meaning == Meaning::Count;
        let at = self.pieces.iter().position(counts)?;
        let mut behind = self.pieces[at + 1..].iter();
        let named = behind.find(|piece| piece.meaning != Meaning::Function)?;
        let word = &self.asking.tokens[named.from];
        let known = matches!(named.meaning, Meaning::Title | Meaning::Noun);
        let is_figure = |column: usize| {
            self.view.is_numeric(column) && self.view.columns[column].parts.contains(&word.stem)
        };
        let figure = (0..self.view.base).any(is_figure);
        (named.to == named.from + 1 && known && many(word) && !figure).then_some(&word.text)
    }

    /// What was computed: as it is answered, and as the reader reads it.
    fn told(&self, query: &Query, outcome: &Outcome) -> (TableAnswer, String) {
        let answer = say::answer(self.view, query, outcome);
        let read = plain::of(self.view, query, &answer.text);
        let read = match self.called_rows() {
            Some(noun) => plain::with_rows_called(&read, noun),
            None => read,
        };
        (answer, read)
    }

    /// A sketch as it is told, with what was left out and what words were taken for.
    fn told_of(&self, sketch: &sketch::Sketch, (answer, read): (TableAnswer, String)) -> Supposed {
        let words = |from: usize, to: usize| written(&self.asking.tokens[from..to]);
        let taken = sketch.taken_for.iter().map(|(column, from, to)| {
            format!(
                "“{}” was read as the column {}",
                words(*from, *to),
                self.view.display(*column)
            )
        });
        let left = self.passed_over(&sketch.left_out);
        let telling = sketch.telling || self.name_another_column(&sketch.left_out, &sketch.query);
        Supposed {
            read,
            answer,
            found: Found::of(self.view, &sketch.query),
            told: taken.chain(left).collect(),
            alike: sketch.alike,
            left_out: self.stems(sketch.left_out.iter().copied()),
            sketched: true,
            leaves_a_condition: telling,
            plainly: (!telling && !sketch.unsaid.is_empty()).then(|| self.without(&sketch.unsaid)),
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
        if says_all(&query)
            || self.is_over_numbers_of_records(&query)
            || self.is_another_most(&query)
            || self.is_no_multiple(&query)
            || self.roles.exchanges(&self.stating(query.clone()))
            || self.counts_a_share(&query)
            || (is_of_records(&query) && whole.iter().any(passes_over))
        {
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
        let (answer, read) = self.told(&query, &outcome);
        Some(Supposed {
            read,
            answer,
            found: Found::of(self.view, &query),
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
