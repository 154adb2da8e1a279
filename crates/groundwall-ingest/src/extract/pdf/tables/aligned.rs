//! Tables without lines around their cells. Only where every row has its values over one another, and one row of names fits them, is it sure what belongs
//! together; else each row is a line.

use super::super::marks::Marks;
use super::super::space::Bounds;
use super::names::{heading, is_year};
use super::{Found, Value, across, as_they_stand, is_value, lines, rows, text_of, without_leaders};
use groundwall_core::{Block, Locator};
use unpdf::parser::{TableDetector, TextLine, TextSpan};

/// Room between two cells of a row, in sizes of their letters; words stand closer.
const APART: f32 = 0.8;
/// Words of a cell that may be a line of running text.
const WORDS: usize = 5;
/// Width of lines over and under a table, at least.
const WIDE: f32 = 60.0;
/// Room between two of them, at most.
const HIGH: f32 = 400.0;

/// A piece of a row.
#[derive(Debug, Clone)]
struct Cell {
    left: f32,
    right: f32,
    text: String,
}

/// The tables among the pieces of text, and those that stand in none.
pub(in crate::extract::pdf) fn aligned(
    marks: &Marks,
    spans: Vec<TextSpan>,
    place: &Locator,
) -> (Vec<Found>, Vec<TextSpan>) {
    let (mut found, mut spans) = (Vec::new(), spans);
    for frame in frames(marks) {
        let (inside, outside): (Vec<TextSpan>, Vec<TextSpan>) =
            spans.into_iter().partition(|span| {
                let (left, right) = across(span);
                frame.has((f32::midpoint(left, right), span.y))
            });
        let lines = lines(inside.clone());
        let cells: Vec<Vec<Cell>> = lines.iter().map(|line| cells(&line.spans)).collect();
        if is_framed(&cells) {
            found.push(Found {
                bounds: frame,
                blocks: blocks(&cells, lines, place),
            });
            spans = outside;
        } else {
            spans = outside.into_iter().chain(inside).collect();
        }
    }
    let (runs, parts) = runs(&spans);
    let (detected, _) = TableDetector::new().detect(runs);
    let mut taken = vec![false; spans.len()];
    for table in detected {
        let cells: Vec<Vec<Cell>> = table.rows.iter().map(|row| cells(&row.spans)).collect();
        if !is_table(&cells) {
            continue;
        }
        let bounds = Bounds {
            left: table.left_x,
            bottom: table.bottom_y,
            right: table.right_x,
            top: table.top_y,
        };
        for source in table.rows.iter().flat_map(|row| &row.sources) {
            for part in parts.get(*source).into_iter().flatten() {
                taken[*part] = true;
            }
        }
        let lines = table
            .rows
            .into_iter()
            .map(|row| TextLine::from_spans(row.spans));
        let blocks = blocks(&cells, lines.collect(), place);
        found.push(Found { bounds, blocks });
    }
    let left = spans
        .into_iter()
        .zip(taken)
        .filter(|(_, taken)| !taken)
        .map(|(span, _)| span);
    let (alone, left) = rows_alone(left.collect(), place);
    found.extend(alone);
    (found, left)
}

/// Rows of values that stand between other lines, each by itself.
fn rows_alone(spans: Vec<TextSpan>, place: &Locator) -> (Vec<Found>, Vec<TextSpan>) {
    let (mut found, mut left) = (Vec::new(), Vec::new());
    for line in lines(spans) {
        let cells = cells(&line.spans);
        let values = cells.iter().filter(|cell| is_value(&cell.text)).count();
        if cells.len() > 2 && values > 1 && values * 2 >= cells.len() {
            let bounds = Bounds {
                left: cells[0].left,
                bottom: line.y,
                right: cells[cells.len() - 1].right,
                top: line.y + line.font_size,
            };
            let blocks = as_they_stand(vec![line], place);
            found.push(Found { bounds, blocks });
        } else {
            left.extend(line.spans);
        }
    }
    (found, left)
}

fn blocks(cells: &[Vec<Cell>], lines: Vec<TextLine>, place: &Locator) -> Vec<Block> {
    match in_columns(cells) {
        Some((names, values)) => rows(&names, &values, place),
        None => as_they_stand(lines, place),
    }
}

/// Where three level lines or more begin and end over one another: over a table, under its names and under its rows.
fn frames(marks: &Marks) -> Vec<Bounds> {
    let mut level: Vec<&Bounds> = (marks.lines.iter())
        .filter(|line| line.right - line.left > WIDE)
        .collect();
    level.sort_by(|a, b| b.top.total_cmp(&a.top));
    let mut stacks: Vec<Vec<&Bounds>> = Vec::new();
    for line in level {
        let near = |stack: &&mut Vec<&Bounds>| {
            let last = stack[stack.len() - 1];
            (last.left - line.left).abs() <= 3.0
                && (last.right - line.right).abs() <= 3.0
                && last.bottom - line.top <= HIGH
        };
        match stacks.iter_mut().rev().find(near) {
            Some(stack) => stack.push(line),
            None => stacks.push(vec![line]),
        }
    }
    let frame = |stack: &Vec<&Bounds>| Bounds {
        left: stack[0].left - 3.0,
        right: stack[0].right + 3.0,
        top: stack[0].top,
        bottom: stack[stack.len() - 1].bottom,
    };
    stacks
        .iter()
        .filter(|stack| stack.len() >= 3)
        .map(frame)
        .collect()
}

/// Whether what stands between lines is in columns.
fn is_framed(rows: &[Vec<Cell>]) -> bool {
    let several = rows.iter().filter(|row| row.len() > 1).count();
    several >= 2
        && several * 5 >= rows.len() * 3
        && running(rows) * 2 <= rows.iter().flatten().count()
}

/// Cells that may be lines of running text.
fn running(rows: &[Vec<Cell>]) -> usize {
    rows.iter()
        .flatten()
        .filter(|cell| cell.text.split_whitespace().count() >= WORDS)
        .count()
}

/// Pieces of text that were drawn apart and go on in one another as one, and which ones each is made of.
fn runs(spans: &[TextSpan]) -> (Vec<TextSpan>, Vec<Vec<usize>>) {
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (&spans[*a], &spans[*b]);
        b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x))
    });
    let (mut runs, mut parts): (Vec<TextSpan>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for at in order {
        let span = &spans[at];
        let goes_on = runs.last().is_some_and(|last: &TextSpan| {
            let gap = span.x - (last.x + last.width);
            (last.y - span.y).abs() <= 0.3 * last.font_size.min(span.font_size)
                && last.font_name == span.font_name
                && (last.font_size - span.font_size).abs() < 0.1
                && last.direction.map(f32::to_bits) == span.direction.map(f32::to_bits)
                && (-0.3 * last.font_size..=0.1 * last.font_size).contains(&gap)
        });
        match (runs.last_mut(), parts.last_mut()) {
            (Some(run), Some(part)) if goes_on => {
                run.ink_width = Some(across(span).1 - run.x);
                run.width = span.x + span.width - run.x;
                run.width_measured &= span.width_measured;
                run.text.push_str(&span.text);
                part.push(at);
            }
            _ => {
                runs.push(span.clone());
                parts.push(vec![at]);
            }
        }
    }
    (runs, parts)
}

/// The cells of a row: what stands close together is one.
fn cells(row: &[TextSpan]) -> Vec<Cell> {
    let mut groups: Vec<Vec<TextSpan>> = Vec::new();
    for span in row.iter().filter(|span| !span.text.trim().is_empty()) {
        let near = groups
            .last()
            .and_then(|group| group.last())
            .is_some_and(|last| {
                span.x - across(last).1 < APART * last.font_size.max(span.font_size)
            });
        match groups.last_mut().filter(|_| near) {
            Some(group) => group.push(span.clone()),
            None => groups.push(vec![span.clone()]),
        }
    }
    let cell = |group: Vec<TextSpan>| Cell {
        left: group
            .iter()
            .map(|span| across(span).0)
            .fold(f32::MAX, f32::min),
        right: group
            .iter()
            .map(|span| across(span).1)
            .fold(f32::MIN, f32::max),
        text: without_leaders(&text_of(vec![TextLine::from_spans(group)])),
    };
    groups.into_iter().map(cell).collect()
}

/// Whether the rows are of a table, and not lines of text that stand side by side.
fn is_table(rows: &[Vec<Cell>]) -> bool {
    let all: Vec<&Cell> = rows.iter().flatten().collect();
    let values = all.iter().filter(|cell| is_value(&cell.text)).count();
    values * 4 >= all.len() && running(rows) * 4 <= all.len()
}

/// Names of columns, by their place, and the rows under them.
type Named = (Vec<(u32, String)>, Vec<Vec<Value>>);

/// The names of columns and the rows under them; none where they are not sure.
fn in_columns(rows: &[Vec<Cell>]) -> Option<Named> {
    let has_values = |row: &Vec<Cell>| {
        row.iter()
            .skip(1)
            .any(|cell| is_value(&cell.text) && !is_year(&cell.text))
    };
    let first = rows.iter().position(has_values)?;
    let (above, below) = rows.split_at(first);
    let columns = columns(below)?;
    let at = |cell: &Cell| {
        let mut over = (0..columns.len())
            .filter(|at| cell.left <= columns[*at].1 && cell.right >= columns[*at].0);
        over.next().filter(|_| over.next().is_none())
    };
    let values = |row: &Vec<Cell>| -> Option<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        for cell in row {
            let column = at(cell)?;
            if values.last().is_some_and(|last| last.first == column) {
                return None;
            }
            values.push(Value {
                first: column,
                last: column,
                text: cell.text.clone(),
            });
        }
        Some(values)
    };
    let named: Vec<Vec<Value>> = above.iter().map(values).collect::<Option<_>>()?;
    let below: Vec<Vec<Value>> = below.iter().map(values).collect::<Option<_>>()?;
    // A name for each column in each of the rows: one that stands over several columns may belong to any of those around it.
    let full = |row: &Vec<Value>| row.len() + 1 >= columns.len() && row.len() > 1;
    let begins = |row: &Vec<Value>| row[0].first == 0 && row.len() * 2 > columns.len();
    if !named.iter().all(full) || !below.iter().all(begins) {
        return None;
    }
    let all: Vec<Vec<Value>> = named.into_iter().chain(below).collect();
    let names = heading(&all, columns.len(), first)?;
    Some((names, all[first..].to_vec()))
}

/// Where the values of rows stand over one another: from where to where each column goes.
fn columns(rows: &[Vec<Cell>]) -> Option<Vec<(f32, f32)>> {
    let mut all: Vec<(f32, f32)> = rows
        .iter()
        .flatten()
        .map(|cell| (cell.left, cell.right))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for (left, right) in all {
        match columns.last_mut().filter(|last| left <= last.1) {
            Some(last) => last.1 = last.1.max(right),
            None => columns.push((left, right)),
        }
    }
    (columns.len() > 1).then_some(columns)
}
