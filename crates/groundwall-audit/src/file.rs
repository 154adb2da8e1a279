//! The log as a file: JSON with a line an entry, or one HTML page that verifies itself.

use crate::error::{NoLog, Unreadable};
use crate::fault::Fault;
use crate::verify::{Chain, Verifier};
use groundwall_core::Recorded;

/// How the JSON begins.
pub const JSON_START: &str = "{\"format\":\"groundwall-audit/1\",\"entries\":[\n";
const PAGE: &str = include_str!("page.html");
/// Where the log goes in the page.
const PLACE: &str = "@LOG@";

/// What lies before the log in the HTML page, and what behind it.
pub fn html_around() -> (&'static str, &'static str) {
    PAGE.split_once(PLACE).unwrap_or((PAGE, ""))
}

/// An entry as a line of the JSON; all but the first follow a comma.
///
/// # Errors
/// An entry that cannot be written as JSON.
pub fn line(recorded: &Recorded, first: bool) -> Result<String, serde_json::Error> {
    let comma = if first { "" } else { "," };
    Ok(format!("{comma}{}\n", serde_json::to_string(recorded)?))
}

/// A line of the JSON as it can lie in an HTML page.
pub fn in_html(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// How the JSON ends.
pub fn json_end(head: Option<&str>) -> String {
    head.map_or_else(
        || "],\"head\":null}\n".to_owned(),
        |head| format!("],\"head\":\"{head}\"}}\n"),
    )
}

/// Reads what was written; anything that is not byte for byte what would be written is an error.
///
/// # Errors
/// Why it is no entry that was written.
pub fn read_line(line: &[u8]) -> Result<Recorded, Unreadable> {
    let text = std::str::from_utf8(line).map_err(Unreadable::NoText)?;
    let recorded: Recorded = serde_json::from_str(text).map_err(Unreadable::NoEntry)?;
    let written = serde_json::to_string(&recorded).map_err(Unreadable::Unwritable)?;
    if written != text {
        return Err(Unreadable::OtherCharacters);
    }
    Ok(recorded)
}

/// Verifies a file that was exported as JSON.
///
/// # Errors
/// Outside: why it is no such file. Inside: what is wrong with the log.
pub fn verify(bytes: &[u8], anchor: Option<&str>) -> Result<Result<Chain, Vec<Fault>>, NoLog> {
    let rest = bytes.strip_prefix(JSON_START.as_bytes()).ok_or(NoLog)?;
    let mut lines: Vec<&[u8]> = rest.split(|byte| *byte == b'\n').collect();
    // What follows the last end of a line is nothing.
    let trailing = lines.pop().unwrap_or_default();
    let end = lines.pop().unwrap_or_default();
    let mut verifier = Verifier::new(anchor);
    for (place, line) in lines.iter().enumerate() {
        let bare = if place == 0 {
            Ok(*line)
        } else {
            line.strip_prefix(b",").ok_or(Unreadable::NoComma)
        };
        verifier.take(bare.and_then(read_line));
    }
    let next = u64::try_from(lines.len())
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    let head = verifier.head().map(str::to_owned);
    let ended = trailing.is_empty() && end == json_end(head.as_deref()).trim_end().as_bytes();
    let mut result = verifier.finish();
    if !ended {
        let why = Unreadable::NoHead.to_string();
        let fault = Fault::Unreadable { number: next, why };
        match &mut result {
            Ok(_) => result = Err(vec![fault]),
            Err(faults) => faults.push(fault),
        }
    }
    Ok(result)
}
