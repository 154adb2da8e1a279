//! A claim's case, from its checks to its verdict, in three rooms: `plan` says what the models have to read, `rule` what follows from what checks and models
//! observed, and `report` says it in words and findings.

mod plan;
mod report;
mod rule;

pub(crate) use plan::Place;
pub(crate) use report::unverifiable;

use super::checked::checks;
use super::reading::reading;
use super::weigh::{Weighed, Weigher, nearest_window, weigh};
use super::windows::{
    Found, Joined, Scored, differs_in_values_alone, is_no_statement, says_the_same, told_again,
};
use crate::naming::Namings;
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_checks::{Again, Observation, Signal, Text, citation, has_korean};
use groundwall_core::report::{JudgedClaim, SecondOpinion};
use groundwall_core::{Claim, LookedUp, NliScores, Policy, Preset};
use groundwall_governance::pack::Active;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// Probability of support that a claim needs which is read without the words that name its document. On the halves of thirteen sets of strangers' claims that were read
/// (`data/answers` and two others), 111 claims read otherwise with it: 30 true and 6 false ones pass, without it 32 and 8; read as they stand 23 and 5.
const UNNAMED: f32 = 0.65;

/// What is observed of a checkable claim.
pub(crate) struct Case<'a> {
    claim: &'a Claim,
    /// Its text, read once.
    text: Text,
    /// The claim without a hedge and with its values as the windows write them, where a check found them equal or within a band: what the models read.
    read_as: Option<String>,
    policy: &'a Policy,
    /// None where no NLI model judges.
    weigher: Option<Weigher<'a>>,
    windows: Vec<Scored>,
    joined: Vec<Joined>,
    /// Sentences of further documents that may say the claim with another value: no model reads them.
    rivals: Vec<Scored>,
    /// What the documents are called.
    namings: Arc<Namings>,
    /// The reader was asked and did not run.
    not_read: bool,
    said: Vec<Observation>,
    /// Checks that are switched off and had something to judge.
    off: Vec<&'static str>,
    /// The window that holds the claim word for word, or in other endings of a language that no model reads.
    verbatim: Option<usize>,
    too_long: bool,
    /// The window that the chat endpoint was asked about, and what it said.
    opinion: Option<(usize, SecondOpinion)>,
    /// Rank, 0 the highest, and name of the tier of each window's document, then of each rival's; empty where no pack speaks of tiers.
    tiers: Vec<Option<(usize, String)>>,
}

impl<'a> Case<'a> {
    /// Runs the checks over the windows, best first.
    pub(crate) fn open(
        claim: &'a Claim,
        found: Found,
        policy: &'a Policy,
        weigher: Option<Weigher<'a>>,
        year: i32,
    ) -> Self {
        let Found {
            text,
            mut windows,
            joined,
            rivals,
            namings,
        } = found;
        let all = policy.preset == Preset::Firewall;
        let dictionary = weigher.and_then(|weigher| weigher.judge);
        let (said, off) = if all {
            checks(&text, &windows, policy, dictionary, year)
        } else {
            Default::default()
        };
        if !all || !policy.checks.assertions {
            for scored in &mut windows {
                scored.standing = Standing::Asserted;
            }
        }
        let read_as = reading(claim, &text, &said);
        let read = read_as.as_deref().map(Text::from);
        let verbatim = windows.iter().position(|scored| {
            all && scored.standing.is_asserted()
                && (says_the_same(scored, &text)
                    || read
                        .as_ref()
                        .is_some_and(|read| says_the_same(scored, read))
                    || differs_in_values_alone(scored, &text, &said))
        });
        let weigher = weigher
            .filter(|_| policy.checks.nli)
            .map(|weigher| Weigher {
                judge: weigher.judge.filter(|_| all),
                ..weigher
            });
        Self {
            claim,
            text,
            read_as,
            policy,
            weigher,
            windows,
            joined,
            rivals,
            namings,
            not_read: false,
            said,
            off,
            verbatim,
            too_long: false,
            opinion: None,
            tiers: Vec::new(),
        }
    }

    /// With what its windows say of a Korean claim in other endings, where `asked` is the question that it answers.
    pub(crate) fn told_again(mut self, asked: &str) -> Self {
        if self.policy.preset != Preset::Firewall || !has_korean(&self.text) {
            return self;
        }
        let windows = &self.windows;
        let text = &self.text;
        self.verbatim = self
            .verbatim
            .filter(|place| !is_no_statement(&windows[*place], text));
        if self.verbatim.is_some() {
            return self;
        }
        for (place, scored) in self.windows.iter_mut().enumerate() {
            if !scored.standing.is_asserted() {
                continue;
            }
            match told_again(scored, &self.text, asked) {
                Some((Again::Same, _)) => {
                    self.verbatim = self.verbatim.or(Some(place));
                }
                Some((Again::Opposite, words)) => {
                    scored.standing = Standing::Denied(Embedding {
                        words,
                        says: "says that this is not so",
                    });
                }
                None => {}
            }
        }
        self
    }

    /// With the tier of each document, by its name.
    pub(crate) fn tiered(mut self, packs: &Active) -> Self {
        if packs.has_tiers() {
            let names = self
                .windows
                .iter()
                .chain(&self.rivals)
                .map(|scored| scored.evidence.window.document_name.as_str());
            self.tiers = names.map(|name| packs.rank(name)).collect();
        }
        self
    }

    /// The web addresses that it cites and that its windows do not have.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &str> {
        self.said.iter().filter_map(citation::address)
    }

    /// Takes what an address says of itself.
    pub(crate) fn looked_up(&mut self, address: &str, found: LookedUp) {
        for said in &mut self.said {
            if citation::address(said) == Some(address) {
                citation::looked_up(said, found);
            }
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

    /// What they read in its place beside the text at a place: without the words that name its document, where the text names nothing else.
    pub(crate) fn read_at(&self, place: Place) -> String {
        let (document, text) = match place {
            Place::Window(place) => {
                let window = &self.windows[place].evidence.window;
                (&window.document, &window.text)
            }
            Place::Joined(place) => (&self.joined[place].document, &self.joined[place].text),
        };
        let unnamed = self.namings.without(document, self.read());
        let unnamed = unnamed.filter(|unnamed| unnamed.fits(text));
        unnamed.map_or_else(|| self.read().to_owned(), |unnamed| unnamed.text)
    }

    /// Takes what the reader said.
    pub(crate) fn take_reading(&mut self, place: Place, scores: NliScores) {
        match place {
            Place::Window(place) => self.windows[place].evidence.read = Some(scores),
            Place::Joined(place) => self.joined[place].read = Some(scores),
        }
    }

    /// The reader did not run: what it would have judged is not verified.
    pub(crate) fn miss_reading(&mut self) {
        self.not_read = true;
    }

    /// Takes what the chat endpoint said of a window.
    pub(crate) fn hear(&mut self, window: usize, opinion: SecondOpinion) {
        self.opinion = Some((window, opinion));
    }

    /// The verdict on what is known.
    pub(crate) fn close(mut self) -> JudgedClaim {
        let weighed = self.weighed();
        let may_stand =
            self.verbatim.is_some() || weighed.supports.is_some() || self.opinion.is_some();
        let differs = |rival: &Scored| self.differs(rival).is_some();
        if may_stand && self.rivals.iter().any(differs) {
            self.windows.append(&mut self.rivals);
        }
        let ruling = self.rule(&weighed);
        self.report(&ruling, weighed.probability)
    }

    fn weighed(&self) -> Weighed {
        let nearest = nearest_window(&self.windows);
        let claim = nearest.map_or_else(
            || self.read().to_owned(),
            |place| self.read_at(Place::Window(place)),
        );
        let weighed = weigh(
            &claim,
            &self.windows,
            &self.joined,
            self.weigher,
            self.policy,
        );
        let unsure = claim != self.read()
            && weighed.probability < UNNAMED
            && self.policy.support_probability.is_none();
        Weighed {
            supports: weighed.supports.filter(|_| !unsure),
            ..weighed
        }
    }

    /// Whether the verdict stands whatever a model says of the windows.
    fn settled(&self) -> bool {
        let decides = |said: &Observation| {
            matches!(
                said.signal,
                Signal::Impossible
                    | Signal::Clash
                    | Signal::Absent
                    | Signal::Suspect
                    | Signal::Gone
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

    /// The first window that denies the claim.
    fn denied(&self) -> Option<(usize, &Embedding)> {
        self.windows
            .iter()
            .enumerate()
            .find_map(|(place, scored)| match &scored.standing {
                Standing::Denied(embedding) => Some((place, embedding)),
                Standing::Asserted | Standing::Withheld(_) => None,
            })
    }

    /// The first window that names the claim and does not assert it, where no window that asserts something comes nearer.
    fn withheld(&self) -> Option<(usize, &Embedding)> {
        let nearest = self
            .windows
            .iter()
            .filter(|scored| scored.standing.is_asserted())
            .map(|scored| scored.evidence.coverage)
            .fold(0.0, f32::max);
        self.windows
            .iter()
            .enumerate()
            .filter(|(_, scored)| scored.evidence.coverage >= nearest)
            .find_map(|(place, scored)| match &scored.standing {
                Standing::Withheld(embedding) => Some((place, embedding)),
                Standing::Asserted | Standing::Denied(_) => None,
            })
    }
}
