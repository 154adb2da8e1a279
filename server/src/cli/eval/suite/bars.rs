//! Figures beside their bars.

use super::plan::{Bar, Limit};

/// A figure beside its bar.
struct Held {
    what: String,
    figure: String,
    wanted: String,
    /// None where it was not run.
    met: Option<bool>,
}

/// All that were held, in the order in which they are printed.
#[derive(Default)]
pub(super) struct Bars(Vec<Held>);

impl Bars {
    /// Holds a figure against its bar; none was not run.
    pub(super) fn hold(&mut self, bar: &Bar, figure: Option<f64>) {
        self.hold_as(bar.what.clone(), &bar.wanted, figure);
    }

    /// The same under another name.
    pub(super) fn hold_as(&mut self, what: String, wanted: &Limit, figure: Option<f64>) {
        self.0.push(Held {
            what,
            figure: figure.map_or("not run".to_owned(), |figure| format!("{figure:.3}")),
            wanted: wanted.shown.clone(),
            met: figure.map(|figure| wanted.is_met(figure)),
        });
    }

    /// Whether every figure was run and meets its bar.
    pub(super) fn are_met(&self) -> bool {
        self.0.iter().all(|held| held.met == Some(true))
    }
}

pub(super) fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

pub(super) fn summary(bars: &Bars, out: &mut String) {
    out.push_str("### Bars\n\n| what | figure | bar | |\n|---|---|---|---|\n");
    for Held {
        what,
        figure,
        wanted,
        met,
    } in &bars.0
    {
        let met = match met {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "**not run**",
        };
        out.push_str(&format!("| {what} | {figure} | {wanted} | {met} |\n"));
    }
}
