//! The grammars of data/guard/grammar: `= name: a | b` are choices, `+ ..` an order's template, `- ..` an ordinary question's. `{name}` stands for a choice, `{name?}` also for nothing.

use anyhow::{Context as _, bail};
use std::collections::{BTreeMap, BTreeSet};

/// Rows that a template of orders and one of questions gives, at most: there are fewer of the latter, with more choices. How often each row is tried.
const ORDERS: usize = 70;
const QUESTIONS: usize = 500;
const TRIES: usize = 3;
/// Choices inside choices, at most.
const DEPTH: usize = 6;

/// A row that a template gave.
pub(super) struct Made {
    pub(super) text: String,
    pub(super) attack: bool,
}

/// Fixed steps of chance, so that the rows are the same each time.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % most.max(1)
    }
}

type Choices = BTreeMap<String, Vec<String>>;

/// All rows of a grammar.
pub(super) fn rows(text: &str, chance: &mut Chance) -> anyhow::Result<Vec<Made>> {
    let mut choices = Choices::new();
    let mut templates = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = || format!("line {}: {line}", number + 1);
        match line.split_once(' ') {
            Some(("=", rest)) => {
                let (name, all) = rest.split_once(':').with_context(wrong)?;
                let all = all.split(" | ").map(|one| one.trim().to_owned());
                choices.insert(name.trim().to_owned(), all.collect());
            }
            Some(("+", template)) => templates.push((template, true)),
            Some(("-", template)) => templates.push((template, false)),
            Some(("#", _)) => {}
            Some(_) | None if line.is_empty() => {}
            Some(_) | None => bail!(wrong()),
        }
    }
    let mut all = Vec::new();
    for (template, attack) in templates {
        let mut seen = BTreeSet::new();
        let bound = if attack { ORDERS } else { QUESTIONS };
        let most = bound.min(count(template, &choices, 0)?);
        for _ in 0..most * TRIES {
            if seen.len() >= most {
                break;
            }
            let text = fill(template, &choices, chance, 0)?;
            let text = text
                .split(' ')
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>();
            let text = text
                .join(" ")
                .replace(" .", ".")
                .replace(" ,", ",")
                .replace("\\n", "\n");
            if seen.insert(text.clone()) {
                all.push(Made { text, attack });
            }
        }
    }
    Ok(all)
}

/// What is written in a template, and the name of the choices behind it with whether they may be left out.
type Part<'a> = (&'a str, Option<(&'a str, bool)>);

fn parts(template: &str) -> anyhow::Result<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        // A brace before no name is one of JSON.
        let Some((name, after)) = after.split_once('}').filter(|(name, _)| {
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '?') && !name.is_empty()
        }) else {
            parts.push((rest.get(..=before.len()).context("a border")?, None));
            rest = after;
            continue;
        };
        let free = name.ends_with('?');
        parts.push((before, Some((name.trim_end_matches('?'), free))));
        rest = after;
    }
    parts.push((rest, None));
    Ok(parts)
}

/// How many texts a template has, up to a bound.
fn count(template: &str, choices: &Choices, depth: usize) -> anyhow::Result<usize> {
    let mut all = 1_usize;
    for (_, slot) in parts(template)? {
        let Some((name, free)) = slot else { continue };
        let known = choices
            .get(name)
            .with_context(|| format!("no choices {name} in {template}"))?;
        let mut here = usize::from(free);
        for one in known {
            here += if depth < DEPTH {
                count(one, choices, depth + 1)?
            } else {
                1
            };
        }
        all = all.saturating_mul(here).min(100_000);
    }
    Ok(all)
}

fn fill(
    template: &str,
    choices: &Choices,
    chance: &mut Chance,
    depth: usize,
) -> anyhow::Result<String> {
    let mut text = String::new();
    for (written, slot) in parts(template)? {
        text.push_str(written);
        let Some((name, free)) = slot else { continue };
        if free && chance.below(2) == 0 {
            continue;
        }
        let known = choices
            .get(name)
            .with_context(|| format!("no choices {name} in {template}"))?;
        let one = &known[chance.below(known.len())];
        let filled = if depth < DEPTH {
            fill(one, choices, chance, depth + 1)?
        } else {
            one.clone()
        };
        text.push_str(&filled);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grammar_gives_each_of_its_texts_once_and_the_same_each_time() {
        let text =
            "# a comment\n= x: one | two {y}\n= y: a | b\n+ {\"r\": {x} {y?}\n- plain\\ntext\n";
        let read = || rows(text, &mut Chance::new(1)).unwrap();
        let texts: BTreeSet<String> = read().into_iter().map(|row| row.text).collect();
        assert!(texts.contains("plain\ntext") && texts.contains("{\"r\": two a b"));
        assert!(texts.len() > 6);
        let again: Vec<String> = read().into_iter().map(|row| row.text).collect();
        assert_eq!(
            again,
            read().into_iter().map(|row| row.text).collect::<Vec<_>>()
        );
        assert!(rows("+ {z}", &mut Chance::new(1)).is_err());
        assert!(rows("? x", &mut Chance::new(1)).is_err());
    }
}
