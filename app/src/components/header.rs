//! Which row of a sheet names the columns: said, and put right by hand.

use groundwall_core::Format;

/// Whether rows of a format are those of a sheet, which people number.
pub(crate) fn has_rows(format: Format) -> bool {
    match format {
        Format::Csv | Format::Tsv | Format::Xlsx | Format::Xls | Format::Ods => true,
        Format::Pdf
        | Format::Docx
        | Format::Json
        | Format::Text
        | Format::Markdown
        | Format::Html => false,
    }
}
