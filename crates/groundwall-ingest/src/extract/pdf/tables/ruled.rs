//! Tables whose cells lines or boxes enclose.

use super::super::marks::Marks;
use super::lattice::{Area, Lattice, lattices};
use super::names::{heading, is_year};
use super::{Found, Value, across, as_they_stand, has_leader, is_value, lines, rows, text_of};
use groundwall_core::{Block, BlockKind, Locator};
use unpdf::parser::{TextLine, TextSpan};

/// How far ink may reach over the side of its cell, in sizes of its letters.
const OVER: f32 = 0.35;
/// Room between two lines of one text, in sizes of their letters, at most.
const ROOM: f32 = 1.7;
/// Characters of a name in the first row where only their length tells names from values.
const SHORT: usize = 24;

/// The tables of a page, and the pieces of text that stand in none.
pub(in crate::extract::pdf) fn ruled(
    marks: &Marks,
    mut spans: Vec<TextSpan>,
    place: &Locator,
) -> (Vec<Found>, Vec<TextSpan>) {
    let mut found = Vec::new();
    for lattice in lattices(marks) {
        let bounds = lattice.bounds();
        let (inside, outside): (Vec<TextSpan>, Vec<TextSpan>) =
            spans.into_iter().partition(|span| bounds.has(middle(span)));
        match blocks(&lattice, &inside, place) {
            Some(blocks) => {
                found.push(Found { bounds, blocks });
                spans = outside;
            }
            None => spans = inside.into_iter().chain(outside).collect(),
        }
    }
    (found, spans)
}

fn middle(span: &TextSpan) -> (f32, f32) {
    let (left, right) = across(span);
    (f32::midpoint(left, right), span.y + 0.3 * span.font_size)
}

/// A cell with the lines in it.
struct Cell {
    area: Area,
    lines: Vec<TextLine>,
}

/// The blocks of a table; none where the lines enclose no table, as those of a form or a drawing.
fn blocks(lattice: &Lattice, spans: &[TextSpan], place: &Locator) -> Option<Vec<Block>> {
    let mut inside: Vec<Vec<TextSpan>> = vec![Vec::new(); lattice.cells.len()];
    let mut sure = true;
    for span in spans.iter().filter(|span| !span.text.trim().is_empty()) {
        let cell = lattice.at(middle(span))?;
        let own = lattice.place(&lattice.cells[cell]);
        let ((left, right), over) = (across(span), OVER * span.font_size + 1.0);
        sure &= left >= own.left - over && right <= own.right + over && !span.is_rotated();
        inside[cell].push(span.clone());
    }
    let cells: Vec<Cell> = lattice
        .cells
        .iter()
        .zip(inside)
        .filter(|(_, spans)| !spans.is_empty())
        .map(|(area, spans)| Cell {
            area: *area,
            lines: lines(spans),
        })
        .collect();
    let full = |row: usize| {
        let of = cells.iter().filter(|cell| cell.area.rows[0] == row);
        of.count() >= 2
    };
    if (0..lattice.rows()).filter(|row| full(*row)).count() < 2 {
        return None;
    }
    let table = if sure { in_rows(lattice, &cells) } else { None };
    Some(match table {
        Some(table) => said(lattice, &cells, &table, place),
        None => as_they_stand(lines(spans.to_vec()), place),
    })
}

/// The values of each row; none where a cell holds those of several rows and it is not sure which.
fn in_rows(lattice: &Lattice, cells: &[Cell]) -> Option<Vec<Vec<Value>>> {
    let mut table: Vec<Vec<Value>> = Vec::new();
    for row in 0..lattice.rows() {
        let own: Vec<&Cell> = cells
            .iter()
            .filter(|cell| (cell.area.rows[0]..=cell.area.rows[1]).contains(&row))
            .collect();
        let alone: Vec<&&Cell> = own
            .iter()
            .filter(|cell| cell.area.rows[0] == cell.area.rows[1])
            .collect();
        let many = |cell: &&&Cell| {
            cell.lines.len() > 1 && cell.lines.iter().all(|line| is_value(line.text().trim()))
        };
        let value = |cell: &Cell, lines: Vec<TextLine>| Value {
            first: cell.area.columns[0],
            last: cell.area.columns[1],
            text: text_of(lines),
        };
        if several(&alone) {
            return None;
        }
        if !alone.iter().any(many) {
            table.push(
                own.iter()
                    .map(|cell| value(cell, cell.lines.clone()))
                    .collect(),
            );
            continue;
        }
        let first = &alone[0].lines;
        let level = |cell: &&&Cell| {
            cell.lines.len() == first.len()
                && (cell.lines.iter().zip(first))
                    .all(|(line, other)| (line.y - other.y).abs() <= 0.3 * line.font_size)
        };
        if alone.len() != own.len() || !alone.iter().all(level) {
            return None;
        }
        for at in 0..first.len() {
            let line = |cell: &&&Cell| value(cell, vec![cell.lines[at].clone()]);
            table.push(alone.iter().map(line).collect());
        }
    }
    table.retain(|row| !row.is_empty());
    for row in &mut table {
        row.sort_by_key(|value: &Value| value.first);
    }
    Some(table)
}

/// Whether cells of a row hold values of several rows that no line parts: two of them have room between their lines, or dots behind one that is not the last.
fn several(cells: &[&&Cell]) -> bool {
    let parts = |cell: &&&&Cell| {
        cell.lines.windows(2).any(|pair| {
            let size = pair[0].font_size.max(pair[1].font_size);
            pair[0].y - pair[1].y > ROOM * size || has_leader(&pair[0].text())
        })
    };
    cells.iter().filter(parts).count() >= 2
}

fn said(lattice: &Lattice, cells: &[Cell], table: &[Vec<Value>], place: &Locator) -> Vec<Block> {
    let wide = |row: &Vec<Value>| matches!(row.as_slice(), [only] if only.first == 0 && only.last + 1 == lattice.columns());
    // A title in a cell of its own.
    let titles = table.iter().take_while(|row| wide(row)).count();
    let rest = &table[titles..];
    let mut blocks: Vec<Block> = table[..titles]
        .iter()
        .flatten()
        .map(|title| Block {
            kind: BlockKind::Paragraph,
            text: title.text.clone(),
            locator: place.clone(),
        })
        .collect();
    let levels = 1 + rest
        .iter()
        .take_while(|row| row.iter().any(|value| value.last > value.first))
        .count();
    let names =
        heading(rest, lattice.columns(), levels).filter(|_| names_columns(rest, levels, cells));
    match names {
        Some(names) => blocks.extend(rows(&names, &rest[levels..], place)),
        None => blocks.extend(rows(&[], rest, place)),
    }
    blocks
}

/// Whether the first rows differ from those below as names do: in their type, by an empty corner, or as words over figures and short ones over long ones.
fn names_columns(table: &[Vec<Value>], levels: usize, cells: &[Cell]) -> bool {
    let (above, below) = table.split_at(levels);
    let corner = !above[levels - 1].iter().any(|value| value.first == 0)
        && below
            .iter()
            .all(|row| row.iter().any(|value| value.first == 0));
    let heads: Vec<&str> = (above[levels - 1].iter())
        .map(|value| value.text.as_str())
        .collect();
    let (mut head_types, mut other_types) = (Vec::new(), Vec::new());
    for cell in cells {
        let types = cell.lines.iter().flat_map(|line| &line.spans);
        let types = types
            .filter(|span| span.text.contains(char::is_alphanumeric))
            .map(|span| (span.font_name.clone(), (span.font_size * 10.0) as i32));
        if heads.contains(&text_of(cell.lines.clone()).as_str()) {
            head_types.extend(types);
        } else {
            other_types.extend(types);
        }
    }
    let set_apart =
        !head_types.is_empty() && head_types.iter().all(|own| !other_types.contains(own));
    let of = |rows: &[Vec<Value>], column: usize| -> Vec<String> {
        (rows.iter().flatten())
            .filter(|value| value.first == column && value.last == column)
            .map(|value| value.text.clone())
            .collect()
    };
    let columns = table.iter().flatten().map(|value| value.last + 1).max();
    let over_figures = (1..columns.unwrap_or(0)).any(|column| {
        let (names, values) = (of(&above[levels - 1..], column), of(below, column));
        let figures = values.iter().filter(|value| is_value(value)).count();
        !names.is_empty()
            && names.iter().all(|name| !is_value(name) || is_year(name))
            && figures > 0
            && figures * 3 >= values.len() * 2
    });
    let short = heads.iter().all(|name| name.chars().count() <= SHORT)
        && (0..columns.unwrap_or(0)).any(|column| {
            let values = of(below, column);
            let letters: usize = values.iter().map(|value| value.chars().count()).sum();
            !values.is_empty() && letters > 2 * SHORT * values.len()
        });
    corner || set_apart || over_figures || short
}
