//! Bands within which a number still counts as equal.

use crate::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// How far a number may lie from the source's and still count as equal, bound inclusive. On the wire a plain number is a share of the source value (0.05),
/// `{"absolute": 1000.0}` an amount in the claim's own unit, `{"points": 2.0}` percentage points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Band {
    /// Share of the source value, in [0, 1].
    Relative(f64),
    /// So much in the claim's own unit.
    Absolute(Amount),
    /// So many percentage points.
    Points(Points),
}

/// The width of an absolute [`Band`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// In the claim's own unit.
    pub absolute: f64,
}

/// The width of a [`Band`] in percentage points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// In percentage points, from 0 to 100.
    pub points: f64,
}

impl From<f64> for Band {
    fn from(share: f64) -> Self {
        Self::Relative(share)
    }
}

impl Band {
    /// Leaves only rounding to the printed precision.
    pub const NONE: Self = Self::Relative(0.0);

    /// Whether a value that differs by so much from the source's lies within, both in the claim's unit. A source of 0 has no shares.
    pub fn holds(self, difference: f64, source: f64) -> bool {
        let (width, limit) = match self {
            Self::Relative(share) if source == 0.0 => return share > 0.0 && difference == 0.0,
            Self::Relative(share) => (difference / source.abs(), share),
            Self::Absolute(Amount { absolute: limit }) | Self::Points(Points { points: limit }) => {
                (difference, limit)
            }
        };
        limit > 0.0 && width <= limit + 1e-9 * limit.max(1.0)
    }

    fn is_valid(self, percentages: bool) -> bool {
        match self {
            Self::Relative(share) => (0.0..=1.0).contains(&share),
            Self::Absolute(Amount { absolute }) => absolute.is_finite() && absolute >= 0.0,
            Self::Points(Points { points }) => percentages && (0.0..=100.0).contains(&points),
        }
    }
}

/// Bands within which a number still counts as equal, by type. Without one only rounding to the printed precision does. Counts, years, quotes and cells of tables have none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Tolerances {
    pub currency: Band,
    /// Percentages and percentage points.
    pub percentage: Band,
    pub ratio: Band,
    /// For claims that call themselves approximate ("about", "nearly", "~"), as a share of the source value.
    pub approximate: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            currency: Band::NONE,
            percentage: Band::NONE,
            ratio: Band::NONE,
            approximate: 0.05,
        }
    }
}

impl Tolerances {
    /// Names the band that cannot be and the range that it must lie in.
    pub(super) fn validate(&self) -> Result<(), Problem> {
        let Self {
            currency,
            percentage,
            ratio,
            approximate,
        } = *self;
        let bands = [
            ("currency", currency, false),
            ("percentage", percentage, true),
            ("ratio", ratio, false),
            ("approximate", Band::Relative(approximate), false),
        ];
        let Some((name, ..)) = bands
            .into_iter()
            .find(|(_, band, percentages)| !band.is_valid(*percentages))
        else {
            return Ok(());
        };
        Err(Problem::new(
            ProblemCode::Unprocessable,
            format!(
                "tolerances.{name} must lie between 0 and 1 (a share of the source value), or be an absolute amount, or, for percentages, points between 0 and 100."
            ),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_shares_amounts_or_points() {
        let read = |text: &str| serde_json::from_str::<Tolerances>(text).unwrap();
        let bands = read(
            r#"{"currency": {"absolute": 500}, "percentage": {"points": 2.0}, "ratio": 0.05}"#,
        );
        assert_eq!(bands.currency, Band::Absolute(Amount { absolute: 500.0 }));
        assert_eq!(bands.percentage, Band::Points(Points { points: 2.0 }));
        assert_eq!(bands.ratio, Band::Relative(0.05));
        assert!(bands.validate().is_ok());
        assert!(bands.currency.holds(500.0, 1e6) && !bands.currency.holds(501.0, 1e6));
        assert!(bands.percentage.holds(2.0, 85.0) && !bands.percentage.holds(2.1, 85.0));
        assert!(bands.ratio.holds(0.0625, 1.25) && !bands.ratio.holds(0.07, 1.25));
        assert!(!Band::NONE.holds(0.1, 1.0) && !bands.ratio.holds(0.1, 0.0));
        for bad in [
            r#"{"currency": {"points": 2}}"#,
            r#"{"percentage": {"points": 101}}"#,
            r#"{"ratio": 1.5}"#,
            r#"{"currency": {"absolute": -1}}"#,
            r#"{"approximate": -0.1}"#,
        ] {
            let problem = read(bad).validate().unwrap_err();
            assert!(problem.message.starts_with("tolerances."), "{bad}");
        }
        assert!(serde_json::from_str::<Tolerances>(r#"{"currency": {"share": 1}}"#).is_err());
    }
}
