//! Attempts: editions of one text, with what was wrong with each and which words changed.

use super::generator::written_by;
use super::lines::Lines;
use groundwall_core::Report;
use leptos::prelude::*;

/// Words of two texts as kept, removed or new, by their longest common subsequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Word {
    Kept(String),
    Removed(String),
    New(String),
}

/// Most words that are compared; longer texts are shown without marks.
const COMPARED: usize = 1_500;

pub(crate) fn difference(old: &str, new: &str) -> Vec<Word> {
    let (a, b): (Vec<&str>, Vec<&str>) = (
        old.split_whitespace().collect(),
        new.split_whitespace().collect(),
    );
    if a.len() > COMPARED || b.len() > COMPARED {
        return b
            .into_iter()
            .map(|word| Word::Kept(word.to_owned()))
            .collect();
    }
    let rest = common(&a, &b);
    let longest = |i: usize, j: usize| rest.get(i).and_then(|row| row.get(j)).copied().unwrap_or(0);
    let (mut i, mut j, mut words) = (0_usize, 0_usize, Vec::new());
    loop {
        let (down, right) = (i.saturating_add(1), j.saturating_add(1));
        match (a.get(i), b.get(j)) {
            (Some(one), Some(other)) if one == other => {
                words.push(Word::Kept((*one).to_owned()));
                (i, j) = (down, right);
            }
            (Some(one), other) if other.is_none() || longest(down, j) >= longest(i, right) => {
                words.push(Word::Removed((*one).to_owned()));
                i = down;
            }
            (_, Some(other)) => {
                words.push(Word::New((*other).to_owned()));
                j = right;
            }
            (_, None) => break,
        }
    }
    words
}

/// For each place in two texts the length of the longest common subsequence of what follows.
fn common(a: &[&str], b: &[&str]) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0_u32; b.len().saturating_add(1)]];
    for word in a.iter().rev() {
        let below = rows.last().cloned().unwrap_or_default();
        let mut row = vec![0_u32];
        for (other, (beside, across)) in b.iter().zip(below.iter().zip(below.iter().skip(1))).rev()
        {
            let right = row.last().copied().unwrap_or(0);
            row.push(if word == other {
                across.saturating_add(1)
            } else {
                right.max(*beside)
            });
        }
        row.reverse();
        rows.push(row);
    }
    rows.reverse();
    rows
}

fn edition(words: Vec<Word>) -> impl IntoView {
    words
        .into_iter()
        .map(|word| match word {
            Word::Kept(word) => format!("{word} ").into_any(),
            Word::Removed(word) => view! { <del>{word}</del>" " }.into_any(),
            Word::New(word) => view! { <ins>{word}</ins>" " }.into_any(),
        })
        .collect_view()
}

/// Every draft against the next one, the last against what was delivered.
#[component]
pub(crate) fn Attempts<'a>(report: &'a Report) -> Option<impl IntoView + use<>> {
    if report.attempts.is_empty() {
        return None;
    }
    let following: Vec<Option<String>> = report
        .attempts
        .iter()
        .skip(1)
        .map(|attempt| attempt.draft.clone())
        .chain(std::iter::once(report.delivered.clone()))
        .collect();
    let editions: Vec<_> = report
        .attempts
        .iter()
        .zip(following)
        .map(|(attempt, next)| {
            let counts = attempt.counts;
            let head = format!(
                "Version {} by {}: {} of {} statements supported",
                attempt.number,
                written_by(&attempt.generator),
                counts.supported,
                counts.checkable()
            );
            let text = match (&attempt.draft, next) {
                (Some(draft), Some(next)) => {
                    view! { <p class="edition">{edition(difference(draft, &next))}</p> }.into_any()
                }
                (Some(draft), None) => view! { <p class="edition">{draft.clone()}</p> }.into_any(),
                (None, _) => view! { <p class="aside">"The text was withheld."</p> }.into_any(),
            };
            view! {
                <div class="attempt">
                    <p class="label">{head}</p>
                    <Lines lines=&attempt.faults />
                    {text}
                </div>
            }
        })
        .collect();
    Some(view! {
        <details class="attempts">
            <summary>{if editions.len() == 1 { "1 version".to_owned() } else { format!("{} versions", editions.len()) }}</summary>
            <p class="aside">"Struck words are not in the next version; underlined words are new in it."</p>
            <div>{editions}</div>
        </details>
    })
}

#[cfg(test)]
mod tests {
    use super::{Word, difference};

    #[test]
    fn kept_removed_and_new_words() {
        let words = difference("It opened in 1978 there", "It opened in 1987");
        let removed: Vec<_> = words
            .iter()
            .filter(|word| matches!(word, Word::Removed(_)))
            .collect();
        assert_eq!(words.len(), 6);
        assert_eq!(
            removed,
            [
                &Word::Removed("1978".into()),
                &Word::Removed("there".into())
            ]
        );
        assert!(words.contains(&Word::New("1987".into())));
    }
}
