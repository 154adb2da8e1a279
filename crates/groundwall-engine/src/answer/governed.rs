//! What the rule packs say of a text, and what they do to an answer before it leaves.

use super::conclude::Outcome;
use super::governance;
use super::record::{Asking, redact, silence};
use super::summary;
use crate::Firewall;
use crate::stages::Stages;
use groundwall_core::governance::Consensus;
use groundwall_core::report::{JudgedClaim, Segment};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    Action, Finding, FindingKind, Policy, Preset, Problem, ProblemCode, Question, Report,
    ReportState, Span, Verdict,
};
use groundwall_governance::pack::{
    Active, Checked, Governed, IntentRisk, Left, Packs, Part, Subject, language_of,
};
use groundwall_governance::personal;
use groundwall_ports::{PortError, ProgressSink};
use std::collections::HashSet;
use std::sync::Arc;

/// The packs that a policy switches on.
pub(crate) fn packs_on(packs: &Packs, policy: &Policy) -> Result<Arc<Active>, Problem> {
    packs.active(&policy.packs).map_err(|error| {
        Problem::new(
            ProblemCode::Unprocessable,
            format!("policy.packs: {error}."),
        )
    })
}

impl Firewall {
    /// The report of a question that a pack declines; none where none does.
    pub(crate) async fn declined(
        &self,
        question: &Question,
        watch: ProgressSink<'_>,
    ) -> Result<Option<Report>, PortError> {
        let policy = self
            .policy_of(&question.collection, &question.policy)
            .await?;
        let active = packs_on(&self.parts.packs, &policy)?;
        let checked = active.check(&Subject {
            parts: &[],
            question: Some(&question.text),
            evidence: None,
        });
        let rejected = checked
            .intents
            .iter()
            .find(|intent| intent.risk == IntentRisk::Reject);
        let Some((intent, reason)) =
            rejected.and_then(|intent| Some((intent, intent.reason.as_ref()?)))
        else {
            return Ok(None);
        };
        let outcome = Outcome::declined(
            &intent.source,
            &intent.code,
            reason.in_language(language_of(&question.text)),
        );
        let moment = (self.parts.clock)();
        let asking = Asking::of(question, policy, moment, Stages::start(watch));
        Ok(Some(self.report(asking, Vec::new(), outcome).await?))
    }

    /// A report with what the packs found in its text. An answer has been through their actions; a text that somebody submitted stays as it is.
    pub(crate) async fn governed(&self, report: Report) -> Result<Report, PortError> {
        let policy = &report.provenance.policy;
        if policy.preset != Preset::Firewall {
            return Ok(report);
        }
        let active = packs_on(&self.parts.packs, policy)?;
        let documents = if active.has_tiers() {
            self.parts.store.documents(&report.collection).await?
        } else {
            Vec::new()
        };
        let mut report = govern(&active, report, self.calibration());
        // Files of packs may have been read again since the text was begun: its findings are those of these.
        report.provenance.packs = active.identities();
        let stale = governance::stale(&report, &active, &documents);
        if !stale.is_empty() {
            report.governance.get_or_insert_default().stale = stale;
        }
        Ok(report)
    }
}

fn govern(active: &Active, mut report: Report, calibration: Option<f64>) -> Report {
    let evidence: Vec<String> = evidence(&report);
    let texts: Vec<&str> = evidence.iter().map(String::as_str).collect();
    let segments = std::mem::take(&mut report.segments);
    let supported = supported(&report.claims);
    let parts: Vec<Part<'_>> = segments
        .iter()
        .map(|segment| Part {
            text: &segment.text,
            cited: (!segment.text.trim().is_empty()).then_some(!segment.citations.is_empty()),
            supported: !segment.claims.is_empty()
                && segment.claims.iter().all(|id| supported.contains(id)),
        })
        .collect();
    let question = report.question.clone();
    let subject = Subject {
        parts: &parts,
        question: question.as_deref(),
        evidence: Some(&texts),
    };
    let checked = active.check(&subject);
    let governed = checked.apply(&subject);
    let governance = governance::of(&report, &checked, calibration);
    report.governance = (!governance.is_empty()).then(|| Box::new(governance));
    let (own, of_checks) = findings(&checked, &report, &segments);
    report.findings = own;
    for (ids, kind, confidence) in of_checks {
        let claims = report.claims.iter_mut();
        let found = claims
            .filter(|claim| ids.contains(&claim.claim.id))
            .flat_map(|claim| &mut claim.findings)
            .filter(|finding| finding.kind == kind);
        for finding in found {
            finding.confidence = confidence;
        }
    }
    report.rules = checked.rules;
    for alert in &governed.alerts {
        tracing::warn!(report = %report.id.0, rule = alert, "a rule pack raises an alert");
    }
    if report.question.is_some() && report.delivered.is_some() && !segments.is_empty() {
        act(&mut report, segments, governed);
    } else {
        report.segments = segments;
    }
    summary::add(&mut report.summary, &report.findings);
    report
}

/// What the claims and the question fetched.
fn evidence(report: &Report) -> Vec<String> {
    let claims = report.claims.iter().chain(&report.removed);
    let windows = claims
        .flat_map(|claim| &claim.evidence)
        .map(|evidence| &evidence.window.text);
    let passages = report
        .candidates
        .iter()
        .map(|candidate| &candidate.passage.text);
    let mut seen = HashSet::new();
    windows
        .chain(passages)
        .filter(|text| seen.insert(text.as_str()))
        .cloned()
        .collect()
}

fn supported(claims: &[JudgedClaim]) -> HashSet<u32> {
    claims
        .iter()
        .filter(|claim| claim.verdict == Verdict::Supported)
        .map(|claim| claim.claim.id)
        .collect()
}

/// What a check found too: of which claims, and how sure the rule is of it.
type OfChecks = Vec<(Vec<u32>, FindingKind, f32)>;

/// The findings, by the characters of the delivered text and with their claims. What a check found of the same claim is not found again: the rule, which
/// was written for it, says how sure that is.
fn findings(checked: &Checked, report: &Report, segments: &[Segment]) -> (Vec<Finding>, OfChecks) {
    let read: String = segments
        .iter()
        .map(|segment| segment.text.as_str())
        .collect();
    let delivered = report.delivered.as_deref().unwrap_or_default();
    let offset = delivered
        .find(read.trim())
        .map(|at| delivered.get(..at).unwrap_or_default().chars().count());
    let lead = read.chars().count() - read.trim_start().chars().count();
    let mut ends: Vec<(usize, &Segment)> = Vec::new();
    for segment in segments {
        let before = ends.last().map_or(0, |(end, _)| *end);
        ends.push((before + segment.text.chars().count(), segment));
    }
    let found = |claim: &JudgedClaim, finding: &Finding| {
        let known = claim.findings.iter();
        known.clone().any(|known| known.kind == finding.kind)
    };
    let mut of_checks = OfChecks::new();
    let own = checked
        .findings
        .iter()
        .filter_map(|finding| {
            let mut finding = finding.clone();
            let Some(span) = finding.location else {
                return Some(finding);
            };
            let place = ends.partition_point(|(end, _)| *end <= span.start);
            let ids = ends
                .get(place)
                .map_or(&[][..], |(_, segment)| &segment.claims);
            let claims = report
                .claims
                .iter()
                .filter(|claim| ids.contains(&claim.claim.id));
            if claims.clone().any(|claim| found(claim, &finding)) {
                of_checks.push((ids.to_vec(), finding.kind, finding.confidence));
                return None;
            }
            finding.claim = ids.first().copied().unwrap_or_default();
            finding.location = offset.and_then(|offset| {
                let start = (span.start + offset).checked_sub(lead)?;
                let end = (span.end + offset).checked_sub(lead)?;
                Some(Span { start, end })
            });
            Some(finding)
        })
        .collect();
    (own, of_checks)
}

/// Does what broken rules ask for to an answer.
fn act(report: &mut Report, segments: Vec<Segment>, governed: Governed) {
    if governed.taken.contains(&Action::Mask) {
        cover(report);
    }
    if let Some(why) = governed.blocked {
        withhold(
            report,
            &format!("The answer was withheld by a rule pack ({why})"),
        );
        return;
    }
    let changed = governed
        .parts
        .iter()
        .any(|part| !matches!(part, Left::Stays(_)));
    leave(report, segments, governed.parts);
    let is_blank = |segment: &Segment| segment.text.trim().is_empty();
    if report.segments.iter().all(is_blank) {
        let why = governed.warnings.join(" ");
        withhold(
            report,
            &format!("The answer was withheld: rule packs left nothing of it. {why}"),
        );
        return;
    }
    let lengthened = !governed.appended.is_empty();
    if changed || lengthened {
        for words in governed.appended {
            report.segments.push(own("\n\n".to_owned()));
            report.segments.push(own(words));
        }
        report.delivered = Some(text(&report.segments));
    }
    if changed {
        tell_changed(report);
    } else if lengthened {
        report.banner.push_str(" Rule packs added a note to it.");
    }
    say(report, &governed.warnings);
}

/// Leaves of an answer what its rules leave of each part; the claims of what goes are removed with it.
fn leave(report: &mut Report, segments: Vec<Segment>, parts: Vec<Left>) {
    let mut gone: HashSet<u32> = HashSet::new();
    for (segment, left) in segments.into_iter().zip(parts) {
        match left {
            Left::Stays(_) => report.segments.push(segment),
            Left::Edited(text) => report.segments.push(Segment { text, ..segment }),
            Left::Replaced(text) => {
                gone.extend(&segment.claims);
                report.segments.push(own(text));
            }
            Left::Gone => gone.extend(&segment.claims),
        }
    }
    for claim in std::mem::take(&mut report.claims) {
        if gone.contains(&claim.claim.id) {
            report.removed.push(claim);
        } else {
            report.claims.push(claim);
        }
    }
}

/// Says that the text is another than was verified.
fn tell_changed(report: &mut Report) {
    for finding in &mut report.findings {
        // The text that it stood in is another now.
        finding.location = None;
    }
    report.banner.push_str(" Rule packs changed the text.");
    let counts = VerdictCounts::of(report.claims.iter().map(|claim| claim.verdict));
    report.state = match report.state {
        ReportState::Verified | ReportState::PartlyVerified if counts.checkable() == 0 => {
            ReportState::NothingToCheck
        }
        ReportState::Verified => ReportState::PartlyVerified,
        state @ (ReportState::PartlyVerified
        | ReportState::NotVerified
        | ReportState::NothingToCheck
        | ReportState::NotCovered) => state,
    };
}

fn say(report: &mut Report, warnings: &[String]) {
    for warning in warnings {
        report.banner.push_str(&format!(" {warning}"));
    }
}

/// Words of a pack's own, which state nothing.
fn own(text: String) -> Segment {
    Segment {
        text,
        claims: Vec::new(),
        citations: Vec::new(),
        note: None,
    }
}

/// The text as it is delivered, with each note behind its sentence.
fn text(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        text.push_str(&segment.text);
        if let Some(note) = &segment.note {
            text.push_str(&format!(" [{note}]"));
        }
    }
    text.trim().to_owned()
}

/// Nothing of the text leaves, and nothing of it stays in the report.
fn withhold(report: &mut Report, why: &str) {
    report.state = ReportState::NotVerified;
    why.clone_into(&mut report.banner);
    report.delivered = None;
    report.table = None;
    report.segments.clear();
    report.citations.clear();
    report.claims.clear();
    report.removed.clear();
    report.attempts.iter_mut().for_each(redact);
    panel(report).for_each(silence);
    for finding in &mut report.findings {
        finding.location = None;
        finding.detected = None;
        finding.expected = None;
        // It may name what the text said.
        finding.description = finding.kind.name().replace('_', " ");
    }
}

/// What several endpoints said.
fn panel(report: &mut Report) -> impl Iterator<Item = &mut Consensus> {
    let governance = report.governance.as_deref_mut();
    governance
        .and_then(|known| known.consensus.as_mut())
        .into_iter()
}

/// Covers personal data wherever the report repeats the text. Evidence stays as the documents have it.
fn cover(report: &mut Report) {
    fn claim(claim: &mut JudgedClaim) {
        claim.claim.text = personal::redact(&claim.claim.text);
        claim.claim.sentence = personal::redact(&claim.claim.sentence);
        claim.why = personal::redact(&claim.why);
        claim.reason = (claim.reason.take()).map(|reason| reason.with_texts(personal::redact));
        for finding in &mut claim.findings {
            finding.detected = finding.detected.as_deref().map(personal::redact);
            finding.description = personal::redact(&finding.description);
        }
    }
    report.claims.iter_mut().for_each(claim);
    report.removed.iter_mut().for_each(claim);
    for answer in panel(report).flat_map(|consensus| &mut consensus.answers) {
        answer.text = answer.text.as_deref().map(personal::redact);
    }
    for attempt in &mut report.attempts {
        attempt.draft = attempt.draft.as_deref().map(personal::redact);
        attempt.claims.iter_mut().for_each(claim);
        for fault in &mut attempt.faults {
            *fault = personal::redact(fault);
        }
    }
}
