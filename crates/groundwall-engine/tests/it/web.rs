//! Web addresses that a text cites, looked up by a script.

use crate::bench::Bench;
use async_trait::async_trait;
use groundwall_core::request::Subject;
use groundwall_core::{Certainty, FindingKind, LookedUp, Policy, Verdict, Verification};
use groundwall_generator::ExtractiveGenerator;
use groundwall_ports::{FirewallService as _, WebLook};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const QUAY: &str =
    "The quay was built in 1931 by the Solheim family. https://quay.net/known has its history.";

#[derive(Default)]
struct Web {
    asked: AtomicUsize,
}

#[async_trait]
impl WebLook for Web {
    async fn look_up(&self, address: &str) -> LookedUp {
        self.asked.fetch_add(1, Ordering::SeqCst);
        match address.rsplit('/').next() {
            Some("there") => LookedUp::Answers,
            Some("gone") => LookedUp::Fails(404),
            Some("private") => LookedUp::NotAsked,
            _ => LookedUp::Unreachable,
        }
    }
}

/// What is found of a cited address: verdict of the statement, certainty and confidence of the finding. None where nothing is found.
async fn cited(bench: &Bench, address: &str) -> (Verdict, Option<(Certainty, f32)>) {
    let text = format!("The quay was built in 1931 by the Solheim family ({address}).");
    let report = bench
        .firewall
        .verify(Verification::of(Subject::Answer(text)))
        .await
        .unwrap();
    let claim = &report.claims[0];
    let made_up = claim
        .findings
        .iter()
        .find(|finding| finding.kind == FindingKind::FabricatedCitation);
    (
        claim.verdict,
        made_up.map(|finding| (finding.certainty, finding.confidence)),
    )
}

async fn bench(web: &Arc<Web>, look_up_addresses: bool) -> Bench {
    let web = Arc::clone(web) as Arc<dyn WebLook>;
    let bench = Bench::with_web(true, None, Arc::new(ExtractiveGenerator), Some(web)).await;
    bench.add("quay.txt", QUAY, 1_000).await;
    bench
        .firewall
        .set_policy(Policy {
            look_up_addresses,
            ..Policy::default()
        })
        .unwrap();
    bench
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_says_whether_it_exists() {
    let web = Arc::new(Web::default());
    let bench = bench(&web, true).await;
    let (verdict, found) = cited(&bench, "https://quay.net/gone").await;
    assert_eq!(verdict, Verdict::Unsupported);
    assert_eq!(found, Some((Certainty::Confirmed, 0.9)));
    let (verdict, found) = cited(&bench, "https://quay.net/nowhere").await;
    assert_eq!(verdict, Verdict::Unsupported);
    assert_eq!(found, Some((Certainty::Likely, 0.8)));
    assert_eq!(cited(&bench, "https://quay.net/there").await.1, None);
    let (_, found) = cited(&bench, "https://quay.net/private").await;
    assert_eq!(found, Some((Certainty::Warning, 0.5)));
    let asked = web.asked.load(Ordering::SeqCst);
    assert!(asked >= 4);
    assert_eq!(cited(&bench, "https://quay.net/known").await.1, None);
    assert_eq!(
        web.asked.load(Ordering::SeqCst),
        asked,
        "the documents have it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_out_unless_the_policy_wants_it() {
    let web = Arc::new(Web::default());
    let bench = bench(&web, false).await;
    let (_, found) = cited(&bench, "https://quay.net/gone").await;
    assert_eq!(found, Some((Certainty::Warning, 0.5)));
    assert_eq!(web.asked.load(Ordering::SeqCst), 0);
}
