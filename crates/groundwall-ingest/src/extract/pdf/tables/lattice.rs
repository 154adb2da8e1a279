//! Lines and boxes as the cells that they enclose.

use super::super::marks::Marks;
use super::super::space::Bounds;
use std::collections::BTreeMap;

/// Lines nearer to each other than this are one.
const NEAR: f32 = 2.0;
/// Lines that are looked at together; a drawing has more.
const LINES: usize = 2_000;
/// Rows and columns of a table, at most.
const ROWS: usize = 300;
const COLUMNS: usize = 60;
/// Share of a side that has to be drawn.
const DRAWN: f32 = 0.6;

/// A cell by the first and last of its rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) rows: [usize; 2],
    pub(super) columns: [usize; 2],
}

/// Cells that lines enclose, from the top down.
#[derive(Debug)]
pub(super) struct Lattice {
    /// Edges of columns from the left, of rows from the top.
    across: Vec<f32>,
    down: Vec<f32>,
    pub(super) cells: Vec<Area>,
}

impl Lattice {
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            left: self.across[0],
            bottom: self.down[self.down.len() - 1],
            right: self.across[self.across.len() - 1],
            top: self.down[0],
        }
    }

    pub(super) fn columns(&self) -> usize {
        self.across.len() - 1
    }

    pub(super) fn rows(&self) -> usize {
        self.down.len() - 1
    }

    /// The cell around a point.
    pub(super) fn at(&self, (x, y): (f32, f32)) -> Option<usize> {
        self.cells
            .iter()
            .position(|cell| self.place(cell).has((x, y)))
    }

    pub(super) fn place(&self, cell: &Area) -> Bounds {
        Bounds {
            left: self.across[cell.columns[0]],
            bottom: self.down[cell.rows[1] + 1],
            right: self.across[cell.columns[1] + 1],
            top: self.down[cell.rows[0]],
        }
    }
}

/// A level or an upright line: where it lies, and from where to where it goes.
#[derive(Debug, Clone, Copy)]
struct Line {
    at: f32,
    from: f32,
    to: f32,
}

impl Line {
    fn meets(&self, other: &Self) -> bool {
        (self.at - other.at).abs() <= NEAR
            && self.from <= other.to + NEAR
            && other.from <= self.to + NEAR
    }

    fn crosses(&self, upright: &Self) -> bool {
        (self.from - NEAR..=self.to + NEAR).contains(&upright.at)
            && (upright.from - NEAR..=upright.to + NEAR).contains(&self.at)
    }
}

/// The lattices that the lines of a page make, and those that its boxes make where no lines are.
pub(super) fn lattices(marks: &Marks) -> Vec<Lattice> {
    let mut found = of_lines(&marks.lines);
    let boxes = of_lines(&sides(&marks.boxes));
    for lattice in boxes {
        let bounds = lattice.bounds();
        if !found.iter().any(|other| other.bounds().meets(&bounds)) {
            found.push(lattice);
        }
    }
    found
}

/// The sides of boxes that stand side by side in a row, as cells do.
fn sides(boxes: &[Bounds]) -> Vec<Bounds> {
    let mut own = boxes.to_vec();
    own.sort_by(|a, b| b.top.total_cmp(&a.top).then(a.left.total_cmp(&b.left)));
    own.dedup_by(|a, b| alike(a, b));
    if own.len() > LINES {
        return Vec::new();
    }
    let beside = |a: &Bounds, b: &Bounds| {
        (a.top - b.top).abs() <= NEAR
            && (a.bottom - b.bottom).abs() <= NEAR
            && (a.right - b.left).abs() <= NEAR
    };
    let in_row = |one: &&Bounds| {
        own.iter()
            .any(|other| beside(one, other) || beside(other, one))
    };
    own.iter()
        .filter(in_row)
        .flat_map(|one| {
            let Bounds {
                left,
                bottom,
                right,
                top,
            } = *one;
            [
                Bounds {
                    bottom: top,
                    ..*one
                },
                Bounds {
                    top: bottom,
                    ..*one
                },
                Bounds {
                    right: left,
                    ..*one
                },
                Bounds {
                    left: right,
                    ..*one
                },
            ]
        })
        .collect()
}

fn alike(a: &Bounds, b: &Bounds) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 0.5;
    near(a.left, b.left) && near(a.right, b.right) && near(a.top, b.top) && near(a.bottom, b.bottom)
}

fn of_lines(lines: &[Bounds]) -> Vec<Lattice> {
    let (mut level, mut upright) = (Vec::new(), Vec::new());
    for line in lines {
        let (x, y) = line.middle();
        if line.right - line.left >= line.top - line.bottom {
            level.push(Line {
                at: y,
                from: line.left,
                to: line.right,
            });
        } else {
            upright.push(Line {
                at: x,
                from: line.bottom,
                to: line.top,
            });
        }
    }
    let (level, upright) = (joined(level), joined(upright));
    if upright.is_empty() || level.len() + upright.len() > LINES {
        return Vec::new();
    }
    groups(&level, &upright)
        .into_iter()
        .filter_map(|(level, upright)| lattice(&level, &upright))
        .collect()
}

/// Lines that go on in one another as one.
fn joined(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut joined: Vec<Line> = Vec::new();
    for line in lines {
        // Lines at one height can lie a hair apart, and then not in the order of their starts.
        let before = joined
            .iter_mut()
            .rev()
            .take_while(|before| line.at - before.at <= NEAR)
            .find(|before| before.meets(&line));
        match before {
            Some(before) => {
                before.from = before.from.min(line.from);
                before.to = before.to.max(line.to);
            }
            None => joined.push(line),
        }
    }
    joined
}

/// The lines that hang together.
fn groups(level: &[Line], upright: &[Line]) -> Vec<(Vec<Line>, Vec<Line>)> {
    let mut groups = Groups::of(level.len() + upright.len());
    for (row, line) in level.iter().enumerate() {
        for (column, other) in upright.iter().enumerate() {
            if line.crosses(other) {
                groups.unite(row, level.len() + column);
            }
        }
    }
    let parted = |group: Vec<usize>| {
        let (level_ones, upright_ones): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|at| *at < level.len());
        (
            level_ones.into_iter().map(|at| level[at]).collect(),
            upright_ones
                .into_iter()
                .map(|at| upright[at - level.len()])
                .collect(),
        )
    };
    groups.all().into_iter().map(parted).collect()
}

/// What belongs together.
struct Groups(Vec<usize>);

impl Groups {
    fn of(many: usize) -> Self {
        Self((0..many).collect())
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// Each group in order, by its first one.
    fn all(mut self) -> Vec<Vec<usize>> {
        let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for one in 0..self.0.len() {
            all.entry(self.root(one)).or_default().push(one);
        }
        all.into_values().collect()
    }
}

/// The places of edges, from the lowest, those that are near to each other as one.
fn edges(mut places: Vec<f32>) -> Vec<f32> {
    places.sort_by(f32::total_cmp);
    let mut edges: Vec<f32> = Vec::new();
    for place in places {
        if edges.last().is_none_or(|last| place - last > NEAR) {
            edges.push(place);
        }
    }
    edges
}

fn lattice(level: &[Line], upright: &[Line]) -> Option<Lattice> {
    let ends = |lines: &[Line]| -> Vec<f32> {
        lines.iter().flat_map(|line| [line.from, line.to]).collect()
    };
    let places = |lines: &[Line]| -> Vec<f32> { lines.iter().map(|line| line.at).collect() };
    let across = edges([places(upright), ends(level)].concat());
    let mut down = edges([places(level), ends(upright)].concat());
    down.reverse();
    let (columns, rows) = (across.len().checked_sub(1)?, down.len().checked_sub(1)?);
    if columns < 2 || rows < 2 || columns > COLUMNS || rows > ROWS {
        return None;
    }
    let drawn = |lines: &[Line], at: f32, from: f32, to: f32| {
        let covered: f32 = lines
            .iter()
            .filter(|line| (line.at - at).abs() <= NEAR)
            .map(|line| (line.to.min(to) - line.from.max(from)).max(0.0))
            .sum();
        covered >= DRAWN * (to - from)
    };
    let mut groups = Groups::of(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let own = row * columns + column;
            let right_open = column + 1 < columns
                && !drawn(upright, across[column + 1], down[row + 1], down[row]);
            if right_open {
                groups.unite(own, own + 1);
            }
            let below_open =
                row + 1 < rows && !drawn(level, down[row + 1], across[column], across[column + 1]);
            if below_open {
                groups.unite(own, own + columns);
            }
        }
    }
    let mut cells = Vec::new();
    for group in groups.all() {
        let (first, last) = (group[0], group[group.len() - 1]);
        let left = group.iter().map(|at| at % columns).min()?;
        let right = group.iter().map(|at| at % columns).max()?;
        let area = Area {
            rows: [first / columns, last / columns],
            columns: [left, right],
        };
        let size = (area.rows[1] + 1 - area.rows[0]) * (right + 1 - left);
        // What is no rectangle is no cell.
        if size != group.len() {
            return None;
        }
        cells.push(area);
    }
    Some(Lattice {
        across,
        down,
        cells,
    })
}
