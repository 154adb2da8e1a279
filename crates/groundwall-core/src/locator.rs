//! Where in a document a text stands.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a document, as precise as its format allows. Pages, lines and paragraphs count from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Locator {
    /// Page of a PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Sheet of a workbook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// Cell range within the sheet, as `A2:F2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<String>,
    /// Headings from the outermost to the one directly above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heading: Vec<String>,
    /// Paragraph of a DOCX or HTML file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paragraph: Option<u32>,
    /// Line of a text file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.page.map(|page| format!("page {page}")));
        parts.extend(self.sheet.as_ref().map(|sheet| format!("sheet {sheet}")));
        parts.extend(self.cells.clone());
        if !self.heading.is_empty() {
            parts.push(self.heading.join(" › "));
        }
        parts.extend(
            self.paragraph
                .map(|paragraph| format!("paragraph {paragraph}")),
        );
        parts.extend(self.line.map(|line| format!("line {line}")));
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::Locator;

    #[test]
    fn reads_like_a_reference() {
        let sheet = Locator {
            sheet: Some("Q3".into()),
            cells: Some("A2:F2".into()),
            ..Locator::default()
        };
        assert_eq!(sheet.to_string(), "sheet Q3, A2:F2");
        let page = Locator {
            page: Some(4),
            heading: vec!["Scope".into(), "Staff".into()],
            ..Locator::default()
        };
        assert_eq!(page.to_string(), "page 4, Scope › Staff");
    }
}
