//! What a document names and does not assert supports nothing; what it denies is refuted.

use crate::bench::Bench;
use groundwall_core::report::JudgedClaim;
use groundwall_core::request::Subject;
use groundwall_core::{FindingKind, Verdict, Verification};
use groundwall_ports::FirewallService as _;

/// The claims against one document.
async fn judged(name: &str, text: &str, claims: &[&str]) -> Vec<JudgedClaim> {
    let bench = Bench::start().await;
    bench.add(name, text, 1_000).await;
    let claims = claims.iter().map(|claim| (*claim).to_owned()).collect();
    bench.verify(Subject::Claims(claims)).await.claims
}

fn said_by_the_check(claim: &JudgedClaim) -> bool {
    claim.checks.iter().any(|check| check.check == "assertions")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_denies_a_claim_refutes_it() {
    for (name, text, claim) in [
        (
            "myth.txt",
            "It is a myth that aspirin cures cancer. Aspirin thins the blood.",
            "Aspirin cures cancer.",
        ),
        (
            "pass.txt",
            "Does the pass cover the night bus? No, it does not.",
            "The pass covers the night bus.",
        ),
        (
            "dam.txt",
            "Some newspapers wrote that the dam had cracked. This is not true.",
            "The dam had cracked.",
        ),
        (
            "bats.txt",
            "Contrary to popular belief, bats are not blind.",
            "Bats are blind.",
        ),
        (
            "list.md",
            "The following claims are false:\n\n- Goldfish forget everything after three seconds.\n- Aspirin cures cancer.\n",
            "Aspirin cures cancer.",
        ),
    ] {
        let found = judged(name, text, &[claim]).await.remove(0);
        assert_eq!(found.verdict, Verdict::Refuted, "{claim}: {}", found.why);
        assert!(
            found.why.contains("says that this is not so"),
            "{claim}: {}",
            found.why
        );
        assert!(
            found.findings.iter().any(|finding| {
                finding.kind == FindingKind::Contradiction && finding.source == "assertions/1"
            }),
            "{claim}: {:?}",
            found.findings
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_only_names_a_claim_supports_and_refutes_nothing() {
    for (text, claim) in [
        (
            "The minister denied that he took money from the builders.",
            "The minister took money from the builders.",
        ),
        (
            "The clerk is alleged to have stolen three paintings. He worked in the archive for nine years.",
            "The clerk stole three paintings.",
        ),
        (
            "It is rumoured that the duke is buried under the chapel.",
            "The duke is buried under the chapel.",
        ),
        ("If the pump fails, the alarm sounds.", "The alarm sounds."),
        (
            "It remains unclear whether the pipeline leaked.",
            "The pipeline leaked.",
        ),
    ] {
        let found = judged("text.txt", text, &[claim]).await.remove(0);
        assert_eq!(
            found.verdict,
            Verdict::Unsupported,
            "{claim}: {}",
            found.why
        );
        assert!(
            found.why.ends_with("that is no evidence for it.") && said_by_the_check(&found),
            "{claim}: {}",
            found.why
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_text_asserts_stays_as_it_was() {
    let text = "It is a myth that aspirin cures cancer. Aspirin thins the blood. If the pump fails, the alarm sounds.";
    let claims = [
        "It is a myth that aspirin cures cancer.",
        "Aspirin thins the blood.",
        "If the pump fails, the alarm sounds.",
    ];
    for found in judged("text.txt", text, &claims).await {
        assert_eq!(
            found.verdict,
            Verdict::Supported,
            "{}: {}",
            found.claim.text,
            found.why
        );
    }
    for (text, claim) in [
        (
            "The report says that the reservoir lost a third of its water.",
            "The reservoir lost a third of its water.",
        ),
        (
            "According to the audit, fourteen invoices were paid twice.",
            "Fourteen invoices were paid twice.",
        ),
        (
            "It is a myth that aspirin cures cancer.",
            "Aspirin does not cure cancer.",
        ),
    ] {
        let found = judged("text.txt", text, &[claim]).await.remove(0);
        assert!(!said_by_the_check(&found), "{claim}: {:?}", found.checks);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_denies_what_another_says_is_a_conflict() {
    let bench = Bench::start().await;
    bench
        .add("leaflet.txt", "Aspirin cures cancer.", 1_000)
        .await;
    bench
        .add(
            "clinic.txt",
            "It is a myth that aspirin cures cancer.",
            1_000,
        )
        .await;
    let claims = vec!["Aspirin cures cancer.".to_owned()];
    let found = bench.verify(Subject::Claims(claims)).await.claims.remove(0);
    assert_eq!(found.verdict, Verdict::Unsupported, "{}", found.why);
    assert!(
        found
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Conflict),
        "{:?}",
        found.findings
    );
}

/// A document that gives another year covers fewer of the claim's words than one that repeats it.
#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_gives_another_value_beside_more_is_a_conflict() {
    let bench = Bench::start().await;
    for (name, text) in [
        ("plan.txt", "The bridge opened in 2001 after a long delay."),
        (
            "letter.txt",
            "The bridge opened in 1999 and cost 3 million.",
        ),
        ("menu.txt", "The kitchen opened in 2010."),
        (
            "first year.txt",
            "The harbour earned 5 million euros in 2020.",
        ),
        (
            "second year.txt",
            "The harbour earned 6 million euros in 2021.",
        ),
    ] {
        bench.add(name, text, 1_000).await;
    }
    let judged = async |claim: &str| {
        let claims = vec![claim.to_owned()];
        bench.verify(Subject::Claims(claims)).await.claims.remove(0)
    };
    let found = judged("The bridge opened in 2001.").await;
    assert_eq!(found.verdict, Verdict::Unsupported, "{}", found.why);
    assert!(found.why.contains("1999"), "{}", found.why);
    // One document alone speaks of it, and another year is another value.
    for claim in [
        "The kitchen opened in 2010.",
        "The harbour earned 5 million euros in 2020.",
    ] {
        let found = judged(claim).await;
        assert_eq!(found.verdict, Verdict::Supported, "{}", found.why);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_that_opens_a_list_says_nothing_of_the_item_above_it() {
    let leaflet = "# Side effects\n\nCommon (up to 1 in 10 people):\n\n- headache\n- sickness\n\nUncommon (up to 1 in 100 people):\n\n- being unable to move\n- seeing things\n";
    for claim in [
        "Sickness is uncommon.",
        "Sickness is common.",
        "Being unable to move is common.",
    ] {
        let found = judged("leaflet.md", leaflet, &[claim]).await.remove(0);
        let mut texts = found.evidence.iter().map(|one| one.window.text.as_str());
        assert!(
            texts.all(|text| !text.contains("sickness Uncommon")),
            "{claim}: {:?}",
            found.evidence
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_documents_that_disagree_the_one_of_a_higher_tier_counts() {
    let bench = Bench::start().await;
    bench
        .add("act on aspirin.txt", "Aspirin cures cancer.", 1_000)
        .await;
    bench
        .add(
            "clinic.txt",
            "It is a myth that aspirin cures cancer.",
            1_000,
        )
        .await;
    let judged = async |packs: &[&str]| {
        let subject = Subject::Claims(vec!["Aspirin cures cancer.".to_owned()]);
        let mut verification = Verification::of(subject);
        verification.policy.packs = Some(packs.iter().map(|name| (*name).to_owned()).collect());
        let report = bench.firewall.verify(verification).await.unwrap();
        report.claims.into_iter().next().unwrap()
    };
    let plain = judged(&[]).await;
    assert_eq!(plain.verdict, Verdict::Unsupported, "{}", plain.why);
    let found = judged(&["finance-kr"]).await;
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.why);
    assert!(
        found.why.contains("higher tier (Regulatory)"),
        "{}",
        found.why
    );
    let told = found.findings.iter();
    let mut told = told.filter(|finding| finding.kind == FindingKind::Conflict);
    assert!(told.next().is_some(), "{:?}", found.findings);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_tiers_the_highest_counts() {
    let bench = Bench::start().await;
    for (name, days) in [
        ("branch manual.txt", 7),
        ("guideline.txt", 10),
        ("act on withdrawal.txt", 14),
    ] {
        let text = format!("The withdrawal period of a loan is {days} days.");
        bench.add(name, &text, 1_000).await;
    }
    for (days, verdict) in [
        (7, Verdict::Refuted),
        (10, Verdict::Refuted),
        (14, Verdict::Supported),
    ] {
        let claim = format!("The withdrawal period of a loan is {days} days.");
        let mut verification = Verification::of(Subject::Claims(vec![claim]));
        verification.policy.packs = Some(vec!["finance-kr".to_owned()]);
        let report = bench.firewall.verify(verification).await.unwrap();
        let found = &report.claims[0];
        assert_eq!(found.verdict, verdict, "{}", found.why);
        let told = "act on withdrawal.txt";
        let winner = found.why.split(" counts, ").next().unwrap_or_default();
        assert!(winner.contains(told), "{}", found.why);
    }
}
