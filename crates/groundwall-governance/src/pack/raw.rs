//! A pack file as it is written. Unknown keys are refused.

use super::model::{Place, Reads, UnitName, When};
use groundwall_core::pack::Escalation;
use groundwall_core::policy::Band;
use groundwall_core::{Action, Certainty, Severity};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPack {
    pub(super) name: Text,
    pub(super) version: Text,
    pub(super) description: Text,
    pub(super) tables: Option<toml::Value>,
    pub(super) structured: Option<toml::Value>,
    #[serde(default)]
    pub(super) pattern: Vec<RawPattern>,
    #[serde(default)]
    pub(super) lexicon: Vec<RawLexicon>,
    #[serde(default)]
    pub(super) identifier: Vec<RawIdentifier>,
    #[serde(default)]
    pub(super) numeric: Vec<RawNumeric>,
    #[serde(default)]
    pub(super) intent: Vec<RawIntent>,
    #[serde(default)]
    pub(super) tier: Vec<RawTier>,
    #[serde(default)]
    pub(super) compliance: Vec<RawCompliance>,
    #[serde(default)]
    pub(super) example: Vec<RawExample>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPattern {
    pub(super) id: Text,
    #[serde(rename = "type")]
    pub(super) kind: Text,
    pub(super) severity: Severity,
    pub(super) certainty: Certainty,
    pub(super) confidence: Option<Spanned<f32>>,
    pub(super) description: String,
    pub(super) advice: Option<String>,
    #[serde(default)]
    pub(super) words: Vec<Text>,
    #[serde(default)]
    pub(super) regex: Vec<Text>,
    #[serde(default)]
    pub(super) reads: Reads,
    #[serde(default)]
    pub(super) place: Place,
    #[serde(default)]
    pub(super) latin: bool,
    pub(super) unless: Option<Text>,
    #[serde(default)]
    pub(super) unless_in_evidence: bool,
    #[serde(default)]
    pub(super) unless_cited: bool,
    #[serde(default)]
    pub(super) unless_quoted: bool,
    #[serde(default)]
    pub(super) not_in: Vec<Text>,
    pub(super) actions: Option<Vec<Action>>,
    pub(super) replacement: Option<Wording>,
    pub(super) appendix: Option<Wording>,
    pub(super) escalation: Option<Escalation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLexicon {
    pub(super) id: Text,
    pub(super) description: String,
    pub(super) entries: Vec<Text>,
    pub(super) mention: Vec<Text>,
    pub(super) unless: Option<Text>,
    #[serde(default)]
    pub(super) stop_words: Vec<String>,
    pub(super) actions: Option<Vec<Action>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawIdentifier {
    pub(super) id: Text,
    pub(super) description: String,
    pub(super) labels: Vec<Text>,
    pub(super) regex: Option<Text>,
    pub(super) length: Option<Spanned<(usize, usize)>>,
    #[serde(default)]
    pub(super) placeholders: Vec<String>,
    pub(super) actions: Option<Vec<Action>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNumeric {
    #[serde(rename = "type")]
    pub(super) kind: Text,
    pub(super) description: Option<String>,
    pub(super) aliases: Vec<Text>,
    #[serde(default)]
    pub(super) kinds: Vec<Text>,
    pub(super) unit: UnitName,
    pub(super) band: Option<Spanned<Band>>,
    pub(super) least: Option<Spanned<f64>>,
    pub(super) most: Option<Spanned<f64>>,
    pub(super) actions: Option<Vec<Action>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawIntent {
    pub(super) code: Text,
    pub(super) name: String,
    pub(super) risk: super::model::IntentRisk,
    #[serde(default)]
    pub(super) words: Vec<Text>,
    #[serde(default)]
    pub(super) regex: Vec<Text>,
    #[serde(default)]
    pub(super) otherwise: bool,
    pub(super) disclaimer: Option<Wording>,
    #[serde(default)]
    pub(super) disclaimed: Vec<Text>,
    pub(super) reason: Option<Wording>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTier {
    pub(super) code: Text,
    pub(super) name: String,
    pub(super) review: super::model::Review,
    #[serde(default)]
    pub(super) words: Vec<Text>,
    #[serde(default)]
    pub(super) documents: Vec<Text>,
    #[serde(default)]
    pub(super) otherwise: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCompliance {
    pub(super) id: Text,
    pub(super) name: String,
    pub(super) description: String,
    #[serde(default)]
    pub(super) patterns: Vec<Text>,
    #[serde(default)]
    pub(super) numerics: Vec<Text>,
    #[serde(default)]
    pub(super) intents: Vec<Text>,
    pub(super) when: Option<When>,
    #[serde(default)]
    pub(super) all: bool,
    #[serde(rename = "type")]
    pub(super) kind: Option<Text>,
    pub(super) severity: Option<Severity>,
    pub(super) certainty: Option<Certainty>,
    pub(super) actions: Spanned<Vec<Action>>,
    pub(super) replacement: Option<Wording>,
    pub(super) appendix: Option<Wording>,
    pub(super) escalation: Option<Escalation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExample {
    pub(super) name: Option<String>,
    pub(super) input: Text,
    pub(super) question: Option<String>,
    pub(super) evidence: Option<Vec<String>>,
    pub(super) cited: Option<bool>,
    #[serde(default)]
    pub(super) findings: Vec<Text>,
    #[serde(default)]
    pub(super) actions: Vec<Action>,
    #[serde(default)]
    pub(super) rules: BTreeMap<Text, groundwall_core::RuleState>,
    pub(super) text: Option<String>,
    pub(super) intent: Option<Text>,
}

/// Words for a reader, by language; a text alone is English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording(BTreeMap<String, String>);

impl Wording {
    /// The words in a language, else in English, else in any.
    pub fn in_language(&self, language: &str) -> &str {
        let Self(texts) = self;
        let text = texts.get(language).or_else(|| texts.get("en"));
        text.or_else(|| texts.values().next())
            .map_or("", String::as_str)
    }

    /// All of them.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(language, text)| (language.as_str(), text.as_str()))
    }
}

impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = Wording;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or texts by language as { en = \"..\", ko = \"..\" }")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Wording, E> {
                Ok(Wording(BTreeMap::from([(
                    "en".to_owned(),
                    text.to_owned(),
                )])))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Wording, A::Error> {
                let mut texts = BTreeMap::new();
                while let Some((language, text)) = map.next_entry::<String, String>()? {
                    if !(2..=3).contains(&language.len())
                        || !language.bytes().all(|byte| byte.is_ascii_lowercase())
                    {
                        return Err(A::Error::custom(format!(
                            "`{language}`, expected a code of a language, as `en` or `ko`"
                        )));
                    }
                    texts.insert(language, text);
                }
                if texts.is_empty() {
                    return Err(A::Error::custom("no text, expected one in a language"));
                }
                Ok(Wording(texts))
            }
        }
        deserializer.deserialize_any(Words)
    }
}
