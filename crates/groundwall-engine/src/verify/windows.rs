//! Windows: one to three sentences of a document's own sequence, picked for one claim. Passages lead to them; their edges do not shape them.

use groundwall_checks::words::{ContentWords, stems};
use groundwall_core::{DocumentId, DocumentName, Passage, Sentence, SentenceKind, Window};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Windows of a claim that the models look at, at most. Six gave the judge no better figures on the tuning halves (.737 and .734 mean balanced accuracy) and cost half as much again.
const WINDOWS: usize = 4;
/// Sentences that a claim is held against when it shares no word with any.
const UNRELATED: usize = 2;
/// A window that covers less than this share of what the best one covers has nothing to do with the claim.
const RELEVANT: f32 = 0.6;
/// What a further sentence must add to the covered share to be worth its length.
const LENGTH_COST: f32 = 0.04;

/// A window with what is known of it before any model looks at it.
#[derive(Debug, Clone)]
pub(crate) struct Picked {
    pub(crate) window: Window,
    /// Document name, headings, and the passages it was found in.
    pub(crate) context: String,
    /// All passages of its document that were found for the claim; empty but for the first window of each document.
    pub(crate) around: String,
    /// Weighted share of the claim's content words, numbers included.
    pub(crate) coverage: f32,
    score: f32,
}

struct Line<'a> {
    sentence: &'a Sentence,
    stems: HashSet<String>,
    name: &'a DocumentName,
    passage: &'a Passage,
    similarity: f32,
}

/// The best windows for a claim among the sentences of `passages` (each with its similarity to the claim, 0 when unknown), best first.
pub(crate) fn pick(claim: &str, passages: &[(&Passage, f32)]) -> Vec<Picked> {
    let words = ContentWords::of(claim);
    let mut documents: BTreeMap<&DocumentId, BTreeMap<u32, Line>> = BTreeMap::new();
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
    let mut all: Vec<Picked> = documents.iter().flat_map(|(document, lines)| windows_of(document, lines, &words)).collect();
    let order = |a: &Picked, b: &Picked| {
        let place = |picked: &Picked| (picked.window.document.clone(), picked.window.first_sentence, picked.window.last_sentence);
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    };
    all.sort_by(order);
    // Two sentences are a window of the first and of the second.
    all.dedup_by(|a, b| order(a, b).is_eq());
    // By covered words alone: the similarity is that of a passage, and would let the cut of the passages decide who speaks.
    let best = all.iter().map(|picked| picked.coverage).fold(0.0, f32::max);
    all.retain(|picked| picked.coverage >= best * RELEVANT && picked.score > 0.1);
    let mut kept = if all.is_empty() { unrelated(&documents, &words) } else { spread(all) };
    let mut seen: HashSet<DocumentId> = HashSet::new();
    for picked in kept.iter_mut().filter(|picked| seen.insert(picked.window.document.clone())) {
        let own = passages.iter().filter(|(passage, _)| passage.document == picked.window.document);
        picked.around = own.map(|(passage, _)| passage.text.as_str()).collect::<Vec<_>>().join("\n");
    }
    kept
}

/// For a claim that shares no word with any sentence: those of the most similar passages, because they may still say it in other words.
fn unrelated(documents: &BTreeMap<&DocumentId, BTreeMap<u32, Line>>, words: &ContentWords) -> Vec<Picked> {
    let mut lines: Vec<_> = documents.iter().flat_map(|(document, lines)| lines.values().map(move |line| (document, line))).collect();
    lines.sort_by(|a, b| b.1.similarity.total_cmp(&a.1.similarity));
    lines.iter().take(UNRELATED).map(|(document, line)| make(document, &[line], words)).collect()
}

/// Keeps the best windows, at most two that share a sentence, so that one place does not take all of them.
fn spread(all: Vec<Picked>) -> Vec<Picked> {
    let mut uses: HashMap<(DocumentId, u32), u32> = HashMap::new();
    let mut kept = Vec::new();
    for picked in all {
        let keys: Vec<(DocumentId, u32)> =
            (picked.window.first_sentence..=picked.window.last_sentence).map(|index| (picked.window.document.clone(), index)).collect();
        if keys.iter().any(|key| uses.get(key).copied().unwrap_or(0) >= 2) {
            continue;
        }
        for key in keys {
            *uses.entry(key).or_default() += 1;
        }
        kept.push(picked);
        if kept.len() == WINDOWS {
            break;
        }
    }
    kept
}

fn windows_of(document: &DocumentId, lines: &BTreeMap<u32, Line>, words: &ContentWords) -> Vec<Picked> {
    let mut picked = Vec::new();
    for (index, line) in lines {
        let single = make(document, &[line], words);
        let covers = |line: &Line| words.coverage_of(&line.stems);
        if single.coverage <= 0.0 && line.similarity <= 0.0 {
            continue;
        }
        let joinable = |other: Option<&Line>| -> bool {
            other.is_some_and(|other| {
                other.sentence.section == line.sentence.section && is_running(line.sentence.kind) && is_running(other.sentence.kind)
            })
        };
        let before = index.checked_sub(1).and_then(|before| lines.get(&before)).filter(|other| joinable(Some(other)));
        let after = lines.get(&(index + 1)).filter(|other| joinable(Some(other)));
        let heading =
            index.checked_sub(1).and_then(|before| lines.get(&before)).filter(|other| other.sentence.kind == SentenceKind::Heading);
        let mut wider: Vec<Vec<&Line>> = Vec::new();
        wider.extend(before.map(|before| vec![before, line]));
        wider.extend(after.map(|after| vec![line, after]));
        wider.extend(before.zip(after).map(|(before, after)| vec![before, line, after]));
        if heading.is_some_and(|heading| heading.sentence.section == line.sentence.section) && line.sentence.kind != SentenceKind::Row {
            wider.extend(heading.map(|heading| vec![heading, line]));
        }
        // A wider window must cover more than the sentence alone, or hold the sentence that a pronoun points to.
        picked.extend(
            wider
                .into_iter()
                .map(|lines| {
                    let wide = make(document, &lines, words);
                    (lines, wide)
                })
                .filter(|(lines, wide)| lines.iter().all(|line| covers(line) < wide.coverage) || leans(&line.sentence.text))
                .map(|(_, wide)| wide),
        );
        picked.push(single);
    }
    picked
}

fn is_running(kind: SentenceKind) -> bool {
    matches!(kind, SentenceKind::Prose | SentenceKind::ListItem)
}

/// Whether a sentence leans on the one before.
fn leans(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["it", "he", "she", "they", "its", "his", "her", "their", "this", "these", "that", "those", "such", "both"].contains(&first.as_str())
}

fn make(document: &DocumentId, lines: &[&Line], words: &ContentWords) -> Picked {
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let present: HashSet<String> = lines.iter().flat_map(|line| line.stems.iter().cloned()).collect();
    let coverage = words.coverage_of(&present);
    let text = lines.iter().map(|line| line.sentence.text.as_str()).collect::<Vec<_>>().join(" ");
    let mut context = format!("{} {}", first.name, first.sentence.locator.heading.join(" "));
    for line in lines {
        if !context.contains(&line.passage.text) {
            context.push('\n');
            context.push_str(&line.passage.text);
        }
    }
    let key =
        lines.iter().max_by_key(|line| line.stems.intersection(&words.stems().map(str::to_owned).collect()).count()).unwrap_or(&first);
    Picked {
        window: Window {
            document: document.clone(),
            document_name: first.name.clone(),
            first_sentence: first.sentence.index,
            last_sentence: last.sentence.index,
            text,
            locator: key.sentence.locator.clone(),
        },
        context,
        around: String::new(),
        coverage,
        score: coverage - LENGTH_COST * (lines.len() - 1) as f32,
    }
}
