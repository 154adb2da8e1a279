//! Collections: their names and policies, and which reports belong to them. `default` has a row only where somebody changed it.

use crate::{audit, json};
use groundwall_audit::sha256;
use groundwall_core::{AuditKind, Collection, CollectionId, Happening, PolicyOverride, ReportId};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};

/// What somebody made or changed, by name.
pub(crate) async fn all(database: &Database) -> Result<Vec<Collection>, PortError> {
    let rows: Vec<(String, String, String, Option<String>)> =
        sqlx::query_as("SELECT id, name, policy, created_at FROM collections ORDER BY folded")
            .fetch_all(database.pool())
            .await
            .map_err(fault)?;
    rows.into_iter()
        .map(|(id, name, policy, created_at)| {
            Ok(Collection {
                id: CollectionId(id),
                name,
                policy: serde_json::from_str(&policy).map_err(json)?,
                created_at,
            })
        })
        .collect()
}

/// Writes one, in the place of what was known of it. Another policy is an entry of the audit log.
pub(crate) async fn keep(
    database: &Database,
    collection: &Collection,
    actor: &str,
) -> Result<(), PortError> {
    let policy = serde_json::to_string(&collection.policy).map_err(json)?;
    let none = serde_json::to_string(&PolicyOverride::default()).map_err(json)?;
    let mut tx = database.write().await?;
    let before: Option<String> = sqlx::query_scalar("SELECT policy FROM collections WHERE id = ?")
        .bind(&collection.id.0)
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
    if before.unwrap_or(none) != policy {
        let happening = Happening::of(AuditKind::PolicyChanged, "saved")
            .fact("collection", collection.id.0.clone())
            .fact("policy", sha256(policy.as_bytes()))
            .fact("differs_from_policy_in_force", policy.clone());
        audit::append(&mut tx, &happening, actor).await?;
    }
    sqlx::query(
        "INSERT INTO collections (id, name, folded, policy, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET name = ?2, folded = ?3, policy = ?4",
    )
    .bind(&collection.id.0)
    .bind(&collection.name)
    .bind(collection.name.to_lowercase())
    .bind(policy)
    .bind(&collection.created_at)
    .execute(&mut *tx)
    .await
    .map_err(fault)?;
    tx.commit().await
}

/// Deletes one with its reports, and erases their texts from the audit log; how many there were.
pub(crate) async fn forget(
    database: &Database,
    id: &CollectionId,
    actor: &str,
) -> Result<u64, PortError> {
    let mut tx = database.write().await?;
    let gone: Vec<String> =
        sqlx::query_scalar("SELECT id FROM reports WHERE collection = ? ORDER BY number")
            .bind(&id.0)
            .fetch_all(&mut *tx)
            .await
            .map_err(fault)?;
    for report in gone {
        audit::erase(&mut tx, &ReportId(report), "deleted", actor).await?;
    }
    let reports = sqlx::query("DELETE FROM reports WHERE collection = ?")
        .bind(&id.0)
        .execute(&mut *tx)
        .await
        .map_err(fault)?
        .rows_affected();
    sqlx::query("DELETE FROM collections WHERE id = ?")
        .bind(&id.0)
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
    tx.commit().await?;
    database.empty_log().await;
    Ok(reports)
}

/// How many reports one has.
pub(crate) async fn reports(database: &Database, id: &CollectionId) -> Result<u64, PortError> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM reports WHERE collection = ?")
        .bind(&id.0)
        .fetch_one(database.pool())
        .await
        .map_err(fault)?;
    Ok(u64::try_from(count).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::{SqliteLedger, schema, tests::report};
    use groundwall_core::{Collection, CollectionId, PolicyOverride, ReportFilter};
    use groundwall_ports::{Ledger, Records};
    use groundwall_sqlite::{Database, New};

    fn named(id: &str, name: &str) -> Collection {
        Collection {
            id: CollectionId(id.to_owned()),
            name: name.to_owned(),
            policy: PolicyOverride {
                top_k: Some(3),
                ..PolicyOverride::default()
            },
            created_at: Some("2026-01-02T03:04:05Z".to_owned()),
        }
    }

    #[tokio::test]
    async fn a_collection_goes_with_its_reports_and_no_others() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        let (tides, boats) = (named("a1", "tides"), named("b2", "Boats"));
        for one in [&tides, &boats] {
            ledger.keep_collection(one).await.unwrap();
        }
        let renamed = Collection {
            name: "Tide tables".to_owned(),
            ..tides.clone()
        };
        ledger.keep_collection(&renamed).await.unwrap();
        let log = ledger.audit(None, None, 9).await.unwrap().entries;
        let of: Vec<&str> = log
            .iter()
            .map(|one| one.entry.facts["collection"].as_str())
            .collect();
        assert_eq!(of, ["b2", "a1"], "a name is no policy");
        assert!(ledger.keep_collection(&named("c3", "BOATS")).await.is_err());
        assert_eq!(
            ledger.collections().await.unwrap(),
            [boats.clone(), renamed.clone()]
        );
        for (id, collection) in [("1", "default"), ("2", "a1"), ("3", "a1"), ("4", "b2")] {
            let mut report = report(id, "Why?");
            report.collection = CollectionId(collection.to_owned());
            ledger.record(&report).await.unwrap();
        }
        let filter = ReportFilter {
            collection: "a1".to_owned(),
            ..ReportFilter::default()
        };
        let page = ledger.reports(&filter).await.unwrap();
        assert_eq!((page.total, page.reports.len()), (2, 2));
        assert!(page.reports.iter().all(|line| line.collection == tides.id));
        assert_eq!(ledger.reports_of(&boats.id).await.unwrap(), 1);
        assert_eq!(ledger.forget_collection(&tides.id).await.unwrap(), 2);
        assert_eq!(ledger.forget_collection(&tides.id).await.unwrap(), 0);
        drop(ledger);
        let ledger = SqliteLedger::open(&path).await.unwrap();
        assert_eq!(ledger.collections().await.unwrap(), [boats]);
        let all = ledger.reports(&ReportFilter::default()).await.unwrap();
        assert_eq!(all.total, 2);
    }

    #[tokio::test]
    async fn what_the_second_version_recorded_belongs_to_default() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let new = New {
            schema: &schema::SECOND,
            meta: &[("schema_version", "2")],
        };
        let old = Database::open(&path, 1, &new).await.unwrap();
        sqlx::raw_sql(
            "INSERT INTO reports VALUES (7, 'a', '2026-01-01T10:00:00Z', 'verified', 1, 0, 0, 0, 9, 'When?', 'When?', 'when?', 'when?', NULL);",
        )
        .execute(old.pool())
        .await
        .unwrap();
        old.close().await;
        for _ in 0..2 {
            let ledger = SqliteLedger::open(&path).await.unwrap();
            assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "5");
            assert!(ledger.collections().await.unwrap().is_empty());
            let default = CollectionId::default();
            assert_eq!(ledger.reports_of(&default).await.unwrap(), 1);
            let all = ledger.reports(&ReportFilter::default()).await.unwrap();
            assert_eq!(all.reports[0].collection, default);
            ledger.close().await;
        }
    }

    #[tokio::test]
    async fn a_file_of_the_third_version_keeps_its_reviews_and_its_log() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let new = New {
            schema: &schema::THIRD,
            meta: &[("schema_version", "3")],
        };
        Database::open(&path, 1, &new).await.unwrap().close().await;
        for times in 1..3 {
            let ledger = SqliteLedger::open(&path).await.unwrap();
            assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "5");
            assert!(ledger.keys().await.unwrap().is_empty());
            let id = format!("r{times}");
            ledger.record(&report(&id, "Why?")).await.unwrap();
            let chain = ledger.verify_audit(None).await.unwrap().unwrap();
            assert_eq!(chain.entries, times);
            ledger.close().await;
        }
    }
}
