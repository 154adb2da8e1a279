//! The service on threads of its own. HTTP is served by few threads that must always be free to answer; what a request asks for runs elsewhere, and ends when nobody
//! waits for it any more: its client is gone, its time is over, or the server stops.

#[cfg(test)]
mod tests;

use crate::actor;
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Conversation, ConversationId, ConversationLine,
    Document, DocumentId, DocumentName, DocumentText, Draft, HeaderRow, Holdings, Insights,
    NewCollection, Progress, Prompt, Question, Report, ReportFilter, ReportId, ReportLabel,
    ReportLine, ReportPage, Status, StoredTable, Stretch, TableLine, Verification,
};
use groundwall_ports::{
    FirewallService, PortError, ProgressSink, Readiness, Upload, UploadOutcome,
};
use std::future::Future;
use std::sync::Arc;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How far the models' threads stand behind the others: enough that who serves HTTP or reads a list is let go first, and no loss where nobody else computes.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 5;

/// Puts the threads of the models behind those that answer: on Linux each thread has a niceness of its own.
pub(crate) fn models_behind() {
    let behind = || {
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::nice(BEHIND) {
            tracing::debug!(%error, "a thread of the models does not stand behind the others");
        }
    };
    if !groundwall_inference::start_threads(behind) {
        tracing::debug!("the threads of the models run already");
    }
}

/// The threads; dropping them leaves behind what still runs.
pub(crate) struct Threads(Option<Runtime>);

impl Threads {
    /// Twice the cores, so that what takes long leaves room for what is quick.
    pub(crate) fn start() -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let runtime = Builder::new_multi_thread()
            .worker_threads(cores.saturating_mul(2).max(4))
            .thread_name("work")
            .enable_all()
            .build()?;
        Ok(Self(Some(runtime)))
    }

    /// Where work is handed over; none after the end.
    pub(crate) fn handle(&self) -> Option<Handle> {
        self.0.as_ref().map(|runtime| runtime.handle().clone())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

type Service = Arc<dyn FirewallService>;
type Told = Box<dyn Fn(Progress) + Send + Sync>;

/// A service whose work runs on other threads.
pub(crate) struct Elsewhere {
    service: Service,
    threads: Handle,
    /// True when the server stops and nobody gets an answer any more.
    stop: watch::Receiver<bool>,
}

impl Elsewhere {
    pub(crate) fn new(service: Service, threads: Handle, stop: watch::Receiver<bool>) -> Self {
        Self {
            service,
            threads,
            stop,
        }
    }

    /// Waits for the one task. A task whose set is dropped ends where it next waits for something.
    async fn ended<T: Send + 'static>(
        &self,
        mut task: JoinSet<Result<T, PortError>>,
    ) -> Result<T, PortError> {
        tokio::select! {
            done = task.join_next() => match done {
                Some(Ok(done)) => done,
                Some(Err(error)) => Err(PortError::internal(format!("the work ended early: {error}"))),
                None => Err(PortError::internal("there was no work")),
            },
            () = stopped(self.stop.clone()) => Err(PortError::unavailable(
                "The server is stopping. Send the request again when it runs.",
            )),
        }
    }

    async fn run<T, F>(&self, work: impl FnOnce(Service) -> F + Send) -> Result<T, PortError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, PortError>> + Send + 'static,
    {
        let mut task = JoinSet::new();
        let work = actor::carried(work(Arc::clone(&self.service)));
        task.spawn_on(work, &self.threads);
        self.ended(task).await
    }

    async fn watched<T, F>(
        &self,
        watch: ProgressSink<'_>,
        work: impl FnOnce(Service, Told) -> F + Send,
    ) -> Result<T, PortError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, PortError>> + Send + 'static,
    {
        let (told, mut heard) = unbounded_channel();
        // Who no longer listens hears nothing.
        let tell = Box::new(move |progress: Progress| drop(told.send(progress)));
        let mut task = JoinSet::new();
        let work = actor::carried(work(Arc::clone(&self.service), tell));
        task.spawn_on(work, &self.threads);
        let mut ended = std::pin::pin!(self.ended(task));
        loop {
            tokio::select! {
                biased;
                Some(progress) = heard.recv() => watch(progress),
                done = &mut ended => {
                    while let Ok(progress) = heard.try_recv() {
                        watch(progress);
                    }
                    return done;
                }
            }
        }
    }
}

/// Returns when the server stops.
async fn stopped(mut stop: watch::Receiver<bool>) {
    let nobody_says = stop.wait_for(|stop| *stop).await.is_err();
    if nobody_says {
        std::future::pending::<()>().await;
    }
}

#[async_trait]
impl FirewallService for Elsewhere {
    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        self.run(move |service: Service| async move { service.collections().await })
            .await
    }

    async fn collection(&self, given: &str) -> Result<Collection, PortError> {
        let given = given.to_owned();
        self.run(move |service: Service| async move { service.collection(&given).await })
            .await
    }

    async fn holdings(&self, collection: &CollectionId) -> Result<Holdings, PortError> {
        let of = collection.clone();
        self.run(move |service: Service| async move { service.holdings(&of).await })
            .await
    }

    async fn create_collection(&self, new: NewCollection) -> Result<Collection, PortError> {
        self.run(move |service: Service| async move { service.create_collection(new).await })
            .await
    }

    async fn change_collection(
        &self,
        id: &CollectionId,
        change: CollectionChange,
    ) -> Result<Collection, PortError> {
        let id = id.clone();
        self.run(
            move |service: Service| async move { service.change_collection(&id, change).await },
        )
        .await
    }

    async fn delete_collection(
        &self,
        id: &CollectionId,
    ) -> Result<(Collection, Holdings), PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.delete_collection(&id).await })
            .await
    }

    async fn status_of(&self, collection: &CollectionId) -> Result<Status, PortError> {
        let of = collection.clone();
        self.run(move |service: Service| async move { service.status_of(&of).await })
            .await
    }

    async fn ready(&self) -> Result<Readiness, PortError> {
        self.run(move |service: Service| async move { service.ready().await })
            .await
    }

    async fn upload_into(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, PortError> {
        let into = collection.clone();
        self.watched(watch, move |service: Service, tell: Told| async move {
            service.upload_into(&into, files, &*tell).await
        })
        .await
    }

    async fn delete_from(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<(), PortError> {
        let (from, name) = (collection.clone(), name.clone());
        self.run(move |service: Service| async move { service.delete_from(&from, &name).await })
            .await
    }

    async fn clear_of(&self, collection: &CollectionId) -> Result<(), PortError> {
        let of = collection.clone();
        self.run(move |service: Service| async move { service.clear_of(&of).await })
            .await
    }

    async fn document(&self, id: &DocumentId) -> Result<DocumentText, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.document(&id).await })
            .await
    }

    async fn original(&self, id: &DocumentId) -> Result<(Document, Vec<u8>), PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.original(&id).await })
            .await
    }

    async fn review_document(&self, id: &DocumentId) -> Result<Document, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.review_document(&id).await })
            .await
    }

    async fn set_headers(
        &self,
        id: &DocumentId,
        headers: Vec<HeaderRow>,
    ) -> Result<Document, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.set_headers(&id, headers).await })
            .await
    }

    async fn tables_of(&self, collection: &CollectionId) -> Result<Vec<TableLine>, PortError> {
        let of = collection.clone();
        self.run(move |service: Service| async move { service.tables_of(&of).await })
            .await
    }

    async fn table(&self, document: &DocumentId, index: u32) -> Result<StoredTable, PortError> {
        let document = document.clone();
        self.run(move |service: Service| async move { service.table(&document, index).await })
            .await
    }

    async fn ask_watched(
        &self,
        question: Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        self.watched(watch, move |service: Service, tell: Told| async move {
            service.ask_watched(question, &*tell).await
        })
        .await
    }

    async fn turned_away(&self, question: Question) -> Result<Option<Report>, PortError> {
        self.run(move |service: Service| async move { service.turned_away(question).await })
            .await
    }

    async fn verify_watched(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        self.watched(watch, move |service: Service, tell: Told| async move {
            service.verify_watched(verification, &*tell).await
        })
        .await
    }

    async fn draft(&self, prompt: Prompt) -> Result<Draft, PortError> {
        self.run(move |service: Service| async move { service.draft(prompt).await })
            .await
    }

    async fn report(&self, id: &ReportId) -> Result<Report, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.report(&id).await })
            .await
    }

    async fn reports(&self, filter: ReportFilter) -> Result<ReportPage, PortError> {
        self.run(move |service: Service| async move { service.reports(filter).await })
            .await
    }

    async fn report_line(&self, id: &ReportId) -> Result<ReportLine, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.report_line(&id).await })
            .await
    }

    async fn label_report(
        &self,
        id: &ReportId,
        label: ReportLabel,
    ) -> Result<ReportLine, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.label_report(&id, label).await })
            .await
    }

    async fn delete_report(&self, id: &ReportId) -> Result<(), PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.delete_report(&id).await })
            .await
    }

    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError> {
        let from = from.to_owned();
        self.run(move |service: Service| async move { service.insights(&from, stretch).await })
            .await
    }

    async fn conversation(&self, id: &ConversationId) -> Result<Conversation, PortError> {
        let id = id.clone();
        self.run(move |service: Service| async move { service.conversation(&id).await })
            .await
    }

    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError> {
        self.run(move |service: Service| async move { service.conversations(limit).await })
            .await
    }

    async fn suggestions_of(&self, collection: &CollectionId) -> Result<Vec<String>, PortError> {
        let of = collection.clone();
        self.run(move |service: Service| async move { service.suggestions_of(&of).await })
            .await
    }
}
