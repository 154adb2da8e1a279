//! What must not change a verdict, and what must.

use crate::bench::{Bench, root};
use groundwall_core::request::Subject;
use groundwall_core::{Checkability, Verdict};
use groundwall_engine::claims::decompose;
use groundwall_eval::Label;
use groundwall_eval::corpus::Corpus;
use groundwall_eval::suite::Suite;
use groundwall_eval::twins::{Fault, corrupt};

fn suite() -> Suite {
    Suite::read(&root().join("data/suite")).unwrap()
}

async fn verdicts(bench: &Bench, claims: &[String]) -> Vec<Verdict> {
    bench
        .verify(Subject::Claims(claims.to_vec()))
        .await
        .claims
        .iter()
        .map(|claim| claim.verdict)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_verdict_hangs_on_passage_sizes_order_or_ten_thousand_other_passages() {
    let suite = suite();
    let claims: Vec<String> = suite
        .claims
        .iter()
        .map(|claim| claim.claim.clone())
        .collect();
    let bench = Bench::start().await;
    for (name, text) in &suite.documents {
        bench.add(name, text, 1_000).await;
    }
    let expected = verdicts(&bench, &claims).await;
    let supported = expected
        .iter()
        .filter(|verdict| **verdict == Verdict::Supported)
        .count();
    assert!(
        supported > 30 && expected.len() - supported > 30,
        "{supported} of {} supported",
        expected.len()
    );
    let differing = |name: &str, found: &[Verdict]| -> Vec<String> {
        claims
            .iter()
            .zip(&expected)
            .zip(found)
            .filter(|((_, a), b)| a != b)
            .map(|((claim, a), b)| format!("{name}: {a:?} -> {b:?}: {claim}"))
            .collect()
    };
    let mut changed = Vec::new();
    for size in [400, 2_000] {
        let other = Bench::start().await;
        for (name, text) in suite.documents.iter().rev() {
            other.add(name, text, size).await;
        }
        changed.extend(differing(
            &format!("passages of {size}, other order"),
            &verdicts(&other, &claims).await,
        ));
    }
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(root().join("data/samples")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "txt" || extension == "md")
        {
            texts.extend(
                std::fs::read_to_string(&path)
                    .unwrap()
                    .lines()
                    .filter(|line| line.len() > 40)
                    .map(str::to_owned),
            );
        }
    }
    texts.sort();
    assert!(texts.len() > 10, "{}", texts.len());
    let vectors = Bench::embed(&texts).await;
    let mut corpus = Corpus::new(11, &texts, vectors);
    for _ in 0..100 {
        bench.put(corpus.document(100)).await;
    }
    changed.extend(differing(
        "beside 10,000 passages",
        &verdicts(&bench, &claims).await,
    ));
    assert!(
        changed.is_empty(),
        "{} changed:\n{}",
        changed.len(),
        changed.join("\n")
    );
}

/// Statements of the suite's documents, each as it stands there.
fn sentences() -> Vec<(String, String)> {
    let suite = suite();
    let mut found = Vec::new();
    for (name, text) in &suite.documents {
        for paragraph in text.lines().filter(|line| line.ends_with('.')) {
            for sentence in decompose(paragraph) {
                let [claim] = sentence.claims.as_slice() else {
                    continue;
                };
                if claim.checkability == Checkability::Checkable && text.contains(&claim.text) {
                    found.push((name.clone(), claim.text.clone()));
                }
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sentence_supports_itself_and_refutes_itself_with_another_number_or_date() {
    let (suite, bench) = (suite(), Bench::start().await);
    for (name, text) in &suite.documents {
        bench.add(name, text, 1_000).await;
    }
    let sentences = sentences();
    assert!(sentences.len() > 100, "{}", sentences.len());
    let claims: Vec<String> = sentences
        .iter()
        .map(|(_, sentence)| sentence.clone())
        .collect();
    let found = verdicts(&bench, &claims).await;
    let wrong: Vec<&String> = claims
        .iter()
        .zip(&found)
        .filter(|(_, verdict)| **verdict != Verdict::Supported)
        .map(|(claim, _)| claim)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} do not support themselves: {wrong:#?}",
        wrong.len(),
        claims.len()
    );

    let mut twins: Vec<(&String, String)> = Vec::new();
    for (seed, sentence) in claims.iter().enumerate() {
        let faults = [Fault::Number, Fault::Date]
            .into_iter()
            .filter_map(|fault| corrupt(sentence, sentence, fault, seed as u64));
        twins.extend(faults.map(|twin| (sentence, twin)));
    }
    assert!(twins.len() > 60, "{}", twins.len());
    let found = verdicts(
        &bench,
        &twins
            .iter()
            .map(|(_, twin)| twin.clone())
            .collect::<Vec<_>>(),
    )
    .await;
    let wrong: Vec<_> = twins
        .iter()
        .zip(&found)
        .filter(|(_, verdict)| **verdict != Verdict::Refuted)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} are not refuted: {wrong:#?}",
        wrong.len(),
        twins.len()
    );
}

/// Values in other units and forms, true and false. Three false ones belong to a neighbour in the text, which no check of values sees.
#[tokio::test(flavor = "multi_thread")]
async fn values_are_held_against_the_documents_in_whatever_unit_they_are_said() {
    let values = Suite::read(&root().join("data/values")).unwrap();
    let (mut passed, mut turned_away) = (Vec::new(), Vec::new());
    for (name, text) in &values.documents {
        let bench = Bench::start().await;
        bench.add(name, text, 1_000).await;
        let claims: Vec<_> = values
            .claims
            .iter()
            .filter(|claim| claim.document == *name)
            .collect();
        let texts: Vec<String> = claims.iter().map(|claim| claim.claim.clone()).collect();
        for (claim, verdict) in claims.iter().zip(verdicts(&bench, &texts).await) {
            match (
                claim.kind == "neighbour",
                claim.label == Label::Supported,
                verdict == Verdict::Supported,
            ) {
                (false, false, true) => passed.push(&claim.claim),
                (_, true, false) => turned_away.push(&claim.claim),
                _ => {}
            }
        }
    }
    assert!(
        passed.is_empty(),
        "{} false ones passed: {passed:#?}",
        passed.len()
    );
    assert!(
        turned_away.len() <= 6,
        "{} of 34 true ones were turned away: {turned_away:#?}",
        turned_away.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_verifier_nothing_passes_but_what_stands_there() {
    let bench = Bench::with(false).await;
    bench
        .add(
            "quay.txt",
            "The quay was built in 1931. It belongs to the municipality.",
            1_000,
        )
        .await;
    let said = [
        "The quay was built in 1931.",
        "The municipality owns the quay.",
        "The quay was built in 1913.",
    ]
    .map(str::to_owned);
    let report = bench.verify(Subject::Claims(said.to_vec())).await;
    let found: Vec<Verdict> = report.claims.iter().map(|claim| claim.verdict).collect();
    assert_eq!(
        found,
        [Verdict::Supported, Verdict::Unsupported, Verdict::Refuted]
    );
    assert!(
        report.claims[1].why.contains("did not run"),
        "{}",
        report.claims[1].why
    );
    assert!(
        report
            .degraded
            .iter()
            .any(|line| line.contains("NLI model is not loaded")),
        "{:?}",
        report.degraded
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_says_a_claim_in_other_words_is_read_though_others_have_more_of_its_words() {
    let bench = Bench::start().await;
    let rules = "Palms that leave the nursery carry a label. Grown beetles bore into the crown. Grubs do no harm to palm trees. \
        Who wants to leave the garden with a palm shows the label. The garden opens at nine.";
    bench.add("palm-garden.txt", rules, 1_000).await;
    let claim = "The larvae leave the palms unharmed.";
    let judged = bench
        .verify(Subject::Claims(vec![claim.to_owned()]))
        .await
        .claims;
    let read: Vec<&str> = judged[0]
        .evidence
        .iter()
        .map(|evidence| evidence.window.text.as_str())
        .collect();
    assert!(
        read.contains(&"Grubs do no harm to palm trees."),
        "{read:?}"
    );
}
