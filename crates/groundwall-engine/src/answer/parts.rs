//! A question to the parts that it asks for, by rule: several question marks, and conjunctions behind which another question begins.

mod leaning;
#[cfg(test)]
mod tests;

use super::follow_up::WORDS;
use crate::language::ENGLISH;
use groundwall_governance::personal;
use groundwall_text::language::Words;
use groundwall_text::words::capitalised;

/// Parts of a question, at most; what is asked beyond them stays with the last.
const PARTS: usize = 4;
/// Words of a part that asks more of the one before, at most: "and which of the two years was that?".
const FURTHER: usize = 8;

/// A word in small letters, without the marks around it.
pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

fn listed(list: &Words, word: &str) -> bool {
    list.has(&bare(word))
}

fn is(list: &[&str], word: &str) -> bool {
    list.contains(&bare(word).as_str())
}

/// The parts of a question in its order, each a question of its own; one where it cannot be taken apart.
pub(super) fn parts(question: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before: Vec<String> = Vec::new();
    for piece in marked(question) {
        let piece = uncontracted(behind_own_data(behind_a_greeting(piece)));
        let words: Vec<&str> = piece.split_whitespace().collect();
        let own = spread(&named(
            &before.iter().map(String::as_str).collect::<Vec<_>>(),
            &words,
        ));
        let words: Vec<&str> = own.iter().map(String::as_str).collect();
        for part in together(joined(&words)) {
            if parts.len() == PARTS {
                let last = &mut parts[PARTS - 1];
                *last = format!("{last} {part}");
            } else {
                parts.push(part);
            }
        }
        before = own;
    }
    if parts.is_empty() {
        vec![question.trim().to_owned()]
    } else {
        parts
    }
}

/// Whether a part behind another asks of something that it does not name: "how many has it won?".
pub(super) fn is_of_another(part: &str) -> bool {
    let mut words = part.split_whitespace();
    !is_of_names(part) && words.any(|word| is(&["it", "they", "them", "he", "she"], word))
}

/// Whether a part has a name or a number behind its first word.
pub(super) fn is_of_names(part: &str) -> bool {
    part.split_whitespace().skip(1).any(names)
}

/// Whether a word behind the first is a name or a number.
fn names(word: &str) -> bool {
    word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

/// Parts of which the last asks more of what the one before is about: "What was the highest price, and what year was that?" is one question.
fn together(mut parts: Vec<String>) -> Vec<String> {
    let of_that = |part: &String| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let ends = words.len().checked_sub(2).and_then(|at| words.get(at..));
        words.len() <= FURTHER
            && ends
                .is_some_and(|ends| is(&["was", "is", "were"], ends[0]) && is(&["that"], ends[1]))
    };
    while parts.len() > 1 && parts.last().is_some_and(of_that) {
        let Some(last) = parts.pop() else { break };
        if let Some(before) = parts.last_mut() {
            let mut letters = last.chars();
            let first: String = letters
                .next()
                .into_iter()
                .flat_map(char::to_lowercase)
                .collect();
            *before = format!(
                "{}, and {first}{}",
                before.trim_end_matches('?'),
                letters.as_str()
            );
        }
    }
    with_their_place(parts)
}

/// "How many died and how many were hurt in Bath in 2014?": where both parts ask alike and the first names no place or time, it has that of the second.
fn with_their_place(mut parts: Vec<String>) -> Vec<String> {
    let [first, second] = &parts[..] else {
        return parts;
    };
    let placing = |word: &&str| is(&["in", "at", "on", "during"], word);
    let words =
        |part: &str| -> Vec<String> { part.split_whitespace().map(str::to_owned).collect() };
    let (one, other) = (words(first), words(second));
    let head = |words: &[String]| {
        words
            .iter()
            .take(2)
            .map(|word| bare(word))
            .collect::<Vec<_>>()
    };
    let place = other.iter().position(|word| placing(&word.as_str()));
    let names = |words: &[String]| words.iter().any(|word| names(word));
    if let Some(place) = place
        && head(&one) == head(&other)
        && !one.iter().any(|word| placing(&word.as_str()))
        && !names(&one[1..])
        && names(&other[place..])
    {
        let place = other[place..].join(" ");
        parts[0] = format!("{} {place}", first.trim_end_matches('?'));
    }
    parts
}

/// What is asked behind a greeting or a sentence by which somebody says who they are: "Dear team, I am Jane Doe. What ..".
fn behind_a_greeting(piece: &str) -> &str {
    let words: Vec<&str> = piece.split_whitespace().take(4).collect();
    let begins = |phrase: &[&str]| {
        let said = words.iter().map(|word| bare(word));
        words.len() > phrase.len() && said.zip(phrase).all(|(word, wanted)| word == *wanted)
    };
    let named = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| word.starts_with(char::is_uppercase))
    };
    let greets = begins(&["my", "name", "is"])
        || ["dear", "hi", "hello", "hey"]
            .into_iter()
            .any(|word| begins(&[word]))
        || begins(&["i", "am"]) && named(2)
        || begins(&["this", "is"]) && named(2);
    let end = piece.find(['.', '!', '\n']).filter(|_| greets);
    let rest = end.and_then(|end| piece.get(end + 1..)).unwrap_or_default();
    let words: Vec<&str> = rest.split_whitespace().collect();
    if rest.starts_with(char::is_whitespace) && !words.is_empty() && asks(&words) {
        rest.trim_start()
    } else {
        piece
    }
}

/// What is asked behind a sentence in which somebody tells an address, a number or a date of their own: documents need not say these.
fn behind_own_data(piece: &str) -> &str {
    let Some(last) = personal::find(piece).pop() else {
        return piece;
    };
    let behind = piece.get(last.range.end..).unwrap_or_default();
    let rest = behind.trim_start_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = rest.split_whitespace().collect();
    let ends = behind.trim_end().starts_with(['.', '!', ',', ';', ':']);
    if ends && !words.is_empty() && asks(&words) {
        rest
    } else {
        piece
    }
}

/// A question with "What is" for "What's".
fn uncontracted(question: &str) -> String {
    let whole = |word: &str| {
        let asks = |front: &&str| listed(&ENGLISH.questions.asking, front);
        let front = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
        let front = front.filter(asks);
        front.map_or_else(|| word.to_owned(), |front| format!("{front} is"))
    };
    let words: Vec<String> = question.split_whitespace().map(whole).collect();
    words.join(" ")
}

/// Words, where some hold several.
fn spread(words: &[String]) -> Vec<String> {
    words
        .iter()
        .flat_map(|word| word.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// The pieces that end with a question mark, or the whole where none does. Words behind the last mark ask nothing.
fn marked(question: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, _) in question.match_indices('?') {
        let quoted = question[..at].matches(['"', '“', '”']).count() % 2 == 1;
        let ends = question[at + 1..]
            .chars()
            .next()
            .is_none_or(|next| next.is_whitespace() || next == '?');
        if !quoted && ends {
            pieces.push(question[start..at].trim());
            start = at + 1;
        }
    }
    pieces.retain(|piece| piece.chars().any(char::is_alphanumeric));
    if pieces.is_empty() {
        vec![question.trim().trim_end_matches('?')]
    } else {
        pieces
    }
}

/// The questions of one piece.
fn joined(words: &[&str]) -> Vec<String> {
    for at in 1..words.len() {
        let conjunction = ["and", "or"].contains(&words[at]) || words[at] == "&";
        if !conjunction && !words[at - 1].ends_with([',', ';']) {
            continue;
        }
        let (left, right) = (&words[..at], &words[at + usize::from(conjunction)..]);
        if let Some((first, second)) = cut(left, right) {
            let first: Vec<&str> = first.iter().map(String::as_str).collect();
            let second = spread(&second);
            let second: Vec<&str> = second.iter().map(String::as_str).collect();
            return std::iter::once(sentence(&first))
                .chain(joined(&second))
                .collect();
        }
    }
    vec![sentence(words)]
}

fn sentence(words: &[&str]) -> String {
    let text = words.join(" ");
    format!(
        "{}?",
        capitalised(text.trim_end_matches([',', ';', '.', '?', ' ']))
    )
}

/// Two questions from what stands before and behind a conjunction; none where they are not two.
fn cut(left: &[&str], right: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
    let owned = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    let lone = |words: &[&str]| words.len() == 1 && listed(&ENGLISH.questions.asking, words[0]);
    if lone(left) && opens(right) {
        // "When and where was it built": the rest belongs to both.
        return Some((owned(&[left, &right[1..]].concat()), owned(right)));
    }
    if lone(right)
        && asks(left)
        && left
            .get(1)
            .is_some_and(|word| listed(&ENGLISH.questions.auxiliaries, word))
    {
        return Some((owned(left), owned(&[right, &left[1..]].concat())));
    }
    if !asks(left) || !opens(right) || right.len() < 2 {
        return None;
    }
    let verb = |words: &[&str]| {
        words
            .iter()
            .position(|word| listed(&ENGLISH.questions.auxiliaries, word))
    };
    let counts = |words: &[&str]| {
        is(&["how", "which", "what"], words[0]) && words.len() <= 4 && verb(words).is_none()
    };
    // "At what hour and on what day", "at what temperature and what humidity".
    let placed = usize::from(listed(&ENGLISH.questions.prepositions, left[0]));
    let own = usize::from(listed(&ENGLISH.questions.prepositions, right[0]));
    if let Some(second) = leaning::whole(left, right) {
        return Some((first(left, right), second));
    }
    // "How many died" has a verb of its own.
    let whole = left.last().is_some_and(|word| bare(word).ends_with("ed"));
    let begins = right.get(own..right.len().min(own + 2)).unwrap_or_default();
    if !whole
        && left.len() > placed
        && counts(&left[placed..])
        && !begins.is_empty()
        && counts(begins)
    {
        // "How many rooms and how many beds does the house have".
        let tail = verb(right)?;
        let place = if own == 0 { &left[..placed] } else { &[] };
        return Some((
            owned(&[left, &right[tail..]].concat()),
            owned(&[place, right].concat()),
        ));
    }
    let right = &leaning::counted(left, right)[..];
    let lead = owned(leaning::lead(left, right));
    let whole = if lacks_its_noun(left, right) {
        first(left, right)
    } else {
        owned(left)
    };
    Some((whole, [lead, named(left, right)].concat()))
}

/// The left question; with the clause that ends the right one where both go on alike and that clause belongs to both: "which .. up and which .. the front when ..",
/// "what is the earliest and what is the latest day for ..".
fn first(left: &[&str], right: &[&str]) -> Vec<String> {
    let clause = |words: &[&str]| {
        words
            .iter()
            .skip(1)
            .position(|word| is(&["when", "if", "while"], word))
            .map(|at| at + 1)
    };
    let common = match (clause(left), clause(right)) {
        _ if lacks_its_noun(left, right) => &right[left.len()..],
        (None, Some(at)) => &right[at..],
        (Some(_), _) | (None, None) => &[],
    };
    left.iter()
        .chain(common)
        .map(|word| (*word).to_owned())
        .collect()
}

/// Whether the left question ends with an adjective whose noun stands in the right one: "What is the earliest and what is the latest day for ..".
fn lacks_its_noun(left: &[&str], right: &[&str]) -> bool {
    let [asking, verb, article, bound] = left else {
        return false;
    };
    let alike = |place: usize| right.get(place).map(|word| bare(word)) == Some(bare(left[place]));
    listed(&ENGLISH.questions.asking, asking)
        && listed(&ENGLISH.questions.auxiliaries, verb)
        && is(&["the"], article)
        && (WORDS.superlative(&bare(bound)) || listed(&ENGLISH.questions.limits, bound))
        && right.len() > left.len()
        && (0..3).all(alike)
}

/// Whether words ask something: they begin, if need be behind a phrase with a comma, with a word that asks, an auxiliary or a request.
fn asks(words: &[&str]) -> bool {
    let start = words
        .iter()
        .position(|word| word.ends_with([',', ':', '.']))
        .map_or(0, |at| (at + 1).min(words.len() - 1));
    [0, start].into_iter().any(|at| {
        opens(&words[at..])
            || listed(&ENGLISH.questions.requests, words[at])
            || (at == 0 && listed(&ENGLISH.questions.auxiliaries, words[0]))
    })
}

/// Whether a question begins here, and not a clause such as "when it rains".
fn opens(words: &[&str]) -> bool {
    let words = if words.len() > 1 && listed(&ENGLISH.questions.prepositions, words[0]) {
        &words[1..]
    } else {
        words
    };
    let Some(first) = words.first() else {
        return false;
    };
    let second = words.get(1).copied().unwrap_or_default();
    if is(&["when", "where"], first) {
        return listed(&ENGLISH.questions.auxiliaries, second);
    }
    let begins = || {
        listed(&ENGLISH.questions.subjects, second)
            || second.chars().next().is_some_and(char::is_uppercase)
    };
    listed(&ENGLISH.questions.asking, first)
        || (listed(&ENGLISH.questions.auxiliaries, first) && begins())
}

/// The right question with the left one's subject for its first pronoun.
fn named(left: &[&str], right: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = right.iter().map(|word| (*word).to_owned()).collect();
    let (Some(subject), Some(at)) = (
        subject(left),
        right
            .iter()
            .position(|word| listed(&ENGLISH.questions.pronouns, word)),
    ) else {
        return words;
    };
    let tail = right[at].trim_start_matches(char::is_alphabetic);
    let owner = if is(&["its", "his", "their"], right[at]) {
        "'s"
    } else {
        ""
    };
    words[at] = format!("{subject}{owner}{tail}");
    words
}

/// What a question is about: the names behind its auxiliary or its verb, or the words between the auxiliary and the end where they are few.
fn subject(words: &[&str]) -> Option<String> {
    let at = words
        .iter()
        .position(|word| listed(&ENGLISH.questions.auxiliaries, word))
        .map_or(2, |at| at + 1);
    let behind = words.get(at..).unwrap_or_default();
    let named = |word: &&&str| {
        word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) && bare(word) != "i"
    };
    let article = behind
        .first()
        .is_some_and(|word| is(&["the", "a", "an"], word));
    let skipped = usize::from(article);
    let names: Vec<&str> = behind[skipped.min(behind.len())..]
        .iter()
        .take_while(named)
        .copied()
        .collect();
    let taken = match names.as_slice() {
        [] if article => behind.iter().copied().take(2).collect(),
        [] => return None,
        names => behind[..skipped]
            .iter()
            .copied()
            .chain(names.iter().copied())
            .collect::<Vec<_>>(),
    };
    Some(taken.join(" ").trim_end_matches([',', ';', '?']).to_owned())
}
