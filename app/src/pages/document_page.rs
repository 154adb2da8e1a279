use crate::page::{address_of, page_address};
use groundwall_core::{Document, Mark, PageView};
use leptos::prelude::*;

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

pub(crate) fn page(document: &Document, view: &PageView, marked: Option<(u32, u32)>) -> AnyView {
    let other = |number: u32, label: &'static str| view! { <a href=page_address(&document.id, number, marked)>{label}</a> };
    let note = marked.and_then(|_| said(&view.marks));
    let (width, height) = (view.width, view.height);
    let areas = view.marks.iter().flat_map(|mark| &mark.areas);
    let marks = areas
        .map(|area| {
            view! { <rect x=area.left * width y=area.top * height width=area.width * width height=area.height * height rx="1"></rect> }
        })
        .collect_view();
    let label = format!("Page {} of {}", view.number, document.name());
    view! {
        <div class="sheet">
            <h1>{document.name().to_string()}</h1>
            <nav class="leaf" aria-label="Pages">
                {(view.number > 1).then(|| other(view.number.saturating_sub(1), "Page before"))}
                <span>{format!("Page {} of {}", view.number, view.pages)}</span>
                {(view.number < view.pages).then(|| other(view.number.saturating_add(1), "Next page"))}
                <a href=address_of(&document.id, marked)>"Read the text"</a>
                <a href=format!("/documents/{}/original", document.id) download>"Download the original"</a>
            </nav>
            {note.map(|note| view! { <p class="note">{note}</p> })}
            <svg class="page" viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
                <image href=format!("/documents/{}/pages/{}/picture", document.id, view.number) width=width height=height></image>
                {marks}
            </svg>
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
