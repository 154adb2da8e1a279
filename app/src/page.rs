//! What a page shows.

use groundwall_core::report::ReportLine;
use groundwall_core::{Problem, Report, Status};
use serde::{Deserialize, Serialize};

/// What happened to the files or documents of the last form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// One sentence.
    pub text: String,
    /// A line for each file that was refused: name and what to do.
    pub refused: Vec<(String, String)>,
}

/// A page with everything it shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "snake_case")]
pub enum Page {
    Ask { status: Status, question: String, notice: Option<Notice>, problem: Option<Problem> },
    Upload { status: Status, notice: Option<Notice>, problem: Option<Problem>, samples: u32 },
    Verify { status: Status, text: String, whole_answer: bool, problem: Option<Problem> },
    Report { report: Box<Report> },
    Reports { lines: Vec<ReportLine>, search: String },
    About { status: Status },
    ApiDocs { operations: Vec<(String, String, String)> },
    Login { problem: Option<Problem> },
    Problem { problem: Problem },
}

impl Page {
    /// Title of the document.
    pub fn title(&self) -> String {
        match self {
            Self::Ask { .. } => "Ask".to_owned(),
            Self::Upload { .. } => "Upload".to_owned(),
            Self::Verify { .. } => "Verify".to_owned(),
            Self::Report { report } => report.question.clone().unwrap_or_else(|| "Verification".to_owned()),
            Self::Reports { .. } => "Reports".to_owned(),
            Self::About { .. } => "About".to_owned(),
            Self::ApiDocs { .. } => "HTTP API".to_owned(),
            Self::Login { .. } => "Sign in".to_owned(),
            Self::Problem { problem } => format!("Error {}", problem.code.status()),
        }
    }

    /// Address of the navigation entry that is current.
    pub(crate) fn section(&self) -> &'static str {
        match self {
            Self::Ask { .. } => "/ask",
            Self::Upload { .. } => "/upload",
            Self::Verify { .. } => "/verify",
            Self::Report { .. } | Self::Reports { .. } => "/reports",
            Self::About { .. } => "/about",
            Self::ApiDocs { .. } => "/api/docs",
            Self::Login { .. } | Self::Problem { .. } => "",
        }
    }
}
