//! What a page shows.

use crate::collections::{Choice, PolicyFields};
use crate::keys::KeysView;
use crate::packs::PacksView;
use crate::settings::SettingsView;
use groundwall_core::calibration::Calibration;
use groundwall_core::{
    Batch, BatchLine, CellRange, Conversation, ConversationLine, Document, DocumentId,
    DocumentText, HeldCollection, Insights, PageView, Problem, Report, ReportFilter, ReportId,
    ReportLine, ReportPage, Review, ReviewFilter, ReviewPage, Status, StoredTable, Table,
    TableColumn, TableLine, TableRow, UploadQueue,
};
use serde::{Deserialize, Serialize};

/// What happened to the files or documents of the last form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// One sentence.
    pub text: String,
    /// A line for each file that was refused: name and what to do.
    pub refused: Vec<(String, String)>,
    /// What names a deleted document that can be put back.
    #[serde(default)]
    pub undo: Option<String>,
}

/// Address of a document, with the sentences from the first to the last marked. Sources that came with a request have none.
pub(crate) fn address_of(document: &DocumentId, sentences: Option<(u32, u32)>) -> String {
    match sentences {
        Some((first, last)) => format!("/documents/{document}?sentences={first}-{last}#marked"),
        None => format!("/documents/{document}"),
    }
}

/// Address of a page of a document, as it looks.
pub(crate) fn page_address(
    document: &DocumentId,
    page: u32,
    sentences: Option<(u32, u32)>,
) -> String {
    match sentences {
        Some((first, last)) => {
            format!("/documents/{document}/pages/{page}?sentences={first}-{last}#marked")
        }
        None => format!("/documents/{document}/pages/{page}"),
    }
}

/// Whether a document lies in the store, and can be opened.
pub(crate) fn is_stored(document: &DocumentId) -> bool {
    !document.0.starts_with("inline:")
}

/// Ranges of cells that one address may name; what is over it is left out.
const RANGES: usize = 1_000;

/// Cells of a table that are marked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked(Vec<CellRange>);

impl Marked {
    /// Reads `F5:F79,F81` and `records 2 to 9 balance`; what is no range is left out.
    pub fn parse(text: &str) -> Self {
        let ranges = text.split(',').filter_map(CellRange::parse);
        Self(ranges.take(RANGES).collect())
    }

    pub(crate) fn holds(&self, row: u32, column: &TableColumn) -> bool {
        self.0.iter().any(|range| range.holds(row, column))
    }

    /// The first marked cell of a table: its row and its place among the columns.
    pub(crate) fn first(&self, table: &Table) -> Option<(u32, usize)> {
        let parts = [&table.rows, &table.totals].into_iter();
        let row = parts
            .filter_map(|rows| rows.get(self.first_of(rows, &table.columns)?))
            .map(|row| row.row)
            .next()?;
        let column = table
            .columns
            .iter()
            .position(|column| self.holds(row, column))?;
        Some((row, column))
    }

    /// Place of the first row with a marked cell, for the page that shows it.
    pub fn first_row(&self, table: &Table) -> Option<usize> {
        self.first_of(&table.rows, &table.columns)
    }

    /// Place of the first marked row. Rows stand in the order of their numbers, so that each range is looked up and not tried on every row.
    fn first_of(&self, rows: &[TableRow], columns: &[TableColumn]) -> Option<usize> {
        let place = |range: &CellRange| {
            let beside = |column| range.holds(range.first_row, column);
            let place = rows.partition_point(|row| row.row < range.first_row);
            let row = rows.get(place)?.row;
            (row <= range.last_row && columns.iter().any(beside)).then_some(place)
        };
        self.0.iter().filter_map(place).min()
    }

    pub(crate) fn text(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| {
            self.0
                .iter()
                .map(CellRange::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        })
    }
}

/// Which rows of a table are looked at, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLook {
    /// What a cell of the row has to hold; empty for every row.
    pub find: String,
    /// Place of the column that the rows are sorted by.
    pub sort: Option<usize>,
    /// Whether the greatest comes first.
    pub down: bool,
}

/// A page with everything it shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "snake_case")]
pub enum Page {
    Ask {
        status: Status,
        question: String,
        notice: Option<Notice>,
        problem: Option<Problem>,
        conversations: Vec<ConversationLine>,
        /// Questions that the documents suggest.
        suggestions: Vec<String>,
        #[serde(default)]
        choice: Choice,
    },
    /// A conversation; `question` stands in the box for the next one.
    Conversation {
        conversation: Box<Conversation>,
        conversations: Vec<ConversationLine>,
        question: String,
        problem: Option<Problem>,
        #[serde(default)]
        choice: Choice,
    },
    Upload {
        status: Status,
        tables: Vec<TableLine>,
        notice: Option<Notice>,
        problem: Option<Problem>,
        samples: u32,
        #[serde(default)]
        choice: Choice,
        #[serde(default)]
        queue: UploadQueue,
    },
    /// The files that wait to be read.
    Uploads {
        queue: UploadQueue,
        notice: Option<Notice>,
    },
    Verify {
        status: Status,
        text: String,
        whole_answer: bool,
        problem: Option<Problem>,
        #[serde(default)]
        choice: Choice,
        /// Files of many answers that were sent before, the newest first.
        #[serde(default)]
        batches: Vec<BatchLine>,
        #[serde(default)]
        notice: Option<Notice>,
    },
    /// A file of many answers, and what became of them; `from` is the place of the first row that is shown.
    Batch {
        batch: Box<Batch>,
        from: usize,
        /// Whether only answers are shown that do not hold as a whole.
        look: bool,
    },
    Report {
        report: Box<Report>,
        /// Where somebody has to look at it, or has.
        #[serde(default)]
        review: Option<Box<Review>>,
        /// The claim that the address names.
        #[serde(default)]
        open: Option<u32>,
    },
    /// What a person has to look at.
    Review {
        found: ReviewPage,
        filter: ReviewFilter,
        notice: Option<Notice>,
        /// A decision that was just made and can be taken back.
        undo: Option<ReportId>,
        problem: Option<Problem>,
        /// Whether there is a queue.
        on: bool,
    },
    /// What decisions say about the policy, and the changes that wait for a person.
    Calibration {
        found: Box<Calibration>,
        /// Values of the policy that the configuration sets.
        fixed: Vec<String>,
        notice: Option<Notice>,
    },
    Reports {
        found: ReportPage,
        filter: ReportFilter,
        /// Names that can be filtered by.
        documents: Vec<String>,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    /// Title, tags and deletion of a report; the fields hold what was typed.
    ReportEdit {
        line: ReportLine,
        title: String,
        tags: String,
        problem: Option<Problem>,
    },
    Insights {
        insights: Insights,
        /// None looks at all reports.
        days: Option<u32>,
    },
    Settings {
        view: Box<SettingsView>,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    Packs {
        view: Box<PacksView>,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    Keys {
        view: Box<KeysView>,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    /// A document's text; `from` is the place of the first sentence that is shown.
    Document {
        text: Box<DocumentText>,
        marked: Option<(u32, u32)>,
        from: usize,
        /// Its tables.
        #[serde(default)]
        tables: Vec<TableLine>,
        /// What is searched in it.
        #[serde(default)]
        find: String,
    },
    /// A page of a document as it looks.
    DocumentPage {
        document: Document,
        view: PageView,
        marked: Option<(u32, u32)>,
        /// How many times as wide as the screen it is drawn.
        #[serde(default)]
        zoom: u8,
    },
    Tables {
        lines: Vec<TableLine>,
        #[serde(default)]
        choice: Choice,
    },
    /// One table; `from` is the place of the first row that is shown.
    Table {
        stored: Box<StoredTable>,
        marked: Marked,
        from: usize,
        #[serde(default)]
        look: TableLook,
    },
    Collections {
        held: Vec<HeldCollection>,
        /// The name of a new one, as it was typed.
        name: String,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    /// One collection; name and policy as they were typed.
    Collection {
        held: Box<HeldCollection>,
        status: Status,
        tables: Vec<TableLine>,
        name: String,
        policy: PolicyFields,
        notice: Option<Notice>,
        problem: Option<Problem>,
    },
    About {
        status: Status,
    },
    ApiDocs {
        operations: Vec<(String, String, String)>,
    },
    Login {
        problem: Option<Problem>,
    },
    Problem {
        problem: Problem,
        status: u16,
    },
}

impl Page {
    /// Title of the document.
    pub fn title(&self) -> String {
        match self {
            Self::Ask { .. } => "Ask".to_owned(),
            Self::Conversation { conversation, .. } => conversation
                .lines
                .first()
                .map_or_else(|| "Conversation".to_owned(), |line| line.title.clone()),
            Self::Upload { .. } => "Upload".to_owned(),
            Self::Uploads { .. } => "Uploads".to_owned(),
            Self::Verify { .. } => "Verify".to_owned(),
            Self::Batch { batch, .. } => batch.line.name.clone(),
            Self::Report { report, .. } => report
                .question
                .clone()
                .unwrap_or_else(|| "Verification".to_owned()),
            Self::Review { .. } => "Review".to_owned(),
            Self::Calibration { .. } => "Calibration".to_owned(),
            Self::Reports { .. } => "Reports".to_owned(),
            Self::ReportEdit { line, .. } => format!("Edit: {}", line.title),
            Self::Insights { .. } => "Insights".to_owned(),
            Self::Settings { .. } => "Settings".to_owned(),
            Self::Packs { .. } => "Rule packs".to_owned(),
            Self::Keys { .. } => "Keys".to_owned(),
            Self::Document { text, .. } => text.document.name().to_string(),
            Self::DocumentPage { document, view, .. } => {
                format!("{}, page {}", document.name(), view.number)
            }
            Self::Tables { .. } => "Tables".to_owned(),
            Self::Table { stored, .. } => stored.to_string(),
            Self::Collections { .. } => "Collections".to_owned(),
            Self::Collection { held, .. } => held.collection.name.clone(),
            Self::About { .. } => "About".to_owned(),
            Self::ApiDocs { .. } => "HTTP API".to_owned(),
            Self::Login { .. } => "Sign in".to_owned(),
            Self::Problem { status, .. } => format!("Error {status}"),
        }
    }

    /// Address of the navigation entry that is current.
    pub(crate) fn section(&self) -> &'static str {
        match self {
            Self::Ask { .. } | Self::Conversation { .. } => "/ask",
            Self::Upload { .. }
            | Self::Uploads { .. }
            | Self::Document { .. }
            | Self::DocumentPage { .. } => "/upload",
            Self::Verify { .. } | Self::Batch { .. } => "/verify",
            Self::Report { .. } | Self::Reports { .. } | Self::ReportEdit { .. } => "/reports",
            Self::Review { .. } | Self::Calibration { .. } => "/review",
            Self::Insights { .. } => "/insights",
            Self::Settings { .. } => "/settings",
            Self::Packs { .. } => "/packs",
            Self::Keys { .. } => "/keys",
            Self::Tables { .. } | Self::Table { .. } => "/tables",
            Self::Collections { .. } | Self::Collection { .. } => "/collections",
            Self::About { .. } => "/about",
            Self::ApiDocs { .. } => "/api/docs",
            Self::Login { .. } | Self::Problem { .. } => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Marked;
    use groundwall_core::{CellKind, TableColumn};

    #[test]
    fn ranges_are_read_and_nonsense_is_left_out() {
        let marked = Marked::parse("F5:F7, B2,AA10,7,:,ABCD1,F0,record 9 Net");
        assert_eq!(
            marked.text().as_deref(),
            Some("F5:F7, B2, AA10, record 9 Net")
        );
        let column = |column| TableColumn {
            name: "Net".to_owned(),
            column,
            kind: CellKind::Number,
            unit: None,
            role: None,
        };
        let holds = |row, place| marked.holds(row, &column(place));
        assert!(holds(5, 5) && holds(1, 1) && !holds(7, 5) && !holds(5, 4) && holds(8, 0));
        assert_eq!(Marked::parse("").text(), None);
    }
}
