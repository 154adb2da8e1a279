//! A chart of what was computed, as inline SVG: bars from zero, or a line over periods. The table below it says the same in figures.

use super::bar_chart::{self, Bar};
use super::charts::{px, share};
use super::period::period;
use groundwall_core::TableResult;
use leptos::prelude::*;

/// Values from which on a chart says more than a table.
const FROM: usize = 4;
/// Bars, at most; a line may have more points.
const BARS: usize = 30;
/// Names under a line, at most.
const NAMED: usize = 4;
/// Height of a line's chart, and where its highest and its lowest value lie.
const HEIGHT: f64 = 248.0;
const TOP: f64 = 24.0;
const GROUND: f64 = 196.0;

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

    fn bar(&self) -> Bar {
        Bar {
            name: self.name.clone(),
            shown: self.shown.clone(),
            value: self.value,
        }
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
pub(crate) fn number(shown: &str) -> Option<f64> {
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
            // What stands at an edge does not reach over it.
            let x = x(*at);
            let anchor = if x < 10.0 {
                "start"
            } else if x > 90.0 {
                "end"
            } else {
                "middle"
            };
            view! { <text x=share(x) y=px(HEIGHT - 8.0) text-anchor=anchor>{short(&point.name, 12)}</text> }
        })
        .collect_view()
        .into_any()
}

/// From point to point: a path has no shares of a width.
fn strokes(line: &[(f64, &Point)], x: impl Fn(f64) -> f64, y: impl Fn(f64) -> f64) -> AnyView {
    line.windows(2)
        .filter_map(|pair| match pair {
            [one, other] => Some((one, other)),
            _ => None,
        })
        .map(|(one, other)| {
            view! { <line x1=share(x(one.0)) y1=px(y(one.1.value)) x2=share(x(other.0)) y2=px(y(other.1.value))></line> }
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
        let (kind, height, drawn) = match &lines {
            Some(lines) => ("Line over time", px(HEIGHT), self.lines(lines)),
            None => {
                let bars = self.all().take(BARS).map(Point::bar).collect::<Vec<_>>();
                let height = bar_chart::height(bars.len()).to_string();
                ("Bars", height, bar_chart::drawn(&bars))
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
                <svg class="bars" width="100%" height=height role="img" aria-labelledby=labelled>
                    <title id=title>{name}</title>
                    <desc id=desc>{format!("{kind}. {} The table below has every figure.", self.said())}</desc>
                    {drawn}
                </svg>
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
        let x = move |at: f64| 2.0 + (at - first) / (last - first).max(f64::MIN_POSITIVE) * 96.0;
        let y = move |value: f64| {
            GROUND - (value - low) / (high - low).max(f64::MIN_POSITIVE) * (GROUND - TOP)
        };
        // Each value stands outside of what its line shuts in.
        let grid = [(high, -7.0, &highest.shown), (low, 17.0, &lowest.shown)].map(
            |(value, off, shown)| {
                view! {
                    <line class="axis" x1="0" y1=px(y(value)) x2="100%" y2=px(y(value))></line>
                    <text x="0" y=px(y(value) + off)>{short(shown, 24)}</text>
                }
            },
        );
        let drawn = lines
            .iter()
            .zip(&self.series)
            .enumerate()
            .map(|(place, (line, (name, _)))| {
                let dots = line
                    .iter()
                    .map(|(at, point)| {
                        let said = format!("{}: {}", point.name, point.shown);
                        view! { <circle cx=share(x(*at)) cy=px(y(point.value)) r="3.5"><title>{said}</title></circle> }
                    })
                    .collect_view();
                let end = line.last().map(|(_, point)| y(point.value)).unwrap_or_default();
                let label = (!name.is_empty()).then(|| {
                    view! { <text x="98%" y=px(end - 8.0) text-anchor="end">{short(name, 30)}</text> }
                });
                let class = if place == 0 { "line" } else { "line other" };
                view! { <g class=class>{strokes(line, x, y)}{dots}{label}</g> }
            })
            .collect_view();
        let named = lines.first().map(|line| names_below(line, x));
        view! { {grid}{drawn}{named} }.into_any()
    }
}

#[cfg(test)]
mod tests;
