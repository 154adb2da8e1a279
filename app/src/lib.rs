#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(clippy::indexing_slicing, clippy::arithmetic_side_effects)
)]
#![expect(
    clippy::must_use_candidate,
    reason = "components are used by the view macro"
)]

mod collections;
#[expect(
    unreachable_pub,
    reason = "the component macro writes a public function beside each component"
)]
mod components;
mod keys;
mod packs;
mod page;
mod pages;
mod settings;
mod shell;

pub use collections::{Choice, PolicyFields};
pub use components::queue::same_file;
pub use groundwall_core::TableLine;
pub use keys::{KeyFields, KeysView, NewlyMade};
pub use packs::{PackExample, PackRule, PackTrial, PackTried, PackView, PacksView};
pub use page::{Marked, Notice, Page, TableLook};
pub use pages::about::AboutView;
pub use pages::api_docs::ApiDocsView;
pub use pages::ask::AskView;
pub use pages::batch::{BatchView, ROWS as BATCH_ROWS};
pub use pages::calibration::CalibrationView;
pub use pages::collection::CollectionView;
pub use pages::collections::CollectionsView;
pub use pages::conversation::ConversationView;
pub use pages::document::{DocumentView, SENTENCES as DOCUMENT_SENTENCES};
pub use pages::document_page::{DocumentPageView, ZOOM as PAGE_ZOOM};
pub use pages::insights::InsightsView;
pub use pages::login::LoginView;
pub use pages::problem::ProblemView;
pub use pages::report::ReportView;
pub use pages::report_edit::ReportEditView;
pub use pages::reports::ReportsView;
pub use pages::review::ReviewView;
pub use pages::table::{ROWS as TABLE_ROWS, TableView};
pub use pages::tables::TablesView;
pub use pages::upload::UploadView;
pub use pages::uploads::UploadsView;
pub use pages::verify::VerifyView;
pub use settings::{
    CHECKS, FurtherModel, ModelFrom, ModelView, Preview, SettingsView, Tried, field_label,
};

/// A whole HTML document. `asset_version` changes with the style sheet, so that a browser never shows an old one; who is
/// signed in can sign out.
#[cfg(feature = "ssr")]
pub fn render(page: &Page, asset_version: &str, signed_in: bool) -> String {
    use leptos::prelude::*;
    let owner = Owner::new();
    let body = owner.with(|| shell::shell(page, signed_in).to_html());
    shell::document(&page.title(), asset_version, &body)
}
