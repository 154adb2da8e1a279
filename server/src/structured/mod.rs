//! Structured answers: the packs that the program carries, and the record of one check with what stands in for a rejected answer.

pub(crate) mod packs;
mod retry;

pub(crate) use packs::{Loaded, from_file, named};
pub(crate) use retry::{Asked, asked_again};

use groundwall_core::{DocumentText, ExtractedDocument};
use groundwall_governance::structured::{
    Outcome, Page, SeverityCounts, Source, Status, check, check_text, extract, retry_prompt,
};
use serde::Serialize;
use serde_json::Value;

/// Where the answer comes from that stands in for a rejected one.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FallbackSource)]
enum Origin {
    /// Sent along by the caller.
    Caller,
    /// Found in the document by the pack's patterns, without a model.
    PatternExtraction,
}

/// What stands in for a rejected answer, with what its own check came to.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Fallback {
    source: Origin,
    label: &'static str,
    status: Status,
    severity_counts: SeverityCounts,
    answer: Value,
}

/// One answer of those that were tried.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = StructuredAttempt)]
pub(crate) struct Attempt {
    /// Who wrote it; none for the one that was sent.
    #[schema(required)]
    pub(crate) model: Option<String>,
    status: Status,
    severity_counts: SeverityCounts,
}

impl Attempt {
    pub(crate) fn of(outcome: &Outcome, model: Option<String>) -> Self {
        Self {
            model,
            status: outcome.status,
            severity_counts: outcome.severity_counts,
        }
    }
}

/// The record of one check.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = StructuredRecord)]
pub(crate) struct Checked {
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
    /// Of the pack's file.
    pack_sha256: String,
    /// Every answer that was checked, in order; the rest of the record is of the last.
    pub(crate) attempts: Vec<Attempt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<Fallback>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_prompt: Option<String>,
    /// Why a rejected answer was not asked for again, though that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_problem: Option<String>,
}

/// The year of today, in UTC.
pub(crate) fn this_year() -> i32 {
    i32::from(
        jiff::Timestamp::now()
            .to_zoned(jiff::tz::TimeZone::UTC)
            .year(),
    )
}

/// Checks an answer; a text may be JSON with faults.
pub(crate) fn checked(pack: &Loaded, answer: Value, source: &Source) -> Outcome {
    if let Value::String(text) = answer {
        check_text(&pack.pack, &text, source, this_year())
    } else {
        check(&pack.pack, answer, source, this_year())
    }
}

fn fallback(pack: &Loaded, source: &Source, given: Option<Value>) -> Option<Fallback> {
    let (origin, label, answer) = match given {
        Some(answer) => (Origin::Caller, "sent by the caller", answer),
        None => (
            Origin::PatternExtraction,
            "found by patterns in the text of the document, without a model",
            extract(&pack.pack, source)?,
        ),
    };
    let outcome = checked(pack, answer.clone(), source);
    Some(Fallback {
        source: origin,
        label,
        status: outcome.status,
        severity_counts: outcome.severity_counts,
        answer,
    })
}

/// The record of the last answer that was tried.
pub(crate) fn record(
    pack: &Loaded,
    source: &Source,
    outcome: Outcome,
    attempts: Vec<Attempt>,
    given: Option<Value>,
) -> Checked {
    let rejected = outcome.status == Status::Rejected;
    Checked {
        pack_sha256: pack.sha256.clone(),
        attempts,
        fallback: rejected.then(|| fallback(pack, source, given)).flatten(),
        retry_prompt: rejected.then(|| retry_prompt(&pack.pack, &outcome)),
        retry_problem: None,
        outcome,
    }
}

/// Texts by the pages they stand on; those of one page are its lines.
fn by_page<'a>(texts: impl Iterator<Item = (Option<u32>, &'a str)>) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for (number, text) in texts {
        match pages.last_mut() {
            Some(page) if page.number == number => {
                page.text.push('\n');
                page.text.push_str(text);
            }
            Some(_) | None => pages.push(Page {
                number,
                text: text.to_owned(),
            }),
        }
    }
    pages
}

/// A stored document.
pub(crate) fn stored(document: &DocumentText) -> Source {
    let sentences = document.sentences.iter();
    Source {
        pages: by_page(sentences.map(|sentence| (sentence.locator.page, sentence.text.as_str()))),
        total_pages: document.document.pages,
        range: None,
    }
}

/// Documents as they were read. Only of one alone is it known which page is meant.
pub(crate) fn extracted(documents: &[ExtractedDocument]) -> Source {
    let blocks = documents.iter().flat_map(|document| &document.blocks);
    let one = documents.len() == 1;
    let page = |page: Option<u32>| page.filter(|_| one);
    Source {
        pages: by_page(blocks.map(|block| (page(block.locator.page), block.text.as_str()))),
        total_pages: documents.first().and_then(|document| page(document.pages)),
        range: None,
    }
}

#[cfg(test)]
mod tests {
    use super::packs::shipped;
    use super::{by_page, checked, record};
    use groundwall_governance::structured::Source;
    use serde_json::json;

    #[test]
    fn texts_of_one_page_are_its_lines() {
        let texts = [(Some(1), "a"), (Some(1), "b"), (Some(3), "c")];
        let pages = by_page(texts.into_iter());
        let pages: Vec<(Option<u32>, &str)> = pages
            .iter()
            .map(|page| (page.number, page.text.as_str()))
            .collect();
        assert_eq!(pages, [(Some(1), "a\nb"), (Some(3), "c")]);
    }

    #[test]
    fn only_a_rejected_answer_has_something_in_its_place() {
        let pack = shipped("bank-statements").unwrap();
        let text = "Chase. Page 1 of 1. Account number: 7319 4620. Statement period: 1 March 2024 to 31 March 2024.";
        let source = Source::of_text(text, Some(1));
        let run = |answer, given| {
            let outcome = checked(&pack, answer, &source);
            serde_json::to_value(record(&pack, &source, outcome, Vec::new(), given)).unwrap()
        };
        let good = run(json!([{"bank_name": "Chase"}]), Some(json!([])));
        assert_eq!(good["status"], "accepted");
        assert!(good.get("fallback").is_none() && good.get("retry_prompt").is_none());
        assert_eq!(good["pack_sha256"].as_str().unwrap().len(), 64);
        let bad = run(json!([{}, {}]), None);
        assert_eq!(bad["fallback"]["source"], "pattern_extraction");
        assert_eq!(bad["fallback"]["status"], "accepted");
        let first = &bad["fallback"]["answer"]["statements"][0];
        assert_eq!(first["account_number"], "7319 4620");
        let bad = run(json!([{}, {}]), Some(json!([{"bank_name": "Dreams Inc"}])));
        assert_eq!(bad["fallback"]["source"], "caller");
        assert_eq!(bad["fallback"]["severity_counts"]["high"], 1);
        assert!(bad["retry_prompt"].as_str().unwrap().contains("at most 1"));
    }
}
