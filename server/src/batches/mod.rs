//! Files of many answers, verified one after the other in the background. They lie in the data directory; a restart goes on with them.

mod files;
mod work;

pub(crate) use work::{subject, work};

use crate::access;
use files::{At, Became, Folder, Found, Head, Line};
use groundwall_core::batch::MAX_ANSWERS;
use groundwall_core::{
    Batch, BatchLine, BatchRow, CollectionId, GivenAnswer, NoText, Problem, ProblemCode, ReadAs,
    ReportState, RowState,
};
use groundwall_ports::PortError;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Batches that are kept, at most.
const KEPT: usize = 100;
/// Characters of an answer that are shown of it.
const BEGINNING: usize = 160;

/// A batch in memory: its texts stay on the disk.
struct Held {
    head: Head,
    rows: Vec<(At, BatchRow)>,
    /// Answers and time since the start.
    pace: (u32, Duration),
}

/// What is to be sent with a new batch.
pub(crate) struct NewBatch {
    pub(crate) name: String,
    pub(crate) collection: CollectionId,
    pub(crate) read_as: ReadAs,
    /// RFC 3339 in UTC.
    pub(crate) added_at: String,
    pub(crate) by: String,
    pub(crate) answers: Vec<GivenAnswer>,
}

/// An answer whose turn it is.
pub(crate) struct Next {
    id: String,
    number: u32,
    name: String,
    collection: CollectionId,
    read_as: ReadAs,
    by: String,
    at: At,
}

/// All batches.
pub(crate) struct Batches {
    folder: Folder,
    held: Mutex<Vec<Held>>,
    /// Something may be begun.
    wake: Notify,
}

fn gone() -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        "There is no batch with this id, or not any more. GET /api/v1/batches lists those that there are.",
    )
}

fn beginning(text: &str) -> String {
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(BEGINNING) {
        words.truncate(end);
        words.push('…');
    }
    words
}

fn row(number: usize, answer: GivenAnswer) -> BatchRow {
    let mut row = BatchRow {
        number: u32::try_from(number.saturating_add(1)).unwrap_or(u32::MAX),
        name: beginning(&answer.name),
        ..BatchRow::default()
    };
    match answer.text {
        Ok(text) => row.beginning = beginning(&text),
        Err(NoText(why)) => {
            row.state = RowState::Failed;
            row.reason = Some(why);
        }
    }
    row
}

fn became(row: &mut BatchRow, became: Became) {
    (row.report, row.outcome, row.counts, row.reason) = (None, None, None, None);
    match became {
        Became::Verified {
            report,
            outcome,
            counts,
        } => {
            row.state = RowState::Done;
            (row.report, row.outcome, row.counts) = (Some(report), Some(outcome), Some(counts));
        }
        Became::Refused(why) => {
            row.state = RowState::Failed;
            row.reason = Some(why);
        }
        Became::Waiting => row.state = RowState::Waiting,
    }
}

impl Held {
    /// Whether whoever asks reaches its collection; a batch that is out of reach is as unknown as one that is not there.
    fn is_reached(&self) -> bool {
        access::current().reaches(&self.head.collection)
    }

    fn of(head: Head, answers: Vec<(At, GivenAnswer)>) -> Self {
        let rows = answers
            .into_iter()
            .enumerate()
            .map(|(number, (at, answer))| (at, row(number, answer)))
            .collect();
        Self {
            head,
            rows,
            pace: (0, Duration::ZERO),
        }
    }

    fn take(&mut self, line: Line) {
        let place = usize::try_from(line.number)
            .unwrap_or(usize::MAX)
            .checked_sub(1);
        if let Some((_, row)) = place.and_then(|place| self.rows.get_mut(place)) {
            became(row, line.became);
        }
    }

    fn line(&self) -> BatchLine {
        let of = |state: RowState| {
            let rows = self.rows.iter().filter(|(_, row)| row.state == state);
            u32::try_from(rows.count()).unwrap_or(u32::MAX)
        };
        let outcome = |state: ReportState| {
            let rows = self
                .rows
                .iter()
                .filter(|(_, row)| row.outcome == Some(state));
            u32::try_from(rows.count()).unwrap_or(u32::MAX)
        };
        let waiting = of(RowState::Waiting);
        let (answers, time) = self.pace;
        let Head {
            id,
            name,
            collection,
            added_at,
            read_as,
            paused,
            by: _,
        } = self.head.clone();
        BatchLine {
            id,
            name,
            collection,
            added_at,
            read_as,
            paused,
            rows: u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
            waiting,
            failed: of(RowState::Failed),
            outcomes: ReportState::ALL.map(outcome),
            seconds_left: (answers > 0 && waiting > 0).then(|| {
                let each = time.as_secs_f64() / f64::from(answers);
                (each * f64::from(waiting)).max(1.0).round() as u64
            }),
        }
    }
}

impl Batches {
    /// Opens the batches of a data directory; what a server left that ended goes on.
    pub(crate) fn open(dir: &Path) -> Result<Self, PortError> {
        let folder = Folder::open(dir)?;
        let mut all = Vec::new();
        for Found {
            head,
            answers,
            lines,
        } in folder.read()?
        {
            let mut held = Held::of(head, answers);
            for line in lines {
                held.take(line);
            }
            all.push(held);
        }
        Ok(Self {
            folder,
            held: Mutex::new(all),
            wake: Notify::new(),
        })
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        id: &str,
        work: impl FnOnce(&mut Held) -> Result<T, PortError>,
    ) -> Result<T, PortError> {
        let mut all = self.held();
        work(
            all.iter_mut()
                .find(|held| held.head.id == id && held.is_reached())
                .ok_or_else(gone)?,
        )
    }

    /// Keeps a batch, durably.
    pub(crate) fn add(&self, new: NewBatch) -> Result<BatchLine, PortError> {
        if self.held().len() >= KEPT {
            return Err(Problem::new(
                ProblemCode::Overloaded,
                format!(
                    "{KEPT} batches are kept. Delete one that you need no more; its reports stay."
                ),
            )
            .into());
        }
        debug_assert!(new.answers.len() <= MAX_ANSWERS);
        let head = Head {
            id: uuid::Uuid::new_v4().to_string(),
            name: new.name,
            collection: new.collection,
            added_at: new.added_at,
            read_as: new.read_as,
            paused: false,
            by: new.by,
        };
        let answers = self.folder.put(&head, &new.answers)?;
        let held = Held::of(head, answers);
        let line = held.line();
        self.held().push(held);
        self.wake.notify_one();
        Ok(line)
    }

    /// All of them that whoever asks reaches, the newest first.
    pub(crate) fn list(&self) -> Vec<BatchLine> {
        let all = self.held();
        let reached = all.iter().rev().filter(|held| held.is_reached());
        reached.map(Held::line).collect()
    }

    /// One with its rows from a place on, at most so many.
    pub(crate) fn batch(&self, id: &str, from: usize, limit: usize) -> Result<Batch, PortError> {
        self.with(id, |held| {
            Ok(Batch {
                line: held.line(),
                answers: held
                    .rows
                    .iter()
                    .skip(from)
                    .take(limit)
                    .map(|(_, row)| row.clone())
                    .collect(),
            })
        })
    }

    /// The texts of one, as they stand in the file; empty where there is none.
    pub(crate) fn texts(&self, id: &str) -> Result<Vec<String>, PortError> {
        let places: Vec<At> =
            self.with(id, |held| Ok(held.rows.iter().map(|(at, _)| *at).collect()))?;
        places
            .into_iter()
            .map(|at| Ok(self.folder.answer(id, at)?.text.unwrap_or_default()))
            .collect()
    }

    /// Stops before the next answer, or goes on.
    pub(crate) fn pause(&self, id: &str, paused: bool) -> Result<BatchLine, PortError> {
        let line = self.with(id, |held| {
            let head = Head {
                paused,
                ..held.head.clone()
            };
            self.folder.keep(&head)?;
            held.head = head;
            Ok(held.line())
        })?;
        self.wake.notify_one();
        Ok(line)
    }

    /// Has what failed verified again. An answer that the file does not have stays as it is.
    pub(crate) fn retry(&self, id: &str) -> Result<BatchLine, PortError> {
        let line = self.with(id, |held| {
            let numbers: Vec<u32> = held
                .rows
                .iter()
                .filter(|(_, row)| row.state == RowState::Failed && !row.beginning.is_empty())
                .map(|(_, row)| row.number)
                .collect();
            for number in numbers {
                let line = Line {
                    number,
                    became: Became::Waiting,
                };
                self.folder.note(id, &line)?;
                held.take(line);
            }
            Ok(held.line())
        })?;
        self.wake.notify_one();
        Ok(line)
    }

    /// Deletes a batch. The reports of its answers stay.
    pub(crate) fn remove(&self, id: &str) -> Result<BatchLine, PortError> {
        let mut all = self.held();
        let place = all
            .iter()
            .position(|held| held.head.id == id && held.is_reached())
            .ok_or_else(gone)?;
        self.folder.remove(id)?;
        Ok(all.remove(place).line())
    }

    /// Deletes the batches of a collection that was deleted.
    pub(crate) fn forget_of(&self, collection: &CollectionId) -> Result<(), PortError> {
        let mut all = self.held();
        for held in all
            .iter()
            .filter(|held| held.head.collection == *collection)
        {
            self.folder.remove(&held.head.id)?;
        }
        all.retain(|held| held.head.collection != *collection);
        Ok(())
    }

    /// The next answer: of the oldest batch that is not paused.
    fn next(&self) -> Option<Next> {
        let all = self.held();
        all.iter()
            .filter(|held| !held.head.paused)
            .find_map(|held| {
                let (at, row) = held
                    .rows
                    .iter()
                    .find(|(_, row)| row.state == RowState::Waiting)?;
                Some(Next {
                    id: held.head.id.clone(),
                    number: row.number,
                    name: held.head.name.clone(),
                    collection: held.head.collection.clone(),
                    read_as: held.head.read_as,
                    by: held.head.by.clone(),
                    at: *at,
                })
            })
    }

    /// Notes what became of an answer. A batch that was deleted meanwhile hears nothing.
    fn note(&self, next: &Next, begun: Instant, became: Became) -> Result<(), PortError> {
        let mut all = self.held();
        let Some(held) = all.iter_mut().find(|held| held.head.id == next.id) else {
            return Ok(());
        };
        let line = Line {
            number: next.number,
            became,
        };
        self.folder.note(&next.id, &line)?;
        held.take(line);
        let (answers, time) = held.pace;
        held.pace = (
            answers.saturating_add(1),
            time.saturating_add(begun.elapsed()),
        );
        Ok(())
    }
}
