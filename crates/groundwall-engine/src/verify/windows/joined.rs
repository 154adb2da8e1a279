//! Joined text: the sentences of one document that come nearest to the claim, with their neighbours.

use super::lines::{Line, Lines, around, begins_another_list, is_running, opening};
use groundwall_checks::assertion::standing;
use groundwall_core::{DocumentId, NliScores};
use groundwall_text::words::ContentWords;
use std::collections::{BTreeSet, HashSet};

/// Words of joined text, at most. With 60, 110 and 190 the joined reading's AUC on 13 tuning sets was .846, .847 and .849; tokens are time.
const JOINED_WORDS: usize = 110;
/// A sentence that comes less near to the claim than this share of the nearest one is only joined as a neighbour, so that text about something else changes nothing.
const SEED: f32 = 0.3;

/// Sentences of one document in its order, not all of them neighbours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Joined {
    pub(crate) document: DocumentId,
    pub(crate) text: String,
    /// What the reader says of it; none where it did not read it.
    pub(crate) read: Option<NliScores>,
}

/// The sentences of a document that come nearest to the claim, the ones at `seeds` before those that cover its words, with the one before and the one behind each,
/// in the document's order, without those that only name what the claim says. None where that is one sentence: a window is read of it anyway.
pub(super) fn join(
    claim: &str,
    document: &DocumentId,
    lines: &Lines,
    words: &ContentWords,
    mut seeds: Vec<u32>,
) -> Option<Joined> {
    seeds.extend(nearest(lines, words));
    let mut taken = with_neighbours(&seeds, lines);
    let openings: Vec<u32> = taken
        .iter()
        .filter_map(|index| opening(lines, *index))
        .collect();
    taken.extend(openings);
    taken.retain(|index| {
        let sentence = &lines[index].sentence.text;
        standing(claim, sentence, around(lines, *index, *index)).is_asserted()
    });
    let text = read_together(&taken, lines);
    (taken.len() > 1).then(|| Joined {
        document: document.clone(),
        text,
        read: None,
    })
}

/// Sentences in the document's order; the last item of a list ends before the line that opens the next.
fn read_together(taken: &BTreeSet<u32>, lines: &Lines) -> String {
    let mut text = String::new();
    let mut before: Option<&Line> = None;
    for line in taken.iter().map(|index| &lines[index]) {
        if before.is_some_and(|item| begins_another_list(item, line))
            && text.ends_with(|c: char| !matches!(c, '.' | '!' | '?'))
        {
            text.push('.');
        }
        if before.is_some() {
            text.push(' ');
        }
        text.push_str(&line.sentence.text);
        before = Some(line);
    }
    text
}

/// The sentences that come nearest to the claim, nearest first.
fn nearest(lines: &Lines, words: &ContentWords) -> Vec<u32> {
    // Long sentences have more words in common with anything.
    let near =
        |line: &Line| words.coverage_of(&line.stems) / (1.0 + (line.stems.len() as f32).powf(0.3));
    let mut seeds: Vec<(u32, f32)> = lines
        .iter()
        .map(|(index, line)| (*index, near(line)))
        .filter(|(_, near)| *near > 0.0)
        .collect();
    seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let floor = seeds.first().map_or(0.0, |(_, near)| near * SEED);
    seeds
        .into_iter()
        .filter(|(_, near)| *near >= floor)
        .map(|(index, _)| index)
        .collect()
}

/// Sentences with the one before and the one behind each, as far as they fit.
fn with_neighbours(seeds: &[u32], lines: &Lines) -> BTreeSet<u32> {
    // A line that a document repeats, such as a note under each section, is read once.
    let mut texts: HashSet<&str> = HashSet::new();
    let (mut taken, mut length): (BTreeSet<u32>, usize) = (BTreeSet::new(), 0);
    for index in seeds {
        for place in [Some(*index), index.checked_sub(1), index.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let Some(line) = lines.get(&place).filter(|_| !taken.contains(&place)) else {
                continue;
            };
            let count = line.sentence.text.split_whitespace().count();
            let own = &lines[index];
            let (first, second) = if place < *index {
                (line, own)
            } else {
                (own, line)
            };
            let foreign = place != *index
                && (line.sentence.section != own.sentence.section
                    || !is_running(line.sentence.kind)
                    || begins_another_list(first, second));
            if foreign || (!taken.is_empty() && length + count > JOINED_WORDS) {
                continue;
            }
            if !texts.insert(&line.sentence.text) {
                continue;
            }
            taken.insert(place);
            length += count;
        }
        if length * 10 >= JOINED_WORDS * 9 {
            break;
        }
    }
    taken
}
