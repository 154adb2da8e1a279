//! No text that somebody wrote becomes an element or an attribute, wherever a page shows it.

use crate::samples::{KINDS, kind, page_of, pages};
use app::Page;
use scraper::{Html, Node, Selector};
use serde_json::Value;
use std::collections::BTreeSet;

/// What ends every context that a page has, and then leaves an element and an attribute with a name of its own.
const HOSTILE: [&str; 3] = [
    "x</textarea></title></script></style></svg></noscript></form><form action=/documents/clear data-hostile><button data-hostile>y",
    "x\" data-hostile=\"' data-hostile='y` data-hostile",
    "\n--><b data-hostile>&lt;b data-hostile&gt;<![CDATA[<b data-hostile>]]><!--",
];

/// Paths of all texts in a value.
fn texts(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(place, item)| texts(item, &format!("{path}/{place}"), found)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| texts(field, &format!("{path}/{name}"), found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The page with another text at a path; none where no free text may stand there.
fn with(page: &Value, path: &str, text: &str) -> Option<Page> {
    let mut page = page.clone();
    *page.pointer_mut(path)? = Value::String(text.to_owned());
    serde_json::from_value(page).ok()
}

#[test]
fn a_hostile_text_stays_a_text_in_every_field_of_every_page() {
    let hostile = Selector::parse("[data-hostile]").unwrap();
    let (mut kinds, mut replaced, mut shown) = (BTreeSet::new(), 0, 0);
    for page in pages() {
        kinds.insert(kind(
            &serde_json::from_value::<Page>(page.clone())
                .unwrap_or_else(|error| panic!("{error}: {page}")),
        ));
        let mut paths = Vec::new();
        texts(&page, "", &mut paths);
        for (path, text) in paths
            .iter()
            .flat_map(|path| HOSTILE.map(|text| (path, text)))
        {
            let Some(filled) = with(&page, path, text) else {
                continue;
            };
            let html = app::render(&filled, "1", true);
            let document = Html::parse_document(&html);
            assert!(
                document.select(&hostile).next().is_none(),
                "{path} of {}: {text}\n{html}",
                page["page"]
            );
            let comments = document
                .tree
                .values()
                .filter(
                    |node| matches!(node, Node::Comment(comment) if comment.contains("hostile")),
                )
                .count();
            assert_eq!(comments, 0, "{path} of {}", page["page"]);
            replaced += 1;
            shown += u32::from(html.contains("data-hostile"));
        }
    }
    assert_eq!(kinds.len(), KINDS, "a kind of page has no sample");
    assert!(
        replaced > 1_000 && shown > 500,
        "{replaced} fields were replaced, {shown} of them shown"
    );
}

#[test]
fn what_was_typed_comes_back_as_it_was_typed() {
    let area = Selector::parse("textarea").unwrap();
    for typed in [
        "a < b && c > d",
        "\n\nafter two lines",
        "</textarea><b>",
        "&lt;b&gt; &amp;",
        "\"quoted\" 'so'",
    ] {
        for (name, path) in [("ask", "/question"), ("verify", "/text")] {
            let html = app::render(&with(&page_of(name), path, typed).unwrap(), "1", true);
            let document = Html::parse_document(&html);
            let inside: String = document.select(&area).next().unwrap().text().collect();
            assert_eq!(inside, typed, "{html}");
        }
    }
}
