//! Personal data covered wherever a report repeats a text or shows what it stands on: beside the text it could be read as it was. The documents stay as they are.

use super::act::panel;
use groundwall_core::Report;
use groundwall_core::report::JudgedClaim;
use groundwall_governance::personal;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

/// What takes the place of words that are personal data only by what stood beside them.
const MARK: &str = "[personal data]";

/// What of texts is personal data, to find it where nothing beside it tells that it is: "536 is not in the evidence".
#[derive(Clone, Default)]
struct Known {
    /// As they stand in the texts, in lower case, the longest first: one may be a part of another.
    values: BTreeSet<(Reverse<usize>, String)>,
    /// Their longer words, in lower case.
    words: HashSet<String>,
}

impl Known {
    fn add(&mut self, text: &str) {
        for value in (personal::find(text).into_iter()).filter_map(|one| text.get(one.range)) {
            let value = value.to_lowercase();
            self.words.extend(words(&value).map(str::to_owned));
            self.values.insert((Reverse(value.len()), value));
        }
    }

    /// That of a claim and of what it stands on, too.
    fn with(&self, claim: &JudgedClaim) -> Self {
        let mut known = self.clone();
        let windows = claim.evidence.iter().map(|evidence| &evidence.window.text);
        let texts = windows.chain([&claim.claim.text, &claim.claim.sentence]);
        texts.for_each(|text| known.add(text));
        known
    }

    /// Whether a word is one of personal data.
    fn has(&self, word: &str) -> bool {
        self.words.contains(&word.to_lowercase())
    }

    /// A note, where it holds none of the words.
    fn without(&self, note: &str) -> String {
        if words(note).any(|word| self.has(word)) {
            "What this check read is personal data.".to_owned()
        } else {
            note.to_owned()
        }
    }

    /// A text of the answer or of a document without the values.
    fn text(&self, text: &str) -> String {
        let mut text = personal::redact(text);
        for (_, value) in &self.values {
            let mut from = 0;
            while let Some(at) = find(&text, from, value) {
                text.replace_range(at..at + value.len(), MARK);
                from = at + MARK.len();
            }
        }
        text
    }

    /// What is told of a text, without the values and those of their words that have a digit: other words say nothing by themselves.
    fn covered(&self, told: &str) -> String {
        let parts = |c: char| !c.is_alphanumeric();
        let text = self.text(told);
        let pieces = text.split_inclusive(parts).map(|piece| {
            let word = piece.trim_end_matches(parts);
            let behind = piece.strip_prefix(word).unwrap_or_default();
            if word.contains(|c: char| c.is_ascii_digit()) && self.has(word) {
                format!("{MARK}{behind}")
            } else {
                piece.to_owned()
            }
        });
        pieces.collect()
    }

    /// One word of a text.
    fn word(&self, word: &str) -> String {
        if words(word).any(|part| self.has(part)) {
            MARK.to_owned()
        } else {
            self.covered(word)
        }
    }

    fn covered_in(&self, text: &mut Option<String>) {
        *text = text.as_deref().map(|text| self.covered(text));
    }
}

/// Where a text has, from a place on, a value that is given in lower case.
fn find(text: &str, from: usize, value: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    let mut places = rest.char_indices().map(|(at, _)| from + at);
    places.find(|at| {
        let here = text.get(*at..at + value.len());
        here.is_some_and(|here| here.to_lowercase() == value)
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    const SHORTEST: usize = 3;
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.chars().count() >= SHORTEST)
}

/// Covers all of it.
pub(super) fn cover(report: &mut Report) {
    let mut known = Known::default();
    let drafts = report.attempts.iter();
    drafts
        .filter_map(|attempt| attempt.draft.as_deref())
        .for_each(|draft| known.add(draft));
    let claims = report.claims.iter().chain(&report.removed);
    let told = claims.fold(known.clone(), |known, claim| known.with(claim));
    report.banner = told.covered(&report.banner);
    for remark in &mut report.remarks {
        *remark = told.covered(remark);
    }
    for claim in report.claims.iter_mut().chain(&mut report.removed) {
        cover_claim(claim, &known);
    }
    for passage in report.candidates.iter_mut().map(|one| &mut one.passage) {
        passage.text = known.text(&passage.text);
        for sentence in &mut passage.sentences {
            sentence.text = known.text(&sentence.text);
        }
    }
    for citation in &mut report.citations {
        citation.quote = known.text(&citation.quote);
    }
    for part in &mut report.asked {
        if let Some(read) = &mut part.read {
            read.text = known.text(&read.text);
        }
    }
    for answer in panel(report).flat_map(|consensus| &mut consensus.answers) {
        answer.text = answer.text.as_deref().map(|text| known.text(text));
    }
    for attempt in &mut report.attempts {
        attempt.draft = attempt.draft.as_deref().map(|text| known.text(text));
        known.covered_in(&mut attempt.refined_prompt);
        for fault in &mut attempt.faults {
            *fault = told.covered(fault);
        }
        for claim in &mut attempt.claims {
            cover_claim(claim, &known);
        }
    }
}

/// Covers a claim with what is told of it. `drafts`: what of the drafts is personal data.
fn cover_claim(claim: &mut JudgedClaim, drafts: &Known) {
    let known = drafts.with(claim);
    for check in &mut claim.checks {
        check.note = known.without(&personal::redact(&check.note));
    }
    claim.claim.text = known.text(&claim.claim.text);
    claim.claim.sentence = known.text(&claim.claim.sentence);
    claim.why = known.covered(&claim.why);
    claim.reason =
        (claim.reason.take()).map(|reason| reason.with_texts(|text| known.covered(text)));
    for finding in &mut claim.findings {
        known.covered_in(&mut finding.detected);
        known.covered_in(&mut finding.expected);
        finding.description = known.covered(&finding.description);
    }
    claim.read_as = claim.read_as.as_deref().map(|text| known.text(text));
    for evidence in &mut claim.evidence {
        evidence.window.text = known.text(&evidence.window.text);
    }
    for read in &mut claim.joined {
        read.text = known.text(&read.text);
    }
    if let Some(why_not) = &mut claim.why_not {
        why_not.sentence = why_not.sentence.as_deref().map(|text| known.text(text));
        why_not.needed = known.covered(&why_not.needed);
        let words = why_not.only_claim.iter_mut();
        for word in words.chain(&mut why_not.only_sentence) {
            *word = known.word(word);
        }
    }
}
