//! Documents and their names.

use crate::{CollectionId, DocumentId, HiddenText, Problem, ProblemCode, Sentence};
use serde::{Deserialize, Serialize};
use std::fmt;

/// File formats that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Pdf,
    Docx,
    Xlsx,
    Xls,
    Ods,
    Csv,
    Tsv,
    Json,
    Text,
    Markdown,
    Html,
}

impl Format {
    /// Every format, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::Pdf,
        Self::Docx,
        Self::Xlsx,
        Self::Xls,
        Self::Ods,
        Self::Csv,
        Self::Tsv,
        Self::Json,
        Self::Text,
        Self::Markdown,
        Self::Html,
    ];

    /// The usual file extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Xls => "xls",
            Self::Ods => "ods",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::Text => "txt",
            Self::Markdown => "md",
            Self::Html => "html",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension())
    }
}

/// The relative upload path of a document: at most 255 bytes, no control characters, no `..`, never absolute.
/// It names a document and is never used as a path on disk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
pub struct DocumentName(String);

impl DocumentName {
    /// Longest name, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 255;

    /// Validates a name as it came from a person or a program.
    ///
    /// # Errors
    /// Fails when the name is empty or over [`DocumentName::MAX_BYTES`], holds control characters, is an absolute path, or has a part that is empty, `.` or `..`.
    pub fn parse(raw: &str) -> Result<Self, Problem> {
        let refuse = |why: &str| {
            Err(Problem::new(
                ProblemCode::Unprocessable,
                format!("This file name cannot be used: {why}."),
            ))
        };
        let name = raw.trim().replace('\\', "/");
        if name.is_empty() {
            return refuse("it is empty; give the file a name");
        }
        if name.len() > Self::MAX_BYTES {
            return refuse(&format!(
                "it is {} bytes long and the limit is {}; shorten it",
                name.len(),
                Self::MAX_BYTES
            ));
        }
        if name.chars().any(|c| {
            c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        }) {
            return refuse("it holds control characters; rename the file");
        }
        if name.starts_with('/') || name.chars().nth(1) == Some(':') {
            return refuse("it is an absolute path; send the path relative to the folder");
        }
        if name
            .split('/')
            .any(|part| part.is_empty() || part == "." || part == "..")
        {
            return refuse("it holds empty, '.' or '..' parts; send a plain relative path");
        }
        Ok(Self(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with its words apart: `drill/book-1911.txt` as `drill book 1911 txt`.
    pub fn in_words(&self) -> String {
        self.0.replace(['-', '_', '.', '/'], " ")
    }
}

impl TryFrom<String> for DocumentName {
    type Error = Problem;
    fn try_from(raw: String) -> Result<Self, Problem> {
        Self::parse(&raw)
    }
}

impl From<DocumentName> for String {
    fn from(name: DocumentName) -> Self {
        name.0
    }
}

impl fmt::Display for DocumentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A stored document: one content, under one or more names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Document {
    pub id: DocumentId,
    pub collection: CollectionId,
    /// Never empty; the first is the one that citations use.
    pub names: Vec<DocumentName>,
    pub format: Format,
    /// SHA-256 of the original bytes, lower-case hexadecimal.
    pub sha256: String,
    /// Size of the original in bytes.
    pub bytes: u64,
    /// Length of the extracted text in characters.
    pub characters: u64,
    /// Number of passages.
    pub passages: u32,
    /// Number of pages, for formats that have them.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pages: Option<u32>,
    /// When it was added, RFC 3339 in UTC.
    pub added_at: String,
    /// When a person last said that it holds as it is, RFC 3339 in UTC; absent where nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_at: Option<String>,
    /// What a reader should know of the extraction, such as pages without text.
    pub notes: Vec<String>,
}

impl Document {
    /// The name that citations use.
    pub fn name(&self) -> &DocumentName {
        &self.names[0]
    }

    /// The first name besides this one that the same content is stored under.
    pub fn twin_of(&self, name: &str) -> Option<&DocumentName> {
        let own = DocumentName::parse(name).ok()?;
        self.names.iter().find(|known| **known != own)
    }
}

/// A document with its sentences in order, as they were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DocumentText {
    pub document: Document,
    pub sentences: Vec<Sentence>,
    /// What a reader of the file does not see; it is not among the sentences.
    pub hidden: Vec<HiddenText>,
    /// Whether tables of it can be asked.
    pub tables: bool,
}

#[cfg(test)]
mod tests {
    use super::DocumentName;

    #[test]
    fn accepts_relative_paths() {
        for name in [
            "a.txt",
            "reports/2024/Q3 report.pdf",
            "Übersicht.csv",
            "..hidden.txt",
        ] {
            assert_eq!(DocumentName::parse(name).unwrap().as_str(), name);
        }
        assert_eq!(DocumentName::parse("a\\b.txt").unwrap().as_str(), "a/b.txt");
    }

    #[test]
    fn refuses_what_could_be_mistaken_for_a_path_on_disk_or_hides_characters() {
        let long = "x".repeat(300);
        for name in [
            "",
            "  ",
            "../etc/passwd",
            "a/../b",
            "/etc/passwd",
            "C:/x",
            "a\nb",
            "a\u{202e}txt.exe",
            "a//b",
            long.as_str(),
        ] {
            assert!(DocumentName::parse(name).is_err(), "{name:?} was accepted");
        }
    }
}
