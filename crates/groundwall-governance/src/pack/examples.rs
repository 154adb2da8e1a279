//! A pack's own examples, run by `groundwall packs test` and by the tests.

use super::active::Active;
use super::apply::Governed;
use super::check::{Checked, Part, Subject};
use super::model::{Example, Pack};
use super::scan::TooMuch;
use groundwall_core::RuleState;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

/// What an example came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub name: String,
    /// Line of the file, from 1.
    pub line: usize,
    /// What was otherwise; empty where all was as the example says.
    pub misses: Vec<String>,
}

/// Runs a pack's examples, the pack alone.
///
/// # Errors
/// Fails when the pack holds more words or expressions than one pass can look for.
pub fn run(pack: &Arc<Pack>) -> Result<Vec<Outcome>, TooMuch> {
    let active = Active::of(vec![Arc::clone(pack)])?;
    Ok(pack
        .examples
        .iter()
        .map(|example| Outcome {
            name: example.name.clone(),
            line: example.line,
            misses: misses(&active, example),
        })
        .collect())
}

/// Of each example of a pack the rules that it breaks, in the order of the examples, the pack alone.
///
/// # Errors
/// Fails when the pack holds more words or expressions than one pass can look for.
pub fn broken(pack: &Arc<Pack>) -> Result<Vec<BTreeSet<String>>, TooMuch> {
    let active = Active::of(vec![Arc::clone(pack)])?;
    let named = format!("{} ", pack.source());
    let of_example = |example: &Example| {
        let checked = checked(&active, example).0;
        let found = checked
            .findings
            .iter()
            .filter_map(|finding| Some(finding.source.strip_prefix(&named)?.to_owned()));
        let broken = checked
            .rules
            .iter()
            .filter(|answer| answer.state == RuleState::Broken)
            .map(|answer| answer.rule.clone());
        let intents = checked.intents.iter().map(|intent| intent.code.clone());
        found.chain(broken).chain(intents).collect()
    };
    Ok(pack.examples.iter().map(of_example).collect())
}

/// The sentences of a text, each with the space behind it: what ends with a full stop and a space, or a line.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0usize;
    let mut ended = false;
    for (at, c) in text.char_indices() {
        if ended && !c.is_whitespace() && text.get(..at).is_some_and(ends_in_space) {
            parts.extend(text.get(from..at));
            from = at;
            ended = false;
        } else if matches!(c, '.' | '!' | '?' | '。' | '\n') {
            ended = true;
        } else if !c.is_whitespace() && !matches!(c, '"' | '”' | '\'' | ')') {
            ended = false;
        }
    }
    parts.extend(text.get(from..).filter(|rest| !rest.is_empty()));
    parts
}

fn ends_in_space(text: &str) -> bool {
    text.ends_with(char::is_whitespace)
}

/// What an example comes to: what is found, and what becomes of its text.
fn checked(active: &Active, example: &Example) -> (Checked, Governed) {
    let parts: Vec<Part<'_>> = sentences(&example.input)
        .into_iter()
        .map(|text| Part {
            cited: example.cited,
            ..Part::of(text)
        })
        .collect();
    let evidence: Option<Vec<&str>> = example
        .evidence
        .as_ref()
        .map(|texts| texts.iter().map(String::as_str).collect());
    let subject = Subject {
        parts: &parts,
        question: example.question.as_deref(),
        evidence: evidence.as_deref(),
    };
    let checked = active.check(&subject);
    let governed = checked.apply(&subject);
    (checked, governed)
}

fn misses(active: &Active, example: &Example) -> Vec<String> {
    let (checked, governed) = checked(active, example);
    let mut misses = Vec::new();
    let found: BTreeSet<String> = checked
        .findings
        .iter()
        .map(|finding| finding.kind.name().to_owned())
        .collect();
    differ(&mut misses, "findings", &example.findings, &found);
    let named: BTreeSet<&str> = example.actions.iter().map(|action| action.name()).collect();
    let taken: BTreeSet<&str> = governed.taken.iter().map(|action| action.name()).collect();
    differ(&mut misses, "actions", &named, &taken);
    if let Some(text) = &example.text {
        differ(&mut misses, "text", text, &governed.text());
    }
    if let Some(code) = &example.intent {
        let found = checked.intents.first().map(|intent| intent.code.clone());
        differ(&mut misses, "intent", &Some(code.clone()), &found);
    }
    for (rule, state) in &example.rules {
        let answer = checked.rules.iter().find(|answer| answer.rule == *rule);
        let found = answer.map(|answer| answer.state);
        differ(&mut misses, rule, &Some(*state), &found);
    }
    misses
}

fn differ<T: PartialEq + Debug>(misses: &mut Vec<String>, what: &str, expected: &T, found: &T) {
    if expected != found {
        misses.push(format!("{what}: expected {expected:?}, found {found:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn sentences_put_together_are_the_text() {
        for (text, count) in [
            ("One. Two! Three?", 3),
            ("It rose by 3.5 % to $1.2M. Then it fell.", 2),
            ("금리는 3.5%입니다. 문의하세요.\n다음 줄", 3),
            ("\"Quoted.\" Then more", 2),
            ("", 0),
            ("no end", 1),
        ] {
            let parts = sentences(text);
            assert_eq!(parts.concat(), text);
            assert_eq!(parts.len(), count, "{text}: {parts:?}");
        }
    }
}
