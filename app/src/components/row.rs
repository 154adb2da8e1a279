//! A row of a table, which is indexed as text ("Berth: B5. Length (m): 160."), shown as the small table that it is.

use super::marked::{MarkedText, Why};
use leptos::prelude::*;

/// Fields that are shown of a row.
const FIELDS: usize = 40;

/// Names and values of a row's text; none where it does not look like one.
pub(crate) fn fields(text: &str) -> Option<Vec<(String, String)>> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for piece in text.trim().trim_end_matches('.').split(". ").take(FIELDS) {
        match piece.split_once(": ") {
            Some((name, value)) if !name.is_empty() && name.len() <= 60 => {
                fields.push((name.to_owned(), value.to_owned()));
            }
            // A full stop within a value.
            Some(_) | None => {
                let last = &mut fields.last_mut()?.1;
                last.push_str(". ");
                last.push_str(piece);
            }
        }
    }
    (fields.len() > 1).then_some(fields)
}

/// The row, with what was asked for or clashes marked.
#[component]
pub(crate) fn RowTable<'a>(fields: Vec<(String, String)>, needles: &'a [(String, Why)]) -> AnyView {
    let cells: Vec<_> = fields
        .into_iter()
        .map(|(name, value)| {
            let asked = needles.iter().any(|(needle, _)| *needle == value);
            view! { <div class=asked.then_some("asked")><dt>{name}</dt><dd><MarkedText text=&value needles=needles /></dd></div> }
        })
        .collect();
    view! { <dl class="row-table">{cells}</dl> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn a_row_is_told_from_a_sentence() {
        let read = fields("Berth: B5. Name: St. Olav Quay. Length (m): 160.").unwrap();
        assert_eq!(read[1], ("Name".to_owned(), "St. Olav Quay".to_owned()));
        assert_eq!(read[2].1, "160");
        assert_eq!(
            fields("The quay is 160 m long. It was built in 1931."),
            None
        );
        assert_eq!(fields("Note: closed on Sundays."), None);
        assert_eq!(fields(""), None);
    }
}
