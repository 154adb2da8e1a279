//! What a person has to look at, and what they decided.

mod precision;

pub use precision::{FindingReview, ReviewedStretch};

use crate::verdict::VerdictCounts;
use crate::{
    ClaimKind, CollectionId, FindingKind, JudgedClaim, Problem, ProblemCode, ReportId, ReportState,
    Scope, Severity, Verdict,
};
use serde::{Deserialize, Serialize};

/// Characters of a note, and of a name.
const MAX_NOTE: usize = 2_000;
const MAX_NAME: usize = 100;
/// Entries on a page, at most, and without a wish.
const MAX_LIMIT: u32 = 200;
const LIMIT: u32 = 50;

/// How far a review is: `pending` (nobody has it), `in_review` (somebody has it), `approved` (decided as a false alarm: the text is approved as it is) or `rejected`
/// (decided as a real problem: the text is rejected).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody has taken it.
    Pending,
    InReview,
    /// A false alarm: the text was fine.
    Approved,
    /// A true find: the text was wrong.
    Rejected,
}

impl ReviewState {
    /// Every state, in the order in which a review goes through them.
    pub const ALL: [Self; 4] = [
        Self::Pending,
        Self::InReview,
        Self::Approved,
        Self::Rejected,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InReview => "in_review",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The state of a name on the wire.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The words a reader sees.
    pub fn words(self) -> &'static str {
        match self {
            Self::Pending => "Waiting",
            Self::InReview => "In review",
            Self::Approved => "False alarm",
            Self::Rejected => "Real problem",
        }
    }

    /// Whether somebody still has to decide.
    pub fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::InReview => true,
            Self::Approved | Self::Rejected => false,
        }
    }
}

/// What a person decides of a report that was flagged: `approved`, a false alarm (the text was fine), or `rejected`, a real problem (the text was wrong).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// A false alarm.
    Approved,
    /// A true find.
    Rejected,
}

impl Decision {
    /// The state that it leads to.
    pub fn state(self) -> ReviewState {
        match self {
            Self::Approved => ReviewState::Approved,
            Self::Rejected => ReviewState::Rejected,
        }
    }
}

/// Why somebody has to look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ReviewReason))]
pub struct Reason {
    /// The rule, as `refuted`, or a pack's, as `finance-kr ESC-1`.
    pub rule: String,
    /// One sentence for a reader.
    pub why: String,
    pub priority: Severity,
    /// Minutes until it is due; none where it has time.
    pub within: Option<u32>,
}

/// A claim that made somebody look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FlaggedClaim {
    /// Its number in the report.
    pub claim: u32,
    pub kind: ClaimKind,
    /// The value that was found fault with.
    pub value: Option<String>,
    pub text: String,
    pub verdict: Verdict,
    pub findings: Vec<FindingKind>,
    /// What somebody says against the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<String>,
}

impl FlaggedClaim {
    /// A claim of a report, without a dispute.
    pub fn of(judged: &JudgedClaim) -> Self {
        let findings = &judged.findings;
        Self {
            claim: judged.claim.id,
            kind: judged.claim.kind,
            value: findings.iter().find_map(|finding| finding.detected.clone()),
            text: judged.claim.text.clone(),
            verdict: judged.verdict,
            findings: findings.iter().map(|finding| finding.kind).collect(),
            dispute: None,
        }
    }
}

/// That somebody has to look at a report, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Flag {
    pub reasons: Vec<Reason>,
    pub claims: Vec<FlaggedClaim>,
}

impl Flag {
    /// The gravest of the reasons.
    pub fn priority(&self) -> Severity {
        let all = self.reasons.iter().map(|reason| reason.priority);
        all.max().unwrap_or(Severity::Low)
    }

    /// The shortest time that a reason leaves, in minutes.
    pub fn within(&self) -> Option<u32> {
        self.reasons.iter().filter_map(|reason| reason.within).min()
    }
}

/// A flagged report in the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    pub report: ReportId,
    /// What the report is called.
    pub title: String,
    pub question: Option<String>,
    /// The beginning of what was released, or else of the last draft; none of a text that was withheld and not kept.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub answer: Option<String>,
    /// Who asked or sent the text, as the audit log has it; none in reviews from before it was kept.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub asked_by: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub collection: CollectionId,
    /// The documents that alone were to speak; none named: all of the collection.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub scope: Scope,
    pub report_state: ReportState,
    pub state: ReviewState,
    pub priority: Severity,
    pub flagged_at: String,
    /// None where it has time.
    pub due_at: Option<String>,
    /// Whether the time is over and nobody has decided.
    pub overdue: bool,
    pub assignee: Option<String>,
    pub decided_at: Option<String>,
    /// Who decided, where they said so.
    pub decided_by: Option<String>,
    pub note: Option<String>,
    pub reasons: Vec<Reason>,
    pub claims: Vec<FlaggedClaim>,
    pub counts: VerdictCounts,
    pub confidence: Option<f64>,
    pub adjusted_confidence: Option<f64>,
}

/// Which reviews are listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewFilter {
    /// Empty: those that are open; `all`, or the name of a state.
    pub state: String,
    /// Empty: any; else the name of a severity.
    pub priority: String,
    /// Empty: anybody's.
    pub assignee: String,
    pub overdue: bool,
    /// The only collections whose reviews may be listed, as the key of who asks says; none: all. No request can set it.
    #[serde(skip)]
    pub within: Option<Vec<CollectionId>>,
    pub limit: u32,
    /// How many are left out at the start.
    pub after: u32,
}

impl Default for ReviewFilter {
    fn default() -> Self {
        Self {
            state: String::new(),
            priority: String::new(),
            assignee: String::new(),
            overdue: false,
            within: None,
            limit: LIMIT,
            after: 0,
        }
    }
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// The severities, from the least.
const SEVERITIES: [Severity; 4] = [
    Severity::Low,
    Severity::Medium,
    Severity::High,
    Severity::Critical,
];

/// The name of a severity on the wire.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
        Severity::Critical => "critical",
    }
}

/// The severity of a name on the wire.
pub fn severity_of(name: &str) -> Option<Severity> {
    SEVERITIES
        .into_iter()
        .find(|one| severity_name(*one) == name)
}

impl ReviewFilter {
    /// Says what does not fit.
    ///
    /// # Errors
    /// A state, priority or limit that there is not.
    pub fn checked(self) -> Result<Self, Problem> {
        if !matches!(self.state.as_str(), "" | "all") && ReviewState::parse(&self.state).is_none() {
            return Err(wrong(
                "state must be one of all, pending, in_review, approved, rejected; without it those that are open are listed.",
            ));
        }
        if !self.priority.is_empty() && severity_of(&self.priority).is_none() {
            return Err(wrong(
                "priority must be one of low, medium, high, critical.",
            ));
        }
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            return Err(wrong(format!("limit must lie between 1 and {MAX_LIMIT}.")));
        }
        Ok(self)
    }
}

/// A page of the queue: what is overdue first, then by priority and time.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewPage {
    pub reviews: Vec<Review>,
    /// How many match, on all pages.
    pub total: u64,
    /// How many are open, whatever the filter.
    pub open: u64,
    pub overdue: u64,
    /// `after` of the next page; none on the last.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<u32>,
}

/// A decision as somebody sends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Decided {
    pub decision: Decision,
    #[serde(default)]
    pub note: String,
    /// Who decides.
    #[serde(default)]
    pub by: String,
}

/// Somebody says that a verdict is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Dispute {
    /// The claim's number in the report.
    pub claim: u32,
    #[serde(default)]
    pub note: String,
}

/// A note that is not too long, without spaces around it.
///
/// # Errors
/// One that is too long.
pub fn checked_note(note: &str) -> Result<String, Problem> {
    let note = note.trim().to_owned();
    if note.chars().count() > MAX_NOTE {
        return Err(wrong(format!("A note may have {MAX_NOTE} characters.")));
    }
    Ok(note)
}

/// A person's name in one line.
///
/// # Errors
/// One that is too long.
pub fn checked_name(name: &str) -> Result<String, Problem> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > MAX_NAME {
        return Err(wrong(format!("A name may have {MAX_NAME} characters.")));
    }
    Ok(name)
}

#[cfg(test)]
mod tests;
