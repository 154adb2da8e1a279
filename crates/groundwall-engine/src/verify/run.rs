//! One verification run over the claims of a text.

use super::case::{self, Case, Place};
use super::found::Sought;
use super::orders::{withhold_orders, withhold_questions};
use super::parts::{Parts, parts};
use super::ports::Ports;
use super::recomputed::withhold_single_rows;
use super::self_contradiction::self_contradictions;
use super::weigh::Weigher;
use super::windows::Found;
use crate::answer::packs_on;
use crate::naming::Namings;
use crate::tables;
use crate::vectors::cosine;
use futures::StreamExt as _;
use groundwall_core::report::{Candidate, CheckOutcome, JudgedClaim, Outcome};
use groundwall_core::{
    Checkability, Claim, Closeness, CollectionId, Evidence, LookedUp, Passage, Policy, Preset,
    Scope, TableAnswer, Verdict,
};
use groundwall_ports::{ErrorClass, NliModel, Pair, PortError};
use groundwall_tables::{Mood, View, why_not};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Web addresses of one text that are looked up, and so many of them at once.
const LOOKED_UP: usize = 50;
const AT_ONCE: usize = 8;

/// Verifies claims against a collection, given candidates and inline passages.
pub(crate) struct Verifier<'a> {
    pub(crate) ports: Ports<'a>,
    pub(crate) policy: &'a Policy,
    pub(crate) collection: &'a CollectionId,
    pub(crate) scope: &'a Scope,
    /// Passages that the question fetched.
    pub(crate) candidates: &'a [Candidate],
    /// Passages of sources that came with the request.
    pub(crate) inline: &'a [Passage],
    /// What tables answer to parts of the question.
    pub(crate) computed: &'a [TableAnswer],
    /// Whether the collection is searched.
    pub(crate) search: bool,
    pub(crate) as_of_year: i32,
    /// The question that the claims answer; empty where there is none.
    pub(crate) asked: &'a str,
}

impl Verifier<'_> {
    /// Verdicts in the order of the claims. The claims go to each model together, in two or three rounds.
    pub(crate) async fn verify(&self, claims: &[Claim]) -> Result<Vec<JudgedClaim>, PortError> {
        let views = self.tables().await?;
        let views = tables::in_scope(&views, self.scope);
        let checkable: Vec<&Claim> = claims
            .iter()
            .filter(|claim| claim.checkability == Checkability::Checkable)
            .collect();
        let mut verdicts = self.judged(&checkable, &views).await?;
        self.by_parts(&mut verdicts.open, &views).await?;
        say_why_not(&mut verdicts.open, &views);
        let mut verdicts = verdicts.in_order();
        let mut judged: Vec<JudgedClaim> = claims
            .iter()
            .map(|claim| match claim.checkability {
                Checkability::Checkable => {
                    verdicts.next().unwrap_or_else(|| case::unverifiable(claim))
                }
                Checkability::Opinion
                | Checkability::Greeting
                | Checkability::Question
                | Checkability::Meta
                | Checkability::Empty => case::unverifiable(claim),
            })
            .collect();
        if self.policy.checks.self_contradiction {
            self_contradictions(&mut judged, self.policy);
        }
        Ok(judged)
    }

    /// The tables that claims are held against.
    async fn tables(&self) -> Result<Arc<Vec<View>>, PortError> {
        if self.search && self.policy.checks.tables && self.policy.preset == Preset::Firewall {
            self.ports.views(self.collection).await
        } else {
            Ok(Arc::default())
        }
    }

    /// What tables compute of claims, else what the texts say of them, else what tables say to readings of them.
    async fn judged(&self, claims: &[&Claim], views: &[&View]) -> Result<Verdicts, PortError> {
        let computed: Vec<Option<JudgedClaim>> = claims
            .iter()
            .map(|claim| {
                let is_it =
                    |one: &&TableAnswer| one.text.split_whitespace().eq(claim.text.split(' '));
                let known = self.computed.iter().find(is_it);
                let said = known.map(|known| TableAnswer {
                    holds: None,
                    ..known.clone()
                });
                let check = said.or_else(|| groundwall_tables::check(views, &claim.text))?;
                Some(tables::judged(claim, check, views))
            })
            .collect();
        let open = claims.iter().zip(&computed);
        let left: Vec<&Claim> = open
            .filter(|(_, computed)| computed.is_none())
            .map(|(claim, _)| *claim)
            .collect();
        let sought = self.sought(&left).await?;
        let all: Vec<&Sought> = sought.iter().collect();
        let mut open = self.by_text(&all, Namings::default()).await?;
        self.unnamed(&sought, &mut open).await?;
        self.by_other_names(&left, &mut open).await?;
        self.by_readings(&mut open, views).await?;
        Ok(Verdicts { computed, open })
    }

    /// Claims that no document says as they stand: the same without the words that name the document in which they are sought. A verdict for each that was sought.
    async fn unnamed(
        &self,
        sought: &[Sought<'_>],
        verdicts: &mut [JudgedClaim],
    ) -> Result<(), PortError> {
        if self.policy.preset != Preset::Firewall || !self.policy.checks.nli {
            return Ok(());
        }
        let mut failed: Vec<(&Sought, &mut JudgedClaim)> = sought
            .iter()
            .zip(verdicts)
            .filter(|(_, judged)| judged.failed() && !judged.decided_by_check())
            .collect();
        if failed.is_empty() {
            return Ok(());
        }
        let namings = self
            .namings(failed.iter().map(|(sought, _)| *sought))
            .await?;
        failed.retain(|(sought, _)| namings.name_in(&sought.claim.text));
        let named: Vec<&Sought> = failed.iter().map(|(sought, _)| *sought).collect();
        let judged = self.by_text(&named, namings).await?;
        for ((_, verdict), judged) in failed.into_iter().zip(judged) {
            if judged.verdict == Verdict::Supported {
                *verdict = judged;
            }
        }
        Ok(())
    }

    /// What the texts say of claims, without the words that name a document where that has a name.
    pub(super) async fn by_text(
        &self,
        sought: &[&Sought<'_>],
        namings: Namings,
    ) -> Result<Vec<JudgedClaim>, PortError> {
        if sought.is_empty() {
            return Ok(Vec::new());
        }
        let claims: Vec<&Claim> = sought.iter().map(|sought| sought.claim).collect();
        let vectors: Vec<&[f32]> = sought.iter().map(|sought| &*sought.vector).collect();
        let (precise, reader) = self.reader().await?;
        let mut found = self.found(sought, precise, namings).await?;
        let views = self.tables().await?;
        withhold_single_rows(&claims, &mut found, &tables::in_scope(&views, self.scope));
        withhold_orders(&mut found, self.policy);
        withhold_questions(&mut found);
        let policies = self.policies(&claims)?;
        let mut cases = self.open(&claims, found, &policies, precise, reader);
        if self.policy.preset == Preset::Firewall {
            let packs = packs_on(self.ports.packs, self.policy)?;
            cases = cases.into_iter().map(|case| case.tiered(&packs)).collect();
        }
        self.look_up(&mut cases).await;
        while self.judge(&mut cases).await? | self.embed(&mut cases, &vectors).await? {}
        read(reader, &mut cases).await?;
        if let Some(chat) = self.ports.chat.filter(|_| self.policy.second_opinion.ask) {
            self.ports
                .opinions
                .ask(chat, self.policy.second_opinion, &mut cases)
                .await;
        }
        let mut verdicts: Vec<JudgedClaim> = cases.into_iter().map(Case::close).collect();
        self.show_similarity(&mut verdicts, &vectors).await?;
        Ok(verdicts)
    }

    /// Asks the web addresses that claims cite whether something is there, where the policy wants that.
    async fn look_up(&self, cases: &mut [Case<'_>]) {
        let wanted = self.policy.look_up_addresses && self.policy.checks.citations;
        let Some(web) = self.ports.web.filter(|_| wanted) else {
            return;
        };
        let cited: BTreeSet<String> = cases
            .iter()
            .flat_map(Case::addresses)
            .map(str::to_owned)
            .take(LOOKED_UP)
            .collect();
        let looks = cited
            .into_iter()
            .map(async |address| (web.look_up(&address).await, address));
        let found: Vec<(LookedUp, String)> = futures::stream::iter(looks)
            .buffered(AT_ONCE)
            .collect()
            .await;
        for (found, address) in found {
            for case in cases.iter_mut() {
                case.looked_up(&address, found);
            }
        }
    }

    /// Claims that no place says as a whole, by their parts.
    async fn by_parts(
        &self,
        verdicts: &mut [JudgedClaim],
        views: &[&View],
    ) -> Result<(), PortError> {
        if self.policy.preset != Preset::Firewall || !self.policy.checks.nli {
            return Ok(());
        }
        let apart: Vec<(usize, Parts)> = verdicts
            .iter()
            .enumerate()
            .filter_map(|(place, judged)| Some((place, parts(judged, views)?)))
            .collect();
        let claims: Vec<&Claim> = apart.iter().flat_map(|(_, parts)| &parts.claims).collect();
        if claims.is_empty() {
            return Ok(());
        }
        let judged: Vec<JudgedClaim> = self.judged(&claims, views).await?.in_order().collect();
        let mut rest = judged.as_slice();
        for (place, parts) in &apart {
            let own;
            (own, rest) = rest.split_at(parts.claims.len());
            if let Some(supported) = parts.supported(&verdicts[*place], own) {
                verdicts[*place] = supported;
            }
        }
        Ok(())
    }

    /// The policy for each claim: with the bands of the packs that are on where it names one of their figures.
    fn policies(&self, claims: &[&Claim]) -> Result<Vec<Cow<'_, Policy>>, PortError> {
        if self.policy.preset != Preset::Firewall {
            return Ok(claims.iter().map(|_| Cow::Borrowed(self.policy)).collect());
        }
        let packs = packs_on(self.ports.packs, self.policy)?;
        let own = self.policy.tolerances;
        let policy = |claim: &&Claim| {
            let tolerances = packs.tolerances(&claim.text, own);
            if tolerances == own {
                return Cow::Borrowed(self.policy);
            }
            Cow::Owned(Policy {
                tolerances,
                ..self.policy.clone()
            })
        };
        Ok(claims.iter().map(policy).collect())
    }

    /// Opens a case for each claim over what was found for it.
    fn open<'c>(
        &'c self,
        claims: &[&'c Claim],
        found: Vec<Found>,
        policies: &'c [Cow<'_, Policy>],
        precise: bool,
        reader: Option<&dyn NliModel>,
    ) -> Vec<Case<'c>> {
        let Ports { screen, judge, .. } = self.ports;
        let readers: Vec<&dyn NliModel> = screen.into_iter().chain(reader).collect();
        let weigher = screen.map(|screen| Weigher {
            thresholds: screen.thresholds(),
            judge,
            precise,
        });
        claims
            .iter()
            .zip(found)
            .zip(policies)
            .map(|((claim, found), policy)| {
                let case = Case::open(claim, found, policy, weigher, self.as_of_year)
                    .told_again(self.asked);
                if readers.iter().all(|nli| nli.reads(&claim.text)) {
                    case
                } else {
                    case.unread()
                }
            })
            .collect()
    }

    /// Whether the policy asks for close reading and there is a model for it; and that model, when it can run.
    pub(super) async fn reader(&self) -> Result<(bool, Option<&dyn NliModel>), PortError> {
        let asked =
            self.policy.preset == Preset::Firewall && self.policy.verifier == Closeness::Precise;
        let Some(reader) = self.ports.reader.filter(|_| asked) else {
            return Ok((false, None));
        };
        match reader.ready().await {
            Ok(()) => Ok((true, Some(reader))),
            Err(error) if error.class == ErrorClass::Degraded => {
                tracing::warn!(%error, "the reader does not run");
                Ok((true, None))
            }
            Err(error) => Err(error),
        }
    }

    /// Has the windows judged that the cases ask for, all in one batch. False when none asks.
    async fn judge(&self, cases: &mut [Case<'_>]) -> Result<bool, PortError> {
        let Some(screen) = self.ports.screen else {
            return Ok(false);
        };
        let asked: Vec<(usize, usize)> = cases
            .iter()
            .enumerate()
            .flat_map(|(case, of)| of.to_judge().into_iter().map(move |place| (case, place)))
            .collect();
        if asked.is_empty() {
            return Ok(false);
        }
        let pairs: Vec<Pair> = asked
            .iter()
            .map(|(case, place)| Pair {
                window: cases[*case].windows()[*place].evidence.window.text.clone(),
                claim: cases[*case].read_at(Place::Window(*place)),
            })
            .collect();
        let scores = screen.judge(&pairs).await?;
        for ((case, place), scores) in asked.into_iter().zip(scores) {
            cases[case].windows()[place].evidence.nli = Some(scores);
        }
        Ok(true)
    }

    /// Has the windows embedded that the cases ask for, all in one batch. False when none asks.
    async fn embed(&self, cases: &mut [Case<'_>], vectors: &[&[f32]]) -> Result<bool, PortError> {
        let asked: Vec<(usize, usize)> = cases
            .iter()
            .enumerate()
            .flat_map(|(case, of)| of.to_embed().into_iter().map(move |place| (case, place)))
            .collect();
        let texts: Vec<String> = asked
            .iter()
            .map(|(case, place)| cases[*case].windows()[*place].evidence.window.text.clone())
            .collect();
        let embedded = self.ports.windows.embed(&texts).await?;
        for ((case, place), window) in asked.iter().zip(embedded) {
            cases[*case].windows()[*place].evidence.similarity =
                Some(cosine(&window, vectors[*case]));
        }
        Ok(!asked.is_empty())
    }

    /// The cosine of each claim's first evidence, which the report shows.
    async fn show_similarity(
        &self,
        judged: &mut [JudgedClaim],
        vectors: &[&[f32]],
    ) -> Result<(), PortError> {
        let mut shown: Vec<(usize, &mut Evidence)> = judged
            .iter_mut()
            .enumerate()
            .filter_map(|(claim, judged)| Some((claim, judged.evidence.first_mut()?)))
            .filter(|(_, evidence)| evidence.similarity.is_none())
            .collect();
        let texts: Vec<String> = shown
            .iter()
            .map(|(_, evidence)| evidence.window.text.clone())
            .collect();
        let embedded = self.ports.windows.embed(&texts).await?;
        for ((claim, evidence), window) in shown.iter_mut().zip(embedded) {
            evidence.similarity = Some(cosine(&window, vectors[*claim]));
        }
        Ok(())
    }
}

/// Verdicts on some claims: those that tables compute, and those on the claims that they do not.
struct Verdicts {
    computed: Vec<Option<JudgedClaim>>,
    open: Vec<JudgedClaim>,
}

impl Verdicts {
    /// All of them, in the order of the claims.
    fn in_order(self) -> impl Iterator<Item = JudgedClaim> {
        let mut open = self.open.into_iter();
        self.computed
            .into_iter()
            .filter_map(move |computed| computed.or_else(|| open.next()))
    }
}

/// Says of claims that failed, and that speak of a table, why they were not computed from it.
fn say_why_not(verdicts: &mut [JudgedClaim], views: &[&View]) {
    for claim in verdicts.iter_mut().filter(|claim| claim.failed()) {
        if let Some(note) = why_not(views, &claim.claim.text, Mood::Claim) {
            claim.checks.push(CheckOutcome {
                check: "tables".to_owned(),
                outcome: Outcome::Warning,
                note,
            });
        }
    }
}

/// Has the reader read what the cases ask for, all in one batch. Without a reader, what it was to read is not verified.
async fn read(reader: Option<&dyn NliModel>, cases: &mut [Case<'_>]) -> Result<(), PortError> {
    let asked: Vec<(usize, Place)> = cases
        .iter()
        .enumerate()
        .flat_map(|(case, of)| of.to_read().into_iter().map(move |place| (case, place)))
        .collect();
    let Some(reader) = reader.filter(|_| !asked.is_empty()) else {
        for (case, _) in asked {
            cases[case].miss_reading();
        }
        return Ok(());
    };
    let pair = |(case, place): &(usize, Place)| Pair {
        window: cases[*case].text_of(*place),
        claim: cases[*case].read_at(*place),
    };
    let pairs: Vec<Pair> = asked.iter().map(pair).collect();
    let scores = reader.judge(&pairs).await?;
    for ((case, place), scores) in asked.into_iter().zip(scores) {
        cases[case].take_reading(place, scores);
    }
    Ok(())
}
