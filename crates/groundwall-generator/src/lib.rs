#![doc = include_str!("../README.md")]

mod chat;
mod extractive;
mod nearby;
mod refused;
mod relay;
mod secret;
mod stream;
mod trial;

pub use chat::{ChatConfig, ChatGenerator};
pub use extractive::ExtractiveGenerator;
pub use nearby::{Nearby, nearby};
pub use relay::{Relay, RelayError, Relayed, RelayedStream};
pub use secret::Secret;
pub use trial::{Trial, try_out};
