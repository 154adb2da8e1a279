//! What became of the texts of each generator, and whether the newest ones are as those before.

use serde::{Deserialize, Serialize};

/// The share of statements that nothing supports which is aimed at, at most.
pub const TARGET: f64 = 0.05;
/// Reports of a generator that are held against those before them.
pub const NEWEST: usize = 20;
/// Reports that there have to be before them, and those that are looked at, at most.
pub const BEFORE: usize = 40;
pub const LOOKED_AT: usize = 520;
/// Standard deviations around what a generator did before.
const WIDTH: f64 = 3.0;

/// What is measured of a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GeneratorRate {
    /// Of its texts, those that are to be rejected or were withheld.
    Rejected,
    /// Of its statements, those that the documents refute or do not say.
    Hallucinated,
}

/// A rate of the newest reports, and between what it lay before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnBand {
    pub rate: GeneratorRate,
    pub newest: f64,
    pub from: f64,
    pub to: f64,
}

impl OwnBand {
    /// Whether the newest reports are not as those before.
    pub fn is_left(&self) -> bool {
        self.newest < self.from || self.newest > self.to
    }
}

/// What the reports of a time tell of a generator: a language model, or who sent texts to be verified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GeneratorFigures {
    pub name: String,
    pub reports: u64,
    /// Reports whose text is to be rejected or was withheld.
    pub rejected: u64,
    /// Statements that can be checked, as the generator wrote them, and those that the documents refute or do not say.
    pub statements: u64,
    pub failed: u64,
    /// The newest 20 of all its reports against those before; empty where there are fewer than 60.
    pub bands: Vec<OwnBand>,
}

fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| (part as f64) / (of as f64))
}

impl GeneratorFigures {
    /// The share of reports that are rejected.
    pub fn rejection_rate(&self) -> Option<f64> {
        share(self.rejected, self.reports)
    }

    /// The share of statements that fail.
    pub fn hallucination_rate(&self) -> Option<f64> {
        share(self.failed, self.statements)
    }

    /// The rates at which it is not as it was.
    pub fn left(&self) -> impl Iterator<Item = &OwnBand> {
        self.bands.iter().filter(|band| band.is_left())
    }
}

/// A report of a generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneReport {
    pub rejected: bool,
    pub statements: u64,
    pub failed: u64,
}

/// Part and whole of one report.
type Counted = (f64, f64);

fn sums(all: &[Counted]) -> Counted {
    all.iter().fold((0.0, 0.0), |(part, whole), one| {
        (part + one.0, whole + one.1)
    })
}

/// Three standard deviations around the rate before: by how much the reports before differ among each other, and at least as chance alone has it.
fn band(rate: GeneratorRate, newest: &[Counted], before: &[Counted]) -> Option<OwnBand> {
    let ((part, whole), (new_part, new_whole)) = (sums(before), sums(newest));
    if whole < 1.0 || new_whole < 1.0 {
        return None;
    }
    let usual = part / whole;
    let squares: f64 = before
        .iter()
        .map(|(part, whole)| (part - usual * whole).powi(2))
        .sum();
    let spread = squares / (before.len() as f64 - 1.0).max(1.0);
    let differing = (spread * newest.len() as f64).sqrt() / new_whole;
    // Where nothing failed before, it might have.
    let likely = (part + 1.0) / (whole + 2.0);
    let chance = (likely * (1.0 - likely) / new_whole).sqrt();
    let far = WIDTH * differing.max(chance);
    Some(OwnBand {
        rate,
        newest: new_part / new_whole,
        from: (usual - far).max(0.0),
        to: (usual + far).min(1.0),
    })
}

/// The bands of a generator from its reports, the newest first.
pub fn own_bands(reports: &[OneReport]) -> Vec<OwnBand> {
    let Some((newest, before)) = reports.split_at_checked(NEWEST) else {
        return Vec::new();
    };
    if before.len() < BEFORE {
        return Vec::new();
    }
    let rejected = |all: &[OneReport]| -> Vec<Counted> {
        let one = |report: &OneReport| (f64::from(u8::from(report.rejected)), 1.0);
        all.iter().map(one).collect()
    };
    let failed = |all: &[OneReport]| -> Vec<Counted> {
        let one = |report: &OneReport| (report.failed as f64, report.statements as f64);
        all.iter().map(one).collect()
    };
    [
        band(
            GeneratorRate::Rejected,
            &rejected(newest),
            &rejected(before),
        ),
        band(
            GeneratorRate::Hallucinated,
            &failed(newest),
            &failed(before),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What was found in the texts of one source, such as an endpoint's model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SourceFindings {
    pub source: String,
    pub reports: u64,
    /// By type, most frequent first.
    pub findings: Vec<crate::history::FindingCount>,
    /// From the first to the last stretch with a report of it.
    pub periods: Vec<SourcePeriod>,
}

/// A stretch of time of one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SourcePeriod {
    /// The first day, as `2026-11-23`.
    pub start: String,
    pub reports: u64,
    pub findings: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many reports with four statements each, of which every so-manieth one has a failed one and is rejected.
    fn reports(count: usize, every: usize) -> Vec<OneReport> {
        let one = |place: usize| {
            let fails = every > 0 && place.is_multiple_of(every);
            OneReport {
                rejected: fails,
                statements: 4,
                failed: u64::from(fails),
            }
        };
        (0..count).map(one).collect()
    }

    fn left(newest: Vec<OneReport>, before: Vec<OneReport>) -> Vec<GeneratorRate> {
        let bands = own_bands(&[newest, before].concat());
        let left = bands.into_iter().filter(OwnBand::is_left);
        left.map(|band| band.rate).collect()
    }

    #[test]
    fn a_generator_that_is_as_before_stays_in_its_band() {
        for every in [0, 2, 5, 10] {
            assert_eq!(left(reports(20, every), reports(200, every)), []);
        }
        // One failure after none is no change.
        assert_eq!(left(reports(20, 20), reports(60, 0)), []);
    }

    #[test]
    fn one_that_grows_worse_or_better_leaves_its_band() {
        let both = [GeneratorRate::Rejected, GeneratorRate::Hallucinated];
        assert_eq!(left(reports(20, 2), reports(200, 10)), both);
        assert_eq!(left(reports(20, 4), reports(60, 0)), both);
        assert_eq!(left(reports(20, 0), reports(200, 2)), both, "better");
    }

    #[test]
    fn few_reports_have_no_band_and_no_statement_has_no_rate() {
        assert_eq!(own_bands(&reports(59, 2)), []);
        assert_eq!(own_bands(&reports(60, 2)).len(), 2);
        let silent = vec![
            OneReport {
                rejected: false,
                statements: 0,
                failed: 0
            };
            80
        ];
        let bands = own_bands(&silent);
        assert_eq!(bands.len(), 1);
        assert_eq!(bands[0].rate, GeneratorRate::Rejected);
        assert!(!bands[0].is_left());
    }
}
