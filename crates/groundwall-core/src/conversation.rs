//! Questions that belong together.

use crate::{CollectionId, ConversationId, Report, ReportLine, ReportState};
use serde::{Deserialize, Serialize};

/// A line of the history of conversations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConversationLine {
    pub id: ConversationId,
    /// Its first question.
    pub title: String,
    pub questions: u32,
    /// When the last question was asked, RFC 3339 in UTC.
    pub last_at: String,
    /// The collections that were asked in it.
    #[serde(skip)]
    pub collections: Vec<CollectionId>,
    /// State of the last answer.
    pub state: ReportState,
}

/// A conversation, oldest question first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conversation {
    pub id: ConversationId,
    /// A line for every question.
    pub lines: Vec<ReportLine>,
    /// The last questions with everything that is known of their answers.
    pub turns: Vec<Report>,
}
