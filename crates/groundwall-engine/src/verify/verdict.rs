//! From what checks and models say to one verdict, by the table of the contract. Similarity and NLI never outvote a clash or an absence.

use super::checked::checks;
use super::reading::reading;
use super::weigh::{
    ENTAILS_COVERAGE, Weighed, Weigher, by_similarity, entails, in_another_script, weigh,
};
use super::why_not::why_not;
use super::windows::{Joined, Picked};
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_checks::{
    CheckKind, Prepared, Said, Signal, Source, date, number,
    words::{self, capitalised},
};
use groundwall_core::report::{CheckOutcome, JoinedReading, JudgedClaim, Outcome, SecondOpinion};
use groundwall_core::{
    Certainty, Claim, Evidence, Finding, FindingKind, NliScores, Policy, Preset, Severity, Stance,
    Verdict, Window,
};
use groundwall_ingest::cells_of;

#[cfg(test)]
mod tests;

/// For a conflict on the model's word alone, another document must speak of the same thing and be contradicted clearly.
const CONFLICT_COVERAGE: f32 = 0.8;
const CONFLICT_CONTRADICTION: f32 = 0.9;

/// A window with all its scores.
#[derive(Debug, Clone)]
pub(crate) struct Scored {
    pub(crate) window: Window,
    pub(crate) context: String,
    /// All passages of its document that were found for the claim; given to the first window of each document.
    pub(crate) around: String,
    pub(crate) coverage: f32,
    /// None while nothing asks for it: embedding a window costs as much as judging it.
    pub(crate) similarity: Option<f32>,
    /// What is read before the window's text.
    pub(crate) lead: Option<String>,
    /// Whether it asserts what the claim says. Where it does not, what the models make of it does not count.
    pub(crate) standing: Standing,
    /// None while the window was not judged.
    pub(crate) nli: Option<NliScores>,
    /// What the reader says of it; none where it did not read it.
    pub(crate) read: Option<NliScores>,
}

/// Something that the reader may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Window(usize),
    Joined(usize),
}

impl From<Picked> for Scored {
    fn from(picked: Picked) -> Self {
        Self {
            window: picked.window,
            context: picked.context,
            around: picked.around,
            coverage: picked.coverage,
            similarity: None,
            lead: picked.lead,
            standing: picked.standing,
            nli: None,
            read: None,
        }
    }
}

/// A claim that is shown and not judged.
pub(crate) fn unverifiable(claim: &Claim) -> JudgedClaim {
    JudgedClaim {
        why: claim
            .checkability
            .reason()
            .unwrap_or("This cannot be checked.")
            .to_owned(),
        claim: claim.clone(),
        verdict: Verdict::Unverifiable,
        probability: 0.0,
        evidence: Vec::new(),
        checks: Vec::new(),
        findings: Vec::new(),
        why_not: None,
        second_opinion: None,
        read_as: None,
        joined: Vec::new(),
        computed: None,
    }
}

/// Entailment that leaves a claim undecided where no judge says better.
const UNDECIDED: (f32, f32) = (0.2, 0.8);
/// The highest probability of a claim that a check or another document speaks against, whatever the models say.
const DOUBTFUL: f32 = 0.3;
impl Scored {
    /// Whether one sentence of the window is the claim, word for word, or the window is with what is read before it, or cells of it are.
    fn says_the_same(&self, claim: &str) -> bool {
        let window = &self.window.text;
        let wanted = words::tokens(claim);
        let same = |text: &str| words::tokens(text) == wanted;
        same(window)
            || self
                .lead
                .as_ref()
                .is_some_and(|lead| same(&format!("{lead} {window}")))
            || has_cells(window, claim)
            || groundwall_ingest::sentences_of(window)
                .into_iter()
                .any(|range| same(&window[range]))
    }
}

/// Whether a claim is cells of a row, at least two, each as it stands there.
fn has_cells(row: &str, claim: &str) -> bool {
    let wanted = cells_of(claim);
    if wanted.len() < 2 {
        return false;
    }
    let own: Vec<Vec<String>> = cells_of(row).into_iter().map(words::tokens).collect();
    wanted
        .into_iter()
        .all(|cell| own.contains(&words::tokens(cell)))
}

/// A checkable claim between its checks and its verdict. It says which windows the models have to look at for the verdict to stand, and no more.
pub(crate) struct Case<'a> {
    claim: &'a Claim,
    /// The claim without a hedge and with its values as the windows write them, where a check found them equal or within a band: what the models read.
    read_as: Option<String>,
    policy: &'a Policy,
    /// None where no NLI model judges.
    weigher: Option<Weigher<'a>>,
    windows: Vec<Scored>,
    /// Joined text with what the reader says of it.
    joined: Vec<(Joined, Option<NliScores>)>,
    /// The reader was asked and did not run.
    not_read: bool,
    said: Vec<Said>,
    off: Vec<&'static str>,
    verbatim: Option<usize>,
    deciding: Option<(usize, Stance)>,
    findings: Vec<Finding>,
    too_long: bool,
    /// The window that the chat endpoint was asked about, and what it said.
    opinion: Option<(usize, SecondOpinion)>,
}

impl<'a> Case<'a> {
    /// Runs the checks over the windows, best first.
    pub(crate) fn open(
        claim: &'a Claim,
        mut windows: Vec<Scored>,
        policy: &'a Policy,
        weigher: Option<Weigher<'a>>,
        year: i32,
    ) -> Self {
        let all = policy.preset == Preset::Firewall;
        let dictionary = weigher.and_then(|weigher| weigher.judge);
        let (said, off) = if all {
            checks(&claim.text, &windows, policy, dictionary, year)
        } else {
            Default::default()
        };
        if !all || !policy.checks.assertions {
            for scored in &mut windows {
                scored.standing = Standing::Asserted;
            }
        }
        let read_as = reading(claim, &said);
        let read = read_as.as_deref().unwrap_or(&claim.text);
        let verbatim = windows.iter().position(|scored| {
            all && scored.standing.is_asserted()
                && (scored.says_the_same(&claim.text) || scored.says_the_same(read))
        });
        let weigher = weigher
            .filter(|_| policy.checks.nli)
            .map(|weigher| Weigher {
                judge: weigher.judge.filter(|_| all),
                ..weigher
            });
        Self {
            claim,
            read_as,
            policy,
            weigher,
            windows,
            joined: Vec::new(),
            not_read: false,
            said,
            off,
            verbatim,
            deciding: None,
            findings: Vec::new(),
            too_long: false,
            opinion: None,
        }
    }

    /// With text that may be read joined.
    pub(crate) fn beside(self, joined: Vec<Joined>) -> Self {
        Self {
            joined: joined.into_iter().map(|joined| (joined, None)).collect(),
            ..self
        }
    }

    /// The claim is longer than the verifier reads: only checks speak of it.
    pub(crate) fn unread(self) -> Self {
        Self {
            weigher: None,
            too_long: true,
            ..self
        }
    }

    pub(crate) fn windows(&mut self) -> &mut [Scored] {
        &mut self.windows
    }

    pub(crate) fn claim(&self) -> &'a Claim {
        self.claim
    }

    /// What the models read in the claim's place.
    pub(crate) fn read(&self) -> &str {
        self.read_as.as_deref().unwrap_or(&self.claim.text)
    }

    /// Whether the verdict stands whatever a model says of the windows.
    fn settled(&self) -> bool {
        let decides = |said: &Said| {
            matches!(
                said.signal,
                Signal::Impossible | Signal::Clash | Signal::Absent
            )
        };
        self.windows.is_empty() || self.said.iter().any(decides) || !self.off.is_empty()
    }

    /// Whether the cosine of every window is needed.
    fn compares_vectors(&self) -> bool {
        match self.policy.preset {
            Preset::SimilarityNli | Preset::Cosine => true,
            Preset::Firewall | Preset::Nli => false,
        }
    }

    /// The windows that the NLI model has to judge next: all of them, but one for the report where a check has settled the verdict.
    pub(crate) fn to_judge(&self) -> Vec<usize> {
        if self.weigher.is_none() || self.policy.preset == Preset::Cosine {
            return Vec::new();
        }
        let left: Vec<usize> = (0..self.windows.len())
            .filter(|place| self.windows[*place].nli.is_none())
            .collect();
        let first = left.len() == self.windows.len();
        if self.settled() {
            left.into_iter().take(usize::from(first)).collect()
        } else {
            left
        }
    }

    fn reads_closely(&self) -> bool {
        self.weigher.is_some_and(|weigher| weigher.precise)
    }

    /// What the reader has to read, once the windows are judged: nothing where the verdict stands already, else the window that covers most of the claim, the
    /// one that the screen finds entails it most, the one that it finds contradicts it most, and the joined text of each document that matters.
    pub(crate) fn to_read(&self) -> Vec<Place> {
        if !self.reads_closely()
            || self.settled()
            || self.verbatim.is_some()
            || self.windows.iter().any(|scored| scored.nli.is_none())
            || !self
                .windows
                .iter()
                .any(|scored| scored.standing.is_asserted())
        {
            return Vec::new();
        }
        let asserted =
            || (0..self.windows.len()).filter(|place| self.windows[*place].standing.is_asserted());
        let most = |score: fn(NliScores) -> f32| {
            let score = |place: usize| self.windows[place].nli.map_or(0.0, score);
            asserted().max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.cmp(a)))
        };
        let mut windows: Vec<usize> = [
            asserted().next(),
            most(|nli| nli.entailment),
            most(|nli| nli.contradiction),
        ]
        .into_iter()
        .flatten()
        .collect();
        windows.sort_unstable();
        windows.dedup();
        windows
            .into_iter()
            .map(Place::Window)
            .chain((0..self.joined.len()).map(Place::Joined))
            .collect()
    }

    /// The text that is read at a place.
    pub(crate) fn text_of(&self, place: Place) -> String {
        match place {
            Place::Window(place) => {
                let Scored { lead, window, .. } = &self.windows[place];
                lead.as_ref().map_or_else(
                    || window.text.clone(),
                    |lead| format!("{lead} {}", window.text),
                )
            }
            Place::Joined(place) => self.joined[place].0.text.clone(),
        }
    }

    /// Takes what the reader said.
    pub(crate) fn take_reading(&mut self, place: Place, scores: NliScores) {
        match place {
            Place::Window(place) => self.windows[place].read = Some(scores),
            Place::Joined(place) => self.joined[place].1 = Some(scores),
        }
    }

    /// The reader did not run: what it would have judged is not verified.
    pub(crate) fn miss_reading(&mut self) {
        self.not_read = true;
    }

    /// The windows whose similarity decides something: whether an entailment counts though the window covers few of the claim's words.
    pub(crate) fn to_embed(&self) -> Vec<usize> {
        let thresholds = self
            .weigher
            .filter(|weigher| weigher.judge.is_none())
            .map(|weigher| weigher.thresholds);
        let entails = |nli: NliScores| {
            thresholds.is_some_and(|thresholds| entails(&nli, thresholds, self.policy))
        };
        let asked = |scored: &Scored| {
            self.compares_vectors()
                || (scored.coverage < ENTAILS_COVERAGE && scored.nli.is_some_and(entails))
        };
        (0..self.windows.len())
            .filter(|place| {
                self.windows[*place].similarity.is_none() && asked(&self.windows[*place])
            })
            .collect()
    }

    /// The window to ask a second opinion about and how far the claim is from the middle of the band, where the local stages leave it undecided.
    pub(crate) fn undecided(&self) -> Option<(usize, f32)> {
        let judge = self.weigher.and_then(|weigher| weigher.judge);
        if self.settled()
            || self.verbatim.is_some()
            || self.not_read
            || self.policy.preset != Preset::Firewall
        {
            return None;
        }
        let weighed = weigh(
            self.read(),
            &self.windows,
            &self.joined,
            self.weigher,
            self.policy,
        );
        let own = judge.map_or(UNDECIDED, |judge| {
            let undecided = judge.undecided(self.reads_closely());
            (undecided.start, undecided.end)
        });
        let (low, high) = self.policy.second_opinion.undecided.unwrap_or(own);
        let window = weighed
            .nearest
            .filter(|_| (low..high).contains(&weighed.probability))?;
        Some((
            window,
            (weighed.probability - f32::midpoint(low, high)).abs(),
        ))
    }

    /// Takes what the chat endpoint said of a window.
    pub(crate) fn hear(&mut self, window: usize, opinion: SecondOpinion) {
        self.opinion = Some((window, opinion));
    }

    /// The verdict on what is known.
    pub(crate) fn close(mut self) -> JudgedClaim {
        let weighed = weigh(
            self.read(),
            &self.windows,
            &self.joined,
            self.weigher,
            self.policy,
        );
        let (verdict, why) = self.rule(&weighed);
        self.finish(verdict, why, weighed.probability)
    }

    fn first(&self, signal: Signal) -> Option<Said> {
        self.said.iter().find(|said| said.signal == signal).cloned()
    }

    fn place(&self, window: usize) -> String {
        self.windows[window].window.place()
    }

    /// The table of SPEC 5, from the strongest row to the weakest.
    fn rule(&mut self, weighed: &Weighed) -> (Verdict, String) {
        if let Some(said) = self.first(Signal::Impossible) {
            return (Verdict::Refuted, format!("This cannot be: {}.", said.note));
        }
        if self.windows.is_empty() {
            let text = "Nothing in the documents speaks of this.";
            self.find(
                FindingKind::NoEvidence,
                Severity::Medium,
                Certainty::Likely,
                text,
                None,
                "evidence/1",
                "Add a document that covers this, or take the claim out.",
            );
            return (Verdict::Unsupported, text.to_owned());
        }
        if self.compares_vectors() {
            return self.by_similarity();
        }
        if let Some(said) = self.first(Signal::Clash) {
            let window = said.source.unwrap_or(0);
            self.deciding = Some((window, Stance::Refutes));
            let expected = said.expected.clone().unwrap_or_default();
            return (
                Verdict::Refuted,
                format!(
                    "Claim says {}. {} says {}.",
                    said.detected,
                    self.place(window),
                    expected
                ),
            );
        }
        if let Some(said) = self.first(Signal::Absent) {
            return (
                Verdict::Unsupported,
                format!(
                    "{} stands nowhere in the evidence.",
                    capitalised(&said.detected)
                ),
            );
        }
        if let Some(check) = self.off.first() {
            let text = format!("The check of {check} is switched off, so this was not verified.");
            return self.leave_not_run(&text, "policy/1", "Switch the check on and verify again.");
        }
        self.by_reading(weighed)
    }

    /// The rows of the table below the checks: what the models, or the chat endpoint in their place, make of the windows.
    fn by_reading(&mut self, weighed: &Weighed) -> (Verdict, String) {
        let opinion = self
            .opinion
            .as_ref()
            .and_then(|(place, opinion)| Some((*place, opinion.stance?, opinion.model.clone())));
        let (supports, refutes) = match &opinion {
            None => (weighed.supports, weighed.refutes),
            Some((place, Stance::Supports, _)) => (Some(*place), None),
            Some((place, Stance::Refutes, _)) => (None, Some(*place)),
            Some((_, Stance::Silent, _)) => (None, None),
        };
        let bundled = self.weigher.is_some_and(|weigher| weigher.judge.is_some());
        if bundled
            && opinion.is_none()
            && self.verbatim.is_none()
            && in_another_script(&self.claim.text)
        {
            let text = "This is written in a script that the verifier does not read, so it was not verified.";
            let advice = "Translate it into English, or name a verifier that reads the language (models.verifier).";
            return self.leave_not_run(text, "nli/1", advice);
        }
        let by = opinion.as_ref().map_or(String::new(), |(_, _, model)| {
            format!(", as {model} reads it")
        });
        let source = if opinion.is_some() {
            "second_opinion/1"
        } else {
            "nli/1"
        };
        if let Some(place) = self.verbatim.or(supports.filter(|_| !self.not_read)) {
            if let Some((other, why)) = self.other_document_differs(place) {
                self.deciding = Some((place, Stance::Supports));
                let text = format!(
                    "{} supports this, {} does not: {why}.",
                    self.place(place),
                    self.place(other)
                );
                self.find(
                    FindingKind::Conflict,
                    Severity::High,
                    Certainty::Likely,
                    &text,
                    Some(other),
                    "conflict/1",
                    "Decide which document holds, and remove or date the other.",
                );
                return (Verdict::Unsupported, text);
            }
            self.deciding = Some((place, Stance::Supports));
            return (
                Verdict::Supported,
                format!("{} says so{by}.", self.place(place)),
            );
        }
        if self.weigher.is_none() || self.not_read {
            return self.leave_unverified();
        }
        if let Some((place, embedding)) = self.denied() {
            return self.refute_denied(place, &embedding);
        }
        if let Some(place) = refutes {
            self.deciding = Some((place, Stance::Refutes));
            let text = format!("{} says otherwise{by}.", self.place(place));
            self.find(
                FindingKind::Contradiction,
                Severity::High,
                Certainty::Likely,
                &text,
                Some(place),
                source,
                "Correct the claim after the evidence, or take it out.",
            );
            return (Verdict::Refuted, text);
        }
        if let Some((place, embedding)) = self.withheld().filter(|_| opinion.is_none()) {
            return self.leave_withheld(place, &embedding);
        }
        let near = opinion.map(|(place, ..)| place);
        self.deciding = near.map(|place| (place, Stance::Silent));
        self.leave_unsaid(near.unwrap_or(0), &by)
    }

    /// A model that has to speak did not run.
    fn leave_unverified(&mut self) -> (Verdict, String) {
        let (text, advice) = if self.weigher.is_some() {
            (
                "The reader did not run, so this was not verified.",
                "Verify again in a moment; if it stays so, look at the server's log.",
            )
        } else if self.too_long {
            (
                "This is longer than the verifier reads, so it was not verified.",
                "Split it into shorter statements.",
            )
        } else {
            (
                "The NLI model did not run, so this was not verified.",
                "Load the model and verify again.",
            )
        };
        self.leave_not_run(text, "nli/1", advice)
    }

    /// Something that would have decided did not run.
    fn leave_not_run(&mut self, text: &str, source: &str, advice: &str) -> (Verdict, String) {
        self.find(
            FindingKind::NotRun,
            Severity::Medium,
            Certainty::Confirmed,
            text,
            None,
            source,
            advice,
        );
        (Verdict::Unsupported, text.to_owned())
    }

    /// No window says it.
    fn leave_unsaid(&mut self, near: usize, by: &str) -> (Verdict, String) {
        let text = if self.windows.iter().any(|scored| scored.coverage > 0.0) {
            format!(
                "The documents come close in {} but do not say this{by}.",
                self.place(near)
            )
        } else {
            "Nothing in the documents speaks of this.".to_owned()
        };
        self.find(
            FindingKind::NoEvidence,
            Severity::Medium,
            Certainty::Likely,
            &text,
            Some(near),
            "evidence/1",
            "Add a document that says so, or take the claim out.",
        );
        (Verdict::Unsupported, text)
    }

    /// The first window that denies the claim.
    fn denied(&self) -> Option<(usize, Embedding)> {
        self.windows
            .iter()
            .enumerate()
            .find_map(|(place, scored)| match &scored.standing {
                Standing::Denied(embedding) => Some((place, embedding.clone())),
                Standing::Asserted | Standing::Withheld(_) => None,
            })
    }

    /// The first window that names the claim and does not assert it, where no window that asserts something comes nearer.
    fn withheld(&self) -> Option<(usize, Embedding)> {
        let nearest = self
            .windows
            .iter()
            .filter(|scored| scored.standing.is_asserted())
            .map(|scored| scored.coverage)
            .fold(0.0, f32::max);
        self.windows
            .iter()
            .enumerate()
            .filter(|(_, scored)| scored.coverage >= nearest)
            .find_map(|(place, scored)| match &scored.standing {
                Standing::Withheld(embedding) => Some((place, embedding.clone())),
                Standing::Asserted | Standing::Denied(_) => None,
            })
    }

    /// What a reader is told of a window that does not assert the claim.
    fn told(&self, place: usize, embedding: &Embedding) -> String {
        let Embedding { words, says } = embedding;
        format!("{} {says} (“{words}”)", self.place(place))
    }

    fn refute_denied(&mut self, place: usize, embedding: &Embedding) -> (Verdict, String) {
        self.deciding = Some((place, Stance::Refutes));
        let text = format!("{}.", self.told(place, embedding));
        self.find(
            FindingKind::Contradiction,
            Severity::High,
            Certainty::Likely,
            &text,
            Some(place),
            &CheckKind::Assertion.source(),
            "Correct the claim after the evidence, or take it out.",
        );
        (Verdict::Refuted, text)
    }

    fn leave_withheld(&mut self, place: usize, embedding: &Embedding) -> (Verdict, String) {
        self.deciding = Some((place, Stance::Silent));
        let text = format!(
            "{}; that is no evidence for it.",
            self.told(place, embedding)
        );
        self.find(
            FindingKind::NoEvidence,
            Severity::Medium,
            Certainty::Likely,
            &text,
            Some(place),
            &CheckKind::Assertion.source(),
            "Say it as the text says it, or add a document that asserts it.",
        );
        (Verdict::Unsupported, text)
    }

    /// What the check of assertions says in the report: the claim is denied, asserted by no window, or only named by one.
    fn assertion_outcome(&self) -> Option<CheckOutcome> {
        let check = CheckKind::Assertion.name().to_owned();
        let embedded = |scored: &Scored| match &scored.standing {
            Standing::Asserted => None,
            Standing::Withheld(embedding) | Standing::Denied(embedding) => Some(embedding.clone()),
        };
        let refuted = self
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Contradiction);
        let denied = self.denied().filter(|_| refuted);
        let outcome = if denied.is_some() {
            Outcome::Clash
        } else if self.windows.iter().all(|scored| embedded(scored).is_some()) {
            Outcome::Absent
        } else {
            Outcome::Warning
        };
        let (place, embedding) = denied.or_else(|| {
            let mut windows = self.windows.iter().enumerate();
            windows.find_map(|(place, scored)| Some((place, embedded(scored)?)))
        })?;
        Some(CheckOutcome {
            check,
            outcome,
            note: self.told(place, &embedding),
        })
    }

    /// The rules over similarity, for comparison only.
    fn by_similarity(&mut self) -> (Verdict, String) {
        let (best, similarity, verdict) = by_similarity(&self.windows, self.policy.preset);
        self.deciding = Some((
            best,
            if verdict == Verdict::Supported {
                Stance::Supports
            } else {
                Stance::Silent
            },
        ));
        (
            verdict,
            format!("By similarity ({similarity:.2}), for comparison."),
        )
    }

    /// A window of another document that clashes with the claim or is clearly contradicted, though `place` supports it.
    fn other_document_differs(&self, place: usize) -> Option<(usize, String)> {
        let own = &self.windows[place].window.document;
        for (other, scored) in self
            .windows
            .iter()
            .enumerate()
            .filter(|(_, scored)| scored.window.document != *own)
        {
            match &scored.standing {
                Standing::Asserted => {}
                Standing::Denied(embedding) => return Some((other, embedding.says.to_owned())),
                Standing::Withheld(_) => continue,
            }
            let source = [Source {
                text: &scored.window.text,
                context: &scored.context,
                document: &scored.around,
            }];
            let prepared = Prepared::new(&self.claim.text, &source);
            let mut said = number::check(&prepared, &self.policy.tolerances);
            said.extend(date::check(&prepared));
            if let Some(clash) = said.into_iter().find(|said| said.signal == Signal::Clash) {
                return Some((other, clash.note));
            }
            if scored.coverage >= CONFLICT_COVERAGE
                && scored
                    .nli
                    .is_some_and(|nli| nli.contradiction > CONFLICT_CONTRADICTION)
            {
                return Some((other, "it says otherwise".to_owned()));
            }
        }
        None
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one call a finding reads better than a builder"
    )]
    fn find(
        &mut self,
        kind: FindingKind,
        severity: Severity,
        certainty: Certainty,
        text: &str,
        evidence: Option<usize>,
        source: &str,
        advice: &str,
    ) {
        self.findings.push(Finding {
            id: format!(
                "c{}-{}-{}",
                self.claim.id,
                kind.name(),
                self.findings.len() + 1
            ),
            kind,
            description: text.to_owned(),
            severity,
            certainty,
            confidence: certainty.confidence(),
            claim: self.claim.id,
            location: Some(self.claim.span),
            detected: None,
            expected: None,
            evidence,
            source: source.to_owned(),
            recommendation: advice.to_owned(),
        });
    }

    /// A finding for everything a check did not pass.
    fn findings_of_checks(&mut self) {
        for said in self.said.clone() {
            let (severity, certainty, advice) = match said.signal {
                Signal::Passed => continue,
                Signal::Clash => (
                    Severity::High,
                    Certainty::Confirmed,
                    "Correct the value after the evidence.",
                ),
                Signal::Absent => (
                    Severity::Medium,
                    Certainty::Likely,
                    "Add a document that holds this value, or take it out.",
                ),
                Signal::Impossible if said.kind == FindingKind::TemporalError => {
                    (Severity::High, Certainty::Likely, "Correct the date.")
                }
                Signal::Impossible => (
                    Severity::Critical,
                    Certainty::Confirmed,
                    "Correct the value.",
                ),
                Signal::Warning => (
                    Severity::Low,
                    Certainty::Warning,
                    "Look at this before you rely on it.",
                ),
            };
            self.find(
                said.kind,
                severity,
                certainty,
                &capitalised(&format!("{}.", said.note)),
                said.source,
                &said.check.source(),
                advice,
            );
            if let Some(finding) = self.findings.last_mut() {
                finding.detected = Some(said.detected);
                finding.expected = said.expected;
            }
        }
    }

    fn outcomes(&self, nli_note: Option<String>) -> Vec<CheckOutcome> {
        let mut outcomes: Vec<CheckOutcome> = self
            .said
            .iter()
            .map(|said| {
                let outcome = match said.signal {
                    Signal::Passed => Outcome::Passed,
                    Signal::Clash | Signal::Impossible => Outcome::Clash,
                    Signal::Absent => Outcome::Absent,
                    Signal::Warning => Outcome::Warning,
                };
                CheckOutcome {
                    check: said.check.name().to_owned(),
                    outcome,
                    note: capitalised(&said.note),
                }
            })
            .collect();
        outcomes.extend(self.assertion_outcome());
        outcomes.extend(self.off.iter().map(|check| CheckOutcome {
            check: (*check).to_owned(),
            outcome: Outcome::NotRun,
            note: "Switched off".to_owned(),
        }));
        outcomes.extend(nli_note.map(|note| CheckOutcome {
            check: "NLI".to_owned(),
            outcome: Outcome::NotRun,
            note,
        }));
        outcomes
    }

    fn finish(mut self, verdict: Verdict, why: String, probability: f32) -> JudgedClaim {
        let conflict = self
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Conflict);
        self.findings_of_checks();
        let nli_ran = !self.not_read && self.windows.iter().any(|scored| scored.nli.is_some());
        let checks = self.outcomes(
            (!nli_ran && !self.windows.is_empty()).then(|| "The model did not run".to_owned()),
        );
        let refuted_by_check = self
            .said
            .iter()
            .any(|said| matches!(said.signal, Signal::Clash | Signal::Impossible));
        let probability = match verdict {
            Verdict::Supported if self.verbatim.is_some() => 1.0,
            Verdict::Refuted if refuted_by_check => probability.min(0.05),
            Verdict::Refuted | Verdict::Unsupported
                if self.settled() || conflict || self.denied().is_some() =>
            {
                probability.min(DOUBTFUL)
            }
            Verdict::Supported | Verdict::Refuted | Verdict::Unsupported => probability,
            Verdict::Unverifiable => 0.0,
        };
        let first = self.deciding.map(|(place, _)| place);
        let stance = |place: usize| {
            self.deciding
                .filter(|(deciding, _)| *deciding == place)
                .map_or(Stance::Silent, |(_, stance)| stance)
        };
        let mut order: Vec<usize> = (0..self.windows.len()).collect();
        order.sort_by_key(|place| (Some(*place) != first, *place));
        for finding in &mut self.findings {
            finding.evidence = finding
                .evidence
                .and_then(|old| order.iter().position(|place| *place == old));
        }
        let evidence = order
            .iter()
            .map(|place| {
                let scored = &self.windows[*place];
                Evidence {
                    window: scored.window.clone(),
                    similarity: scored.similarity,
                    coverage: scored.coverage,
                    nli: scored.nli,
                    read: scored.read,
                    stance: stance(*place),
                }
            })
            .collect();
        let failed = verdict.is_checkable() && verdict != Verdict::Supported;
        let why_not = if failed {
            why_not(
                &self.claim.text,
                &self.said,
                &self.windows,
                order.first().copied(),
            )
        } else {
            None
        };
        JudgedClaim {
            claim: self.claim.clone(),
            verdict,
            why,
            probability,
            evidence,
            checks,
            findings: self.findings,
            why_not,
            second_opinion: self.opinion.map(|(_, opinion)| opinion),
            read_as: self.read_as,
            joined: self
                .joined
                .into_iter()
                .filter_map(|(joined, nli)| {
                    Some(JoinedReading {
                        document: joined.document,
                        text: joined.text,
                        nli: nli?,
                    })
                })
                .collect(),
            computed: None,
        }
    }
}
