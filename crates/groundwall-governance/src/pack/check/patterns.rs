//! Patterns: words and expressions that a text must not have.

use super::{Found, Reading, cover};
use crate::pack::Pack;
use crate::pack::model::{Pattern, Place};
use crate::pack::scan::{Hit, MOST, Owner, Scanner, reads};
use groundwall_core::RuleState;
use groundwall_text::in_another_script;
use regex::Regex;
use std::ops::Range;

impl Reading<'_> {
    pub(super) fn pattern(&mut self, at: usize, place: usize, pack: &Pack) {
        let rule = &pack.patterns[place];
        let owner = Owner::Pattern(at, place);
        let (answer, question) = reads(rule);
        let mut places: Vec<(Range<usize>, String)> = Vec::new();
        let mut end = 0;
        if answer {
            for hit in self.hits.get(&owner).cloned().unwrap_or_default() {
                if places.len() == MOST {
                    break;
                }
                // Of matches that overlap the first is told.
                if hit.range.start < end || !self.counts(rule, &hit) {
                    continue;
                }
                end = hit.range.end;
                let detected = self.slice(&hit.range).to_owned();
                self.find(
                    pack,
                    &rule.id,
                    found(rule, detected, Some(hit.range.clone())),
                );
                places.push((hit.range, cover(rule.kind)));
            }
        }
        let mut in_question = 0usize;
        if let (true, Some(text)) = (question, self.subject.question) {
            for hit in self.asked.get(&owner).cloned().unwrap_or_default() {
                let words = text.get(hit.range).unwrap_or_default();
                if rule
                    .unless
                    .as_ref()
                    .is_some_and(|unless| unless.is_match(words))
                {
                    continue;
                }
                in_question = in_question.saturating_add(1);
                if in_question == 1 {
                    self.find(pack, &rule.id, found(rule, words.to_owned(), None));
                }
            }
        }
        let read = answer && self.has(rule.place) && !self.is_foreign(rule);
        let looked = read || question && self.subject.question.is_some();
        let state = match (places.is_empty() && in_question == 0, looked) {
            (false, _) => RuleState::Broken,
            (true, true) => RuleState::Holds,
            (true, false) => RuleState::NoData,
        };
        let note = match state {
            RuleState::Broken if places.is_empty() => {
                format!("{} In the question.", rule.description)
            }
            RuleState::Broken => rule.description.clone(),
            RuleState::Holds => "Nothing of it was found.".to_owned(),
            RuleState::NoData if answer && self.is_foreign(rule) => {
                "The rule knows words in Latin letters alone, and the text has others.".to_owned()
            }
            RuleState::NoData => nothing_to_read(rule.place, answer).to_owned(),
        };
        if state == RuleState::Broken {
            let ranges = places.iter().map(|(range, _)| (range.clone(), None));
            self.broken.insert(owner, ranges.collect());
        }
        self.answers.insert(owner, state);
        self.answer(pack, &rule.id, (state, note), &rule.does, &places);
    }

    /// Whether the text has anything that a rule over such places could look at.
    fn has(&self, place: Place) -> bool {
        match place {
            Place::Text => !self.text.trim().is_empty(),
            Place::Host => *self.hosts.get_or_init(|| Scanner::has_hosts(&self.text)),
        }
    }

    /// Whether the text is in letters whose words the rule does not know.
    fn is_foreign(&self, rule: &Pattern) -> bool {
        rule.latin && in_another_script(&self.text)
    }

    /// Whether nothing speaks against a match in the text.
    fn counts(&self, rule: &Pattern, hit: &Hit) -> bool {
        let what = match rule.place {
            Place::Text => &hit.what,
            Place::Host => &hit.range,
        };
        let excused = rule
            .unless
            .as_ref()
            .is_some_and(|unless| unless.is_match(self.slice(&hit.what)))
            || (rule.unless_in_evidence && self.stands_in_evidence(self.slice(what)))
            || (rule.unless_cited && self.cited(hit.range.start) == Some(true))
            || (rule.unless_quoted
                && self.is_quoted(&hit.range)
                && self.stands_in_evidence(self.slice(what)))
            || self.lies_in(&rule.not_in, &hit.range);
        !excused
    }

    /// Whether one of these matches what a range holds a part of: "no returns are guaranteed" around "returns are guaranteed".
    fn lies_in(&self, around: &[Regex], range: &Range<usize>) -> bool {
        around.iter().any(|regex| {
            let mut all = regex.find_iter(&self.text);
            all.any(|found| found.start() < range.end && range.start < found.end())
        })
    }

    /// Whether a range stands between quotation marks of its line.
    fn is_quoted(&self, range: &Range<usize>) -> bool {
        let line = |text: &str| text.matches('"').count() % 2 == 1;
        let before = self.text.get(..range.start).unwrap_or_default();
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = self.text.get(range.end..).unwrap_or_default();
        let after = after.split('\n').next().unwrap_or_default();
        let opened = |open: char, close: char| {
            let (opens, closes) = (before.rfind(open), before.rfind(close));
            opens.is_some_and(|at| closes.is_none_or(|closed| closed < at)) && after.contains(close)
        };
        (line(before) && after.contains('"'))
            || opened('“', '”')
            || opened('„', '“')
            || opened('«', '»')
            || opened('「', '」')
    }
}

/// Why a rule had nothing to look at. `answer`: it reads texts, not questions alone.
fn nothing_to_read(place: Place, answer: bool) -> &'static str {
    match (place, answer) {
        (Place::Host, true) => "The text has no web address.",
        (Place::Text, true) => "There is no text to read.",
        (Place::Host | Place::Text, false) => "There is no question to read.",
    }
}

fn found(rule: &Pattern, detected: String, range: Option<Range<usize>>) -> Found {
    Found {
        kind: rule.kind,
        severity: rule.severity,
        certainty: rule.certainty,
        confidence: rule.confidence,
        description: rule.description.clone(),
        range,
        detected: Some(detected),
        expected: None,
        advice: rule.advice.clone(),
    }
}
