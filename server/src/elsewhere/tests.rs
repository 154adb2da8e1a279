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
        watch: ProgressSink<'_>,
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
    async fn review_document(&self, _: &DocumentId) -> Result<Document, PortError> {
        Err(PortError::internal("none"))
    }
    async fn set_headers(&self, _: &DocumentId, _: Vec<HeaderRow>) -> Result<Document, PortError> {
        Err(PortError::internal("none"))
    }
    async fn tables_of(&self, _: &CollectionId) -> Result<Vec<TableLine>, PortError> {
        Ok(Vec::new())
    }
    async fn table(&self, _: &DocumentId, _: u32) -> Result<StoredTable, PortError> {
        Err(PortError::internal("none"))
    }
    async fn ask_watched(&self, _: Question, _: ProgressSink<'_>) -> Result<Report, PortError> {
        Err(PortError::internal("none"))
    }
    async fn turned_away(&self, _: Question) -> Result<Option<Report>, PortError> {
        Ok(None)
    }
    async fn verify_watched(
        &self,
        _: Verification,
        _: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
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
    async fn label_report(&self, _: &ReportId, _: ReportLabel) -> Result<ReportLine, PortError> {
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
