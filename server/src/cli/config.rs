//! `groundwall config`.

use super::{Done, Format};
use crate::config::Config;

pub(super) fn run(config: &Config, format: Format) -> anyhow::Result<Done> {
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(config)?),
        Format::Text => print!("{}", toml::to_string_pretty(config)?),
    }
    Ok(Done::Passed)
}
