//! The composition of the ports into one service.

use crate::answer::{Panel, packs_on};
use crate::cache::{CachedNli, WindowVectors};
use crate::naming::KnownNamings;
use crate::suggest::Suggested;
use crate::tables::Tables;
use crate::verify::Opinions;
use groundwall_core::{Policy, Problem};
use groundwall_governance::pack::Packs;
use groundwall_ingest::PassageSize;
use groundwall_judge::Judge;
use groundwall_ports::{Embedder, Extractor, Generator, Ledger, NliModel, PassageStore, WebLook};
use groundwall_tables::TablePack;
use std::sync::{Arc, PoisonError, RwLock};

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
    /// Looks cited web addresses up where the policy wants it; none where nothing goes out.
    pub web: Option<Arc<dyn WebLook>>,
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
    /// Who answers questions of high risk too.
    panel: RwLock<Arc<Panel>>,
    /// How far the probability of support is off on what people reviewed; none where that is too little.
    calibration: RwLock<Option<f64>>,
    /// The reader, whatever the judge was trained on: whether a text answers a question is no matter of the judge's.
    pub(crate) questions: Option<Arc<dyn NliModel>>,
    pub(crate) windows: WindowVectors,
    pub(crate) opinions: Opinions,
    pub(crate) namings: KnownNamings,
    pub(crate) tables: Tables,
    pub(crate) suggested: Suggested,
    /// Held for reading while something becomes a part of a collection, for writing while a collection comes, changes or goes.
    pub(crate) members: tokio::sync::RwLock<()>,
}

impl Firewall {
    /// Puts the parts together; the policy and the size of passages must be valid.
    ///
    /// ```no_run
    /// use groundwall_core::{Problem, Verification, request::Subject};
    /// use groundwall_engine::{Firewall, FirewallParts};
    /// use groundwall_ports::FirewallService as _;
    ///
    /// /// The parts are whatever stands behind each port: a store, models, a ledger.
    /// async fn verify(parts: FirewallParts, answer: &str) -> Result<(), Problem> {
    ///     let firewall = Firewall::new(parts)?;
    ///     let subject = Subject::Answer(answer.to_owned());
    ///     let report = firewall.verify(Verification::of(subject)).await?;
    ///     println!("{}", report.banner);
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// Fails when the policy or the size of passages has a value outside of its range, or when the policy names rule packs that cannot be used.
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
            panel: RwLock::default(),
            calibration: RwLock::default(),
            questions,
            windows,
            opinions: Opinions::default(),
            namings: KnownNamings::default(),
            tables: Tables::default(),
            suggested: Suggested::default(),
            members: tokio::sync::RwLock::default(),
        })
    }

    /// The policy in force.
    pub fn policy(&self) -> Arc<Policy> {
        Arc::clone(&self.policy.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The endpoints that answer questions of high risk too.
    pub fn panel(&self) -> Arc<Panel> {
        Arc::clone(&self.panel.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks other endpoints from the next question on.
    pub fn set_panel(&self, panel: Panel) {
        *self.panel.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(panel);
    }

    /// How far the probability of support is off on what people reviewed.
    pub fn calibration(&self) -> Option<f64> {
        *self
            .calibration
            .read()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports say this of their uncertainty from now on.
    pub fn set_calibration(&self, error: Option<f64>) {
        *self
            .calibration
            .write()
            .unwrap_or_else(PoisonError::into_inner) = error;
    }

    /// The rule packs that a policy may switch on.
    pub fn packs(&self) -> &Arc<Packs> {
        &self.parts.packs
    }

    /// Decides by another policy from the next request on; one that is not valid changes nothing.
    ///
    /// # Errors
    /// Fails when the policy has a value outside of its range, or names rule packs that cannot be used.
    pub fn set_policy(&self, policy: Policy) -> Result<(), Problem> {
        policy.validate()?;
        packs_on(&self.parts.packs, &policy)?;
        *self.policy.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(policy);
        Ok(())
    }
}
