//! The texts of a page: where they stand, and why nobody sees them when they are drawn.

use super::{COLORS, FAINT, Fill, Painter};
use crate::extract::hidden::{Color, TINY};
use crate::extract::pdf::space::{Bounds, Matrix};
use crate::extract::pdf::state::{Graphics, Ink};
use crate::extract::pdf::tokens::{Operand, Operation};
use groundwall_core::{HiddenBy, Problem};
use std::ops::Range;
use unpdf::parser::backend::{PdfBackend as _, ResourceScope};

/// Room for a space between words, in thousandths of the size.
const WORD: f32 = 180.0;

/// One operation that shows text.
#[derive(Debug)]
pub(in crate::extract::pdf) struct Run {
    pub(in crate::extract::pdf) scope: ResourceScope,
    pub(in crate::extract::pdf) place: Range<usize>,
    pub(in crate::extract::pdf) font: Vec<u8>,
    /// Its codes, in parts with room for a space between them.
    pub(in crate::extract::pdf) shown: Vec<Vec<u8>>,
    /// What moves on as it does and shows nothing.
    pub(in crate::extract::pdf) instead: Vec<u8>,
    pub(in crate::extract::pdf) by: Option<HiddenBy>,
    pub(super) bounds: Bounds,
    /// How far it goes on the page, to the right and up.
    pub(in crate::extract::pdf) along: (f32, f32),
    /// Drawn without ink, as over scans.
    pub(super) inkless: bool,
}

impl Run {
    /// Where it begins and ends, on its lower edge.
    pub(in crate::extract::pdf) fn edges(&self) -> ((f32, f32), (f32, f32)) {
        (
            (self.bounds.left, self.bounds.bottom),
            (self.bounds.right, self.bounds.bottom),
        )
    }

    pub(in crate::extract::pdf) fn height(&self) -> f32 {
        self.bounds.top - self.bounds.bottom
    }
}

/// How far a text goes, and its bytes.
struct Measured {
    across: f32,
    up: f32,
    /// Whether the widths of its glyphs are known.
    known: bool,
    shown: Vec<Vec<u8>>,
}

/// Goes to the next line where the operator does; what does the same and shows nothing.
fn next_line(operation: &Operation, state: &mut Graphics) -> Vec<u8> {
    let mut instead = Vec::new();
    if operation.operator == b"\"" {
        (state.text.word, state.text.letter) = (
            operation.number(0).unwrap_or(0.0),
            operation.number(1).unwrap_or(0.0),
        );
        instead.extend_from_slice(
            format!("{} Tw {} Tc ", state.text.word, state.text.letter).as_bytes(),
        );
    }
    if matches!(operation.operator.as_slice(), b"'" | b"\"") {
        state.text.go(0.0, -state.text.leading);
        instead.extend_from_slice(b"T* ");
    }
    instead
}

/// What moves on as far as a text does.
fn moved(state: &Graphics, size: f32, across: f32, up: f32) -> String {
    let along = if up == 0.0 {
        across / (size * state.text.across)
    } else {
        up / size
    };
    let back = if along.is_finite() {
        -1000.0 * along
    } else {
        0.0
    };
    format!("[{back:.2}] TJ")
}

/// What a text covers, in its own space.
fn area(state: &Graphics, size: f32, across: f32, up: f32) -> [f32; 4] {
    if up == 0.0 {
        let (low, high) = (state.text.rise - 0.15 * size, state.text.rise + 0.7 * size);
        [0.0, low, across, high]
    } else {
        [-0.5 * size, 0.0, 0.5 * size, up]
    }
}

impl Painter<'_> {
    pub(super) fn show(
        &mut self,
        operation: &Operation,
        scope: ResourceScope,
        state: &mut Graphics,
    ) -> Result<(), Problem> {
        let mut instead = next_line(operation, state);
        let Some(size) = state.text.size else {
            return Ok(());
        };
        // From mode 4 on the letters cut out what is painted next.
        state.clip.exact &= state.text.mode < 4;
        let pieces: &[Operand] = match operation.operands.last() {
            Some(Operand::Array(pieces)) => pieces,
            Some(_) | None => &operation.operands,
        };
        let Measured {
            across,
            up,
            known,
            shown,
        } = self.measure(pieces, scope, state, size);
        let start = state.text.matrix;
        state.text.matrix = Matrix::moved(across, up).then(start);
        let backend = self.backend;
        let own_drawings = *self
            .page
            .named
            .drawings
            .entry((scope, state.text.font.clone()))
            .or_insert_with_key(|(scope, font)| backend.type3_font(*scope, font).is_some());
        if own_drawings || shown.iter().flatten().all(|byte| matches!(byte, 0 | b' ')) {
            return Ok(());
        }
        let to_page = start.then(state.matrix);
        let bounds = Bounds::of(to_page, area(state, size, across, up));
        let ((from_x, from_y), (x, y)) = (to_page.at(0.0, 0.0), to_page.at(across, 0.0));
        let off = self.page.off > 0;
        let by = if off {
            Some(HiddenBy::Mark)
        } else {
            self.hides(&bounds, to_page, size, state)?
        };
        instead.extend_from_slice(moved(state, size, across, up).as_bytes());
        if by.is_none() && known && state.text.mode != 7 {
            let strip = self.strip(bounds.middle().1);
            self.page.strips[strip].push(self.page.runs.len());
        }
        self.page.runs.push(Run {
            scope,
            place: operation.place.clone(),
            font: state.text.font.clone(),
            shown,
            instead,
            by,
            bounds,
            along: (x - from_x, y - from_y),
            inkless: state.text.mode == 3 && !off,
        });
        Ok(())
    }

    fn measure(
        &self,
        pieces: &[Operand],
        scope: ResourceScope,
        state: &Graphics,
        size: f32,
    ) -> Measured {
        let text = &state.text;
        let mut measured = Measured {
            across: 0.0,
            up: 0.0,
            known: true,
            shown: vec![Vec::new()],
        };
        let mut vertical = false;
        for piece in pieces {
            match piece {
                Operand::Text(bytes) => {
                    match self.backend.glyph_advances(scope, &text.font, bytes) {
                        Some(glyphs) => {
                            for glyph in glyphs {
                                let room =
                                    text.letter + if glyph.is_word_space { text.word } else { 0.0 };
                                match glyph.vertical {
                                    None => {
                                        measured.across +=
                                            (glyph.width / 1000.0 * size + room) * text.across;
                                    }
                                    Some(down) => {
                                        vertical = true;
                                        measured.up += down.advance / 1000.0 * size + room;
                                    }
                                }
                            }
                        }
                        None => {
                            measured.known = false;
                            measured.across +=
                                bytes.len() as f32 * (0.5 * size + text.letter) * text.across;
                        }
                    }
                    if let Some(part) = measured.shown.last_mut() {
                        part.extend_from_slice(bytes);
                    }
                }
                Operand::Number(back) => {
                    if vertical {
                        measured.up -= back / 1000.0 * size;
                    } else {
                        measured.across -= back / 1000.0 * size * text.across;
                    }
                    if *back < -WORD {
                        measured.shown.push(Vec::new());
                    }
                }
                Operand::Name(_) | Operand::Array(_) | Operand::Other => {}
            }
        }
        measured
    }

    /// Why nobody sees a text when it is drawn.
    fn hides(
        &mut self,
        bounds: &Bounds,
        to_page: Matrix,
        size: f32,
        state: &Graphics,
    ) -> Result<Option<HiddenBy>, Problem> {
        let inks: &[Ink] = match state.text.mode {
            0 | 4 => &[state.fill],
            1 | 5 => &[state.stroke],
            2 | 6 => &[state.fill, state.stroke],
            3 => return Ok(Some(HiddenBy::Mark)),
            // It cuts out what is painted next.
            _ => return Ok(None),
        };
        if inks.iter().all(|ink| ink.opacity * state.group <= FAINT) {
            return Ok(Some(HiddenBy::Color));
        }
        let (across, up) = to_page.stretch();
        let high = up * size.abs() * self.page.points;
        let wide = across * (size * state.text.across).abs() * self.page.points;
        if high < TINY || wide < TINY / 5.0 {
            return Ok(Some(HiddenBy::Size));
        }
        if self
            .page
            .shown
            .is_some_and(|page| !bounds.wider(up * size.abs()).meets(&page))
        {
            return Ok(Some(HiddenBy::Place));
        }
        let Some(color) = inks[0].color.filter(|color| {
            state.plain
                && inks
                    .iter()
                    .all(|ink| ink.color.is_some_and(|other| other.same(*color)))
        }) else {
            return Ok(None);
        };
        Ok(self.is_ground(bounds, color)?.then_some(HiddenBy::Color))
    }

    /// Whether all that lies under a text has its color.
    fn is_ground(&mut self, bounds: &Bounds, color: Color) -> Result<bool, Problem> {
        let same = |fill: &Fill| fill.color.is_some_and(|own| own.same(color));
        let known = self.page.colors.len() >= COLORS
            || self.page.colors.iter().any(|ground| ground.same(color));
        if !known && !color.same(Color::WHITE) {
            return Ok(false);
        }
        let mut looked_at = 0;
        let mut ground = color.same(Color::WHITE);
        for fill in self.page.fills.iter().rev() {
            looked_at += 1;
            if !fill.bounds.meets(bounds) {
                continue;
            }
            let whole = fill.bounds.holds(bounds);
            if !same(fill) || whole {
                ground = same(fill);
                break;
            }
        }
        self.compare(looked_at)?;
        Ok(ground)
    }
}
