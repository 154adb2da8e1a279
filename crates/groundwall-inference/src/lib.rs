#![doc = include_str!("../README.md")]

mod embedder;
mod error;
mod fast;
mod hub;
mod manifest;
mod model;
mod nli;
mod tokens;
mod worker;

pub use embedder::CandleEmbedder;
pub use error::LoadError;
#[cfg(feature = "fuzzing")]
pub use fast::kernels_agree;
pub use fast::{Roofline, roofline};
pub use hub::{HubModel, describe, fetch};
pub use manifest::{LoadedFiles, Manifest, ManifestModel, Role};
pub use model::Precision;
pub use nli::CandleNli;
