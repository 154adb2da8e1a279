//! Corrupted twins: a claim with one thing changed so that it is no longer what the documents say.

mod corrupt;
mod scan;
mod words;

use crate::PairRow;
use crate::run::verification;
use futures::StreamExt as _;
use groundwall_core::policy::{PolicyOverride, Preset};
use groundwall_core::report::Outcome;
use groundwall_core::{Report, Verdict};
use groundwall_ports::{FirewallService, PortError};
use std::collections::BTreeMap;

pub use corrupt::{Fault, corrupt, shortened};

/// What became of twins and of their originals.
#[derive(Debug, Clone, Default)]
pub struct TwinFigures {
    pub twins: u64,
    /// Twins that were not supported.
    pub caught: u64,
    /// By fault: twins and caught.
    pub by_fault: BTreeMap<Fault, (u64, u64)>,
    /// Originals that the verifier alone supports.
    pub supported_alone: u64,
    /// Of these, those in which a check claims a clash or an absence.
    pub turned_away: u64,
    /// Originals in which a check claims a clash, whatever the verifier says.
    pub clashes: u64,
    /// Seconds of each verification that a check decided.
    pub decided_by_check: Vec<f64>,
}

/// Twins verified at the same time.
const AT_ONCE: usize = 4;

/// Sends supported rows and their twins through the product. One twin a row, of the first fault that finds something to change, beginning with another one for each row.
///
/// # Errors
/// Fails when the product fails on a row or a twin.
pub async fn twins(
    service: &dyn FirewallService,
    rows: &[PairRow],
) -> Result<TwinFigures, PortError> {
    let jobs = rows.iter().enumerate().filter_map(|(number, row)| {
        let twin = (0..3).find_map(|step| {
            let fault = Fault::CHECKED[(number + step) % 3];
            Some((
                fault,
                corrupt(&row.claim, &row.evidence, fault, number as u64 + 1)?,
            ))
        })?;
        Some((row, twin))
    });
    let run = |(row, (fault, twin)): (&PairRow, (Fault, String))| {
        let row = row.clone();
        async move {
            let preset = |preset| PolicyOverride {
                preset: Some(preset),
                ..PolicyOverride::default()
            };
            let ask = |claim: &str, preset| {
                service.verify(verification(
                    claim.to_owned(),
                    vec![row.evidence.clone()],
                    preset,
                ))
            };
            let original = ask(&row.claim, PolicyOverride::default()).await?;
            let alone = ask(&row.claim, preset(Preset::Nli)).await?;
            let twin = ask(&twin, PolicyOverride::default()).await?;
            Ok::<_, PortError>((fault, original, alone, twin))
        }
    };
    let mut results = futures::stream::iter(jobs.map(run)).buffered(AT_ONCE);
    let mut figures = TwinFigures::default();
    while let Some(result) = results.next().await {
        let (fault, original, alone, twin) = result?;
        let caught = !all_supported(&twin);
        figures.twins += 1;
        figures.caught += u64::from(caught);
        let of_fault = figures.by_fault.entry(fault).or_default();
        *of_fault = (of_fault.0 + 1, of_fault.1 + u64::from(caught));
        let clash = says(&original, &[Outcome::Clash]);
        figures.clashes += u64::from(clash);
        if all_supported(&alone) {
            figures.supported_alone += 1;
            figures.turned_away += u64::from(says(&original, &[Outcome::Clash, Outcome::Absent]));
        }
        if says(&twin, &[Outcome::Clash, Outcome::Absent]) {
            figures.decided_by_check.push(twin.elapsed_seconds);
        }
    }
    Ok(figures)
}

fn all_supported(report: &Report) -> bool {
    !report.claims.is_empty()
        && report
            .claims
            .iter()
            .all(|claim| claim.verdict == Verdict::Supported)
}

fn says(report: &Report, outcomes: &[Outcome]) -> bool {
    report.claims.iter().any(|claim| {
        claim
            .checks
            .iter()
            .any(|check| outcomes.contains(&check.outcome))
    })
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .flat_map(|path| {
                if path.is_dir() {
                    files(&path)
                } else {
                    vec![path]
                }
            })
            .collect()
    }

    /// Twins that the product's own readers find hold only what these can read.
    #[test]
    fn twins_are_made_without_the_readers_that_they_test() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut all = files(&source.join("twins"));
        assert!(all.len() > 5, "{all:?}");
        all.push(source.join("twins.rs"));
        for path in all {
            let text = std::fs::read_to_string(&path).unwrap();
            for reader in ["checks", "values", "text", "judge"] {
                let used = text.contains(&format!("groundwall_{reader}"));
                assert!(!used, "{} uses groundwall-{reader}", path.display());
            }
        }
    }
}
