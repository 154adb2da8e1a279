//! How windows are cut: each sentence by itself, and with those beside it where that says more.

use super::lines::{Line, Lines, run_on};
use crate::language::ENGLISH;
use groundwall_checks::Scored;
use groundwall_core::{DocumentId, SentenceKind, Window};
use groundwall_text::words::ContentWords;
use std::collections::HashSet;

/// The windows of a document that may have to do with the claim.
pub(super) fn windows_of(
    document: &DocumentId,
    lines: &Lines,
    words: &ContentWords,
) -> Vec<Scored> {
    let mut windows = Vec::new();
    for (index, line) in lines {
        let single = make(document, &[line], words);
        let covers = |line: &Line| words.coverage_of(&line.stems);
        if single.evidence.coverage <= 0.0 && line.similarity <= 0.0 {
            continue;
        }
        // A wider window must cover more than the sentence alone, or hold the sentence that a pronoun points to.
        windows.extend(
            wider(lines, *index, line)
                .into_iter()
                .map(|lines| {
                    let wide = make(document, &lines, words);
                    (lines, wide)
                })
                .filter(|(lines, wide)| {
                    lines
                        .iter()
                        .all(|line| covers(line) < wide.evidence.coverage)
                        || leans(&line.sentence.text)
                })
                .map(|(_, wide)| wide),
        );
        windows.push(single);
    }
    windows
}

/// A sentence with the one before, the one behind, both, and the heading above it.
fn wider<'a, 'b>(lines: &'b Lines<'a>, index: u32, line: &'b Line<'a>) -> Vec<Vec<&'b Line<'a>>> {
    let above = index.checked_sub(1).and_then(|before| lines.get(&before));
    let before = above.filter(|before| run_on(before, line));
    let after = lines.get(&(index + 1)).filter(|after| run_on(line, after));
    let heading = above.filter(|other| {
        other.sentence.kind == SentenceKind::Heading
            && other.sentence.section == line.sentence.section
            && line.sentence.kind != SentenceKind::Row
    });
    let mut wider = Vec::new();
    wider.extend(before.map(|before| vec![before, line]));
    wider.extend(after.map(|after| vec![line, after]));
    wider.extend(
        before
            .zip(after)
            .map(|(before, after)| vec![before, line, after]),
    );
    wider.extend(heading.map(|heading| vec![heading, line]));
    wider
}

/// Whether a sentence leans on the one before.
fn leans(sentence: &str) -> bool {
    let first = sentence
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_lowercase();
    ENGLISH.claims.pointing.has(&first)
}

/// The window of some consecutive sentences.
pub(super) fn make(document: &DocumentId, lines: &[&Line], words: &ContentWords) -> Scored {
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let present: HashSet<String> = lines
        .iter()
        .flat_map(|line| line.stems.iter().cloned())
        .collect();
    let coverage = words.coverage_of(&present);
    let text = lines
        .iter()
        .map(|line| line.sentence.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    // `mls-1997-goalkeeping.csv` is of 1997.
    let mut context = format!(
        "{} {} {}",
        first.name,
        first.name.in_words(),
        first.sentence.locator.heading.join(" ")
    );
    for line in lines {
        if !context.contains(&line.passage.text) {
            context.push('\n');
            context.push_str(&line.passage.text);
        }
    }
    let key = lines
        .iter()
        .max_by_key(|line| {
            line.stems
                .intersection(&words.stems().map(str::to_owned).collect())
                .count()
        })
        .unwrap_or(&first);
    let window = Window {
        document: document.clone(),
        document_name: first.name.clone(),
        first_sentence: first.sentence.index,
        last_sentence: last.sentence.index,
        text,
        locator: key.sentence.locator.clone(),
    };
    Scored::new(window, context, coverage)
}
