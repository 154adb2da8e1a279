//! Takes the text that nobody sees out of a PDF before it is read. Only the operations that show it are replaced, byte for byte; a file that hides nothing is
//! read as it is.

use super::layers::Layers;
use super::marks::Marks;
use super::painter::{Painter, Run};
use super::turned::{Turn, turn};
use crate::extract::hidden::Collected;
use crate::extract::unreadable;
use groundwall_core::{HiddenBy, HiddenText, Locator, Problem};
use lopdf::{Dictionary, Object, Stream};
use std::collections::BTreeMap;
use unpdf::parser::backend::{ObjectId, PaintedXObject, PdfBackend as _, RawBackend};

/// What was found.
#[derive(Default)]
pub(super) struct Apart {
    pub(super) hidden: Vec<HiddenText>,
    /// The file without it; none where it hides nothing.
    pub(super) bytes: Option<Vec<u8>>,
    /// What may bound the tables of each page.
    pub(super) marks: BTreeMap<u32, Marks>,
    /// Pages whose text does not run to the right, and how they are turned so that it does.
    pub(super) turns: BTreeMap<u32, Turn>,
}

/// An operation in a form, which may be drawn several times: it is taken out where nobody sees it any time.
struct InForm {
    page: u32,
    seen: bool,
    run: Run,
}

/// Whether hidden text counts as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TakeOut {
    Hidden,
    Nothing,
}

/// Finds what may bound tables and what is hidden, takes it out of `structure`, and writes that anew.
///
/// # Errors
/// `Unprocessable` where the file draws more than any does, or hides text and is too damaged to be written without it.
pub(super) fn apart(
    bytes: &[u8],
    structure: Option<&mut lopdf::Document>,
    take_out: TakeOut,
) -> Result<Apart, Problem> {
    let Ok(backend) = RawBackend::load_bytes(bytes) else {
        return Ok(Apart::default());
    };
    let mut painter = Painter::of(
        &backend,
        structure.as_deref().map(Layers::of).unwrap_or_default(),
    );
    let (mut found, mut all_marks) = (Found::default(), BTreeMap::new());
    let mut turns = BTreeMap::new();
    for (number, id) in backend.pages() {
        let Ok(content) = backend.page_content_with_losses(id) else {
            continue;
        };
        let unit = structure.as_ref().and_then(|pdf| {
            pdf.get_dictionary(id)
                .ok()?
                .get(b"UserUnit")
                .ok()?
                .as_float()
                .ok()
        });
        let (runs, marks) = painter.page(id, &content.data, unit.unwrap_or(1.0))?;
        all_marks.insert(number, marks);
        turns.extend(turn(&runs).map(|turn| (number, turn)));
        found.add(number, id, &content.data, runs, &backend);
    }
    let Found {
        pages,
        forms,
        mut texts,
    } = found;
    let mut in_forms: BTreeMap<ObjectId, Vec<Run>> = BTreeMap::new();
    for ((form, _), InForm { page, run, .. }) in forms.into_iter().filter(|(_, own)| !own.seen) {
        texts.entry(page).or_default().add(&run, &backend);
        in_forms.entry(form).or_default().push(run);
    }
    if take_out == TakeOut::Nothing || pages.is_empty() && in_forms.is_empty() {
        return Ok(Apart {
            marks: all_marks,
            turns,
            ..Apart::default()
        });
    }
    let Some(pdf) = structure else {
        return Err(unreadable(
            "This PDF holds text that nobody sees, and is too damaged to be read without it. Export it again and upload it.",
        ));
    };
    let contents = in_forms.into_iter().filter_map(|(form, runs)| {
        let (scope, name) = painter.name_of(form)?;
        let Some(PaintedXObject::Form(drawn)) = backend.xobject(*scope, name) else {
            return None;
        };
        Some((form, without(&drawn.content?, runs.iter())))
    });
    let contents: Vec<(ObjectId, Vec<u8>)> = contents.collect();
    Ok(Apart {
        hidden: listed(texts),
        bytes: Some(written(pdf, pages, contents)?),
        marks: all_marks,
        turns,
    })
}

#[derive(Default)]
struct Found {
    /// New contents of pages.
    pages: Vec<(ObjectId, Vec<u8>)>,
    forms: BTreeMap<(ObjectId, usize), InForm>,
    texts: BTreeMap<u32, Texts>,
}

impl Found {
    fn add(
        &mut self,
        number: u32,
        id: ObjectId,
        content: &[u8],
        runs: Vec<Run>,
        backend: &RawBackend,
    ) {
        let (own, in_forms): (Vec<Run>, Vec<Run>) =
            runs.into_iter().partition(|run| run.scope.form.is_none());
        let hidden: Vec<&Run> = own.iter().filter(|run| run.by.is_some()).collect();
        if !hidden.is_empty() {
            let texts = self.texts.entry(number).or_default();
            for run in &hidden {
                texts.add(run, backend);
            }
            self.pages.push((id, without(content, hidden.into_iter())));
        }
        for run in in_forms {
            let Some(form) = run.scope.form else { continue };
            let seen = run.by.is_none();
            let own = self.forms.entry((form, run.place.start)).or_insert(InForm {
                page: number,
                seen,
                run,
            });
            own.seen |= seen;
        }
    }
}

/// Hidden texts of a page, with what goes on directly behind what is before it.
#[derive(Default)]
struct Texts(Vec<Told>);

/// Why it is hidden, the text, and where what goes on behind it would begin.
type Told = (HiddenBy, String, Option<(f32, f32)>);

impl Texts {
    fn add(&mut self, run: &Run, backend: &RawBackend) {
        let Some(by) = run.by else { return };
        let parts: Vec<String> = run
            .shown
            .iter()
            .map(|part| backend.decode_text(run.scope, &run.font, part).text)
            .collect();
        let text = parts.join(" ");
        let (start, end) = run.edges();
        match self.0.last_mut() {
            Some((last, before, at)) if *last == by => {
                let goes_on = at.is_some_and(|(x, y)| {
                    (start.1 - y).abs() < 0.5 && (start.0 - x).abs() < 0.12 * run.height()
                });
                if !goes_on {
                    before.push(' ');
                }
                before.push_str(&text);
                *at = Some(end);
            }
            _ => self.0.push((by, text, Some(end))),
        }
    }
}

fn listed(texts: BTreeMap<u32, Texts>) -> Vec<HiddenText> {
    let mut all = Collected::default();
    for (page, Texts(texts)) in texts {
        for (by, text, _) in texts {
            all.add(
                by,
                &text,
                Locator {
                    page: Some(page),
                    ..Locator::default()
                },
            );
        }
    }
    all.into_texts()
}

/// The content without some of its runs, which are in its order.
fn without<'a>(content: &[u8], runs: impl Iterator<Item = &'a Run>) -> Vec<u8> {
    let mut kept = Vec::with_capacity(content.len());
    let mut at = 0;
    for run in runs {
        kept.extend_from_slice(content.get(at..run.place.start).unwrap_or_default());
        kept.extend_from_slice(&run.instead);
        at = run.place.end;
    }
    kept.extend_from_slice(content.get(at..).unwrap_or_default());
    kept
}

/// The file with these contents of pages and forms.
///
/// # Errors
/// `Unprocessable` where it is too damaged to be written.
pub(super) fn written(
    pdf: &mut lopdf::Document,
    pages: Vec<(ObjectId, Vec<u8>)>,
    forms: Vec<(ObjectId, Vec<u8>)>,
) -> Result<Vec<u8>, Problem> {
    let cannot = |error: &dyn std::fmt::Display| {
        unreadable(&format!(
            "The PDF is damaged and cannot be read ({error}). Export it again and upload it."
        ))
    };
    for (page, content) in pages {
        let stream = pdf.add_object(Stream::new(Dictionary::new(), content));
        let page = pdf
            .get_object_mut(page)
            .and_then(Object::as_dict_mut)
            .map_err(|error| cannot(&error))?;
        page.set("Contents", Object::Reference(stream));
    }
    for (form, content) in forms {
        let stream = pdf
            .get_object_mut(form)
            .and_then(Object::as_stream_mut)
            .map_err(|error| cannot(&error))?;
        stream.set_plain_content(content);
    }
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).map_err(|error| cannot(&error))?;
    Ok(bytes)
}
