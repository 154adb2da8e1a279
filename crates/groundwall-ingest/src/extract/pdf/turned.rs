//! Pages whose text runs up, down or upside down: a landscape page in a portrait file, two pages on a sheet. The reader of pages takes lines to run to the right, so the
//! page is turned before.

use super::apart::written;
use super::painter::Run;
use super::space::Matrix;
use lopdf::{Dictionary, Object};
use std::collections::BTreeMap;
use unpdf::parser::backend::{ObjectId, PageBox, PdfBackend as _, RawBackend};

/// Share of a page's letters that run one way for it to be turned.
const MOST: f32 = 0.75;

/// How a page is turned, by the way in which its text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The text runs up.
    Right,
    /// It runs down.
    Left,
    /// It stands on its head.
    Over,
}

impl Turn {
    /// The way in which a text runs; none where that is to the right, or aslant.
    fn of((x, y): (f32, f32)) -> Option<Self> {
        if y.abs() <= 0.1 * x.abs() {
            (x < 0.0).then_some(Self::Over)
        } else if x.abs() <= 0.1 * y.abs() {
            Some(if y > 0.0 { Self::Right } else { Self::Left })
        } else {
            None
        }
    }

    /// What turns a page, whose lower left corner is at 0 afterwards, and its width and height then.
    fn page(self, page: PageBox) -> (Matrix, f32, f32) {
        let (width, height) = (page.urx - page.llx, page.ury - page.lly);
        match self {
            Self::Right => (
                Matrix([0.0, -1.0, 1.0, 0.0, -page.lly, page.urx]),
                height,
                width,
            ),
            Self::Left => (
                Matrix([0.0, 1.0, -1.0, 0.0, page.ury, -page.llx]),
                height,
                width,
            ),
            Self::Over => (
                Matrix([-1.0, 0.0, 0.0, -1.0, page.urx, page.ury]),
                width,
                height,
            ),
        }
    }
}

/// How a page is turned so that its text runs to the right; none where most of it does, or runs this way and that.
pub(super) fn turn(runs: &[Run]) -> Option<Turn> {
    let (mut all, mut turned) = (0, [(Turn::Right, 0), (Turn::Left, 0), (Turn::Over, 0)]);
    for run in runs.iter().filter(|run| run.by.is_none()) {
        let letters: usize = run.shown.iter().map(Vec::len).sum();
        all += letters;
        let own = Turn::of(run.along);
        for (turn, of_it) in &mut turned {
            *of_it += if own == Some(*turn) { letters } else { 0 };
        }
    }
    let most = turned.into_iter().max_by_key(|(_, letters)| *letters);
    most.filter(|(_, letters)| *letters > 0 && *letters as f32 >= MOST * all as f32)
        .map(|(turn, _)| turn)
}

/// The file with some pages turned; none where there is none to turn, or it cannot be written.
pub(super) fn upright(
    bytes: &[u8],
    pdf: &mut lopdf::Document,
    turns: &BTreeMap<u32, Turn>,
) -> Option<Vec<u8>> {
    if turns.is_empty() {
        return None;
    }
    let backend = RawBackend::load_bytes(bytes).ok()?;
    let mut pages: Vec<(ObjectId, Vec<u8>)> = Vec::new();
    for (number, id) in backend.pages() {
        let (Some(turn), Ok(content)) = (turns.get(&number), backend.page_content_with_losses(id))
        else {
            continue;
        };
        let (Matrix(matrix), width, height) = turn.page(backend.crop_box(id));
        let matrix: Vec<String> = matrix.iter().map(f32::to_string).collect();
        let turned = [
            format!("{} cm\n", matrix.join(" ")).as_bytes(),
            &content.data,
        ]
        .concat();
        let page = pdf.get_object_mut(id).and_then(Object::as_dict_mut).ok()?;
        lie_at(page, width, height);
        pages.push((id, turned));
    }
    written(pdf, pages, Vec::new()).ok()
}

/// Puts the corner of a page at 0. Its links would lie elsewhere now.
fn lie_at(page: &mut Dictionary, width: f32, height: f32) {
    let area: Vec<Object> = vec![0.into(), 0.into(), width.into(), height.into()];
    page.set("MediaBox", area.clone());
    page.set("CropBox", area);
    page.set("Rotate", 0);
    page.remove(b"Annots");
}
