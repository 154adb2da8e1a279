//! What every handler shares.

use crate::access::{self, Keys};
use crate::admission::{Admission, Kind};
use crate::arriving::Arriving;
use crate::batches::Batches;
use crate::child::ChildExtractor;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::sessions::{Sessions, Throttle};
use crate::settings::Settings;
use crate::traces::{Traces, Work};
use crate::uploads::Uploads;
use actix_web::web;
use app::Notice;
use groundwall_core::{
    CollectionId, ConversationId, Draft, Problem, ProblemCode, Prompt, Purpose, Question, Report,
    Verification,
};
use groundwall_generator::Relay;
use groundwall_ports::{
    FirewallService, PortError, ProgressSink, Upload, UploadOutcome, unwatched,
};
use std::collections::VecDeque;
use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Notices that wait for their page.
const NOTICES: usize = 64;

/// Work, or its end when its time is over. What is dropped then runs no further.
pub(crate) async fn in_time<T>(
    seconds: u64,
    work: impl Future<Output = Result<T, PortError>>,
) -> Result<T, Problem> {
    match tokio::time::timeout(Duration::from_secs(seconds.max(1)), work).await {
        Ok(done) => Ok(done?),
        Err(_) => Err(out_of_time(seconds)),
    }
}

/// What somebody is told whose request took too long.
pub(crate) fn out_of_time(seconds: u64) -> Problem {
    Problem::new(
        ProblemCode::Unavailable,
        format!(
            "This took over {seconds} s and was ended. Try again when the server has less to do, or send it in parts."
        ),
    )
}

/// Where a question belongs: its collection, and the conversation that it goes on with (`new` is one that it begins). Without a collection it is about that
/// of its conversation, else about `default`.
pub(crate) async fn place(
    service: &dyn FirewallService,
    collection: Option<&str>,
    conversation: Option<&str>,
) -> Result<(CollectionId, Option<ConversationId>), Problem> {
    let known = match conversation {
        None => None,
        Some("new") => Some((ConversationId(uuid::Uuid::new_v4().to_string()), None)),
        Some(id) => {
            let talk = service.conversation(&ConversationId(id.to_owned())).await?;
            let last = talk.lines.last().map(|line| line.collection.clone());
            Some((talk.id, last))
        }
    };
    let (id, of) = known.map_or((None, None), |(id, of)| (Some(id), of));
    let given = collection.filter(|given| !given.trim().is_empty());
    let collection = match (given, of) {
        (Some(given), _) => service.collection(given).await?.id,
        (None, Some(of)) => of,
        (None, None) => access::current().home(),
    };
    Ok((collection, id))
}

/// The chat endpoint. An address that is none has stopped the start before.
fn relay(config: &Config) -> Option<Relay> {
    config.generator.base_url.as_ref()?;
    Relay::new(config.generator.clone())
        .inspect_err(|error| tracing::error!(%error, "requests cannot be passed on"))
        .ok()
}

/// Whether a text is a part of one on its way.
fn is_piece(verification: &Verification) -> bool {
    matches!(verification.purpose, Purpose::Piece { before: _ })
}

/// What every handler shares.
pub(crate) struct Context {
    pub(crate) service: Arc<dyn FirewallService>,
    pub(crate) settings: Settings,
    pub(crate) config: Config,
    pub(crate) metrics: Metrics,
    pub(crate) traces: Traces,
    pub(crate) sessions: Sessions,
    pub(crate) throttle: Throttle,
    /// The keys that were made.
    pub(crate) keys: Keys,
    /// Shows pages of documents, in turns of its own: looking never waits for uploads.
    pub(crate) reader: ChildExtractor,
    pub(crate) admission: Admission,
    /// The chat endpoint for requests of other programs; none where none is configured.
    pub(crate) relay: Option<Relay>,
    /// Where what is sent lies meanwhile.
    pub(crate) dir: PathBuf,
    /// Files that were taken for later.
    pub(crate) uploads: Uploads,
    /// Files of many answers.
    pub(crate) batches: Batches,
    notices: Mutex<VecDeque<(String, Notice)>>,
    /// The document that was deleted last, with its collection, for who takes that back.
    deleted: Mutex<Option<(String, CollectionId, Upload)>>,
}

impl Context {
    pub(crate) fn new(
        service: Arc<dyn FirewallService>,
        settings: Settings,
        config: Config,
        dir: PathBuf,
        uploads: Uploads,
        batches: Batches,
    ) -> Self {
        let admission = Admission::new(&config.server);
        let reader = ChildExtractor::new(config.limits);
        let relay = relay(&config);
        let keys = Keys::new(settings.ledger());
        let metrics = Metrics::default();
        let traces = Traces::start(&config.telemetry, metrics.telemetry());
        Self {
            service,
            settings,
            config,
            metrics,
            traces,
            sessions: Sessions::default(),
            throttle: Throttle::default(),
            keys,
            reader,
            admission,
            relay,
            dir,
            uploads,
            batches,
            notices: Mutex::new(VecDeque::new()),
            deleted: Mutex::new(None),
        }
    }

    /// A body that is to be received within the bounds of the configuration.
    pub(crate) fn arriving(&self, payload: web::Payload) -> Arriving<web::Payload> {
        Arriving::new(payload, &self.admission, &self.config.server)
    }

    /// [`place`], of the service.
    pub(crate) async fn place(
        &self,
        collection: Option<&str>,
        conversation: Option<&str>,
    ) -> Result<(CollectionId, Option<ConversationId>), Problem> {
        place(&*self.service, collection, conversation).await
    }

    /// Asks in its turn and counts the report.
    pub(crate) async fn ask(
        &self,
        question: Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, Problem> {
        question.scope.validate()?;
        let asking = Box::pin(async {
            let _turn = self.admission.turn(Kind::Judge).await?;
            let work = self.service.ask_watched(question, watch);
            let report = in_time(self.config.server.deadline_seconds, work).await?;
            self.metrics.report(&report);
            Ok::<_, Problem>(report)
        });
        self.traces.of(Work::Ask, asking).await
    }

    /// Verifies in its turn and counts the report. What is wrong with the request is said before it waits for anything.
    pub(crate) async fn verify(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, Problem> {
        verification.validate()?;
        let piece = is_piece(&verification);
        let verifying = Box::pin(async {
            let _turn = self.admission.turn(Kind::Judge).await?;
            self.verified(verification, watch).await
        });
        self.traced(piece, verifying).await
    }

    /// Verifies for somebody who holds a turn.
    pub(crate) async fn judge(&self, verification: Verification) -> Result<Report, Problem> {
        verification.validate()?;
        let piece = is_piece(&verification);
        let verifying = Box::pin(self.verified(verification, &unwatched));
        self.traced(piece, verifying).await
    }

    /// Tells of a verification, but for pieces: the whole text that they are of is told at its end.
    async fn traced(
        &self,
        piece: bool,
        verifying: impl Future<Output = Result<Report, Problem>>,
    ) -> Result<Report, Problem> {
        if piece {
            return verifying.await;
        }
        self.traces.of(Work::Verify, verifying).await
    }

    async fn verified(
        &self,
        verification: Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, Problem> {
        let piece = is_piece(&verification);
        let work = self.service.verify_watched(verification, watch);
        let report = in_time(self.config.server.deadline_seconds, work).await?;
        // The whole text that a piece is of is counted at its end.
        if !piece {
            self.metrics.report(&report);
        }
        Ok(report)
    }

    /// Asks the language model for something that is nobody's question.
    pub(crate) async fn draft(&self, prompt: Prompt) -> Result<Draft, Problem> {
        let work = self.service.draft(prompt);
        in_time(self.config.server.deadline_seconds, work).await
    }

    /// Ingests in its turn, and tells of it.
    pub(crate) async fn upload_into(
        &self,
        kind: Kind,
        collection: &CollectionId,
        files: Vec<Upload>,
        watch: ProgressSink<'_>,
    ) -> Result<Vec<UploadOutcome>, Problem> {
        let taking = Box::pin(async {
            let _turn = self.admission.turn(kind).await?;
            let work = self.service.upload_into(collection, files, watch);
            in_time(self.config.server.upload_seconds, work).await
        });
        self.traces.of_upload(taking).await
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

    /// Keeps what was deleted, in the place of what was deleted before; returns what names it.
    pub(crate) fn keep_deleted(&self, collection: CollectionId, upload: Upload) -> String {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let mut deleted = self.deleted.lock().unwrap_or_else(PoisonError::into_inner);
        *deleted = Some((id.clone(), collection, upload));
        id
    }

    /// What was deleted last, where it goes by this id.
    pub(crate) fn deleted(&self, id: &str) -> Option<(CollectionId, Upload)> {
        let mut deleted = self.deleted.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, collection, upload) = deleted.take_if(|(known, ..)| known == id)?;
        Some((collection, upload))
    }

    /// Keeps nothing of what was deleted from a collection.
    pub(crate) fn forget_deleted_of(&self, collection: &CollectionId) {
        let mut deleted = self.deleted.lock().unwrap_or_else(PoisonError::into_inner);
        let _gone = deleted.take_if(|(_, of, _)| of == collection);
    }

    pub(crate) fn notice(&self, id: Option<&str>) -> Option<Notice> {
        let notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices
            .iter()
            .find(|(known, _)| Some(known.as_str()) == id)
            .map(|(_, notice)| notice.clone())
    }
}
