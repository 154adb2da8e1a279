#![doc = include_str!("../README.md")]

mod answer;
mod audited;
mod cache;
mod called;
mod collections;
mod conversation;
mod firewall;
mod ingest;
mod language;
mod naming;
mod prompts;
mod provenance;
mod service;
mod stages;
mod suggest;
mod supposing;
mod tables;
mod vectors;
mod verify;

pub use answer::{ANSWERS, Compared, Fate, Outlook, Panel, outlook};
pub use firewall::{Firewall, FirewallParts, Moment};
pub use groundwall_claims as claims;
