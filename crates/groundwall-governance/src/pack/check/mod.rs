//! What the packs that are on say of a text. Every rule answers: it holds, it is broken, or it had nothing to look at.

mod compliance;
mod figures;
mod intents;
mod names;
mod patterns;

pub use intents::IntentFound;

use super::active::Active;
use super::fold::folded;
use super::model::{Numeric, Response, UnitName, Wording};
use super::scan::{Hit, Owner};
use groundwall_core::policy::{Band, Tolerances};
use groundwall_core::{
    Action, Certainty, Finding, FindingKind, RuleAnswer, RuleState, Severity, Span,
};
use groundwall_text::in_another_script;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Wordings of a claim by other names of its figures, at most.
const OTHER_NAMES: usize = 8;

/// A sentence of a text, or what stands between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    pub text: &'a str,
    /// Whether a citation stands behind it; none where nobody knows.
    pub cited: Option<bool>,
    /// Whether the verifier found all that it states in the evidence: its figures are then not compared again by their names alone.
    pub supported: bool,
}

impl<'a> Part<'a> {
    /// A part of which nothing is known but its text.
    pub fn of(text: &'a str) -> Self {
        Self {
            text,
            cited: None,
            supported: false,
        }
    }
}

/// A text with all that is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// One behind the other they are the text.
    pub parts: &'a [Part<'a>],
    pub question: Option<&'a str>,
    /// None where nobody looked for any.
    pub evidence: Option<&'a [&'a str]>,
}

/// What is done to a text, and where.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    pub(super) action: Action,
    /// Bytes of the text; empty for what concerns all of it.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) words: Option<Wording>,
    /// What takes the place of each range.
    pub(super) instead: Vec<String>,
    /// Rule and reason, for a reader.
    pub(super) note: String,
}

/// What the packs say of a text.
#[derive(Debug, Default)]
pub struct Checked {
    pub findings: Vec<Finding>,
    pub rules: Vec<RuleAnswer>,
    pub intents: Vec<IntentFound>,
    pub(super) effects: Vec<Effect>,
}

impl Active {
    /// Reads a text by all rules. Time is linear in the lengths of text, question and evidence.
    pub fn check(&self, subject: &Subject<'_>) -> Checked {
        let text: String = subject.parts.iter().map(|part| part.text).collect();
        let mut reading = Reading {
            active: self,
            subject,
            hits: by_owner(self.scanner.scan(&text)),
            asked: by_owner(
                subject
                    .question
                    .map(|question| self.scanner.scan(question))
                    .unwrap_or_default(),
            ),
            ends: ends(subject.parts),
            text,
            evidence: OnceCell::new(),
            figures: OnceCell::new(),
            hosts: OnceCell::new(),
            broken: HashMap::new(),
            answers: HashMap::new(),
            unsettled: HashMap::new(),
            done: Checked::default(),
        };
        for pack in 0..self.packs.len() {
            reading.pack(pack);
        }
        reading.done
    }
}

impl Active {
    /// The figures of packs that a text names and whose rules are on, each with where its name stands.
    fn named(&self, text: &str) -> impl Iterator<Item = (Range<usize>, &Numeric)> {
        let hits = self.scanner.of_words(text).into_iter();
        hits.filter_map(|hit| {
            let Owner::Numeric(at, place) = hit.owner else {
                return None;
            };
            let pack = self.packs.get(at)?;
            let rule = pack.numerics.get(place)?;
            let on = !self.is_off(&pack.identity.name, &rule.kind);
            on.then_some((hit.range, rule))
        })
    }

    /// Whether two texts name the same figure of a pack, by any of its names.
    pub fn name_the_same(&self, one: &str, other: &str) -> bool {
        let in_other: Vec<&Numeric> = self.named(other).map(|(_, rule)| rule).collect();
        self.named(one)
            .any(|(_, rule)| in_other.iter().any(|known| std::ptr::eq(*known, rule)))
    }

    /// A claim as it reads by the other names of the figures of packs that it names, one at a time.
    pub fn by_other_names(&self, claim: &str) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for (range, rule) in self.named(claim) {
            // What a figure is of is called in too many ways.
            if rule.unit == UnitName::Period {
                continue;
            }
            let called = folded(claim.get(range.clone()).unwrap_or_default());
            if rule.kinds.contains(&called) {
                continue;
            }
            for alias in rule.aliases.iter().filter(|alias| **alias != called) {
                let mut text = claim.to_owned();
                text.replace_range(range.clone(), alias);
                // An English name in a Korean sentence makes it no English one: no model reads it.
                let foreign = in_another_script(alias) != in_another_script(&called);
                if !foreign && !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        texts.truncate(OTHER_NAMES);
        texts
    }

    /// The bands for a claim that names a figure of the packs, where the policy has none of its own for figures of that unit.
    pub fn tolerances(&self, claim: &str, own: Tolerances) -> Tolerances {
        let mut tolerances = own;
        if self.packs.iter().all(|pack| pack.numerics.is_empty()) {
            return tolerances;
        }
        for (_, rule) in self.named(claim) {
            let band = match rule.unit {
                UnitName::Currency => &mut tolerances.currency,
                UnitName::Percentage => &mut tolerances.percentage,
                UnitName::Ratio => &mut tolerances.ratio,
                UnitName::Count | UnitName::Period => continue,
            };
            if *band == Band::NONE {
                *band = rule.band;
            }
        }
        tolerances
    }
}

/// Where each part ends in the text.
fn ends(parts: &[Part<'_>]) -> Vec<usize> {
    let lengths = parts.iter().map(|part| part.text.len());
    lengths
        .scan(0usize, |end, length| {
            *end = end.saturating_add(length);
            Some(*end)
        })
        .collect()
}

fn by_owner(hits: Vec<Hit>) -> BTreeMap<Owner, Vec<Hit>> {
    let mut owned: BTreeMap<Owner, Vec<Hit>> = BTreeMap::new();
    for hit in hits {
        owned.entry(hit.owner).or_default().push(hit);
    }
    owned
}

/// Where a rule is broken, and what would be right.
type Breach = (Range<usize>, Option<String>);

/// A text under examination.
struct Reading<'a> {
    active: &'a Active,
    subject: &'a Subject<'a>,
    text: String,
    /// Where each part of the text ends.
    ends: Vec<usize>,
    hits: BTreeMap<Owner, Vec<Hit>>,
    asked: BTreeMap<Owner, Vec<Hit>>,
    /// The evidence, folded.
    evidence: OnceCell<Vec<String>>,
    figures: OnceCell<figures::Figures>,
    /// Whether the text has a web address.
    hosts: OnceCell<bool>,
    broken: HashMap<Owner, Vec<Breach>>,
    answers: HashMap<Owner, RuleState>,
    /// Figures for which the evidence has several values: nobody can say which is right.
    unsettled: HashMap<Owner, bool>,
    done: Checked,
}

/// What is peculiar to a finding.
struct Found {
    kind: FindingKind,
    severity: Severity,
    certainty: Certainty,
    confidence: f32,
    description: String,
    /// Bytes of the text; none where it stands in the question.
    range: Option<Range<usize>>,
    detected: Option<String>,
    expected: Option<String>,
    advice: Option<String>,
}

impl Reading<'_> {
    fn pack(&mut self, at: usize) {
        let pack = std::sync::Arc::clone(&self.active.packs[at]);
        let intent = self.intent(at, &pack);
        for (place, rule) in pack.patterns.iter().enumerate() {
            if !self.passes_over(&pack, &rule.id) {
                self.pattern(at, place, &pack);
            }
        }
        for (place, rule) in pack.identifiers.iter().enumerate() {
            if !self.passes_over(&pack, &rule.id) {
                self.identifier(at, place, &pack);
            }
        }
        for (place, rule) in pack.lexicons.iter().enumerate() {
            if !self.passes_over(&pack, &rule.id) {
                self.lexicon(at, place, &pack);
            }
        }
        for (place, rule) in pack.numerics.iter().enumerate() {
            if !self.passes_over(&pack, &rule.kind) {
                self.numeric(at, place, &pack);
            }
        }
        for rule in &pack.compliance {
            if !self.passes_over(&pack, &rule.id) {
                self.compliance(at, &pack, rule, intent);
            }
        }
    }

    /// Whether a rule is switched off: then it answers that it did not look.
    fn passes_over(&mut self, pack: &super::Pack, rule: &str) -> bool {
        let off = self.active.is_off(&pack.identity.name, rule);
        if off {
            let note = "The policy switches this rule off.".to_owned();
            let nothing = Response::default();
            self.answer(pack, rule, (RuleState::NoData, note), &nothing, &[]);
        }
        off
    }

    fn evidence(&self) -> &[String] {
        self.evidence.get_or_init(|| {
            let texts = self.subject.evidence.unwrap_or_default();
            texts.iter().map(|text| folded(text)).collect()
        })
    }

    /// Whether the evidence has these words.
    fn stands_in_evidence(&self, words: &str) -> bool {
        let wanted = folded(words);
        !wanted.is_empty() && self.evidence().iter().any(|text| text.contains(&wanted))
    }

    /// The bytes of a range of the text.
    fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The part at a place of the text.
    fn part(&self, at: usize) -> Option<&Part<'_>> {
        let place = self.ends.partition_point(|end| *end <= at);
        self.subject.parts.get(place)
    }

    /// Whether a citation stands behind the part at a place.
    fn cited(&self, at: usize) -> Option<bool> {
        self.part(at)?.cited
    }

    fn find(&mut self, pack: &super::Pack, rule: &str, found: Found) {
        let Found {
            kind,
            severity,
            certainty,
            confidence,
            description,
            range,
            detected,
            expected,
            advice,
        } = found;
        let number = self.done.findings.len().saturating_add(1);
        let location = range.map(|range| Span::of_bytes(&self.text, range.start, range.end));
        self.done.findings.push(Finding {
            id: format!("{}-{rule}-{number}", pack.identity.name),
            kind,
            description,
            severity,
            certainty,
            confidence,
            claim: 0,
            location,
            detected,
            expected,
            evidence: None,
            source: format!("{} {rule}", pack.source()),
            recommendation: advice
                .unwrap_or_else(|| "Look at this before you rely on it.".to_owned()),
        });
    }

    /// Records what a rule answers and, where it is broken, what it does at some places.
    fn answer(
        &mut self,
        pack: &super::Pack,
        rule: &str,
        (state, note): (RuleState, String),
        does: &Response,
        places: &[(Range<usize>, String)],
    ) {
        let broken = state == RuleState::Broken;
        if broken {
            for action in &does.actions {
                self.done.effects.push(Effect {
                    action: *action,
                    ranges: places.iter().map(|(range, _)| range.clone()).collect(),
                    words: match action {
                        Action::Replace => does.replacement.clone(),
                        Action::Append => does.appendix.clone(),
                        Action::Flag
                        | Action::Mask
                        | Action::Remove
                        | Action::Correct
                        | Action::Warn
                        | Action::Alert
                        | Action::Block
                        | Action::Escalate => None,
                    },
                    instead: places.iter().map(|(_, instead)| instead.clone()).collect(),
                    note: format!("{} {rule}: {note}", pack.source()),
                });
            }
        }
        let escalates = broken && does.actions.contains(&Action::Escalate);
        self.done.rules.push(RuleAnswer {
            pack: pack.identity.name.clone(),
            version: pack.identity.version.clone(),
            rule: rule.to_owned(),
            state,
            note,
            actions: if broken {
                does.actions.clone()
            } else {
                Vec::new()
            },
            escalation: does.escalation.filter(|_| escalates),
        });
    }
}

/// What covers something of a type.
fn cover(kind: FindingKind) -> String {
    format!("[{}]", kind.name().replace('_', " "))
}
