//! The prompt with which a rejected answer is asked for again.

use super::finding::Outcome;
use super::pack::StructuredPack;
use super::section::Role;
use groundwall_core::Severity;
use std::fmt::Write as _;

/// Findings that are named in it.
const NAMED: usize = 30;

/// What a field of a role holds, for a model.
fn meaning(role: Role) -> &'static str {
    match role {
        Role::Identifier => "copied from the document as it stands",
        Role::Name | Role::Party | Role::Figure => "as the document writes it",
        Role::PageStart => "number of the first page, from 1",
        Role::PageEnd => "number of the last page",
        Role::PageRange => "first and last page, as 3-7",
        Role::Date => "date or period, as the document writes it",
        Role::DateStart => "first day, as 2024-01-31",
        Role::DateEnd => "last day, as 2024-01-31",
        Role::Text => "copied from the document word for word",
        Role::Category => "as the document says",
        Role::Remark => "what you say of your own work",
        Role::ItemCount => "how many there are",
        Role::PageCount => "how many pages the document has",
    }
}

/// Names what was wrong and asks for JSON again. It holds words of the rejected answer, and none of the document.
pub fn retry_prompt(pack: &StructuredPack, outcome: &Outcome) -> String {
    let mut prompt = format!(
        "Your last answer listed the {} of a document and was checked against it. These things were wrong with it:\n",
        pack.plural
    );
    let grave = outcome
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Low);
    for finding in grave.take(NAMED) {
        let _ = write!(prompt, "- ");
        if !finding.path.is_empty() {
            let _ = write!(prompt, "{}: ", finding.path);
        }
        prompt.push_str(&finding.description);
        if let Some(detected) = &finding.detected {
            let _ = write!(prompt, " You wrote {detected:?}.");
        }
        if let Some(expected) = &finding.expected {
            let _ = write!(prompt, " Expected: {expected}.");
        }
        prompt.push('\n');
    }
    if let Some(total) = outcome.total_pages {
        let _ = write!(
            prompt,
            "The document has {total} pages, so there are at most {total} {}. ",
            pack.plural
        );
    }
    let _ = write!(
        prompt,
        "\nAnswer again with one JSON object and nothing else: no comments, no code fence. List every {} once, under {:?}. Take every value from the document. \
         Leave out a field that the document does not state; never fill it with an example. The fields:\n",
        pack.noun, pack.list
    );
    for field in &pack.fields {
        if matches!(
            field.role,
            Role::PageRange | Role::ItemCount | Role::PageCount | Role::Remark
        ) {
            continue;
        }
        let _ = writeln!(prompt, "- {}: {}", field.name, meaning(field.role));
    }
    prompt
}
