//! Figures beside their bars.

/// A figure beside its bar.
pub(super) struct Bar {
    pub(super) what: String,
    pub(super) figure: String,
    pub(super) wanted: &'static str,
    /// None where it was not run.
    pub(super) met: Option<bool>,
}

pub(super) struct Bars(pub(super) Vec<Bar>);

impl Bars {
    pub(super) fn at_least(
        &mut self,
        what: &str,
        figure: Option<f64>,
        bar: &'static str,
        least: f64,
    ) {
        let text = figure.map_or("not run".to_owned(), |figure| format!("{figure:.3}"));
        self.0.push(Bar {
            what: what.to_owned(),
            figure: text,
            wanted: bar,
            met: figure.map(|figure| figure >= least),
        });
    }

    pub(super) fn at_most(
        &mut self,
        what: &str,
        figure: Option<f64>,
        bar: &'static str,
        most: f64,
    ) {
        let text = figure.map_or("not run".to_owned(), |figure| format!("{figure:.3}"));
        self.0.push(Bar {
            what: what.to_owned(),
            figure: text,
            wanted: bar,
            met: figure.map(|figure| figure <= most),
        });
    }
}

pub(super) fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

pub(super) fn summary(bars: &Bars, out: &mut String) {
    out.push_str("### Bars\n\n| what | figure | bar | |\n|---|---|---|---|\n");
    for Bar {
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
