//! API keys: what a program may do, on which collections, and how often.

use crate::{CollectionId, Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// Characters of a name.
pub const MAX_NAME: usize = 80;
/// Keys that are not revoked, at most.
pub const MAX_KEYS: usize = 500;
/// Requests in a minute that a key may be given, at most.
pub const MAX_PER_MINUTE: u32 = 100_000;

/// Something that a key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyScope {
    /// Look at documents, tables, reports.
    Read,
    /// Ask and verify.
    Ask,
    /// Add and delete documents, collections and reports; settings and keys.
    Manage,
    /// Look at the review queue, decide, dispute.
    Review,
}

impl KeyScope {
    pub const ALL: [Self; 4] = [Self::Read, Self::Ask, Self::Manage, Self::Review];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Ask => "ask",
            Self::Manage => "manage",
            Self::Review => "review",
        }
    }

    /// The scope of a name on the wire.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// What it allows, for a person.
    pub fn words(self) -> &'static str {
        match self {
            Self::Read => "look at documents, tables and reports",
            Self::Ask => "ask questions and verify texts",
            Self::Manage => "add and delete documents and reports, and change settings",
            Self::Review => "look at the review queue and decide",
        }
    }
}

/// A key as it is known: everything but the key itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Key))]
pub struct ApiKey {
    /// The part of the key that is no secret.
    pub id: String,
    pub name: String,
    pub scopes: Vec<KeyScope>,
    /// The only collections it reaches; empty: all of them.
    pub collections: Vec<CollectionId>,
    /// Requests in a minute; none: as many as the server takes.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub per_minute: Option<u32>,
    /// RFC 3339 in UTC.
    pub created_at: String,
    /// None while it opens.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub revoked_at: Option<String>,
}

/// A key that is to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    pub name: String,
    pub scopes: Vec<KeyScope>,
    /// Ids or names.
    #[serde(default)]
    pub collections: Vec<String>,
    /// Requests in a minute; none: as many as the server takes.
    #[serde(default)]
    pub per_minute: Option<u32>,
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

impl NewKey {
    /// With its name trimmed, each scope once, and everything within its bounds.
    ///
    /// # Errors
    /// No name, one that is too long or has control characters, no scope, a rate of none.
    pub fn checked(mut self) -> Result<Self, Problem> {
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
            return Err(wrong(format!(
                "A key needs a name of 1 to {MAX_NAME} characters, in one line."
            )));
        }
        self.name = name.to_owned();
        self.scopes.sort_unstable();
        self.scopes.dedup();
        if self.scopes.is_empty() {
            return Err(wrong(
                "A key needs at least one of read, ask, manage, review.",
            ));
        }
        if self
            .per_minute
            .is_some_and(|rate| !(1..=MAX_PER_MINUTE).contains(&rate))
        {
            return Err(wrong(format!(
                "per_minute must lie between 1 and {MAX_PER_MINUTE}; without it a key has no limit of its own."
            )));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyScope, NewKey};

    fn new(name: &str, scopes: &[KeyScope], per_minute: Option<u32>) -> NewKey {
        NewKey {
            name: name.to_owned(),
            scopes: scopes.to_vec(),
            collections: Vec::new(),
            per_minute,
        }
    }

    #[test]
    fn keys_have_a_name_a_scope_and_a_rate_that_is_one() {
        let twice = [KeyScope::Review, KeyScope::Read, KeyScope::Read];
        let key = new("  the bot ", &twice, Some(3)).checked().unwrap();
        assert_eq!(key.name, "the bot");
        assert_eq!(key.scopes, [KeyScope::Read, KeyScope::Review]);
        let long = "x".repeat(81);
        for (name, scopes, rate) in [
            ("", &twice[..], None),
            ("a\nb", &twice[..], None),
            (long.as_str(), &twice[..], None),
            ("bot", &[][..], None),
            ("bot", &twice[..], Some(0)),
            ("bot", &twice[..], Some(100_001)),
        ] {
            assert!(new(name, scopes, rate).checked().is_err(), "{name:?}");
        }
        for scope in KeyScope::ALL {
            assert_eq!(KeyScope::parse(scope.name()), Some(scope));
        }
    }
}
