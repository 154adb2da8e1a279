//! The attendance workbook: every kind of question, and claims that are recomputed.

use crate::material::{questions, tables};
use groundwall_tables::{Routed, View, ask, check};

#[test]
fn every_question_and_claim_has_the_answer_that_another_program_computed() {
    let views = tables("tables/attendance.xlsx");
    let views: Vec<&View> = views.iter().collect();
    let mut wrong = Vec::new();
    for row in questions("tables/attendance.jsonl") {
        let answer = if row.is_claim() {
            check(&views, &row.text)
        } else {
            match ask(&views, &row.text) {
                Routed::Answer(answer) | Routed::Missing { answer, .. } => Some(answer),
                Routed::Unclear(_) | Routed::Text => None,
            }
        };
        match answer {
            None => wrong.push(format!("{}: declined", row.text)),
            Some(answer)
                if row.is_right(&answer)
                    && !answer.formula.is_empty()
                    && !answer.query.is_empty() => {}
            Some(answer) => wrong.push(format!(
                "{}: {} {:?} [{}]",
                row.text,
                answer.text,
                answer.holds,
                answer.cells.join(", ")
            )),
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
        assert!(
            matches!(ask(&views, text), Routed::Text),
            "{text}: {:?}",
            ask(&views, text)
        );
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
