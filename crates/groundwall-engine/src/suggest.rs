//! A few questions that the documents themselves suggest: from the columns of tables, and from headings. By rule, so that they are the same for the same documents.

use crate::Firewall;
use crate::language::ENGLISH;
use groundwall_core::{
    CollectionId, DocumentId, Passage, PolicyOverride, Question, ReportState, Sentence,
    SentenceKind, TableColumn,
};
use groundwall_ports::{PortError, unwatched};
use groundwall_tables::{Routed, View};
use groundwall_text::words::{is_stop, tokens};
use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock};

/// Questions that are suggested.
const MANY: usize = 3;
/// Documents that are looked into for a heading.
const DOCUMENTS: usize = 12;
/// Questions to texts that are tried out: once for each version of the documents, so that what is suggested is answered.
const TRIES: usize = 5;
/// Letters of a heading that can stand in a question.
const HEADING: std::ops::RangeInclusive<usize> = 4..=48;

/// A question with the document that suggests it.
#[derive(Clone)]
struct Suggestion {
    document: DocumentId,
    question: String,
}

/// The questions of suggestions, each once.
fn questions(of: &[Suggestion]) -> Vec<String> {
    let mut questions: Vec<String> = of.iter().map(|one| one.question.clone()).collect();
    questions.dedup();
    questions
}

/// The suggestions of each collection, of the version that was looked into last.
#[derive(Default)]
pub(crate) struct Suggested {
    known: RwLock<HashMap<CollectionId, (u64, Vec<Suggestion>)>>,
    /// Held by who looks into documents: that takes the models' time, and many may look at a page at once.
    looking: tokio::sync::Mutex<()>,
}

impl Suggested {
    /// Keeps nothing of a collection.
    pub(crate) fn forget(&self, collection: &CollectionId) {
        let mut all = self.known.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(collection);
    }
}

impl Firewall {
    pub(crate) async fn suggested(
        &self,
        collection: &CollectionId,
    ) -> Result<Vec<String>, PortError> {
        let version = self.parts.store.stats(collection).await?.version;
        let known = self
            .suggested
            .known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(collection)
            .cloned();
        let known = match known {
            Some((at, found)) if at == version => return Ok(questions(&found)),
            Some((_, found)) => found,
            None => Vec::new(),
        };
        let documents = self.parts.store.documents(collection).await?;
        // Meanwhile the others see what was suggested before, of documents that are still there.
        let Ok(_looking) = self.suggested.looking.try_lock() else {
            let held =
                |one: &Suggestion| documents.iter().any(|document| document.id == one.document);
            let known: Vec<Suggestion> = known.into_iter().filter(held).collect();
            return Ok(questions(&known));
        };
        let views = self.views(collection).await?;
        let views: Vec<&View> = views.iter().collect();
        let mut of_tables: Vec<Suggestion> = views
            .iter()
            .filter_map(|view| {
                let document = view.stored().document.clone();
                let question = figure(view, &views)?;
                Some(Suggestion { document, question })
            })
            .collect();
        let mut of_texts = Vec::new();
        let (wanted, mut tries) = (MANY - usize::from(!of_tables.is_empty()), TRIES);
        for document in documents.iter().take(DOCUMENTS) {
            if of_texts.len() == wanted || tries == 0 {
                break;
            }
            let passages = self.parts.store.passages(collection, &document.id).await?;
            if let Some(question) = heading(document.name().as_str(), &passages) {
                tries -= 1;
                let answered = self.answered(collection, &question).await?;
                let document = document.id.clone();
                of_texts.extend(answered.then_some(Suggestion { document, question }));
            }
        }
        // Of each kind one, then what there is.
        let mut found = Vec::new();
        while found.len() < MANY && !(of_tables.is_empty() && of_texts.is_empty()) {
            for list in [&mut of_texts, &mut of_tables] {
                if !list.is_empty() {
                    found.push(list.remove(0));
                }
            }
        }
        found.truncate(MANY);
        let asked = questions(&found);
        self.suggested
            .known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(collection.clone(), (version, found));
        Ok(asked)
    }

    /// Whether the documents answer a question. Nothing is recorded, and no endpoint is asked: that would cost somebody something.
    async fn answered(&self, collection: &CollectionId, question: &str) -> Result<bool, PortError> {
        if self.parts.generator.chat().is_some() {
            return Ok(true);
        }
        let question = Question {
            collection: collection.clone(),
            ..Question::parse(question, PolicyOverride::default())?
        };
        let report = self.answer(&question, &unwatched).await?;
        Ok(match report.state {
            ReportState::Verified | ReportState::PartlyVerified => true,
            ReportState::NotVerified | ReportState::NothingToCheck | ReportState::NotCovered => {
                false
            }
        })
    }
}

/// A name of a column as it stands in a sentence: "Length (m)" as "length".
fn said(column: &TableColumn) -> String {
    let name = column.name.split('(').next().unwrap_or_default().trim();
    let name = name.replace('_', " ");
    let second = name.chars().nth(1).is_some_and(char::is_uppercase);
    if second { name } else { name.to_lowercase() }
}

/// A question for the highest figure of a table, one that the tables do answer.
fn figure(view: &View, views: &[&View]) -> Option<String> {
    let table = &view.stored().table;
    let named = view.names().map(|column| said(&table.columns[column]));
    let entity = named.filter(|name| name != "name");
    let called = |column: &usize| table.columns[*column].name.chars().any(char::is_alphabetic);
    view.measures()
        .filter(called)
        .map(|column| said(&table.columns[column]))
        .flat_map(|figure| {
            let which = entity
                .as_ref()
                .map(|entity| format!("Which {entity} has the highest {figure}?"));
            which
                .into_iter()
                .chain([format!("What is the highest {figure}?")])
        })
        .take(8)
        .find(|question| {
            matches!(groundwall_tables::ask(views, question), Routed::Answer(answer) if answer.document == view.stored().document)
        })
}

/// Words of a heading that say something of what stands under it, from which on it makes a question: "Cause" or "Table of Contents" says little by itself.
const OWN: usize = 2;

/// Whether a heading can stand in a question: letters alone, with words of its own. What is all in capitals is the head of a page as often as a heading.
fn tells(heading: &str) -> bool {
    let letters = |c: char| c.is_alphabetic() || c == ' ' || c == '-';
    let shouted =
        heading.chars().any(char::is_uppercase) && !heading.chars().any(char::is_lowercase);
    let words = tokens(heading);
    let asks = words
        .first()
        .is_some_and(|word| ENGLISH.questions.heads.has(word));
    let own = words
        .iter()
        .filter(|word| !is_stop(word) && !ENGLISH.suggesting.parts.has(word));
    HEADING.contains(&heading.chars().count())
        && heading.chars().all(letters)
        && !shouted
        && !asks
        && own.count() >= OWN
}

/// A question for what stands under the first heading that tells of it and has sentences of its own. A heading that comes again is the head of a page or of any part.
fn heading(title: &str, passages: &[Passage]) -> Option<String> {
    // Passages overlap.
    let sentences: BTreeMap<u32, &Sentence> = passages
        .iter()
        .flat_map(|passage| &passage.sentences)
        .map(|sentence| (sentence.index, sentence))
        .collect();
    let sentences: Vec<&Sentence> = sentences.into_values().collect();
    let mut times: HashMap<Vec<String>, usize> = HashMap::new();
    for one in sentences
        .iter()
        .filter(|one| one.kind == SentenceKind::Heading)
    {
        *times.entry(tokens(&one.text)).or_default() += 1;
    }
    let title = title.to_lowercase();
    let heading = sentences
        .windows(2)
        .filter(|pair| {
            pair[0].kind == SentenceKind::Heading
                && pair[1].kind == SentenceKind::Prose
                && pair[1].text.split_whitespace().count() >= 6
        })
        .map(|pair| pair[0].text.as_str())
        .find(|heading| {
            tells(heading)
                && times.get(&tokens(heading)) == Some(&1)
                && !title.contains(&heading.to_lowercase())
        })?;
    Some(format!("What do the documents say about “{heading}”?"))
}

#[cfg(test)]
mod tests {
    use super::{heading, tells};
    use groundwall_core::{
        DocumentId, DocumentName, Locator, Passage, PassageId, Sentence, SentenceKind, Span,
    };

    #[test]
    fn a_heading_tells_by_two_words_of_its_own() {
        for one in [
            "Product specifications",
            "Scheduling Time Off",
            "Use of taxi ranks",
        ] {
            assert!(tells(one), "{one}");
        }
        for one in [
            "CONTENTS",
            "Contents",
            "Table of Contents",
            "List of Figures",
            "Index",
            "Cause",
            "Product Summary",
            "BOARD MEETINGS",
            "What we do here",
            "4.0. Application review",
            "Appendix",
            "The General Part",
        ] {
            assert!(!tells(one), "{one}");
        }
    }

    fn passage(index: u32, lines: &[(u32, SentenceKind, &str)]) -> Passage {
        let sentence = |(index, kind, text): &(u32, SentenceKind, &str)| Sentence {
            index: *index,
            section: 0,
            kind: *kind,
            text: (*text).to_owned(),
            span: Span { start: 0, end: 0 },
            locator: Locator::default(),
        };
        Passage {
            id: PassageId(index.to_string()),
            document: DocumentId("d".to_owned()),
            document_name: DocumentName::parse("d.txt").unwrap(),
            index,
            span: Span { start: 0, end: 0 },
            locator: Locator::default(),
            text: String::new(),
            sentences: lines.iter().map(sentence).collect(),
        }
    }

    #[test]
    fn the_head_of_every_page_is_no_question_and_a_passage_that_overlaps_repeats_nothing() {
        use SentenceKind::{Heading, Prose};
        let says = "The mooring lines of every ferry are renewed in spring.";
        let lines = [
            (0, Heading, "Harbour Trust Papers"),
            (1, Prose, says),
            (2, Heading, "Mooring of ferries"),
            (3, Prose, says),
            (4, Heading, "HARBOUR TRUST PAPERS"),
            (5, Prose, says),
        ];
        let passages = [passage(0, &lines[..4]), passage(1, &lines[2..])];
        assert_eq!(
            heading("d.txt", &passages).as_deref(),
            Some("What do the documents say about “Mooring of ferries”?")
        );
        assert_eq!(heading("mooring of ferries.txt", &passages), None);
    }
}
