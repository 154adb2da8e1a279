//! Rule packs of `packs.dir` are read again when their files change; where the new ones are wrong the packs of before go on.

use crate::compose;
use crate::config::Config;
use crate::settings::Settings;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const OFTEN: Duration = Duration::from_secs(2);

/// A file as it was seen last.
type Seen = (PathBuf, u64, Option<SystemTime>);

/// Watches `packs.dir` for as long as the server runs; ends at once where there is none.
pub(crate) async fn follow(config: &Config, settings: &Settings) {
    let Some(dir) = &config.packs.dir else {
        return;
    };
    let mut known = seen(dir).await;
    loop {
        tokio::time::sleep(OFTEN).await;
        let now = seen(dir).await;
        if now == known {
            continue;
        }
        known = now;
        let again = config.clone();
        let read = tokio::task::spawn_blocking(move || compose::packs(&again)).await;
        let packs = settings.packs();
        let read = match read {
            Ok(read) => read,
            Err(error) => Err(error.into()),
        };
        match read.and_then(|other| Ok(packs.replace(other, &settings.policy().packs)?)) {
            Ok(()) => tracing::info!("the rule packs were read again"),
            Err(error) => {
                let wrong = format!("{error:#}");
                tracing::warn!(wrong, "the rule packs are wrong; those of before go on");
                packs.stay(wrong);
            }
        }
    }
}

/// The files of a directory that may be packs or lists of names; none where it cannot be read.
async fn seen(dir: &Path) -> Vec<Seen> {
    let dir = dir.to_owned();
    let read = move || {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(&dir).into_iter().flatten().flatten() {
            if let Ok(about) = entry.metadata() {
                all.push((entry.path(), about.len(), about.modified().ok()));
            }
        }
        all.sort();
        all
    };
    tokio::task::spawn_blocking(read).await.unwrap_or_default()
}
