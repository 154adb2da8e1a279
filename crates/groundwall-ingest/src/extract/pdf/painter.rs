//! Goes through what a page draws, in its order, and finds the text that nobody sees.

mod inks;
mod kept;
mod texts;

pub(super) use texts::Run;

use super::layers::Layers;
use super::marks::{Marks, Outline};
use super::space::{Bounds, Matrix};
use super::state::{Clip, Graphics, Ink, Path, Space};
use super::tokens::{Operation, Scanner};
use crate::Limits;
use crate::extract::hidden::Color;
use groundwall_core::{HiddenBy, Problem};
use kept::{Kept, Marked};
use std::collections::HashMap;
use unpdf::parser::backend::{
    ObjectId, PaintedXObject, PdfBackend as _, RawBackend, ResourceScope,
};

/// Forms within one another.
const DEPTH: u32 = 12;
/// States that are kept for later; no page keeps as many.
const KEPT: usize = 1_000;
/// Bytes of forms that a document draws, at most; a form can be drawn again and again.
const DRAWN: usize = 400_000_000;
/// Comparisons of marks with texts in a document, at most.
const COMPARED: u64 = 2_000_000_000;
/// Colors of grounds that are told apart on a page; with more, every text is compared with its ground.
const COLORS: usize = 256;
/// Strips of a page in which texts are looked for.
const STRIPS: usize = 64;
/// Less opacity than this is none.
const FAINT: f32 = 0.05;
/// Share of a page that a scan covers at least.
const SCANNED: f32 = 0.5;

/// Something that was painted.
struct Fill {
    bounds: Bounds,
    /// Known where it is just that rectangle and nothing shines through.
    color: Option<Color>,
}

/// What a font, a graphics state or a color space by a name is.
#[derive(Default)]
struct Named {
    /// Whether the glyphs of a font are drawings of their own, which text state does not reach.
    drawings: HashMap<(ResourceScope, Vec<u8>), bool>,
    spaces: HashMap<(ResourceScope, Vec<u8>), Space>,
}

/// Reads pages one after the other.
pub(super) struct Painter<'a> {
    backend: &'a RawBackend,
    drawn: usize,
    compared: u64,
    page: Page,
    layers: Layers,
    /// A name by which each form is drawn.
    names: HashMap<ObjectId, (ResourceScope, Vec<u8>)>,
}

#[derive(Default)]
struct Page {
    shown: Option<Bounds>,
    points: f32,
    runs: Vec<Run>,
    /// Texts that are seen so far, by where their middle stands.
    strips: Vec<Vec<usize>>,
    fills: Vec<Fill>,
    /// Colors that something large enough for text was filled with.
    colors: Vec<Color>,
    images: Vec<Bounds>,
    marks: Marks,
    named: Named,
    /// Layers that are open and off.
    off: u32,
}

impl<'a> Painter<'a> {
    pub(super) fn of(backend: &'a RawBackend, layers: Layers) -> Self {
        Self {
            backend,
            drawn: 0,
            compared: 0,
            page: Page::default(),
            layers,
            names: HashMap::new(),
        }
    }

    /// The texts of a page, and what may bound its tables; `points` is the size of its unit.
    ///
    /// # Errors
    /// `Unprocessable` where the document draws more than any does.
    pub(super) fn page(
        &mut self,
        id: (u32, u16),
        content: &[u8],
        points: f32,
    ) -> Result<(Vec<Run>, Marks), Problem> {
        let area = self.backend.crop_box(id);
        let shown = Bounds {
            left: area.llx,
            bottom: area.lly,
            right: area.urx,
            top: area.ury,
        };
        self.page = Page {
            shown: Some(shown),
            points,
            strips: vec![Vec::new(); STRIPS],
            ..Page::default()
        };
        self.content(
            content,
            ResourceScope::page(id),
            Graphics::of_page(shown),
            0,
        )?;
        let Page {
            mut runs,
            images,
            marks,
            ..
        } = std::mem::take(&mut self.page);
        let covered: f32 = images.iter().map(|image| image.common(&shown).area()).sum();
        if covered >= SCANNED * shown.area() {
            // Recognised text over a scan, or under it: the picture shows it.
            for run in runs
                .iter_mut()
                .filter(|run| run.inkless && run.by == Some(HiddenBy::Mark))
            {
                if images
                    .iter()
                    .any(|image| image.wider(2.0).has(run.bounds.middle()))
                {
                    run.by = None;
                }
            }
        }
        Ok((runs, marks))
    }

    /// How to come to a form that was drawn.
    pub(super) fn name_of(&self, form: ObjectId) -> Option<&(ResourceScope, Vec<u8>)> {
        self.names.get(&form)
    }

    fn compare(&mut self, many: usize) -> Result<(), Problem> {
        self.compared += many as u64;
        if self.compared > COMPARED {
            Err(Limits::over(
                "drawn parts that lie over each other",
                COMPARED,
            ))
        } else {
            Ok(())
        }
    }

    fn content(
        &mut self,
        bytes: &[u8],
        scope: ResourceScope,
        start: Graphics,
        depth: u32,
    ) -> Result<(), Problem> {
        let (mut state, mut kept, mut path, mut clips) =
            (start, Kept::default(), Path::default(), false);
        let (mut scanner, mut operation) = (Scanner::of(bytes), Operation::default());
        let (mut marked, mut outline) = (Marked::default(), Outline::default());
        while scanner.next(&mut operation) {
            outline.follow(&operation, state.matrix);
            if state.text.apply(&operation)
                || path.apply(&operation, state.matrix)
                || self.inks(&operation, scope, &mut state)
            {
                continue;
            }
            match operation.operator.as_slice() {
                b"q" => kept.keep(&state),
                b"Q" => {
                    if let Some(before) = kept.give_back() {
                        state = before;
                    }
                }
                b"cm" => {
                    if let Some(numbers) = operation.numbers() {
                        state.matrix = Matrix(numbers).then(state.matrix);
                    }
                }
                b"BMC" | b"BDC" => {
                    let hides = |name| self.layers.hides(scope, name);
                    self.page.off += marked.open(|| operation.layer().is_some_and(hides));
                }
                b"EMC" => self.page.off -= marked.close(),
                b"W" | b"W*" => clips = true,
                b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" | b"n" => {
                    let around = std::mem::take(&mut path).around();
                    self.draw_path(operation.operator[0], around, &state)?;
                    let outline = std::mem::take(&mut outline);
                    if self.page.off == 0 {
                        let clip = &state.clip.bounds;
                        outline.drawn(operation.operator[0], clip, &mut self.page.marks);
                    }
                    if std::mem::take(&mut clips) {
                        if around.exact {
                            self.page.marks.clipped_to(around.bounds);
                        }
                        state.clip = state.clip.common(around);
                    }
                }
                b"sh" => self.paint(state.clip.inexact(), &state.fill.unknown(), &state)?,
                b"BI" => self.image(&state)?,
                b"Do" => {
                    if let Some(name) = operation.name() {
                        self.draw(name, scope, &state, depth)?;
                    }
                }
                b"Tj" | b"TJ" | b"'" | b"\"" => self.show(&operation, scope, &mut state)?,
                _ => {}
            }
        }
        self.page.off -= marked.left();
        Ok(())
    }

    /// Draws along a path and fills it, as the first letter of the operator says.
    fn draw_path(&mut self, operator: u8, around: Clip, state: &Graphics) -> Result<(), Problem> {
        let strokes = matches!(operator, b'B' | b'b' | b'S' | b's');
        let line = state.line * state.matrix.stretch().0;
        if strokes && line >= 3.0 {
            let wide = Clip {
                bounds: around.bounds.wider(line / 2.0),
                exact: false,
            };
            self.paint(wide, &state.stroke.unknown(), state)?;
        }
        if matches!(operator, b'f' | b'F' | b'B' | b'b') {
            self.paint(around, &state.fill, state)?;
        }
        Ok(())
    }

    /// Lays a mark over the page: texts that it holds are covered, texts to come stand on it.
    fn paint(&mut self, shape: Clip, ink: &Ink, state: &Graphics) -> Result<(), Problem> {
        let bounds = shape.bounds.common(&state.clip.bounds);
        let opacity = ink.opacity * state.group;
        if bounds.area() <= 0.0 || opacity <= FAINT || self.page.off > 0 {
            return Ok(());
        }
        let solid = shape.exact
            && state.clip.exact
            && state.plain
            && opacity >= 0.99
            && ink.color.is_some();
        self.page.fills.push(Fill {
            bounds,
            color: ink.color.filter(|_| solid),
        });
        if !solid {
            return Ok(());
        }
        if let Some(color) = ink
            .color
            .filter(|_| bounds.right - bounds.left >= 3.0 && bounds.top - bounds.bottom >= 3.0)
            && self.page.colors.len() < COLORS
            && !self.page.colors.iter().any(|known| known.same(color))
        {
            self.page.colors.push(color);
        }
        let (first, last) = (self.strip(bounds.bottom), self.strip(bounds.top));
        let mut looked_at = 0;
        let Page { strips, runs, .. } = &mut self.page;
        for strip in &mut strips[first..=last] {
            looked_at += strip.len();
            strip.retain(|at| {
                let run = &mut runs[*at];
                let covered = bounds.holds(&run.bounds);
                if covered {
                    run.by = Some(HiddenBy::Cover);
                }
                !covered
            });
        }
        self.compare(looked_at)
    }

    fn strip(&self, y: f32) -> usize {
        let Some(page) = self.page.shown else {
            return 0;
        };
        let share = (y - page.bottom) / (page.top - page.bottom).max(1.0);
        ((share * STRIPS as f32).max(0.0) as usize).min(STRIPS - 1)
    }

    /// A picture in the unit square: what lies under it is taken to shine through.
    fn image(&mut self, state: &Graphics) -> Result<(), Problem> {
        if self.page.off > 0 {
            return Ok(());
        }
        let bounds = Bounds::of(state.matrix, [0.0, 0.0, 1.0, 1.0]);
        self.page.images.push(bounds.common(&state.clip.bounds));
        self.paint(
            Clip {
                bounds,
                exact: false,
            },
            &state.fill.unknown(),
            state,
        )
    }

    fn draw(
        &mut self,
        name: &[u8],
        scope: ResourceScope,
        state: &Graphics,
        depth: u32,
    ) -> Result<(), Problem> {
        let form = match self.backend.xobject(scope, name) {
            Some(PaintedXObject::Form(form)) => form,
            Some(PaintedXObject::Image) => return self.image(state),
            Some(PaintedXObject::Other) | None => return Ok(()),
        };
        let matrix = Matrix(form.matrix).then(state.matrix);
        let mut inside = Graphics {
            matrix,
            ..state.clone()
        };
        if let Some(area) = form.bbox {
            let bounds = Bounds::of(matrix, [area.llx, area.lly, area.urx, area.ury])
                .common(&state.clip.bounds);
            inside.clip = Clip {
                bounds,
                exact: state.clip.exact && matrix.keeps_sides(),
            };
        }
        if form.transparency_group {
            inside.group *= inside.fill.opacity;
            (inside.fill.opacity, inside.stroke.opacity) = (1.0, 1.0);
        }
        let Some(content) = form.content.filter(|_| depth < DEPTH) else {
            return self.paint(inside.clip.inexact(), &state.fill.unknown(), state);
        };
        self.names
            .entry(form.id)
            .or_insert_with(|| (scope, name.to_vec()));
        self.count_drawn(content.len())?;
        let off = u32::from(self.layers.hides_form(form.id));
        self.page.off += off;
        let drawn = self.content(
            &content,
            ResourceScope::form(scope.page, form.id),
            inside,
            depth + 1,
        );
        self.page.off -= off;
        drawn
    }

    fn count_drawn(&mut self, bytes: usize) -> Result<(), Problem> {
        self.drawn += bytes;
        if self.drawn > DRAWN {
            return Err(Limits::over(
                "drawings within drawings",
                format!("{} MB", DRAWN / 1_000_000),
            ));
        }
        Ok(())
    }
}
