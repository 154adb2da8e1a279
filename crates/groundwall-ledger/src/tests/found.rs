//! Reports are found, page by page, and named by a person.

use super::{made, report, searching, titles};
use crate::SqliteLedger;
use groundwall_core::{Report, ReportFilter, ReportId, ReportLabel};
use groundwall_ports::Ledger as _;

fn two() -> [Report; 2] {
    [
        report("1", "Über   die Mole?"),
        made(
            "2026-01-02T00:00:00Z",
            "2",
            "Who is the pilot?",
            "It is Astrid.",
            "partly_verified",
        ),
    ]
}

#[tokio::test]
async fn reports_and_settings_survive() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    let [first, second] = two();
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
}

#[tokio::test]
async fn reports_are_found_by_text_state_and_day() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    for report in two() {
        ledger.record(&report).await.unwrap();
    }
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
