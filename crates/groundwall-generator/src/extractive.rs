//! Answers from the documents' own sentences.

use async_trait::async_trait;
use groundwall_core::{Draft, Prompt};
use groundwall_ports::{Generator, PortError};

/// Sentences of an answer, at most.
const SENTENCES: usize = 3;
/// A sentence must reach this share of the best one's score.
const CLOSE: f32 = 0.75;

/// Picks the sentences of the evidence that fit the question best.
#[derive(Debug, Default)]
pub struct ExtractiveGenerator;

#[async_trait]
impl Generator for ExtractiveGenerator {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let best = prompt.sentences.first().map_or(0.0, |sentence| sentence.score);
        let mut picked: Vec<&str> = Vec::new();
        for sentence in prompt.sentences.iter().filter(|sentence| sentence.score >= best * CLOSE) {
            let text = sentence.text.as_str();
            let forbidden = prompt.forbidden.iter().any(|other| text.contains(other.as_str()));
            if forbidden || picked.iter().any(|other| other.contains(text)) {
                continue;
            }
            // Two sentences that belong together take the place of one of them.
            if let Some(part) = picked.iter_mut().find(|other| text.contains(**other)) {
                *part = text;
            } else if picked.len() < SENTENCES {
                picked.push(text);
            }
        }
        let ended = |text: &str| if text.ends_with(['.', '!', '?', '"', '”', ':']) { text.to_owned() } else { format!("{text}.") };
        let text = picked.into_iter().map(ended).collect::<Vec<_>>().join(" ");
        Ok(Draft { text, model: self.name() })
    }

    fn name(&self) -> String {
        "extractive (built in: best sentences of the documents, no language model)".to_owned()
    }

    fn can_regenerate(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::RankedSentence;

    #[tokio::test]
    async fn takes_close_sentences_and_leaves_distant_ones() {
        let sentence = |text: &str, score| RankedSentence { text: text.into(), score };
        let prompt = Prompt {
            system: String::new(),
            user: String::new(),
            question: "When?".into(),
            sentences: vec![sentence("It opened in 1987", 1.6), sentence("It has a dock.", 1.3), sentence("Gulls nest there.", 0.4)],
            forbidden: vec![],
            temperature: None,
        };
        assert_eq!(ExtractiveGenerator.draft(&prompt).await.unwrap().text, "It opened in 1987. It has a dock.");
        let prompt = Prompt {
            sentences: vec![
                sentence("It has a dock.", 1.6),
                sentence("It opened in 1987. It has a dock.", 1.5),
                sentence("It opened in 1987.", 1.4),
            ],
            ..prompt
        };
        assert_eq!(ExtractiveGenerator.draft(&prompt).await.unwrap().text, "It opened in 1987. It has a dock.", "nothing is said twice");
    }
}
