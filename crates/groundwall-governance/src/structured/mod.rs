//! Structured answers: a list of items that a model found in a document, as JSON, held against a pack and the document.
//! The code knows the roles of fields; what they are called, and every word and number of a trade, is the pack's.

mod checks;
mod compile;
mod date;
mod examples;
mod extraction;
mod figure;
mod finding;
mod fold;
mod items;
pub mod json;
mod pack;
mod presence;
mod retry;
mod rule;
mod section;
mod short_date;
mod source;
mod stated;

pub use crate::pack::PackError;
pub use examples::ExampleError;
pub use extraction::extract;
pub use finding::{Finding, LISTED, Outcome, SeverityCounts, Status};
pub use pack::{Files, StructuredPack};
pub use retry::retry_prompt;
pub use rule::{Kind, Rule};
pub use section::Role;
pub use source::{Page, PagesError, RangeError, Source, page_range};

use checks::Look;
use finding::{Findings, Found};
use items::Items;
use json::{Repair, RepairKind};
use presence::Presence;
use serde_json::Value;

/// Items of an answer that are looked at; more of them are no answer.
const MOST_ITEMS: usize = 10_000;

/// Checks what a model wrote. JSON that is cut off, fenced or otherwise not quite JSON is repaired where it can be meant in one way only.
/// `year` is the year of today. Time is linear in answer and document, but for sorting.
pub fn check_text(pack: &StructuredPack, answer: &str, source: &Source, year: i32) -> Outcome {
    match json::read(answer) {
        Ok(read) => check_read(pack, read.value, read.repairs, source, year),
        Err(error) => {
            let mut findings = Findings::new(pack);
            let found = Found {
                rule: Rule::MalformedJson,
                path: String::new(),
                description: format!("The answer is no JSON that can be read: {error}."),
                detected: None,
                expected: None,
            };
            findings.add_as(0, Rule::MalformedJson.severity(), found);
            findings
                .not_run
                .push("every other rule: there is nothing that could be looked at".to_owned());
            findings.conclude(None, Vec::new(), 0, source.total_pages)
        }
    }
}

/// Checks an answer that is JSON already.
pub fn check(pack: &StructuredPack, answer: Value, source: &Source, year: i32) -> Outcome {
    check_read(pack, answer, Vec::new(), source, year)
}

fn check_read(
    pack: &StructuredPack,
    answer: Value,
    repairs: Vec<Repair>,
    source: &Source,
    year: i32,
) -> Outcome {
    let mut findings = Findings::new(pack);
    let items = match items::read(pack, &answer) {
        Some(items) => {
            let count = items.list.len();
            if repairs
                .iter()
                .any(|repair| repair.kind == RepairKind::CutOff)
            {
                let found = whole(Rule::CutOff, "The answer ends early; items may be missing.");
                findings.add(0, found);
            }
            look(pack, &items, source, year, &mut findings);
            count
        }
        None => {
            let description = format!(
                "There is no list of {} in it; it is looked for under {}.",
                pack.plural, pack.list
            );
            let found = whole(Rule::NoItemList, description);
            findings.add_as(0, Rule::NoItemList.severity(), found);
            0
        }
    };
    findings.conclude(Some(answer), repairs, items, source.total_pages)
}

/// A finding of the answer as a whole.
fn whole(rule: Rule, description: impl Into<String>) -> Found {
    Found {
        rule,
        path: String::new(),
        description: description.into(),
        detected: None,
        expected: None,
    }
}

fn look(
    pack: &StructuredPack,
    items: &Items<'_>,
    source: &Source,
    year: i32,
    findings: &mut Findings<'_>,
) {
    let count = items.list.len();
    if count == 0 {
        let description = format!(
            "The answer has no {}; there is nothing to check.",
            pack.plural
        );
        findings.add(0, whole(Rule::NoItems, description));
    }
    if count > MOST_ITEMS {
        let description = format!("{count} {} are more than {MOST_ITEMS}.", pack.plural);
        findings.add_as(
            0,
            Rule::TooManyItems.severity(),
            whole(Rule::TooManyItems, description),
        );
        findings
            .not_run
            .push("every other rule: there are too many items".to_owned());
        return;
    }
    let presence = |pages: Vec<&Page>| Presence::new(pack, &pages, items.readings());
    let asked: Vec<&Page> = source.asked().collect();
    let all = asked.len() == source.pages.len();
    let beyond = (!all).then(|| presence(source.pages.iter().collect()));
    let presence = presence(asked);
    let look = Look {
        pack,
        source,
        items,
        presence: &presence,
        beyond: beyond.as_ref().unwrap_or(&presence),
        year,
    };
    checks::run(&look, findings);
}
