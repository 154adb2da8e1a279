//! One file a page.

pub(crate) mod about;
pub(crate) mod api_docs;
pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod calibration;
pub(crate) mod collection;
pub(crate) mod collections;
pub(crate) mod conversation;
pub(crate) mod document;
pub(crate) mod document_page;
pub(crate) mod insights;
pub(crate) mod keys;
pub(crate) mod login;
pub(crate) mod packs;
pub(crate) mod problem;
pub(crate) mod report;
pub(crate) mod report_edit;
pub(crate) mod reports;
pub(crate) mod review;
pub(crate) mod settings;
pub(crate) mod table;
pub(crate) mod tables;
pub(crate) mod upload;
pub(crate) mod uploads;
pub(crate) mod verify;

use crate::TableLine;
use groundwall_core::Status;

/// "12 documents, 87 passages."
pub(crate) fn holdings(status: &Status) -> String {
    let plural = |count: usize, noun: &str| {
        if count == 1 {
            format!("1 {noun}")
        } else {
            format!("{count} {noun}s")
        }
    };
    format!(
        "{}, {}",
        plural(status.documents.len(), "document"),
        plural(status.passages as usize, "passage")
    )
}

/// "table of 56 rows, 4 columns"
fn size(table: &TableLine) -> String {
    let plural = |count: usize, noun: &str| {
        let end = if count == 1 { "" } else { "s" };
        format!("{count} {noun}{end}")
    };
    format!(
        "table of {}, {}",
        plural(table.rows as usize, "row"),
        plural(table.columns.len(), "column")
    )
}
