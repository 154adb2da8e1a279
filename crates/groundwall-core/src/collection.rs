//! Collections: separate sets of documents, each with a name and a policy of its own.

use crate::{CollectionId, PolicyOverride, Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// Characters of a name.
pub const MAX_NAME: usize = 80;
/// Collections, at most.
pub const MAX_COLLECTIONS: usize = 200;

/// A separate set of documents. Every document and every report belongs to exactly one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = NamedCollection))]
pub struct Collection {
    pub id: CollectionId,
    pub name: String,
    /// What differs from the policy in force.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub policy: PolicyOverride,
    /// RFC 3339 in UTC; none for `default`, which was always there.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub created_at: Option<String>,
}

impl Default for Collection {
    /// `default`, as it is where nobody changed it.
    fn default() -> Self {
        Self {
            id: CollectionId::default(),
            name: "Default".to_owned(),
            policy: PolicyOverride::default(),
            created_at: None,
        }
    }
}

/// How much a collection holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Holdings {
    pub documents: u32,
    pub passages: u32,
    pub reports: u64,
    /// Grows with every change of the documents.
    pub version: u64,
}

/// A collection with how much it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Collection))]
pub struct HeldCollection {
    #[serde(flatten)]
    pub collection: Collection,
    #[serde(flatten)]
    pub holdings: Holdings,
}

/// A collection that is to be made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewCollection {
    pub name: String,
    #[serde(default)]
    pub policy: PolicyOverride,
}

/// What changes of a collection. What is none stays; a policy takes the place of the one before as a whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CollectionChange {
    pub name: Option<String>,
    pub policy: Option<PolicyOverride>,
}

/// A name as names are compared.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

impl Collection {
    /// Whether a person or program means this one: by its id, or by its name in any case.
    pub fn is_called(&self, given: &str) -> bool {
        let given = given.trim();
        self.id.0 == given || folded(&self.name) == folded(given)
    }

    /// The one of some that is meant, by its id before its name.
    pub fn find<'a>(all: &'a [Self], given: &str) -> Option<&'a Self> {
        all.iter()
            .find(|one| one.id.0 == given.trim())
            .or_else(|| all.iter().find(|one| one.is_called(given)))
    }

    /// What is said where none is meant.
    pub fn unknown(given: &str) -> Problem {
        let given: String = given.chars().take(MAX_NAME).collect();
        Problem::new(
            ProblemCode::NotFound,
            format!(
                "There is no collection “{given}”, or not any more. GET /api/v1/collections and the page Collections list those that there are. Without a name “default” is meant, or the first collection of a key that does not reach it."
            ),
        )
    }
}

/// A name in one line, which no other collection has as name or id.
///
/// # Errors
/// The name is empty, too long, holds control characters or is another collection's.
pub fn checked_name(
    name: &str,
    own: Option<&CollectionId>,
    all: &[Collection],
) -> Result<String, Problem> {
    let wrong = |message: String| Err(Problem::new(ProblemCode::Unprocessable, message));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return wrong("A collection needs a name.".to_owned());
    }
    if name.chars().count() > MAX_NAME {
        return wrong(format!(
            "The name of a collection may have {MAX_NAME} characters."
        ));
    }
    if name.chars().any(char::is_control) {
        return wrong("The name holds control characters. Type it without them.".to_owned());
    }
    let taken = |one: &&Collection| Some(&one.id) != own && one.is_called(&name);
    if let Some(other) = all.iter().find(taken) {
        return Err(Problem::new(
            ProblemCode::Conflict,
            format!(
                "There is a collection named “{}” already. Choose another name.",
                other.name
            ),
        ));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: &str, name: &str) -> Collection {
        Collection {
            id: CollectionId(id.to_owned()),
            name: name.to_owned(),
            ..Collection::default()
        }
    }

    #[test]
    fn names_are_lines_of_their_own() {
        let all = [Collection::default(), named("a1", "Board papers")];
        let name = |text: &str| checked_name(text, None, &all).map_err(|problem| problem.code);
        assert_eq!(name("  Tide\n tables ").as_deref(), Ok("Tide tables"));
        assert_eq!(name(" \n"), Err(ProblemCode::Unprocessable));
        assert_eq!(name(&"x".repeat(81)), Err(ProblemCode::Unprocessable));
        for taken in ["board PAPERS", "DEFAULT", "a1"] {
            assert_eq!(name(taken), Err(ProblemCode::Conflict), "{taken}");
        }
        let own = CollectionId("a1".to_owned());
        assert!(checked_name("Board Papers", Some(&own), &all).is_ok());
    }

    #[test]
    fn a_collection_is_found_by_its_id_before_its_name() {
        let all = [
            Collection::default(),
            named("a1", "Tides"),
            named("b2", "x"),
        ];
        let id = |given: &str| Collection::find(&all, given).map(|one| one.id.0.as_str());
        assert_eq!(id("b2"), Some("b2"));
        assert_eq!(id(" tides "), Some("a1"));
        assert_eq!(id("default"), Some("default"));
        assert_eq!(id("none"), None);
        assert!(Collection::unknown("none").message.contains("none"));
    }
}
