//! What a person or program asks of the firewall, validated.

use crate::{
    CollectionId, ConversationId, Document, DocumentName, PolicyOverride, Problem, ProblemCode,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Longest question in characters.
pub const MAX_QUESTION: usize = 4_000;
/// Longest single claim in characters.
pub const MAX_CLAIM: usize = 4_000;
/// Longest answer to verify in characters.
pub const MAX_ANSWER: usize = 100_000;
/// Longest name of an origin in characters.
pub const MAX_ORIGIN: usize = 200;
/// Most documents that a request may be narrowed to, and longest name of an entity or a period in characters.
pub const MAX_SCOPE: usize = 1_000;
pub const MAX_SCOPE_NAME: usize = 200;
/// Most sources given with a verification.
pub const MAX_SOURCES: usize = 1_000;
/// Most claims in one verification.
pub const MAX_CLAIMS: usize = 500;
/// Claims that one answer may be taken apart into.
pub const MAX_CLAIMS_OF_ANSWER: usize = 2_000;

fn bounded(what: &str, text: &str, limit: usize) -> Result<(), Problem> {
    let length = text.chars().count();
    if text.trim().is_empty() {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            format!("The {what} is empty. Write at least one word."),
        ));
    }
    if length > limit {
        return Err(Problem::new(
            ProblemCode::TooLarge,
            format!(
                "The {what} has {length} characters and the limit is {limit}. Shorten it or split it."
            ),
        ));
    }
    Ok(())
}

/// Which documents may speak. Empty: all of the collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Scope {
    /// Only documents of these names.
    pub documents: Vec<DocumentName>,
    /// Only windows that name this entity; others are shown as "other entity".
    pub entity: Option<String>,
    /// Only windows of this period, when they name one; others are shown as "other period".
    pub period: Option<String>,
}

impl Scope {
    /// Whether all of the collection may speak.
    pub fn is_whole(&self) -> bool {
        let Self {
            documents,
            entity,
            period,
        } = self;
        documents.is_empty() && entity.is_none() && period.is_none()
    }

    /// Says which document is named and is none of these: what is asked of one document alone is not answered from nothing.
    ///
    /// # Errors
    /// Fails when a name is of no document.
    pub fn held_by(&self, documents: &[Document]) -> Result<(), Problem> {
        let held = |name: &&DocumentName| documents.iter().any(|one| one.names.contains(name));
        match self.documents.iter().find(|name| !held(name)) {
            None => Ok(()),
            Some(name) => Err(Problem::new(
                ProblemCode::NotFound,
                format!(
                    "There is no document named {name} in this collection, or not any more. Choose among those that there are, or ask all of them."
                ),
            )),
        }
    }

    /// Checks the bounds: every window is compared with what stands here.
    ///
    /// # Errors
    /// Fails when too many documents are named, or a name of an entity or a period is empty or too long.
    pub fn validate(&self) -> Result<(), Problem> {
        let Self {
            documents,
            entity,
            period,
        } = self;
        if documents.len() > MAX_SCOPE {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "{} documents were named and the limit is {MAX_SCOPE}. Name fewer, or ask all of the collection.",
                    documents.len()
                ),
            ));
        }
        for (what, name) in [("entity", entity), ("period", period)] {
            if let Some(name) = name {
                bounded(what, name, MAX_SCOPE_NAME)?;
            }
        }
        Ok(())
    }
}

/// A question to a collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub text: String,
    #[serde(default)]
    pub collection: CollectionId,
    #[serde(default)]
    pub policy: PolicyOverride,
    #[serde(default)]
    pub scope: Scope,
    /// The conversation that it goes on with; a question that does not stand alone is read from what was asked there before.
    #[serde(default)]
    pub conversation: Option<ConversationId>,
}

impl Question {
    /// Trims and bounds the question.
    ///
    /// ```
    /// use groundwall_core::{PolicyOverride, Question};
    ///
    /// let question = Question::parse("  What is the fee?\n", PolicyOverride::default())?;
    /// assert_eq!(question.text, "What is the fee?");
    /// assert!(Question::parse("  ", PolicyOverride::default()).is_err());
    /// # Ok::<(), groundwall_core::Problem>(())
    /// ```
    ///
    /// # Errors
    /// Fails when the question is empty or too long.
    pub fn parse(text: &str, policy: PolicyOverride) -> Result<Self, Problem> {
        bounded("question", text, MAX_QUESTION)?;
        let text = text
            .chars()
            .filter(|c| !c.is_control() || *c == '\n')
            .collect::<String>()
            .trim()
            .to_owned();
        Ok(Self {
            text,
            collection: CollectionId::default(),
            policy,
            scope: Scope::default(),
            conversation: None,
        })
    }
}

/// A source given with a verification; used for it and not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct InlineSource {
    pub id: String,
    pub text: String,
    #[serde(default)]
    pub title: Option<String>,
}

/// What is to be verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// Given claims, each taken as one statement.
    Claims(Vec<String>),
    /// A whole answer, decomposed first.
    Answer(String),
}

/// What becomes of a text that is verified.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// It is shown as it was submitted, with its verdicts.
    #[default]
    Show,
    /// It is delivered by policy: released, repaired, with notes, or withheld.
    Deliver,
    /// It is the next piece of a text on its way, delivered by policy. What stood before it is only read with it, for pronouns and lists. The report is not kept.
    Piece { before: String },
    /// It was let go in pieces and ends before its last sentence, which may not leave: `left` is what had left by then, and the rest is withheld.
    Cut { left: String },
}

/// A request to verify claims or an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    pub subject: Subject,
    /// When given, they are searched alone unless `beside_collection`.
    pub sources: Vec<InlineSource>,
    pub beside_collection: bool,
    pub collection: CollectionId,
    pub policy: PolicyOverride,
    pub scope: Scope,
    /// Who or what wrote the text, as its sender names it; kept in the report.
    pub origin: Option<String>,
    /// The question that the text answers, for the rule packs; none where nobody said.
    pub question: Option<String>,
    pub purpose: Purpose,
}

impl Verification {
    /// Against the default collection, with the policy in force; callers set what differs.
    pub fn of(subject: Subject) -> Self {
        Self {
            subject,
            sources: Vec::new(),
            beside_collection: true,
            collection: CollectionId::default(),
            policy: PolicyOverride::default(),
            scope: Scope::default(),
            origin: None,
            question: None,
            purpose: Purpose::Show,
        }
    }

    /// Checks the bounds of a request (docs/contract.md, Verdicts): number and length of claims, length of an answer, identity of sources.
    ///
    /// # Errors
    /// Fails when there is no claim or an empty one, when claims, texts or sources are too many or too long, or when a source has no usable id, the id of another one or no text.
    pub fn validate(&self) -> Result<(), Problem> {
        match &self.subject {
            Subject::Answer(answer) => bounded("answer", answer, MAX_ANSWER)?,
            Subject::Claims(claims) => {
                if claims.iter().all(|claim| claim.trim().is_empty()) {
                    return Err(Problem::new(
                        ProblemCode::Unprocessable,
                        "There is no claim to verify. Write at least one claim.",
                    ));
                }
                if claims.len() > MAX_CLAIMS {
                    return Err(Problem::new(
                        ProblemCode::TooLarge,
                        format!(
                            "{} claims were sent and the limit is {MAX_CLAIMS}. Send them in parts.",
                            claims.len()
                        ),
                    ));
                }
                for (place, claim) in claims.iter().enumerate() {
                    bounded(&format!("claim {}", place + 1), claim, MAX_CLAIM)?;
                }
            }
        }
        if let Purpose::Piece { before } = &self.purpose {
            let length = before.chars().count();
            if length > MAX_ANSWER {
                return Err(Problem::new(
                    ProblemCode::TooLarge,
                    format!(
                        "{length} characters stand before the answer and the limit is {MAX_ANSWER}. Send the last of them."
                    ),
                ));
            }
        }
        if let Some(origin) = &self.origin {
            bounded("origin", origin, MAX_ORIGIN)?;
        }
        self.scope.validate()?;
        if self.sources.len() > MAX_SOURCES {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "{} sources were sent and the limit is {MAX_SOURCES}. Join them or send fewer.",
                    self.sources.len()
                ),
            ));
        }
        let mut ids = BTreeSet::new();
        for source in &self.sources {
            if !ids.insert(source.id.as_str()) {
                return Err(Problem::new(
                    ProblemCode::Unprocessable,
                    format!(
                        "Two sources have the id {:?}. Give each an id of its own: verdicts name their source by it.",
                        source.id
                    ),
                ));
            }
            if DocumentName::parse(&source.id).is_err() || source.text.trim().is_empty() {
                return Err(Problem::new(
                    ProblemCode::Unprocessable,
                    format!(
                        "Source {:?} needs a short id without control characters and a text that is not empty.",
                        source.id
                    ),
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{InlineSource, MAX_SCOPE, PolicyOverride, Question, Scope, Subject, Verification};
    use crate::{DocumentName, ProblemCode};

    #[test]
    fn questions_are_bounded() {
        assert_eq!(
            Question::parse("  When? ", PolicyOverride::default())
                .unwrap()
                .text,
            "When?"
        );
        assert_eq!(
            Question::parse(" \n ", PolicyOverride::default())
                .unwrap_err()
                .code,
            ProblemCode::Unprocessable
        );
        assert_eq!(
            Question::parse(&"x".repeat(100_000), PolicyOverride::default())
                .unwrap_err()
                .code,
            ProblemCode::TooLarge
        );
    }
    #[test]
    fn what_narrows_a_request_is_bounded() {
        let name = DocumentName::parse("a.txt").unwrap();
        let many = Scope {
            documents: vec![name; MAX_SCOPE + 1],
            ..Scope::default()
        };
        let long = Scope {
            entity: Some("x".repeat(10_000)),
            ..Scope::default()
        };
        for scope in [many, long] {
            assert_eq!(scope.validate().unwrap_err().code, ProblemCode::TooLarge);
            let verification = Verification {
                scope,
                ..Verification::of(Subject::Answer("The quay is long.".to_owned()))
            };
            assert!(verification.validate().is_err());
        }
        assert!(Scope::default().validate().is_ok());
        assert_eq!(
            with_sources(vec![source("a"); 100_000])
                .validate()
                .unwrap_err()
                .code,
            ProblemCode::TooLarge
        );
    }

    fn source(id: &str) -> InlineSource {
        InlineSource {
            id: id.to_owned(),
            text: "The quay is long.".to_owned(),
            title: None,
        }
    }

    fn with_sources(sources: Vec<InlineSource>) -> Verification {
        Verification {
            sources,
            ..Verification::of(Subject::Answer("The quay is long.".to_owned()))
        }
    }

    #[test]
    fn each_source_has_an_id_of_its_own() {
        let twice = with_sources(vec![source("quay"), source("pier"), source("quay")]);
        let refused = twice.validate().unwrap_err();
        assert_eq!(refused.code, ProblemCode::Unprocessable);
        assert!(refused.message.contains("\"quay\""), "{refused}");
        let apart = with_sources(vec![source("quay"), source("Quay")]);
        assert!(apart.validate().is_ok());
    }
}
