//! A few questions that the documents themselves suggest: from the columns of tables, and from headings. By rule, so that they are the same for the same documents.

use crate::Firewall;
use crate::language::ENGLISH;
use groundwall_core::{
    CellKind, CollectionId, Document, Passage, PolicyOverride, Question, ReportState, SentenceKind,
    TableColumn,
};
use groundwall_ports::{PortError, unwatched};
use groundwall_tables::{Routed, View};
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// Questions that are suggested.
const MANY: usize = 3;
/// Documents that are looked into for a heading.
const DOCUMENTS: usize = 12;
/// Questions to texts that are tried out: once for each version of the documents, so that what is suggested is answered.
const TRIES: usize = 5;
/// Letters of a heading that can stand in a question.
const HEADING: std::ops::RangeInclusive<usize> = 4..=48;

/// The suggestions of each collection, of the version that was looked into last.
#[derive(Default)]
pub(crate) struct Suggested {
    known: RwLock<HashMap<CollectionId, (u64, Vec<String>)>>,
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
            Some((at, questions)) if at == version => return Ok(questions),
            Some((_, questions)) => questions,
            None => Vec::new(),
        };
        // Meanwhile the others see what was suggested before.
        let Ok(_looking) = self.suggested.looking.try_lock() else {
            return Ok(known);
        };
        let views = self.views(collection).await?;
        let views: Vec<&View> = views.iter().collect();
        let mut of_tables: Vec<String> = views
            .iter()
            .filter_map(|view| figure(view, &views))
            .collect();
        let mut of_texts = Vec::new();
        let documents = self.parts.store.documents(collection).await?;
        let (wanted, mut tries) = (MANY - usize::from(!of_tables.is_empty()), TRIES);
        for document in documents.iter().take(DOCUMENTS) {
            if of_texts.len() == wanted || tries == 0 {
                break;
            }
            let passages = self.parts.store.passages(collection, &document.id).await?;
            if let Some(question) = heading(document, &passages) {
                tries -= 1;
                of_texts.extend(
                    self.answered(collection, &question)
                        .await?
                        .then_some(question),
                );
            }
        }
        // Of each kind one, then what there is.
        let mut questions = Vec::new();
        while questions.len() < MANY && !(of_tables.is_empty() && of_texts.is_empty()) {
            for list in [&mut of_texts, &mut of_tables] {
                if !list.is_empty() {
                    questions.push(list.remove(0));
                }
            }
        }
        questions.truncate(MANY);
        questions.dedup();
        self.suggested
            .known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(collection.clone(), (version, questions.clone()));
        Ok(questions)
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
    let second = name.chars().nth(1).is_some_and(char::is_uppercase);
    if second {
        name.to_owned()
    } else {
        name.to_lowercase()
    }
}

/// A question for the highest figure of a table, one that the tables do answer.
fn figure(view: &View, views: &[&View]) -> Option<String> {
    let table = &view.stored().table;
    let entity = table
        .columns
        .iter()
        .find(|column| column.kind == CellKind::Text)?;
    let figures = table.columns.iter().filter(|column| {
        matches!(
            column.kind,
            CellKind::Number | CellKind::Money | CellKind::Percent
        ) && column.name.chars().any(char::is_alphabetic)
    });
    let entity = Some(said(entity)).filter(|name| name != "name");
    figures
        .flat_map(|column| {
            let which = entity
                .as_ref()
                .map(|entity| format!("Which {entity} has the highest {}?", said(column)));
            which
                .into_iter()
                .chain([format!("What is the highest {}?", said(column))])
        })
        .take(8)
        .find(|question| {
            matches!(groundwall_tables::ask(views, question), Routed::Answer(answer) if answer.document == view.stored().document)
        })
}

/// A question for what stands under the first heading of several words that has sentences of its own, else the first of one.
fn heading(document: &Document, passages: &[Passage]) -> Option<String> {
    let sentences: Vec<_> = passages
        .iter()
        .flat_map(|passage| &passage.sentences)
        .collect();
    let fits = |text: &str| {
        HEADING.contains(&text.chars().count())
            && text
                .chars()
                .all(|c| c.is_alphabetic() || c == ' ' || c == '-')
    };
    let title = document.name().as_str().to_lowercase();
    let headings: Vec<&str> = sentences
        .windows(2)
        .filter(|pair| {
            pair[0].kind == SentenceKind::Heading
                && pair[1].kind == SentenceKind::Prose
                && fits(&pair[0].text)
                && pair[1].text.split_whitespace().count() >= 6
        })
        .map(|pair| pair[0].text.as_str())
        .filter(|heading| {
            let heading = heading.to_lowercase();
            let asks = heading
                .split(' ')
                .next()
                .is_some_and(|word| ENGLISH.questions.heads.has(word));
            !asks && !title.contains(heading.as_str())
        })
        .collect();
    // "Cause" says little by itself.
    let tells = |heading: &&&str| heading.contains(' ');
    let heading = headings.iter().find(tells).or(headings.first())?;
    Some(format!("What do the documents say about “{heading}”?"))
}
