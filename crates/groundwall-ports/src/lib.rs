#![doc = include_str!("../README.md")]

mod error;
mod records;
mod service;
mod store;

pub use error::{ErrorClass, PortError};
pub use records::Records;
pub use service::{FirewallService, ProgressSink, Readiness, Upload, UploadOutcome, unwatched};
pub use store::{
    NewDocument, PassageStore, Removed, SearchQuery, SearchResult, StoreSize, StoreStats,
};

use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionId, ConversationId, ConversationLine, Draft, ExtractedDocument,
    Happening, HeaderRow, Insights, LookedUp, ModelIdentity, NliScores, Prompt, Report,
    ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage, Stretch, Thresholds,
};

/// A (window, claim) pair for the NLI model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The premise.
    pub window: String,
    /// The hypothesis.
    pub claim: String,
}

/// Turns untrusted bytes into a document.
#[async_trait]
pub trait Extractor: Send + Sync {
    /// Reads `bytes`, recognised by content first and by `name` second. Errors are permanent and say what to do.
    ///
    /// # Errors
    /// Fails when the bytes are of no format that is read, are damaged, encrypted, too large or hold no text, or when reading them takes too long.
    async fn extract(&self, name: &str, bytes: Vec<u8>) -> Result<ExtractedDocument, PortError>;
    /// [`Extractor::extract`] with rows of sheets that somebody says name the columns; one that makes no table is an error.
    ///
    /// # Errors
    /// Fails as [`Extractor::extract`] does, when one of the rows makes no table, or when the extractor takes no such rows.
    async fn extract_with(
        &self,
        name: &str,
        bytes: Vec<u8>,
        headers: &[HeaderRow],
    ) -> Result<ExtractedDocument, PortError> {
        if headers.is_empty() {
            return self.extract(name, bytes).await;
        }
        Err(PortError::internal(
            "this extractor takes no rows that name the columns",
        ))
    }
}

/// Turns texts into unit vectors.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// One L2-normalised vector a text, in order. Texts over the model's length are cut at its limit.
    ///
    /// # Errors
    /// Fails when the queue is full, a text cannot be computed, or the model is gone.
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, PortError>;
    /// Tokens of `text` including the special ones.
    fn count_tokens(&self, text: &str) -> usize;
    /// Longest input in tokens.
    fn max_tokens(&self) -> usize;
    /// Length of a vector.
    fn dimensions(&self) -> usize;
    /// Which model it is, for reports.
    fn identity(&self) -> &ModelIdentity;
}

/// Judges (window, claim) pairs.
#[async_trait]
pub trait NliModel: Send + Sync {
    /// Returns when the model can judge; an error of class degraded when it can't, or not within a time that somebody waits.
    ///
    /// # Errors
    /// Fails when the model could not be loaded, or is not loaded within a time that somebody waits.
    async fn ready(&self) -> Result<(), PortError> {
        Ok(())
    }
    /// Probabilities for each pair, in order.
    ///
    /// # Errors
    /// Fails when the model is not ready, its queue is full, a pair cannot be computed, or the model is gone.
    async fn judge(&self, pairs: &[Pair]) -> Result<Vec<NliScores>, PortError>;
    /// Whether a claim is read to its end beside any window. Of a longer one the end would be cut off, unjudged.
    fn reads(&self, claim: &str) -> bool;
    /// How its probabilities are read.
    fn thresholds(&self) -> Thresholds;
    /// Which model it is, for reports.
    fn identity(&self) -> &ModelIdentity;
}

/// Looks whether something is at a web address.
#[async_trait]
pub trait WebLook: Send + Sync {
    /// Asks an address that a text names. It never fails: whatever goes wrong is an answer, too.
    async fn look_up(&self, address: &str) -> LookedUp;
}

/// Writes a draft.
///
/// ```
/// use async_trait::async_trait;
/// use groundwall_core::{Draft, Prompt};
/// use groundwall_ports::{Generator, PortError};
///
/// struct Repeats;
///
/// #[async_trait]
/// impl Generator for Repeats {
///     async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
///         Ok(Draft {
///             text: prompt.question.clone(),
///             model: self.name(),
///             token_entropy: None,
///         })
///     }
///
///     fn name(&self) -> String {
///         "repeats".to_owned()
///     }
/// }
///
/// let generator: &dyn Generator = &Repeats;
/// assert_eq!(generator.name(), "repeats");
/// assert!(generator.chat().is_none());
/// ```
#[async_trait]
pub trait Generator: Send + Sync {
    /// A draft for a prompt.
    ///
    /// # Errors
    /// Fails when an endpoint cannot be reached, does not answer in time, refuses, or answers with nothing that can be used, or when a local model is not ready or its queue is full.
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError>;
    /// Name for reports and the About page, such as `extractive (built in)`.
    fn name(&self) -> String;
    /// The language model that it is; none where it picks sentences and follows no prompt.
    fn chat(&self) -> Option<&dyn ChatModel> {
        None
    }
}

/// A generator that is a language model: it answers whatever a prompt asks, and another draft after it was told what was wrong with one.
pub trait ChatModel: Generator {}

/// Keeps reports.
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Durable when it returns.
    ///
    /// # Errors
    /// Fails when the report cannot be written, such as on a full disk; nothing of it is kept then.
    async fn record(&self, report: &Report) -> Result<(), PortError>;
    /// A report by its id; none where there is none.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn report(&self, id: &ReportId) -> Result<Option<Report>, PortError>;
    /// The lines of a conversation, oldest first; empty where there is none.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn conversation(&self, id: &ConversationId) -> Result<Vec<ReportLine>, PortError>;
    /// The conversations that were gone on with last, newest first.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError>;
    /// A page of the history; the filter must have been checked.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn reports(&self, filter: &ReportFilter) -> Result<ReportPage, PortError>;
    /// A report's line of the history.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn line(&self, id: &ReportId) -> Result<Option<ReportLine>, PortError>;
    /// Gives a report another title or other tags; the label must have been checked. None where there is no such report.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn label(
        &self,
        id: &ReportId,
        label: &ReportLabel,
    ) -> Result<Option<ReportLine>, PortError>;
    /// Deletes a report with everything that is kept of it; false where there is none.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn delete(&self, id: &ReportId) -> Result<bool, PortError>;
    /// What the reports from a time on tell together; the time is RFC 3339 in UTC, empty means from the first.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError>;
    /// The collections that somebody made or changed, by name.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn collections(&self) -> Result<Vec<Collection>, PortError>;
    /// Keeps a collection, in the place of what was known of it.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn keep_collection(&self, collection: &Collection) -> Result<(), PortError>;
    /// Deletes a collection with its reports; how many reports there were.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn forget_collection(&self, id: &CollectionId) -> Result<u64, PortError>;
    /// How many reports a collection has.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn reports_of(&self, id: &CollectionId) -> Result<u64, PortError>;
    /// A setting that survives a restart.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn setting(&self, key: &str) -> Result<Option<String>, PortError>;
    /// Keeps a setting, in the place of the one before.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn set_setting(&self, key: &str, value: &str) -> Result<(), PortError>;
    /// Writes into the audit log what no report tells. What reports tell is written with them.
    ///
    /// # Errors
    /// Fails when it cannot be written, such as on a full disk.
    async fn note(&self, happening: &Happening) -> Result<(), PortError>;
    /// The same of what is done already and stays done, whatever becomes of the log: what cannot be written now is written before the next entry.
    async fn note_done(&self, happening: &Happening);
    /// The latest report, if any.
    ///
    /// # Errors
    /// Fails when what is kept cannot be read.
    async fn last(&self) -> Result<Option<Report>, PortError> {
        let newest = ReportFilter {
            limit: 1,
            ..ReportFilter::default()
        };
        match self.reports(&newest).await?.reports.first() {
            Some(line) => self.report(&line.id).await,
            None => Ok(None),
        }
    }
    /// As [`PassageStore::close`].
    async fn close(&self) {}
}
