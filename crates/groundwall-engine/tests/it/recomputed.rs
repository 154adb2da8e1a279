//! Claims about tables in words that the tables do not know, with the models of the repository.

use crate::bench::Bench;
use groundwall_core::report::JudgedClaim;
use groundwall_core::request::Subject;
use groundwall_core::{Closeness, Reason, Verdict, Verification};
use groundwall_ports::FirewallService as _;

const ADVERTS: &str = "year,brand,funny,patriotic,celebrity,seconds\n\
    2001,Acme,True,False,True,30\n\
    2002,Acme,False,True,True,60\n\
    2003,Acme,False,True,False,30\n\
    2004,Acme,False,False,True,35\n\
    2004,Globex,True,True,False,45\n\
    2005,Globex,False,False,False,40\n";

async fn judged(bench: &Bench, claims: &[&str]) -> Vec<JudgedClaim> {
    let claims = claims.iter().map(|claim| (*claim).to_owned()).collect();
    bench.verify(Subject::Claims(claims)).await.claims
}

#[tokio::test]
async fn a_claim_in_other_words_is_recomputed_and_told_how_it_was_read() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let found = judged(
        &bench,
        &[
            "Three of the Acme adverts show someone famous.",
            "Two of the Acme adverts show someone famous.",
            "The Globex adverts run for about 42 seconds on average.",
            "The Globex adverts run for about 52 seconds on average.",
        ],
    )
    .await;
    let holds = [true, false, true, false];
    for (claim, holds) in found.iter().zip(holds) {
        let text = &claim.claim.text;
        assert_eq!(
            claim.verdict == Verdict::Supported,
            holds,
            "{text}: {}",
            claim.why
        );
    }
    let told = &found[0];
    assert!(
        matches!(told.reason, Some(Reason::Computed { .. })),
        "{}",
        told.why
    );
    assert!(
        (0.7..1.0).contains(&told.probability),
        "{}",
        told.probability
    );
    let note = &told.checks[0].note;
    let read = told.read_as.as_deref();
    assert_eq!(read, Some("how many Acme adverts show someone famous?"));
    assert!(note.contains("the column celebrity"), "{note}");
}

#[tokio::test]
async fn one_row_is_no_evidence_for_what_it_does_not_say_by_itself() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let found = judged(
        &bench,
        &[
            "Every patriotic advert of 2004 is by Globex and was loved.",
            "The Acme advert of 2002 was loved more than any other patriotic advert.",
        ],
    )
    .await;
    for claim in &found {
        assert_eq!(claim.verdict, Verdict::Unsupported, "{}", claim.why);
        let told = "is one row of a table, which does not say this by itself";
        let said = claim.checks.iter().any(|check| check.note.contains(told));
        assert!(said || claim.why.contains(told), "{claim:#?}");
    }
}

#[tokio::test]
async fn without_close_reading_no_claim_is_supposed_to_mean_anything() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let claims = vec!["Three of the Acme adverts show someone famous.".to_owned()];
    let mut verification = Verification::of(Subject::Claims(claims));
    verification.policy.verifier = Some(Closeness::Fast);
    let report = bench.firewall.verify(verification).await.unwrap();
    assert!(
        report.claims[0].computed.is_none(),
        "{}",
        report.claims[0].why
    );
}
