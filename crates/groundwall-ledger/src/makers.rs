//! Who wrote the text of a report, and what became of the texts of each.

use groundwall_core::generators::{GeneratorFigures, LOOKED_AT, OneReport, own_bands};
use groundwall_core::{Report, ReportState};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, Write, fault};

pub(crate) const TABLES: &str = "
CREATE TABLE report_makers (report INTEGER PRIMARY KEY REFERENCES reports ON DELETE CASCADE, name TEXT NOT NULL, rejected INTEGER NOT NULL);
CREATE INDEX report_makers_by_name ON report_makers (name, report DESC);
";

/// Generators that are told of.
const MOST: i64 = 50;

const FIGURES: &str = "
SELECT m.name, count(*) AS many, sum(m.rejected), sum(r.supported + r.refuted + r.unsupported), sum(r.refuted + r.unsupported)
FROM report_makers m JOIN reports r ON r.number = m.report WHERE r.created_at >= ? GROUP BY m.name ORDER BY many DESC, m.name LIMIT ?";

const NEWEST: &str = "
SELECT m.rejected, r.supported + r.refuted + r.unsupported, r.refuted + r.unsupported
FROM report_makers m JOIN reports r ON r.number = m.report WHERE m.name = ? ORDER BY m.report DESC LIMIT ?";

/// Who wrote a text, and whether it is to be rejected.
pub(crate) struct Maker {
    name: String,
    rejected: bool,
}

impl Maker {
    /// None where nobody is named.
    pub(crate) fn of(report: &Report) -> Option<Self> {
        let withheld = report.state == ReportState::NotVerified && report.delivered.is_none();
        Some(Self {
            name: report.source()?.to_owned(),
            rejected: withheld || report.summary.rejection_recommended,
        })
    }

    pub(crate) async fn insert(&self, number: i64, tx: &mut Write) -> Result<(), PortError> {
        sqlx::query("INSERT INTO report_makers (report, name, rejected) VALUES (?, ?, ?)")
            .bind(number)
            .bind(&self.name)
            .bind(self.rejected)
            .execute(&mut **tx)
            .await
            .map_err(fault)?;
        Ok(())
    }
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// The reports of one generator, the newest first.
async fn newest(database: &Database, name: &str) -> Result<Vec<OneReport>, PortError> {
    let rows: Vec<(bool, i64, i64)> = sqlx::query_as(NEWEST)
        .bind(name)
        .bind(i64::try_from(LOOKED_AT).unwrap_or(i64::MAX))
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let one = |(rejected, statements, failed)| OneReport {
        rejected,
        statements: count(statements),
        failed: count(failed),
    };
    Ok(rows.into_iter().map(one).collect())
}

/// What the reports from a time on tell of each generator.
pub(crate) async fn figures(
    database: &Database,
    from: &str,
) -> Result<Vec<GeneratorFigures>, PortError> {
    let rows: Vec<(String, i64, i64, i64, i64)> = sqlx::query_as(FIGURES)
        .bind(from)
        .bind(MOST)
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let mut all = Vec::with_capacity(rows.len());
    for (name, reports, rejected, statements, failed) in rows {
        let bands = own_bands(&newest(database, &name).await?);
        all.push(GeneratorFigures {
            name,
            reports: count(reports),
            rejected: count(rejected),
            statements: count(statements),
            failed: count(failed),
            bands,
        });
    }
    Ok(all)
}
