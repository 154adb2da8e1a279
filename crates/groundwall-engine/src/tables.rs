//! Questions and claims put to the tables of a collection before any passage is looked at.

use crate::stages::Stages;
use crate::{Firewall, prompts};
use groundwall_core::report::{CheckOutcome, JudgedClaim, Outcome};
use groundwall_core::{
    Certainty, CheckKind, Claim, CollectionId, Evidence, Finding, FindingKind, Locator, Policy,
    Question, Reason, Scope, SentenceKind, Severity, Stance, TableAnswer, Verdict, Window,
};
use groundwall_ports::{PassageStore, PortError, SearchQuery};
use groundwall_tables::{Routed, TablePack, View, proposal};
use std::sync::{Arc, PoisonError, RwLock};

/// Made-ready tables of the collections that were asked last, each of one version.
#[derive(Default)]
pub(crate) struct Tables(RwLock<Vec<Ready>>);

/// Collections whose tables are kept ready.
const READY: usize = 8;

/// Of which collection and version, and its tables.
type Ready = (CollectionId, u64, Arc<Vec<View>>);

impl Tables {
    /// The tables of a collection, made ready once for each of its versions.
    pub(crate) async fn views(
        &self,
        store: &dyn PassageStore,
        packs: &[TablePack],
        collection: &CollectionId,
    ) -> Result<Arc<Vec<View>>, PortError> {
        let version = store.stats(collection).await?.version;
        let known = self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .find(|(of, at, _)| of == collection && *at == version)
            .map(|(_, _, views)| Arc::clone(views));
        if let Some(views) = known {
            return Ok(views);
        }
        let stored = store.tables(collection).await?;
        let views: Arc<Vec<View>> = Arc::new(
            stored
                .into_iter()
                .map(|table| View::new(table, packs))
                .collect(),
        );
        let mut ready = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ready.retain(|(of, ..)| of != collection);
        ready.truncate(READY - 1);
        ready.insert(0, (collection.clone(), version, Arc::clone(&views)));
        Ok(views)
    }

    /// Keeps nothing of a collection.
    pub(crate) fn forget(&self, collection: &CollectionId) {
        let mut ready = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ready.retain(|(of, ..)| of != collection);
    }
}

/// Passages looked at for a name that no table knows.
const NAMED: usize = 8;

impl Firewall {
    /// [`Tables::views`] of the firewall's own.
    pub(crate) async fn views(
        &self,
        collection: &CollectionId,
    ) -> Result<Arc<Vec<View>>, PortError> {
        let parts = &self.parts;
        self.tables
            .views(parts.store.as_ref(), &parts.table_packs, collection)
            .await
    }

    /// What the tables in scope make of a question. A record that no table holds, but of which a text speaks, is a question to the texts.
    pub(crate) async fn ask_tables(
        &self,
        views: &[&View],
        question: &Question,
    ) -> Result<Routed, PortError> {
        let routed = groundwall_tables::ask(views, &question.text);
        if let Routed::Missing {
            name: Some(name), ..
        } = &routed
            && self
                .a_text_speaks_of(&question.collection, &question.scope, name)
                .await?
        {
            return Ok(Routed::Text);
        }
        Ok(routed)
    }

    /// What a query gives that the chat endpoint proposes for a question which the parser declined; none without an endpoint, without a table that the question
    /// speaks of, or where the proposal does not hold against the tables.
    pub(crate) async fn proposed(
        &self,
        views: &[&View],
        question: &Question,
        policy: &Policy,
        stages: &mut Stages<'_>,
    ) -> Option<TableAnswer> {
        let chat = self
            .parts
            .generator
            .chat()
            .filter(|_| policy.table_queries)?;
        let meant = proposal::meant(views, &question.text);
        if meant.is_empty() {
            return None;
        }
        stages.begin("Proposed query");
        let prompt = prompts::table_query(&proposal::described(&meant), &question.text);
        let draft = chat
            .draft(&prompt)
            .await
            .inspect_err(|error| tracing::warn!(%error, "proposed query"))
            .ok();
        let answer = draft.and_then(|draft| {
            proposal::answer(&meant, &draft.text, &draft.model)
                .inspect_err(|why| tracing::info!(%why, "no proposed query"))
                .ok()
        });
        let cells = answer.as_ref().map_or(0, |answer| answer.cells.len());
        stages.end("Proposed query", cells, "ranges of cells");
        answer
    }

    async fn a_text_speaks_of(
        &self,
        collection: &CollectionId,
        scope: &Scope,
        name: &str,
    ) -> Result<bool, PortError> {
        let vector = self
            .parts
            .embedder
            .embed(&[name.to_owned()])
            .await?
            .pop()
            .unwrap_or_default();
        let query = SearchQuery {
            collection: collection.clone(),
            text: name.to_owned(),
            vector,
            top_k: NAMED,
            identifiers: vec![name.to_owned()],
            documents: scope.documents.clone(),
        };
        let wanted = name.to_lowercase();
        let found = self.parts.store.search(&query).await?;
        let mut sentences = found
            .candidates
            .iter()
            .flat_map(|candidate| &candidate.passage.sentences);
        Ok(sentences.any(|sentence| {
            sentence.kind != SentenceKind::Row && sentence.text.to_lowercase().contains(&wanted)
        }))
    }
}

/// The tables that a request may ask; a scope by entity or period is left to the passages.
pub(crate) fn in_scope<'a>(views: &'a [View], scope: &Scope) -> Vec<&'a View> {
    if scope.entity.is_some() || scope.period.is_some() {
        return Vec::new();
    }
    views
        .iter()
        .filter(|view| {
            scope.documents.is_empty() || scope.documents.contains(&view.stored().document_name)
        })
        .collect()
}

/// The cells that an answer came from, as evidence.
fn evidence(answer: &TableAnswer, views: &[&View], stance: Stance) -> Evidence {
    let stored = views
        .iter()
        .map(|view| view.stored())
        .find(|stored| stored.document == answer.document && stored.index == answer.index);
    let place = stored
        .map(|stored| stored.table.place.clone())
        .unwrap_or_default();
    let cells = (!answer.cells.is_empty()).then(|| {
        answer
            .cells
            .iter()
            .take(6)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ")
    });
    let window = Window {
        document: answer.document.clone(),
        document_name: answer.document_name.clone(),
        first_sentence: 0,
        last_sentence: 0,
        text: answer.formula.clone(),
        locator: Locator { cells, ..place },
    };
    Evidence {
        window,
        similarity: None,
        coverage: 1.0,
        nli: None,
        read: None,
        stance,
    }
}

/// What is found of a claim that the cells refute.
fn mismatch(claim: &Claim, said: &str) -> Finding {
    Finding {
        id: format!("c{}-numeric_mismatch-1", claim.id),
        kind: FindingKind::NumericMismatch,
        description: format!("The table says otherwise: {said}"),
        severity: Severity::High,
        certainty: Certainty::Confirmed,
        confidence: Certainty::Confirmed.confidence(),
        claim: claim.id,
        location: Some(claim.span),
        detected: None,
        expected: Some(said.to_owned()),
        evidence: Some(0),
        source: CheckKind::Tables.source().to_owned(),
        recommendation: "Correct the value after the table.".to_owned(),
    }
}

/// A claim that was recomputed: supported by its cells or refuted by them.
pub(crate) fn judged(claim: &Claim, answer: TableAnswer, views: &[&View]) -> JudgedClaim {
    let holds = answer.holds != Some(false);
    let stance = if holds {
        Stance::Supports
    } else {
        Stance::Refutes
    };
    let said = answer
        .text
        .trim_start_matches("Yes. ")
        .trim_start_matches("No. ")
        .to_owned();
    let findings: Vec<Finding> = (!holds)
        .then(|| mismatch(claim, &said))
        .into_iter()
        .collect();
    let outcome = if holds {
        Outcome::Passed
    } else {
        Outcome::Clash
    };
    let reason = Reason::Computed {
        table: answer.table.clone(),
        said: answer.holds.map(|_| said),
    };
    JudgedClaim {
        claim: claim.clone(),
        verdict: if holds {
            Verdict::Supported
        } else {
            Verdict::Refuted
        },
        why: reason.to_string(),
        reason: Some(reason),
        probability: if holds { 1.0 } else { 0.0 },
        evidence: vec![evidence(&answer, views, stance)],
        checks: vec![CheckOutcome {
            check: CheckKind::Tables.name().to_owned(),
            outcome,
            note: answer.formula.clone(),
        }],
        findings,
        why_not: None,
        second_opinion: None,
        read_as: None,
        joined: Vec::new(),
        removed_by: None,
        computed: Some(Box::new(answer)),
    }
}
