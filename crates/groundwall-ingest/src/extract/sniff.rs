//! Which format a file is: content first, then name.

use super::{archive, text, unreadable};
use groundwall_core::{Format, Problem, ProblemCode};

/// The format of `bytes`.
pub(super) fn format(name: &str, bytes: &[u8]) -> Result<Format, Problem> {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_lowercase())
        .unwrap_or_default();
    if bytes[..bytes.len().min(1024)]
        .windows(5)
        .any(|window| window == b"%PDF-")
    {
        return Ok(Format::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return archive::format(bytes);
    }
    if bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        return ole(bytes);
    }
    match extension.as_str() {
        "pdf" => {
            return Err(unreadable(
                "The file is named .pdf but is not a PDF. Check that it is not damaged, and export it again.",
            ));
        }
        "docx" | "xlsx" | "xls" | "ods" => {
            return Err(unreadable(&format!(
                "The file is named .{extension} but is not one. Check that it is not damaged, and save it again."
            )));
        }
        _ => {}
    }
    if !text::looks_like_text(bytes) {
        return Err(Problem::new(
            ProblemCode::UnsupportedMedia,
            "This kind of file cannot be read. Upload PDF, DOCX, XLSX, XLS, ODS, CSV, TSV, JSON, TXT, Markdown or HTML.",
        ));
    }
    let (start, _) = text::decode(&bytes[..bytes.len().min(4096)]);
    let start = start.trim_start().to_lowercase();
    Ok(match extension.as_str() {
        "csv" => Format::Csv,
        "tsv" | "tab" => Format::Tsv,
        "json" => Format::Json,
        _ if is_lines(name) => Format::Json,
        "md" | "markdown" => Format::Markdown,
        "html" | "htm" | "xhtml" => Format::Html,
        _ if start.starts_with("<!doctype html") || start.starts_with("<html") => Format::Html,
        _ => Format::Text,
    })
}

/// Whether a file is named as one with a JSON value on each line.
pub(super) fn is_lines(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        matches!(extension.to_lowercase().as_str(), "jsonl" | "ndjson")
    })
}

/// Old Office container: an XLS workbook, an encrypted OOXML package, or something that cannot be read.
fn ole(bytes: &[u8]) -> Result<Format, Problem> {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(wide.len()).any(|window| window == wide)
    };
    if has("EncryptedPackage") {
        return Err(unreadable(
            "The file is protected with a password. Remove the password and upload it again.",
        ));
    }
    if has("Workbook") || has("Book") {
        return Ok(Format::Xls);
    }
    Err(Problem::new(
        ProblemCode::UnsupportedMedia,
        "Old Word and PowerPoint files cannot be read. Save the file as DOCX or PDF.",
    ))
}
