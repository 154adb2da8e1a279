//! Windows: one to three sentences of a document's own sequence, picked for one claim; and joined text: the sentences of one document that come nearest to
//! the claim, with their neighbours. Passages lead to both; their edges do not shape them.

use groundwall_checks::assertion::{Around, Standing, standing};
use groundwall_checks::words::{ContentWords, stems};
use groundwall_core::{DocumentId, DocumentName, Passage, Sentence, SentenceKind, Window};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Windows of a claim that the models look at, at most. Six gave the judge no better figures on the tuning halves (.737 and .734 mean balanced accuracy) and cost half as much again.
const WINDOWS: usize = 4;
/// Sentences that a claim is held against when it shares no word with any.
const UNRELATED: usize = 2;
/// A window that covers less than this share of what the best one covers has nothing to do with the claim.
const RELEVANT: f32 = 0.6;
/// What a further sentence must add to the covered share to be worth its length.
const LENGTH_COST: f32 = 0.04;

/// Words of joined text, at most. With 60, 110 and 190 the joined reading's AUC on 13 tuning sets was .846, .847 and .849; tokens are time.
const JOINED_WORDS: usize = 110;
/// Documents whose joined text is read for one claim, at most: those of the best windows.
const JOINED_DOCUMENTS: usize = 2;
/// A sentence that comes less near to the claim than this share of the nearest one is only joined as a neighbour, so that text about something else changes nothing.
const SEED: f32 = 0.3;
/// Items of a list that are passed over to find the line that opens it.
const ITEMS: u32 = 12;

/// What is read for a claim.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Best first.
    pub(crate) windows: Vec<Picked>,
    /// One for each document that matters, in the order of its best window.
    pub(crate) joined: Vec<Joined>,
}

/// Sentences of one document in its order, not all of them neighbours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Joined {
    pub(crate) document: DocumentId,
    pub(crate) text: String,
}

/// A window with what is known of it before any model looks at it.
#[derive(Debug, Clone)]
pub(crate) struct Picked {
    pub(crate) window: Window,
    /// What a reader of the document has read before and the window needs: the line that opens its list, or a heading that names what the claim speaks of.
    pub(crate) lead: Option<String>,
    /// Document name, headings, and the passages it was found in.
    pub(crate) context: String,
    /// All passages of its document that were found for the claim; empty but for the first window of each document.
    pub(crate) around: String,
    /// Weighted share of the claim's content words, numbers included.
    pub(crate) coverage: f32,
    /// Whether it asserts what the claim says.
    pub(crate) standing: Standing,
    score: f32,
}

struct Line<'a> {
    sentence: &'a Sentence,
    stems: HashSet<String>,
    name: &'a DocumentName,
    passage: &'a Passage,
    similarity: f32,
}

/// The best windows for a claim among the sentences of `passages` (each with its similarity to the claim, 0 when unknown), and the joined text of their documents.
pub(crate) fn pick(
    claim: &str,
    passages: &[(&Passage, f32)],
    keep: impl Fn(&Picked) -> bool,
) -> Found {
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
    let mut all: Vec<Picked> = documents
        .iter()
        .flat_map(|(document, lines)| windows_of(document, lines, &words))
        .collect();
    let order = |a: &Picked, b: &Picked| {
        let place = |picked: &Picked| {
            (
                picked.window.document.clone(),
                picked.window.first_sentence,
                picked.window.last_sentence,
            )
        };
        b.score
            .total_cmp(&a.score)
            .then_with(|| place(a).cmp(&place(b)))
    };
    all.sort_by(order);
    // Two sentences are a window of the first and of the second.
    all.dedup_by(|a, b| order(a, b).is_eq());
    // By covered words alone: the similarity is that of a passage, and would let the cut of the passages decide who speaks.
    let best = all.iter().map(|picked| picked.coverage).fold(0.0, f32::max);
    all.retain(|picked| picked.coverage >= best * RELEVANT && picked.score > 0.1);
    let mut kept = if all.is_empty() {
        unrelated(&documents, &words)
    } else {
        spread(all)
    };
    let mut seen: HashSet<DocumentId> = HashSet::new();
    for picked in kept
        .iter_mut()
        .filter(|picked| seen.insert(picked.window.document.clone()))
    {
        let own = passages
            .iter()
            .filter(|(passage, _)| passage.document == picked.window.document);
        picked.around = own
            .map(|(passage, _)| passage.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
    }
    kept.retain(keep);
    for picked in &mut kept {
        if let Some(lines) = documents.get(&picked.window.document) {
            picked.lead = lead(lines, &picked.window, &words);
            let Window {
                text,
                first_sentence,
                last_sentence,
                ..
            } = &picked.window;
            picked.standing = standing(claim, text, around(lines, *first_sentence, *last_sentence));
        }
    }
    let mut matter: Vec<&DocumentId> = Vec::new();
    for picked in &kept {
        if !matter.contains(&&picked.window.document) && matter.len() < JOINED_DOCUMENTS {
            matter.push(&picked.window.document);
        }
    }
    let joined = matter
        .into_iter()
        .filter_map(|document| join(claim, document, documents.get(document)?, &words))
        .collect();
    Found {
        windows: kept,
        joined,
    }
}

/// The sentences of a document that come nearest to the claim, with the one before and the one behind each, in the document's order, without those that
/// only name what the claim says. None where that is one sentence: a window is read of it anyway.
fn join(
    claim: &str,
    document: &DocumentId,
    lines: &BTreeMap<u32, Line>,
    words: &ContentWords,
) -> Option<Joined> {
    // Long sentences have more words in common with anything.
    let near =
        |line: &Line| words.coverage_of(&line.stems) / (1.0 + (line.stems.len() as f32).powf(0.3));
    let mut seeds: Vec<(u32, f32)> = lines
        .iter()
        .map(|(index, line)| (*index, near(line)))
        .filter(|(_, near)| *near > 0.0)
        .collect();
    seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let floor = seeds.first()?.1 * SEED;
    // A line that a document repeats, such as a note under each section, is read once.
    let mut texts: HashSet<&str> = HashSet::new();
    let (mut taken, mut length): (BTreeSet<u32>, usize) = (BTreeSet::new(), 0);
    for (index, _) in seeds.into_iter().filter(|(_, near)| *near >= floor) {
        for place in [Some(index), index.checked_sub(1), index.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let Some(line) = lines.get(&place).filter(|_| !taken.contains(&place)) else {
                continue;
            };
            let count = line.sentence.text.split_whitespace().count();
            let neighbour = place != index
                && (line.sentence.section != lines[&index].sentence.section
                    || !is_running(line.sentence.kind));
            if neighbour || (!taken.is_empty() && length + count > JOINED_WORDS) {
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
    let openings: Vec<u32> = taken
        .iter()
        .filter_map(|index| opening(lines, *index))
        .collect();
    taken.extend(openings);
    taken.retain(|index| {
        let sentence = &lines[index].sentence.text;
        standing(claim, sentence, around(lines, *index, *index)).is_asserted()
    });
    let text = taken
        .iter()
        .map(|index| lines[index].sentence.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    (taken.len() > 1).then(|| Joined {
        document: document.clone(),
        text,
    })
}

/// The line that opens the list of an item: prose before it that ends with a colon.
fn opening(lines: &BTreeMap<u32, Line>, item: u32) -> Option<u32> {
    let own = &lines.get(&item)?.sentence;
    if own.kind != SentenceKind::ListItem {
        return None;
    }
    let before = (item.saturating_sub(ITEMS)..item)
        .rev()
        .map_while(|index| Some((index, &lines.get(&index)?.sentence)));
    let (index, line) = before
        .into_iter()
        .find(|(_, sentence)| sentence.kind != SentenceKind::ListItem)?;
    (line.section == own.section
        && line.kind == SentenceKind::Prose
        && line.text.trim_end().ends_with(':'))
    .then_some(index)
}

/// The line that opens the list of a window, and the sentence behind it in its section.
fn around<'a>(lines: &BTreeMap<u32, Line<'a>>, first: u32, last: u32) -> Around<'a> {
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
fn lead(lines: &BTreeMap<u32, Line>, window: &Window, words: &ContentWords) -> Option<String> {
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

/// For a claim that shares no word with any sentence: those of the most similar passages, because they may still say it in other words.
fn unrelated(
    documents: &BTreeMap<&DocumentId, BTreeMap<u32, Line>>,
    words: &ContentWords,
) -> Vec<Picked> {
    let mut lines: Vec<_> = documents
        .iter()
        .flat_map(|(document, lines)| lines.values().map(move |line| (document, line)))
        .collect();
    lines.sort_by(|a, b| b.1.similarity.total_cmp(&a.1.similarity));
    lines
        .iter()
        .take(UNRELATED)
        .map(|(document, line)| make(document, &[line], words))
        .collect()
}

/// Keeps the best windows: none that says what another one of its document does word for word, and at most two that share a sentence, so that one place
/// does not take all of them.
fn spread(all: Vec<Picked>) -> Vec<Picked> {
    let mut uses: HashMap<(DocumentId, u32), u32> = HashMap::new();
    let mut kept: Vec<Picked> = Vec::new();
    for picked in all {
        let says_the_same = |other: &Picked| {
            other.window.document == picked.window.document
                && other.window.text == picked.window.text
        };
        if kept.iter().any(says_the_same) {
            continue;
        }
        let keys: Vec<(DocumentId, u32)> = (picked.window.first_sentence
            ..=picked.window.last_sentence)
            .map(|index| (picked.window.document.clone(), index))
            .collect();
        if keys
            .iter()
            .any(|key| uses.get(key).copied().unwrap_or(0) >= 2)
        {
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

fn windows_of(
    document: &DocumentId,
    lines: &BTreeMap<u32, Line>,
    words: &ContentWords,
) -> Vec<Picked> {
    let mut picked = Vec::new();
    for (index, line) in lines {
        let single = make(document, &[line], words);
        let covers = |line: &Line| words.coverage_of(&line.stems);
        if single.coverage <= 0.0 && line.similarity <= 0.0 {
            continue;
        }
        let joinable = |other: Option<&Line>| -> bool {
            other.is_some_and(|other| {
                other.sentence.section == line.sentence.section
                    && is_running(line.sentence.kind)
                    && is_running(other.sentence.kind)
            })
        };
        let before = index
            .checked_sub(1)
            .and_then(|before| lines.get(&before))
            .filter(|other| joinable(Some(other)));
        let after = lines
            .get(&(index + 1))
            .filter(|other| joinable(Some(other)));
        let heading = index
            .checked_sub(1)
            .and_then(|before| lines.get(&before))
            .filter(|other| other.sentence.kind == SentenceKind::Heading);
        let mut wider: Vec<Vec<&Line>> = Vec::new();
        wider.extend(before.map(|before| vec![before, line]));
        wider.extend(after.map(|after| vec![line, after]));
        wider.extend(
            before
                .zip(after)
                .map(|(before, after)| vec![before, line, after]),
        );
        if heading.is_some_and(|heading| heading.sentence.section == line.sentence.section)
            && line.sentence.kind != SentenceKind::Row
        {
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
                .filter(|(lines, wide)| {
                    lines.iter().all(|line| covers(line) < wide.coverage)
                        || leans(&line.sentence.text)
                })
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
    let first = sentence
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_lowercase();
    [
        "it", "he", "she", "they", "its", "his", "her", "their", "this", "these", "that", "those",
        "such", "both",
    ]
    .contains(&first.as_str())
}

fn make(document: &DocumentId, lines: &[&Line], words: &ContentWords) -> Picked {
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
    let mut context = format!(
        "{} {}",
        first.name,
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
    Picked {
        window: Window {
            document: document.clone(),
            document_name: first.name.clone(),
            first_sentence: first.sentence.index,
            last_sentence: last.sentence.index,
            text,
            locator: key.sentence.locator.clone(),
        },
        lead: None,
        context,
        around: String::new(),
        coverage,
        standing: Standing::default(),
        score: coverage - LENGTH_COST * (lines.len() - 1) as f32,
    }
}
