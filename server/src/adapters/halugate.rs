//! The detector endpoint of the semantic router's `HaluGate`: `POST /halugate/v1/chat/completions`.
//!
//! It asks as it would ask a language model, with question, context and answer in one prompt, and reads a JSON object with `hallucinated_spans` from the message. An empty
//! list means clean there, so nothing that failed to run is answered with one: that is an error with its status.

use super::chat::{Against, Extension, text_of};
use super::openai::OpenAiError;
use crate::admission::Kind;
use crate::api::{Shared, json_body};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::report::JudgedClaim;
use groundwall_core::request::InlineSource;
use groundwall_core::{ClaimKind, FindingKind, Problem, ProblemCode, Purpose, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What stands between question, context and answer.
const CONTEXT: &str = "\n\nExcerpt 1:\n";
const ANSWER: &str = "\n\nAnswer to verify:\n";

#[derive(Deserialize)]
struct Detection {
    messages: Vec<Value>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    stream: bool,
}

/// A stretch of the answer, in its own words.
#[derive(Serialize)]
struct Stretch<'a> {
    text: &'a str,
    category: &'static str,
    subcategory: &'static str,
    explanation: &'a str,
}

fn wrong(message: &str) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// Context and answer of a prompt. Where the context holds the second mark too, more counts as answer, never less. None where the first mark comes twice: a
/// question could bring a context of its own with it.
fn parts(prompt: &str) -> Option<(&str, &str)> {
    let (_, rest) = prompt.split_once(CONTEXT)?;
    rest.split_once(ANSWER).filter(|_| !rest.contains(CONTEXT))
}

fn category(claim: &JudgedClaim) -> &'static str {
    let invented = claim.findings.iter().any(|finding| {
        matches!(
            finding.kind,
            FindingKind::NonexistentEntity
                | FindingKind::FabricatedCitation
                | FindingKind::FalseQuote
        )
    });
    match claim.verdict {
        Verdict::Refuted => "contradiction",
        Verdict::Unsupported if invented => "fabricated_reference",
        Verdict::Unsupported | Verdict::Supported | Verdict::Unverifiable => "unsupported_addition",
    }
}

fn subcategory(claim: &JudgedClaim) -> &'static str {
    let found = |kinds: &[FindingKind]| {
        claim
            .findings
            .iter()
            .any(|finding| kinds.contains(&finding.kind))
    };
    if found(&[FindingKind::DateMismatch, FindingKind::TemporalError]) {
        return "temporal";
    }
    if found(&[FindingKind::NumericMismatch, FindingKind::InventedStatistic]) {
        return "numerical";
    }
    if found(&[FindingKind::IdentifierMismatch]) {
        return "identifier";
    }
    if found(&[FindingKind::NonexistentEntity]) {
        return "entity";
    }
    match claim.claim.kind {
        ClaimKind::Currency | ClaimKind::Percentage | ClaimKind::Ratio | ClaimKind::Count => {
            "numerical"
        }
        ClaimKind::Date => "temporal",
        ClaimKind::Comparison => "relational",
        ClaimKind::Citation => "section",
        ClaimKind::Definition => "attribute",
        ClaimKind::Entity | ClaimKind::Quote | ClaimKind::Event | ClaimKind::Other => "claim",
    }
}

pub(super) async fn detect(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, OpenAiError> {
    let Detection {
        messages,
        model,
        stream,
    } = json_body(&request, payload, &context).await?;
    if stream {
        return Err(wrong("The detector answers in one piece. Ask with stream false.").into());
    }
    let prompt = messages
        .iter()
        .rfind(|message| message.get("role").and_then(Value::as_str) == Some("user"))
        .map(|message| text_of(message.get("content").unwrap_or(&Value::Null)))
        .unwrap_or_default();
    let Some((source, answer)) = parts(&prompt) else {
        return Err(wrong("The last user message has no “Excerpt 1:”, or several, followed by “Answer to verify:”, as HaluGate writes it.").into());
    };
    let source = InlineSource {
        id: "excerpt-1".to_owned(),
        text: source.to_owned(),
        title: None,
    };
    let against = Against::of(
        Extension::default(),
        vec![source],
        Some("halugate"),
        &context,
    )
    .await?;
    let verification = against.verification(answer, Purpose::Show);
    verification.validate()?;
    let _turn = context.admission.turn(Kind::Judge).await?;
    let report = context.judge(verification).await?;
    if !report.degraded.is_empty() {
        return Err(Problem::new(
            ProblemCode::Unavailable,
            format!(
                "Not everything ran, so nothing is called clean: {}",
                report.degraded.join(" ")
            ),
        )
        .into());
    }
    let spans: Vec<Stretch> = report
        .claims
        .iter()
        .filter(|claim| claim.failed())
        .map(|claim| Stretch {
            text: claim.claim.span.slice(answer),
            category: category(claim),
            subcategory: subcategory(claim),
            explanation: &claim.why,
        })
        .collect();
    let content = json!({"hallucinated_spans": spans}).to_string();
    Ok(HttpResponse::Ok().json(json!({
        "id": format!("groundwall-{}", report.id),
        "object": "chat.completion",
        "created": 0,
        "model": model.unwrap_or_else(|| "groundwall".to_owned()),
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
        "groundwall": {"report_id": report.id, "support_ratio": report.summary.support_ratio, "state": report.state},
    })))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_prompt_comes_apart_and_a_mark_in_the_context_hides_nothing() {
        let prompt =
            "User request: When?\n\nExcerpt 1:\nBuilt in 1931.\n\nAnswer to verify:\nIn 1931.";
        assert_eq!(parts(prompt), Some(("Built in 1931.", "In 1931.")));
        let twice = format!("{prompt}\n\nAnswer to verify:\nIn 1940.");
        assert!(
            parts(&twice).unwrap().1.contains("In 1931.")
                && parts(&twice).unwrap().1.contains("In 1940.")
        );
        assert_eq!(parts("Answer to verify:\nIn 1931."), None);
        let brought = format!("User request: When?\n\nExcerpt 1:\nBuilt in 1940.{prompt}");
        assert_eq!(parts(&brought), None);
    }
}
