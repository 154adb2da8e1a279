//! The firewall within the reach of a key.

use super::{Access, current};
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Conversation, ConversationId, ConversationLine,
    Document, DocumentId, DocumentName, DocumentText, Draft, HeaderRow, Holdings, Insights,
    NewCollection, Problem, ProblemCode, Prompt, Question, Report, ReportFilter, ReportId,
    ReportLabel, ReportLine, ReportPage, Status, StoredTable, Stretch, TableLine, Verification,
};
use groundwall_ports::{
    FirewallService, PortError, ProgressSink, Readiness, Upload, UploadOutcome,
};
use std::sync::Arc;

/// Conversations that are looked through for those in reach.
const LOOKED_THROUGH: u32 = 2_000;

/// A service that lets each request reach the collections of its key and no others. What is out of reach is as unknown as what does not exist.
pub(crate) struct Kept(Arc<dyn FirewallService>);

impl Kept {
    pub(crate) fn new(service: Arc<dyn FirewallService>) -> Self {
        Self(service)
    }

    /// Whether what lies in a collection is in reach.
    fn within(id: &CollectionId, missing: impl FnOnce() -> Problem) -> Result<(), PortError> {
        if current().reaches(id) {
            return Ok(());
        }
        Err(missing().into())
    }

    /// A document that is in reach; the service says itself that there is none of its id.
    async fn looked_up(&self, id: &DocumentId) -> Result<(), PortError> {
        if current().only().is_none() {
            return Ok(());
        }
        let found = self.0.document(id).await?;
        Self::within(&found.document.collection, no_document)
    }

    async fn line_in_reach(&self, id: &ReportId) -> Result<(), PortError> {
        if current().only().is_none() {
            return Ok(());
        }
        let line = self.0.report_line(id).await?;
        Self::within(&line.collection, no_report)
    }
}

fn missing(message: &str) -> Problem {
    Problem::new(ProblemCode::NotFound, message)
}

fn no_document() -> Problem {
    missing("There is no document with this id, or not any more.")
}

fn no_report() -> Problem {
    missing("There is no report with this id.")
}

fn no_conversation() -> Problem {
    missing(
        "There is no conversation with this id, or not any more. Ask without it to begin a new one.",
    )
}

#[async_trait]
impl FirewallService for Kept {
    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        let mut all = self.0.collections().await?;
        let access = current();
        all.retain(|one| access.reaches(&one.id));
        Ok(all)
    }

    async fn collection(&self, given: &str) -> Result<Collection, PortError> {
        let found = self.0.collection(given).await?;
        Self::within(&found.id, || Collection::unknown(given))?;
        Ok(found)
    }

    async fn holdings(&self, collection: &CollectionId) -> Result<Holdings, PortError> {
        self.0.holdings(&current().meant(collection)?).await
    }

    async fn create_collection(&self, new: NewCollection) -> Result<Collection, PortError> {
        current().is_whole()?;
        self.0.create_collection(new).await
    }

    async fn change_collection(
        &self,
        id: &CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, PortError> {
        let id = current().meant(id)?;
        self.0.change_collection(&id, change).await
    }

    async fn delete_collection(
        &self,
        id: &CollectionId,
    ) -> Result<(Collection, Holdings), PortError> {
        self.0.delete_collection(&current().meant(id)?).await
    }

    async fn status_of(&self, collection: &CollectionId) -> Result<Status, PortError> {
        self.0.status_of(&current().meant(collection)?).await
    }

    async fn ready(&self) -> Result<Readiness, PortError> {
        self.0.ready().await
    }

    async fn upload_into(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError> {
        let into = current().meant(collection)?;
        self.0.upload_into(&into, files, watch).await
    }

    async fn delete_from(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<(), PortError> {
        self.0
            .delete_from(&current().meant(collection)?, name)
            .await
    }

    async fn clear_of(&self, collection: &CollectionId) -> Result<(), PortError> {
        self.0.clear_of(&current().meant(collection)?).await
    }

    async fn document(&self, id: &DocumentId) -> Result<DocumentText, PortError> {
        let found = self.0.document(id).await?;
        Self::within(&found.document.collection, no_document)?;
        Ok(found)
    }

    async fn original(&self, id: &DocumentId) -> Result<(Document, Vec<u8>), PortError> {
        let found = self.0.original(id).await?;
        Self::within(&found.0.collection, no_document)?;
        Ok(found)
    }

    async fn review_document(&self, id: &DocumentId) -> Result<Document, PortError> {
        self.looked_up(id).await?;
        self.0.review_document(id).await
    }

    async fn set_headers(
        &self,
        id: &DocumentId,
        headers: Vec<HeaderRow>,
    ) -> Result<Document, PortError> {
        self.looked_up(id).await?;
        self.0.set_headers(id, headers).await
    }

    async fn tables_of(&self, collection: &CollectionId) -> Result<Vec<TableLine>, PortError> {
        self.0.tables_of(&current().meant(collection)?).await
    }

    async fn table(&self, document: &DocumentId, index: u32) -> Result<StoredTable, PortError> {
        self.looked_up(document).await?;
        self.0.table(document, index).await
    }

    async fn ask_watched(
        &self,
        question: Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        let question = Question {
            collection: current().meant(&question.collection)?,
            ..question
        };
        self.0.ask_watched(question, watch).await
    }

    async fn turned_away(&self, question: Question) -> Result<Option<Report>, PortError> {
        let question = Question {
            collection: current().meant(&question.collection)?,
            ..question
        };
        self.0.turned_away(question).await
    }

    async fn verify_watched(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        let verification = Verification {
            collection: current().meant(&verification.collection)?,
            ..verification
        };
        self.0.verify_watched(verification, watch).await
    }

    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        self.0.draft(prompt).await
    }

    async fn report(&self, id: &ReportId) -> Result<Report, PortError> {
        let report = self.0.report(id).await?;
        Self::within(&report.collection, no_report)?;
        Ok(report)
    }

    async fn conversation(&self, id: &ConversationId) -> Result<Conversation, PortError> {
        let talk = self.0.conversation(id).await?;
        for line in &talk.lines {
            Self::within(&line.collection, no_conversation)?;
        }
        Ok(talk)
    }

    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError> {
        let access: Access = current();
        if access.only().is_none() {
            return self.0.conversations(limit).await;
        }
        let mut all = self.0.conversations(LOOKED_THROUGH).await?;
        all.retain(|line| line.collections.iter().all(|id| access.reaches(id)));
        all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(all)
    }

    async fn suggestions_of(&self, collection: &CollectionId) -> Result<Vec<String>, PortError> {
        self.0.suggestions_of(&current().meant(collection)?).await
    }

    async fn reports(&self, filter: ReportFilter) -> Result<ReportPage, PortError> {
        let filter = ReportFilter {
            within: current().only().map(<[_]>::to_vec),
            ..filter
        };
        self.0.reports(filter).await
    }

    async fn report_line(&self, id: &ReportId) -> Result<ReportLine, PortError> {
        let line = self.0.report_line(id).await?;
        Self::within(&line.collection, no_report)?;
        Ok(line)
    }

    async fn label_report(
        &self,
        id: &ReportId,
        label: ReportLabel,
    ) -> Result<ReportLine, PortError> {
        self.line_in_reach(id).await?;
        self.0.label_report(id, label).await
    }

    async fn delete_report(&self, id: &ReportId) -> Result<(), PortError> {
        self.line_in_reach(id).await?;
        self.0.delete_report(id).await
    }

    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError> {
        current().is_whole()?;
        self.0.insights(from, stretch).await
    }

    async fn close(&self) {
        self.0.close().await;
    }
}
