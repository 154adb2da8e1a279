//! Rules over what patterns, figures and intents said, and over what only code can see.

use super::{Found, Reading};
use crate::pack::Pack;
use crate::pack::fold::folded;
use crate::pack::model::{Compliance, Intent, Response, When, Wording};
use crate::pack::scan::{MOST, Owner};
use crate::personal;
use groundwall_core::{Action, RuleState};
use std::ops::Range;

/// Places in the text, and what takes their place.
type Places = Vec<(Range<usize>, String)>;

/// What one sort of trigger says.
struct Trigger {
    state: RuleState,
    places: Places,
}

/// What triggers say together. `all`: they are met where each of them is, and not where one is.
fn together(triggers: &[Trigger], all: bool) -> RuleState {
    let count = |state| {
        triggers
            .iter()
            .filter(|trigger| trigger.state == state)
            .count()
    };
    let (broken, holds) = (count(RuleState::Broken), count(RuleState::Holds));
    let met = if all {
        broken == triggers.len()
    } else {
        broken > 0
    };
    match (met, holds) {
        (true, _) => RuleState::Broken,
        (false, 0) => RuleState::NoData,
        (false, _) => RuleState::Holds,
    }
}

impl Reading<'_> {
    pub(super) fn compliance(
        &mut self,
        at: usize,
        pack: &Pack,
        rule: &Compliance,
        intent: Option<usize>,
    ) {
        let triggers = self.triggers(at, pack, rule, intent);
        let state = together(&triggers, rule.all);
        let places: Places = triggers
            .into_iter()
            .flat_map(|trigger| trigger.places)
            .collect();
        let does = self.settled(at, pack, rule, intent);
        let disclaims = intent.and_then(|place| pack.intents.get(place));
        let state = if state == RuleState::Broken && self.says_it_already(&does, disclaims) {
            RuleState::Holds
        } else {
            state
        };
        let note = match state {
            RuleState::Broken => format!("{}: {}", rule.name, rule.description),
            RuleState::Holds => format!("{}: nothing of it was found.", rule.name),
            RuleState::NoData => format!("{}: there was nothing to look at.", rule.name),
        };
        self.answer(pack, &rule.id, (state, note), &does, &places);
    }

    /// What each sort of trigger that the rule names says.
    fn triggers(
        &mut self,
        at: usize,
        pack: &Pack,
        rule: &Compliance,
        intent: Option<usize>,
    ) -> Vec<Trigger> {
        let mut triggers: Vec<Trigger> = Vec::new();
        if !rule.patterns.is_empty() {
            let owners = rule.patterns.iter().map(|place| Owner::Pattern(at, *place));
            triggers.push(self.of_rules(owners));
        }
        if !rule.numerics.is_empty() {
            let owners = rule.numerics.iter().map(|place| Owner::Numeric(at, *place));
            triggers.push(self.of_rules(owners));
        }
        if !rule.intents.is_empty() {
            triggers.push(Trigger {
                state: match (self.subject.question, intent) {
                    (None, _) => RuleState::NoData,
                    (Some(_), Some(place)) if rule.intents.contains(&place) => RuleState::Broken,
                    (Some(_), _) => RuleState::Holds,
                },
                places: Vec::new(),
            });
        }
        if let Some(when) = rule.when {
            triggers.push(self.when(pack, rule, when));
        }
        triggers
    }

    /// What rules of the pack said together.
    fn of_rules(&self, owners: impl Iterator<Item = Owner>) -> Trigger {
        let mut places = Vec::new();
        let mut state = RuleState::NoData;
        for owner in owners {
            match self.answers.get(&owner) {
                Some(RuleState::Broken) => state = RuleState::Broken,
                Some(RuleState::Holds) if state == RuleState::NoData => state = RuleState::Holds,
                Some(RuleState::Holds | RuleState::NoData) | None => {}
            }
            let broken = self.broken.get(&owner).into_iter().flatten();
            places.extend(broken.map(|(range, right)| {
                let covered = || "[covered]".to_owned();
                (range.clone(), right.clone().unwrap_or_else(covered))
            }));
        }
        Trigger { state, places }
    }

    /// The rule's response: of correcting and escalating, the one that the evidence allows, and no correcting where it has several values; appended words of its own, else the intent's.
    fn settled(
        &self,
        at: usize,
        pack: &Pack,
        rule: &Compliance,
        intent: Option<usize>,
    ) -> Response {
        let mut does = rule.does.clone();
        if does.actions.contains(&Action::Correct) {
            let mut owners = rule.numerics.iter().map(|place| Owner::Numeric(at, *place));
            let open = owners.any(|owner| self.unsettled.get(&owner) == Some(&true));
            let goes = if open {
                Action::Correct
            } else {
                Action::Escalate
            };
            does.actions.retain(|action| *action != goes);
        }
        if does.appendix.is_none() {
            does.appendix = intent
                .and_then(|place| pack.intents.get(place))
                .and_then(|intent| intent.disclaimer.clone());
        }
        does
    }

    /// Whether all that a rule does is to append words that the text has, or that stand for a disclaimer that it has in other words.
    fn says_it_already(&self, does: &Response, intent: Option<&Intent>) -> bool {
        let appends = does.actions.iter().all(|action| *action == Action::Append);
        let in_other_words = |intent: &Intent| {
            does.appendix == intent.disclaimer
                && intent
                    .disclaimed
                    .iter()
                    .any(|regex| regex.is_match(&self.text))
        };
        if appends && intent.is_some_and(in_other_words) {
            return true;
        }
        let has = |wording: &Wording| {
            let text = folded(&self.text);
            wording
                .texts()
                .any(|(_, words)| text.contains(&folded(words)))
        };
        appends && does.appendix.as_ref().is_some_and(has)
    }

    fn when(&mut self, pack: &Pack, rule: &Compliance, when: When) -> Trigger {
        match when {
            When::FigureWithoutCitation => self.uncited_figures(pack, rule),
            When::PersonalData => self.personal_data(pack, rule),
        }
    }

    fn uncited_figures(&mut self, pack: &Pack, rule: &Compliance) -> Trigger {
        let figures = self.figure_ranges();
        let known: Vec<(Range<usize>, bool)> = figures
            .into_iter()
            .filter_map(|range| {
                let cited = self.cited(range.start)?;
                Some((range, cited))
            })
            .collect();
        let uncited: Vec<Range<usize>> = known
            .iter()
            .filter(|(_, cited)| !cited)
            .map(|(range, _)| range.clone())
            .take(MOST)
            .collect();
        let state = match (known.is_empty(), uncited.is_empty()) {
            (true, _) => RuleState::NoData,
            (false, true) => RuleState::Holds,
            (false, false) => RuleState::Broken,
        };
        let places = uncited
            .into_iter()
            .map(|range| (range, String::new()))
            .collect();
        self.told(pack, rule, Trigger { state, places })
    }

    fn personal_data(&mut self, pack: &Pack, rule: &Compliance) -> Trigger {
        let asked = self.subject.question.unwrap_or_default();
        let found = personal::find(&self.text);
        let places: Places = found
            .into_iter()
            .take(MOST)
            // What the person wrote is no secret to that person.
            .filter(|found| !asked.contains(self.slice(&found.range)))
            .map(|found| (found.range, format!("[{}]", found.kind.name())))
            .collect();
        let state = if places.is_empty() {
            RuleState::Holds
        } else {
            RuleState::Broken
        };
        self.told(pack, rule, Trigger { state, places })
    }

    /// Findings for the places of a rule that nothing else reports. Personal data itself is not repeated.
    fn told(&mut self, pack: &Pack, rule: &Compliance, trigger: Trigger) -> Trigger {
        let personal = rule.when == Some(When::PersonalData);
        for (range, instead) in &trigger.places {
            let detected = if personal {
                instead.clone()
            } else {
                self.slice(range).trim().to_owned()
            };
            self.find(
                pack,
                &rule.id,
                Found {
                    kind: rule.kind,
                    severity: rule.severity,
                    certainty: rule.certainty,
                    confidence: rule.certainty.confidence(),
                    description: rule.description.clone(),
                    range: Some(range.clone()),
                    detected: Some(detected),
                    expected: None,
                    advice: None,
                },
            );
        }
        trigger
    }
}
