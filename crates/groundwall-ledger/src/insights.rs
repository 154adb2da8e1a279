//! What the reports of a time tell together. Every query reads an index or narrow rows, never a body.

use crate::{makers, sources};
use groundwall_core::history::{Counted, FindingCount, Period, Refuted};
use groundwall_core::review::{FindingReview, ReviewedStretch};
use groundwall_core::{FindingKind, Insights, ReportId, Stretch};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};
use serde_json::Value;
use std::collections::BTreeMap;

const PERIODS: &str = "
SELECT start, count(*) AS reports, sum(state = 'verified') AS verified, sum(state = 'partly_verified') AS partly, sum(state = 'not_verified') AS failed,
       sum(state = 'nothing_to_check') AS unchecked, sum(state = 'not_covered') AS uncovered, sum(supported) AS supported,
       sum(supported + refuted + unsupported) AS checkable
FROM (
    SELECT CASE ?2 WHEN 'day' THEN substr(created_at, 1, 10) WHEN 'week' THEN date(substr(created_at, 1, 10), 'weekday 0', '-6 days')
           ELSE substr(created_at, 1, 7) || '-01' END AS start,
           state, supported, refuted, unsupported
    FROM reports WHERE created_at >= ?1
)
GROUP BY start ORDER BY start";

/// Nearest rank: the smallest time that so many of 100 reports stay within.
const TIMES: &str = "
WITH timed AS (
    SELECT CASE ?2 WHEN 'all' THEN '' WHEN 'day' THEN substr(created_at, 1, 10) WHEN 'week' THEN date(substr(created_at, 1, 10), 'weekday 0', '-6 days')
           ELSE substr(created_at, 1, 7) || '-01' END AS start, milliseconds
    FROM reports WHERE created_at >= ?1
), ranked AS (
    SELECT start, milliseconds, row_number() OVER (PARTITION BY start ORDER BY milliseconds) AS place, count(*) OVER (PARTITION BY start) AS many FROM timed
)
SELECT start, max(CASE WHEN place = (many + 1) / 2 THEN milliseconds END) AS p50, max(CASE WHEN place = (many * 95 + 99) / 100 THEN milliseconds END) AS p95
FROM ranked GROUP BY start";

// Reports are numbered as they are recorded: from the first one of a time on, no other report has to be looked up.
const REFUTING: &str = "
SELECT document, count(*) AS many FROM refutations
WHERE report >= (SELECT min(number) FROM reports WHERE created_at >= ?) AND document IS NOT NULL GROUP BY document ORDER BY many DESC, document LIMIT 10";

const REFUTED: &str = "
SELECT claim, document, many, (SELECT id FROM reports WHERE number = newest) FROM (
    SELECT claim, document, count(*) AS many, max(report) AS newest FROM refutations
    WHERE report >= (SELECT min(number) FROM reports WHERE created_at >= ?) GROUP BY folded, document ORDER BY many DESC, newest DESC LIMIT 10
)";

const FINDINGS: &str = "
SELECT kind, sum(count) AS many FROM report_findings
WHERE report >= (SELECT min(number) FROM reports WHERE created_at >= ?) GROUP BY kind ORDER BY many DESC, kind";

/// Decided reports by stretch and type of finding, the whole time under an empty start; the type that is empty counts the reports themselves.
const REVIEWED: &str = "
WITH decided AS (
    SELECT v.report, v.state, CASE ?2 WHEN 'day' THEN substr(r.created_at, 1, 10)
           WHEN 'week' THEN date(substr(r.created_at, 1, 10), 'weekday 0', '-6 days') ELSE substr(r.created_at, 1, 7) || '-01' END AS start
    FROM reviews v JOIN reports r ON r.number = v.report WHERE v.state IN ('approved', 'rejected') AND r.created_at >= ?1
), spans AS (SELECT report, state, start FROM decided UNION ALL SELECT report, state, '' FROM decided),
kinds AS (SELECT report, kind FROM report_findings UNION ALL SELECT report, '' FROM decided)
SELECT s.start, k.kind, sum(s.state = 'rejected'), sum(s.state = 'approved') FROM spans s JOIN kinds k ON k.report = s.report
GROUP BY s.start, k.kind ORDER BY s.start, k.kind";

/// Start, reports, then reports by state, supported and checkable claims.
type Row = (String, i64, i64, i64, i64, i64, i64, i64, i64);

pub(crate) fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

pub(crate) fn name(stretch: Stretch) -> &'static str {
    match stretch {
        Stretch::Day => "day",
        Stretch::Week => "week",
        Stretch::Month => "month",
    }
}

/// Half and 95 of 100, by the start of the stretch.
async fn times(
    database: &Database,
    from: &str,
    by: &'static str,
) -> Result<BTreeMap<String, (u64, u64)>, PortError> {
    let rows: Vec<(String, i64, i64)> = sqlx::query_as(TIMES)
        .bind(from)
        .bind(by)
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    Ok(rows
        .into_iter()
        .map(|(start, p50, p95)| (start, (count(p50), count(p95))))
        .collect())
}

async fn periods(
    database: &Database,
    from: &str,
    stretch: Stretch,
) -> Result<Vec<Period>, PortError> {
    let rows: Vec<Row> = sqlx::query_as(PERIODS)
        .bind(from)
        .bind(name(stretch))
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let times = times(database, from, name(stretch)).await?;
    let period = |row: Row| {
        let (start, reports, verified, partly, failed, nothing, uncovered, supported, checkable) =
            row;
        let (p50, p95) = times.get(&start).copied().unwrap_or_default();
        Period {
            start,
            reports: count(reports),
            states: [verified, partly, failed, nothing, uncovered].map(count),
            supported: count(supported),
            checkable: count(checkable),
            p50,
            p95,
        }
    };
    Ok(rows.into_iter().map(period).collect())
}

pub(crate) fn kind(name: String) -> Result<FindingKind, PortError> {
    serde_json::from_value(Value::String(name)).map_err(crate::json)
}

/// Findings by type, the most frequent first.
async fn findings(database: &Database, from: &str) -> Result<Vec<FindingCount>, PortError> {
    let rows: Vec<(String, i64)> = sqlx::query_as(FINDINGS)
        .bind(from)
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let of = |(name, many): (String, i64)| {
        let (kind, count) = (kind(name)?, count(many));
        Ok(FindingCount { kind, count })
    };
    rows.into_iter().map(of).collect()
}

/// What people decided, by type of finding: of all stretches together, and of each.
async fn reviewed(
    database: &Database,
    from: &str,
    stretch: Stretch,
) -> Result<(Vec<FindingReview>, Vec<ReviewedStretch>), PortError> {
    let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(REVIEWED)
        .bind(from)
        .bind(name(stretch))
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let mut stretches: Vec<ReviewedStretch> = Vec::new();
    let mut found = 0;
    for (start, of, true_finds, false_alarms) in rows {
        let true_finds = count(true_finds);
        // The count of the reports themselves comes before those of types.
        if of.is_empty() {
            found = true_finds;
            stretches.push(ReviewedStretch {
                start,
                findings: Vec::new(),
            });
        } else if let Some(last) = stretches.last_mut() {
            last.findings.push(FindingReview {
                kind: kind(of)?,
                true_finds,
                false_alarms: count(false_alarms),
                missed: found.saturating_sub(true_finds),
            });
        }
    }
    if stretches.is_empty() {
        return Ok((Vec::new(), stretches));
    }
    let whole = stretches.remove(0);
    Ok((whole.findings, stretches))
}

/// Counts the reports from a time on.
pub(crate) async fn insights(
    database: &Database,
    from: &str,
    stretch: Stretch,
) -> Result<Insights, PortError> {
    let pool = database.pool();
    let periods = periods(database, from, stretch).await?;
    let (p50, p95) = times(database, from, "all")
        .await?
        .remove("")
        .unwrap_or_default();
    let refuting: Vec<(String, i64)> = sqlx::query_as(REFUTING)
        .bind(from)
        .fetch_all(pool)
        .await
        .map_err(fault)?;
    let refuted: Vec<(String, Option<String>, i64, String)> = sqlx::query_as(REFUTED)
        .bind(from)
        .fetch_all(pool)
        .await
        .map_err(fault)?;
    let (reviewed, reviewed_by_stretch) = reviewed(database, from, stretch).await?;
    Ok(Insights {
        stretch,
        reports: periods.iter().map(|period| period.reports).sum(),
        periods,
        p50,
        p95,
        refuting: refuting
            .into_iter()
            .map(|(name, many)| Counted {
                name,
                count: count(many),
            })
            .collect(),
        refuted: refuted
            .into_iter()
            .map(|(claim, document, many, id)| Refuted {
                claim,
                document,
                count: count(many),
                report: ReportId(id),
            })
            .collect(),
        findings: findings(database, from).await?,
        reviewed,
        reviewed_by_stretch,
        generators: makers::figures(database, from).await?,
        sources: sources::findings(database, from, stretch).await?,
    })
}
