//! `groundwall packs`, packs of one's own, and the table of rules in the documentation.

use super::{out, packs};
use crate::running::{Running, binary, root};
use serde_json::{Value, json};
use std::path::Path;

fn own(dir: &Path, name: &str, text: &str) {
    std::fs::write(dir.join(name), text).unwrap();
}

#[test]
fn the_commands_list_check_test_explain_and_print_the_schema() {
    let dir = tempfile::tempdir().unwrap();
    let list = out(&packs(&["list"]));
    assert!(
        list.contains("on  core") && list.contains("off finance-kr"),
        "{list}"
    );
    let all = packs(&["test"]);
    assert_eq!(all.status.code(), Some(0), "{}", out(&all));
    assert!(out(&all).contains("examples hold"));
    assert!(out(&packs(&["explain", "finance-kr"])).contains("CG-007"));
    let one = out(&packs(&["explain", "finance-kr/CG-001"]));
    assert!(one.contains("CG-001") && !one.contains("CG-007"), "{one}");
    let none = packs(&["explain", "finance-kr/CG-999"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(out(&none).contains("has no rule CG-999"), "{}", out(&none));
    let schema: Value = serde_json::from_slice(&packs(&["schema"]).stdout).unwrap();
    assert_eq!(schema["title"], "A rule pack of Groundwall");
    let good = root().join("data/packs/real-estate.toml");
    assert_eq!(
        packs(&["check", good.to_str().unwrap()]).status.code(),
        Some(0)
    );

    let head = "name = \"house\"\nversion = \"1\"\ndescription = \"Ours.\"\n";
    own(dir.path(), "bad.toml", &format!("{head}[[patern]]\n"));
    let bad = dir.path().join("bad.toml");
    let refused = packs(&["check", bad.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        out(&refused).contains("bad.toml:4:3: unknown field `patern`"),
        "{}",
        out(&refused)
    );
    assert!(out(&refused).contains("`pattern`"));
    own(
        dir.path(),
        "bad.toml",
        &format!("{head}[tables]\nsynonims = []\n"),
    );
    let refused = packs(&["check", bad.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        out(&refused).contains("bad.toml:5:1: unknown field `synonims`"),
        "{}",
        out(&refused)
    );

    own(
        dir.path(),
        "bad.toml",
        &format!("{head}[[example]]\ninput = \"All is well.\"\nfindings = [\"trouble\"]\n"),
    );
    let missed = packs(&["test", bad.to_str().unwrap()]);
    assert_eq!(missed.status.code(), Some(1), "{}", out(&missed));
    assert!(
        out(&missed).contains("0 of 1 examples hold"),
        "{}",
        out(&missed)
    );
    let place = format!("{}:5: “All is well.”", bad.display());
    assert!(out(&missed).contains(&place), "{}", out(&missed));
    assert_eq!(packs(&["test", "no-such-pack"]).status.code(), Some(2));

    own(
        dir.path(),
        "bad.toml",
        "name = \"core\"\nversion = \"1\"\ndescription = \"Ours.\"\n",
    );
    let taken = packs(&["check", bad.to_str().unwrap()]);
    assert_eq!(taken.status.code(), Some(1), "{}", out(&taken));
    let place = "bad.toml:1:8: the name `core`, which a pack of the program has";
    assert!(out(&taken).contains(place), "{}", out(&taken));
}

#[test]
fn what_a_rule_says_of_a_text_is_printed_with_its_sentence_and_decides_the_exit_code() {
    let dir = tempfile::tempdir().unwrap();
    let docs = dir.path().join("docs");
    std::fs::create_dir(&docs).unwrap();
    own(&docs, "fund.txt", "The Hanbit fund was opened in 2019.");
    let verified = |text: &str| {
        own(dir.path(), "answer.txt", text);
        let answer = dir.path().join("answer.txt");
        let args = ["verify", "--docs", docs.to_str().unwrap()];
        binary()
            .args(args)
            .args(["--answer", answer.to_str().unwrap()])
            .env("GROUNDWALL__POLICY__PACKS", "[\"finance-kr\"]")
            .output()
            .unwrap()
    };
    let plain = verified("The Hanbit fund was opened in 2019.");
    assert_eq!(plain.status.code(), Some(0), "{}", out(&plain));
    let urged = verified("The Hanbit fund was opened in 2019. Buy this fund today!");
    let told = out(&urged);
    for part in [
        "“Buy this fund today!”",
        "rule CG-001 of finance-kr/2 is broken (",
        "replace",
        "rule ESC-1 of finance-kr/2 is broken (escalate)",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(urged.status.code(), Some(1), "{told}");
}

#[test]
fn a_server_does_not_start_on_a_wrong_pack_and_reads_a_right_one() {
    let dir = tempfile::tempdir().unwrap();
    own(
        dir.path(),
        "house.toml",
        "name = \"house\"\nversion = \"1\"\ndescription = \"Ours.\"\n[[pattern]]\nid = 7\n",
    );
    let dir_of_packs = dir.path().to_str().unwrap();
    let with = |args: &[&str]| {
        binary()
            .env("GROUNDWALL__PACKS__DIR", dir_of_packs)
            .args(args)
            .output()
            .unwrap()
    };
    let refused = with(&["serve", "--fresh", "--addr", "127.0.0.1:0"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        out(&refused).contains("house.toml:5:6: "),
        "{}",
        out(&refused)
    );
    own(
        dir.path(),
        "house.toml",
        "name = \"house\"\nversion = \"1\"\ndescription = \"Ours.\"\n",
    );
    let list = out(&with(&["packs", "list"]));
    assert!(list.contains("off house"), "{list}");
}

#[test]
fn the_section_of_structured_answers_is_checked_and_explained_too() {
    let dir = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(root().join("data/packs/bank-statements.toml")).unwrap();
    let text = text.replacen("bank-statements\"", "house\"", 1);
    own(dir.path(), "house.toml", &text);
    let file = dir.path().join("house.toml");
    let checked = packs(&["check", file.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
    assert!(!out(&checked).contains(" 0 rules"), "{}", out(&checked));
    let explained = out(&packs(&["explain", "bank-statements"]));
    assert!(explained.contains("year_ahead") && explained.contains("impossible_dates, High"));
    own(
        dir.path(),
        "house.toml",
        &text.replacen("min_text", "min_txt", 1),
    );
    let refused = packs(&["check", file.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1), "{}", out(&refused));
    let said = out(&refused);
    assert!(
        said.contains("house.toml:10:1: unknown field `min_txt`"),
        "{said}"
    );
    let unread = packs(&["check", file.to_str().unwrap(), "nowhere.toml"]);
    let said = out(&unread);
    assert_eq!(unread.status.code(), Some(2), "{said}");
    assert!(
        said.contains("nowhere.toml cannot be read") && said.contains("house.toml:10:1"),
        "{said}"
    );
}

#[tokio::test]
async fn packs_are_read_again_while_the_server_runs_and_a_wrong_one_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let house = tempfile::tempdir().unwrap();
    let pack = |word: &str, version: u32| {
        format!(
            "name = \"house\"\nversion = \"{version}\"\ndescription = \"Ours.\"\n[[pattern]]\nid = \"word\"\ntype = \"word\"\nseverity = \"high\"\n\
             certainty = \"likely\"\ndescription = \"A word.\"\nwords = [\"{word}\"]\n"
        )
    };
    own(house.path(), "house.toml", &pack("sunrise", 1));
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__PACKS__DIR", house.path().to_str().unwrap()),
            ("GROUNDWALL__POLICY__PACKS", "[\"house\"]"),
        ],
    );
    let report = || async {
        let body = json!({"answer": "The sunrise and the sunset are red."});
        server.post("/api/v1/verifications", &body).await.1
    };
    let detected = |report: &Value| report["findings"][0]["detected"].clone();
    let first = report().await;
    assert_eq!(detected(&first), "sunrise", "{first}");
    own(house.path(), "house.toml", &pack("sunset", 22));
    let mut last = Value::Null;
    for _ in 0..60 {
        last = report().await;
        if detected(&last) == "sunset" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    assert_eq!(detected(&last), "sunset", "{last}");
    let hash = |report: &Value| report["provenance"]["packs"][1]["sha256"].clone();
    assert_ne!(hash(&first), hash(&last));
    own(house.path(), "house.toml", "name = 7\n");
    let mut page = String::new();
    for _ in 0..60 {
        page = server.get("/packs").await.1;
        if page.contains("packs.dir is wrong") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    assert!(page.contains("house.toml:1:8"), "{page}");
    let kept = report().await;
    assert_eq!(
        (detected(&kept), hash(&kept)),
        (detected(&last), hash(&last))
    );
}

#[tokio::test]
async fn a_pack_of_one_s_own_checks_structured_answers_by_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let house = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(root().join("data/packs/bank-statements.toml")).unwrap();
    let text = text.replacen("bank-statements\"", "house\"", 1);
    own(house.path(), "house.toml", &text);
    let server = Running::start(
        dir.path(),
        &[("GROUNDWALL__PACKS__DIR", house.path().to_str().unwrap())],
    );
    let body = json!({"answer": [{"start_page": 5, "end_page": 2}], "pack": "house", "document_text": "x", "total_pages": 9});
    let (status, record) = server.post("/api/v1/structured-answers", &body).await;
    assert_eq!(
        (status, &record["pack"]),
        (200, &json!("house")),
        "{record}"
    );
}

/// Every rule that docs/packs.md names is one, and every compliance rule, intent and named figure that ships is named there.
#[test]
fn the_table_names_the_rules_that_there_are() {
    let page = std::fs::read_to_string(root().join("docs/packs.md")).unwrap();
    let tests = std::fs::read_to_string(root().join("server/tests/it/packs.rs")).unwrap();
    let mut named = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let row = row.replace("\\|", "/");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let bare = |cell: &str| cell.trim_matches('`').to_owned();
        if cells.len() > 4 && cells[2].starts_with('`') {
            named.push((bare(cells[2]), bare(cells[3])));
        }
    }
    assert!(named.len() > 40, "{}", named.len());
    for name in [
        "a_pack_s_bands_decide_and_are_shown",
        "an_answer_goes_through_the_actions",
    ] {
        assert!(page.contains(name) && tests.contains(name));
    }
    for name in [
        "core",
        "student-records",
        "bank-statements",
        "real-estate",
        "finance-kr",
        "web-citations",
    ] {
        let printed = packs(&["explain", name, "--format", "json"]);
        let rules: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let ids: Vec<(&str, &str)> = rules
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| (rule["sort"].as_str().unwrap(), rule["id"].as_str().unwrap()))
            .collect();
        for (pack, rule) in named.iter().filter(|(pack, _)| pack == name) {
            let there = rule.starts_with('[') || ids.iter().any(|(_, id)| id == rule);
            assert!(there, "{pack} has no rule {rule}");
        }
        let needed = ids.iter().filter(|(sort, id)| {
            ["compliance", "intent", "numeric"].contains(sort)
                && ![
                    "CG-INSIDER",
                    "loan_rate",
                    "deposit_rate",
                    "base_rate",
                    "interest_rate",
                ]
                .contains(id)
        });
        for (_, id) in needed {
            let there = named.iter().any(|(pack, rule)| pack == name && rule == id);
            assert!(there, "docs/packs.md does not name {id} of {name}");
        }
    }
}
