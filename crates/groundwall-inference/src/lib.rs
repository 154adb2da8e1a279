#![doc = include_str!("../README.md")]

mod background;
mod embedder;
mod error;
mod fast;
mod generator;
mod hub;
mod manifest;
mod model;
mod nli;
mod tokens;
mod weights;
mod worker;

pub use background::BackgroundNli;
pub use embedder::CandleEmbedder;
pub use error::LoadError;
#[cfg(feature = "fuzzing")]
pub use fast::kernels_agree;
pub use fast::{Roofline, roofline};
pub use generator::{
    GeneratorFiles, GeneratorLimits, LocalGenerator, PulledGenerator, pin_generator,
    pulled_generators,
};
pub use hub::{HubModel, describe, describe_generator, fetch, fetch_generator};
pub use manifest::{LoadedFiles, Manifest, ManifestModel, Role};
pub use model::Precision;
pub use nli::CandleNli;
pub use weights::Weights;
pub use worker::start_threads;
