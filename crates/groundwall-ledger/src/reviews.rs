//! The queue of reports that a person has to look at. A review goes with its report.

use crate::history::ids;
use groundwall_core::review::{Decided, Dispute, FlaggedClaim, Reason, severity_of};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    CollectionId, Flag, Problem, ProblemCode, Report, ReportId, ReportState, Review, ReviewFilter,
    ReviewPage, ReviewState, Scope, Severity,
};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, Write, fault};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnection;

pub(crate) const TABLES: &str = "
CREATE TABLE reviews (
    report INTEGER PRIMARY KEY REFERENCES reports ON DELETE CASCADE, state TEXT NOT NULL, priority INTEGER NOT NULL, flagged_at TEXT NOT NULL, due_at TEXT,
    assignee TEXT, decided_at TEXT, decided_by TEXT, note TEXT, body TEXT NOT NULL
);
CREATE INDEX reviews_by_state ON reviews (state, priority, due_at);
";

const FROM: &str = "
SELECT r.id, r.title, r.collection, r.state, v.state, v.priority, v.flagged_at, v.due_at,
       v.state IN ('pending', 'in_review') AND coalesce(v.due_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0) AS overdue,
       v.assignee, v.decided_at, v.decided_by, v.note, v.body
FROM reviews v JOIN reports r ON r.number = v.report";

const WHERE: &str = "
WHERE (?1 = 'all' OR (?1 = '' AND v.state IN ('pending', 'in_review')) OR v.state = ?1) AND (?2 IS NULL OR v.priority = ?2) AND (?3 = '' OR v.assignee = ?3)
  AND (NOT ?4 OR (v.state IN ('pending', 'in_review') AND coalesce(v.due_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0)))
  AND (?5 IS NULL OR (SELECT collection FROM reports WHERE number = v.report) IN (SELECT value FROM json_each(?5)))";

const ORDER: &str = "
ORDER BY v.state NOT IN ('pending', 'in_review'), overdue DESC, v.priority DESC, v.due_at IS NULL, v.due_at, v.report LIMIT ?6 OFFSET ?7";

const COUNT: &str = "SELECT count(*) FROM reviews v";

const OPEN: &str = "
SELECT count(*), coalesce(sum(coalesce(due_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0)), 0) FROM reviews v
WHERE state IN ('pending', 'in_review') AND (?1 IS NULL OR (SELECT collection FROM reports WHERE number = v.report) IN (SELECT value FROM json_each(?1)))";

/// In the order of [`FROM`].
type Row = (
    String,
    String,
    String,
    String,
    String,
    i64,
    String,
    Option<String>,
    bool,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    String,
);

/// What is kept of a report and of why it was flagged.
#[derive(Serialize, Deserialize)]
struct Body {
    flag: Flag,
    question: Option<String>,
    #[serde(default)]
    answer: Option<String>,
    #[serde(default)]
    asked_by: Option<String>,
    #[serde(default)]
    scope: Scope,
    counts: VerdictCounts,
    confidence: Option<f64>,
    adjusted_confidence: Option<f64>,
}

/// Characters of an answer that a review keeps; its report has the whole.
const ANSWER: usize = 2_000;

impl Body {
    fn of(report: &Report, flag: &Flag, asked_by: Option<String>) -> Self {
        let last = report.attempts.last();
        let drafted = last.and_then(|attempt| attempt.draft.as_ref());
        let answer = report.delivered.as_ref().or(drafted);
        Self {
            flag: flag.clone(),
            question: report.question.clone(),
            answer: answer.map(|text| text.chars().take(ANSWER).collect()),
            asked_by,
            scope: report.scope.clone(),
            counts: report.summary.counts,
            confidence: report.summary.confidence,
            adjusted_confidence: report.summary.adjusted_confidence,
        }
    }
}

/// Who asked, by the entry of the report in the audit log.
const ASKED_BY: &str = "
SELECT t.text FROM audit a JOIN audit_texts t ON t.number = a.number
WHERE a.report = ? AND a.kind IN ('question', 'verification') AND t.name = 'actor' LIMIT 1";

fn rank(severity: Severity) -> i64 {
    match severity {
        Severity::Low => 0,
        Severity::Medium => 1,
        Severity::High => 2,
        Severity::Critical => 3,
    }
}

fn severity(rank: i64) -> Severity {
    match rank {
        3.. => Severity::Critical,
        2 => Severity::High,
        1 => Severity::Medium,
        ..=0 => Severity::Low,
    }
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored review: {error}"))
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// So many minutes from now, for SQLite.
fn minutes(within: u32) -> String {
    format!("+{within} minutes")
}

/// Puts a report into the queue.
pub(crate) async fn insert(
    tx: &mut Write,
    number: i64,
    report: &Report,
    flag: &Flag,
    asked_by: Option<String>,
) -> Result<(), PortError> {
    let body = Body::of(report, flag, asked_by);
    sqlx::query(
        "INSERT INTO reviews (report, state, priority, flagged_at, due_at, body)
         VALUES (?, 'pending', ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?), ?)",
    )
    .bind(number)
    .bind(rank(flag.priority()))
    .bind(flag.within().map(minutes))
    .bind(serde_json::to_string(&body).map_err(json)?)
    .execute(&mut **tx)
    .await
    .map_err(fault)?;
    Ok(())
}

fn of(row: Row) -> Result<Review, PortError> {
    let (
        report,
        title,
        collection,
        report_state,
        state,
        priority,
        flagged_at,
        due_at,
        overdue,
        assignee,
        decided_at,
        decided_by,
        note,
        body,
    ) = row;
    let body: Body = serde_json::from_str(&body).map_err(json)?;
    let unknown = |state: &str| PortError::internal(format!("stored review: the state {state}"));
    Ok(Review {
        report_state: ReportState::parse(&report_state).ok_or_else(|| unknown(&report_state))?,
        state: ReviewState::parse(&state).ok_or_else(|| unknown(&state))?,
        report: ReportId(report),
        title,
        question: body.question,
        answer: body.answer,
        asked_by: body.asked_by,
        collection: CollectionId(collection),
        scope: body.scope,
        priority: severity(priority),
        flagged_at,
        due_at,
        overdue,
        assignee,
        decided_at,
        decided_by,
        note,
        reasons: body.flag.reasons,
        claims: body.flag.claims,
        counts: body.counts,
        confidence: body.confidence,
        adjusted_confidence: body.adjusted_confidence,
    })
}

/// A page of the queue.
pub(crate) async fn page(
    database: &Database,
    filter: &ReviewFilter,
) -> Result<ReviewPage, PortError> {
    let priority = severity_of(&filter.priority).map(rank);
    let within = ids(filter.within.as_deref())?;
    let rows: Vec<Row> = sqlx::query_as(sqlx::AssertSqlSafe(format!("{FROM}{WHERE}{ORDER}")))
        .bind(&filter.state)
        .bind(priority)
        .bind(&filter.assignee)
        .bind(filter.overdue)
        .bind(&within)
        .bind(filter.limit)
        .bind(filter.after)
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let total: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("{COUNT}{WHERE}")))
        .bind(&filter.state)
        .bind(priority)
        .bind(&filter.assignee)
        .bind(filter.overdue)
        .bind(&within)
        .fetch_one(database.pool())
        .await
        .map_err(fault)?;
    let (open, overdue): (i64, i64) = sqlx::query_as(OPEN)
        .bind(&within)
        .fetch_one(database.pool())
        .await
        .map_err(fault)?;
    let next = filter.after.saturating_add(filter.limit);
    Ok(ReviewPage {
        reviews: rows.into_iter().map(of).collect::<Result<_, _>>()?,
        total: count(total),
        open: count(open),
        overdue: count(overdue),
        next: (u64::from(next) < count(total)).then_some(next),
    })
}

/// The review of a report.
pub(crate) async fn one(
    connection: &mut SqliteConnection,
    report: &ReportId,
) -> Result<Option<Review>, PortError> {
    let row: Option<Row> = sqlx::query_as(sqlx::AssertSqlSafe(format!("{FROM} WHERE r.id = ?")))
        .bind(&report.0)
        .fetch_optional(connection)
        .await
        .map_err(fault)?;
    row.map(of).transpose()
}

fn conflict(message: &str) -> PortError {
    Problem::new(ProblemCode::Conflict, message).into()
}

/// None for an empty text.
fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Gives an open review to somebody, or takes it away.
pub(crate) async fn assign(tx: &mut Write, review: &Review, to: &str) -> Result<(), PortError> {
    if !review.state.is_open() {
        return Err(conflict(
            "This review is decided. Take the decision back to give it to somebody.",
        ));
    }
    let state = if to.is_empty() {
        ReviewState::Pending
    } else {
        ReviewState::InReview
    };
    sqlx::query("UPDATE reviews SET state = ?, assignee = ? WHERE report = (SELECT number FROM reports WHERE id = ?)")
        .bind(state.name())
        .bind(some(to))
        .bind(&review.report.0)
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    Ok(())
}

/// Closes an open review.
pub(crate) async fn decide(
    tx: &mut Write,
    review: &Review,
    decided: &Decided,
) -> Result<(), PortError> {
    if !review.state.is_open() {
        return Err(conflict(
            "This review is decided already. Take the decision back to decide otherwise.",
        ));
    }
    let by = some(&decided.by).or(review.assignee.as_deref());
    sqlx::query(
        "UPDATE reviews SET state = ?, decided_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), decided_by = ?, note = ?
         WHERE report = (SELECT number FROM reports WHERE id = ?)",
    )
    .bind(decided.decision.state().name())
    .bind(by)
    .bind(some(&decided.note))
    .bind(&review.report.0)
    .execute(&mut **tx)
    .await
    .map_err(fault)?;
    Ok(())
}

/// Opens a decided review again.
pub(crate) async fn undo(tx: &mut Write, review: &Review) -> Result<(), PortError> {
    if review.state.is_open() {
        return Err(conflict(
            "This review is open: there is no decision to take back.",
        ));
    }
    sqlx::query(
        "UPDATE reviews SET state = CASE WHEN assignee IS NULL THEN 'pending' ELSE 'in_review' END, decided_at = NULL, decided_by = NULL, note = NULL
         WHERE report = (SELECT number FROM reports WHERE id = ?)",
    )
    .bind(&review.report.0)
    .execute(&mut **tx)
    .await
    .map_err(fault)?;
    Ok(())
}

/// A disputed claim as it stands in the review.
fn disputed(report: &Report, dispute: &Dispute) -> Result<FlaggedClaim, PortError> {
    let mut claims = report.claims.iter().chain(&report.removed);
    let judged = claims
        .find(|judged| judged.claim.id == dispute.claim)
        .ok_or_else(|| {
            PortError::from(Problem::new(
                ProblemCode::NotFound,
                "The report has no statement with this number.",
            ))
        })?;
    let said = some(&dispute.note).unwrap_or("The verdict is disputed.");
    Ok(FlaggedClaim {
        dispute: Some(said.to_owned()),
        ..FlaggedClaim::of(judged)
    })
}

/// Puts a report into the queue, or back into it, whose verdict somebody disputes.
pub(crate) async fn dispute(
    tx: &mut Write,
    number: i64,
    report: &Report,
    dispute: &Dispute,
    reason: &Reason,
) -> Result<(), PortError> {
    let claim = disputed(report, dispute)?;
    let body: Option<String> = sqlx::query_scalar("SELECT body FROM reviews WHERE report = ?")
        .bind(number)
        .fetch_optional(&mut **tx)
        .await
        .map_err(fault)?;
    let Some(body) = body else {
        let flag = Flag {
            reasons: vec![reason.clone()],
            claims: vec![claim],
        };
        let asked_by: Option<String> = sqlx::query_scalar(ASKED_BY)
            .bind(&report.id.0)
            .fetch_optional(&mut **tx)
            .await
            .map_err(fault)?;
        return insert(tx, number, report, &flag, asked_by).await;
    };
    let mut body: Body = serde_json::from_str(&body).map_err(json)?;
    body.flag.claims.retain(|known| known.claim != claim.claim);
    body.flag.claims.insert(0, claim);
    if !body.flag.reasons.contains(reason) {
        body.flag.reasons.push(reason.clone());
    }
    sqlx::query(
        "UPDATE reviews SET body = ?1, priority = max(priority, ?2),
             due_at = CASE WHEN ?3 IS NULL THEN CASE WHEN decided_at IS NULL THEN due_at END
                      WHEN decided_at IS NULL AND due_at IS NOT NULL THEN min(due_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?3))
                      ELSE strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?3) END,
             state = CASE WHEN assignee IS NULL THEN 'pending' ELSE 'in_review' END, decided_at = NULL, decided_by = NULL, note = NULL
         WHERE report = ?4",
    )
    .bind(serde_json::to_string(&body).map_err(json)?)
    .bind(rank(reason.priority))
    .bind(reason.within.map(minutes))
    .bind(number)
    .execute(&mut **tx)
    .await
    .map_err(fault)?;
    Ok(())
}
