//! What the pages need to know of collections.

use groundwall_core::{Collection, CollectionId, DocumentName};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which collection a page is about, and which of its documents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// All that there are.
    pub collections: Vec<Collection>,
    pub chosen: CollectionId,
    /// Documents that alone are asked; empty means all.
    pub documents: Vec<DocumentName>,
}

impl Choice {
    /// Whether there is anything to choose from.
    pub(crate) fn is_open(&self) -> bool {
        self.collections.len() > 1
    }

    /// The name of the collection; none where it is the only one.
    pub(crate) fn name(&self) -> Option<&str> {
        let chosen = self.collections.iter().find(|one| one.id == self.chosen);
        chosen
            .filter(|_| self.is_open())
            .map(|one| one.name.as_str())
    }

    /// An address that leads to the same collection.
    pub(crate) fn address(&self, path: &str) -> String {
        if self.chosen == CollectionId::default() {
            path.to_owned()
        } else {
            format!("{path}?collection={}", self.chosen)
        }
    }
}

/// A collection's policy as its form has it, by the names of the policy; what is empty or absent is as in Settings.
pub type PolicyFields = BTreeMap<String, String>;
