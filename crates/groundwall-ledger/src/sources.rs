//! What was found in the texts of each who wrote some.

use crate::insights::{count, kind, name};
use groundwall_core::Stretch;
use groundwall_core::generators::{SourceFindings, SourcePeriod};
use groundwall_core::history::FindingCount;
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};

/// Of the sources with most reports.
const SOURCES: &str = "
SELECT name, count(*) AS many FROM report_makers
WHERE report >= (SELECT min(number) FROM reports WHERE created_at >= ?) GROUP BY name ORDER BY many DESC, name LIMIT 10";

const SOURCE_FINDINGS: &str = "
SELECT f.kind, sum(f.count) AS many FROM report_makers s JOIN report_findings f ON f.report = s.report
WHERE s.name = ?2 AND s.report >= (SELECT min(number) FROM reports WHERE created_at >= ?1) GROUP BY f.kind ORDER BY many DESC, f.kind";

const SOURCE_PERIODS: &str = "
SELECT start, count(*), sum(found) FROM (
    SELECT CASE ?3 WHEN 'day' THEN substr(r.created_at, 1, 10) WHEN 'week' THEN date(substr(r.created_at, 1, 10), 'weekday 0', '-6 days')
           ELSE substr(r.created_at, 1, 7) || '-01' END AS start,
           (SELECT coalesce(sum(count), 0) FROM report_findings WHERE report = s.report) AS found
    FROM report_makers s JOIN reports r ON r.number = s.report WHERE s.name = ?2 AND r.created_at >= ?1
)
GROUP BY start ORDER BY start";

fn finding((name, many): (String, i64)) -> Result<FindingCount, PortError> {
    let (kind, count) = (kind(name)?, count(many));
    Ok(FindingCount { kind, count })
}

/// What was found in the texts of each source.
pub(crate) async fn findings(
    database: &Database,
    from: &str,
    stretch: Stretch,
) -> Result<Vec<SourceFindings>, PortError> {
    let pool = database.pool();
    let named: Vec<(String, i64)> = sqlx::query_as(SOURCES)
        .bind(from)
        .fetch_all(pool)
        .await
        .map_err(fault)?;
    let mut all = Vec::new();
    for (source, reports) in named {
        let found: Vec<(String, i64)> = sqlx::query_as(SOURCE_FINDINGS)
            .bind(from)
            .bind(&source)
            .fetch_all(pool)
            .await
            .map_err(fault)?;
        let periods: Vec<(String, i64, i64)> = sqlx::query_as(SOURCE_PERIODS)
            .bind(from)
            .bind(&source)
            .bind(name(stretch))
            .fetch_all(pool)
            .await
            .map_err(fault)?;
        let period = |(start, reports, findings): (String, i64, i64)| SourcePeriod {
            start,
            reports: count(reports),
            findings: count(findings),
        };
        all.push(SourceFindings {
            source,
            reports: count(reports),
            findings: found.into_iter().map(finding).collect::<Result<_, _>>()?,
            periods: periods.into_iter().map(period).collect(),
        });
    }
    Ok(all)
}
