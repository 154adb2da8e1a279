//! What the shape of a text tells: turns of a conversation, delimiters that close what they did not open, blocks that decode to prose.

use super::decode::Node;
use super::fold::Mapped;
use super::{Finding, Kind, Layer, Severity};
use std::collections::HashSet;
use std::ops::Range;

/// Names before a colon that mark who speaks, folded.
pub(crate) struct Labels {
    pub(super) system: HashSet<String>,
    pub(super) user: HashSet<String>,
    pub(super) assistant: HashSet<String>,
    pub(super) question: HashSet<String>,
    pub(super) answer: HashSet<String>,
}

/// Whose turn a label opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    System,
    User,
    Assistant,
    Question,
    Answer,
}

struct Label {
    role: Option<Role>,
    name: String,
    range: Range<usize>,
    line_start: bool,
}

/// This many turns, of two who take turns, are a made-up conversation.
const FEWEST_TURNS: usize = 4;
const LONGEST_LABEL: usize = 24;
/// Prose has this many words, or this many letters where words are not parted.
const FEWEST_WORDS: usize = 4;
const FEWEST_UNPARTED: usize = 8;

fn finding(
    kind: Kind,
    severity: Severity,
    what: impl Into<String>,
    range: Option<Range<usize>>,
) -> Finding {
    Finding {
        kind,
        layer: Layer::Structure,
        severity,
        range,
        what: what.into(),
        decoded: None,
    }
}

/// Role markers at line starts, and labels of two who take turns.
pub(super) fn turns(text: &Mapped, names: &Labels, findings: &mut Vec<Finding>) {
    let labels = labels(&text.text, names);
    let at_lines = || labels.iter().filter(|label| label.line_start);
    if let Some(system) = at_lines().find(|label| label.role == Some(Role::System)) {
        let others =
            at_lines().any(|label| matches!(label.role, Some(Role::User | Role::Assistant)));
        findings.push(finding(
            Kind::FormatInjection,
            if others {
                Severity::High
            } else {
                Severity::Medium
            },
            "system marker at a line start",
            Some(text.original(system.range.clone())),
        ));
    }
    let known = |roles: [Role; 2]| -> Vec<&Label> {
        labels
            .iter()
            .filter(|label| label.role.is_some_and(|role| roles.contains(&role)))
            .collect()
    };
    let open = labels.last().is_some_and(|last| {
        matches!(last.role, Some(Role::Assistant | Role::Answer))
            && text
                .text
                .get(last.range.end..)
                .is_some_and(|rest| rest.chars().filter(|c| c.is_alphanumeric()).count() < 3)
    });
    let chat = known([Role::User, Role::Assistant]);
    let list = known([Role::Question, Role::Answer]);
    let unknown: Vec<&Label> = at_lines().filter(|label| label.role.is_none()).collect();
    let severity = if open {
        Severity::High
    } else {
        Severity::Medium
    };
    for (labels, severity) in [
        (chat, Severity::High),
        (list, severity),
        (unknown, Severity::Medium),
    ] {
        if let Some(range) = alternating(&labels) {
            findings.push(finding(
                Kind::ManyShot,
                severity,
                "turns of a conversation",
                Some(text.original(range)),
            ));
        }
    }
}

/// Where two labels take turns often enough.
fn alternating(labels: &[&Label]) -> Option<Range<usize>> {
    let same = |one: &Label, other: &Label| {
        one.role == other.role && (one.role.is_some() || one.name == other.name)
    };
    let mut run = 1;
    for (place, pair) in labels.windows(2).enumerate() {
        let [before, label] = pair else { continue };
        let repeats = place
            .checked_sub(1)
            .and_then(|place| labels.get(place))
            .is_some_and(|twice| same(twice, label));
        run = match (same(before, label), repeats) {
            (true, _) => 1,
            (false, true) => run + 1,
            (false, false) => 2,
        };
        if run >= FEWEST_TURNS {
            let first = labels.get((place + 2).checked_sub(run)?)?;
            return Some(first.range.start..label.range.end);
        }
    }
    None
}

/// Names before colons: all that a line begins with, or the last word before the colon if it is a known name.
fn labels(text: &str, names: &Labels) -> Vec<Label> {
    let mut labels = Vec::new();
    for (colon, _) in text.match_indices(':') {
        let mut from = colon.saturating_sub(LONGEST_LABEL * 3);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let before = text.get(from..colon).unwrap_or_default();
        let line = before
            .rfind('\n')
            .map(|at| at + 1)
            .or_else(|| (from == 0).then_some(0));
        let whole = line.and_then(|line| {
            let rest = before.get(line..)?;
            let name = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
            Some((from + line + (rest.len() - name.len()), name.trim_end()))
        });
        let marks = |name: &str| {
            !name.is_empty()
                && name.chars().count() <= LONGEST_LABEL
                && name.chars().all(|c| c.is_alphabetic() || c == ' ')
        };
        if let Some((start, name)) = whole.filter(|(_, name)| marks(name)) {
            labels.push(Label {
                role: names.role(name),
                name: name.to_owned(),
                range: start..colon + 1,
                line_start: true,
            });
            continue;
        }
        let word = before
            .trim_end()
            .rsplit(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        let role = names.role(word);
        // A digit or a quote right before it is a ratio or a key.
        if let Some(role) = role {
            let end = from + before.trim_end().len();
            labels.push(Label {
                role: Some(role),
                name: word.to_owned(),
                range: end - word.len()..colon + 1,
                line_start: false,
            });
        }
    }
    labels
}

impl Labels {
    fn role(&self, name: &str) -> Option<Role> {
        [
            (&self.system, Role::System),
            (&self.user, Role::User),
            (&self.assistant, Role::Assistant),
            (&self.question, Role::Question),
            (&self.answer, Role::Answer),
        ]
        .into_iter()
        .find(|(names, _)| names.contains(name))
        .map(|(_, role)| role)
    }
}

/// A closing tag whose opening tag the text does not have.
pub(super) fn closing_tag(text: &Mapped, findings: &mut Vec<Finding>) {
    let mut opened: HashSet<&str> = HashSet::new();
    for (at, _) in text.text.match_indices('<') {
        let rest = text.text.get(at + 1..).unwrap_or_default();
        let (closes, rest) = rest
            .strip_prefix('/')
            .map_or((false, rest), |rest| (true, rest));
        let length = rest
            .char_indices()
            .take(32)
            .find(|(_, c)| !c.is_alphanumeric() && !matches!(c, '_' | '-'))
            .map_or(0, |(length, _)| length);
        let name = rest.get(..length).unwrap_or_default();
        if name.is_empty() {
            continue;
        }
        if !closes {
            opened.insert(name);
        } else if !opened.contains(name)
            && rest.get(length..).is_some_and(|rest| rest.starts_with('>'))
        {
            findings.push(finding(
                Kind::FormatInjection,
                Severity::Medium,
                "closing tag without an opening one",
                Some(text.original(at..at + length + 3)),
            ));
            return;
        }
    }
}

/// A block of Base64 or hexadecimal digits that is prose: nobody asks like this, but a manual may hold one.
pub(super) fn encoded_prose(node: &Node, findings: &mut Vec<Finding>) {
    let Some(block) = &node.block else { return };
    let text = &node.text.text;
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
        .count();
    let unparted = text.chars().filter(|c| *c >= '\u{1100}').count();
    let signs = text
        .chars()
        .filter(|c| matches!(c, '{' | '}' | '=' | ';' | '"' | '<' | '>'))
        .count();
    if (words >= FEWEST_WORDS || unparted >= FEWEST_UNPARTED) && signs < FEWEST_WORDS {
        findings.push(finding(
            Kind::InstructionOverride,
            Severity::Low,
            "an encoded block that is prose",
            Some(block.clone()),
        ));
    }
}
