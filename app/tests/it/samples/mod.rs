//! A page of every kind, with something in every field.

mod batches;
mod documents;
mod governed;
mod reports;
mod review;
mod setup;

use app::Page;
use documents::{document, status};
use serde_json::{Value, json};

fn problem() -> Value {
    json!({"error": {"code": "unprocessable", "message": "This did not work.", "details": ["harbour.txt: it is empty"]}, "detail": ""})
}

fn notice() -> Value {
    json!({"text": "harbour.txt is ready.", "refused": [["b.txt", "it is empty"]], "undo": "d1"})
}

fn collection(id: &str, name: &str) -> Value {
    json!({"id": id, "name": name, "policy": {"top_k": 3}, "created_at": "2026-01-02T03:04:05Z"})
}

/// Two collections, and a document of one of them.
fn choice() -> Value {
    json!({"collections": [collection("default", "Default"), collection("c1", "Board papers")], "chosen": "c1", "documents": ["harbour.txt"]})
}

/// One page of a kind, with everything on it.
pub(crate) fn page_of(kind: &str) -> Value {
    let full = |page: &&Value| {
        page["page"] == kind
            && page["report"]
                .get("question")
                .is_none_or(|question| !question.is_null())
    };
    pages().iter().find(full).unwrap().clone()
}

/// Pages that a question or a text is sent from, and a conversation.
fn asking() -> Vec<Value> {
    let (held, empty, two) = (
        status(json!([document("pdf")])),
        status(json!([])),
        status(json!([document("pdf"), document("text")])),
    );
    let conversation = json!({"id": "v1", "title": "When was it built?", "questions": 2, "last_at": "2026-01-02T03:04:05Z", "state": "verified"});
    let (notice, problem, choice) = (notice(), problem(), choice());
    let turns: Vec<Value> = ["verified", "not_covered"]
        .iter()
        .map(|state| {
            let question = json!("When was it built?");
            reports::report(&question, state, &reports::results()[1])["report"].clone()
        })
        .collect();
    let line = reports::line();
    let whole = json!({"id": "v1", "lines": [line, line, line], "turns": turns});
    vec![
        json!({"page": "ask", "status": held, "question": "When was it built?", "notice": notice, "problem": problem, "conversations": [conversation], "suggestions": ["Which berth is the longest?"]}),
        json!({"page": "ask", "status": empty, "question": "When was it built?", "notice": null, "problem": null, "conversations": [], "suggestions": []}),
        json!({"page": "ask", "status": two, "question": "", "notice": null, "problem": null, "conversations": [], "suggestions": ["Which berth is the longest?"], "choice": choice}),
        json!({"page": "verify", "status": held, "text": "It was built in 1931.", "whole_answer": true, "problem": problem}),
        json!({"page": "verify", "status": empty, "text": "It was built in 1931.", "whole_answer": false, "problem": null}),
        json!({"page": "verify", "status": two, "text": "", "whole_answer": true, "problem": null, "choice": choice}),
        json!({"page": "conversation", "conversation": whole, "conversations": [conversation], "question": "and the pier?", "problem": problem, "choice": choice}),
    ]
}

/// Pages as JSON, at least one of every kind.
pub(crate) fn pages() -> Vec<Value> {
    let problem = problem();
    [
        asking(),
        documents::pages(),
        documents::queues(),
        reports::history(),
        vec![
            review::review("pending"),
            review::review("rejected"),
            json!({"page": "review", "found": {"reviews": [], "total": 0, "open": 0, "overdue": 0, "next": null}, "filter": {}, "notice": null, "undo": null, "problem": problem, "on": false}),
        ],
        vec![
            setup::settings("page", true),
            setup::settings("nobody", false),
            setup::settings("configuration", true),
            governed::packs(true),
            governed::packs(false),
            json!({"page": "about", "status": status(json!([document("pdf")]))}),
            json!({"page": "api_docs", "operations": [["GET", "/api/status", "What is loaded"]]}),
            json!({"page": "login", "problem": problem}),
            json!({"page": "problem", "problem": problem, "status": 422}),
        ],
        reports::pages(),
        setup::collections(),
        setup::keys(),
        batches::batches(),
        review::calibrations(),
    ]
    .concat()
}

/// Place of a page's kind; a new kind does not compile until it is here and among the samples.
pub(crate) fn kind(page: &Page) -> usize {
    match page {
        Page::Ask(_) => 0,
        Page::Upload(_) => 1,
        Page::Verify(_) => 2,
        Page::Report(_) => 3,
        Page::Reports(_) => 4,
        Page::Document(_) => 5,
        Page::DocumentPage(_) => 6,
        Page::Tables(_) => 7,
        Page::Table(_) => 8,
        Page::About(_) => 9,
        Page::ApiDocs(_) => 10,
        Page::Login(_) => 11,
        Page::Problem(_) => 12,
        Page::Conversation(_) => 13,
        Page::ReportEdit(_) => 14,
        Page::Insights(_) => 15,
        Page::Settings(_) => 16,
        Page::Packs(_) => 17,
        Page::Collections(_) => 18,
        Page::Collection(_) => 19,
        Page::Uploads(_) => 20,
        Page::Review(_) => 21,
        Page::Keys(_) => 22,
        Page::Batch(_) => 23,
        Page::Calibration(_) => 24,
    }
}

/// Kinds of pages.
pub(crate) const KINDS: usize = 25;
