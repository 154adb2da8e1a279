#![doc = include_str!("../README.md")]

mod chat;
pub mod fixtures;

pub use chat::{Reply, ScriptedChat};
