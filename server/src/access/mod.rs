//! What whoever sends a request may do: decided once, before the handler, and kept beside it while it works.
//!
//! Which scope a route needs stands in one table ([`routes`]). Which collections a key reaches is held by the service itself ([`Kept`]): API, pages, adapters and
//! the MCP server see the firewall through it and nothing else.

mod keys;
mod records;
mod routes;
mod scoped;
mod service;

pub(crate) use keys::{Holder, Keys, SHAPE, make};
pub(crate) use records::KeptRecords;
pub(crate) use routes::{Need, need};
pub(crate) use scoped::Scoped;
pub(crate) use service::Kept;

use groundwall_core::{ApiKey, Collection, CollectionId, KeyScope, Problem, ProblemCode};
use std::future::Future;

tokio::task_local! {
    static ACCESS: Access;
}

/// What somebody may do. The default is everything: who runs the server, on loopback or with its own key, and the program itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Access {
    key: Option<ApiKey>,
}

/// What may be done here and now.
pub(crate) fn current() -> Access {
    ACCESS.try_with(Clone::clone).unwrap_or_default()
}

fn forbidden(message: String) -> Problem {
    Problem::new(ProblemCode::Forbidden, message)
}

impl Access {
    pub(crate) fn of(key: ApiKey) -> Self {
        Self { key: Some(key) }
    }

    /// The name of the key; none where everything is allowed.
    pub(crate) fn name(&self) -> Option<&str> {
        self.key.as_ref().map(|key| key.name.as_str())
    }

    /// Work that is done with these rights.
    pub(crate) async fn holds_for<T>(self, work: impl Future<Output = T>) -> T {
        ACCESS.scope(self, work).await
    }

    /// As [`Access::holds_for`], for what does not wait.
    pub(crate) fn holds_now<T>(&self, work: impl FnOnce() -> T) -> T {
        ACCESS.sync_scope(self.clone(), work)
    }

    pub(crate) fn has(&self, scope: KeyScope) -> bool {
        self.key
            .as_ref()
            .is_none_or(|key| key.scopes.contains(&scope))
    }

    /// The only collections that are reached; none: all.
    pub(crate) fn only(&self) -> Option<&[CollectionId]> {
        let key = self.key.as_ref()?;
        (!key.collections.is_empty()).then_some(key.collections.as_slice())
    }

    pub(crate) fn reaches(&self, id: &CollectionId) -> bool {
        self.only().is_none_or(|only| only.contains(id))
    }

    /// The collection that is meant where a request names none.
    pub(crate) fn home(&self) -> CollectionId {
        let default = CollectionId::default();
        match self.only() {
            Some([first, ..]) if !self.reaches(&default) => first.clone(),
            Some(_) | None => default,
        }
    }

    /// A collection that a request is about. One that is out of reach is as unknown as one that does not exist; `default`, which nobody has to name, is then
    /// the key's own first.
    pub(crate) fn meant(&self, id: &CollectionId) -> Result<CollectionId, Problem> {
        if self.reaches(id) {
            return Ok(id.clone());
        }
        if *id == CollectionId::default() {
            return Ok(self.home());
        }
        Err(Collection::unknown(&id.0))
    }

    /// Whether a route that needs this may be used.
    pub(crate) fn allows(&self, need: Need) -> Result<(), Problem> {
        let (scopes, whole): (&[KeyScope], bool) = match &need {
            Need::Nothing => return Ok(()),
            Need::Scope(scope) => (std::slice::from_ref(scope), false),
            Need::Whole(scope) => (std::slice::from_ref(scope), true),
            Need::Everything => (&KeyScope::ALL, true),
        };
        let name = self.name().unwrap_or_default();
        if let Some(scope) = scopes.iter().find(|scope| !self.has(**scope)) {
            return Err(forbidden(format!(
                "The key “{name}” has no scope {}, which this needs. Make a key that has it on the page Keys.",
                scope.name()
            )));
        }
        if whole {
            self.is_whole()?;
        }
        Ok(())
    }

    /// Whether what concerns the whole server may be done.
    pub(crate) fn is_whole(&self) -> Result<(), Problem> {
        if self.only().is_none() {
            return Ok(());
        }
        Err(forbidden(format!(
            "The key “{}” reaches some collections alone, and this concerns the whole server. Use a key without that bound.",
            self.name().unwrap_or_default()
        )))
    }
}

#[cfg(test)]
pub(crate) fn key(scopes: &[KeyScope], collections: &[&str]) -> ApiKey {
    ApiKey {
        id: "0a1b2c3d".to_owned(),
        name: "bot".to_owned(),
        scopes: scopes.to_vec(),
        collections: collections
            .iter()
            .map(|id| CollectionId((*id).to_owned()))
            .collect(),
        per_minute: None,
        created_at: "2026-01-02T03:04:05Z".to_owned(),
        revoked_at: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, Need, current, key};
    use groundwall_core::{CollectionId, KeyScope, ProblemCode};

    fn id(text: &str) -> CollectionId {
        CollectionId(text.to_owned())
    }

    #[test]
    fn without_a_key_everything_is_allowed() {
        let all = Access::default();
        assert_eq!(all.allows(Need::Everything), Ok(()));
        assert_eq!(all.meant(&id("tides")), Ok(id("tides")));
        assert_eq!((all.home(), all.name()), (CollectionId::default(), None));
    }

    #[test]
    fn a_key_reaches_its_scopes_and_its_collections() {
        let bot = Access::of(key(&[KeyScope::Ask], &["tides", "boats"]));
        assert_eq!(bot.allows(Need::Nothing), Ok(()));
        assert_eq!(bot.allows(Need::Scope(KeyScope::Ask)), Ok(()));
        for need in [
            Need::Scope(KeyScope::Read),
            Need::Whole(KeyScope::Ask),
            Need::Everything,
        ] {
            let refused = bot.allows(need).unwrap_err();
            assert_eq!(refused.code, ProblemCode::Forbidden);
            assert!(refused.message.contains("bot"), "{refused}");
        }
        assert_eq!(bot.meant(&id("boats")), Ok(id("boats")));
        assert_eq!(bot.meant(&CollectionId::default()), Ok(id("tides")));
        let foreign = bot.meant(&id("wrecks")).unwrap_err();
        assert_eq!(foreign.code, ProblemCode::NotFound);
        let also = Access::of(key(&[KeyScope::Ask], &["tides", "default"]));
        assert_eq!(also.home(), CollectionId::default());
    }

    #[tokio::test]
    async fn rights_hold_for_the_work_alone() {
        let bot = Access::of(key(&[KeyScope::Ask], &[]));
        let seen = bot.clone().holds_for(async { current() }).await;
        assert_eq!(seen, bot);
        assert_eq!(bot.holds_now(current), bot);
        assert_eq!(current(), Access::default());
    }
}
