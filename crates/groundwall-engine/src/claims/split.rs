//! Compound sentences and pronouns. Splits only where both halves are statements with a subject of their own or one that can be copied.

use groundwall_checks::words::fold;

/// Finite verbs that can open a second predicate ("…and employs 300 people").
const VERBS: &str = " is are was were has have had will would can could does did employs employed owns owned operates operated opened opens closed closes rose fell grew won lost \
began begins ended ends became becomes includes included contains contained holds held serves served runs ran costs cost covers covered requires required reported reports \
increased decreased moved moves joined left sold sells bought produces produced offers offered uses used remains remained reached received paid pays earned measures measured \
weighs weighed lasted lasts appointed replaced succeeded founded built completed published signed approved rejected leads led manages managed provides provided carries carried \
handles handled stands stood lies lay ";

const PRONOUNS: [&str; 8] = ["it", "he", "she", "they", "its", "his", "her", "their"];

fn is_verb(word: &str) -> bool {
    VERBS.contains(&format!(" {} ", fold(word.trim_matches(|c: char| !c.is_alphanumeric()))))
}

/// Statements of one sentence, each standing alone. `subject` is what a pronoun at the start refers to; it is updated.
pub(super) fn standalone(sentence: &str, subject: &mut Option<String>) -> Vec<String> {
    let resolved = resolve(sentence, subject.as_deref());
    let own = subject_of(&resolved);
    let mut parts = Vec::new();
    for clause in clauses(&resolved) {
        let clause = resolve(&clause, own.as_deref());
        parts.push(finish(&clause));
    }
    if let Some(own) = own {
        *subject = Some(own);
    }
    parts
}

/// Words before the first finite verb, when they are a plausible subject: at most eight words, no comma, not a pronoun.
fn subject_of(sentence: &str) -> Option<String> {
    let mut taken = Vec::new();
    for word in sentence.split_whitespace() {
        if is_verb(word) {
            break;
        }
        taken.push(word);
        if taken.len() > 8 || word.ends_with([',', ';', ':', '.']) {
            return None;
        }
    }
    let first = taken.first()?;
    let plausible =
        taken.len() < sentence.split_whitespace().count() && !PRONOUNS.contains(&fold(first).as_str()) && !starts_adverbially(first);
    plausible.then(|| taken.join(" "))
}

fn starts_adverbially(word: &str) -> bool {
    [
        "in", "on", "at", "after", "before", "during", "since", "by", "from", "with", "however", "there", "this", "that", "these", "those",
        "when", "while", "if", "although",
    ]
    .contains(&fold(word).as_str())
}

/// Replaces a pronoun at the start by the subject.
fn resolve(sentence: &str, subject: Option<&str>) -> String {
    let Some((first, rest)) = sentence.split_once(' ') else { return sentence.to_owned() };
    let Some(subject) = subject else { return sentence.to_owned() };
    match fold(first).as_str() {
        "it" if rest.starts_with("is possible")
            || rest.starts_with("is known")
            || rest.starts_with("seems")
            || rest.starts_with("appears") =>
        {
            sentence.to_owned()
        }
        "it" | "he" | "she" | "they" => format!("{subject} {rest}"),
        "its" | "his" | "her" | "their" => format!("{subject}'s {rest}"),
        _ => sentence.to_owned(),
    }
}

/// Cuts at semicolons and at "and", "but", "while", "whereas" where the right side is a clause or a second predicate.
fn clauses(sentence: &str) -> Vec<String> {
    let quoted = |at: usize| sentence[..at].matches(['"', '“', '”']).count() % 2 == 1;
    for (mark, skip) in [("; ", 2), (", and ", 6), (", but ", 6), (", while ", 8), (", whereas ", 10), (" and ", 5), (" but ", 5)] {
        for (at, _) in sentence.match_indices(mark) {
            let (left, right) = (sentence[..at].trim(), sentence[at + skip..].trim());
            if quoted(at) || subject_of(left).is_none() || !has_verb(left) {
                continue;
            }
            let bare = mark.starts_with(' ');
            if !bare && is_clause(right) || bare && is_clause(right) && starts_new_subject(right) {
                return [clauses(left), clauses(right)].concat();
            }
            let first = right.split_whitespace().next().unwrap_or_default();
            if mark.contains("and") || mark.contains("but") {
                let subject = subject_of(left).unwrap_or_default();
                if is_verb(first)
                    && right.split_whitespace().count() >= 3
                    && first.chars().next().is_some_and(char::is_lowercase)
                    && !is_participle_list(left, first)
                {
                    return [clauses(left), clauses(&format!("{subject} {right}"))].concat();
                }
            }
        }
    }
    vec![sentence.to_owned()]
}

/// "was built and opened in 1987": the second word shares the auxiliary and cannot stand alone.
fn is_participle_list(left: &str, first: &str) -> bool {
    let auxiliary =
        left.split_whitespace().any(|word| ["is", "are", "was", "were", "been", "be", "has", "have", "had"].contains(&fold(word).as_str()));
    let finite =
        ["is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "could", "does", "did"].contains(&fold(first).as_str());
    auxiliary && !finite && !first.ends_with('s')
}

fn has_verb(text: &str) -> bool {
    text.split_whitespace().any(is_verb)
}

/// A subject of its own (name, article or pronoun) with a verb soon behind it.
fn is_clause(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let starts = words.first().is_some_and(|first| {
        let folded = fold(first);
        ["the", "a", "an", "it", "he", "she", "they", "its", "his", "her", "their", "this", "these", "all", "both", "each", "some", "no"]
            .contains(&folded.as_str())
            || first.chars().next().is_some_and(char::is_uppercase)
    });
    starts && words.len() >= 3 && words.iter().skip(1).take(6).any(|word| is_verb(word))
}

fn starts_new_subject(text: &str) -> bool {
    let first = text.split_whitespace().next().map(fold).unwrap_or_default();
    ["the", "it", "he", "she", "they", "its", "their"].contains(&first.as_str())
}

fn finish(clause: &str) -> String {
    let mut text = clause.trim().trim_end_matches([',', ';']).to_owned();
    if let Some(first) = text.chars().next().filter(|first| first.is_lowercase()) {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    if !text.ends_with(['.', '!', '?', ':', '"', '”']) {
        text.push('.');
    }
    text
}
