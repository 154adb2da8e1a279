//! The graphics state of a page, as far as it hides text (ISO 32000-1, 8.4 and 9.3).

use super::space::{Bounds, Matrix};
use super::tokens::Operation;
use crate::extract::hidden::Color;

/// A color space by what its numbers mean; of others the colors are not known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Space {
    Gray,
    Rgb,
    Cmyk,
    Other,
}

impl Space {
    /// The color that is set with it.
    pub(super) fn first(self) -> Option<Color> {
        (self != Self::Other).then_some(Color::BLACK)
    }

    /// A color of it; none where it is not known.
    pub(super) fn color(self, operation: &Operation) -> Option<Color> {
        match self {
            Self::Gray => operation.numbers().map(|[gray]| Color([gray; 3])),
            Self::Rgb => operation.numbers().map(Color),
            Self::Cmyk => operation
                .numbers()
                .map(|[c, m, y, k]| Color([c, m, y].map(|ink: f32| (1.0 - ink) * (1.0 - k)))),
            Self::Other => None,
        }
    }
}

/// What fills or draws: none where its color is not known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    pub(super) space: Space,
    pub(super) color: Option<Color>,
    pub(super) opacity: f32,
}

impl Ink {
    /// The same where its color is not known.
    pub(super) fn unknown(self) -> Self {
        Self {
            color: None,
            ..self
        }
    }
}

impl Default for Ink {
    fn default() -> Self {
        Self {
            space: Space::Gray,
            color: Some(Color::BLACK),
            opacity: 1.0,
        }
    }
}

/// Where marks are left: a rectangle around it, and whether it is just that rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clip {
    pub(super) bounds: Bounds,
    pub(super) exact: bool,
}

impl Clip {
    /// What lies in both.
    pub(super) fn common(self, other: Self) -> Self {
        Self {
            bounds: self.bounds.common(&other.bounds),
            exact: self.exact && other.exact,
        }
    }

    /// The same where it is not known to be just that rectangle.
    pub(super) fn inexact(self) -> Self {
        Self {
            exact: false,
            ..self
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Graphics {
    pub(super) matrix: Matrix,
    pub(super) fill: Ink,
    pub(super) stroke: Ink,
    /// Whether marks simply lie over what is there: no blend mode, no mask.
    pub(super) plain: bool,
    /// Opacity of the groups around.
    pub(super) group: f32,
    pub(super) clip: Clip,
    pub(super) line: f32,
    pub(super) text: Text,
}

impl Graphics {
    pub(super) fn of_page(page: Bounds) -> Self {
        Self {
            matrix: Matrix::NONE,
            fill: Ink::default(),
            stroke: Ink::default(),
            plain: true,
            group: 1.0,
            clip: Clip {
                bounds: page,
                exact: true,
            },
            line: 1.0,
            text: Text::default(),
        }
    }
}

/// The text state.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) font: Vec<u8>,
    /// None before a font was chosen.
    pub(super) size: Option<f32>,
    pub(super) letter: f32,
    pub(super) word: f32,
    /// A share, 1 for 100 %.
    pub(super) across: f32,
    pub(super) leading: f32,
    pub(super) rise: f32,
    pub(super) mode: i32,
    pub(super) matrix: Matrix,
    pub(super) line: Matrix,
}

impl Default for Text {
    fn default() -> Self {
        Self {
            font: Vec::new(),
            size: None,
            letter: 0.0,
            word: 0.0,
            across: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
            matrix: Matrix::NONE,
            line: Matrix::NONE,
        }
    }
}

impl Text {
    /// Applies an operation that sets the text state or goes to another place; false where it is another one.
    pub(super) fn apply(&mut self, operation: &Operation) -> bool {
        let number = operation.number(0);
        match operation.operator.as_slice() {
            b"BT" => (self.matrix, self.line) = (Matrix::NONE, Matrix::NONE),
            b"Tc" => self.letter = number.unwrap_or(self.letter),
            b"Tw" => self.word = number.unwrap_or(self.word),
            b"Tz" => self.across = number.map_or(self.across, |percent| percent / 100.0),
            b"TL" => self.leading = number.unwrap_or(self.leading),
            b"Ts" => self.rise = number.unwrap_or(self.rise),
            b"Tr" => self.mode = number.map_or(self.mode, |mode| mode as i32),
            b"Tf" => {
                self.font = operation.name().unwrap_or_default().to_vec();
                self.size = operation.number(1);
            }
            b"Td" | b"TD" => {
                let Some([x, y]) = operation.numbers() else {
                    return true;
                };
                if operation.operator == b"TD" {
                    self.leading = -y;
                }
                self.go(x, y);
            }
            b"Tm" => {
                if let Some(numbers) = operation.numbers() {
                    (self.matrix, self.line) = (Matrix(numbers), Matrix(numbers));
                }
            }
            b"T*" => self.go(0.0, -self.leading),
            _ => return false,
        }
        true
    }

    /// Begins a line that is moved against the one before.
    pub(super) fn go(&mut self, x: f32, y: f32) {
        self.line = Matrix::moved(x, y).then(self.line);
        self.matrix = self.line;
    }
}

/// The path that is built, in the space of the page.
#[derive(Debug)]
pub(super) struct Path {
    shapes: u32,
    bounds: Bounds,
    /// Corners of the first shape.
    corners: Vec<(f32, f32)>,
    curved: bool,
}

impl Default for Path {
    fn default() -> Self {
        Self {
            shapes: 0,
            bounds: Bounds::around([]),
            corners: Vec::new(),
            curved: false,
        }
    }
}

/// A rectangle has four corners, and perhaps the first once more.
const CORNERS: usize = 5;

impl Path {
    /// Applies an operation that builds a path; false where it is another one.
    pub(super) fn apply(&mut self, operation: &Operation, matrix: Matrix) -> bool {
        match operation.operator.as_slice() {
            b"re" => {
                if let Some([x, y, width, height]) = operation.numbers() {
                    self.shapes += 1;
                    for (x, y) in [
                        (x, y),
                        (x + width, y),
                        (x + width, y + height),
                        (x, y + height),
                    ] {
                        self.point(matrix.at(x, y));
                    }
                }
            }
            b"m" => {
                self.shapes += 1;
                self.points(operation, matrix);
            }
            b"l" => self.points(operation, matrix),
            b"c" | b"v" | b"y" => {
                self.curved = true;
                self.points(operation, matrix);
            }
            b"h" => {}
            _ => return false,
        }
        true
    }

    fn points(&mut self, operation: &Operation, matrix: Matrix) {
        for at in (0..operation.operands.len()).step_by(2) {
            if let (Some(x), Some(y)) = (operation.number(at), operation.number(at + 1)) {
                self.point(matrix.at(x, y));
            }
        }
    }

    fn point(&mut self, point: (f32, f32)) {
        let Bounds {
            left,
            bottom,
            right,
            top,
        } = self.bounds;
        self.bounds = Bounds {
            left: left.min(point.0),
            bottom: bottom.min(point.1),
            right: right.max(point.0),
            top: top.max(point.1),
        };
        if self.shapes == 1 && self.corners.len() <= CORNERS {
            self.corners.push(point);
        }
    }

    /// The rectangle around it, and whether it is just that.
    pub(super) fn around(&self) -> Clip {
        let near = |a: f32, b: f32| (a - b).abs() < 0.1;
        let corners = self.corners.as_slice();
        let closed = corners.len() == CORNERS
            && near(corners[0].0, corners[4].0)
            && near(corners[0].1, corners[4].1);
        let four = self.shapes == 1 && !self.curved && (corners.len() == 4 || closed);
        let at_corner = |(x, y): &(f32, f32)| {
            (near(*x, self.bounds.left) || near(*x, self.bounds.right))
                && (near(*y, self.bounds.bottom) || near(*y, self.bounds.top))
        };
        // Neighbours share one side each, or two corners would be one.
        let upright = four
            && (0..4).all(|at| {
                near(corners[at].0, corners[(at + 1) % 4].0)
                    != near(corners[at].1, corners[(at + 1) % 4].1)
            });
        Clip {
            bounds: self.bounds,
            exact: upright && corners.iter().all(at_corner),
        }
    }
}
