//! What stands in an export for people, part by part, before it is written in one form or another.

mod facts;

use facts::facts;
use groundwall_core::report::{Attempt, Segment};
use groundwall_core::{JudgedClaim, Report, Stance};

/// A stretch of a paragraph.
pub(crate) enum Inline {
    Text(String),
    Strong(String),
    Emphasis(String),
    /// The footnote that hangs here, by its place in [`Outline::notes`].
    Note(usize),
}

/// A part of the file.
pub(crate) enum Part {
    Heading(String),
    Paragraph(Vec<Inline>),
    Table {
        head: Vec<&'static str>,
        rows: Vec<Vec<String>>,
    },
}

/// The whole file.
pub(crate) struct Outline {
    pub(crate) title: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) notes: Vec<String>,
}

/// What the footnotes of the answer are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notes {
    Citations,
    Claims,
}

/// The evidence that counts for a claim: what it says and where it stands.
pub(crate) struct Proof {
    pub(crate) text: String,
    pub(crate) place: String,
    pub(crate) word: &'static str,
}

/// The evidence that decided, or came nearest; none where nothing speaks of the claim.
pub(crate) fn proof(claim: &JudgedClaim) -> Option<Proof> {
    if let Some(answer) = &claim.computed {
        return Some(Proof {
            text: format!("{} ({})", answer.text, answer.formula),
            place: format!("{}, {}", answer.table, answer.cells.join(", ")),
            word: "computed",
        });
    }
    let evidence = claim.evidence.first()?;
    Some(Proof {
        text: evidence.window.text.clone(),
        place: evidence.window.place(),
        word: match evidence.stance {
            Stance::Supports => "supports",
            Stance::Refutes => "refutes",
            Stance::Silent => "nearest",
        },
    })
}

/// Claims of the delivered text, then those that were taken out.
pub(crate) fn claims(report: &Report) -> impl Iterator<Item = (&JudgedClaim, bool)> {
    let kept = report.claims.iter().map(|claim| (claim, false));
    kept.chain(report.removed.iter().map(|claim| (claim, true)))
}

/// "refuted", "refuted, taken out".
pub(crate) fn verdict(claim: &JudgedClaim, removed: bool) -> String {
    let end = if removed { ", taken out" } else { "" };
    format!("{}{end}", claim.verdict)
}

fn text(text: impl Into<String>) -> Part {
    Part::Paragraph(vec![Inline::Text(text.into())])
}

/// The report as an outline.
pub(crate) fn outline(report: &Report, notes: Notes) -> Outline {
    let mut outline = Outline {
        title: report
            .question
            .clone()
            .unwrap_or_else(|| "Verification".to_owned()),
        parts: Vec::new(),
        notes: Vec::new(),
    };
    outline.result(report);
    outline.answer(report, notes);
    outline.computed(report);
    outline.claims(report);
    outline.findings(report);
    outline.governed(report);
    outline.attempts(&report.attempts);
    outline.passages(report);
    outline.made(report);
    outline
}

/// The questions of a conversation with their answers, one after the other; what was looked into for each stays in its report.
pub(crate) fn of_conversation(reports: &[Report], notes: Notes) -> Outline {
    let mut outline = Outline {
        title: "Conversation".to_owned(),
        parts: Vec::new(),
        notes: Vec::new(),
    };
    for report in reports {
        outline.heading(report.question.as_deref().unwrap_or("Verification"));
        if let Some(read) = &report.asked_as {
            let read = Inline::Emphasis(format!("Read as: {read}"));
            outline.parts.push(Part::Paragraph(vec![read]));
        }
        outline.result(report);
        outline.answer(report, notes);
        outline.computed(report);
        outline.claims(report);
    }
    outline
}

impl Outline {
    fn heading(&mut self, words: &str) {
        self.parts.push(Part::Heading(words.to_owned()));
    }

    pub(crate) fn table(&mut self, words: &str, head: Vec<&'static str>, rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            self.heading(words);
            self.parts.push(Part::Table { head, rows });
        }
    }

    /// State, banner, and what did not run.
    fn result(&mut self, report: &Report) {
        self.parts.push(Part::Paragraph(vec![
            Inline::Strong(format!("{}.", report.state.words())),
            Inline::Text(format!(" {}", report.banner)),
        ]));
        for part in report.asked.iter().filter(|part| part.found == Some(false)) {
            self.parts
                .push(text(format!("Not answered: {}", part.text)));
        }
        for line in &report.degraded {
            self.parts
                .push(Part::Paragraph(vec![Inline::Emphasis(line.clone())]));
        }
    }

    /// The delivered text with its footnotes, and what was taken out of it.
    fn answer(&mut self, report: &Report, notes: Notes) {
        let words = if report.question.is_some() {
            "Answer"
        } else {
            "Text"
        };
        self.heading(words);
        if report.segments.is_empty() {
            let said = report
                .delivered
                .clone()
                .unwrap_or_else(|| "No text was released.".to_owned());
            self.parts.push(text(said));
        }
        let mut line: Vec<Inline> = Vec::new();
        for segment in &report.segments {
            self.segment(report, segment, notes, &mut line);
        }
        self.end(&mut line);
        if !report.removed.is_empty() {
            self.heading("Taken out");
        }
        for claim in &report.removed {
            self.parts.push(Part::Paragraph(vec![
                Inline::Text(claim.claim.sentence.clone()),
                Inline::Emphasis(format!(" {}", claim.why)),
            ]));
        }
    }

    fn end(&mut self, line: &mut Vec<Inline>) {
        let empty = line
            .iter()
            .all(|part| matches!(part, Inline::Text(text) if text.trim().is_empty()));
        if empty {
            line.clear();
        } else {
            self.parts.push(Part::Paragraph(std::mem::take(line)));
        }
    }

    fn segment(
        &mut self,
        report: &Report,
        segment: &Segment,
        notes: Notes,
        line: &mut Vec<Inline>,
    ) {
        let mut first = true;
        for part in segment.text.split('\n') {
            if !first {
                self.end(line);
            }
            first = false;
            if !part.is_empty() {
                line.push(Inline::Text(part.to_owned()));
            }
        }
        let said: Vec<String> = match notes {
            Notes::Citations => segment
                .citations
                .iter()
                .filter_map(|number| {
                    report
                        .citations
                        .iter()
                        .find(|known| known.number == *number)
                })
                .map(|citation| format!("“{}” {}", citation.quote, citation.place))
                .collect(),
            Notes::Claims => segment
                .claims
                .iter()
                .filter_map(|id| report.claims.iter().find(|claim| claim.claim.id == *id))
                .map(note)
                .collect(),
        };
        for note in said {
            line.push(Inline::Note(self.notes.len()));
            self.notes.push(note);
        }
        let mut verdicts: Vec<&str> = (report.unmarked(segment))
            .map(|claim| claim.verdict.word())
            .collect();
        verdicts.dedup();
        let marks = (segment.note.clone()).or((!verdicts.is_empty()).then(|| verdicts.join(", ")));
        if let Some(mark) = marks {
            line.push(Inline::Emphasis(format!(" [{mark}]")));
        }
    }

    /// How an answer came from a table.
    fn computed(&mut self, report: &Report) {
        let Some(answer) = &report.table else {
            return;
        };
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let mut rows = vec![
            row("Table", answer.table.clone()),
            row("Query", answer.query.clone()),
            row("Formula", answer.formula.clone()),
            row("Cells", answer.cells.join(", ")),
        ];
        rows.extend(
            answer
                .compiled_by
                .clone()
                .map(|model| row("Compiled by", model)),
        );
        self.table("How it was computed", vec!["What", "Value"], rows);
    }

    fn claims(&mut self, report: &Report) {
        let rows = claims(report)
            .map(|(claim, removed)| {
                let (evidence, place) = proof(claim).map_or_else(
                    || ("none".to_owned(), String::new()),
                    |proof| (format!("{}: “{}”", proof.word, proof.text), proof.place),
                );
                vec![
                    claim.claim.id.to_string(),
                    claim.claim.text.clone(),
                    verdict(claim, removed),
                    claim.why.clone(),
                    evidence,
                    place,
                ]
            })
            .collect();
        self.table(
            "Claims",
            vec!["No.", "Claim", "Verdict", "Why", "Evidence", "Place"],
            rows,
        );
    }

    fn findings(&mut self, report: &Report) {
        let rows = claims(report)
            .flat_map(|(claim, _)| &claim.findings)
            .chain(&report.findings)
            .map(|finding| {
                // A pack's rule may find something outside every claim.
                let claim = (finding.claim > 0).then(|| finding.claim.to_string());
                vec![
                    claim.unwrap_or_default(),
                    finding.kind.name().replace('_', " "),
                    format!("{:?}", finding.severity).to_lowercase(),
                    format!("{:?}", finding.certainty).to_lowercase(),
                    finding.description.clone(),
                    finding.recommendation.clone(),
                ]
            })
            .collect();
        self.table(
            "Findings",
            vec![
                "Claim",
                "Type",
                "Severity",
                "Certainty",
                "What",
                "What to do",
            ],
            rows,
        );
    }

    /// Drafts before the last, where there were several.
    fn attempts(&mut self, attempts: &[Attempt]) {
        if attempts.len() < 2 {
            return;
        }
        let rows = attempts
            .iter()
            .map(|attempt| {
                let draft = attempt.draft.clone();
                vec![
                    attempt.number.to_string(),
                    attempt.generator.clone(),
                    format!(
                        "{} of {}",
                        attempt.counts.supported,
                        attempt.counts.checkable()
                    ),
                    draft.unwrap_or_else(|| "withheld".to_owned()),
                    attempt.faults.join(" "),
                ]
            })
            .collect();
        self.table(
            "Drafts",
            vec!["No.", "Written by", "Supported", "Draft", "What was wrong"],
            rows,
        );
    }

    fn passages(&mut self, report: &Report) {
        let rows = report
            .candidates
            .iter()
            .map(|candidate| {
                let (name, place) = (
                    candidate.passage.document_name.to_string(),
                    candidate.passage.locator.to_string(),
                );
                vec![
                    candidate.rank.to_string(),
                    name,
                    place,
                    candidate.passage.text.clone(),
                ]
            })
            .collect();
        self.table(
            "Passages found for the question",
            vec!["No.", "Document", "Place", "Text"],
            rows,
        );
    }

    /// When, by which models, under which policy, in which steps.
    fn made(&mut self, report: &Report) {
        let rows = facts(report)
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), value])
            .collect();
        self.table("How this was judged", vec!["What", "Value"], rows);
    }
}

/// A claim as a footnote.
fn note(claim: &JudgedClaim) -> String {
    let mut said = format!("{}: {} {}", claim.verdict, claim.claim.text, claim.why);
    if let Some(proof) = proof(claim) {
        said.push_str(&format!(
            " {}: “{}” {}",
            proof.word, proof.text, proof.place
        ));
    }
    said
}
