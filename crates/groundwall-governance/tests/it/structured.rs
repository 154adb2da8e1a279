//! What holds for structured answers whatever they say.

use groundwall_governance::structured::{
    Finding, LISTED, PackError, Source, Status, StructuredPack, check, check_text, extract,
    retry_prompt,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::LazyLock;

pub(crate) const YEAR: i32 = 2026;
pub(crate) const NOTHING: &[String] = &[];

fn packs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/packs")
}

fn parse(toml: &str) -> Result<Option<StructuredPack>, PackError> {
    StructuredPack::parse("my.toml", toml, &|name| {
        std::fs::read_to_string(packs().join(name)).ok()
    })
}

fn text() -> String {
    std::fs::read_to_string(packs().join("bank-statements.toml")).unwrap()
}

static PACK: LazyLock<StructuredPack> = LazyLock::new(|| match parse(&text()) {
    Ok(pack) => pack.unwrap(),
    Err(error) => panic!("bank-statements.toml: {error}"),
});

pub(crate) fn pack() -> &'static StructuredPack {
    &PACK
}

/// A document with two statements.
pub(crate) fn document() -> String {
    [
        "Westpac. Account number 7319, and 7319 4620 5837 1649 2058. Page 1 of 3.",
        "Statement period 1 January 2024 to 31 January 2024. Opening balance 1,200.00.",
        "Harbour Thrift & Loan. Account number 1234-5678-9012. Page 1 of 2.",
        "Statement period 1 February 2024 to 29 February 2024. Opening balance 90.00.",
    ]
    .join("\n")
}

#[test]
fn the_packs_own_examples_hold() {
    assert!(pack().example_count() >= 6);
    assert_eq!(pack().failed_examples(YEAR), []);
}

#[test]
fn the_section_that_the_documentation_shows_can_be_used() {
    let docs = packs().join("../../docs/packs.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let section = docs.split("```toml\n[structured]\n").nth(1).unwrap();
    let section = section.split("```").next().unwrap();
    let text = format!("name = \"my\"\nversion = \"1\"\n[structured]\n{section}");
    let pack = StructuredPack::parse("docs/packs.md", &text, &|_| Some("Ann".to_owned()));
    let pack = pack.unwrap_or_else(|error| panic!("{error}")).unwrap();
    assert_eq!(pack.example_count(), 1);
    assert_eq!(pack.failed_examples(YEAR), []);
}

#[test]
fn a_pack_that_cannot_be_used_is_refused_with_its_place() {
    let table = [
        ("min_text = 50", "min_txt = 50", "min_txt"),
        (
            "role = \"page_start\"",
            "role = \"page_begin\"",
            "page_begin",
        ),
        (
            "name_unknown = \"high\"",
            "name_unknown = \"grave\"",
            "grave",
        ),
        (
            "name_unknown = \"high\"",
            "name_unkown = \"high\"",
            "name_unkown",
        ),
        ("shape = '^[a-z]{0,4}", "shape = '^[a-z{0,4}", "regex crate"),
        (
            "fields = [\"bank_name\"]",
            "fields = [\"bank\"]",
            "the field `bank`",
        ),
        ("us.txt", "xx.txt", "xx.txt"),
        ("high = 3", "high = 0", "at least 1"),
        (
            "aliases = [\"pages\",",
            "aliases = [\"end_page\",",
            "another field",
        ),
        ("from_lexicon = true", "from_lexicon = false", "pattern"),
    ];
    for (good, bad, told) in table {
        let text = text();
        let place = text
            .find(good)
            .unwrap_or_else(|| panic!("{good} is not in the pack"));
        let line = text[..place].matches('\n').count() + 1;
        let Err(error) = parse(&text.replacen(good, bad, 1)) else {
            panic!("{bad} was accepted");
        };
        let said = error.to_string();
        assert!(
            said.contains(told) && !error.expected.is_empty(),
            "{bad}: {said}"
        );
        assert!(
            error.line.abs_diff(line) <= 1,
            "{bad} stands in line {line}: {said}"
        );
        let place = format!("my.toml:{}:{}: ", error.line, error.column);
        assert!(said.starts_with(&place), "{said}");
    }
    assert!(parse("name = \"x\"\nversion = \"1\"").unwrap().is_none());
}

#[test]
fn items_are_found_wherever_they_stand() {
    let item = json!({"startPage": 25, "End Page": "27"});
    let nested = json!({"metadata": {"pages": {"start": 25, "end": 27}}});
    for (answer, path) in [
        (json!([item]), "/0"),
        (
            json!({"result": {"bank/statements": [], "statements": [item]}}),
            "/result/statements/0",
        ),
        (item.clone(), ""),
        (
            json!({"a~b/c": {"statements": [nested]}}),
            "/a~0b~1c/statements/0",
        ),
        (
            json!({"statements": [{"page_range": "25-27"}]}),
            "/statements/0",
        ),
        (
            json!({"statements": [{"pages": [25, 27]}]}),
            "/statements/0",
        ),
    ] {
        let source = Source::of_text(&document(), Some(12));
        let outcome = check(pack(), answer.clone(), &source, YEAR);
        assert_eq!(outcome.findings.len(), 1, "{answer}: {outcome:?}");
        assert_eq!(outcome.findings[0].path, path, "{answer}");
        assert_eq!(outcome.findings[0].kind, "phantom_statement");
    }
}

#[test]
fn what_is_no_such_answer_is_rejected_and_an_empty_one_is_no_pass() {
    let source = Source::of_text(&document(), Some(12));
    for answer in [
        json!({"weather": "fine"}),
        json!("text"),
        json!(7),
        Value::Null,
    ] {
        let outcome = check(pack(), answer.clone(), &source, YEAR);
        assert_eq!(outcome.status, Status::Rejected, "{answer}");
    }
    let outcome = check(pack(), json!({"statements": []}), &source, YEAR);
    assert_eq!(outcome.status, Status::AcceptedWithWarnings);
    let outcome = check(pack(), json!(["one", {"start_page": "two"}]), &source, YEAR);
    assert_eq!(outcome.severity_counts.high, 2, "{outcome:?}");
}

/// A pack of another trade, with as little as a pack may have.
const INVOICES: &str = r#"
name = "invoices"
version = "1"
[structured]
noun = "invoice"
plural = "invoices"
items = ["invoices"]
min_text = 1
absent = ["unknown"]
[[structured.field]]
name = "issuer"
role = "category"
required = true
[[structured.field]]
name = "sure"
role = "remark"
"#;

#[test]
fn an_item_that_states_nothing_is_no_pass() {
    let source = Source::of_text(&document(), Some(12));
    let invoices = parse(INVOICES).unwrap().unwrap();
    let found = |pack: &StructuredPack, answer: Value| -> Vec<String> {
        let outcome = check(pack, answer, &source, YEAR);
        let said = |f: &Finding| format!("{:?} {} {}", f.severity, f.rule.name(), f.path);
        outcome.findings.iter().map(said).collect()
    };
    let empty = ["High empty_item /statements/0"];
    for item in [
        json!({}),
        json!({"bank_name": null, "account_number": "", "statement_period": []}),
        json!({"bank_name": "Unknown", "account": {"number": "N/A", "type": "not stated"}}),
        json!({"bank_name": "—", "confidence": 0.2, "notes": "Nothing legible."}),
        json!({"shoe_size": 43}),
    ] {
        let answer = json!({"statements": [item]});
        assert_eq!(found(pack(), answer.clone()), empty, "{answer}");
    }
    let alone = json!({"bank_name": "unknown", "account_number": "n/a"});
    assert_eq!(found(pack(), alone), ["High empty_item "]);
    let answer = json!({"invoices": [{"issuer": "unknown", "sure": 0.9}, {"issuer": "Ann"}]});
    assert_eq!(found(&invoices, answer), ["High empty_item /invoices/0"]);
    let one = json!({"statements": [{"bank_name": "Westpac", "account_number": null}]});
    assert_eq!(found(pack(), one), NOTHING);
    let three = check(pack(), json!({"statements": [{}, {}, {}]}), &source, YEAR);
    assert_eq!(three.status, Status::Rejected, "{three:?}");
}

#[test]
fn what_could_not_be_checked_is_told() {
    let source = Source::of_text(&document(), None);
    let answer = json!({"start_page": 25, "shoe_size": 43});
    let outcome = check(pack(), answer, &source, YEAR);
    let told = outcome.not_run.join("\n");
    assert!(
        told.contains("total_pages") && told.contains("shoe_size"),
        "{told}"
    );
}

#[test]
fn an_answer_is_held_against_the_pages_that_were_asked_about() {
    let source = Source::of_text(
        "One.\u{c}Westpac, and a text that is long enough to be one page.\u{c}HSBC.",
        None,
    );
    assert_eq!(source.total_pages, Some(3));
    let source = source.within(2, 2).unwrap();
    let answer = json!([{"start_page": 2, "end_page": 3, "bank_name": "HSBC"}]);
    let outcome = check(pack(), answer, &source, YEAR);
    let rules: Vec<&str> = outcome.findings.iter().map(|f| f.rule.name()).collect();
    assert_eq!(rules, ["outside_range"], "what it names stands on its page");
    let answer = json!([{"start_page": 2, "end_page": 2, "bank_name": "HSBC"}]);
    let outcome = check(pack(), answer, &source, YEAR);
    let rules: Vec<&str> = outcome.findings.iter().map(|f| f.rule.name()).collect();
    assert_eq!(rules, ["name_absent"], "it stands on another page");
    let outcome = check(pack(), json!([{}, {}]), &source, YEAR);
    assert_eq!(outcome.severity_counts.critical, 1, "two in one page");
    let told = &outcome.findings[0].description;
    assert_eq!(told, "2 statements in the page that was asked about.");
    for (first, last) in [(0, 1), (3, 2), (2, 4)] {
        assert!(
            Source::of_text("a\u{c}b\u{c}c", None)
                .within(first, last)
                .is_err()
        );
    }
}

#[test]
fn pages_that_were_not_asked_about_have_their_text() {
    let page = |number: u32| {
        format!("Westpac, statement number {number} for account 48771{number} of this customer.")
    };
    let pages: Vec<String> = (1..=8).map(page).collect();
    let item = |page: u32| json!({"start_page": page, "end_page": page, "bank_name": "Westpac", "account_number": format!("48771{page}")});
    let answer = json!([item(5), item(6), item(7)]);
    let of = |pages: &[String]| Source::of_text(&pages.join("\u{c}"), Some(8)).within(1, 4);
    let empty = [&vec![String::new(); 4][..], &pages[4..]].concat();
    for pages in [pages, empty] {
        let outcome = check(pack(), answer.clone(), &of(&pages).unwrap(), YEAR);
        let rules: Vec<&str> = outcome.findings.iter().map(|f| f.rule.name()).collect();
        assert_eq!(rules, ["outside_range"; 3]);
    }
}

#[test]
fn numbers_that_disagree_with_the_answer_itself() {
    let source = Source::of_text(&document(), Some(12));
    let answer = json!({"total_statements": 3, "total_pages": 12, "statements": [
        {"start_page": 1, "end_page": 2, "bank_name": "Westpac", "account_number": "7319"},
        {"start_page": 3, "end_page": 4, "bank_name": "Harbour Thrift & Loan", "account_number": "7319"},
    ]});
    let outcome = check(pack(), answer, &source, YEAR);
    let rules: Vec<&str> = outcome.findings.iter().map(|f| f.rule.name()).collect();
    assert_eq!(rules, ["two_names", "count_differs"]);
}

#[test]
fn passages_must_stand_in_the_document() {
    let source = Source::of_text(&document(), Some(12));
    let quote = |text: &str| {
        let answer = json!([{"start_page": 1, "end_page": 2, "excerpt": text}]);
        check(pack(), answer, &source, YEAR).findings.len()
    };
    assert_eq!(
        quote("Statement period 1 January 2024 to 31 January 2024"),
        0
    );
    assert_eq!(
        quote("Statement period 1 May 1999 to 31 May 1999, by courier"),
        1
    );
}

#[test]
fn without_a_model_the_patterns_find_the_statements() {
    let text = "Westpac\nPage 1 of 2\nAccount number: 03-1234-5678901\nStatement period: 1 January 2024 to 31 January 2024\n\u{c}page 2 of 2\n\u{c}Chase\nPage 1 of 1\nAcct no. 7319 4620\n";
    let source = Source::of_text(text, None);
    let answer = extract(pack(), &source).unwrap();
    assert_eq!(
        answer,
        json!({"statements": [
            {"start_page": 1, "end_page": 2, "bank_name": "Westpac", "account_number": "03-1234-5678901", "statement_period": "1 January 2024 to 31 January 2024"},
            {"start_page": 3, "end_page": 3, "bank_name": "Chase", "account_number": "7319 4620"},
        ]})
    );
    let whole = extract(pack(), &Source::of_text(&document(), None)).unwrap();
    assert_eq!(whole["statements"][0]["bank_name"], "Westpac");
    assert!(whole["statements"][0].get("start_page").is_none());
    assert_eq!(
        extract(pack(), &Source::of_text("Nothing here.", None)),
        None
    );
}

#[test]
fn a_value_found_by_a_pattern_ends_with_its_sentence_or_before_the_next_field() {
    let period = "1 January 2024 to 31 January 2024";
    for (text, key, value) in [
        (
            "Statement period 1 January 2024 to 31 January 2024. Opening balance 100.00 closing balance 200.00.",
            "statement_period",
            Some(period),
        ),
        (
            "Statement period 1 January 2024 to 31 January 2024 Opening balance 100.00 closing balance 200.00",
            "statement_period",
            Some(period),
        ),
        (
            "Statement period 1 January 2024 to 31 January 2024, account number 03-1234-5678901 of Westpac",
            "statement_period",
            Some(period),
        ),
        (
            "Statement period: 1 January 2024 to 31 January 2024.",
            "statement_period",
            Some(period),
        ),
        (
            "Statement period 1. Januar 2024 bis 31. Januar 2024. Saldo 12,00",
            "statement_period",
            Some("1. Januar 2024 bis 31. Januar 2024"),
        ),
        (
            "Statement period 2024. 1. 1. - 2024. 1. 31.\nWestpac",
            "statement_period",
            Some("2024. 1. 1. - 2024. 1. 31."),
        ),
        (
            "Statement period 1 January 2024 to 31 January 2024 for all customers of the branch in Wellington",
            "statement_period",
            Some("1 January 2024 to 31 January 2024 for all customers of the"),
        ),
        (
            "Your current account number 7319 4620.",
            "account_type",
            Some("current account"),
        ),
        (
            "Account number 03-1234-5678901. Westpac",
            "account_number",
            Some("03-1234-5678901"),
        ),
        (
            "Account number 1234 5678 9012 3456 7890 1234 5678",
            "account_number",
            None,
        ),
    ] {
        let found = extract(pack(), &Source::of_text(text, None));
        let found = found.as_ref().map(|found| &found["statements"][0][key]);
        let found = found.and_then(Value::as_str);
        assert_eq!(found, value, "{text}");
    }
}

#[test]
fn the_prompt_names_what_was_wrong_and_nothing_of_the_document() {
    let source = Source::of_text(&document(), Some(3));
    let answer = json!([{"bank_name": "Bank of Atlantis", "start_page": 9}, {}, {}, {}]);
    let outcome = check(pack(), answer, &source, YEAR);
    let prompt = retry_prompt(pack(), &outcome);
    for part in [
        "Bank of Atlantis",
        "/0/bank_name",
        "at most 3 statements",
        "- account_number:",
        "\"statements\"",
    ] {
        assert!(prompt.contains(part), "{part}: {prompt}");
    }
    assert!(!prompt.contains("Harbour"), "{prompt}");
}

#[test]
fn what_was_repaired_is_told() {
    let source = Source::of_text(&document(), Some(12));
    let answer = "```json\n{'statements': [{'start_page': 1, 'end_page': 2,}, {'start_page': 3, 'end_page': ";
    let outcome = check_text(pack(), answer, &source, YEAR);
    let kinds = serde_json::to_value(&outcome.repairs).unwrap();
    let kinds: Vec<&str> = kinds
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["fence", "single_quotes", "trailing_comma", "cut_off"]
    );
    assert_eq!(outcome.status, Status::AcceptedWithWarnings);
    let outcome = check_text(
        pack(),
        "{\"statements\": [\n  {\"start_page\": one}]}",
        &source,
        YEAR,
    );
    assert_eq!(outcome.status, Status::Rejected);
    assert!(
        outcome.findings[0]
            .description
            .contains("line 2, column 18"),
        "{outcome:?}"
    );
}

#[test]
fn what_is_not_listed_is_counted() {
    let items: Vec<Value> = (0..LISTED + 10)
        .map(|_| json!({"start_page": 1, "end_page": 0}))
        .collect();
    let outcome = check(
        pack(),
        json!(items),
        &Source::of_text(&document(), Some(3)),
        YEAR,
    );
    assert_eq!(outcome.findings.len(), LISTED);
    let all = outcome.severity_counts;
    let all = all.critical + all.high + all.medium + all.low;
    assert_eq!(all, LISTED + outcome.findings_left_out);
    assert_eq!(outcome.findings[0].rule.name(), "more_items_than_pages");
}
