//! `groundwall doctor`: looks at everything that the server needs and says what is wrong and what to do. Exit codes: 0 all well, 1 a warning, 2 something failed.

mod files;
mod parts;

use super::{Done, Format};
use crate::config::Config;
use crate::{compose, serve};
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// How a check ended, the gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Ok,
    Warning,
    Failed,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failed => "failed",
        }
    }
}

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Check {
    name: &'static str,
    state: State,
    said: String,
    /// What to do; none where all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    todo: Option<String>,
}

impl Check {
    fn ok(name: &'static str, said: impl Into<String>) -> Self {
        Self {
            name,
            state: State::Ok,
            said: said.into(),
            todo: None,
        }
    }

    fn warning(name: &'static str, said: impl Into<String>, todo: impl Into<String>) -> Self {
        Self {
            state: State::Warning,
            todo: Some(todo.into()),
            ..Self::ok(name, said)
        }
    }

    fn failed(name: &'static str, said: impl Into<String>, todo: impl Into<String>) -> Self {
        Self {
            state: State::Failed,
            todo: Some(todo.into()),
            ..Self::ok(name, said)
        }
    }
}

/// What the configuration says, held against what it leads to.
fn configuration(config: &Config, file: Option<&Path>) -> Check {
    let name = "configuration";
    let from = match file {
        Some(file) => file.display().to_string(),
        None if Path::new("groundwall.toml").is_file() => "groundwall.toml".to_owned(),
        None => "defaults and environment".to_owned(),
    };
    let found = serve::settled(config)
        .and_then(|address| Ok((address, compose::packs(config)?)))
        .and_then(|(address, packs)| {
            packs.active(&config.policy.packs)?;
            compose::review_rules(config)?;
            Ok(address)
        });
    match found {
        Ok(address) => Check::ok(
            name,
            format!("{from}; the server would listen on {address}"),
        ),
        Err(error) => Check::failed(
            name,
            format!("{error:#}"),
            format!("change {from}; docs/operation.md lists every setting"),
        ),
    }
}

async fn all(config: &Config, file: Option<&Path>) -> Vec<Check> {
    let mut checks = vec![configuration(config, file)];
    checks.push(files::directory(&config.data_dir));
    checks.push(files::room(&config.data_dir));
    checks.push(files::clock(&config.data_dir, std::time::SystemTime::now()));
    if config.store.qdrant_url.is_none() {
        checks.push(files::database("store", &config.data_dir.join("passages.sqlite")).await);
    }
    let ledger = files::database("ledger", &config.data_dir.join("ledger.sqlite")).await;
    let whole = ledger.state == State::Ok;
    checks.push(ledger);
    if whole {
        checks.push(files::audit(&config.data_dir).await);
    }
    let hashes = parts::hashes(config);
    let intact = hashes.state != State::Failed;
    checks.push(hashes);
    if intact {
        checks.extend(parts::models(config).await);
    }
    checks.push(parts::sandbox(config).await);
    checks.extend(parts::qdrant(config).await);
    checks.extend(parts::endpoint(config).await);
    checks
}

pub(super) async fn run(
    file: Option<&Path>,
    data_dir: Option<PathBuf>,
    format: Format,
) -> anyhow::Result<Done> {
    let checks = match Config::load(file) {
        Ok(mut config) => {
            if let Some(dir) = data_dir {
                config.data_dir = dir;
            }
            all(&config, file).await
        }
        Err(error) => vec![Check::failed(
            "configuration",
            format!("{error:#}"),
            "put it right and run groundwall doctor again; nothing else was looked at",
        )],
    };
    let worst = checks.iter().map(|check| check.state).max();
    let worst = worst.unwrap_or(State::Ok);
    match format {
        Format::Json => println!(
            "{}",
            serde_json::to_string_pretty(&json!({"state": worst, "checks": checks}))?
        ),
        Format::Text => {
            for Check {
                name,
                state,
                said,
                todo,
            } in &checks
            {
                let todo = todo
                    .as_ref()
                    .map_or_else(String::new, |todo| format!(" → {todo}"));
                let line = format!("{said}{todo}").replace('\n', " ");
                println!("{:<8} {name:<14} {line}", state.word());
            }
        }
    }
    Ok(match worst {
        State::Ok => Done::Passed,
        State::Warning => Done::Below,
        State::Failed => Done::Failed,
    })
}

#[cfg(test)]
mod tests {
    use super::{Check, State};

    #[test]
    fn the_gravest_state_counts() {
        let all = [
            Check::ok("a", "x"),
            Check::failed("b", "x", "y"),
            Check::warning("c", "x", "y"),
        ];
        let worst = all.iter().map(|check| check.state).max();
        assert_eq!(worst, Some(State::Failed));
        assert!(
            all.iter()
                .all(|check| (check.state == State::Ok) == check.todo.is_none())
        );
    }
}
