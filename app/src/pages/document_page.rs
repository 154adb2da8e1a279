use crate::components::leaf::Leaf;
use crate::page::{address_of, page_address};
use groundwall_core::{Document, Mark, PageView};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// How many times as wide as the screen a page is drawn, at most.
pub const ZOOM: u8 = 4;

/// A page of a document as it looks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentPageView {
    pub document: Document,
    pub view: PageView,
    /// First and last sentence that are marked.
    pub marked: Option<(u32, u32)>,
    /// How many times as wide as the screen it is drawn.
    #[serde(default)]
    pub zoom: u8,
}

/// What the reader has to know about the marks; nothing when all is marked.
fn said(marks: &[Mark]) -> Option<&'static str> {
    let missing = marks.iter().filter(|mark| mark.areas.is_empty()).count();
    if marks.is_empty() {
        None
    } else if missing == marks.len() {
        Some("The sentence could not be located on this page; nothing is marked.")
    } else if missing > 0 {
        Some("Some of the sentences could not be located on this page; the others are marked.")
    } else if marks.iter().any(|mark| !mark.whole) {
        Some("The sentence goes on over a page break; what stands on this page is marked.")
    } else {
        None
    }
}

/// Address of a page that is drawn larger.
fn zoomed(document: &Document, number: u32, marked: Option<(u32, u32)>, zoom: u8) -> String {
    let address = page_address(&document.id, number, marked);
    if zoom < 2 {
        return address;
    }
    let (path, place) = address.split_once('#').unwrap_or((&address, ""));
    let sign = if path.contains('?') { '&' } else { '?' };
    let hash = if place.is_empty() { "" } else { "#" };
    format!("{path}{sign}zoom={zoom}{hash}{place}")
}

pub(crate) fn page(shown: &DocumentPageView) -> AnyView {
    let DocumentPageView {
        document,
        view,
        marked,
        zoom,
    } = shown;
    let (marked, zoom) = (*marked, (*zoom).clamp(1, ZOOM));
    let other = |number: u32, zoom: u8, label: &'static str| {
        view! { <a href=zoomed(document, number, marked, zoom)>{label}</a> }
    };
    let note = marked.and_then(|_| said(&view.marks));
    let (width, height) = (view.width, view.height);
    // A sentence is one mark, in however many lines it stands.
    let located = view.marks.iter().filter(|mark| !mark.areas.is_empty());
    let marks = located
        .enumerate()
        .map(|(place, mark)| {
            let lines = mark
                .areas
                .iter()
                .map(|area| {
                    view! { <rect x=area.left * width y=area.top * height width=area.width * width height=area.height * height rx="1"></rect> }
                })
                .collect_view();
            view! { <g class="sentence" id=(place == 0).then_some("marked")>{lines}</g> }
        })
        .collect_view();
    let label = format!("Page {} of {}", view.number, document.name());
    let links = view! {
        {(view.number > 1).then(|| other(view.number.saturating_sub(1), zoom, "Page before"))}
        <span>{format!("Page {} of {}", view.number, view.pages)}</span>
        {(view.number < view.pages).then(|| other(view.number.saturating_add(1), zoom, "Next page"))}
        {(zoom < ZOOM).then(|| other(view.number, zoom.saturating_add(1), "Larger"))}
        {(zoom > 1).then(|| other(view.number, zoom.saturating_sub(1), "Smaller"))}
        <a href=address_of(&document.id, marked)>"Read the text"</a>
        <a href=format!("/documents/{}/original", document.id) download>"Download the original"</a>
    };
    view! {
        <div class="sheet">
            <h1>{document.name().to_string()}</h1>
            <Leaf label="Pages" links=links.into_any() />
            {note.map(|note| view! { <p class="note">{note}</p> })}
            <div class="scroll" tabindex="0" role="region" aria-label="The page as it looks">
            <svg class=format!("page zoom-{zoom}") viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
                <image href=format!("/documents/{}/pages/{}/picture", document.id, view.number) width=width height=height></image>
                {marks}
            </svg>
            </div>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::said;
    use groundwall_core::{Area, Mark};

    #[test]
    fn what_is_not_marked_is_said() {
        let here = Mark {
            areas: vec![Area {
                left: 0.1,
                top: 0.1,
                width: 0.5,
                height: 0.02,
            }],
            whole: true,
        };
        let gone = Mark {
            areas: Vec::new(),
            whole: false,
        };
        assert_eq!(said(&[]), None);
        assert_eq!(said(std::slice::from_ref(&here)), None);
        assert!(
            said(&[here.clone(), gone.clone()])
                .unwrap()
                .starts_with("Some")
        );
        assert!(said(&[gone]).unwrap().contains("nothing is marked"));
        assert!(
            said(&[Mark {
                whole: false,
                ..here
            }])
            .unwrap()
            .contains("page break")
        );
    }
}
