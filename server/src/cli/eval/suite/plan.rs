//! `bars.toml` of a suite: which labelled sets are run beside it, and what the figures are held against.

use anyhow::Context as _;
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// Rows whose twins are verified, at most.
    pub(super) twins: usize,
    pub(super) sets: Sets,
    pub(super) bars: PlannedBars,
}

/// Names of labelled sets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sets {
    /// Those whose mean balanced accuracy has a bar.
    pub(super) documents: Vec<String>,
    three_way: Vec<String>,
    others: Vec<String>,
    /// One of them, which has its own figure of clashes and no twins.
    pub(super) apart: String,
    pub(super) answers: Answers,
}

impl Sets {
    /// All but that of answers, in the order in which they are run.
    pub(super) fn labelled(&self) -> impl Iterator<Item = &str> {
        self.documents
            .iter()
            .chain(&self.three_way)
            .chain(&self.others)
            .map(String::as_str)
    }
}

/// The set of language models' answers, and what people call it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answers {
    pub(super) set: String,
    pub(super) title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlannedBars {
    pub(super) suite_accuracy: Bar,
    pub(super) suite_false_accepts: Bar,
    pub(super) mixed_unmarked: Bar,
    pub(super) clashes: Bar,
    pub(super) documents_mean: Bar,
    pub(super) documents_lowest: Bar,
    pub(super) documents_above_fast: Bar,
    pub(super) answers_f1: Bar,
    pub(super) answers_accuracy: Bar,
    pub(super) twins_caught: Bar,
    pub(super) originals_turned_away: Bar,
    pub(super) check_milliseconds: Bar,
    pub(super) extraction_milliseconds: Bar,
    pub(super) sets: Vec<SetBar>,
}

/// What a figure is and has to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bar {
    pub(super) what: String,
    pub(super) wanted: Limit,
}

/// What a figure of one set has to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetBar {
    pub(super) set: String,
    pub(super) figure: SetFigure,
    pub(super) wanted: Limit,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum SetFigure {
    #[serde(rename = "three-way accuracy")]
    ThreeWay,
    #[serde(rename = "balanced accuracy")]
    Balanced,
}

impl SetFigure {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ThreeWay => "three-way accuracy",
            Self::Balanced => "balanced accuracy",
        }
    }
}

/// "≥ .85" or "≤ 10".
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Limit {
    /// As it is printed.
    pub(super) shown: String,
    side: Side,
    number: f64,
}

#[derive(Clone, Copy)]
enum Side {
    AtLeast,
    AtMost,
}

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no bar; one is ≥ or ≤ and a number")]
pub(super) struct LimitError(String);

impl TryFrom<String> for Limit {
    type Error = LimitError;

    fn try_from(shown: String) -> Result<Self, LimitError> {
        let sides = [("≥ ", Side::AtLeast), ("≤ ", Side::AtMost)];
        let read = sides
            .into_iter()
            .find_map(|(sign, side)| Some((side, shown.strip_prefix(sign)?.parse().ok()?)));
        match read {
            Some((side, number)) => Ok(Self {
                shown,
                side,
                number,
            }),
            None => Err(LimitError(shown)),
        }
    }
}

impl Limit {
    pub(super) fn is_met(&self, figure: f64) -> bool {
        match self.side {
            Side::AtLeast => figure >= self.number,
            Side::AtMost => figure <= self.number,
        }
    }
}

impl Plan {
    /// Reads `bars.toml` of a suite's folder.
    pub(super) fn read(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join("bars.toml");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, Plan};
    use std::path::Path;

    #[test]
    fn the_shipped_bars_are_about_sets_that_are_run() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let plan = Plan::read(&root.join("data/suite")).unwrap();
        let labelled: Vec<&str> = plan.sets.labelled().collect();
        assert!(labelled.contains(&plan.sets.apart.as_str()));
        for bar in &plan.bars.sets {
            assert!(labelled.contains(&bar.set.as_str()), "{}", bar.set);
        }
    }

    #[test]
    fn a_bar_is_a_sign_and_a_number() {
        let limit = |shown: &str| Limit::try_from(shown.to_owned());
        let least = limit("≥ .60").unwrap();
        assert!(least.is_met(0.6) && !least.is_met(0.599));
        let most = limit("≤ 10").unwrap();
        assert!(most.is_met(10.0) && !most.is_met(11.0));
        for wrong in ["", ".60", "> 3", "≥ many"] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
    }
}
