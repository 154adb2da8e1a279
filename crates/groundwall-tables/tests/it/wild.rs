//! Tables that others published, questions and claims as people put them: how many are computed right, wrong, or left alone.

use crate::material::{questions, tables};
use groundwall_tables::{Mood, Routed, View, ask, check, why_not};
use std::collections::BTreeMap;

/// Right, wrong and left alone.
#[derive(Debug, Default)]
struct Counts {
    right: usize,
    wrong: usize,
    left: usize,
}

/// Questions and claims of one set; prints what was not right.
fn counts(set: &str) -> (Counts, Counts) {
    let mut known: BTreeMap<String, Vec<View>> = BTreeMap::new();
    let (mut asked, mut claimed) = (Counts::default(), Counts::default());
    for row in questions("tables/wild.jsonl") {
        if row.set != set {
            continue;
        }
        let views = known
            .entry(row.table.clone())
            .or_insert_with(|| tables(&format!("tables/wild/{}", row.table)));
        let views: Vec<&View> = views.iter().collect();
        let (answer, mood) = if row.is_claim() {
            (check(&views, &row.text), Mood::Claim)
        } else {
            match ask(&views, &row.text) {
                Routed::Answer(answer) | Routed::Missing { answer, .. } => {
                    (Some(answer), Mood::Question)
                }
                Routed::Unclear(_) | Routed::Text => (None, Mood::Question),
            }
        };
        let counts = if row.is_claim() {
            &mut claimed
        } else {
            &mut asked
        };
        match answer {
            Some(answer) if row.is_right(&answer) => counts.right += 1,
            Some(answer) => {
                counts.wrong += 1;
                println!("wrong, {}: {}\n    {}", row.table, row.text, answer.text);
            }
            None => {
                counts.left += 1;
                let why = why_not(&views, &row.text, mood).unwrap_or_default();
                println!("left, {}: {}\n    {why}", row.table, row.text);
            }
        }
    }
    println!("set {set}: questions {asked:?}, claims {claimed:?}");
    (asked, claimed)
}

#[test]
fn the_half_that_the_parser_was_widened_with() {
    let (asked, claimed) = counts("E");
    assert!(asked.right >= 28 && asked.wrong == 0, "{asked:?}");
    assert!(claimed.right >= 12 && claimed.wrong == 0, "{claimed:?}");
}

#[test]
fn the_half_that_was_held_back() {
    let (asked, claimed) = counts("F");
    assert!(asked.right >= 18 && asked.wrong <= 1, "{asked:?}");
    assert!(claimed.right >= 9 && claimed.wrong == 0, "{claimed:?}");
}
