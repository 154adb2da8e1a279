use super::reports::encoded;
use super::size;
use crate::TableLine;
use crate::components::document_header::DocumentHeader;
use crate::components::header::has_rows;
use crate::components::moment::minute;
use crate::components::paging::Paging;
use crate::components::reading::{Outline, SearchIn, Summary};
use crate::components::row_grid::{RowGrid, Said};
use crate::components::table_answer::address;
use crate::page::{address_of, page_address};
use groundwall_core::{DocumentId, DocumentText, Format, HiddenText, Sentence, SentenceKind};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Sentences on one page.
pub const SENTENCES: usize = 400;
/// Tables that are named, at most.
const TABLES: usize = 20;
/// Hidden texts that are shown, at most.
const HIDDEN: usize = 200;

/// A document's text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentView {
    pub text: DocumentText,
    /// First and last sentence that are marked.
    pub marked: Option<(u32, u32)>,
    /// Place of the first sentence that is shown.
    pub from: usize,
    /// Its tables.
    #[serde(default)]
    pub tables: Vec<TableLine>,
    /// What is searched in it.
    #[serde(default)]
    pub find: String,
}

/// What stands together: one block of the document at one place.
struct Part {
    kind: SentenceKind,
    /// Of a workbook.
    sheet: Option<String>,
    /// Said where it changes: page, sheet and cells.
    place: Option<Place>,
    sentences: Vec<(String, bool, bool)>,
}

enum Place {
    Cells(String),
    /// Of a PDF: no other format has pages.
    Page(u32),
}

fn parts(sentences: &[&Sentence], marked: Option<(u32, u32)>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut before: Option<&Sentence> = None;
    for &sentence in sentences {
        let is_marked =
            marked.is_some_and(|(first, last)| (first..=last).contains(&sentence.index));
        let first = marked.is_some_and(|(first, _)| sentence.index == first);
        let at = &sentence.locator;
        let place = match sentence.kind {
            SentenceKind::Row => at.cells.clone().map(Place::Cells),
            SentenceKind::Prose | SentenceKind::ListItem | SentenceKind::Heading => at
                .page
                .filter(|page| before.is_none_or(|before| before.locator.page != Some(*page)))
                .map(Place::Page),
        };
        let together = before.is_some_and(|before| {
            sentence.kind == SentenceKind::Prose
                && before.kind == SentenceKind::Prose
                && before.section == sentence.section
                && before.locator.paragraph == at.paragraph
                && before.locator.page == at.page
                && at
                    .line
                    .zip(before.locator.line)
                    .is_none_or(|(line, before)| line <= before.saturating_add(1))
        });
        let said = (sentence.text.clone(), is_marked, first);
        match parts.last_mut().filter(|_| together) {
            Some(part) => part.sentences.push(said),
            None => parts.push(Part {
                kind: sentence.kind,
                sheet: at.sheet.clone(),
                place,
                sentences: vec![said],
            }),
        }
        before = Some(sentence);
    }
    parts
}

impl Part {
    /// The row that this is, in its cells.
    fn row(&self) -> Option<Said<'_>> {
        match (self.kind, &self.place, self.sentences.as_slice()) {
            (SentenceKind::Row, Some(Place::Cells(cells)), [(text, marked, first)]) => Some(Said {
                text,
                sheet: self.sheet.as_deref(),
                cells,
                marked: *marked,
                first: *first,
            }),
            _ => None,
        }
    }
}

/// The text: what stands together as it reads, and rows of a table as tables.
fn text_of(parts: Vec<Part>, document: &DocumentId) -> Vec<AnyView> {
    let mut drawn = Vec::new();
    let mut open: Option<RowGrid> = None;
    for one in parts {
        let row = one.row();
        let taken = row
            .as_ref()
            .zip(open.as_mut())
            .is_some_and(|(row, grid)| grid.take(row));
        if taken {
            continue;
        }
        let begun = row.as_ref().and_then(RowGrid::begin);
        drawn.extend(open.take().map(RowGrid::draw));
        match begun {
            Some(grid) => open = Some(grid),
            None => drawn.push(part(one, document)),
        }
    }
    drawn.extend(open.map(RowGrid::draw));
    drawn
}

fn part(part: Part, document: &DocumentId) -> AnyView {
    let Part {
        kind,
        sheet: _,
        place,
        sentences,
    } = part;
    let place = place.map(|place| {
        let said = match place {
            Place::Cells(cells) => cells.into_any(),
            Place::Page(page) => {
                view! { <a href=page_address(document, page, None)>{format!("page {page}")}</a> }
                    .into_any()
            }
        };
        view! { <span class="locator">{said}</span> }
    });
    let inside = sentences
        .into_iter()
        .map(|(text, marked, first)| {
            if marked {
                view! { <mark id=first.then_some("marked")>{text}</mark>" " }.into_any()
            } else {
                format!("{text} ").into_any()
            }
        })
        .collect_view();
    match kind {
        SentenceKind::Heading => view! { <h2>{place}{inside}</h2> }.into_any(),
        SentenceKind::ListItem => view! { <p class="item">{place}{inside}</p> }.into_any(),
        SentenceKind::Row => view! { <p class="row">{place}{inside}</p> }.into_any(),
        SentenceKind::Prose => view! { <p>{place}{inside}</p> }.into_any(),
    }
}

/// What a reader of the file does not see, closed at first.
fn hidden(texts: &[HiddenText]) -> AnyView {
    let lines: Vec<_> = texts
        .iter()
        .take(HIDDEN)
        .map(|HiddenText { by, text, locator }| {
            let place = locator.to_string();
            let said = if place.is_empty() {
                by.to_string()
            } else {
                format!("{place}, {by}")
            };
            view! { <p class="row"><span class="locator">{said}</span>{text.clone()}</p> }
        })
        .collect();
    let summary = format!(
        "Hidden in the file: {} text{}, not searched and no evidence",
        texts.len(),
        if texts.len() == 1 { "" } else { "s" }
    );
    let more = texts
        .len()
        .checked_sub(HIDDEN)
        .filter(|more| *more > 0)
        .map(|more| view! { <p class="aside">{format!("And {more} more.")}</p> });
    view! { <details><summary>{summary}</summary>{lines}{more}</details> }.into_any()
}

/// The tables that were read, each with its size.
fn tables(lines: &[TableLine]) -> Option<AnyView> {
    let all = lines.len();
    let listed = lines
        .iter()
        .take(TABLES)
        .map(|line| {
            let place = line.header.as_ref().and_then(|header| header.sheet.clone());
            let place = place.map(|sheet| format!("{sheet}: ")).unwrap_or_default();
            let hand = line.by_hand.then_some(", the row of its names set by hand");
            view! { <li>{place}<a href=address(&line.document, line.index, &[])>{size(line)}</a>{hand}</li> }
        })
        .collect_view();
    let more = all.checked_sub(TABLES).filter(|more| *more > 0);
    (all > 0).then(|| {
        view! { <ul class="preview">{listed}{more.map(|more| view! { <li>{format!("and {more} more tables")}</li> })}</ul> }.into_any()
    })
}

/// The sheets of a document by name, in their order.
fn sheets(text: &DocumentText) -> Vec<String> {
    let mut sheets: Vec<String> = Vec::new();
    for sheet in text
        .sentences
        .iter()
        .filter_map(|one| one.locator.sheet.as_ref())
    {
        if sheets.last() != Some(sheet) && !sheets.contains(sheet) {
            sheets.push(sheet.clone());
        }
    }
    sheets
}

pub(crate) fn page(view: &DocumentView) -> AnyView {
    let DocumentView {
        text,
        marked,
        from,
        tables: lines,
        find,
    } = view;
    let (marked, from) = (*marked, *from);
    let document = &text.document;
    let all = text.sentences.len();
    let shown: Vec<&Sentence> = text.sentences.iter().skip(from).take(SENTENCES).collect();
    let end = from.saturating_add(shown.len());
    let lost = marked.is_some_and(|(first, _)| {
        !text
            .sentences
            .iter()
            .any(|sentence| sentence.index == first)
    });
    let pages = (document.format == Format::Pdf).then_some(&document.id);
    // The page of the first marked sentence, else the first.
    let looks = marked
        .and_then(|(first, _)| {
            text.sentences
                .iter()
                .find(|sentence| sentence.index == first)?
                .locator
                .page
        })
        .unwrap_or(1);
    let base = address_of(&document.id, None);
    let link = |from: usize, label: &'static str| (format!("{base}?from={from}"), label);
    let ask = format!(
        "/ask?collection={}&document={}",
        document.collection,
        encoded(document.name().as_str())
    );
    let other_names: Vec<String> = document
        .names
        .iter()
        .skip(1)
        .map(ToString::to_string)
        .collect();
    let count = document
        .pages
        .map(|pages| format!(", {pages} {}", if pages == 1 { "page" } else { "pages" }))
        .unwrap_or_default();
    let reviewed = document
        .reviewed_at
        .as_deref()
        .map(|at| format!(", reviewed {}", minute(at)))
        .unwrap_or_default();
    let facts = format!(
        "{}{count}, {} passage{}, added {}{reviewed}",
        document.format.extension().to_uppercase(),
        document.passages,
        if document.passages == 1 { "" } else { "s" },
        minute(&document.added_at)
    );
    let header = has_rows(document.format).then(|| {
        let sheets = sheets(text);
        view! { <DocumentHeader document=&document.id sheets=&sheets /> }
    });
    let finds = !find.trim().is_empty();
    let in_short = (marked.is_none() && from == 0 && !finds)
        .then(|| view! { <Summary document=&document.id sentences=&text.sentences /> });
    view! {
        <div class="column">
            <h1>{document.name().to_string()}</h1>
            <p class="aside">{facts}{(!other_names.is_empty()).then(|| format!(", also named {}", other_names.join(", ")))}</p>
            <p>
                <a href=format!("{base}/original") download>"Download the original"</a>
                {pages.map(|document| {
                    let label = if marked.is_some() { format!("See it on page {looks}") } else { "See its pages".to_owned() };
                    view! { " · "<a class="looks" href=page_address(document, looks, marked)>{label}</a> }
                })}
                " · "<a href=ask>"Ask this document"</a>
                {(text.tables && lines.is_empty()).then(|| view! { " · "<a href=format!("/tables?collection={}", document.collection)>"Its tables"</a> })}
            </p>
            {tables(lines)}
            {document.notes.clone().into_iter().map(|note| view! { <p class="note">{note}</p> }).collect_view()}
            {header}
            <SearchIn document=&document.id sentences=&text.sentences find=find />
            <Outline document=&document.id sentences=&text.sentences />
            {in_short}
            {lost.then(|| view! { <p class="note">"The sentence could not be found in this document; nothing is marked."</p> })}
            {(!finds).then(|| view! {
            <article class="original" aria-label="Text">{text_of(parts(&shown, marked), &document.id)}</article>
            {(!text.hidden.is_empty()).then(|| hidden(&text.hidden))}
            {(all > SENTENCES)
                .then(|| {
                    let said = if shown.is_empty() { "No sentences. ".to_owned() } else { format!("Sentences {} to {end} of {all}. ", from.saturating_add(1)) };
                    let before = (from > 0).then(|| link(from.saturating_sub(SENTENCES), "Earlier"));
                    let behind = (end < all).then(|| link(end, "Later"));
                    view! { <Paging said=said before=before behind=behind /> }
                })}
            })}
        </div>
    }
    .into_any()
}
