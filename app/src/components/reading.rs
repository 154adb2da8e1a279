//! A document's own page: its outline, what is found in it, and a few of its sentences that say most of it.

use super::marked::{MarkedText, Why};
use crate::page::address_of;
use groundwall_core::{DocumentId, Sentence, SentenceKind};
use leptos::prelude::*;
use std::collections::{HashMap, HashSet};

/// Headings that are listed, at most.
const HEADINGS: usize = 300;
/// Headings from which on an outline helps.
const OUTLINE: usize = 3;
/// Sentences that are found, at most.
const FOUND: usize = 100;
/// Sentences of a summary.
const SUMMARY: usize = 5;
/// Sentences of prose from which on a text has a summary.
const LONG: usize = 20;
/// Letters of a sentence that can stand in a summary.
const SAYING: std::ops::RangeInclusive<usize> = 40..=320;

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

fn to(document: &DocumentId, sentence: &Sentence) -> String {
    address_of(document, Some((sentence.index, sentence.index)))
}

/// The headings, each as a link.
#[component]
pub(crate) fn Outline<'a>(document: &'a DocumentId, sentences: &'a [Sentence]) -> Option<AnyView> {
    let is_heading = |one: &&Sentence| one.kind == SentenceKind::Heading;
    let all = sentences.iter().filter(is_heading).count();
    let lines = sentences
        .iter()
        .filter(is_heading)
        .take(HEADINGS)
        .map(|one| view! { <li><a href=to(document, one)>{one.text.clone()}</a></li> })
        .collect_view();
    let more = all.checked_sub(HEADINGS).filter(|more| *more > 0);
    (all >= OUTLINE).then(|| {
        view! {
            <details class="outline">
                <summary>{format!("Outline, {all} headings")}</summary>
                <ol>{lines}{more.map(|more| view! { <li>{format!("and {more} more")}</li> })}</ol>
            </details>
        }
        .into_any()
    })
}

/// The sentences that hold every word, or the beginning of it.
fn holding<'a>(sentences: &'a [Sentence], find: &str) -> Vec<&'a Sentence> {
    let wanted: Vec<String> = words(find).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let holds = |one: &&Sentence| {
        let own: Vec<String> = words(&one.text).collect();
        wanted
            .iter()
            .all(|word| own.iter().any(|known| known.starts_with(word.as_str())))
    };
    sentences.iter().filter(holds).collect()
}

/// The words of a sentence that were looked for.
fn hits(text: &str, wanted: &[String]) -> Vec<(String, Why)> {
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| {
            let small = word.to_lowercase();
            wanted.iter().any(|one| small.starts_with(one.as_str()))
        })
        .map(|word| (word.to_owned(), Why::Asked))
        .collect()
}

/// The box to search in a document with, and what was found.
#[component]
pub(crate) fn SearchIn<'a>(
    document: &'a DocumentId,
    sentences: &'a [Sentence],
    find: &'a str,
) -> AnyView {
    let found = holding(sentences, find);
    let all = found.len();
    let wanted: Vec<String> = words(find).collect();
    let lines = found
        .into_iter()
        .take(FOUND)
        .map(|one| {
            let place = one.locator.to_string();
            let place = if place.is_empty() { "Go there".to_owned() } else { place };
            let needles = hits(&one.text, &wanted);
            view! { <li><a href=to(document, one)>{place}</a><span class="text"><MarkedText text=&one.text needles=&needles /></span></li> }
        })
        .collect_view();
    let said = match all {
        0 => "Nothing found. A search finds the sentences with all of the words.".to_owned(),
        1 => "1 sentence found.".to_owned(),
        all if all > FOUND => format!("{all} sentences found; the first {FOUND} are shown."),
        all => format!("{all} sentences found."),
    };
    view! {
        <form method="get" action=address_of(document, None) class="search" role="search">
            <label for="find">"Search in this document"</label>
            <input id="find" type="search" name="find" required maxlength="200" value=find.to_owned() />
            <button type="submit" class="quiet">"Search"</button>
        </form>
        {(!find.trim().is_empty()).then(|| view! {
            <section class="found" aria-label="Found">
                <p class="aside" role="status">{said}" "<a href=address_of(document, None)>"Show the whole text"</a></p>
                <ol>{lines}</ol>
            </section>
        })}
    }
    .into_any()
}

/// Whether a text is a gap of a template, or says what is still to be written there.
fn is_left_open(text: &str) -> bool {
    let marked = |word: &str| ["TODO", "TBD", "FIXME"].contains(&word);
    let mut own = text.split(|sign: char| !sign.is_alphanumeric());
    let mut gaps = text
        .split('[')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(']')?.0));
    let shouted = |gap: &str| {
        let mut letters = gap.chars().filter(|sign| sign.is_alphabetic());
        gap.chars().count() > 2 && letters.next().is_some() && !gap.chars().any(char::is_lowercase)
    };
    text.contains("{{") || text.contains("____") || own.any(marked) || gaps.any(shouted)
}

/// The sentences whose words run through the text, one a section at most and none twice, in their order. A word of every sentence weighs nothing.
fn telling(sentences: &[Sentence]) -> Vec<&Sentence> {
    let prose: Vec<(&Sentence, HashSet<String>)> = sentences
        .iter()
        .filter(|one| one.kind == SentenceKind::Prose)
        .map(|one| (one, words(&one.text).collect()))
        .collect();
    if prose.len() < LONG {
        return Vec::new();
    }
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for word in prose.iter().flat_map(|(_, words)| words) {
        let count = counts.entry(word).or_default();
        *count = count.saturating_add(1);
    }
    let all = prose.len() as f64;
    let weight = |word: &String| {
        let count = f64::from(counts.get(word.as_str()).copied().unwrap_or(1));
        if count < 2.0 {
            0.0
        } else {
            count.sqrt() * (all / count).ln()
        }
    };
    let mut scored: Vec<(f64, &Sentence)> = prose
        .iter()
        .filter(|(one, _)| SAYING.contains(&one.text.chars().count()))
        .map(|(one, words)| {
            let sum: f64 = words.iter().map(weight).sum();
            (sum / (words.len() as f64).sqrt(), *one)
        })
        .collect();
    scored.sort_by(|(one, first), (other, second)| {
        other.total_cmp(one).then(first.index.cmp(&second.index))
    });
    let mut sections = HashSet::new();
    let mut said = HashSet::new();
    let sectioned = prose
        .iter()
        .map(|(one, _)| one.section)
        .collect::<HashSet<_>>()
        .len()
        >= SUMMARY;
    let mut chosen: Vec<&Sentence> = scored
        .into_iter()
        .map(|(_, one)| one)
        .filter(|one| !is_left_open(&one.text))
        .filter(|one| said.insert(words(&one.text).collect::<Vec<_>>()))
        .filter(|one| !sectioned || sections.insert(one.section))
        .take(SUMMARY)
        .collect();
    chosen.sort_by_key(|one| one.index);
    chosen
}

/// A long text in a few of its own sentences.
#[component]
pub(crate) fn Summary<'a>(document: &'a DocumentId, sentences: &'a [Sentence]) -> Option<AnyView> {
    let chosen = telling(sentences);
    let lines = chosen
        .iter()
        .map(|one| view! { <li><a href=to(document, one)>{one.text.clone()}</a></li> })
        .collect_view();
    (!chosen.is_empty()).then(|| {
        view! {
            <details class="in-short" open>
                <summary>{format!("In short: {} of its own sentences", chosen.len())}</summary>
                <ul>{lines}</ul>
            </details>
        }
        .into_any()
    })
}

#[cfg(test)]
mod tests {
    use super::{holding, telling};
    use groundwall_core::{Locator, Sentence, SentenceKind, Span};

    fn sentence(index: u32, text: &str) -> Sentence {
        Sentence {
            index,
            section: 0,
            kind: SentenceKind::Prose,
            text: text.to_owned(),
            span: Span { start: 0, end: 0 },
            locator: Locator::default(),
        }
    }

    #[test]
    fn a_search_finds_beginnings_of_words_and_wants_them_all() {
        let all = [
            sentence(0, "The Harbour office is closed on Sundays."),
            sentence(1, "The harbours of the coast are closed."),
            sentence(2, "Dogs are welcome."),
        ];
        let found =
            |find: &str| -> Vec<u32> { holding(&all, find).iter().map(|one| one.index).collect() };
        assert_eq!(found("harbour closed"), [0, 1]);
        assert_eq!(found("harbours"), [1]);
        assert_eq!(found("dogs closed"), [] as [u32; 0]);
        assert_eq!(found(" … "), [] as [u32; 0]);
    }

    #[test]
    fn a_summary_says_nothing_twice_and_no_gap_of_a_template() {
        let mut many: Vec<Sentence> = (0..40)
            .map(|n| {
                sentence(
                    n,
                    &format!("Nothing of number {n} was ever said again by anybody {n}."),
                )
            })
            .collect();
        let crane = "The crane of the quay lifts the containers of the ferries";
        for (n, end) in [(3, "."), (9, ""), (21, ".")] {
            many[n as usize] = sentence(n, &format!("{crane}{end}"));
        }
        let open = [
            "TODO: Specify the crane and the containers of the ferries.",
            "The crane of {{QUAY}} lifts the containers of the ferries.",
            "The crane of [QUAY NAME] lifts the containers of the ferries.",
        ];
        for (n, text) in (30..).zip(open) {
            many[n as usize] = sentence(n, text);
        }
        let chosen: Vec<&str> = telling(&many).iter().map(|one| one.text.as_str()).collect();
        let same = chosen.iter().filter(|text| text.starts_with(crane));
        assert_eq!(same.count(), 1, "{chosen:?}");
        assert!(!chosen.iter().any(|text| open.contains(text)), "{chosen:?}");
        let read = "The crane [3] lifts what the law [A] of the ferries names.";
        many[35] = sentence(35, read);
        assert!(telling(&many).iter().any(|one| one.text == read));
    }

    #[test]
    fn only_a_long_text_has_a_summary_and_in_its_order() {
        let text = |n: u32| format!("The crane of quay {n} lifts the containers of the ferries.");
        let few: Vec<Sentence> = (0..5).map(|n| sentence(n, &text(n))).collect();
        assert!(telling(&few).is_empty());
        let mut many: Vec<Sentence> = (0..40)
            .map(|n| {
                sentence(
                    n,
                    &format!("Nothing of number {n} was ever said again by anybody {n}."),
                )
            })
            .collect();
        for n in [30, 7, 19] {
            many[n as usize] = sentence(n, &text(n));
        }
        let chosen: Vec<u32> = telling(&many).iter().map(|one| one.index).collect();
        assert_eq!(chosen.len(), 5);
        assert!(chosen.is_sorted());
        assert!([7, 19, 30].iter().all(|n| chosen.contains(n)), "{chosen:?}");
    }
}
