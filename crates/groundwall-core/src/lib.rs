#![doc = include_str!("../README.md")]

pub mod audit;
pub mod batch;
pub mod calibration;
pub mod cells;
mod check;
pub mod claim;
pub mod collection;
pub mod conversation;
pub mod document;
pub mod evidence;
pub mod extracted;
pub mod finding;
pub mod generators;
pub mod governance;
mod hidden;
pub mod history;
mod ids;
pub mod key;
pub mod locator;
mod looked_up;
pub mod model;
pub mod pack;
pub mod page_view;
pub mod passage;
pub mod policy;
pub mod problem;
pub mod progress;
pub mod prompt;
mod reason;
pub mod report;
pub mod request;
pub mod review;
mod short;
pub mod span;
pub mod status;
pub mod table;
pub mod table_answer;
pub mod upload;
pub mod verdict;

pub use audit::{AuditEntry, AuditKind, AuditPage, AuditText, Happening, Recorded};
pub use batch::{Batch, BatchLine, BatchRow, GivenAnswer, NoText, ReadAs, RowState};
pub use cells::CellRange;
pub use check::CheckKind;
pub use claim::{Checkability, Claim, ClaimKind, Specificity};
pub use collection::{Collection, CollectionChange, HeldCollection, Holdings, NewCollection};
pub use conversation::{Conversation, ConversationLine};
pub use document::{Document, DocumentName, DocumentText, Format};
pub use evidence::{Evidence, NliLabel, NliScores, Stance, Window};
pub use extracted::{Block, BlockKind, ExtractedDocument};
pub use finding::{Certainty, Finding, FindingKind, PackType, Severity};
pub use hidden::{HiddenBy, HiddenText};
pub use history::{Insights, ReportFilter, ReportLabel, ReportLine, ReportPage, Stretch};
pub use ids::{CollectionId, ConversationId, DocumentId, PassageId, ReportId};
pub use key::{ApiKey, KeyScope, NewKey};
pub use locator::Locator;
pub use looked_up::LookedUp;
pub use model::{ModelIdentity, Thresholds};
pub use pack::{Action, PackIdentity, RuleAnswer, RuleOff, RuleState};
pub use page_view::{Area, Mark, PageView};
pub use passage::{Passage, Sentence, SentenceKind};
pub use policy::{
    Closeness, FinalAction, Policy, PolicyOverride, Preset, PromptMode, SecondOpinionPolicy,
};
pub use problem::{Problem, ProblemCode};
pub use progress::Progress;
pub use prompt::{Draft, Prompt, RankedSentence, TokenEntropy};
pub use reason::Reason;
pub use report::{Attempt, JudgedClaim, Report, ReportState};
pub use request::{Purpose, Question, Scope, Verification};
pub use review::{Decision, Flag, FlaggedClaim, Review, ReviewFilter, ReviewPage, ReviewState};
pub use short::shortened;
pub use span::Span;
pub use status::Status;
pub use table::{
    CellKind, ColumnRole, HeaderRow, StoredTable, Table, TableCell, TableColumn, TableLine,
    TableRow,
};
pub use table_answer::{TableAnswer, TableResult};
pub use upload::{QueuedUpload, TableRead, UploadQueue, UploadRead, UploadState};
pub use verdict::Verdict;
