//! A second opinion: the chat endpoint is asked about one window and one claim at a time, where the local stages leave a claim undecided. It must quote the
//! words of the window that decide it; an opinion whose words do not stand there is void. Checks are never overridden, and what failed leaves the local verdict.

use super::case::Case;
use crate::cache::key;
use crate::prompts;
use futures::StreamExt as _;
use groundwall_core::report::{OpinionState, SecondOpinion};
use groundwall_core::{SecondOpinionPolicy, Stance};
use groundwall_ports::ChatModel;
use quick_cache::sync::Cache;
use serde::Deserialize;

/// Opinions that are kept: about 4 MB.
const KEPT: usize = 8_192;
/// Requests under way at the same time.
const TOGETHER: usize = 4;

/// The opinions that were given before, by model, window and claim.
pub(crate) struct Opinions(Cache<[u8; 32], SecondOpinion>);

impl Default for Opinions {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

#[derive(Deserialize)]
struct Reply {
    label: String,
    #[serde(default)]
    words: String,
}

/// Reads a reply about a window: stance and words, or nothing where it is void.
fn read(reply: &str, window: &str) -> Option<(Stance, String)> {
    let object = reply.get(reply.find('{')?..=reply.rfind('}')?)?;
    let Reply { label, words } = serde_json::from_str(object).ok()?;
    let stance = match label
        .trim()
        .to_lowercase()
        .replace(['_', '-'], " ")
        .as_str()
    {
        "supported" => Stance::Supports,
        "contradicted" => Stance::Refutes,
        "not stated" => Stance::Silent,
        _ => return None,
    };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = plain(&words);
    (quoted.chars().any(char::is_alphanumeric) && plain(window).contains(&quoted))
        .then_some((stance, quoted))
}

impl Opinions {
    /// Asks about the undecided cases, those nearest to the middle of the band first, and gives each its opinion.
    pub(crate) async fn ask(
        &self,
        chat: &dyn ChatModel,
        policy: SecondOpinionPolicy,
        cases: &mut [Case<'_>],
    ) {
        let mut undecided: Vec<(usize, usize, f32)> = cases
            .iter()
            .enumerate()
            .filter_map(|(case, of)| {
                of.undecided()
                    .map(|(window, distance)| (case, window, distance))
            })
            .collect();
        undecided.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.0.cmp(&b.0)));
        let name = chat.name();
        let mut to_ask = Vec::new();
        for (case, window, _) in undecided {
            let (text, claim) = (
                cases[case].windows()[window].evidence.window.text.clone(),
                cases[case].claim().text.clone(),
            );
            let key = key(&[&name, &text, &claim]);
            if let Some(known) = self.0.get(&key) {
                cases[case].hear(
                    window,
                    SecondOpinion {
                        state: OpinionState::Remembered,
                        ..known
                    },
                );
            } else if to_ask.len() < policy.at_most as usize {
                to_ask.push((case, window, key, text, claim));
            } else {
                cases[case].hear(window, nothing(OpinionState::OverBudget, &name));
            }
        }
        let asked = futures::stream::iter(to_ask)
            .map(async |(case, window, key, text, claim)| {
                let opinion = opinion(chat, &name, &text, &claim).await;
                if opinion.state == OpinionState::Asked {
                    self.0.insert(key, opinion.clone());
                }
                (case, window, opinion)
            })
            .buffer_unordered(TOGETHER)
            .collect::<Vec<_>>()
            .await;
        for (case, window, opinion) in asked {
            cases[case].hear(window, opinion);
        }
    }
}

/// What the chat endpoint says of a window and a claim.
async fn opinion(chat: &dyn ChatModel, name: &str, text: &str, claim: &str) -> SecondOpinion {
    let draft = match chat.draft(&prompts::second_opinion(text, claim)).await {
        Ok(draft) => draft,
        Err(error) => {
            tracing::warn!(%error, "second opinion");
            return nothing(OpinionState::Failed, name);
        }
    };
    let Some((stance, words)) = read(&draft.text, text) else {
        return nothing(OpinionState::Void, &draft.model);
    };
    SecondOpinion {
        state: OpinionState::Asked,
        model: draft.model,
        stance: Some(stance),
        words,
    }
}

fn nothing(state: OpinionState, model: &str) -> SecondOpinion {
    SecondOpinion {
        state,
        model: model.to_owned(),
        stance: None,
        words: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opinion_without_the_windows_own_words_is_void() {
        let window = "The pilot boards every ship\nlonger than ninety metres.";
        let reply = |label: &str, words: &str| {
            read(
                &format!("{{\"label\": \"{label}\", \"words\": \"{words}\"}}"),
                window,
            )
        };
        assert_eq!(
            reply("supported", "boards every ship longer"),
            Some((Stance::Supports, "boards every ship longer".to_owned()))
        );
        assert_eq!(
            reply("contradicted", "ninety metres").map(|(stance, _)| stance),
            Some(Stance::Refutes)
        );
        assert_eq!(
            reply("not_stated", "every ship").map(|(stance, _)| stance),
            Some(Stance::Silent)
        );
        let fenced = "```json\n{\"label\":\"Supported\",\"words\":\"every ship\"}\n```";
        assert_eq!(
            read(fenced, window).map(|(stance, _)| stance),
            Some(Stance::Supports)
        );
        for void in [
            reply("supported", "boards all ships"),
            reply("supported", ""),
            reply("supported", "."),
            reply("maybe", "ninety"),
        ] {
            assert_eq!(void, None);
        }
        for broken in [
            "",
            "supported",
            "}{",
            "{\"label\": \"supported\"",
            "{\"words\": \"ninety metres\"}",
        ] {
            assert_eq!(read(broken, window), None, "{broken}");
        }
    }
}
