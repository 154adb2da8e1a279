//! A chart of what was computed, as inline SVG: bars from zero, or a line over periods. The table below it says the same in figures.

use super::period::period;
use groundwall_core::TableResult;
use leptos::prelude::*;

/// Values from which on a chart says more than a table.
const FROM: usize = 4;
/// Bars, at most; a line may have more points.
const BARS: usize = 30;
/// Names under a line, at most.
const NAMED: usize = 6;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const ROW: usize = 22;

/// One value with its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    name: String,
    /// As the table has it.
    shown: String,
    value: f64,
}

impl Point {
    fn new(name: &str, shown: &str) -> Option<Self> {
        Some(Self {
            name: name.to_owned(),
            shown: shown.to_owned(),
            value: number(shown)?,
        })
    }
}

/// What is drawn: one series, or two over the same periods.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plot {
    what: String,
    by: String,
    series: Vec<(String, Vec<Point>)>,
}

/// A number as a table shows it, without what stands before and behind it; none where a text says more than one number.
fn number(shown: &str) -> Option<f64> {
    let digit = |sign: char| sign.is_ascii_digit();
    let (first, last) = (shown.find(digit)?, shown.rfind(digit)?);
    let (before, inside) = shown.get(..=last)?.split_at_checked(first)?;
    let value: f64 = inside
        .replace([',', '\u{a0}', '\u{202f}', ' '], "")
        .parse()
        .ok()?;
    let negative = before.trim_end_matches(|sign: char| !"-−(".contains(sign));
    let letters = before
        .chars()
        .chain(shown.get(last.saturating_add(1)..)?.chars());
    // "Berth P1" is a name.
    let named =
        letters.filter(|sign| sign.is_alphabetic()).count() > 3 && !before.trim().is_empty();
    (!named).then_some(if negative.is_empty() { value } else { -value })
}

/// The rows of a list as points: the one column of numbers by the first column of names.
fn of_list(columns: &[String], rows: &[Vec<String>]) -> Option<Plot> {
    let all = |column: usize, holds: &dyn Fn(&str) -> bool| {
        rows.iter()
            .all(|row| row.get(column).is_some_and(|value| holds(value)))
    };
    let numbers: Vec<usize> = (0..columns.len())
        .filter(|column| {
            all(*column, &|value| {
                number(value).is_some() && period(value).is_none()
            })
        })
        .collect();
    let [value] = numbers.as_slice() else {
        return None;
    };
    let by = (0..columns.len()).find(|column| column != value)?;
    let points: Option<Vec<Point>> = rows
        .iter()
        .map(|row| Point::new(row.get(by)?, row.get(*value)?))
        .collect();
    Some(Plot {
        what: columns.get(*value)?.clone(),
        by: columns.get(by)?.clone(),
        series: vec![(String::new(), points?)],
    })
}

/// Fields that are called after periods, as one series or two.
fn of_periods<'a>(
    what: String,
    names: impl Iterator<Item = &'a str> + Clone,
    series: Vec<(String, Vec<&'a str>)>,
) -> Option<Plot> {
    let series: Option<Vec<(String, Vec<Point>)>> = series
        .into_iter()
        .map(|(name, values)| {
            let points: Option<Vec<Point>> = names
                .clone()
                .zip(values)
                .filter(|(name, _)| period(name).is_some())
                .map(|(name, value)| Point::new(name, value))
                .collect();
            Some((name, points?))
        })
        .collect();
    Some(Plot {
        what,
        by: "period".to_owned(),
        series: series?,
    })
}

/// What can be drawn of a result; none where a table says it better.
pub(crate) fn plot(result: &TableResult) -> Option<Plot> {
    let plot = match result {
        TableResult::Groups { by, what, groups } => Some(Plot {
            what: what.clone(),
            by: by.clone(),
            series: vec![(
                String::new(),
                groups
                    .iter()
                    .map(|group| Point {
                        name: group.name.clone(),
                        shown: group.shown.clone(),
                        value: group.value,
                    })
                    .collect(),
            )],
        }),
        TableResult::List { columns, rows, .. } => of_list(columns, rows),
        TableResult::Record { title, fields } => of_periods(
            title.clone(),
            fields.iter().map(|field| field.name.as_str()),
            vec![(
                String::new(),
                fields.iter().map(|field| field.value.as_str()).collect(),
            )],
        ),
        TableResult::Comparison {
            left,
            right,
            fields,
        } => of_periods(
            format!("{left} and {right}"),
            fields.iter().map(|field| field.name.as_str()),
            vec![
                (
                    left.clone(),
                    fields.iter().map(|field| field.left.as_str()).collect(),
                ),
                (
                    right.clone(),
                    fields.iter().map(|field| field.right.as_str()).collect(),
                ),
            ],
        ),
        TableResult::Figure { .. } | TableResult::Missing { .. } => None,
    }?;
    let points = |(_, points): &(String, Vec<Point>)| {
        points.len() >= FROM && points.iter().all(|point| point.value.is_finite())
    };
    plot.series.iter().all(points).then_some(plot)
}

/// The chart of a result, where there is one.
#[component]
pub(crate) fn PlotOf<'a>(result: &'a TableResult, id: String) -> Option<AnyView> {
    plot(result).map(|plot| plot.draw(&id))
}

fn px(value: f64) -> String {
    format!("{value:.1}")
}

/// A name that has room.
fn short(name: &str, most: usize) -> String {
    if name.chars().count() > most {
        name.chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect()
    } else {
        name.to_owned()
    }
}

/// The places of a line's points by their periods, in order; none where something is no period or stands twice.
fn over_time(points: &[Point]) -> Option<Vec<(f64, &Point)>> {
    let mut placed: Vec<(f64, &Point)> = points
        .iter()
        .map(|point| Some((period(&point.name)?, point)))
        .collect::<Option<_>>()?;
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let apart = placed
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.0 < other.0));
    apart.then_some(placed)
}

/// The names of a line's points, as many as have room.
fn names_below(line: &[(f64, &Point)], x: impl Fn(f64) -> f64) -> AnyView {
    let step = line.len().div_ceil(NAMED).max(1);
    line.iter()
        .step_by(step)
        .map(|(at, point)| {
            view! { <text x=px(x(*at)) y=px(HEIGHT - 14.0) text-anchor="middle">{short(&point.name, 12)}</text> }
        })
        .collect_view()
        .into_any()
}

impl Plot {
    fn all(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|(_, points)| points)
    }

    /// The chart, with what it shows in words.
    fn draw(&self, id: &str) -> AnyView {
        let lines: Option<Vec<Vec<(f64, &Point)>>> = self
            .series
            .iter()
            .map(|(_, points)| over_time(points))
            .collect();
        let (kind, width, height, drawn) = match &lines {
            Some(lines) => ("Line over time", WIDTH, HEIGHT, self.lines(lines)),
            None => {
                let bars = self.all().count().min(BARS);
                let height = bars.saturating_mul(ROW) as f64;
                ("Bars", WIDTH, height, self.bars())
            }
        };
        let name = format!("{} by {}", self.what, self.by);
        let title = format!("{id}-title");
        let desc = format!("{id}-desc");
        let labelled = format!("{title} {desc}");
        let more = self
            .all()
            .count()
            .checked_sub(BARS)
            .filter(|more| *more > 0 && lines.is_none())
            .map(|more| format!("The first {BARS} are drawn; {more} more stand in the table."));
        view! {
            <figure class="plot">
                <div class="scroll" tabindex="0" role="group" aria-label="Chart">
                    <svg class="bars" viewBox=format!("0 0 {width} {height}") role="img" aria-labelledby=labelled>
                        <title id=title>{name}</title>
                        <desc id=desc>{format!("{kind}. {} The table below has every figure.", self.said())}</desc>
                        {drawn}
                    </svg>
                </div>
                {more.map(|more| view! { <figcaption class="aside">{more}</figcaption> })}
            </figure>
        }
        .into_any()
    }

    /// The lowest and the highest value in words.
    fn said(&self) -> String {
        let by = |one: &&Point, other: &&Point| one.value.total_cmp(&other.value);
        match (self.all().min_by(by), self.all().max_by(by)) {
            (Some(low), Some(high)) => format!(
                "Lowest: {}, {}. Highest: {}, {}.",
                low.name, low.shown, high.name, high.shown
            ),
            (None, _) | (_, None) => String::new(),
        }
    }

    /// Horizontal bars from zero.
    fn bars(&self) -> AnyView {
        let shown: Vec<&Point> = self.all().take(BARS).collect();
        let low = shown.iter().map(|point| point.value).fold(0.0, f64::min);
        let high = shown.iter().map(|point| point.value).fold(0.0, f64::max);
        let span = if high > low { high - low } else { 1.0 };
        let x = move |value: f64| 200.0 + (value - low) / span * 320.0;
        shown
            .into_iter()
            .enumerate()
            .map(|(place, point)| {
                let (from, to) = (x(0.0).min(x(point.value)), x(0.0).max(x(point.value)));
                let top = place.saturating_mul(ROW) as f64;
                view! {
                    <text x="192" y=px(top + 15.0) text-anchor="end">{short(&point.name, 26)}</text>
                    <rect x=px(from) y=px(top + 4.0) width=px((to - from).max(1.0)) height="14" rx="2"></rect>
                    <text x=px(to + 8.0) y=px(top + 15.0)>{point.shown.clone()}</text>
                }
            })
            .collect_view()
            .into_any()
    }

    /// Lines over time, between the lowest and the highest value, which are written beside them.
    fn lines(&self, lines: &[Vec<(f64, &Point)>]) -> AnyView {
        let all = || lines.iter().flatten();
        let (first, last) = all().fold((f64::MAX, f64::MIN), |(low, high), (at, _)| {
            (low.min(*at), high.max(*at))
        });
        let by =
            |one: &&(f64, &Point), other: &&(f64, &Point)| one.1.value.total_cmp(&other.1.value);
        let (Some((_, lowest)), Some((_, highest))) = (all().min_by(by), all().max_by(by)) else {
            return ().into_any();
        };
        let (low, high) = (lowest.value, highest.value);
        let x = move |at: f64| {
            90.0 + (at - first) / (last - first).max(f64::MIN_POSITIVE) * (WIDTH - 130.0)
        };
        let y =
            move |value: f64| 200.0 - (value - low) / (high - low).max(f64::MIN_POSITIVE) * 170.0;
        let grid = [(high, highest.shown.clone()), (low, lowest.shown.clone())].map(|(value, shown)| {
            view! {
                <path class="axis" d=format!("M90 {}H{}", px(y(value)), px(WIDTH - 40.0))></path>
                <text x="82" y=px(y(value) + 4.0) text-anchor="end">{short(&shown, 11)}</text>
            }
        });
        let drawn = lines
            .iter()
            .zip(&self.series)
            .enumerate()
            .map(|(place, (line, (name, _)))| {
                let path: Vec<String> = line
                    .iter()
                    .map(|(at, point)| format!("{} {}", px(x(*at)), px(y(point.value))))
                    .collect();
                let dots = line
                    .iter()
                    .map(|(at, point)| {
                        let said = format!("{}: {}", point.name, point.shown);
                        view! { <circle cx=px(x(*at)) cy=px(y(point.value)) r="3.5"><title>{said}</title></circle> }
                    })
                    .collect_view();
                let end = line.last().map(|(_, point)| y(point.value)).unwrap_or_default();
                let label = (!name.is_empty()).then(|| {
                    view! { <text x=px(WIDTH - 44.0) y=px(end - 8.0) text-anchor="end">{short(name, 30)}</text> }
                });
                let class = if place == 0 { "line" } else { "line other" };
                view! { <g class=class><path d=format!("M{}", path.join("L"))></path>{dots}{label}</g> }
            })
            .collect_view();
        let named = lines.first().map(|line| names_below(line, x));
        view! { {grid}{drawn}{named} }.into_any()
    }
}

#[cfg(test)]
mod tests;
