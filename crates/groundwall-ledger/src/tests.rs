use super::*;
use groundwall_core::history::LIMIT;
use groundwall_sqlite::New;
use serde_json::{Value, json};
use std::time::Instant;

pub(crate) fn report(id: &str, question: &str) -> Report {
    report_of("2026-01-01T00:00:00Z", id, question)
}

fn report_of(created_at: &str, id: &str, question: &str) -> Report {
    made(created_at, id, question, "d", "verified")
}

fn claim(text: &str, document: &str) -> Value {
    json!({
        "claim": {
            "id": 1, "kind": "date", "text": text, "sentence": text, "span": {"start": 0, "end": 5}, "specificity": "medium", "checkability": "checkable",
            "hedge": null, "vague": false,
        },
        "verdict": "refuted", "why": "The documents say otherwise.", "probability": 0.1, "checks": [], "findings": [],
        "evidence": [{
            "window": {"document": document, "document_name": document, "first_sentence": 0, "last_sentence": 0, "text": "It was 1987.", "locator": {}},
            "similarity": 0.7, "coverage": 0.8, "nli": null, "stance": "refutes",
        }],
    })
}

fn value(created_at: &str, id: &str, question: &str, answer: &str, state: &str) -> Value {
    let counts = json!({"supported": 1, "refuted": 0, "unsupported": 0, "unverifiable": 0});
    json!({
        "id": id, "collection": "default", "created_at": created_at, "question": question, "state": state, "banner": "b", "delivered": answer,
        "segments": [], "citations": [], "claims": [], "removed": [], "attempts": [], "candidates": [], "stages": [],
        "summary": {
            "counts": counts, "support_ratio": 1.0, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
            "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null, "adjusted_confidence": null
        },
        "degraded": [],
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
        "elapsed_seconds": 0.1
    })
}

fn made(created_at: &str, id: &str, question: &str, answer: &str, state: &str) -> Report {
    serde_json::from_value(value(created_at, id, question, answer, state)).unwrap()
}

/// A report with a claim that a document refutes.
pub(crate) fn refuted(created_at: &str, id: &str, text: &str, document: &str) -> Report {
    let mut report = value(created_at, id, "When?", "Then.", "not_verified");
    report["claims"] = json!([claim(text, document)]);
    report["summary"]["counts"] =
        json!({"supported": 1, "refuted": 1, "unsupported": 1, "unverifiable": 5});
    report["summary"]["findings_by_type"] = json!({"date_mismatch": 2, "no_evidence": 1});
    report["elapsed_seconds"] = json!(2.0);
    serde_json::from_value(report).unwrap()
}

fn searching(search: &str) -> ReportFilter {
    ReportFilter {
        search: search.to_owned(),
        ..ReportFilter::default()
    }
}

async fn titles(ledger: &SqliteLedger, filter: ReportFilter) -> Vec<String> {
    let page = ledger.reports(&filter.checked().unwrap()).await.unwrap();
    page.reports.into_iter().map(|line| line.title).collect()
}

#[tokio::test]
async fn reports_and_settings_survive_and_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    let (first, second) = (
        report("1", "Über   die Mole?"),
        made(
            "2026-01-02T00:00:00Z",
            "2",
            "Who is the pilot?",
            "It is Astrid.",
            "partly_verified",
        ),
    );
    ledger.record(&first).await.unwrap();
    ledger.record(&second).await.unwrap();
    ledger.set_setting("theme", "dark").await.unwrap();
    ledger.set_setting("theme", "light").await.unwrap();
    assert!(
        ledger.record(&first).await.is_err(),
        "a report is written once"
    );
    drop(ledger);

    let ledger = SqliteLedger::open(&path).await.unwrap();
    assert_eq!(ledger.last().await.unwrap(), Some(second));
    assert_eq!(ledger.report(&first.id).await.unwrap(), Some(first));
    assert_eq!(ledger.report(&ReportId("3".into())).await.unwrap(), None);
    assert_eq!(
        ledger.setting("theme").await.unwrap().as_deref(),
        Some("light")
    );
    let both = ["Who is the pilot?", "Über die Mole?"];
    assert_eq!(titles(&ledger, searching("")).await, both);
    assert_eq!(
        titles(&ledger, searching(" ÜBER ")).await,
        both[1..],
        "case does not matter, beyond ASCII too"
    );
    assert_eq!(
        titles(&ledger, searching("is  astrid")).await,
        both[..1],
        "answers are searched"
    );
    assert!(
        titles(&ledger, searching("%")).await.is_empty(),
        "a search is a text and no pattern"
    );
    let with = |change: fn(&mut ReportFilter)| {
        let mut filter = ReportFilter::default();
        change(&mut filter);
        filter
    };
    let state = with(|filter| filter.state = "partly_verified".into());
    assert_eq!(titles(&ledger, state).await, both[..1]);
    for (from, to, found) in [
        ("2026-01-02", "", &both[..1]),
        ("", "2026-01-01", &both[1..]),
        ("2026-01-01", "2026-01-02", &both[..]),
        ("2026-01-03", "", &both[..0]),
    ] {
        let filter = ReportFilter {
            from: from.into(),
            to: to.into(),
            ..ReportFilter::default()
        };
        assert_eq!(titles(&ledger, filter).await, found, "{from} {to}");
    }
}

#[tokio::test]
async fn pages_follow_one_another() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    for number in 0..5 {
        let id = number.to_string();
        ledger
            .record(&report(&id, &format!("{id}?")))
            .await
            .unwrap();
    }
    let mut filter = ReportFilter {
        limit: 2,
        ..ReportFilter::default()
    };
    let mut seen = Vec::new();
    loop {
        let page = ledger.reports(&filter).await.unwrap();
        assert_eq!(page.total, 5);
        seen.extend(page.reports.into_iter().map(|line| line.title));
        filter.after = page.next;
        if filter.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["4?", "3?", "2?", "1?", "0?"]);
}

#[tokio::test]
async fn a_person_names_and_tags_a_report_and_takes_it_back() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    let one = report("1", "Which quay?");
    ledger.record(&one).await.unwrap();
    ledger.record(&report("2", "Which pilot?")).await.unwrap();
    let label = |title: Option<&str>, tags: Option<&[&str]>| ReportLabel {
        title: title.map(str::to_owned),
        tags: tags.map(|tags| tags.iter().map(|tag| (*tag).to_owned()).collect()),
    };
    let both = label(Some("Board meeting"), Some(&["Q3", "Harbour"]));
    let line = ledger.label(&one.id, &both).await.unwrap().unwrap();
    assert_eq!(line.title, "Board meeting");
    assert_eq!(line.tags, ["Q3", "Harbour"]);
    let tagged = ReportFilter {
        tag: "harbour".into(),
        ..ReportFilter::default()
    };
    assert_eq!(titles(&ledger, tagged).await, ["Board meeting"]);
    assert_eq!(titles(&ledger, searching("board")).await, ["Board meeting"]);
    assert_eq!(
        titles(&ledger, searching("quay")).await,
        ["Board meeting"],
        "its question is still found"
    );
    let line = ledger
        .label(&one.id, &label(Some(""), None))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((line.title.as_str(), line.tags.len()), ("Which quay?", 2));
    assert_eq!(
        ledger.report(&one.id).await.unwrap(),
        Some(one),
        "the record itself stays"
    );
    let none = ReportId("3".into());
    assert_eq!(ledger.label(&none, &both).await.unwrap(), None);
}

#[tokio::test]
async fn what_is_deleted_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    let gone = refuted(
        "2026-01-01T00:00:00Z",
        "1",
        "Zanzibarian turnips",
        "secretpaper.txt",
    );
    ledger.record(&gone).await.unwrap();
    ledger.record(&report("2", "Which pilot?")).await.unwrap();
    let label = ReportLabel {
        title: Some("Codename Walrus".into()),
        tags: Some(vec!["confidentialtag".into()]),
    };
    ledger.label(&gone.id, &label).await.unwrap();
    let texts = [
        "Zanzibarian turnips",
        "secretpaper",
        "Codename Walrus",
        "confidentialtag",
    ];
    for text in texts {
        assert!(holds(dir.path(), text), "{text}");
    }
    assert!(ledger.delete(&gone.id).await.unwrap());
    assert!(!ledger.delete(&gone.id).await.unwrap());
    assert_eq!(ledger.report(&gone.id).await.unwrap(), None);
    for text in texts {
        assert!(!holds(dir.path(), text), "{text}");
    }
    assert!(holds(dir.path(), "Which pilot"));
}

#[tokio::test]
async fn what_refutes_what_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    for report in [
        report_of("2026-03-02T10:00:00Z", "1", "Who?"),
        refuted(
            "2026-03-02T11:00:00Z",
            "2",
            "It opened in 1978.",
            "harbour.txt",
        ),
        refuted(
            "2026-03-08T12:00:00Z",
            "3",
            "it opened  in 1978.",
            "harbour.txt",
        ),
        refuted("2026-03-09T12:00:00Z", "4", "It closed.", "other.txt"),
    ] {
        ledger.record(&report).await.unwrap();
    }
    let by_document = ReportFilter {
        document: "harbour.txt".into(),
        ..ReportFilter::default()
    };
    assert_eq!(titles(&ledger, by_document).await.len(), 2);
    let insights = ledger.insights("", Stretch::Week).await.unwrap();
    let starts: Vec<_> = insights
        .periods
        .iter()
        .map(|period| period.start.as_str())
        .collect();
    assert_eq!(
        starts,
        ["2026-03-02", "2026-03-09"],
        "weeks begin on Monday"
    );
    let week = &insights.periods[0];
    assert_eq!((week.reports, week.supported, week.checkable), (3, 3, 7));
    assert_eq!(week.states, [1, 0, 2, 0, 0]);
    assert_eq!((week.p50, week.p95), (2_000, 2_000));
    assert_eq!(
        (insights.reports, insights.p50, insights.p95),
        (4, 2_000, 2_000)
    );
    let most = &insights.refuted[0];
    assert_eq!(
        (most.document.as_deref(), most.count),
        (Some("harbour.txt"), 2)
    );
    assert_eq!(most.report, ReportId("3".into()));
    let documents: Vec<_> = insights
        .refuting
        .iter()
        .map(|one| (one.name.as_str(), one.count))
        .collect();
    assert_eq!(documents, [("harbour.txt", 2), ("other.txt", 1)]);
    let findings: Vec<_> = insights
        .findings
        .iter()
        .map(|one| (one.kind.name(), one.count))
        .collect();
    assert_eq!(findings, [("date_mismatch", 6), ("no_evidence", 3)]);
    let days = ledger.insights("2026-03-08", Stretch::Day).await.unwrap();
    assert_eq!((days.reports, days.periods.len()), (2, 2));
    let none = ledger.insights("2027", Stretch::Month).await.unwrap();
    assert_eq!(none, Insights::none(Stretch::Month));
}

#[tokio::test]
async fn ten_thousand_reports_are_searched_and_counted_in_a_moment() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    let mut tx = ledger.database.write().await.unwrap();
    sqlx::raw_sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
         INSERT INTO reports SELECT i, 'r' || i, date('2024-01-01', '+' || (i / 20) || ' days') || 'T00:00:00Z', 'verified', 3, 1, 1, 0, i % 5000, 't' || i,
            't' || i, 't' || i, 'question ' || i || printf('%.1000c', 'x'), NULL, 'default' FROM n;
         INSERT INTO bodies SELECT number, printf('%.2000c', 'b') FROM reports;
         INSERT INTO report_documents SELECT number, 'd' || (number % 40) FROM reports;
         INSERT INTO refutations SELECT number, 'c' || (number % 3000), 'C' || (number % 3000), 'd' || (number % 40) FROM reports;
         INSERT INTO report_findings SELECT number, 'no_evidence', 2 FROM reports;",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    // The best of three: other work on this machine is not what is measured.
    let mut quickest = u128::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        let insights = ledger.insights("", Stretch::Month).await.unwrap();
        quickest = quickest.min(begun.elapsed().as_millis());
        assert_eq!((insights.reports, insights.periods.len()), (10_000, 17));
        assert_eq!(insights.p50, 2_499);
    }
    assert!(quickest < 200, "{quickest} ms");
    let mut quickest = u128::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        let page = ledger.reports(&searching("question 77")).await.unwrap();
        quickest = quickest.min(begun.elapsed().as_millis());
        assert_eq!((page.total, page.reports.len()), (111, LIMIT as usize));
    }
    assert!(quickest < 200, "{quickest} ms");
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_forward() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let new = New {
        schema: &[schema::FIRST],
        meta: &[("schema_version", "1")],
    };
    let old = Database::open(&path, 1, &new).await.unwrap();
    let first = refuted(
        "2026-01-01T10:00:00Z",
        "a",
        "It opened in 1978.",
        "harbour.txt",
    );
    let line = |id: &str, title: &str| {
        let counts = json!({"supported": 1, "refuted": 2, "unsupported": 3, "unverifiable": 4});
        json!({"id": id, "created_at": "2026-01-01T10:00:00Z", "title": title, "state": "not_verified", "counts": counts}).to_string()
    };
    let mut tx = old.write().await.unwrap();
    let body = serde_json::to_string(&first).unwrap();
    for (number, id, title, body) in [(7, "a", "When?", body.as_str()), (9, "b", "Damaged?", "{}")]
    {
        sqlx::query("INSERT INTO reports VALUES (?, ?, ?, ?, ?)")
            .bind(number)
            .bind(id)
            .bind(title.to_lowercase())
            .bind(line(id, title))
            .bind(body)
            .execute(&mut *tx)
            .await
            .unwrap();
    }
    sqlx::raw_sql("INSERT INTO settings VALUES ('theme', 'dark')")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    old.close().await;

    for _ in 0..2 {
        let ledger = SqliteLedger::open(&path).await.unwrap();
        assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "4");
        assert_eq!(titles(&ledger, searching("")).await, ["Damaged?", "When?"]);
        assert_eq!(
            ledger.report(&first.id).await.unwrap().as_ref(),
            Some(&first)
        );
        assert!(ledger.report(&ReportId("b".into())).await.is_err());
        let damaged = ledger.line(&ReportId("b".into())).await.unwrap().unwrap();
        assert_eq!(damaged.counts.unsupported, 3);
        assert_eq!(titles(&ledger, searching("then")).await, ["When?"]);
        let insights = ledger.insights("", Stretch::Day).await.unwrap();
        assert_eq!((insights.reports, insights.refuted.len()), (2, 1));
        assert_eq!(
            ledger.setting("theme").await.unwrap().as_deref(),
            Some("dark")
        );
        ledger.close().await;
    }
    let ledger = SqliteLedger::open(&path).await.unwrap();
    ledger.record(&report("c", "New?")).await.unwrap();
    assert_eq!(titles(&ledger, searching("")).await[0], "New?");
}

#[tokio::test]
async fn another_schema_version_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    sqlx::raw_sql("UPDATE meta SET value = '9' WHERE key = 'schema_version'")
        .execute(ledger.database.pool())
        .await
        .unwrap();
    drop(ledger);
    let error = SqliteLedger::open(&path).await.err().unwrap();
    assert!(error.to_string().contains("schema version 9"), "{error}");
}

fn holds(dir: &Path, text: &str) -> bool {
    std::fs::read_dir(dir).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes
            .windows(text.len())
            .any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
    })
}

#[tokio::test]
async fn reports_of_before_a_time_are_deleted_and_their_text_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    let (old, young) = (
        report_of("2026-01-01T23:59:59Z", "1", "Zanzibarian turnips?"),
        report_of("2026-01-02T00:00:00Z", "2", "Which pilot?"),
    );
    ledger.record(&old).await.unwrap();
    ledger.record(&young).await.unwrap();
    assert!(holds(dir.path(), "Zanzibarian turnips"));
    assert_eq!(
        ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
        1
    );
    assert_eq!(
        ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
        0
    );
    assert_eq!(ledger.report(&old.id).await.unwrap(), None);
    assert_eq!(ledger.report(&young.id).await.unwrap(), Some(young));
    assert!(!holds(dir.path(), "Zanzibarian turnips"));
    assert!(holds(dir.path(), "Which pilot"));
}

#[tokio::test]
async fn an_empty_ledger_file_is_refused_and_a_closed_one_is_whole_without_its_log() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    let first = report("1", "Who?");
    ledger.record(&first).await.unwrap();
    ledger.close().await;
    let log = std::fs::metadata(dir.path().join("l.sqlite-wal"));
    assert!(log.map_or(0, |log| log.len()) == 0);
    let copy = dir.path().join("copy.sqlite");
    std::fs::copy(&path, &copy).unwrap();
    let ledger = SqliteLedger::open(&copy).await.unwrap();
    assert_eq!(ledger.report(&first.id).await.unwrap(), Some(first));

    std::fs::write(&path, b"").unwrap();
    let error = SqliteLedger::open(&path).await.err().unwrap().to_string();
    assert!(
        error.contains("l.sqlite is damaged: the file is empty"),
        "{error}"
    );
}
