//! The firewall as its edges see it: API, pages and command line call nothing else.

use crate::PortError;
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Conversation, ConversationId, ConversationLine,
    Document, DocumentId, DocumentName, DocumentText, Draft, HeaderRow, Holdings, Insights,
    NewCollection, Problem, Progress, Prompt, Question, Report, ReportFilter, ReportId,
    ReportLabel, ReportLine, ReportPage, Status, StoredTable, Stretch, TableLine, Verification,
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
pub type ProgressSink<'a> = &'a (dyn Fn(Progress) + Send + Sync);

/// Hears nothing.
pub fn unwatched(_: Progress) {}

/// Everything the firewall does for a person or a program.
#[async_trait]
pub trait FirewallService: Send + Sync {
    /// The collections: `default` first, then by name.
    ///
    /// # Errors
    /// Fails when the ledger cannot be read.
    async fn collections(&self) -> Result<Vec<Collection>, PortError>;
    /// The collection that somebody means, by its id or its name in any case; not found is an error.
    ///
    /// # Errors
    /// Fails when there is none with this id or name, or when the ledger cannot be read.
    async fn collection(&self, given: &str) -> Result<Collection, PortError>;
    /// How much a collection holds.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the store or the ledger cannot be read.
    async fn holdings(&self, collection: &CollectionId) -> Result<Holdings, PortError>;
    /// Makes an empty collection; a name that is taken is an error.
    ///
    /// # Errors
    /// Fails when the name cannot be used or is taken, the policy is not valid, there are too many collections, or the ledger fails.
    async fn create_collection(&self, new: NewCollection) -> Result<Collection, PortError>;
    /// Changes a collection's name or policy; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such collection, the name cannot be used or is taken, the policy is not valid, or the ledger fails.
    async fn change_collection(
        &self,
        id: &CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, PortError>;
    /// Deletes a collection with its documents and reports, and says what there was; `default` stays.
    ///
    /// # Errors
    /// Fails when there is no such collection, it is `default`, or the store or the ledger fails.
    async fn delete_collection(
        &self,
        id: &CollectionId,
    ) -> Result<(Collection, Holdings), PortError>;
    /// [`FirewallService::status_of`] of the collection `default`, as everything without a collection is.
    ///
    /// # Errors
    /// Fails as [`FirewallService::status_of`] does.
    async fn status(&self) -> Result<Status, PortError> {
        self.status_of(&CollectionId::default()).await
    }
    /// What a collection holds and what judges it.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the store or the ledger cannot be read.
    async fn status_of(&self, collection: &CollectionId) -> Result<Status, PortError>;
    /// As little of the status as says that the store answers; no document is looked at.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn ready(&self) -> Result<Readiness, PortError>;
    /// Ingests files one by one; a bad one never stops the rest. Outcomes are in the order of the files.
    ///
    /// # Errors
    /// Fails as [`FirewallService::upload_into`] does.
    async fn upload(&self, files: Vec<Upload>) -> Result<Vec<UploadOutcome>, PortError> {
        self.upload_watched(files, &unwatched).await
    }
    /// [`FirewallService::upload`], telling each step of each file.
    ///
    /// # Errors
    /// Fails as [`FirewallService::upload_into`] does.
    async fn upload_watched(
        &self,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError> {
        self.upload_into(&CollectionId::default(), files, watch)
            .await
    }
    /// [`FirewallService::upload_watched`] into a collection.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the ledger cannot be read; what is wrong with a file is in its outcome.
    async fn upload_into(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError>;
    /// [`FirewallService::delete_from`] the collection `default`.
    ///
    /// # Errors
    /// Fails as [`FirewallService::delete_from`] does.
    async fn delete(&self, name: &DocumentName) -> Result<(), PortError> {
        self.delete_from(&CollectionId::default(), name).await
    }
    /// Removes one document name of a collection; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such collection or no document of this name in it, or when the store or the ledger fails.
    async fn delete_from(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<(), PortError>;
    /// [`FirewallService::clear_of`] the collection `default`.
    ///
    /// # Errors
    /// Fails as [`FirewallService::clear_of`] does.
    async fn clear(&self) -> Result<(), PortError> {
        self.clear_of(&CollectionId::default()).await
    }
    /// Removes all documents of a collection.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the store or the ledger fails.
    async fn clear_of(&self, collection: &CollectionId) -> Result<(), PortError>;
    /// A document's text, whichever collection it is in; not found is an error.
    ///
    /// # Errors
    /// Fails when the document is not stored, or when the store or the ledger cannot be read.
    async fn document(&self, id: &DocumentId) -> Result<DocumentText, PortError>;
    /// A document with its bytes as they were uploaded; not found, or not kept, is an error.
    ///
    /// # Errors
    /// Fails when the document is not stored, the store keeps no originals, or the store or the ledger cannot be read.
    async fn original(&self, id: &DocumentId) -> Result<(Document, Vec<u8>), PortError>;
    /// Notes that a person went through a document now and that it holds as it is.
    ///
    /// # Errors
    /// Fails when the document does not exist, or the store does not answer.
    async fn review_document(&self, id: &DocumentId) -> Result<Document, PortError>;
    /// Reads a document again with these rows of its sheets as those that name the columns, and no others; without any they are found again. Not found, or a
    /// row that makes no table, is an error, and the document stays as it was.
    ///
    /// # Errors
    /// Fails when the document is not stored, its bytes are not kept, a row makes no table, it cannot be read again, or the store or the ledger fails.
    async fn set_headers(
        &self,
        id: &DocumentId,
        headers: Vec<HeaderRow>,
    ) -> Result<Document, PortError>;
    /// [`FirewallService::tables_of`] the collection `default`.
    ///
    /// # Errors
    /// Fails as [`FirewallService::tables_of`] does.
    async fn tables(&self) -> Result<Vec<TableLine>, PortError> {
        self.tables_of(&CollectionId::default()).await
    }
    /// All tables of a collection without their rows, by the name of their document and their place in it.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the store or the ledger cannot be read.
    async fn tables_of(&self, collection: &CollectionId) -> Result<Vec<TableLine>, PortError>;
    /// One table; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such document or table, or when the store or the ledger cannot be read.
    async fn table(&self, document: &DocumentId, index: u32) -> Result<StoredTable, PortError>;
    /// Answers a question; the report is recorded before it is returned.
    ///
    /// # Errors
    /// Fails as [`FirewallService::ask_watched`] does.
    async fn ask(&self, question: Question) -> Result<Report, PortError> {
        self.ask_watched(question, &unwatched).await
    }
    /// [`FirewallService::ask`], telling each step.
    ///
    /// # Errors
    /// Fails when there is no such collection or no such document in it, the conversation is about another collection, the policy is not valid, or a model, the generator, the store or the ledger fails.
    async fn ask_watched(
        &self,
        question: Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError>;
    /// The report of a question that goes to no language model, since it gives an order to the app or a rule pack declines it; none where it may go. The report is
    /// recorded before it is returned.
    ///
    /// # Errors
    /// Fails when there is no such collection, the policy is not valid, or the ledger fails.
    async fn turned_away(&self, question: Question) -> Result<Option<Report>, PortError>;
    /// Verifies claims or an answer; the report is recorded before it is returned.
    ///
    /// # Errors
    /// Fails as [`FirewallService::verify_watched`] does.
    async fn verify(&self, verification: Verification) -> Result<Report, PortError> {
        self.verify_watched(verification, &unwatched).await
    }
    /// [`FirewallService::verify`], telling each step.
    ///
    /// # Errors
    /// Fails when the request is empty or too large, a source cannot be used, there is no such collection, the policy is not valid, or a model, the store or the ledger fails.
    async fn verify_watched(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError>;
    /// A draft for a prompt that is no question to the documents, such as one that asks for a rejected structured answer again. An error where no language
    /// model is configured.
    ///
    /// # Errors
    /// Fails when no language model is configured, or when it fails.
    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        let _ = prompt;
        Err(PortError::no_language_model())
    }
    /// A report by its id; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such report, or when the ledger cannot be read.
    async fn report(&self, id: &ReportId) -> Result<Report, PortError>;
    /// A conversation with its last questions; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such conversation, or when the ledger cannot be read.
    async fn conversation(&self, id: &ConversationId) -> Result<Conversation, PortError>;
    /// The conversations that were gone on with last, newest first.
    ///
    /// # Errors
    /// Fails when the ledger cannot be read.
    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError>;
    /// [`FirewallService::suggestions_of`] the collection `default`.
    ///
    /// # Errors
    /// Fails as [`FirewallService::suggestions_of`] does.
    async fn suggestions(&self) -> Result<Vec<String>, PortError> {
        self.suggestions_of(&CollectionId::default()).await
    }
    /// A few questions that a collection's documents suggest themselves; the same for the same documents.
    ///
    /// # Errors
    /// Fails when there is no such collection, or when the store or the ledger cannot be read.
    async fn suggestions_of(&self, collection: &CollectionId) -> Result<Vec<String>, PortError>;
    /// A page of the history; a filter that does not fit is an error.
    ///
    /// # Errors
    /// Fails when the filter does not fit, or when the ledger cannot be read.
    async fn reports(&self, filter: ReportFilter) -> Result<ReportPage, PortError>;
    /// A report's line of the history; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such report, or when the ledger cannot be read.
    async fn report_line(&self, id: &ReportId) -> Result<ReportLine, PortError>;
    /// Gives a report another title or other tags; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such report, the title or the tags do not fit, or the ledger fails.
    async fn label_report(
        &self,
        id: &ReportId,
        label: ReportLabel,
    ) -> Result<ReportLine, PortError>;
    /// Deletes a report with everything that is kept of it; not found is an error.
    ///
    /// # Errors
    /// Fails when there is no such report, or when the ledger fails.
    async fn delete_report(&self, id: &ReportId) -> Result<(), PortError>;
    /// What the reports from a time on tell together; the time is RFC 3339 in UTC, empty means from the first.
    ///
    /// # Errors
    /// Fails when the ledger cannot be read.
    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError>;
    /// Closes what it keeps, at the end. Nothing is asked of it afterwards.
    async fn close(&self) {}
}
