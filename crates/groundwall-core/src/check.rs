//! What can decide or note something of a claim: names and versions of the checks, of the models' readings and of what the tables say.

/// A check, or what speaks in a check's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckKind {
    Identifier,
    Number,
    Date,
    Quote,
    Citation,
    Impossibility,
    Pattern,
    SelfContradiction,
    Assertion,
    /// What a table says, recomputed from its cells.
    Tables,
    /// The NLI models.
    Nli,
    /// The chat endpoint.
    SecondOpinion,
    /// Whether the documents say anything of it.
    Evidence,
    /// Whether two documents agree.
    Conflict,
    /// What the policy leaves out.
    Policy,
}

impl CheckKind {
    /// Name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identifier => "identifiers",
            Self::Number => "numbers",
            Self::Date => "dates",
            Self::Quote => "quotes",
            Self::Citation => "citations",
            Self::Impossibility => "impossibilities",
            Self::Pattern => "patterns",
            Self::SelfContradiction => "self-contradiction",
            Self::Assertion => "assertions",
            Self::Tables => "tables",
            Self::Nli => "NLI",
            Self::SecondOpinion => "second opinion",
            Self::Evidence => "evidence",
            Self::Conflict => "conflict",
            Self::Policy => "policy",
        }
    }

    /// Source of a finding: name and version of the rule. The version goes up with what the rule says of the same text.
    pub fn source(self) -> &'static str {
        match self {
            Self::Identifier => "identifiers/1",
            Self::Number => "numbers/1",
            Self::Date => "dates/1",
            Self::Quote => "quotes/1",
            Self::Citation => "citations/1",
            Self::Impossibility => "impossibilities/1",
            Self::Pattern => "patterns/1",
            Self::SelfContradiction => "self-contradiction/1",
            Self::Assertion => "assertions/1",
            Self::Tables => "tables/1",
            Self::Nli => "nli/1",
            Self::SecondOpinion => "second_opinion/1",
            Self::Evidence => "evidence/1",
            Self::Conflict => "conflict/1",
            Self::Policy => "policy/1",
        }
    }
}
