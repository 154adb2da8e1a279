//! A window with what is known of it for one claim.

use groundwall_checks::assertion::Standing;
use groundwall_checks::{Observation, Source, same_but_for_values, words};
use groundwall_core::{Evidence, NliScores, Stance, Window};
use groundwall_ingest::cells_of;

/// What a further sentence must add to the covered share to be worth its length.
const LENGTH_COST: f32 = 0.04;

/// A window that was picked for a claim. It gains scores as the models look at it.
#[derive(Debug, Clone)]
pub(crate) struct Scored {
    pub(crate) window: Window,
    /// What a reader of the document has read before and the window needs: the line that opens its list, or a heading that names what the claim speaks of.
    pub(crate) lead: Option<String>,
    /// Document name, headings, and the passages it was found in.
    pub(crate) context: String,
    /// All passages of its document that were found for the claim; empty but for the first window of each document.
    pub(crate) around: String,
    /// Weighted share of the claim's content words, numbers included.
    pub(crate) coverage: f32,
    /// Whether it asserts what the claim says. Where it does not, what the models make of it does not count.
    pub(crate) standing: Standing,
    /// None while nothing asks for it: embedding a window costs as much as judging it.
    pub(crate) similarity: Option<f32>,
    /// What the screen says of it; none while it was not judged.
    pub(crate) nli: Option<NliScores>,
    /// What the reader says of it; none where it did not read it.
    pub(crate) read: Option<NliScores>,
}

impl Scored {
    /// A window that no model has looked at.
    pub(crate) fn new(window: Window, context: String, coverage: f32) -> Self {
        Self {
            window,
            lead: None,
            context,
            around: String::new(),
            coverage,
            standing: Standing::default(),
            similarity: None,
            nli: None,
            read: None,
        }
    }

    /// What it covers, less what its length costs.
    pub(super) fn worth(&self) -> f32 {
        let further = self.window.last_sentence - self.window.first_sentence;
        self.coverage - LENGTH_COST * further as f32
    }

    /// It as the checks see it.
    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            text: &self.window.text,
            context: &self.context,
            document: &self.around,
        }
    }

    /// Its text behind what is read before it.
    pub(crate) fn with_lead(&self) -> String {
        let text = &self.window.text;
        self.lead
            .as_ref()
            .map_or_else(|| text.clone(), |lead| format!("{lead} {text}"))
    }

    /// It as a report shows it.
    pub(crate) fn evidence(&self, stance: Stance) -> Evidence {
        Evidence {
            window: self.window.clone(),
            similarity: self.similarity,
            coverage: self.coverage,
            nli: self.nli,
            read: self.read,
            stance,
        }
    }

    /// Whether one sentence of the window is the claim, word for word, or the window is with what is read before it, or cells of it are.
    pub(crate) fn says_the_same(&self, claim: &str) -> bool {
        let window = &self.window.text;
        let wanted = words::tokens(claim);
        let same = |text: &str| words::tokens(text) == wanted;
        same(window)
            || (self.lead.is_some() && same(&self.with_lead()))
            || has_cells(window, claim)
            || groundwall_text::sentences_of(window)
                .into_iter()
                .any(|range| same(&window[range]))
    }

    /// Whether a sentence of the window is the claim but for how it writes values that the checks found to hold.
    pub(crate) fn differs_in_values_alone(&self, claim: &str, said: &[Observation]) -> bool {
        let window = &self.window.text;
        groundwall_text::sentences_of(window)
            .into_iter()
            .any(|range| same_but_for_values(claim, &window[range], said))
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
