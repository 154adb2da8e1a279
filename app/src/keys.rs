//! What the page of the API keys shows.

use crate::page::Notice;
use groundwall_core::{ApiKey, Collection, KeyScope, Problem};
use serde::{Deserialize, Serialize};

/// The form of a new key, as it was filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyFields {
    pub name: String,
    pub scopes: Vec<KeyScope>,
    pub collections: Vec<String>,
    pub per_minute: String,
}

impl Default for KeyFields {
    /// What most programs need.
    fn default() -> Self {
        Self {
            name: String::new(),
            scopes: vec![KeyScope::Read, KeyScope::Ask],
            collections: Vec::new(),
            per_minute: String::new(),
        }
    }
}

/// A key that was just made: the whole of it is shown this once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewlyMade {
    pub about: ApiKey,
    pub key: String,
    /// Where this server is asked.
    pub address: String,
}

/// The keys of programs, and the form of a new one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeysView {
    pub keys: Vec<ApiKey>,
    pub collections: Vec<Collection>,
    /// Whether the server answers nobody without a key.
    pub required: bool,
    pub typed: KeyFields,
    pub new: Option<NewlyMade>,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}
