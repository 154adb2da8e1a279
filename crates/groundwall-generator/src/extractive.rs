//! Answers from the documents' own sentences.

use async_trait::async_trait;
use groundwall_core::{Draft, Prompt};
use groundwall_ports::{Generator, PortError};

/// Sentences of an answer, at most.
const SENTENCES: usize = 3;
/// A sentence must reach this share of the best one's score.
const CLOSE: f32 = 0.75;

fn is_forbidden(text: &str, prompt: &Prompt) -> bool {
    prompt
        .forbidden
        .iter()
        .any(|other| text.contains(other.as_str()))
}

fn ended(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '"', '”', ':', ';', ',']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// The sentences nearest to the question, where nobody judged which of them answer it.
fn best(prompt: &Prompt) -> Vec<&str> {
    let best = prompt
        .sentences
        .first()
        .map_or(0.0, |sentence| sentence.score);
    let mut picked: Vec<&str> = Vec::new();
    for sentence in prompt
        .sentences
        .iter()
        .filter(|sentence| sentence.score >= best * CLOSE)
    {
        let text = sentence.text.as_str();
        if is_forbidden(text, prompt) || picked.iter().any(|other| other.contains(text)) {
            continue;
        }
        // Two sentences that belong together take the place of one of them.
        if let Some(part) = picked.iter_mut().find(|other| text.contains(**other)) {
            *part = text;
        } else if picked.len() < SENTENCES {
            picked.push(text);
        }
    }
    picked
}

/// Says what answers the question, or else picks the sentences of the evidence that fit it best.
///
/// ```
/// use groundwall_core::Prompt;
/// use groundwall_generator::ExtractiveGenerator;
/// use groundwall_ports::Generator as _;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), groundwall_ports::PortError> {
/// let prompt = Prompt {
///     system: String::new(),
///     user: String::new(),
///     question: "What does the pump weigh?".to_owned(),
///     sentences: Vec::new(),
///     answers: vec!["The pump weighs 14 kg.".to_owned()],
///     forbidden: Vec::new(),
///     temperature: None,
/// };
/// let draft = ExtractiveGenerator.draft(&prompt).await?;
/// assert_eq!(draft.text, "The pump weighs 14 kg.");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
pub struct ExtractiveGenerator;

#[async_trait]
impl Generator for ExtractiveGenerator {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let told = prompt
            .answers
            .iter()
            .filter(|text| !is_forbidden(text, prompt));
        let answers: Vec<&str> = told.map(String::as_str).collect();
        let picked = if prompt.answers.is_empty() {
            best(prompt)
        } else {
            answers
        };
        // Each text comes from a place of its own: a paragraph apart, they are not read as one.
        let text = picked
            .into_iter()
            .map(ended)
            .collect::<Vec<_>>()
            .join("\n\n");
        Ok(Draft {
            text,
            model: self.name(),
            token_entropy: None,
        })
    }

    fn name(&self) -> String {
        "extractive (built in: best sentences of the documents, no language model)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::RankedSentence;

    #[tokio::test]
    async fn takes_close_sentences_and_leaves_distant_ones() {
        let sentence = |text: &str, score| RankedSentence {
            text: text.into(),
            score,
        };
        let prompt = Prompt {
            system: String::new(),
            user: String::new(),
            question: "When?".into(),
            sentences: vec![
                sentence("It opened in 1987", 1.6),
                sentence("It has a dock.", 1.3),
                sentence("Gulls nest there.", 0.4),
            ],
            answers: vec![],
            forbidden: vec![],
            temperature: None,
        };
        assert_eq!(
            ExtractiveGenerator.draft(&prompt).await.unwrap().text,
            "It opened in 1987.\n\nIt has a dock."
        );
        let prompt = Prompt {
            sentences: vec![
                sentence("It has a dock.", 1.6),
                sentence("It opened in 1987. It has a dock.", 1.5),
                sentence("It opened in 1987.", 1.4),
            ],
            ..prompt
        };
        assert_eq!(
            ExtractiveGenerator.draft(&prompt).await.unwrap().text,
            "It opened in 1987. It has a dock.",
            "nothing is said twice"
        );
        let prompt = Prompt {
            answers: vec!["It closes at 6".into(), "- Gulls nest there.".into()],
            ..prompt
        };
        assert_eq!(
            ExtractiveGenerator.draft(&prompt).await.unwrap().text,
            "It closes at 6.\n\n- Gulls nest there.",
            "what answers comes first"
        );
    }
}
