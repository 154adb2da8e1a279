//! Questions and claims about a folder of documents, with what a right answer says: how often is a question answered, refused, or "verified" without an answer?

use groundwall_core::{Report, ReportState, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A row of a questions file: `{"question","answers","kind"?}` or `{"claim","label","kind"?}`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Trial {
    Question {
        question: String,
        /// For each part of a right answer the ways to say it; empty where the documents do not cover the question.
        answers: Vec<Vec<String>>,
        #[serde(default)]
        kind: String,
    },
    Claim {
        claim: String,
        /// Whether the documents say so.
        label: bool,
        #[serde(default, alias = "how")]
        kind: String,
    },
}

/// A line of a questions file that is no row.
#[derive(Debug, thiserror::Error)]
#[error(
    "line {line}: wanted {{\"question\",\"answers\":[[..]]}} or {{\"claim\",\"label\":true|false}}"
)]
pub struct TrialError {
    /// From 1.
    pub line: usize,
    pub source: serde_json::Error,
}

impl Trial {
    /// Reads one a line, blank lines left out. The error names the line.
    ///
    /// # Errors
    /// Fails when a line is no JSON of this shape.
    pub fn parse(lines: &str) -> Result<Vec<Self>, TrialError> {
        let rows = lines
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        rows.map(|(number, line)| {
            serde_json::from_str(line).map_err(|source| TrialError {
                line: number + 1,
                source,
            })
        })
        .collect()
    }
}

/// What became of a question or a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Every part of a right answer stands in the text.
    Answered,
    /// Some of them.
    AnsweredInPart,
    /// None, or no text.
    NotAnswered,
    /// A question that the documents do not cover was refused.
    Refused,
    /// It was not.
    NotRefused,
    Right,
    Wrong,
}

/// Counts of one kind of row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Questions that the documents cover.
    pub covered: u32,
    pub answered: u32,
    pub answered_in_part: u32,
    pub uncovered: u32,
    pub refused: u32,
    /// Reports of state Verified whose text lacks a part of a right answer.
    pub verified_without_answer: u32,
    pub true_claims: u32,
    pub true_accepted: u32,
    pub false_claims: u32,
    pub false_accepted: u32,
}

impl Counts {
    fn question(&mut self, end: End, verified: bool) {
        match end {
            End::Refused | End::NotRefused => {
                self.uncovered += 1;
                self.refused += u32::from(end == End::Refused);
            }
            End::Answered | End::AnsweredInPart | End::NotAnswered | End::Right | End::Wrong => {
                self.covered += 1;
                self.answered += u32::from(end == End::Answered);
                self.answered_in_part += u32::from(end == End::AnsweredInPart);
            }
        }
        self.verified_without_answer += u32::from(verified && end != End::Answered);
    }

    fn claim(&mut self, label: bool, accepted: bool) {
        if label {
            self.true_claims += 1;
            self.true_accepted += u32::from(accepted);
        } else {
            self.false_claims += 1;
            self.false_accepted += u32::from(accepted);
        }
    }
}

/// Figures of a folder.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub all: Counts,
    pub by_kind: BTreeMap<String, Counts>,
    /// Milliseconds a question, median and 95th percentile; none without a question.
    pub p50_ms: Option<f64>,
    pub p95_ms: Option<f64>,
    #[serde(skip)]
    times: Vec<Duration>,
}

impl Figures {
    /// Adds a question with what came of it.
    pub fn add_question(
        &mut self,
        kind: &str,
        answers: &[Vec<String>],
        report: &Report,
        took: Duration,
    ) -> End {
        let text = report.delivered.as_deref().unwrap_or_default();
        let end = ended(answers, text, report.state);
        let verified = report.state == ReportState::Verified;
        self.all.question(end, verified);
        self.by_kind
            .entry(kind.to_owned())
            .or_default()
            .question(end, verified);
        self.times.push(took);
        self.times.sort_unstable();
        let at = |share: f64| {
            let place = ((self.times.len() - 1) as f64 * share).round() as usize;
            self.times
                .get(place)
                .map(|time| time.as_secs_f64() * 1000.0)
        };
        (self.p50_ms, self.p95_ms) = (at(0.5), at(0.95));
        end
    }

    /// Adds a claim with what came of it: accepted where it has at least one checkable part and all of them are supported.
    pub fn add_claim(&mut self, kind: &str, label: bool, report: &Report) -> End {
        let checkable: Vec<Verdict> = report
            .claims
            .iter()
            .map(|claim| claim.verdict)
            .filter(|verdict| *verdict != Verdict::Unverifiable)
            .collect();
        let accepted = !checkable.is_empty()
            && checkable
                .iter()
                .all(|verdict| *verdict == Verdict::Supported);
        self.all.claim(label, accepted);
        self.by_kind
            .entry(kind.to_owned())
            .or_default()
            .claim(label, accepted);
        if accepted == label {
            End::Right
        } else {
            End::Wrong
        }
    }
}

/// What a text is to a question.
fn ended(answers: &[Vec<String>], text: &str, state: ReportState) -> End {
    if answers.is_empty() {
        let refused = text.is_empty() || state == ReportState::NotCovered;
        return if refused {
            End::Refused
        } else {
            End::NotRefused
        };
    }
    let text = plain(text);
    let found = answers
        .iter()
        .filter(|ways| ways.iter().any(|way| says(&text, &plain(way))))
        .count();
    match found {
        0 => End::NotAnswered,
        // A text that the product itself calls no answer is none.
        _ if state == ReportState::NotCovered => End::NotAnswered,
        found if found == answers.len() => End::Answered,
        _ => End::AnsweredInPart,
    }
}

/// Lower case, typographic marks and thousands folded, one space between words.
fn plain(text: &str) -> String {
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    let mut out = String::with_capacity(text.len());
    for (place, letter) in letters.iter().enumerate() {
        let digit = |at: Option<usize>| {
            at.and_then(|at| letters.get(at))
                .is_some_and(char::is_ascii_digit)
        };
        match letter {
            ',' if digit(place.checked_sub(1)) && digit(Some(place + 1)) => {}
            '‐' | '‑' | '–' | '—' => out.push('-'),
            '’' | '‘' => out.push('\''),
            letter if letter.is_whitespace() => out.push(' '),
            letter => out.push(*letter),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text holds words as words: not inside another word or number. Behind a Korean word its particle stands without a space: "3명을".
fn says(text: &str, words: &str) -> bool {
    let is_korean = |letter: &char| matches!(letter, '가'..='힣');
    let with_particle = words.ends_with(|letter| is_korean(&letter));
    let inside = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let continues = |rest: &str| {
        let mut letters = rest.chars();
        let first = letters.next();
        if with_particle && first.as_ref().is_some_and(is_korean) {
            return false;
        }
        inside(first) || (first == Some('.') && letters.next().is_some_and(|c| c.is_ascii_digit()))
    };
    !words.is_empty()
        && text.match_indices(words).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            !inside(before) && !continues(&text[at + found.len()..])
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_errors_name_their_line() {
        let rows = Trial::parse("{\"question\":\"Q?\",\"answers\":[[\"a\",\"b\"]]}\n\n{\"claim\":\"C.\",\"label\":false,\"how\":\"negated\"}").unwrap();
        assert_eq!(rows.len(), 2);
        assert!(matches!(&rows[1], Trial::Claim { label: false, kind, .. } if kind == "negated"));
        assert!(
            Trial::parse("{\"question\":\"Q?\"}")
                .unwrap_err()
                .to_string()
                .starts_with("line 1:")
        );
    }

    #[test]
    fn a_right_answer_says_every_part_as_words() {
        let answers = [
            vec!["1,200".to_owned()],
            vec!["March".to_owned(), "the third month".to_owned()],
        ];
        for (text, end) in [
            ("It cost 1200 euros in march.", End::Answered),
            ("It cost 1,200.", End::AnsweredInPart),
            ("It cost 11,200 in a marching band.", End::NotAnswered),
            ("It cost 1200.5 in the third\nmonth.", End::AnsweredInPart),
            ("", End::NotAnswered),
        ] {
            assert_eq!(ended(&answers, text, ReportState::Verified), end, "{text}");
        }
        assert_eq!(
            ended(&answers, "1200, March", ReportState::NotCovered),
            End::NotAnswered
        );
    }

    #[test]
    fn what_the_documents_do_not_cover_is_refused_or_not() {
        assert_eq!(ended(&[], "", ReportState::NotVerified), End::Refused);
        assert_eq!(
            ended(&[], "Something else.", ReportState::NotCovered),
            End::Refused
        );
        assert_eq!(
            ended(&[], "Something else.", ReportState::Verified),
            End::NotRefused
        );
        let mut counts = Counts::default();
        counts.question(End::NotRefused, true);
        counts.question(End::Answered, true);
        counts.question(End::AnsweredInPart, true);
        assert_eq!(
            (
                counts.uncovered,
                counts.covered,
                counts.verified_without_answer
            ),
            (1, 2, 2)
        );
    }
}
