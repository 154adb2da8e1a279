//! `groundwall config`.

use super::{Done, Format};
use crate::config::Config;

pub(super) fn run(config: &Config, format: Format) -> anyhow::Result<Done> {
    let shown = config.clone().shown();
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&shown)?),
        Format::Text => print!("{}", toml::to_string_pretty(&shown)?),
    }
    Ok(Done::Passed)
}
