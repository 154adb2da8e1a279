//! What is searched and counted of a report.

use crate::makers::Maker;
use groundwall_core::history::ReportLine;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{DocumentId, JudgedClaim, Report, ReportState, Stance, Verdict, shortened};
use groundwall_ports::PortError;
use groundwall_sqlite::{Write, fault};
use std::collections::BTreeMap;

/// Characters of a title in the history.
const TITLE: usize = 120;

/// A claim that was refuted, in any draft.
struct Refutation {
    claim: String,
    document: Option<String>,
}

/// What is searched and counted of a report.
pub(crate) struct Entry {
    id: String,
    created_at: String,
    state: ReportState,
    counts: VerdictCounts,
    milliseconds: i64,
    title: String,
    conversation: Option<String>,
    collection: String,
    /// Question and released text.
    text: String,
    documents: Vec<String>,
    /// By the claim without regard to case.
    refutations: BTreeMap<String, Refutation>,
    findings: Vec<(String, u32)>,
    maker: Option<Maker>,
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as it is searched: in one line, without regard to case.
pub(crate) fn folded(text: &str) -> String {
    one_line(text).to_lowercase()
}

/// Every claim of a report, those of earlier drafts too.
fn every_claim(report: &Report) -> impl Iterator<Item = &JudgedClaim> {
    let drafted = report.attempts.iter().flat_map(|attempt| &attempt.claims);
    report.claims.iter().chain(&report.removed).chain(drafted)
}

/// Names of the documents that speak in a report.
fn names(report: &Report) -> BTreeMap<&DocumentId, String> {
    let windows = every_claim(report)
        .flat_map(|claim| &claim.evidence)
        .map(|evidence| {
            (
                &evidence.window.document,
                evidence.window.document_name.to_string(),
            )
        });
    let candidates = report.candidates.iter().map(|candidate| {
        let passage = &candidate.passage;
        (&passage.document, passage.document_name.to_string())
    });
    let computed = every_claim(report)
        .filter_map(|claim| claim.computed.as_deref())
        .chain(report.table.as_deref())
        .map(|answer| (&answer.document, answer.document_name.to_string()));
    windows.chain(candidates).chain(computed).collect()
}

/// The document that refutes a claim.
fn refuting(claim: &JudgedClaim) -> Option<String> {
    let refutes = |evidence: &&groundwall_core::Evidence| match evidence.stance {
        Stance::Refutes => true,
        Stance::Supports | Stance::Silent => false,
    };
    let window = claim.evidence.iter().find(refutes);
    window
        .map(|evidence| evidence.window.document_name.to_string())
        .or_else(|| {
            let computed = claim.computed.as_ref()?;
            Some(computed.document_name.to_string())
        })
}

impl Entry {
    pub(crate) fn of(report: &Report) -> Self {
        // A follow-up says little without the question before it.
        let asked = report.asked_as.as_deref().or(report.question.as_deref());
        let said = asked.or(report.delivered.as_deref());
        let title = shortened(&one_line(said.unwrap_or("(withheld)")), TITLE);
        let names = names(report);
        let mut documents: Vec<String> = report
            .citations
            .iter()
            .map(|citation| {
                let known = names.get(&citation.document);
                known.cloned().unwrap_or_else(|| citation.place.clone())
            })
            .collect();
        documents.extend(
            report
                .table
                .as_ref()
                .map(|answer| answer.document_name.to_string()),
        );
        let refuted = every_claim(report).filter(|claim| claim.verdict == Verdict::Refuted);
        let refutations: BTreeMap<String, Refutation> = refuted
            .map(|claim| {
                let refutation = Refutation {
                    claim: claim.claim.text.clone(),
                    document: refuting(claim),
                };
                (folded(&claim.claim.text), refutation)
            })
            .collect();
        documents.extend(
            refutations
                .values()
                .filter_map(|refuted| refuted.document.clone()),
        );
        documents.sort();
        documents.dedup();
        let findings = &report.summary.findings_by_type;
        let parts = [report.question.as_deref(), report.delivered.as_deref()];
        Self {
            id: report.id.0.clone(),
            created_at: report.created_at.clone(),
            state: report.state,
            counts: report.summary.counts,
            milliseconds: (report.elapsed_seconds.max(0.0) * 1_000.0).round() as i64,
            title,
            conversation: report.conversation.as_ref().map(|id| id.0.clone()),
            collection: report.collection.0.clone(),
            text: parts.into_iter().flatten().collect::<Vec<_>>().join("\n"),
            documents,
            refutations,
            findings: findings
                .iter()
                .map(|(kind, count)| (kind.name().to_owned(), *count))
                .collect(),
            maker: Maker::of(report),
        }
    }

    /// What a line of the history says, for a report that cannot be read any more.
    pub(crate) fn of_line(line: &ReportLine) -> Self {
        Self {
            id: line.id.0.clone(),
            created_at: line.created_at.clone(),
            state: line.state,
            counts: line.counts,
            milliseconds: 0,
            title: line.title.clone(),
            conversation: line.conversation.as_ref().map(|id| id.0.clone()),
            collection: line.collection.0.clone(),
            text: String::new(),
            documents: Vec::new(),
            refutations: BTreeMap::new(),
            findings: Vec::new(),
            maker: None,
        }
    }

    /// Writes the report; without a number it comes after all others. Returns its number.
    pub(crate) async fn insert(
        &self,
        number: Option<i64>,
        body: &str,
        tx: &mut Write,
    ) -> Result<i64, PortError> {
        let number = sqlx::query(
            "INSERT INTO reports (number, id, created_at, state, supported, refuted, unsupported, unverifiable, milliseconds, own_title, title, folded_title, folded, conversation, collection)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11, ?12, ?13, ?14)",
        )
        .bind(number)
        .bind(&self.id)
        .bind(&self.created_at)
        .bind(self.state.name())
        .bind(self.counts.supported)
        .bind(self.counts.refuted)
        .bind(self.counts.unsupported)
        .bind(self.counts.unverifiable)
        .bind(self.milliseconds)
        .bind(&self.title)
        .bind(folded(&self.title))
        .bind(folded(&self.text))
        .bind(&self.conversation)
        .bind(&self.collection)
        .execute(&mut **tx)
        .await
        .map_err(fault)?
        .last_insert_rowid();
        sqlx::query("INSERT INTO bodies (report, body) VALUES (?, ?)")
            .bind(number)
            .bind(body)
            .execute(&mut **tx)
            .await
            .map_err(fault)?;
        self.insert_counted(number, tx).await?;
        Ok(number)
    }

    /// Writes what is counted over reports: documents, refuted claims, findings, who wrote the text.
    async fn insert_counted(&self, number: i64, tx: &mut Write) -> Result<(), PortError> {
        for name in &self.documents {
            sqlx::query("INSERT INTO report_documents (report, name) VALUES (?, ?)")
                .bind(number)
                .bind(name)
                .execute(&mut **tx)
                .await
                .map_err(fault)?;
        }
        for (folded, refuted) in &self.refutations {
            sqlx::query(
                "INSERT INTO refutations (report, folded, claim, document) VALUES (?, ?, ?, ?)",
            )
            .bind(number)
            .bind(folded)
            .bind(&refuted.claim)
            .bind(&refuted.document)
            .execute(&mut **tx)
            .await
            .map_err(fault)?;
        }
        for (kind, count) in &self.findings {
            sqlx::query("INSERT INTO report_findings (report, kind, count) VALUES (?, ?, ?)")
                .bind(number)
                .bind(kind)
                .bind(*count)
                .execute(&mut **tx)
                .await
                .map_err(fault)?;
        }
        if let Some(maker) = &self.maker {
            maker.insert(number, tx).await?;
        }
        Ok(())
    }
}
