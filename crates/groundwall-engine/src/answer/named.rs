//! A document that nowhere says a name of the question speaks of something else, whatever its sentences say: a permit for a deck in Austin is none in Dallas.

use super::runs::{Place, Run, Shelf};
use crate::Firewall;
use groundwall_checks::{Prepared, Scored, Signal, Text, identifier};
use groundwall_core::report::Candidate;
use groundwall_core::{CollectionId, Passage};
use groundwall_ports::PortError;

/// What passages say, with the names of their documents and their headings.
fn said<'p>(passages: impl Iterator<Item = &'p Passage>) -> Text {
    let mut said = String::new();
    for passage in passages {
        said.push_str(&format!("{} ", passage.document_name));
        said.push_str(&passage.locator.heading.join(" "));
        said.push('\n');
        said.push_str(&passage.text);
        said.push('\n');
    }
    said.into()
}

/// The first name, code or acronym of a question that a text does not say, by the check of claims.
fn missing(question: &Text, text: Text) -> Option<String> {
    let windows = [Scored {
        document: text,
        ..Scored::alone("")
    }];
    let observed = identifier::check(&Prepared::new(question, &windows), &|_| true);
    observed
        .into_iter()
        .find(|observed| observed.signal == Signal::Absent)
        .map(|observed| observed.detected)
}

/// The first name of a question, but for those of the run's document, that is not said where a run stands: neither in the passages that have its sentences nor in their
/// headings.
pub(super) fn unsaid_at<'s>(
    question: &str,
    run: &Run<'s>,
    shelf: &Shelf<'s>,
    candidates: &[Candidate],
) -> Option<String> {
    let mut without = shelf.without_names(question);
    let unnamed = without.remove(run.document());
    let fitting = unnamed.filter(|unnamed| shelf.fits(run, unnamed));
    let question = fitting.map_or(question.into(), |unnamed| Text::from(unnamed.text.as_str()));
    if question.identifiers().is_empty() {
        return None;
    }
    let passages = candidates.iter().map(|candidate| &candidate.passage);
    let own = passages.filter(|passage| {
        let sentences = passage.sentences.iter();
        sentences
            .map(|sentence| sentence.index)
            .any(|index| run.holds((&passage.document, index)))
    });
    missing(&question, said(own))
}

impl Firewall {
    /// The first name of a question that the document at `place` nowhere says; none where it says all of them. What was fetched is looked through first, the
    /// whole document only where a name is not there.
    pub(super) async fn unsaid(
        &self,
        collection: &CollectionId,
        question: &str,
        (document, _): Place<'_>,
        candidates: &[Candidate],
    ) -> Result<Option<String>, PortError> {
        let question = Text::from(question);
        if question.identifiers().is_empty() {
            return Ok(None);
        }
        let fetched = candidates.iter().map(|candidate| &candidate.passage);
        let own = fetched.filter(|passage| passage.document == *document);
        if missing(&question, said(own)).is_none() {
            return Ok(None);
        }
        let all = self.parts.store.passages(collection, document).await?;
        Ok(missing(&question, said(all.iter())))
    }
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn a_name_that_stands_nowhere_is_told_and_others_are_not() {
        let text = || "The City of Austin asks for a permit for a deck over 200 sq. ft.".into();
        for (question, name) in [
            ("Do I need a permit for a deck in Dallas?", Some("Dallas")),
            ("Do I need a permit for a deck in Austin?", None),
            ("Do I need a permit for a deck?", None),
            ("What do American cities ask for?", None),
        ] {
            assert_eq!(
                missing(&question.into(), text()).as_deref(),
                name,
                "{question}"
            );
        }
    }
}
