#![doc = include_str!("../README.md")]

mod chat;
pub mod fixtures;
mod hub;
mod receiver;
pub mod scaling;
mod tiny;

pub use chat::{Reply, ScriptedChat, Then};
pub use hub::{COMMIT, Hub};
pub use receiver::{Answering, Received, Receiver};
pub use tiny::{TINY, Tiny};
