//! The composition of the ports into one service.

use crate::answer::packs_on;
use crate::cache::{CachedNli, WindowVectors};
use crate::suggest::Suggested;
use crate::tables::Tables;
use crate::verify::Opinions;
use async_trait::async_trait;
use futures::FutureExt as _;
use groundwall_core::report::{Provenance, Stage};
use groundwall_core::{
    Closeness, Collection, CollectionChange, CollectionId, Conversation, ConversationId,
    ConversationLine, Document, DocumentId, DocumentName, DocumentText, Draft, Format, HeaderRow,
    Holdings, Insights, NewCollection, Policy, PolicyOverride, Problem, ProblemCode, Progress,
    Prompt, Purpose, Question, Report, ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage,
    Sentence, Status, StoredTable, Stretch, TableLine, Verification,
};
use groundwall_governance::pack::Packs;
use groundwall_ingest::PassageSize;
use groundwall_judge::Judge;
use groundwall_ports::{
    Embedder, Extractor, FirewallService, Generator, Ledger, NliModel, PassageStore, PortError,
    Readiness, Upload, UploadOutcome, Watch,
};
use groundwall_tables::{TablePack, View};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

/// The time at which something happens; the engine has no clock of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// RFC 3339 in UTC.
    pub rfc3339: String,
    pub year: i32,
}

/// What a firewall is made of.
pub struct FirewallParts {
    pub extractor: Arc<dyn Extractor>,
    pub embedder: Arc<dyn Embedder>,
    /// None when the model is missing: every claim it would have judged is then unsupported and the report says so.
    pub nli: Option<Arc<dyn NliModel>>,
    /// Judges whether a text answers a question. Reads closely what `nli` picked, where the policy is precise; that only with the judge that was trained on both.
    pub reader: Option<Arc<dyn NliModel>>,
    /// Weighs what the NLI models say; none where none was trained for that model, whose thresholds then decide.
    pub judge: Option<Arc<Judge>>,
    pub store: Arc<dyn PassageStore>,
    /// What the words of questions to tables mean, in the order in which they are asked.
    pub table_packs: Vec<TablePack>,
    /// The rule packs that a policy may switch on.
    pub packs: Arc<Packs>,
    pub generator: Arc<dyn Generator>,
    pub ledger: Arc<dyn Ledger>,
    /// How documents and sources are cut; must be valid.
    pub passages: PassageSize,
    pub policy: Policy,
    pub clock: Arc<dyn Fn() -> Moment + Send + Sync>,
}

/// The firewall.
pub struct Firewall {
    pub(crate) parts: FirewallParts,
    /// The policy in force; `parts` has the one of the start.
    policy: RwLock<Arc<Policy>>,
    /// The reader, whatever the judge was trained on: whether a text answers a question is no matter of the judge's.
    pub(crate) questions: Option<Arc<dyn NliModel>>,
    pub(crate) windows: WindowVectors,
    pub(crate) opinions: Opinions,
    pub(crate) tables: Tables,
    pub(crate) suggested: Suggested,
    /// Held for reading while something becomes a part of a collection, for writing while a collection comes, changes or goes.
    pub(crate) members: tokio::sync::RwLock<()>,
}

impl Firewall {
    /// Puts the parts together; the policy and the size of passages must be valid.
    pub fn new(mut parts: FirewallParts) -> Result<Self, Problem> {
        parts.policy.validate()?;
        parts.passages.validate()?;
        packs_on(&parts.packs, &parts.policy)?;
        parts.nli = parts
            .nli
            .map(|nli| Arc::new(CachedNli::new(nli)) as Arc<dyn NliModel>);
        let verifier = parts.nli.as_ref().map(|nli| nli.identity().sha256.clone());
        parts.judge = parts
            .judge
            .filter(|judge| verifier.as_deref() == Some(judge.verifier()));
        parts.reader = parts
            .reader
            .map(|reader| Arc::new(CachedNli::new(reader)) as Arc<dyn NliModel>);
        let questions = parts.reader.clone();
        let known = parts
            .judge
            .as_deref()
            .and_then(Judge::reader)
            .map(str::to_owned);
        parts.reader = parts
            .reader
            .filter(|reader| known.as_deref() == Some(&reader.identity().sha256));
        let windows = WindowVectors::new(Arc::clone(&parts.embedder));
        let policy = RwLock::new(Arc::new(parts.policy.clone()));
        Ok(Self {
            parts,
            policy,
            questions,
            windows,
            opinions: Opinions::default(),
            tables: Tables::default(),
            suggested: Suggested::default(),
            members: tokio::sync::RwLock::default(),
        })
    }

    /// The policy in force.
    pub fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.policy.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rule packs that a policy may switch on.
    pub fn packs(&self) -> &Arc<Packs> {
        &self.parts.packs
    }

    /// Decides by another policy from the next request on; one that is not valid changes nothing.
    pub fn set_policy(&self, policy: Policy) -> Result<(), Problem> {
        policy.validate()?;
        packs_on(&self.parts.packs, &policy)?;
        *self.policy.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(policy);
        Ok(())
    }

    async fn stored(&self, id: &DocumentId) -> Result<Document, PortError> {
        let document = self.found(id).await?;
        let gone = || {
            Problem::new(
                ProblemCode::NotFound,
                "This document is not stored, or not any more. The list of documents shows those that are.",
            )
        };
        Ok(document.ok_or_else(gone)?)
    }

    /// What judges, for a report.
    pub(crate) async fn provenance(
        &self,
        policy: &Policy,
        collection: &CollectionId,
        generator: Option<String>,
    ) -> Result<Provenance, PortError> {
        let parts = &self.parts;
        Ok(Provenance {
            groundwall: env!("CARGO_PKG_VERSION").to_owned(),
            embedder: Some(parts.embedder.identity().clone()),
            verifier: parts.nli.as_ref().map(|nli| nli.identity().clone()),
            reader: parts
                .reader
                .as_ref()
                .filter(|_| policy.verifier == Closeness::Precise)
                .map(|reader| reader.identity().clone()),
            judge: parts.judge.as_ref().map(|judge| judge.identity().clone()),
            calibrated: parts.judge.is_some()
                || parts
                    .nli
                    .as_ref()
                    .is_some_and(|nli| nli.thresholds().calibrated),
            generator,
            origin: None,
            policy: policy.clone(),
            packs: packs_on(&parts.packs, policy)?.identities(),
            collection_version: parts.store.stats(collection).await?.version,
        })
    }

    /// What does not run and therefore counts as not passed.
    pub(crate) fn degraded(&self, policy: &Policy) -> Vec<String> {
        let mut degraded = Vec::new();
        if self.parts.nli.is_none() {
            degraded.push(
                "The NLI model is not loaded; claims that it would have judged are unsupported."
                    .to_owned(),
            );
        }
        if let Some(reader) = self
            .parts
            .reader
            .as_ref()
            .filter(|_| policy.verifier == Closeness::Precise)
            && matches!(reader.ready().now_or_never(), Some(Err(_)))
        {
            degraded.push(
                "The reader could not be loaded; claims that it would have judged are unsupported."
                    .to_owned(),
            );
        }
        if policy.second_opinion.ask && !self.parts.generator.can_regenerate() {
            degraded.push(
                "Second opinions are switched on, but no chat endpoint is set (generator.base_url); the local verdicts stand.".to_owned(),
            );
        }
        let checks = policy.checks;
        for (name, on) in [
            ("identifiers", checks.identifiers),
            ("numbers", checks.numbers),
            ("dates", checks.dates),
            ("quotes", checks.quotes),
            ("citations", checks.citations),
            ("impossibilities", checks.impossibilities),
            ("self-contradiction", checks.self_contradiction),
            ("patterns", checks.patterns),
            ("assertions", checks.assertions),
            ("NLI", checks.nli),
            ("tables", checks.tables),
        ] {
            if !on {
                degraded.push(format!("The check of {name} is switched off; claims that it would have judged are unsupported."));
            }
        }
        if !checks.instructions {
            degraded.push("The guard against instructions is switched off; questions and passages that give orders to a language model go through.".to_owned());
        }
        degraded
    }
}

fn no_report() -> Problem {
    Problem::new(ProblemCode::NotFound, "There is no report with this id.")
}

/// A count as reports have it.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Collects the stages of one run with their times, and tells them.
pub(crate) struct Stages<'a> {
    watch: Watch<'a>,
    done: Vec<Stage>,
    started: Instant,
    last: Instant,
}

impl<'a> Stages<'a> {
    pub(crate) fn start(watch: Watch<'a>) -> Self {
        let now = Instant::now();
        Self {
            watch,
            done: Vec::new(),
            started: now,
            last: now,
        }
    }

    pub(crate) fn begin(&self, name: &str) {
        (self.watch)(Progress::Begun {
            name: name.to_owned(),
        });
    }

    pub(crate) fn reached(&self, name: &str, count: usize, of: usize, unit: &str) {
        (self.watch)(Progress::Reached {
            name: name.to_owned(),
            count: number(count),
            of: number(of),
            unit: unit.to_owned(),
        });
    }

    pub(crate) fn end(&mut self, name: &str, count: usize, unit: &str) {
        let now = Instant::now();
        let milliseconds =
            u64::try_from(now.duration_since(self.last).as_millis()).unwrap_or(u64::MAX);
        self.last = now;
        tracing::debug!(stage = name, count, unit, milliseconds, "stage");
        let stage = Stage {
            name: name.to_owned(),
            count: number(count),
            unit: unit.to_owned(),
            milliseconds,
        };
        (self.watch)(Progress::Ended(stage.clone()));
        self.done.push(stage);
    }

    pub(crate) fn finish(self) -> (Vec<Stage>, f64) {
        (self.done, self.started.elapsed().as_secs_f64())
    }
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
            generator_can_regenerate: parts.generator.can_regenerate(),
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
        let stats = self.parts.store.stats(&CollectionId::default()).await?;
        Ok(Readiness {
            documents: stats.documents,
            passages: stats.passages,
            degraded: self.degraded(&self.policy()),
        })
    }

    async fn upload_into(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: Watch<'_>,
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

    async fn ask_watched(&self, question: Question, watch: Watch<'_>) -> Result<Report, PortError> {
        self.known(&question.collection).await?;
        self.holds(&question.collection, &question.scope.documents)
            .await?;
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
            ..self.governed(report).await?
        };
        self.record(&report).await?;
        Ok(report)
    }

    async fn verify_watched(
        &self,
        verification: Verification,
        watch: Watch<'_>,
    ) -> Result<Report, PortError> {
        let report = self.verification(&verification, watch).await?;
        let report = self.governed(report).await?;
        match verification.purpose {
            Purpose::Show | Purpose::Deliver => self.record(&report).await?,
            Purpose::Piece { before: _ } => {}
        }
        Ok(report)
    }

    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        if !self.parts.generator.can_regenerate() {
            return Err(PortError::no_language_model());
        }
        self.parts.generator.draft(&prompt).await
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
