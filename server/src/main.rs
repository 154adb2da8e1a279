//! The `groundwall` binary: composition root, API, pages and command line.

mod api;
mod assets;
mod child;
mod cli;
mod compose;
mod config;
mod context;
mod guard;
mod http_error;
mod lock;
mod metrics;
mod multipart;
mod pages;
mod samples;
mod serve;
mod telemetry;

fn main() -> std::process::ExitCode {
    cli::run()
}
