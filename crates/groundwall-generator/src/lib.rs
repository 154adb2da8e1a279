#![doc = include_str!("../README.md")]

mod chat;
mod extractive;
mod secret;
mod stream;

pub use chat::{ChatConfig, ChatGenerator};
pub use extractive::ExtractiveGenerator;
pub use secret::Secret;
