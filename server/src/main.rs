//! The `groundwall` binary: composition root, API, pages and command line.
#![cfg_attr(
    not(test),
    warn(clippy::indexing_slicing, clippy::arithmetic_side_effects)
)]

mod access;
mod actor;
mod adapters;
mod admission;
mod api;
mod arriving;
mod assets;
mod batches;
mod calibration;
mod child;
mod cli;
mod compose;
mod config;
mod context;
mod elsewhere;
mod escalation;
mod guard;
mod http_error;
mod keeping;
mod lock;
mod masking;
mod mcp;
mod metrics;
mod multipart;
mod outward;
mod pages;
mod proxy;
mod reloading;
mod samples;
mod sandbox;
mod sending;
mod serve;
mod sessions;
mod settings;
mod structured;
mod telemetry;
mod throwaway;
mod time;
mod traces;
mod uploads;
mod whole;
mod working;

fn main() -> std::process::ExitCode {
    cli::run()
}
