//! What is loaded and how it decides.

use crate::report::Provenance;
use crate::{Document, Format};
use serde::{Deserialize, Serialize};

/// What is loaded and how it decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    pub documents: Vec<Document>,
    pub passages: u32,
    /// Name of the passage store.
    pub store: String,
    pub generator: String,
    /// Whether a failed draft can be asked for again.
    pub generator_can_regenerate: bool,
    pub provenance: Provenance,
    pub formats: Vec<Format>,
    /// What is missing; empty when everything is ready.
    pub degraded: Vec<String>,
}
