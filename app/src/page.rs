//! What a page shows.

use crate::keys::KeysView;
use crate::packs::PacksView;
use crate::pages::about::AboutView;
use crate::pages::api_docs::ApiDocsView;
use crate::pages::ask::AskView;
use crate::pages::batch::BatchView;
use crate::pages::calibration::CalibrationView;
use crate::pages::collection::CollectionView;
use crate::pages::collections::CollectionsView;
use crate::pages::conversation::ConversationView;
use crate::pages::document::DocumentView;
use crate::pages::document_page::DocumentPageView;
use crate::pages::insights::InsightsView;
use crate::pages::login::LoginView;
use crate::pages::problem::ProblemView;
use crate::pages::report::ReportView;
use crate::pages::report_edit::ReportEditView;
use crate::pages::reports::ReportsView;
use crate::pages::review::ReviewView;
use crate::pages::table::TableView;
use crate::pages::tables::TablesView;
use crate::pages::upload::UploadView;
use crate::pages::uploads::UploadsView;
use crate::pages::verify::VerifyView;
use crate::settings::SettingsView;
use groundwall_core::{CellRange, DocumentId, Table, TableColumn, TableRow};
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

    /// The row that all marked cells lie in, where it is one.
    pub(crate) fn only_row(&self) -> Option<u32> {
        let row = self.0.first()?.first_row;
        let here = |range: &CellRange| (range.first_row, range.last_row) == (row, row);
        self.0.iter().all(here).then_some(row)
    }

    /// Whether a cell of a column is marked.
    pub(crate) fn touches(&self, column: &TableColumn) -> bool {
        self.0
            .iter()
            .any(|range| range.holds(range.first_row, column))
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

/// A page with everything it shows: a variant a page, and in it the page's own struct, which is called by the page's name and `View` and stands beside the function that takes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "snake_case")]
pub enum Page {
    Ask(AskView),
    Conversation(Box<ConversationView>),
    Upload(UploadView),
    Uploads(UploadsView),
    Verify(VerifyView),
    Batch(Box<BatchView>),
    Report(Box<ReportView>),
    Review(ReviewView),
    Calibration(Box<CalibrationView>),
    Reports(ReportsView),
    ReportEdit(ReportEditView),
    Insights(InsightsView),
    Settings(Box<SettingsView>),
    Packs(Box<PacksView>),
    Keys(Box<KeysView>),
    Document(Box<DocumentView>),
    DocumentPage(DocumentPageView),
    Tables(TablesView),
    Table(Box<TableView>),
    Collections(CollectionsView),
    Collection(Box<CollectionView>),
    About(AboutView),
    ApiDocs(ApiDocsView),
    Login(LoginView),
    Problem(ProblemView),
}

impl Page {
    /// Title of the document.
    pub fn title(&self) -> String {
        match self {
            Self::Ask(_) => "Ask".to_owned(),
            Self::Conversation(view) => view
                .conversation
                .lines
                .first()
                .map_or_else(|| "Conversation".to_owned(), |line| line.title.clone()),
            Self::Upload(_) => "Upload".to_owned(),
            Self::Uploads(_) => "Uploads".to_owned(),
            Self::Verify(_) => "Verify".to_owned(),
            Self::Batch(view) => view.batch.line.name.clone(),
            Self::Report(view) => view
                .report
                .question
                .clone()
                .unwrap_or_else(|| "Verification".to_owned()),
            Self::Review(_) => "Review".to_owned(),
            Self::Calibration(_) => "Calibration".to_owned(),
            Self::Reports(_) => "Reports".to_owned(),
            Self::ReportEdit(view) => format!("Edit: {}", view.line.title),
            Self::Insights(_) => "Insights".to_owned(),
            Self::Settings(_) => "Settings".to_owned(),
            Self::Packs(_) => "Rule packs".to_owned(),
            Self::Keys(_) => "Keys".to_owned(),
            Self::Document(view) => view.text.document.name().to_string(),
            Self::DocumentPage(DocumentPageView { document, view, .. }) => {
                format!("{}, page {}", document.name(), view.number)
            }
            Self::Tables(_) => "Tables".to_owned(),
            Self::Table(view) => view.stored.to_string(),
            Self::Collections(_) => "Collections".to_owned(),
            Self::Collection(view) => view.held.collection.name.clone(),
            Self::About(_) => "About".to_owned(),
            Self::ApiDocs(_) => "HTTP API".to_owned(),
            Self::Login(_) => "Sign in".to_owned(),
            Self::Problem(view) => format!("Error {}", view.status),
        }
    }

    /// Address of the navigation entry that is current.
    pub(crate) fn section(&self) -> &'static str {
        match self {
            Self::Ask(_) | Self::Conversation(_) => "/ask",
            Self::Upload(_) | Self::Uploads(_) | Self::Document(_) | Self::DocumentPage(_) => {
                "/upload"
            }
            Self::Verify(_) | Self::Batch(_) => "/verify",
            Self::Report(_) | Self::Reports(_) | Self::ReportEdit(_) => "/reports",
            Self::Review(_) | Self::Calibration(_) => "/review",
            Self::Insights(_) => "/insights",
            Self::Settings(_) => "/settings",
            Self::Packs(_) => "/packs",
            Self::Keys(_) => "/keys",
            Self::Tables(_) | Self::Table(_) => "/tables",
            Self::Collections(_) | Self::Collection(_) => "/collections",
            Self::About(_) => "/about",
            Self::ApiDocs(_) => "/api/docs",
            Self::Login(_) | Self::Problem(_) => "",
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
