//! A window with what is known of it for one claim.

use crate::assertion::Standing;
use crate::text::Text;
use groundwall_core::{DocumentId, DocumentName, Evidence, Locator, Stance, Window};

/// A window that was picked for a claim, with what surrounds it: what the checks read and the models score.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The window as a report shows it; it gains scores as the models look at it.
    pub evidence: Evidence,
    /// The window's text.
    pub text: Text,
    /// What surrounds it: document name, headings, the passages it was found in. Names may stand here.
    pub context: Text,
    /// Every passage of its document that was found for the claim; empty but for the first window of each document. A name that stands here is not absent.
    pub document: Text,
    /// What a reader of the document has read before and the window needs: the line that opens its list, or a heading that names what the claim speaks of.
    pub lead: Option<String>,
    /// Whether it asserts what the claim says. Where it does not, what the models make of it does not count.
    pub standing: Standing,
}

impl Scored {
    /// A window that no model has looked at; `coverage` is the weighted share of the claim's content words that it has, numbers included, in [0, 1].
    pub fn new(window: Window, context: String, coverage: f32) -> Self {
        Self {
            text: Text::from(window.text.as_str()),
            context: context.into(),
            document: Text::default(),
            lead: None,
            standing: Standing::default(),
            evidence: Evidence {
                window,
                similarity: None,
                coverage,
                nli: None,
                read: None,
                stance: Stance::Silent,
            },
        }
    }

    /// A text that stands alone, as a window of no document.
    pub fn alone(text: &str) -> Self {
        let window = Window {
            document: DocumentId(String::new()),
            document_name: DocumentName::parse("text").expect("the name is fixed"),
            first_sentence: 0,
            last_sentence: 0,
            text: text.to_owned(),
            locator: Locator::default(),
        };
        Self::new(window, String::new(), 0.0)
    }

    /// Its text behind what is read before it.
    pub fn with_lead(&self) -> String {
        let text = &self.evidence.window.text;
        self.lead
            .as_ref()
            .map_or_else(|| text.clone(), |lead| format!("{lead} {text}"))
    }
}
