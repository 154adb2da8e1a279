//! Reports as text.

use groundwall_core::{Finding, JudgedClaim, Report, RuleState};
use groundwall_governance::pack::examples::sentences;
use std::fmt::Write as _;

fn line(out: &mut String, claim: &JudgedClaim) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "  {:<12} {}", claim.verdict.word(), claim.claim.text);
    if claim.failed() {
        let _ = writeln!(out, "               {}", claim.why);
        for finding in &claim.findings {
            let (kind, severity) = (
                finding.kind.name(),
                format!("{:?}", finding.severity).to_lowercase(),
            );
            let _ = writeln!(
                out,
                "               finding: {kind} ({severity}): {}",
                finding.description
            );
        }
    }
    if let Some(evidence) = claim
        .evidence
        .first()
        .filter(|evidence| evidence.stance != groundwall_core::Stance::Silent)
    {
        let _ = writeln!(
            out,
            "               {}: “{}”",
            evidence.window.place(),
            evidence.window.text
        );
    }
}

/// What rules of packs found.
fn packs(out: &mut String, report: &Report) {
    for finding in &report.findings {
        let _ = writeln!(
            out,
            "rule pack: {} ({}): {}",
            finding.kind.name(),
            finding.source,
            finding.description
        );
        if let Some(words) = sentence(report, finding).or(finding.detected.as_deref()) {
            let _ = writeln!(out, "               “{}”", words.trim());
        }
    }
    let broken = report.rules.iter();
    for rule in broken.filter(|rule| rule.state == RuleState::Broken) {
        let actions: Vec<&str> = rule.actions.iter().map(|action| action.name()).collect();
        let _ = writeln!(
            out,
            "rule {} of {}/{} is broken ({}): {}",
            rule.rule,
            rule.pack,
            rule.version,
            actions.join(", "),
            rule.note
        );
    }
}

/// The sentence of the text that a finding ends in: it may begin with the full stop of the one before.
fn sentence<'r>(report: &'r Report, finding: &Finding) -> Option<&'r str> {
    let (text, place) = (report.delivered.as_deref()?, finding.location?);
    let mut end = 0usize;
    let mut sentences = sentences(text).into_iter();
    sentences.find(|sentence| {
        end = end.saturating_add(sentence.chars().count());
        place.end <= end
    })
}

/// Banner, claims, and what did not run.
pub(crate) fn verification(report: &Report) -> String {
    let mut out = format!("{}\n", report.banner);
    for claim in &report.claims {
        line(&mut out, claim);
    }
    packs(&mut out, report);
    for part in &report.degraded {
        let _ = writeln!(out, "degraded: {part}");
    }
    out
}

/// The released text with its citations, and a line of verdict counts.
pub(crate) fn answer(report: &Report) -> String {
    let mut out = String::new();
    if report.delivered.is_some() {
        for segment in &report.segments {
            out.push_str(&segment.text);
            for number in &segment.citations {
                let _ = write!(out, " [{number}]");
            }
            if let Some(note) = &segment.note {
                let _ = write!(out, " [{note}]");
            }
        }
        out.push_str("\n\n");
        for citation in &report.citations {
            let _ = writeln!(
                out,
                "[{}] {}: “{}”",
                citation.number, citation.place, citation.quote
            );
        }
        if !report.citations.is_empty() {
            out.push('\n');
        }
    }
    let _ = writeln!(out, "{}", report.banner);
    if let Some(table) = &report.table {
        let _ = writeln!(out, "query: {}\nformula: {}", table.query, table.formula);
    }
    let counts = report.summary.counts;
    let _ = writeln!(
        out,
        "claims: {} supported, {} refuted, {} unsupported, {} not checkable; regenerations: {}; report {}",
        counts.supported,
        counts.refuted,
        counts.unsupported,
        counts.unverifiable,
        report.regenerations(),
        report.id
    );
    for claim in &report.removed {
        line(&mut out, claim);
    }
    packs(&mut out, report);
    for part in &report.degraded {
        let _ = writeln!(out, "degraded: {part}");
    }
    out
}
