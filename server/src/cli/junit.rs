//! A verification as JUnit XML: a test case a claim, for pages that show tests.

use super::gate::Places;
use groundwall_core::{JudgedClaim, Report, Stance};
use std::fmt::Write as _;

/// A text as it stands in XML 1.0, without the characters that cannot.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// What stands in a failure: why, each finding, and the evidence.
fn details(claim: &JudgedClaim) -> String {
    let mut lines = vec![claim.why.clone()];
    for finding in &claim.findings {
        lines.push(format!("{}: {}", finding.kind.name(), finding.description));
    }
    let decided = claim
        .evidence
        .iter()
        .find(|evidence| match evidence.stance {
            Stance::Supports | Stance::Refutes => true,
            Stance::Silent => false,
        });
    if let Some(evidence) = decided {
        lines.push(format!(
            "{}: “{}”",
            evidence.window.place(),
            evidence.window.text
        ));
    }
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    lines.join("\n")
}

/// The test case of a claim that stands in a line of a file.
fn case(claim: &JudgedClaim, file: &str, line: usize) -> String {
    let name = escaped(&claim.claim.text);
    let begin =
        format!("<testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" line=\"{line}\"");
    let why = escaped(&claim.why);
    if claim.failed() {
        format!(
            "{begin}>\n<failure type=\"{}\" message=\"{why}\">{}</failure>\n</testcase>\n",
            claim.verdict.word(),
            details(claim)
        )
    } else if claim.verdict.is_checkable() {
        format!("{begin}/>\n")
    } else {
        format!("{begin}>\n<skipped message=\"{why}\"/>\n</testcase>\n")
    }
}

/// The whole document. What did not run is an error, and nothing to check is a failure: neither may look like a pass.
pub(super) fn document(report: &Report, places: &Places) -> String {
    let counts = report.summary.counts;
    let nothing = counts.checkable() == 0;
    let failures = counts
        .refuted
        .saturating_add(counts.unsupported)
        .saturating_add(u32::from(nothing));
    let errors = report.degraded.len();
    let tests = report
        .claims
        .len()
        .saturating_add(errors)
        .saturating_add(usize::from(nothing));
    let totals = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{}\" time=\"{:.3}\"",
        counts.unverifiable, report.elapsed_seconds
    );
    let file = escaped(&places.file.to_string_lossy());
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "<testsuites name=\"groundwall verify\" {totals}>\n<testsuite name=\"{file}\" timestamp=\"{}\" {totals}>\n",
        report.created_at.trim_end_matches('Z')
    );
    for (place, claim) in report.claims.iter().enumerate() {
        let (line, _) = places.of(place, claim.claim.span).start;
        out.push_str(&case(claim, &file, line));
    }
    if nothing {
        let _ = writeln!(
            out,
            "<testcase classname=\"{file}\" name=\"something to check\">\n<failure type=\"nothing_to_check\" message=\"{}\"/>\n</testcase>",
            escaped(&report.banner)
        );
    }
    for part in &report.degraded {
        let _ = writeln!(
            out,
            "<testcase classname=\"{file}\" name=\"everything ran\">\n<error type=\"degraded\" message=\"{}\"/>\n</testcase>",
            escaped(part)
        );
    }
    out.push_str("</testsuite>\n</testsuites>\n");
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_stay_texts() {
        assert_eq!(
            super::escaped("a<b>&\"c\"\u{0}\u{1b}\nd"),
            "a&lt;b&gt;&amp;&quot;c&quot; d"
        );
    }
}
