//! E-mail addresses of the usual form (RFC 5321, 4.5.3.1: at most 64 bytes before the `@`, 255 behind).

use crate::personal::language::LANGUAGE;
use crate::personal::{Candidate, Kind, Sure, joins};

const LOCAL: usize = 64;
const DOMAIN: usize = 255;

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    for (at, _) in text.match_indices('@') {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + 1..).unwrap_or_default();
        let (local, domain) = (local(before), domain(behind));
        if local.is_empty() || domain.is_empty() || is_login(before, local) {
            continue;
        }
        found.push(Candidate {
            kind: Kind::Email,
            range: at - local.len()..at + 1 + domain.len(),
            country: None,
            sure: Sure::Form,
        });
    }
}

/// The name before the `@`; empty if there is none.
fn local(before: &str) -> &str {
    let length: usize = before
        .chars()
        .rev()
        .take_while(|c| joins(*c) || ".%+'&-".contains(*c))
        .map(char::len_utf8)
        .sum();
    let name = before.get(before.len() - length..).unwrap_or_default();
    let name = name.trim_start_matches(|c: char| !joins(c));
    if name.len() > LOCAL || name.ends_with('.') || name.contains("..") {
        return "";
    }
    name
}

/// The domain behind the `@`, with a dot and an end of letters; empty if there is none.
fn domain(behind: &str) -> &str {
    let length: usize = behind
        .chars()
        .take(DOMAIN + 1)
        .take_while(|c| (joins(*c) && *c != '_') || matches!(c, '.' | '-'))
        .map(char::len_utf8)
        .sum();
    let domain = behind.get(..length).unwrap_or_default();
    let domain = domain.split("..").next().unwrap_or_default();
    let domain = domain.trim_end_matches(['.', '-']);
    let next = behind.get(domain.len()..).and_then(|t| t.chars().next());
    let labels_fit = domain.split('.').all(|label| {
        (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    });
    let Some((_, end)) = domain.rsplit_once('.') else {
        return "";
    };
    let end_fits = end.chars().count() >= 2
        && end.chars().all(char::is_alphabetic)
        && !LANGUAGE.email.file_endings.has(&end.to_lowercase());
    if !labels_fit || !end_fits || domain.len() > DOMAIN || next == Some('_') {
        return "";
    }
    domain
}

/// `git@host` and `scheme://user:secret@host` name a server and not a mailbox.
fn is_login(before: &str, local: &str) -> bool {
    let head = before.get(..before.len() - local.len()).unwrap_or_default();
    let near = head
        .char_indices()
        .rev()
        .take(LOCAL)
        .take_while(|(_, c)| !c.is_whitespace())
        .last()
        .map_or(head.len(), |(at, _)| at);
    local == "git" || head.get(near..).unwrap_or_default().contains("://")
}
