//! What a page draws that can bound the cells of a table: lines, and the boxes that it clips to.

use super::space::{Bounds, Matrix};
use super::tokens::Operation;

/// Lines and boxes of a page that are kept; a drawing has more and is no table.
const KEPT: usize = 6_000;
/// Pieces of one path that are kept.
const PIECES: usize = 6_000;
/// A line is no thicker.
const THICK: f32 = 3.5;
/// And no shorter.
const SHORT: f32 = 5.0;

/// The lines and boxes of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    /// Upright and level ones, each as what it covers.
    pub(super) lines: Vec<Bounds>,
    pub(super) boxes: Vec<Bounds>,
}

impl Marks {
    fn line(&mut self, line: Bounds, clip: &Bounds) {
        let seen = line.common(&clip.wider(1.0));
        let (across, up) = (seen.right - seen.left, seen.top - seen.bottom);
        let is_line = across.min(up) >= 0.0 && across.min(up) <= THICK && across.max(up) >= SHORT;
        if is_line && self.lines.len() < KEPT {
            self.lines.push(seen);
        }
    }

    /// A box that what follows is clipped to. Writers set the same one again for each piece of text.
    pub(super) fn clipped_to(&mut self, bounds: Bounds) {
        if self.boxes.last() != Some(&bounds) && self.boxes.len() < KEPT {
            self.boxes.push(bounds);
        }
    }
}

type Point = (f32, f32);

/// One part of a path.
#[derive(Debug)]
struct Shape {
    bounds: Bounds,
    sides: Vec<(Point, Point)>,
    curved: bool,
}

/// The path that is built, by its parts.
#[derive(Debug, Default)]
pub(super) struct Outline {
    shapes: Vec<Shape>,
    start: Point,
    at: Point,
    pieces: usize,
}

impl Outline {
    /// Follows an operation that builds a path.
    pub(super) fn follow(&mut self, operation: &Operation, matrix: Matrix) {
        match operation.operator.as_slice() {
            b"re" => {
                if let Some([x, y, width, height]) = operation.numbers() {
                    self.begin(matrix.at(x, y));
                    for (x, y) in [(x + width, y), (x + width, y + height), (x, y + height)] {
                        self.side(matrix.at(x, y));
                    }
                    self.side(self.start);
                }
            }
            b"m" => {
                if let Some([x, y]) = operation.numbers() {
                    self.begin(matrix.at(x, y));
                }
            }
            b"l" => {
                if let Some([x, y]) = operation.numbers() {
                    self.side(matrix.at(x, y));
                }
            }
            b"h" => self.side(self.start),
            b"c" | b"v" | b"y" => {
                if let Some(shape) = self.shapes.last_mut() {
                    shape.curved = true;
                }
                let end = operation.operands.len();
                if let (Some(x), Some(y)) = (
                    end.checked_sub(2).and_then(|at| operation.number(at)),
                    end.checked_sub(1).and_then(|at| operation.number(at)),
                ) {
                    self.at = matrix.at(x, y);
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self, point: Point) {
        (self.start, self.at) = (point, point);
        self.pieces += 1;
        if self.pieces <= PIECES {
            self.shapes.push(Shape {
                bounds: Bounds::around([point]),
                sides: Vec::new(),
                curved: false,
            });
        }
    }

    fn side(&mut self, to: Point) {
        let from = std::mem::replace(&mut self.at, to);
        self.pieces += 1;
        if self.pieces > PIECES {
            return;
        }
        if let Some(shape) = self.shapes.last_mut() {
            let Bounds {
                left,
                bottom,
                right,
                top,
            } = shape.bounds;
            shape.bounds = Bounds::around([(left, bottom), (right, top), to]);
            shape.sides.push((from, to));
        }
    }

    /// Adds the lines that the path draws or fills to the marks.
    pub(super) fn drawn(self, operator: u8, clip: &Bounds, marks: &mut Marks) {
        let Self { shapes, pieces, .. } = self;
        if pieces > PIECES {
            return;
        }
        for shape in shapes.iter().filter(|shape| !shape.curved) {
            if matches!(operator, b'S' | b's' | b'B' | b'b') {
                for (from, to) in &shape.sides {
                    marks.line(Bounds::around([*from, *to]), clip);
                }
            } else if matches!(operator, b'f' | b'F') {
                marks.line(shape.bounds, clip);
            }
        }
    }
}
