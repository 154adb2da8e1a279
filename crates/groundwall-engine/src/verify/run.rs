//! One verification run over the claims of a text.

use super::verdict::{self, Scored};
use super::windows::{self, EMBEDDED, JUDGED, Picked};
use crate::Firewall;
use groundwall_checks::identifier;
use groundwall_core::report::{Candidate, JudgedClaim};
use groundwall_core::{Checkability, Claim, CollectionId, NliScores, Passage, Policy, Scope};
use groundwall_ports::{Pair, PortError, SearchQuery};

/// Passages that a claim fetches for itself.
const PER_CLAIM: usize = 10;

/// Verifies claims against a collection, given candidates and inline passages.
pub(crate) struct Verifier<'a> {
    pub(crate) firewall: &'a Firewall,
    pub(crate) policy: &'a Policy,
    pub(crate) collection: &'a CollectionId,
    pub(crate) scope: &'a Scope,
    /// Passages that the question fetched.
    pub(crate) candidates: &'a [Candidate],
    /// Passages of sources that came with the request.
    pub(crate) inline: &'a [Passage],
    /// Whether the collection is searched.
    pub(crate) search: bool,
    pub(crate) as_of_year: i32,
}

impl Verifier<'_> {
    /// Verdicts in the order of the claims. All windows of all claims go to each model in one batch.
    pub(crate) async fn verify(&self, claims: &[Claim]) -> Result<Vec<JudgedClaim>, PortError> {
        let checkable: Vec<&Claim> = claims.iter().filter(|claim| claim.checkability == Checkability::Checkable).collect();
        let texts: Vec<String> = checkable.iter().map(|claim| claim.text.clone()).collect();
        let vectors = self.firewall.parts.embedder.embed(&texts).await?;
        let mut picked = Vec::with_capacity(checkable.len());
        for (claim, vector) in checkable.iter().zip(&vectors) {
            picked.push(self.windows(claim, vector).await?);
        }
        let mut scored = self.similarities(picked, &vectors).await?;
        let scores = self.judge(&checkable, &scored).await?;
        let thresholds = self.firewall.parts.nli.as_ref().map(|nli| nli.thresholds());
        let mut verdicts = Vec::with_capacity(checkable.len());
        for ((claim, windows), nli) in checkable.iter().zip(&mut scored).zip(scores) {
            for (window, scores) in windows.iter_mut().zip(nli) {
                window.nli = scores;
            }
            verdicts.push(verdict::decide(claim, std::mem::take(windows), self.policy, thresholds, self.as_of_year));
        }
        let mut verdicts = verdicts.into_iter();
        let mut judged: Vec<JudgedClaim> = claims
            .iter()
            .map(|claim| match claim.checkability {
                Checkability::Checkable => verdicts.next().unwrap_or_else(|| verdict::unverifiable(claim)),
                Checkability::Opinion | Checkability::Greeting | Checkability::Question | Checkability::Meta | Checkability::Empty => {
                    verdict::unverifiable(claim)
                }
            })
            .collect();
        if self.policy.checks.self_contradiction {
            verdict::self_contradictions(&mut judged, self.policy);
        }
        Ok(judged)
    }

    async fn windows(&self, claim: &Claim, vector: &[f32]) -> Result<Vec<Picked>, PortError> {
        let mut own: Vec<(Passage, f32)> = Vec::new();
        if self.search {
            let query = SearchQuery {
                collection: self.collection.clone(),
                text: claim.text.clone(),
                vector: vector.to_vec(),
                top_k: PER_CLAIM,
                identifiers: identifier::extract(&claim.text).into_iter().map(|identifier| identifier.text).collect(),
                documents: self.scope.documents.clone(),
            };
            let found = self.firewall.parts.store.search(&query).await?;
            own.extend(found.candidates.into_iter().map(|candidate| (candidate.passage, candidate.similarity)));
        }
        let known: std::collections::HashSet<String> = own.iter().map(|(passage, _)| passage.id.0.clone()).collect();
        let mut passages: Vec<(&Passage, f32)> = own.iter().map(|(passage, similarity)| (passage, *similarity)).collect();
        passages.extend(
            self.candidates
                .iter()
                .map(|candidate| &candidate.passage)
                .filter(|passage| !known.contains(&passage.id.0))
                .map(|passage| (passage, 0.0)),
        );
        passages.extend(self.inline.iter().map(|passage| (passage, 0.0)));
        let mut picked = windows::pick(&claim.text, &passages, EMBEDDED);
        picked.retain(|picked| in_scope(self.scope, picked));
        Ok(picked)
    }

    async fn similarities(&self, picked: Vec<Vec<Picked>>, vectors: &[Vec<f32>]) -> Result<Vec<Vec<Scored>>, PortError> {
        let texts: Vec<String> = picked.iter().flatten().map(|picked| picked.window.text.clone()).collect();
        let mut embedded = self.firewall.parts.embedder.embed(&texts).await?.into_iter();
        let mut all = Vec::with_capacity(picked.len());
        for (windows, vector) in picked.into_iter().zip(vectors) {
            let mut scored: Vec<Scored> = windows
                .into_iter()
                .map(|picked| {
                    let window = embedded.next().unwrap_or_default();
                    let similarity = window.iter().zip(vector).map(|(a, b)| a * b).sum();
                    Scored { window: picked.window, context: picked.context, coverage: picked.coverage, similarity, nli: None }
                })
                .collect();
            scored.sort_by(|a, b| (b.coverage + b.similarity).total_cmp(&(a.coverage + a.similarity)));
            scored.truncate(JUDGED);
            all.push(scored);
        }
        Ok(all)
    }

    async fn judge(&self, claims: &[&Claim], scored: &[Vec<Scored>]) -> Result<Vec<Vec<Option<NliScores>>>, PortError> {
        let nothing = || scored.iter().map(|windows| vec![None; windows.len()]).collect();
        let Some(nli) = self.firewall.parts.nli.as_ref().filter(|_| self.policy.checks.nli) else { return Ok(nothing()) };
        let pairs: Vec<Pair> = claims
            .iter()
            .zip(scored)
            .flat_map(|(claim, windows)| {
                windows.iter().map(|scored| Pair { window: scored.window.text.clone(), claim: claim.text.clone() })
            })
            .collect();
        let mut answers = nli.judge(&pairs).await?.into_iter();
        Ok(scored.iter().map(|windows| windows.iter().map(|_| answers.next()).collect()).collect())
    }
}

/// Whether a window may speak: it names the scope's entity, and no period but the scope's.
fn in_scope(scope: &Scope, picked: &Picked) -> bool {
    let entity = scope
        .entity
        .as_ref()
        .is_none_or(|entity| identifier::occurs(entity, &picked.window.text) || identifier::occurs(entity, &picked.context));
    let period = scope.period.as_ref().is_none_or(|period| {
        use groundwall_checks::date::{Relation, extract, relation};
        let (wanted, said) = (extract(period), extract(&picked.window.text));
        said.is_empty()
            || wanted.is_empty()
            || said.iter().any(|said| wanted.iter().any(|wanted| relation(wanted, said) != Relation::Different))
    });
    entity && period
}
