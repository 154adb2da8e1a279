//! Entries, one by one, against the chain.

use crate::chain::{GENESIS, hash_of, leaf_hash};
use crate::error::Unreadable;
use crate::fault::Fault;
use groundwall_core::{AuditKind, Recorded};
use std::collections::{BTreeMap, BTreeSet};

/// Faults that are told; a log with more of them is none.
const MOST: usize = 50;
/// The facts of a checkpoint: the last entry that it signs off, and the hash of that.
pub(crate) const THROUGH: &str = "through";
pub(crate) const HASH: &str = "hash";

/// A log that is whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub entries: u64,
    /// The first entry that is there; more than 1 where a checkpoint signed off what was before.
    pub first: u64,
    /// The hash of the newest entry; none where there is no entry.
    pub head: Option<String>,
}

/// The entry that was read last.
struct Last {
    number: u64,
    /// None where it cannot be trusted.
    hash: Option<String>,
}

/// Entries that did not come where they should.
struct Gap {
    left: BTreeSet<u64>,
    first: u64,
    last: u64,
    found: u64,
}

/// Takes a log's entries in their order and says what is wrong with it.
///
/// ```
/// use groundwall_audit::{Verifier, seal};
/// use groundwall_core::{AuditKind, Happening};
///
/// let happening = Happening::of(AuditKind::Upload, "stored").personal("name", "fees.pdf");
/// // A program draws its salts at random.
/// let salt = || "d41d8c".to_owned();
/// let first = seal(&happening, "program", "2026-11-25T12:00:00Z".to_owned(), None, salt);
///
/// let mut verifier = Verifier::new(None);
/// verifier.take(Ok(first.clone()));
/// assert_eq!(verifier.finish().map(|chain| chain.entries), Ok(1));
///
/// let mut changed = first;
/// changed.entry.outcome = "refused".to_owned();
/// let mut verifier = Verifier::new(None);
/// verifier.take(Ok(changed));
/// assert!(verifier.finish().is_err());
/// ```
pub struct Verifier {
    anchor: Option<String>,
    anchored: bool,
    taken: u64,
    first: Option<(u64, String)>,
    start_lost: bool,
    last: Option<Last>,
    head: Option<String>,
    gaps: Vec<Gap>,
    signed_off: Vec<(String, String)>,
    /// Texts that are gone, by report.
    erased: BTreeMap<String, (u64, String)>,
    faults: Vec<Fault>,
}

impl Verifier {
    /// `anchor`: a hash that an entry must have, so that a cut-off end is found.
    pub fn new(anchor: Option<&str>) -> Self {
        Self {
            anchor: anchor.map(str::to_owned),
            anchored: false,
            taken: 0,
            first: None,
            start_lost: false,
            last: None,
            head: None,
            gaps: Vec::new(),
            signed_off: Vec::new(),
            erased: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    fn expected(&self) -> Option<u64> {
        let last = self.last.as_ref()?;
        Some(last.number.saturating_add(1))
    }

    fn found(&mut self, fault: Fault) {
        if self.faults.len() < MOST {
            self.faults.push(fault);
        }
    }

    /// Goes on behind an entry that says nothing that can be trusted.
    fn pass_over(&mut self, number: u64) {
        if self.last.is_none() {
            self.start_lost = true;
            return;
        }
        self.last = Some(Last { number, hash: None });
    }

    /// The hash of the entry that was read last and can be trusted.
    pub fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// Something that only the one who keeps the log can find.
    pub fn report(&mut self, fault: Fault) {
        self.found(fault);
    }

    /// The next entry, or why it cannot be read.
    pub fn take(&mut self, read: Result<Recorded, Unreadable>) {
        self.taken = self.taken.saturating_add(1);
        let recorded = match read {
            Ok(recorded) => recorded,
            Err(why) => {
                let number = self.expected().unwrap_or(self.taken);
                let why = why.to_string();
                self.found(Fault::Unreadable { number, why });
                self.pass_over(number);
                return;
            }
        };
        let entry = &recorded.entry;
        if hash_of(entry) != entry.hash {
            let number = self.expected().unwrap_or(self.taken);
            self.found(Fault::Changed { number });
            self.pass_over(number);
            return;
        }
        if !self.placed(&recorded) {
            return;
        }
        self.told(&recorded);
        self.texts(&recorded);
        self.anchored |= self.anchor.as_deref() == Some(&entry.hash);
        self.head = Some(entry.hash.clone());
        self.last = Some(Last {
            number: entry.number,
            hash: Some(entry.hash.clone()),
        });
    }

    /// Whether the entry goes on from the one before; false for one that came before its turn or again.
    fn placed(&mut self, recorded: &Recorded) -> bool {
        let entry = &recorded.entry;
        let number = entry.number;
        let Some(last) = &self.last else {
            if !self.start_lost {
                self.first = Some((number, entry.previous.clone()));
                if number == 1 && entry.previous != GENESIS {
                    self.found(Fault::Unlinked { number });
                }
            }
            return true;
        };
        let expected = last.number.saturating_add(1);
        let follows = last
            .hash
            .as_ref()
            .is_none_or(|hash| *hash == entry.previous);
        if number > expected {
            self.gaps.push(Gap {
                // A log that lost more than this is told as a range; what of it turns up later as a repetition.
                left: (expected..number).take(10_000).collect(),
                first: expected,
                last: number.saturating_sub(1),
                found: number,
            });
            return true;
        }
        if number < expected {
            let late = self.gaps.iter_mut().any(|gap| gap.left.remove(&number));
            if !late {
                self.found(Fault::Repeated { number });
            }
            return false;
        }
        if !follows {
            self.found(Fault::Unlinked { number });
        }
        true
    }

    /// Texts against their hashes.
    fn texts(&mut self, recorded: &Recorded) {
        let number = recorded.entry.number;
        let strange = recorded
            .texts
            .keys()
            .filter(|name| !recorded.entry.leaves.contains_key(*name));
        for name in strange {
            let name = name.clone();
            self.found(Fault::Text { number, name });
        }
        for (name, hash) in &recorded.entry.leaves {
            match recorded.texts.get(name) {
                Some(text) if leaf_hash(name, text) == *hash => {}
                Some(_) => self.found(Fault::Text {
                    number,
                    name: name.clone(),
                }),
                None => match &recorded.entry.report {
                    Some(report) => {
                        let gone = (number, name.clone());
                        self.erased.entry(report.0.clone()).or_insert(gone);
                    }
                    None => self.found(Fault::Erased {
                        number,
                        name: name.clone(),
                    }),
                },
            }
        }
    }

    /// What the entry says of others.
    fn told(&mut self, recorded: &Recorded) {
        let entry = &recorded.entry;
        match entry.kind {
            AuditKind::ReportDeleted => {
                if let Some(report) = &entry.report {
                    self.erased.remove(&report.0);
                }
            }
            AuditKind::Checkpoint => {
                let fact = |name: &str| entry.facts.get(name).cloned();
                if let (Some(through), Some(hash)) = (fact(THROUGH), fact(HASH)) {
                    self.signed_off.push((through, hash));
                }
            }
            AuditKind::Question
            | AuditKind::Verification
            | AuditKind::StructuredAnswer
            | AuditKind::Upload
            | AuditKind::DocumentDeleted
            | AuditKind::DocumentsCleared
            | AuditKind::DocumentReviewed
            | AuditKind::PolicyChanged
            | AuditKind::Calibration
            | AuditKind::ModelChanged
            | AuditKind::ApiKey
            | AuditKind::Review
            | AuditKind::Dispute => {}
        }
    }

    /// What has come where it should not, and what has not come at all.
    fn gaps(&mut self) {
        for gap in std::mem::take(&mut self.gaps) {
            let Gap {
                left,
                first,
                last,
                found,
            } = gap;
            let lost = last.saturating_sub(first).saturating_add(1);
            let all = u64::try_from(left.len()).unwrap_or(u64::MAX);
            if all == lost.min(10_000) {
                self.found(Fault::Removed { first, last });
                continue;
            }
            self.found(Fault::Moved {
                number: first,
                found,
            });
            for number in left {
                let (first, last) = (number, number);
                self.found(Fault::Removed { first, last });
            }
        }
    }

    /// A log that does not begin with its first entry needs a checkpoint that says so.
    fn start(&mut self) {
        let Some((first, previous)) = self.first.take() else {
            return;
        };
        if first <= 1 {
            return;
        }
        let through = first.saturating_sub(1);
        let signed = (through.to_string(), previous);
        if !self.signed_off.contains(&signed) {
            self.found(Fault::Removed {
                first: 1,
                last: through,
            });
        }
    }

    /// The whole log, or all that is wrong with it, in the order of the entries.
    ///
    /// # Errors
    /// At least one fault.
    pub fn finish(mut self) -> Result<Chain, Vec<Fault>> {
        let first = self.first.as_ref().map_or(1, |(first, _)| *first);
        self.start();
        self.gaps();
        for (number, name) in std::mem::take(&mut self.erased).into_values() {
            self.found(Fault::Erased { number, name });
        }
        self.faults
            .sort_by_key(|fault| fault.number().unwrap_or(u64::MAX));
        if let Some(hash) = self.anchor.take().filter(|_| !self.anchored) {
            self.faults.push(Fault::CutOff { hash });
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        Ok(Chain {
            entries: self.taken,
            first,
            head: self.head,
        })
    }
}
