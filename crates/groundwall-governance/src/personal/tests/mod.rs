//! Tables of what is found and what is not, and properties of the masks.

mod ids;
mod kinds;
mod lookalikes;
mod mask;

use super::{Kind, find};

/// The finds of a text as kinds and pieces.
fn pieces(text: &str) -> Vec<(Kind, &str)> {
    let found = find(text).into_iter();
    found
        .map(|found| (found.kind, &text[found.range]))
        .collect()
}

/// Asserts that the text between `«` and `»` is found as this kind, and nothing else; lists every row that fails.
fn found_as(kind: Kind, rows: &[&str]) {
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let expected: Vec<(Kind, String)> = row
                .split('«')
                .skip(1)
                .map(|part| (kind, part.split('»').next().unwrap().to_owned()))
                .collect();
            let text = row.replace(['«', '»'], "");
            let found: Vec<(Kind, String)> = pieces(&text)
                .into_iter()
                .map(|(kind, piece)| (kind, piece.to_owned()))
                .collect();
            (found != expected).then(|| format!("{row}: {found:?}"))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
