//! Two claims of one text that cannot both hold.

use groundwall_checks::{CheckKind, Text, consistency};
use groundwall_core::report::JudgedClaim;
use groundwall_core::{Certainty, Finding, FindingKind, Policy, Reason, Severity, Verdict};
use groundwall_text::words::capitalised;

/// Claims that cannot both hold: neither stays supported unless the documents decide for exactly one of them.
pub(crate) fn self_contradictions(judged: &mut [JudgedClaim], policy: &Policy) {
    let checkable: Vec<usize> = (0..judged.len())
        .filter(|place| judged[*place].verdict.is_checkable())
        .collect();
    let texts: Vec<Text> = checkable
        .iter()
        .map(|place| judged[*place].claim.text.as_str().into())
        .collect();
    let clashes = consistency::check(&texts, &policy.tolerances);
    for clash in clashes {
        let (first, second) = (checkable[clash.first], checkable[clash.second]);
        let both = judged[first].verdict == Verdict::Supported
            && judged[second].verdict == Verdict::Supported;
        for place in [first, second] {
            let claim = &mut judged[place];
            let text = capitalised(&format!("{}.", clash.said.note));
            claim.findings.push(Finding {
                id: format!(
                    "c{}-self_contradiction-{}",
                    claim.claim.id,
                    claim.findings.len() + 1
                ),
                kind: FindingKind::SelfContradiction,
                description: text,
                severity: Severity::High,
                certainty: if clash.gross {
                    Certainty::Confirmed
                } else {
                    Certainty::Likely
                },
                confidence: if clash.gross {
                    Certainty::Confirmed.confidence()
                } else {
                    Certainty::Likely.confidence()
                },
                claim: claim.claim.id,
                location: Some(claim.claim.span),
                detected: Some(clash.said.detected.clone()),
                expected: clash.said.expected.clone(),
                evidence: None,
                source: CheckKind::SelfContradiction.source().to_owned(),
                recommendation: "Decide which of the two holds, and take the other out.".to_owned(),
            });
            if both {
                claim.verdict = Verdict::Unsupported;
                let reason = Reason::SelfContradiction {
                    note: clash.said.note.clone(),
                };
                claim.why = reason.to_string();
                claim.reason = Some(reason);
            }
        }
    }
}
