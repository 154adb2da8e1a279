//! The sentences of the documents whose passages were found, each in its place.

use groundwall_checks::assertion::Around;
use groundwall_core::{DocumentId, DocumentName, Passage, Sentence, SentenceKind, Window};
use groundwall_text::begins_list;
use groundwall_text::words::{ContentWords, stems};
use std::collections::{BTreeMap, HashSet};

/// Items of a list that are passed over to find the line that opens it.
const ITEMS: u32 = 12;

/// A sentence with what the search knows of it.
pub(super) struct Line<'a> {
    pub(super) sentence: &'a Sentence,
    pub(super) stems: HashSet<String>,
    pub(super) name: &'a DocumentName,
    /// The most similar passage that holds it.
    pub(super) passage: &'a Passage,
    pub(super) similarity: f32,
}

/// The sentences of a document that were found, by their place in it.
pub(super) type Lines<'a> = BTreeMap<u32, Line<'a>>;
/// Those of all documents.
pub(super) type Documents<'a> = BTreeMap<&'a DocumentId, Lines<'a>>;

/// The sentences of passages, each once.
pub(super) fn by_document<'a>(passages: &[(&'a Passage, f32)]) -> Documents<'a> {
    let mut documents = Documents::new();
    for (passage, similarity) in passages {
        let lines = documents.entry(&passage.document).or_default();
        for sentence in &passage.sentences {
            let line = lines.entry(sentence.index).or_insert_with(|| Line {
                sentence,
                stems: stems(&sentence.text),
                name: &passage.document_name,
                passage,
                similarity: *similarity,
            });
            if *similarity > line.similarity {
                (line.similarity, line.passage) = (*similarity, passage);
            }
        }
    }
    documents
}

/// The line that opens the list of an item: prose before it that ends with a colon.
pub(super) fn opening(lines: &Lines, item: u32) -> Option<u32> {
    let own = &lines.get(&item)?.sentence;
    if own.kind != SentenceKind::ListItem {
        return None;
    }
    let mut next = own.text.as_str();
    let mut before = (item.saturating_sub(ITEMS)..item)
        .rev()
        .map_while(|index| Some((index, &lines.get(&index)?.sentence)));
    let (index, line) = loop {
        let (index, sentence) = before.next()?;
        if sentence.kind != SentenceKind::ListItem {
            break (index, sentence);
        }
        // What opens the list before opens nothing here.
        if begins_list(next, &sentence.text) {
            return None;
        }
        next = &sentence.text;
    };
    (line.section == own.section
        && line.kind == SentenceKind::Prose
        && line.text.trim_end().ends_with(':'))
    .then_some(index)
}

/// Whether one list ends between two lines that follow each other and the next begins: its opening line says nothing of the item above it.
pub(super) fn begins_another_list(item: &Line, behind: &Line) -> bool {
    item.sentence.kind == SentenceKind::ListItem
        && behind.sentence.kind == SentenceKind::Prose
        && behind.sentence.text.trim_end().ends_with(':')
}

/// Whether two lines that follow each other are read as one text.
pub(super) fn run_on(line: &Line, behind: &Line) -> bool {
    line.sentence.section == behind.sentence.section
        && is_running(line.sentence.kind)
        && is_running(behind.sentence.kind)
        && !begins_another_list(line, behind)
}

/// The line that opens the list of a window, and the sentence behind it in its section.
pub(super) fn around<'a>(lines: &Lines<'a>, first: u32, last: u32) -> Around<'a> {
    let section = |index: u32| lines.get(&index).map(|line| &line.sentence.section);
    let text = |index: u32| lines.get(&index).map(|line| line.sentence.text.as_str());
    Around {
        opening: opening(lines, first).and_then(text).unwrap_or_default(),
        behind: last
            .checked_add(1)
            .filter(|next| section(*next) == section(last))
            .and_then(text)
            .unwrap_or_default(),
    }
}

/// What a window needs to be read as it stands in its document.
pub(super) fn lead(lines: &Lines, window: &Window, words: &ContentWords) -> Option<String> {
    if let Some(opening) = opening(lines, window.first_sentence) {
        return Some(lines[&opening].sentence.text.clone());
    }
    let own: Vec<&Line> = lines
        .range(window.first_sentence..=window.last_sentence)
        .map(|(_, line)| line)
        .collect();
    let heading = own.first()?.sentence.locator.heading.last()?;
    let in_heading = stems(heading);
    let missing =
        |stem: &str| in_heading.contains(stem) && !own.iter().any(|line| line.stems.contains(stem));
    (own[0].sentence.kind != SentenceKind::Heading && words.stems().any(missing))
        .then(|| format!("{heading}:"))
}

/// Whether sentences of a kind are read one after the other.
pub(super) fn is_running(kind: SentenceKind) -> bool {
    matches!(kind, SentenceKind::Prose | SentenceKind::ListItem)
}
