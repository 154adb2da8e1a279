//! Whether a window says a claim word for word.

use groundwall_checks::{
    Again, Known, Observation, Scored, Text, has_korean, is_framed, same_but_for_values,
    says_again, words,
};
use groundwall_ingest::cells_of;

/// What a further sentence must add to the covered share to be worth its length.
const LENGTH_COST: f32 = 0.04;

/// What a window covers, less what its length costs.
pub(super) fn worth(scored: &Scored) -> f32 {
    let window = &scored.evidence.window;
    let further = window.last_sentence - window.first_sentence;
    scored.evidence.coverage - LENGTH_COST * further as f32
}

/// The sentences of a window.
fn sentences(scored: &Scored) -> impl Iterator<Item = &str> {
    groundwall_text::sentences_of(&scored.text)
        .into_iter()
        .map(|range| &scored.text[range])
}

/// Whether one sentence of the window is the claim, word for word, or the window is with what is read before it, or cells of it are.
pub(crate) fn says_the_same(scored: &Scored, claim: &Text) -> bool {
    let wanted = claim.tokens();
    let same = |text: &str| words::tokens(text) == wanted;
    scored.text.tokens() == wanted
        || (scored.lead.is_some() && same(&scored.with_lead()))
        || has_cells(&scored.text, claim)
        || sentences(scored).any(same)
}

/// Whether a sentence of the window is the claim but for how it writes values that the checks found to hold.
pub(crate) fn differs_in_values_alone(scored: &Scored, claim: &Text, said: &[Observation]) -> bool {
    sentences(scored).any(|sentence| same_but_for_values(claim, &sentence.into(), said))
}

/// What a sentence of the window, or the window with what is read before it, says of a Korean claim in other endings, and that sentence's last word. `asked` is the
/// question that the claim answers.
pub(crate) fn told_again(scored: &Scored, claim: &Text, asked: &str) -> Option<(Again, String)> {
    let window = &scored.evidence.window;
    let headed = window.locator.heading.join(" ");
    let whole = scored.lead.is_some().then(|| scored.with_lead());
    let said: Vec<(Again, &str)> = sentences(scored)
        .chain(whole.as_deref())
        .filter_map(|text| {
            let (before, behind) = around(scored, text);
            let known = Known {
                asked,
                named: window.document_name.as_str(),
                headed: &headed,
                around: (&before, behind),
            };
            Some((says_again(claim, text, known)?, text))
        })
        .collect();
    let same = said.iter().find(|(again, _)| *again == Again::Same);
    let (again, text) = same.or(said.first())?;
    let last = text.split_whitespace().next_back().unwrap_or_default();
    Some((*again, last.trim_end_matches('.').to_owned()))
}

/// Letters before a sentence and behind it in which it may be framed or taken back.
const BEFORE: usize = 60;
const BEHIND: usize = 40;

/// What stands before a sentence of a window, with the line that opens its list, and behind it.
fn around<'t>(scored: &'t Scored, sentence: &str) -> (String, &'t str) {
    let lead = scored.lead.clone().unwrap_or_default();
    let text = scored.context.as_str();
    let Some(at) = text.find(sentence) else {
        return (lead, "");
    };
    let (before, behind) = (&text[..at], &text[at + sentence.len()..]);
    let start = before.char_indices().rev().take(BEFORE).last();
    let end = behind.char_indices().nth(BEHIND);
    let before = &before[start.map_or(before.len(), |(at, _)| at)..];
    let behind = &behind[..end.map_or(behind.len(), |(at, _)| at)];
    (format!("{lead} {before}"), behind)
}

/// Whether a Korean claim that stands in a window word for word is no statement there: under "금지 행위", behind "다음 진술은 거짓이다", before "이는 헛소문이다".
pub(crate) fn is_no_statement(scored: &Scored, claim: &Text) -> bool {
    let wanted = claim.tokens();
    let own = sentences(scored).find(|text| words::tokens(text) == wanted);
    has_korean(claim)
        && own.is_some_and(|text| {
            let (before, behind) = around(scored, text);
            let known = Known {
                headed: &scored.evidence.window.locator.heading.join(" "),
                around: (&before, behind),
                ..Known::default()
            };
            is_framed(claim, known)
        })
}

/// Whether a claim is cells of a row, at least two, each as it stands there.
fn has_cells(row: &str, claim: &str) -> bool {
    let wanted = cells_of(claim);
    if wanted.len() < 2 {
        return false;
    }
    let own: Vec<Vec<String>> = cells_of(row).into_iter().map(words::tokens).collect();
    wanted
        .into_iter()
        .all(|cell| own.contains(&words::tokens(cell)))
}
