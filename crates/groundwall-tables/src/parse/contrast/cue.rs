//! What says that two figures are held against each other.

use crate::link::Meaning;
use crate::pack::{Change, change_of};
use crate::parse::Parser;
use crate::parse::years::is_year;
use crate::query::Op;
use crate::words::ENGLISH;
use rust_decimal::Decimal;

/// What says that two figures are held against each other.
#[derive(Debug, Default)]
pub(super) struct Cue {
    /// Over time, the later against the earlier.
    pub(super) change: bool,
    /// Whether the first (or the later) is said to be the greater one.
    pub(super) up: Option<bool>,
    pub(super) times: Option<Decimal>,
    pub(super) percent: bool,
    /// Columns that the comparative speaks of by itself.
    pub(super) hinted: Vec<usize>,
    /// Pieces that it is made of.
    pub(super) made_of: Vec<usize>,
    /// Where a comparison between two poles stands.
    pub(super) than: Option<usize>,
}

/// What a piece is to a cue.
enum Step {
    No,
    /// A part of it that says nothing alone.
    Part,
    /// It says that two figures are held against each other.
    Says,
    /// Another one was there already.
    Twice,
}

impl Cue {
    fn take_change(&mut self, at: usize, change: &Change) -> Step {
        let up = match change {
            Change::Up => Some(true),
            Change::Down => Some(false),
            Change::EitherWay => None,
        };
        // `the fall in deaths rose` says two things.
        if self.change && self.up.is_some() && up.is_some() {
            return Step::Twice;
        }
        self.change = true;
        self.up = self.up.or(up);
        self.made_of.push(at);
        Step::Says
    }
}

impl Parser<'_> {
    pub(super) fn word_at(&self, at: usize) -> Option<&str> {
        let piece = self.pieces.get(at)?;
        (piece.to == piece.from + 1).then(|| self.tokens[piece.from].folded.as_str())
    }

    /// A verb of change, and where it goes.
    fn changes_at(&self, at: usize) -> Option<Change> {
        let piece = &self.pieces[at];
        if !matches!(
            piece.meaning,
            Meaning::Function | Meaning::Unknown | Meaning::Title
        ) {
            return None;
        }
        let word = self.word_at(at)?;
        change_of(&self.view.packs, word)
    }

    /// What says that two figures are held against each other; none where nothing does, or two things do.
    pub(super) fn cue(&self) -> Option<Cue> {
        let mut cue = Cue::default();
        let mut found = false;
        for at in 0..self.pieces.len() {
            let step = match self.multiple(at, &mut cue) {
                Step::No => match self.unit_of_change(at, &mut cue) {
                    Step::No => match self.changes_at(at) {
                        Some(change) => cue.take_change(at, &change),
                        None => self.comparison_at(at, &mut cue),
                    },
                    step @ (Step::Part | Step::Says | Step::Twice) => step,
                },
                step @ (Step::Part | Step::Says | Step::Twice) => step,
            };
            match step {
                Step::No | Step::Part => {}
                Step::Says => found = true,
                Step::Twice => return None,
            }
        }
        found.then_some(cue)
    }

    /// `doubled`, `three times`
    fn multiple(&self, at: usize, cue: &mut Cue) -> Step {
        let word = self.word_at(at).unwrap_or_default();
        if let Some(times) = ENGLISH.multiples.get(word) {
            cue.times = Some(Decimal::from(*times));
            cue.change |= word.ends_with("ed");
            cue.made_of.push(at);
            return Step::Says;
        }
        // `how many times as many`
        if self.pieces[at].meaning == Meaning::Count
            && self.word_at(at + 1) == Some("times")
            && self
                .tokens
                .get(self.pieces[at].to + 1)
                .is_some_and(|next| next.folded == "as")
        {
            cue.times = Some(Decimal::ONE);
            cue.made_of.extend([at, at + 1]);
            return Step::Says;
        }
        if let Meaning::Number(number) = &self.pieces[at].meaning
            && self.word_at(at + 1) == Some("times")
        {
            cue.times = Some(number.value);
            cue.made_of.extend([at, at + 1]);
            return Step::Says;
        }
        Step::No
    }

    /// `percent`, `percentage points`
    fn unit_of_change(&self, at: usize, cue: &mut Cue) -> Step {
        let word = self.word_at(at).unwrap_or_default();
        let meaning = &self.pieces[at].meaning;
        if matches!(word, "percent" | "percentage") && !matches!(meaning, Meaning::Column(_)) {
            cue.percent = self.word_at(at + 1) != Some("points");
        } else if matches!(meaning, Meaning::Share) {
            cue.percent = true;
        } else if word != "points" || *meaning != Meaning::Unknown {
            return Step::No;
        }
        cue.made_of.push(at);
        Step::Part
    }

    /// `higher than`, `the difference`
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    fn comparison_at(&self, at: usize, cue: &mut Cue) -> Step {
        let word = self.word_at(at).unwrap_or_default();
        match &self.pieces[at].meaning {
            Meaning::Than { .. } if cue.than.is_some() => Step::Twice,
            Meaning::Than { more, columns } => {
                cue.up = Some(*more);
                cue.hinted.clone_from(columns);
                cue.made_of.push(at);
                Step::Part
            }
            Meaning::Op(op @ (Op::More | Op::Less))
                if !self.number_follows(at) && self.says_than(at) =>
            {
                cue.up = Some(*op == Op::More);
                cue.than = Some(at);
                cue.made_of.push(at);
                Step::Says
            }
            Meaning::Compare if word == "than" => {
                cue.than = Some(at);
                cue.made_of.push(at);
                if cue.up.is_some() {
                    Step::Says
                } else {
                    Step::Part
                }
            }
            Meaning::Compare if matches!(word, "difference" | "gap") => {
                cue.made_of.push(at);
                Step::Says
            }
            _ => Step::No,
        }
    }

    /// `more than`, `higher than`, but not `above`.
    pub(super) fn says_than(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        self.tokens[piece.to - 1].folded == "than"
            || matches!(self.word_at(at), Some("exceeds" | "exceeded"))
    }

    pub(super) fn number_follows(&self, at: usize) -> bool {
        let next = self.next(at + 1);
        next.is_some_and(|place| {
            matches!(&self.pieces[place].meaning, Meaning::Number(number) if !is_year(number))
                || self
                    .word_at(place)
                    .is_some_and(|word| ENGLISH.multiples.contains_key(word))
        })
    }
}
