//! The attendance workbook: every kind of question, and claims that are recomputed.

use crate::material::{data, tables};
use groundwall_tables::{Routed, View, ask, check};
use serde_json::Value;

fn rows() -> Vec<Value> {
    let text = std::fs::read_to_string(data("tables/attendance.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_question_and_claim_has_the_answer_that_another_program_computed() {
    let views = tables("tables/attendance.xlsx");
    let views: Vec<&View> = views.iter().collect();
    let mut wrong = Vec::new();
    for row in rows() {
        let text = row["text"].as_str().unwrap();
        let answer = match row["mood"].as_str().unwrap() {
            "claim" => check(&views, text),
            _ => match ask(&views, text) {
                Routed::Answer(answer) | Routed::Missing { answer, .. } => Some(answer),
                Routed::Unclear(_) | Routed::Text { .. } => None,
            },
        };
        let Some(answer) = answer else {
            wrong.push(format!("{text}: declined"));
            continue;
        };
        let says = row["says"].as_array().unwrap().iter().all(|part| answer.text.contains(part.as_str().unwrap()));
        let cells = row["cells"]
            .as_array()
            .is_none_or(|cells| cells.iter().map(|cell| cell.as_str().unwrap()).eq(answer.cells.iter().map(String::as_str)));
        let holds = row["holds"].as_bool().is_none_or(|holds| answer.holds == Some(holds));
        if !(says && cells && holds) || answer.formula.is_empty() || answer.query.is_empty() {
            wrong.push(format!("{text}: {} {:?} [{}]", answer.text, answer.holds, answer.cells.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_about_the_table_is_left_to_the_texts() {
    let views = tables("tables/attendance.xlsx");
    let views: Vec<&View> = views.iter().collect();
    for text in [
        "Tell me about the Renaissance",
        "Who is the principal of the college?",
        "What does the attendance policy say about medical leave?",
        "Why do students miss classes?",
        "When was the institute founded?",
        "Summarise the council minutes",
        "What is the capital of France?",
    ] {
        assert!(matches!(ask(&views, text), Routed::Text { .. }), "{text}: {:?}", ask(&views, text));
    }
    for claim in [
        "The institute was founded in 1998.",
        "Students must attend 75 % of their classes.",
        "Meera Sharma lives in Hyderabad.",
        "Meera Sharma is 19 years old.",
    ] {
        assert_eq!(check(&views, claim), None, "{claim}");
    }
}
