//! Readings of tables that suppose what words mean, for questions and for claims: what the reader is given of them, and how alike their words are.

use crate::vectors::cosine;
use groundwall_judge::{log_odds, sigmoid};
use groundwall_ports::{Embedder, PortError};
use groundwall_tables::supposed::{Supposed, Unsure};
use std::collections::HashMap;

/// Words of a computed sentence that the reader is given: what is asked stands at its beginning, a list of names behind it.
const WORDS: usize = 60;

/// Vectors of texts, by the text.
pub(crate) type Vectors = HashMap<String, Vec<f32>>;

/// Vectors of all phrases and names, each text once.
pub(crate) async fn vectors_of<'u, 'v: 'u>(
    embedder: &dyn Embedder,
    unsure: impl IntoIterator<Item = &'u Unsure<'v>>,
) -> Result<Vectors, PortError> {
    let mut texts: Vec<String> = unsure
        .into_iter()
        .flat_map(|one| one.names().chain(one.phrases().iter().map(String::as_str)))
        .map(str::to_owned)
        .collect();
    texts.sort();
    texts.dedup();
    let vectors = embedder.embed(&texts).await?;
    Ok(texts.into_iter().zip(vectors).collect())
}

/// The cosine of a phrase and a name, by their places.
pub(crate) fn alike<'v>(
    one: &'v Unsure<'_>,
    vectors: &'v Vectors,
) -> impl Fn(usize, usize) -> f32 + 'v {
    let of = |text: &str| vectors.get(text).map_or(&[][..], Vec::as_slice);
    let phrases: Vec<&[f32]> = one.phrases().iter().map(|text| of(text)).collect();
    let names: Vec<&[f32]> = one.names().map(of).collect();
    move |phrase, name| cosine(phrases[phrase], names[name])
}

/// What a reading computed, as the reader reads it: by itself, and behind the name of its table, which says what the rows are about, but may also say what is
/// asked where the figure does not.
pub(crate) fn said(reading: &Supposed) -> [String; 2] {
    let answer = &reading.answer;
    let name = answer.document_name.as_str();
    let sheet = answer.table.strip_prefix(name).unwrap_or_default();
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let about = format!("{stem}{sheet}").replace(['-', '_'], " ");
    let text = reading.read.trim_start_matches("Yes. ");
    let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
    let text = words.join(" ");
    let behind = format!("{about}: {text}");
    [text, behind]
}

/// How sure the reader is by both: the mean of their log odds. Of 157 questions about tables that have readings (`data/answers`, the halves that were read, and the
/// sets of tables alone) 67 are answered rightly and 9 wrongly, none that nothing covers; by the sentence alone 59 and 10, with the name alone 71 and 11 and one.
pub(crate) fn of_both(alone: f32, behind: f32) -> f32 {
    sigmoid(f32::midpoint(log_odds(alone), log_odds(behind)))
}
