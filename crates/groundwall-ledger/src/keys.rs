//! API keys: of each its hash and what it may do. Making and revoking one is an entry of the audit log in the same transaction.

use crate::{SqliteLedger, audit, json};
use groundwall_core::{ApiKey, AuditKind, CollectionId, Happening, KeyScope};
use groundwall_ports::PortError;
use groundwall_sqlite::fault;

pub(crate) const TABLES: &str = "
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL, scopes TEXT NOT NULL, collections TEXT NOT NULL, per_minute INTEGER,
    created_at TEXT NOT NULL, revoked_at TEXT
);
CREATE UNIQUE INDEX api_keys_by_name ON api_keys (name) WHERE revoked_at IS NULL;
";

/// Id, name, hash, scopes, collections, requests a minute, times.
type Row = (
    String,
    String,
    Vec<u8>,
    String,
    String,
    Option<u32>,
    String,
    Option<String>,
);

/// A key with the SHA-256 of the whole of it.
pub type HashedKey = (ApiKey, Vec<u8>);

fn key(row: Row) -> Result<HashedKey, PortError> {
    let (id, name, hash, scopes, collections, per_minute, created_at, revoked_at) = row;
    let key = ApiKey {
        id,
        name,
        scopes: serde_json::from_str(&scopes).map_err(json)?,
        collections: serde_json::from_str(&collections).map_err(json)?,
        per_minute,
        created_at,
        revoked_at,
    };
    Ok((key, hash))
}

fn names(scopes: &[KeyScope]) -> String {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    names.join(" ")
}

fn ids(collections: &[CollectionId]) -> String {
    let ids: Vec<&str> = collections.iter().map(|id| id.0.as_str()).collect();
    ids.join(" ")
}

impl SqliteLedger {
    /// All keys, the newest first.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or when a stored key cannot be understood.
    pub async fn keys(&self) -> Result<Vec<HashedKey>, PortError> {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT id, name, hash, scopes, collections, per_minute, created_at, revoked_at FROM api_keys ORDER BY rowid DESC",
        )
        .fetch_all(self.database.pool())
        .await
        .map_err(fault)?;
        rows.into_iter().map(key).collect()
    }

    /// Keeps a new key by its hash; false where a key of this name is in use.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, or when the disk is full.
    pub async fn keep_key(&self, key: &ApiKey, hash: &[u8]) -> Result<bool, PortError> {
        let mut tx = self.database.write().await?;
        let kept = sqlx::query(
            "INSERT INTO api_keys (id, name, hash, scopes, collections, per_minute, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(&key.id)
        .bind(&key.name)
        .bind(hash)
        .bind(serde_json::to_string(&key.scopes).map_err(json)?)
        .bind(serde_json::to_string(&key.collections).map_err(json)?)
        .bind(key.per_minute)
        .bind(&key.created_at)
        .execute(&mut *tx)
        .await
        .map_err(fault)?
        .rows_affected();
        if kept == 0 {
            return Ok(false);
        }
        let mut happening = Happening::of(AuditKind::ApiKey, "made")
            .fact("key", &key.id)
            .fact("scopes", names(&key.scopes))
            .personal("name", &key.name);
        if !key.collections.is_empty() {
            happening = happening.fact("collections", ids(&key.collections));
        }
        audit::append(&mut tx, &happening, &self.actor()).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Revokes the key of this id, or the one in use of this name; none where there is no such key that is in use.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, when the disk is full, or when the stored key cannot be understood.
    pub async fn revoke_key(&self, given: &str) -> Result<Option<ApiKey>, PortError> {
        let mut tx = self.database.write().await?;
        let row: Option<Row> = sqlx::query_as(
            "UPDATE api_keys SET revoked_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
             WHERE id = (SELECT id FROM api_keys WHERE revoked_at IS NULL AND (id = ?1 OR name = ?1) ORDER BY id = ?1 DESC LIMIT 1)
             RETURNING id, name, hash, scopes, collections, per_minute, created_at, revoked_at",
        )
        .bind(given)
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
        let Some((key, _)) = row.map(key).transpose()? else {
            return Ok(None);
        };
        let happening = Happening::of(AuditKind::ApiKey, "revoked")
            .fact("key", &key.id)
            .personal("name", &key.name);
        audit::append(&mut tx, &happening, &self.actor()).await?;
        tx.commit().await?;
        Ok(Some(key))
    }
}

#[cfg(test)]
mod tests {
    use crate::SqliteLedger;
    use groundwall_core::{ApiKey, AuditKind, CollectionId, KeyScope};
    use groundwall_ports::Records;

    fn named(id: &str, name: &str) -> ApiKey {
        ApiKey {
            id: id.to_owned(),
            name: name.to_owned(),
            scopes: vec![KeyScope::Read, KeyScope::Ask],
            collections: vec![CollectionId("tides".to_owned())],
            per_minute: Some(60),
            created_at: "2026-01-02T03:04:05Z".to_owned(),
            revoked_at: None,
        }
    }

    #[tokio::test]
    async fn keys_are_kept_as_hashes_and_revoked_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        let (one, two) = (named("a1", "bot"), named("b2", "bot"));
        assert!(ledger.keep_key(&one, b"hash of one").await.unwrap());
        assert!(
            !ledger.keep_key(&two, b"hash of two").await.unwrap(),
            "the name is taken"
        );
        assert_eq!(
            ledger.keys().await.unwrap(),
            [(one.clone(), b"hash of one".to_vec())]
        );
        let revoked = ledger.revoke_key("bot").await.unwrap().unwrap();
        assert!(revoked.id == "a1" && revoked.revoked_at.is_some());
        assert!(ledger.revoke_key("a1").await.unwrap().is_none());
        assert!(ledger.keep_key(&two, b"hash of two").await.unwrap());
        assert_eq!(ledger.keys().await.unwrap().len(), 2);
        let page = ledger.audit(None, None, 10).await.unwrap();
        let told: Vec<(AuditKind, &str)> = page
            .entries
            .iter()
            .map(|recorded| (recorded.entry.kind, recorded.entry.outcome.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (AuditKind::ApiKey, "made"),
                (AuditKind::ApiKey, "revoked"),
                (AuditKind::ApiKey, "made")
            ]
        );
        assert_eq!(page.entries[0].entry.facts["collections"], "tides");
        ledger.verify_audit(None).await.unwrap().unwrap();
    }
}
