//! Named figures: what the text says of them against what the evidence says.

mod named;

use super::{Found, Reading};
use crate::pack::Pack;
use crate::pack::fold::folded;
use crate::pack::model::{Numeric, UnitName};
use crate::pack::scan::{Hit, Owner};
use groundwall_checks::date::{self, Relation};
use groundwall_checks::number::{self, Fit};
use groundwall_core::policy::{Band, Tolerances};
use groundwall_core::{Certainty, FindingKind, RuleState, Severity};
pub(super) use named::Figures;
use named::{ENDS, Named, Placed};
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of a sentence on either side of a figure that tell what it is of, at most.
const AROUND: usize = 256;
/// Values of the evidence that a reader is told, at most.
const TOLD: usize = 4;
/// Pieces of evidence that are compared, at most.
const EVIDENCE: usize = 200;

/// A figure of the evidence.
struct Source<'f> {
    figure: Named<'f>,
    /// The sentence around it, folded: what it is said of.
    of: String,
    kind: Option<String>,
}

/// What the evidence makes of a figure.
enum Compared {
    Equal,
    Within,
    /// The values that it has instead, as written.
    Different(Vec<String>),
    /// It has the figure and, of the same, also others: as written.
    Disputed(Vec<String>),
    /// It has the figure and, by the same name but perhaps of something else, also others.
    Unclear(Vec<String>),
    Silent,
}

/// A figure of the text against the evidence.
struct Against {
    range: Range<usize>,
    compared: Compared,
    /// The limit of its type that it breaks, in words.
    limit: Option<String>,
    follows: bool,
}

impl Reading<'_> {
    pub(super) fn figures(&self) -> &Figures {
        self.figures.get_or_init(|| Figures::of(&self.text))
    }

    /// Where figures stand in the text.
    pub(super) fn figure_ranges(&self) -> Vec<Range<usize>> {
        let numbers = self.figures().numbers.iter();
        numbers.map(|number| number.range.clone()).collect()
    }

    pub(super) fn numeric(&mut self, at: usize, place: usize, pack: &Pack) {
        let rule = &pack.numerics[place];
        let owner = Owner::Numeric(at, place);
        let hits = self.hits.get(&owner).cloned().unwrap_or_default();
        let found = if hits.is_empty() {
            Vec::new()
        } else {
            self.compare(rule, owner, &hits)
        };
        let mut tally = Tally::default();
        let mut broken = Vec::new();
        for Against {
            range,
            compared,
            limit,
            follows,
        } in found
        {
            tally.add(&compared, limit.is_some());
            // Which of the evidence's values would stand in its place its name does not tell.
            tally.several |= follows && matches!(compared, Compared::Different(_));
            let said = self.slice(&range).trim().to_owned();
            let Some(wrong) = wrong(rule, &said, compared, limit) else {
                continue;
            };
            let Wrong {
                kind,
                description,
                expected,
            } = wrong;
            self.find(
                pack,
                &rule.kind,
                Found {
                    kind,
                    severity: Severity::High,
                    certainty: Certainty::Likely,
                    confidence: Certainty::Likely.confidence(),
                    description,
                    range: Some(range.clone()),
                    detected: Some(said),
                    expected: expected.clone(),
                    advice: Some("Correct the value after the evidence.".to_owned()),
                },
            );
            broken.push((range, expected));
        }
        self.unsettled.insert(owner, tally.several);
        let (state, note) = tally.answer(!hits.is_empty(), broken.len());
        self.answers.insert(owner, state);
        let places: Vec<(Range<usize>, String)> = broken
            .iter()
            .map(|(range, right)| (range.clone(), right.clone().unwrap_or_default()))
            .collect();
        if state == RuleState::Broken {
            self.broken.insert(owner, broken);
        }
        self.answer(pack, &rule.kind, (state, note), &rule.does, &places);
    }

    /// Each figure of the text that bears the name.
    fn compare(&self, rule: &Numeric, owner: Owner, hits: &[Hit]) -> Vec<Against> {
        let named = self::named::named(rule, &self.text, self.figures(), hits);
        if named.is_empty() {
            return Vec::new();
        }
        let texts = self.subject.evidence.unwrap_or_default();
        let evidence: Vec<(Figures, Vec<Hit>, &str)> = texts
            .iter()
            .take(EVIDENCE)
            .filter_map(|text| {
                let mut hits = self.active.scanner.of_words(text);
                hits.retain(|hit| hit.owner == owner);
                (!hits.is_empty()).then(|| (Figures::of(text), hits, *text))
            })
            .collect();
        let sources: Vec<Source<'_>> = evidence
            .iter()
            .flat_map(|(figures, hits, text)| {
                let named = self::named::named(rule, text, figures, hits).into_iter();
                named.map(|Placed { figure, kind, .. }| {
                    let of = around(text, &figure.range());
                    Source { figure, of, kind }
                })
            })
            .collect();
        named
            .into_iter()
            .map(|placed| {
                let Placed {
                    figure,
                    follows,
                    kind,
                } = placed;
                let range = figure.range();
                let supported = self.part(range.start).is_some_and(|part| part.supported);
                let compared = if supported {
                    Compared::Equal
                } else {
                    let of = around(&self.text, &range);
                    let own = Source { figure, of, kind };
                    against(&own, &sources, rule.band)
                };
                Against {
                    range,
                    compared,
                    limit: beyond(rule, &figure),
                    follows,
                }
            })
            .collect()
    }
}

/// What the figures of a rule came to.
#[derive(Default)]
struct Tally {
    agreed: usize,
    within: usize,
    /// Whether the evidence has several values in the place of one.
    several: bool,
    disputed: Option<Vec<String>>,
    unclear: Option<Vec<String>>,
}

impl Tally {
    /// `beyond`: the figure breaks a limit of its type.
    fn add(&mut self, compared: &Compared, beyond: bool) {
        match compared {
            Compared::Different(values) => self.several |= values.len() > 1,
            Compared::Disputed(values) => {
                self.several = true;
                self.disputed.get_or_insert_with(|| values.clone());
            }
            Compared::Unclear(values) => {
                self.unclear.get_or_insert_with(|| values.clone());
            }
            Compared::Equal if !beyond => self.agreed = self.agreed.saturating_add(1),
            Compared::Within if !beyond => self.within = self.within.saturating_add(1),
            Compared::Equal | Compared::Within | Compared::Silent => {}
        }
    }

    /// The state of the rule and why. `named`: the text names what the rule is about; `broken`: how many figures are wrong.
    fn answer(&self, named: bool, broken: usize) -> (RuleState, String) {
        if let Some(values) = self.disputed.as_ref().filter(|_| broken > 0) {
            let note = format!("The documents disagree: they have {}.", listed(values));
            return (RuleState::Broken, note);
        }
        if let Some(values) = self.unclear.as_ref().filter(|_| broken == 0) {
            let note = format!(
                "The documents have {} by this name, and the name alone does not tell which is meant.",
                listed(values)
            );
            return (RuleState::NoData, note);
        }
        match (broken, self.agreed, self.within) {
            (0, 0, 0) if !named => (RuleState::NoData, "The text does not name it.".to_owned()),
            (0, 0, 0) => (
                RuleState::NoData,
                "The documents have no such figure.".to_owned(),
            ),
            (0, _, 0) => (RuleState::Holds, "The documents have the same.".to_owned()),
            (0, _, _) => (RuleState::Holds, "Within the band.".to_owned()),
            (some, _, _) => (
                RuleState::Broken,
                format!("{some} of the text's figures cannot be, or the documents have another."),
            ),
        }
    }
}

/// What is wrong with a figure, and what should stand there.
struct Wrong {
    kind: FindingKind,
    description: String,
    expected: Option<String>,
}

/// Values as a reader is told of them.
fn listed(values: &[String]) -> String {
    let told: Vec<&str> = values.iter().take(TOLD).map(String::as_str).collect();
    told.join(" and ")
}

/// What is wrong with a figure after the evidence, or else after the limit that it breaks.
fn wrong(rule: &Numeric, said: &str, compared: Compared, limit: Option<String>) -> Option<Wrong> {
    match (compared, limit) {
        // What cannot be is graver than another value, and is told with that.
        (Compared::Different(values), Some(limit)) => {
            let value = values.into_iter().next().unwrap_or_default();
            Some(Wrong {
                kind: FindingKind::LogicalImpossibility,
                description: format!(
                    "{}: {said} is {limit}; the documents say {value}.",
                    rule.kind
                ),
                expected: Some(value),
            })
        }
        (Compared::Different(values), None) => {
            let value = values.into_iter().next().unwrap_or_default();
            let description = format!(
                "{}: the text says {said}, the documents say {value}.",
                rule.kind
            );
            let kind = match rule.unit {
                UnitName::Period => FindingKind::DateMismatch,
                UnitName::Currency | UnitName::Percentage | UnitName::Ratio | UnitName::Count => {
                    FindingKind::NumericMismatch
                }
            };
            Some(Wrong {
                kind,
                description,
                expected: Some(value),
            })
        }
        (Compared::Disputed(values), _) => Some(Wrong {
            kind: FindingKind::Conflict,
            description: format!(
                "{}: the text says {said}, the documents disagree: they have {}.",
                rule.kind,
                listed(&values)
            ),
            expected: None,
        }),
        (
            Compared::Equal | Compared::Within | Compared::Unclear(_) | Compared::Silent,
            Some(limit),
        ) => Some(Wrong {
            kind: FindingKind::LogicalImpossibility,
            description: format!("{}: {said} is {limit}.", rule.kind),
            expected: None,
        }),
        (Compared::Equal | Compared::Within | Compared::Unclear(_) | Compared::Silent, None) => {
            None
        }
    }
}

/// The limit of its type that a figure breaks, in words.
fn beyond(rule: &Numeric, figure: &Named<'_>) -> Option<String> {
    let Named::Number(number) = figure else {
        return None;
    };
    let under = rule.least.filter(|least| number.value < *least);
    let over = rule.most.filter(|most| number.value > *most);
    match (under, over) {
        (Some(least), _) => Some(format!("under {least}, the least that can be")),
        (_, Some(most)) => Some(format!("over {most}, the most that can be")),
        (None, None) => None,
    }
}

/// A value of the evidence as written, and what it is said of.
type Value<'s> = (&'s str, &'s str);

/// A figure against those of the evidence. Kinds that both names tell must be the same; where only one tells it, another value may be of another kind.
fn against(own: &Source<'_>, sources: &[Source<'_>], band: Band) -> Compared {
    let tolerances = Tolerances {
        currency: band,
        percentage: band,
        ratio: band,
        ..Tolerances::default()
    };
    let (mut fitting, mut other): (Vec<Value<'_>>, Vec<Value<'_>>) = (Vec::new(), Vec::new());
    let (mut equal, mut open) = (false, Vec::new());
    for source in sources {
        if let (Some(one), Some(other)) = (&own.kind, &source.kind)
            && one != other
        {
            continue;
        }
        let (fit, written) = match (&own.figure, &source.figure) {
            (Named::Number(own), Named::Number(source)) => {
                if !number::comparable(own, source) {
                    continue;
                }
                (number::fit(own, source, &tolerances), &source.text)
            }
            (Named::Date(own), Named::Date(source)) => {
                let fit = match date::relation(own, source) {
                    Relation::Different => Fit::Different,
                    Relation::Contained => Fit::Equal,
                    Relation::LessPrecise => continue,
                };
                (fit, &source.text)
            }
            (Named::Number(_), Named::Date(_)) | (Named::Date(_), Named::Number(_)) => continue,
        };
        let value = (written.trim(), source.of.as_str());
        match fit {
            Fit::Equal | Fit::WithinTolerance => {
                equal |= fit == Fit::Equal;
                fitting.push(value);
            }
            Fit::Different if own.kind == source.kind => other.push(value),
            Fit::Different => open.push(value),
        }
    }
    if fitting.is_empty() {
        return match (other.is_empty(), open.is_empty()) {
            (false, _) => Compared::Different(texts(&other)),
            (true, false) => Compared::Unclear(texts(&open)),
            (true, true) => Compared::Silent,
        };
    }
    other.extend(open);
    let of: BTreeSet<&str> = fitting.iter().map(|(_, of)| *of).collect();
    let (same, elsewhere): (Vec<Value<'_>>, Vec<Value<'_>>) =
        other.into_iter().partition(|(_, other)| of.contains(other));
    // What is told of something else in other words says nothing against the figure.
    let clear = of.contains(own.of.as_str());
    fitting.truncate(1);
    if !same.is_empty() {
        fitting.extend(same);
        return Compared::Disputed(texts(&fitting));
    }
    if !elsewhere.is_empty() && !clear {
        fitting.extend(elsewhere);
        return Compared::Unclear(texts(&fitting));
    }
    if equal {
        Compared::Equal
    } else {
        Compared::Within
    }
}

/// Each value once, as written.
fn texts(values: &[Value<'_>]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let values = values.iter().map(|(written, _)| *written);
    values
        .filter(|written| seen.insert(*written))
        .map(str::to_owned)
        .collect()
}

/// The sentence or line around a figure, folded and without the figure.
fn around(text: &str, figure: &Range<usize>) -> String {
    let from = text.floor_char_boundary(figure.start.saturating_sub(AROUND));
    let to = text.floor_char_boundary(figure.end.saturating_add(AROUND));
    let before = text.get(from..figure.start).unwrap_or_default();
    let behind = text.get(figure.end..to).unwrap_or_default();
    let start = ENDS
        .iter()
        .filter_map(|end| Some(before.rfind(end)?.saturating_add(end.len())));
    let before = before.get(start.max().unwrap_or(0)..).unwrap_or_default();
    let end = ENDS.iter().filter_map(|end| behind.find(end)).min();
    let behind = behind
        .get(..end.unwrap_or(behind.len()))
        .unwrap_or_default();
    let said = folded(&format!("{before} # {behind}"));
    said.trim_end_matches(['.', ' ']).to_owned()
}
