//! The service on threads of its own. HTTP is served by few threads that must always be free to answer; what a request asks for runs elsewhere, and ends when nobody
//! waits for it any more: its client is gone, its time is over, or the server stops.

use crate::actor;
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionChange, CollectionId, Conversation, ConversationId, ConversationLine,
    Document, DocumentId, DocumentName, DocumentText, Draft, HeaderRow, Holdings, Insights,
    NewCollection, Progress, Prompt, Question, Report, ReportFilter, ReportId, ReportLabel,
    ReportLine, ReportPage, Status, StoredTable, Stretch, TableLine, Verification,
};
use groundwall_ports::{FirewallService, PortError, Readiness, Upload, UploadOutcome, Watch};
use std::future::Future;
use std::sync::Arc;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;
use tokio::task::JoinSet;

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
        watch: Watch<'_>,
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
        watch: Watch<'_>,
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

    async fn ask_watched(&self, question: Question, watch: Watch<'_>) -> Result<Report, PortError> {
        self.watched(watch, move |service: Service, tell: Told| async move {
            service.ask_watched(question, &*tell).await
        })
        .await
    }

    async fn verify_watched(
        &self,
        verification: Verification,
        watch: Watch<'_>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// Does nothing of what a service does; `work` of the tests takes its place.
    struct Nothing;

    #[async_trait]
    impl FirewallService for Nothing {
        async fn collections(&self) -> Result<Vec<Collection>, PortError> {
            Ok(Vec::new())
        }
        async fn collection(&self, _: &str) -> Result<Collection, PortError> {
            Err(PortError::internal("none"))
        }
        async fn holdings(&self, _: &CollectionId) -> Result<Holdings, PortError> {
            Err(PortError::internal("none"))
        }
        async fn create_collection(&self, _: NewCollection) -> Result<Collection, PortError> {
            Err(PortError::internal("none"))
        }
        async fn change_collection(
            &self,
            _: &CollectionId,
            _: CollectionChange,
        ) -> Result<Collection, PortError> {
            Err(PortError::internal("none"))
        }
        async fn delete_collection(
            &self,
            _: &CollectionId,
        ) -> Result<(Collection, Holdings), PortError> {
            Err(PortError::internal("none"))
        }
        async fn status_of(&self, _: &CollectionId) -> Result<Status, PortError> {
            Err(PortError::internal("none"))
        }
        async fn ready(&self) -> Result<Readiness, PortError> {
            Ok(Readiness::default())
        }
        async fn upload_into(
            &self,
            _: &CollectionId,
            _: Vec<Upload>,
            watch: Watch<'_>,
        ) -> Result<Vec<UploadOutcome>, PortError> {
            for name in ["one", "two"] {
                watch(Progress::Begun {
                    name: name.to_owned(),
                });
                tokio::task::yield_now().await;
            }
            Ok(Vec::new())
        }
        async fn delete_from(&self, _: &CollectionId, _: &DocumentName) -> Result<(), PortError> {
            panic!("a fault of the service")
        }
        async fn clear_of(&self, _: &CollectionId) -> Result<(), PortError> {
            // Work on a processor that never waits.
            std::thread::sleep(Duration::from_millis(300));
            Ok(())
        }
        async fn document(&self, _: &DocumentId) -> Result<DocumentText, PortError> {
            Err(PortError::internal("none"))
        }
        async fn original(&self, _: &DocumentId) -> Result<(Document, Vec<u8>), PortError> {
            Err(PortError::internal("none"))
        }
        async fn set_headers(
            &self,
            _: &DocumentId,
            _: Vec<HeaderRow>,
        ) -> Result<Document, PortError> {
            Err(PortError::internal("none"))
        }
        async fn tables_of(&self, _: &CollectionId) -> Result<Vec<TableLine>, PortError> {
            Ok(Vec::new())
        }
        async fn table(&self, _: &DocumentId, _: u32) -> Result<StoredTable, PortError> {
            Err(PortError::internal("none"))
        }
        async fn ask_watched(&self, _: Question, _: Watch<'_>) -> Result<Report, PortError> {
            Err(PortError::internal("none"))
        }
        async fn verify_watched(&self, _: Verification, _: Watch<'_>) -> Result<Report, PortError> {
            Err(PortError::internal("none"))
        }
        async fn report(&self, _: &ReportId) -> Result<Report, PortError> {
            Err(PortError::internal("none"))
        }
        async fn reports(&self, _: ReportFilter) -> Result<ReportPage, PortError> {
            Ok(ReportPage::default())
        }
        async fn report_line(&self, _: &ReportId) -> Result<ReportLine, PortError> {
            Err(PortError::internal("none"))
        }
        async fn label_report(
            &self,
            _: &ReportId,
            _: ReportLabel,
        ) -> Result<ReportLine, PortError> {
            Err(PortError::internal("none"))
        }
        async fn delete_report(&self, _: &ReportId) -> Result<(), PortError> {
            Err(PortError::internal("none"))
        }
        async fn insights(&self, _: &str, stretch: Stretch) -> Result<Insights, PortError> {
            Ok(Insights::none(stretch))
        }
        async fn conversation(&self, _: &ConversationId) -> Result<Conversation, PortError> {
            Err(PortError::internal("none"))
        }
        async fn conversations(&self, _: u32) -> Result<Vec<ConversationLine>, PortError> {
            Ok(Vec::new())
        }
        async fn suggestions_of(&self, _: &CollectionId) -> Result<Vec<String>, PortError> {
            Ok(Vec::new())
        }
    }

    fn elsewhere() -> (Threads, Elsewhere, watch::Sender<bool>) {
        let threads = Threads::start().unwrap();
        let (stop, told) = watch::channel(false);
        let service = Elsewhere::new(Arc::new(Nothing), threads.handle().unwrap(), told);
        (threads, service, stop)
    }

    #[tokio::test]
    async fn work_leaves_the_thread_and_steps_are_told_in_order() {
        let (_threads, service, _stop) = elsewhere();
        // One thread serves this test: were the work on it, the timer could not come first.
        let first = tokio::select! {
            _ = service.clear() => "work",
            () = tokio::time::sleep(Duration::from_millis(50)) => "timer",
        };
        assert_eq!(first, "timer");
        let heard = std::sync::Mutex::new(Vec::new());
        let watch = |progress: Progress| {
            if let Progress::Begun { name } = progress {
                heard.lock().unwrap().push(name);
            }
        };
        service.upload_watched(Vec::new(), &watch).await.unwrap();
        assert_eq!(*heard.lock().unwrap(), ["one", "two"]);
    }

    #[tokio::test]
    async fn a_fault_is_an_answer() {
        let (_threads, service, _stop) = elsewhere();
        let name = DocumentName::parse("a.txt").unwrap();
        let problem = service.delete(&name).await.unwrap_err().problem;
        assert_eq!(problem.code, groundwall_core::ProblemCode::Internal);
        assert!(
            service.tables().await.unwrap().is_empty(),
            "and the next works"
        );
    }

    #[tokio::test]
    async fn work_ends_with_who_waits_for_it_and_with_the_server() {
        struct Ended(Arc<AtomicBool>);
        impl Drop for Ended {
            fn drop(&mut self) {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        let (_threads, service, stop) = elsewhere();
        let ended = Arc::new(AtomicBool::new(false));
        let forever = |ended: &Arc<AtomicBool>| {
            let mark = Ended(Arc::clone(ended));
            service.run(move |_| async move {
                let _mark = mark;
                std::future::pending::<Result<(), PortError>>().await
            })
        };
        let gone = tokio::time::timeout(Duration::from_millis(50), forever(&ended)).await;
        assert!(gone.is_err());
        let over = async {
            while !ended.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), over)
            .await
            .expect("the task is dropped");
        stop.send(true).unwrap();
        let problem = forever(&ended).await.unwrap_err().problem;
        assert_eq!(problem.code, groundwall_core::ProblemCode::Unavailable);
    }
}
