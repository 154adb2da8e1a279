//! What every handler shares.

use crate::child::ChildExtractor;
use crate::config::Config;
use crate::metrics::Metrics;
use app::Notice;
use groundwall_core::{Problem, ProblemCode, Question, Report, Verification};
use groundwall_ports::{FirewallService, Upload, UploadOutcome, Watch};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Notices that wait for their page.
const NOTICES: usize = 64;

/// What every handler shares.
pub(crate) struct Context {
    pub(crate) service: Arc<dyn FirewallService>,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    /// Shows pages of documents, in turns of its own: looking never waits for uploads.
    pub(crate) reader: ChildExtractor,
    turns: Arc<Semaphore>,
    notices: Mutex<VecDeque<(String, Notice)>>,
}

impl Context {
    pub(crate) fn new(service: Arc<dyn FirewallService>, config: Config) -> Self {
        let turns = Arc::new(Semaphore::new(config.server.max_concurrent.max(1)));
        let reader = ChildExtractor::new(config.limits);
        Self { service, config, metrics: Metrics::default(), reader, turns, notices: Mutex::new(VecDeque::new()) }
    }

    /// A turn for work on the models; overload is a clear answer and never a hang.
    pub(crate) fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.turns)
            .try_acquire_owned()
            .map_err(|_| Problem::new(ProblemCode::Overloaded, "The server is busy with other requests. Try again in a few seconds."))
    }

    /// Asks in its turn and counts the report.
    pub(crate) async fn ask(&self, question: Question, watch: Watch<'_>) -> Result<Report, Problem> {
        let _turn = self.turn()?;
        let report = self.service.ask_watched(question, watch).await?;
        self.metrics.report(&report);
        Ok(report)
    }

    /// Verifies in its turn and counts the report. What is wrong with the request is said before it waits for anything.
    pub(crate) async fn verify(&self, verification: Verification, watch: Watch<'_>) -> Result<Report, Problem> {
        verification.validate()?;
        let _turn = self.turn()?;
        let report = self.service.verify_watched(verification, watch).await?;
        self.metrics.report(&report);
        Ok(report)
    }

    /// Ingests in its turn.
    pub(crate) async fn upload(&self, files: Vec<Upload>) -> Result<Vec<UploadOutcome>, Problem> {
        let _turn = self.turn()?;
        Ok(self.service.upload(files).await?)
    }

    /// Keeps a notice for the page that a form leads to; its id goes into the address.
    pub(crate) fn leave_notice(&self, notice: Notice) -> String {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if notices.len() == NOTICES {
            notices.pop_front();
        }
        notices.push_back((id.clone(), notice));
        id
    }

    pub(crate) fn notice(&self, id: Option<&str>) -> Option<Notice> {
        let notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.iter().find(|(known, _)| Some(known.as_str()) == id).map(|(_, notice)| notice.clone())
    }
}
