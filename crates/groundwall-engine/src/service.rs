//! The service that pages, API and command line call: each call finds its room here.

use crate::Firewall;
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Conversation, ConversationId, ConversationLine,
    Document, DocumentId, DocumentName, DocumentText, Draft, Format, HeaderRow, Holdings, Insights,
    NewCollection, PolicyOverride, Problem, ProblemCode, Prompt, Purpose, Question, Report,
    ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage, Sentence, Status, StoredTable,
    Stretch, TableLine, Verification,
};
use groundwall_ports::{
    FirewallService, PortError, ProgressSink, Readiness, Upload, UploadOutcome, unwatched,
};
use groundwall_tables::View;
use std::collections::BTreeMap;

impl Firewall {
    async fn stored(&self, id: &DocumentId) -> Result<Document, PortError> {
        Ok(self.found(id).await?.ok_or_else(no_document)?)
    }
}

fn no_document() -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        "This document is not stored, or not any more. The list of documents shows those that are.",
    )
}

fn no_report() -> Problem {
    Problem::new(ProblemCode::NotFound, "There is no report with this id.")
}

#[async_trait]
impl FirewallService for Firewall {
    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        self.all_collections().await
    }

    async fn collection(&self, given: &str) -> Result<Collection, PortError> {
        let all = self.all_collections().await?;
        let found = Collection::find(&all, given).cloned();
        Ok(found.ok_or_else(|| Collection::unknown(given))?)
    }

    async fn holdings(&self, collection: &CollectionId) -> Result<Holdings, PortError> {
        self.known(collection).await?;
        self.held(collection).await
    }

    async fn create_collection(&self, new: NewCollection) -> Result<Collection, PortError> {
        self.create(new).await
    }

    async fn change_collection(
        &self,
        id: &CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, PortError> {
        self.change(id, change).await
    }

    async fn delete_collection(
        &self,
        id: &CollectionId,
    ) -> Result<(Collection, Holdings), PortError> {
        self.end(id).await
    }

    async fn status_of(&self, collection: &CollectionId) -> Result<Status, PortError> {
        let policy = self
            .policy_of(collection, &PolicyOverride::default())
            .await?;
        let parts = &self.parts;
        let stats = parts.store.stats(collection).await?;
        Ok(Status {
            documents: parts.store.documents(collection).await?,
            passages: stats.passages,
            store: parts.store.name(),
            generator: parts.generator.name(),
            generator_can_regenerate: parts.generator.chat().is_some(),
            provenance: self
                .provenance(&policy, collection, Some(parts.generator.name()))
                .await?,
            formats: Format::ALL.to_vec(),
            degraded: self
                .degraded(&policy)
                .into_iter()
                .chain(self.questions.is_none().then(|| self.unread()))
                .collect(),
        })
    }

    async fn ready(&self) -> Result<Readiness, PortError> {
        let size = self.parts.store.size(&CollectionId::default()).await?;
        Ok(Readiness {
            documents: size.documents,
            passages: size.passages,
            degraded: self.degraded(&self.policy()),
        })
    }

    async fn upload_into(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError> {
        self.known(collection).await?;
        let mut outcomes = Vec::with_capacity(files.len());
        for Upload { name, bytes } in files {
            let result = self
                .ingest(collection, &name, bytes, watch)
                .await
                .map_err(Problem::from);
            if let Err(problem) = &result {
                self.note_refused(&name, problem).await;
            }
            outcomes.push(UploadOutcome { name, result });
        }
        Ok(outcomes)
    }

    async fn delete_from(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<(), PortError> {
        self.known(collection).await?;
        let removed = self.parts.store.remove(collection, name).await?;
        if removed.existed {
            return Ok(());
        }
        Err(Problem::new(
            ProblemCode::NotFound,
            format!("There is no document named {name}. The list of documents shows the names."),
        )
        .into())
    }

    async fn clear_of(&self, collection: &CollectionId) -> Result<(), PortError> {
        self.known(collection).await?;
        self.parts.store.clear(collection).await
    }

    async fn review_document(&self, id: &DocumentId) -> Result<Document, PortError> {
        let Document { collection, .. } = self.stored(id).await?;
        let now = (self.parts.clock)().rfc3339;
        let reviewed = self.parts.store.review(&collection, id, &now).await?;
        Ok(reviewed.ok_or_else(no_document)?)
    }

    async fn set_headers(
        &self,
        id: &DocumentId,
        headers: Vec<HeaderRow>,
    ) -> Result<Document, PortError> {
        let document = self.stored(id).await?;
        self.with_headers(document, &headers).await
    }

    async fn document(&self, id: &DocumentId) -> Result<DocumentText, PortError> {
        let document = self.stored(id).await?;
        let collection = &document.collection;
        let passages = self.parts.store.passages(collection, id).await?;
        let sentences: BTreeMap<u32, Sentence> = passages
            .into_iter()
            .flat_map(|passage| passage.sentences)
            .map(|sentence| (sentence.index, sentence))
            .collect();
        let views = self.views(collection).await?;
        let tables = views.iter().any(|view| view.stored().document == *id);
        let hidden = self.parts.store.hidden(collection, id).await?;
        Ok(DocumentText {
            document,
            sentences: sentences.into_values().collect(),
            hidden,
            tables,
        })
    }

    async fn original(&self, id: &DocumentId) -> Result<(Document, Vec<u8>), PortError> {
        let document = self.stored(id).await?;
        let not_kept = || {
            Problem::new(
                ProblemCode::NotFound,
                format!(
                    "The store ({}) keeps no originals.",
                    self.parts.store.name()
                ),
            )
        };
        let bytes = self
            .parts
            .store
            .original(&document.collection, id)
            .await?
            .ok_or_else(not_kept)?;
        Ok((document, bytes))
    }

    async fn tables_of(&self, collection: &CollectionId) -> Result<Vec<TableLine>, PortError> {
        self.known(collection).await?;
        let views = self.views(collection).await?;
        Ok(views.iter().map(|view| view.stored().into()).collect())
    }

    async fn table(&self, document: &DocumentId, index: u32) -> Result<StoredTable, PortError> {
        let missing = || {
            Problem::new(
                ProblemCode::NotFound,
                "There is no such table. The list of tables shows those that there are.",
            )
        };
        let Some(of) = self.found(document).await? else {
            return Err(missing().into());
        };
        let views = self.views(&of.collection).await?;
        let mut all = views.iter().map(View::stored);
        Ok(all
            .find(|table| table.document == *document && table.index == index)
            .cloned()
            .ok_or_else(missing)?)
    }

    async fn ask_watched(
        &self,
        question: Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        self.known(&question.collection).await?;
        self.holds(&question.collection, &question.scope).await?;
        let asked_as = self.read_alone(&question).await?;
        let read = Question {
            text: asked_as.clone().unwrap_or_else(|| question.text.clone()),
            ..question.clone()
        };
        let report = match self.declined(&read, watch).await? {
            Some(report) => report,
            None => self.answer(&read, watch).await?,
        };
        let report = Report {
            conversation: question.conversation,
            question: Some(question.text),
            asked_as,
            ..self
                .governed(report, Some(&read.text), &Purpose::Deliver)
                .await?
        };
        self.record(&report).await?;
        Ok(report)
    }

    async fn turned_away(&self, question: Question) -> Result<Option<Report>, PortError> {
        self.known(&question.collection).await?;
        let report = match self.declined(&question, &unwatched).await? {
            Some(report) => Some(report),
            None => self.refused(&question).await?,
        };
        let Some(report) = report else {
            return Ok(None);
        };
        let read = Some(question.text.as_str());
        let report = self.governed(report, read, &Purpose::Deliver).await?;
        self.record(&report).await?;
        Ok(Some(report))
    }

    async fn verify_watched(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        let Verification {
            collection, scope, ..
        } = &verification;
        match verification.purpose {
            Purpose::Show | Purpose::Deliver | Purpose::Cut { left: _ } => {
                self.holds(collection, scope).await?;
            }
            // Of a text on its way that is said before it begins.
            Purpose::Piece { before: _ } => {}
        }
        let report = self.verification(&verification, watch).await?;
        let read = verification.question.as_deref();
        let report = self.governed(report, read, &verification.purpose).await?;
        match verification.purpose {
            Purpose::Show | Purpose::Deliver | Purpose::Cut { left: _ } => {
                self.record(&report).await?;
            }
            Purpose::Piece { before: _ } => {}
        }
        Ok(report)
    }

    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        let chat = self.parts.generator.chat();
        chat.ok_or_else(PortError::no_language_model)?
            .draft(&prompt)
            .await
    }

    async fn report(&self, id: &ReportId) -> Result<Report, PortError> {
        Ok(self.parts.ledger.report(id).await?.ok_or_else(no_report)?)
    }

    async fn reports(&self, filter: ReportFilter) -> Result<ReportPage, PortError> {
        self.parts.ledger.reports(&filter.checked()?).await
    }

    async fn report_line(&self, id: &ReportId) -> Result<ReportLine, PortError> {
        Ok(self.parts.ledger.line(id).await?.ok_or_else(no_report)?)
    }

    async fn label_report(
        &self,
        id: &ReportId,
        label: ReportLabel,
    ) -> Result<ReportLine, PortError> {
        let labelled = self.parts.ledger.label(id, &label.checked()?).await?;
        Ok(labelled.ok_or_else(no_report)?)
    }

    async fn delete_report(&self, id: &ReportId) -> Result<(), PortError> {
        if self.parts.ledger.delete(id).await? {
            return Ok(());
        }
        Err(no_report().into())
    }

    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError> {
        self.parts.ledger.insights(from, stretch).await
    }

    async fn conversation(&self, id: &ConversationId) -> Result<Conversation, PortError> {
        self.whole_conversation(id).await
    }

    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError> {
        self.parts.ledger.conversations(limit).await
    }

    async fn suggestions_of(&self, collection: &CollectionId) -> Result<Vec<String>, PortError> {
        self.known(collection).await?;
        self.suggested(collection).await
    }

    async fn close(&self) {
        self.parts.store.close().await;
        self.parts.ledger.close().await;
    }
}
