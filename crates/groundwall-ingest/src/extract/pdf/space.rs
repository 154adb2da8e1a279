//! Places on a page.

/// `[a b c d e f]` as PDF writes it: x' = a x + c y + e, y' = b x + d y + f.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f32; 6]);

impl Matrix {
    pub(super) const NONE: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// This one first, then the other.
    #[expect(
        clippy::many_single_char_names,
        reason = "the names that PDF gives to the six numbers"
    )]
    pub(super) fn then(self, other: Self) -> Self {
        let ([a, b, c, d, e, f], [oa, ob, oc, od, oe, of]) = (self.0, other.0);
        Self([
            a * oa + b * oc,
            a * ob + b * od,
            c * oa + d * oc,
            c * ob + d * od,
            e * oa + f * oc + oe,
            e * ob + f * od + of,
        ])
    }

    pub(super) fn moved(x: f32, y: f32) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    #[expect(
        clippy::many_single_char_names,
        reason = "the names that PDF gives to the six numbers"
    )]
    pub(super) fn at(self, x: f32, y: f32) -> (f32, f32) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Whether rectangles stay rectangles with upright sides.
    pub(super) fn keeps_sides(self) -> bool {
        let [a, b, c, d, ..] = self.0.map(f32::abs);
        let large = a.max(b).max(c).max(d) * 1e-3;
        (b <= large && c <= large) || (a <= large && d <= large)
    }

    /// How much it stretches heights and widths.
    pub(super) fn stretch(self) -> (f32, f32) {
        let [a, b, c, d, ..] = self.0;
        (a.hypot(b), c.hypot(d))
    }
}

/// A rectangle with upright sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) left: f32,
    pub(super) bottom: f32,
    pub(super) right: f32,
    pub(super) top: f32,
}

impl Bounds {
    /// Around a rectangle, given by two of its corners, after a change of space.
    pub(super) fn of(matrix: Matrix, [x, y, across, up]: [f32; 4]) -> Self {
        Self::around([(x, y), (across, y), (x, up), (across, up)].map(|(x, y)| matrix.at(x, y)))
    }

    pub(super) fn around(points: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let none = Self {
            left: f32::INFINITY,
            bottom: f32::INFINITY,
            right: f32::NEG_INFINITY,
            top: f32::NEG_INFINITY,
        };
        points.into_iter().fold(none, |bounds, (x, y)| Self {
            left: bounds.left.min(x),
            bottom: bounds.bottom.min(y),
            right: bounds.right.max(x),
            top: bounds.top.max(y),
        })
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.bottom < other.top
            && other.bottom < self.top
    }

    /// Whether the other lies in it, but for half a unit.
    pub(super) fn holds(&self, other: &Self) -> bool {
        const SLACK: f32 = 0.5;
        self.left <= other.left + SLACK
            && self.bottom <= other.bottom + SLACK
            && self.right >= other.right - SLACK
            && self.top >= other.top - SLACK
    }

    pub(super) fn common(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        }
    }

    pub(super) fn wider(&self, by: f32) -> Self {
        Self {
            left: self.left - by,
            bottom: self.bottom - by,
            right: self.right + by,
            top: self.top + by,
        }
    }

    pub(super) fn area(&self) -> f32 {
        (self.right - self.left).max(0.0) * (self.top - self.bottom).max(0.0)
    }

    pub(super) fn middle(&self) -> (f32, f32) {
        (
            f32::midpoint(self.left, self.right),
            f32::midpoint(self.bottom, self.top),
        )
    }

    pub(super) fn has(&self, (x, y): (f32, f32)) -> bool {
        (self.left..=self.right).contains(&x) && (self.bottom..=self.top).contains(&y)
    }
}
