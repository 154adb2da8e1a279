//! The keys of this server: found by the part that is no secret, compared by the hash of the whole, counted by the minute.

use super::Access;
use crate::time::rfc3339;
use groundwall_core::key::MAX_KEYS;
use groundwall_core::{ApiKey, Collection, CollectionId, NewKey, Problem, ProblemCode};
use groundwall_ledger::{HashedKey, SqliteLedger};
use groundwall_ports::PortError;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

/// How a key begins; what begins so and is none is refused even where no key is needed.
pub(crate) const SHAPE: &str = "gw_";
/// Keys that another process made or revoked are known after this time.
const FRESH: Duration = Duration::from_secs(2);

type Hash = [u8; 32];

/// A key that was sent, or that a browser signed in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The key of the configuration.
    Server,
    /// The id of a key that was made.
    Key(String),
}

/// What is left of the requests of a minute.
struct Rate {
    left: f64,
    at: Instant,
}

#[derive(Default)]
struct Known {
    keys: HashMap<String, HashedKey>,
    read: Option<Instant>,
}

/// The keys that are in use.
pub(crate) struct Keys {
    ledger: Arc<SqliteLedger>,
    known: RwLock<Known>,
    rates: Mutex<HashMap<String, Rate>>,
}

fn hash(text: &str) -> Hash {
    Sha256::digest(text).into()
}

/// The id in what may be a key.
fn id_of(sent: &str) -> Option<&str> {
    let (id, secret) = sent.strip_prefix(SHAPE)?.split_once('_')?;
    (!secret.is_empty()).then_some(id)
}

impl Keys {
    pub(crate) fn new(ledger: Arc<SqliteLedger>) -> Self {
        Self {
            ledger,
            known: RwLock::default(),
            rates: Mutex::default(),
        }
    }

    /// Reads them again where that was a while ago. Where it fails, those that were known stay, and nothing new opens.
    pub(crate) async fn refresh(&self, now: Instant) {
        let read = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            known.read
        };
        if read.is_some_and(|read| now.saturating_duration_since(read) < FRESH) {
            return;
        }
        if let Err(error) = self.reread().await {
            tracing::error!(%error, "the API keys cannot be read");
        }
    }

    async fn reread(&self) -> Result<(), PortError> {
        let keys = self.ledger.keys().await?;
        let live = keys.into_iter().filter(|(key, _)| key.revoked_at.is_none());
        let keys = live.map(|(key, hash)| (key.id.clone(), (key, hash)));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = Known {
            keys: keys.collect(),
            read: Some(Instant::now()),
        };
        Ok(())
    }

    /// The id of the key that was sent. The whole of it is compared by its hash, in a time that says nothing of where it differs.
    pub(crate) fn find(&self, sent: &str) -> Option<String> {
        let id = id_of(sent)?;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let kept = known.keys.get(id).map(|(_, hash)| hash.as_slice());
        // An id that is none costs the same comparison.
        let right: bool = hash(sent).ct_eq(kept.unwrap_or(&[0; 32])).into();
        (right && kept.is_some()).then(|| id.to_owned())
    }

    /// What a key that is in use may do.
    pub(crate) fn access(&self, id: &str) -> Option<Access> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.keys.get(id).map(|(key, _)| Access::of(key.clone()))
    }

    /// Counts a request of a key; an error is when to come again.
    pub(crate) fn count(&self, id: &str, now: Instant) -> Result<(), Duration> {
        let limit = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            known.keys.get(id).and_then(|(key, _)| key.per_minute)
        };
        let Some(limit) = limit.map(f64::from) else {
            return Ok(());
        };
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        let rate = rates.entry(id.to_owned()).or_insert(Rate {
            left: limit,
            at: now,
        });
        let since = now.saturating_duration_since(rate.at).as_secs_f64();
        rate.left = (rate.left + since * limit / 60.0).min(limit);
        rate.at = now;
        if rate.left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - rate.left) * 60.0 / limit));
        }
        rate.left -= 1.0;
        Ok(())
    }

    /// All keys, the newest first.
    pub(crate) async fn all(&self) -> Result<Vec<ApiKey>, PortError> {
        let keys = self.ledger.keys().await?;
        Ok(keys.into_iter().map(|(key, _)| key).collect())
    }

    /// Makes a key that may do no more than whoever makes it; the key is known here and now alone.
    pub(crate) async fn make(
        &self,
        new: NewKey,
        collections: &[Collection],
        by: &Access,
    ) -> Result<(ApiKey, String), PortError> {
        let new = new.checked()?;
        if let Some(scope) = new.scopes.iter().find(|scope| !by.has(**scope)) {
            return Err(Problem::new(
                ProblemCode::Forbidden,
                format!(
                    "The key “{}” has no scope {} and can make no key that has it.",
                    by.name().unwrap_or_default(),
                    scope.name()
                ),
            )
            .into());
        }
        let made = make(&self.ledger, new, collections).await?;
        self.reread().await?;
        Ok(made)
    }

    /// Revokes a key by its id or name; it opens nothing from now on.
    pub(crate) async fn revoke(&self, given: &str) -> Result<ApiKey, PortError> {
        let revoked = self.ledger.revoke_key(given).await?;
        self.reread().await?;
        revoked.ok_or_else(|| none(given).into())
    }
}

fn none(given: &str) -> Problem {
    let given: String = given.chars().take(80).collect();
    Problem::new(
        ProblemCode::NotFound,
        format!("There is no key “{given}” in use. GET /api/v1/keys lists those that there are."),
    )
}

/// A key for a description, and its hash: 244 random bits of the system's generator behind an id of 32.
fn new_key(new: NewKey, collections: Vec<CollectionId>) -> (ApiKey, String) {
    let id: String = Uuid::new_v4()
        .simple()
        .to_string()
        .chars()
        .take(8)
        .collect();
    let whole = format!(
        "{SHAPE}{id}_{}{}",
        Uuid::new_v4().simple(),
        Uuid::new_v4().simple()
    );
    let key = ApiKey {
        id,
        name: new.name,
        scopes: new.scopes,
        collections,
        per_minute: new.per_minute,
        created_at: rfc3339(jiff::Timestamp::now()),
        revoked_at: None,
    };
    (key, whole)
}

/// Makes and keeps a key; `new` is checked here too.
pub(crate) async fn make(
    ledger: &SqliteLedger,
    new: NewKey,
    collections: &[Collection],
) -> Result<(ApiKey, String), PortError> {
    let new = new.checked()?;
    let reached = new.collections.iter().map(|given| {
        let found = Collection::find(collections, given);
        found
            .map(|one| one.id.clone())
            .ok_or_else(|| Collection::unknown(given))
    });
    let reached: Vec<CollectionId> = reached.collect::<Result<_, _>>()?;
    let in_use = ledger.keys().await?;
    let live = in_use.iter().filter(|(key, _)| key.revoked_at.is_none());
    if live.count() >= MAX_KEYS {
        return Err(Problem::new(
            ProblemCode::Conflict,
            format!("There are {MAX_KEYS} keys in use. Revoke those that nobody needs."),
        )
        .into());
    }
    let (key, whole) = new_key(new, reached);
    if !ledger.keep_key(&key, &hash(&whole)).await? {
        return Err(Problem::new(
            ProblemCode::Conflict,
            format!(
                "A key “{}” is in use. Choose another name, or revoke it first.",
                key.name
            ),
        )
        .into());
    }
    Ok((key, whole))
}

#[cfg(test)]
mod tests {
    use super::{Keys, id_of};
    use crate::access::Access;
    use groundwall_core::{Collection, KeyScope, NewKey};
    use groundwall_ledger::SqliteLedger;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    async fn keys(dir: &tempfile::TempDir) -> Keys {
        let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
            .await
            .unwrap();
        Keys::new(Arc::new(ledger))
    }

    fn new(name: &str, per_minute: Option<u32>) -> NewKey {
        NewKey {
            name: name.to_owned(),
            scopes: vec![KeyScope::Ask],
            collections: Vec::new(),
            per_minute,
        }
    }

    #[tokio::test]
    async fn a_key_opens_whole_and_until_it_is_revoked() {
        let dir = tempfile::tempdir().unwrap();
        let keys = keys(&dir).await;
        let everything = Access::default();
        let (key, whole) = keys.make(new("bot", None), &[], &everything).await.unwrap();
        assert!(whole.len() == 76 && id_of(&whole) == Some(key.id.as_str()));
        assert_eq!(keys.find(&whole).as_deref(), Some(key.id.as_str()));
        let access = keys.access(&key.id).unwrap();
        assert!(access.has(KeyScope::Ask) && !access.has(KeyScope::Read));
        let other = format!("gw_00000000_{}", &whole[12..]);
        for wrong in [
            &whole[..75],
            &format!("{whole}0"),
            &whole.to_uppercase(),
            &other,
            &format!("gw_{}_", key.id),
            "gw_",
            "",
        ] {
            assert_eq!(keys.find(wrong), None, "{wrong}");
        }
        assert!(
            keys.make(new("bot", None), &[], &everything).await.is_err(),
            "the name is taken"
        );
        let all = keys.ledger.keys().await.unwrap();
        assert!(all.iter().all(|(_, hash)| hash.len() == 32));
        keys.revoke("bot").await.unwrap();
        assert_eq!(keys.find(&whole), None);
        assert!(keys.access(&key.id).is_none() && keys.revoke("bot").await.is_err());
    }

    #[tokio::test]
    async fn a_key_makes_no_key_that_may_do_more() {
        let dir = tempfile::tempdir().unwrap();
        let keys = keys(&dir).await;
        let manager = Access::of(crate::access::key(&[KeyScope::Manage], &[]));
        let refused = keys.make(new("more", None), &[], &manager).await;
        assert!(
            refused
                .unwrap_err()
                .problem
                .message
                .contains("no scope ask")
        );
        let unknown = NewKey {
            collections: vec!["wrecks".to_owned()],
            ..new("bot", None)
        };
        let all = [Collection::default()];
        let refused = keys.make(unknown, &all, &Access::default()).await;
        assert!(refused.unwrap_err().problem.message.contains("wrecks"));
    }

    #[tokio::test]
    async fn requests_of_a_minute_are_counted_by_key() {
        let dir = tempfile::tempdir().unwrap();
        let keys = keys(&dir).await;
        let everything = Access::default();
        let (slow, _) = keys
            .make(new("slow", Some(2)), &[], &everything)
            .await
            .unwrap();
        let (free, _) = keys
            .make(new("free", None), &[], &everything)
            .await
            .unwrap();
        let now = Instant::now();
        assert!(keys.count(&slow.id, now).is_ok() && keys.count(&slow.id, now).is_ok());
        let wait = keys.count(&slow.id, now).unwrap_err();
        assert!(wait > Duration::from_secs(29) && wait <= Duration::from_secs(30));
        assert!(keys.count(&free.id, now).is_ok());
        assert!(keys.count(&slow.id, now + Duration::from_secs(31)).is_ok());
        assert!(keys.count(&slow.id, now + Duration::from_secs(32)).is_err());
    }

    /// Where a wrong key differs from the right one makes no difference that can be measured from outside.
    #[tokio::test]
    async fn a_comparison_takes_as_long_wherever_keys_differ() {
        let dir = tempfile::tempdir().unwrap();
        let keys = keys(&dir).await;
        let (_, whole) = keys
            .make(new("bot", None), &[], &Access::default())
            .await
            .unwrap();
        let early = format!("{}x{}", &whole[..12], &whole[13..]);
        let late = format!("{}x", &whole[..75]);
        let time = |sent: &str| {
            let begun = Instant::now();
            for _ in 0..200 {
                assert_eq!(std::hint::black_box(keys.find(sent)), None);
            }
            begun.elapsed()
        };
        // The least of many rounds is what it takes where nothing else runs.
        let rounds = (0..60).map(|_| (time(&early), time(&late)));
        let (one, other): (Vec<_>, Vec<_>) = rounds.unzip();
        let least = |times: &[Duration]| times.iter().min().unwrap().as_secs_f64();
        let ratio = least(&one) / least(&other);
        assert!((0.5..2.0).contains(&ratio), "{ratio}");
    }
}
