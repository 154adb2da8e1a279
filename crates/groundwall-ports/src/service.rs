//! The firewall as its edges see it: API, pages and command line call nothing else.

use crate::PortError;
use async_trait::async_trait;
use groundwall_core::{
    Conversation, ConversationId, ConversationLine, Document, DocumentId, DocumentName,
    DocumentText, Draft, Insights, Problem, Progress, Prompt, Question, Report, ReportFilter,
    ReportId, ReportLabel, ReportLine, ReportPage, Status, StoredTable, Stretch, Verification,
};

/// One file as it came in.
#[derive(Clone)]
pub struct Upload {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Upload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upload")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

/// What became of one file.
#[derive(Debug, Clone)]
pub struct UploadOutcome {
    pub name: String,
    pub result: Result<Document, Problem>,
}

/// Whether the firewall can work, and how much it has to work on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readiness {
    pub documents: u32,
    pub passages: u32,
    /// What is missing; empty when everything is ready.
    pub degraded: Vec<String>,
}

/// Hears what a run does while it goes. It is called in between the steps and must not wait.
pub type Watch<'a> = &'a (dyn Fn(Progress) + Send + Sync);

/// Hears nothing.
pub fn unwatched(_: Progress) {}

/// Everything the firewall does for a person or a program.
#[async_trait]
pub trait FirewallService: Send + Sync {
    async fn status(&self) -> Result<Status, PortError>;
    /// As little of the status as says that the store answers; no document is looked at.
    async fn ready(&self) -> Result<Readiness, PortError>;
    /// Ingests files one by one; a bad one never stops the rest. Outcomes are in the order of the files.
    async fn upload(&self, files: Vec<Upload>) -> Result<Vec<UploadOutcome>, PortError> {
        self.upload_watched(files, &unwatched).await
    }
    /// [`FirewallService::upload`], telling each step of each file.
    async fn upload_watched(
        &self,
        files: Vec<Upload>,
        watch: Watch<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError>;
    /// Removes one document name; not found is an error.
    async fn delete(&self, name: &DocumentName) -> Result<(), PortError>;
    async fn clear(&self) -> Result<(), PortError>;
    /// A document's text; not found is an error.
    async fn document(&self, id: &DocumentId) -> Result<DocumentText, PortError>;
    /// A document with its bytes as they were uploaded; not found, or not kept, is an error.
    async fn original(&self, id: &DocumentId) -> Result<(Document, Vec<u8>), PortError>;
    /// All tables, by the name of their document and their place in it.
    async fn tables(&self) -> Result<Vec<StoredTable>, PortError>;
    /// One table; not found is an error.
    async fn table(&self, document: &DocumentId, index: u32) -> Result<StoredTable, PortError>;
    /// Answers a question; the report is recorded before it is returned.
    async fn ask(&self, question: Question) -> Result<Report, PortError> {
        self.ask_watched(question, &unwatched).await
    }
    /// [`FirewallService::ask`], telling each step.
    async fn ask_watched(&self, question: Question, watch: Watch<'_>) -> Result<Report, PortError>;
    /// Verifies claims or an answer; the report is recorded before it is returned.
    async fn verify(&self, verification: Verification) -> Result<Report, PortError> {
        self.verify_watched(verification, &unwatched).await
    }
    /// [`FirewallService::verify`], telling each step.
    async fn verify_watched(
        &self,
        verification: Verification,
        watch: Watch<'_>,
    ) -> Result<Report, PortError>;
    /// A draft for a prompt that is no question to the documents, such as one that asks for a rejected structured answer again. An error where no language
    /// model is configured.
    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        let _ = prompt;
        Err(PortError::no_language_model())
    }
    async fn report(&self, id: &ReportId) -> Result<Report, PortError>;
    /// A conversation with its last questions; not found is an error.
    async fn conversation(&self, id: &ConversationId) -> Result<Conversation, PortError>;
    /// The conversations that were gone on with last, newest first.
    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError>;
    /// A few questions that the documents themselves suggest; the same for the same documents.
    async fn suggestions(&self) -> Result<Vec<String>, PortError>;
    /// A page of the history; a filter that does not fit is an error.
    async fn reports(&self, filter: ReportFilter) -> Result<ReportPage, PortError>;
    /// A report's line of the history; not found is an error.
    async fn report_line(&self, id: &ReportId) -> Result<ReportLine, PortError>;
    /// Gives a report another title or other tags; not found is an error.
    async fn label_report(
        &self,
        id: &ReportId,
        label: ReportLabel,
    ) -> Result<ReportLine, PortError>;
    /// Deletes a report with everything that is kept of it; not found is an error.
    async fn delete_report(&self, id: &ReportId) -> Result<(), PortError>;
    /// What the reports from a time on tell together; the time is RFC 3339 in UTC, empty means from the first.
    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError>;
    /// Closes what it keeps, at the end. Nothing is asked of it afterwards.
    async fn close(&self) {}
}
