//! The examples of the reference document on bank statements, each by its name.

use crate::structured::{NOTHING, YEAR, document, pack};
use groundwall_core::Severity;
use groundwall_governance::structured::{Outcome, Source, Status, check};
use serde_json::{Value, json};

/// What is found in an answer, as `severity type`.
fn found(answer: Value, text: &str, total_pages: Option<u32>) -> (Status, Vec<String>) {
    let outcome = run(answer, text, total_pages);
    let mut found: Vec<String> = outcome
        .findings
        .iter()
        .map(|finding| format!("{:?} {}", finding.severity, finding.kind))
        .collect();
    found.sort();
    (outcome.status, found)
}

fn run(answer: Value, text: &str, total_pages: Option<u32>) -> Outcome {
    check(pack(), answer, &Source::of_text(text, total_pages), YEAR)
}

fn pages(list: &[(i64, i64)]) -> Value {
    let items = list
        .iter()
        .map(|(start, end)| json!({"start_page": start, "end_page": end}));
    json!({"boundaries": items.collect::<Vec<_>>()})
}

/// One field of one statement of which everything else is in order.
fn field(name: &str, value: &str) -> (Status, Vec<String>) {
    let answer = json!({"statements": [{"start_page": 1, "end_page": 3, name: value}]});
    found(answer, &document(), Some(12))
}

/// The same, in a document that states the value.
fn stated(name: &str, value: &str) -> (Status, Vec<String>) {
    let answer = json!({"statements": [{"start_page": 1, "end_page": 3, name: value}]});
    found(answer, &format!("{}\n{value}", document()), Some(12))
}

const HIGH_PAGES: &str = "High invalid_page_range";
const WARNED: Status = Status::AcceptedWithWarnings;

#[test]
fn llm_reports_5_statements_in_a_3_page_document() {
    let answer = pages(&[(1, 1), (2, 2), (3, 3), (1, 1), (2, 2)]);
    let outcome = run(answer, &document(), Some(3));
    assert_eq!(outcome.status, Status::Rejected);
    let first = &outcome.findings[0];
    assert_eq!(
        (first.severity, first.kind.as_str()),
        (Severity::Critical, "phantom_statement")
    );
    assert_eq!(first.description, "5 statements in a document of 3 pages.");
    assert_eq!(first.detected.as_deref(), Some("5"));
    assert_eq!(first.expected.as_deref(), Some("at most 3"));
}

#[test]
fn boundaries_reference_page_25_in_a_12_page_document_one_finding_each() {
    let (status, all) = found(pages(&[(25, 27)]), &document(), Some(12));
    assert_eq!(
        (status, all),
        (WARNED, vec!["High phantom_statement".to_owned()])
    );
}

#[test]
fn more_statements_than_reasonable_by_the_structure_of_the_document() {
    let (_, all) = found(
        pages(&[(1, 2), (3, 4), (5, 6), (7, 8)]),
        &document(),
        Some(12),
    );
    assert_eq!(all, ["Medium phantom_statement"]);
}

#[test]
fn start_page_behind_end_page_pages_5_to_2() {
    let (_, all) = found(pages(&[(5, 2)]), &document(), Some(12));
    assert_eq!(all, [HIGH_PAGES]);
}

#[test]
fn negative_page_numbers_page_minus_1() {
    for pages_of_it in [(-1, 3), (0, 3)] {
        let (_, all) = found(pages(&[pages_of_it]), &document(), Some(12));
        assert_eq!(all, [HIGH_PAGES]);
    }
}

#[test]
fn pages_exceeding_the_length_of_the_document() {
    let (_, all) = found(pages(&[(10, 13)]), &document(), Some(12));
    assert_eq!(all, [HIGH_PAGES]);
    let (status, all) = found(pages(&[(10, 12)]), &document(), Some(12));
    assert_eq!((status, all.as_slice()), (Status::Accepted, NOTHING));
}

#[test]
fn future_dates_statements_from_2035() {
    let high = vec!["High impossible_dates".to_owned()];
    assert_eq!(
        field("statement_period", "1 Jan 2035 to 31 Jan 2035").1,
        high
    );
    assert_eq!(field("statement_period", &(YEAR + 2).to_string()).1, high);
    let buffer = stated("statement_period", &(YEAR + 1).to_string());
    assert_eq!(buffer, (Status::Accepted, vec![]));
}

#[test]
fn historically_impossible_dates_from_1850() {
    let medium = vec!["Medium impossible_dates".to_owned()];
    assert_eq!(field("statement_period", "March 1850").1, medium);
    assert_eq!(field("period_start", "31/12/1949").1, medium);
    assert_eq!(stated("period_start", "1950-01-01").1, NOTHING);
}

#[test]
fn days_that_no_calendar_has_and_periods_that_run_backwards() {
    let high = vec!["High impossible_dates".to_owned()];
    assert_eq!(field("statement_period", "31 February 2024").1, high);
    assert_eq!(field("statement_period", "2024-13-01").1, high);
    assert_eq!(
        field("statement_period", "31 Jan 2024 - 1 Jan 2024").1,
        high
    );
}

#[test]
fn placeholder_account_numbers() {
    let high = vec!["High nonsensical_account".to_owned()];
    for number in [
        "123456789",
        "000000000",
        "111111111",
        "***1234***",
        "****1234",
        "12345-6789",
    ] {
        assert_eq!(
            field("account_number", number),
            (WARNED, high.clone()),
            "{number}"
        );
    }
    // The end of a number that the document has.
    assert_eq!(field("account_number", "****9012").1, NOTHING);
}

#[test]
fn extremely_long_or_short_account_numbers_4_to_20() {
    let medium = vec!["Medium nonsensical_account".to_owned()];
    assert_eq!(field("account_number", "731").1, medium);
    assert_eq!(field("account_number", "731946205837164920583").1, medium);
    // Both stand in the document.
    assert_eq!(field("account_number", "7319").1, NOTHING);
    assert_eq!(field("account_number", "73194620583716492058").1, NOTHING);
}

#[test]
fn non_numeric_characters_in_inappropriate_positions() {
    let medium = vec!["Medium nonsensical_account".to_owned()];
    assert_eq!(field("account_number", "12A$45(78)").1, medium);
}

#[test]
fn a_number_of_good_shape_that_the_document_does_not_have() {
    let medium = vec!["Medium nonsensical_account".to_owned()];
    assert_eq!(field("account_number", "55-6194-7730").1, medium);
    // A part of another number is not the number.
    assert_eq!(field("account_number", "56789").1, medium);
}

#[test]
fn fictional_credit_institution_of_dreams_and_bank_of_atlantis() {
    let high = vec!["High fabricated_bank".to_owned()];
    for name in ["Fictional Credit Institution of Dreams", "Bank of Atlantis"] {
        assert_eq!(field("bank_name", name), (WARNED, high.clone()), "{name}");
    }
}

#[test]
fn real_bank_names_not_found_in_the_document() {
    let medium = vec!["Medium fabricated_bank".to_owned()];
    for name in [
        "Wells Fargo",
        "HSBC",
        "TD Bank",
        "ANZ",
        "Royal Bank",
        "Barclays Bank plc",
    ] {
        assert_eq!(field("bank_name", name), (WARNED, medium.clone()), "{name}");
    }
    for name in ["Westpac", "WESTPAC", "Westpac Banking Corporation"] {
        assert_eq!(
            field("bank_name", name),
            (Status::Accepted, vec![]),
            "{name}"
        );
    }
    // Not known, but in the document.
    assert_eq!(field("bank_name", "Harbour Thrift & Loan").1, NOTHING);
}

#[test]
fn suspicious_patterns() {
    let long = field("bank_name", "Bank of Westpac Silver Fern Holdings").1;
    assert!(
        long.contains(&"Low suspicious_pattern".to_owned()),
        "{long:?}"
    );
    let ending = field("account_type", "account ending in ****").1;
    assert_eq!(ending, ["Medium suspicious_pattern"]);
    let unknown = field("statement_period", "Statement period unknown").1;
    assert_eq!(unknown, ["Medium suspicious_pattern"]);
}

#[test]
fn two_statements_with_identical_page_ranges_1_to_5() {
    let (status, all) = found(pages(&[(1, 5), (1, 5)]), &document(), Some(12));
    assert_eq!(
        (status, all),
        (WARNED, vec!["Medium duplicate_boundaries".to_owned()])
    );
}

#[test]
fn overlapping_boundaries() {
    let (_, all) = found(pages(&[(1, 5), (3, 8)]), &document(), Some(12));
    assert_eq!(all, ["Medium duplicate_boundaries"]);
    let (_, all) = found(pages(&[(1, 5), (5, 8)]), &document(), Some(12));
    assert_eq!(all, ["Low duplicate_boundaries"]);
}

#[test]
fn multiple_statements_in_a_document_of_less_than_50_characters() {
    let (status, all) = found(pages(&[(1, 2), (3, 4)]), "Westpac.", Some(12));
    assert_eq!(
        (status, all),
        (WARNED, vec!["High missing_content".to_owned(); 2])
    );
    let (status, _) = found(pages(&[(1, 2), (3, 4), (5, 6)]), "", Some(12));
    assert_eq!(status, Status::Rejected, "three high ones");
}

#[test]
fn complex_boundaries_in_a_document_that_is_mostly_blank() {
    let text = format!("{}\u{c} \u{c} ", document());
    let (_, all) = found(pages(&[(1, 1), (2, 3)]), &text, Some(3));
    assert_eq!(all, ["High missing_content"]);
}

#[test]
fn credit_union_with_direct_visa_account_type() {
    let answer = json!({"institution_type": "Credit union", "account_type": "Visa account"});
    assert_eq!(
        found(answer, &document(), Some(12)).1,
        ["Medium inconsistent_data"]
    );
}

#[test]
fn checking_account_with_credit_card_features() {
    let answer = json!({"account_type": "Checking", "features": ["credit card rewards"]});
    assert_eq!(
        found(answer, &document(), Some(12)).1,
        ["Medium inconsistent_data"]
    );
    let answer = json!({"account_type": "Checking", "credit_limit": 5000});
    let limited = format!("{}\nCredit limit 5,000.00.", document());
    assert_eq!(
        found(answer, &limited, Some(12)).1,
        ["Medium inconsistent_data"]
    );
}

#[test]
fn mismatched_institution_types_and_account_characteristics() {
    let clashes = |institution: &str, account: Value| {
        let answer = json!({"institution_type": institution, "account_type": account});
        let (_, all) = found(answer, &document(), Some(12));
        all == ["Medium inconsistent_data"]
    };
    for (institution, account) in [
        ("brokerage", "savings account"),
        ("Broker-Dealer", "Checking"),
        ("life insurance company", "current account"),
        ("Mortgage lender", "certificate of deposit"),
        ("credit_card_issuer", "Savings"),
        ("savings bank", "Margin account"),
        ("commercial bank", "Share Draft"),
        ("central bank", "personal loan"),
    ] {
        assert!(
            clashes(institution, json!(account)),
            "{institution}, {account}"
        );
    }
    for (institution, account) in [
        ("brokerage", "margin account"),
        ("mortgage broker", "mortgage"),
        ("savings bank", "savings account"),
        ("credit union", "share draft"),
        ("credit card issuer", "credit card"),
        ("investment bank", "brokerage account"),
        ("insurer", "term life policy"),
    ] {
        assert!(
            !clashes(institution, json!(account)),
            "{institution}, {account}"
        );
    }
}

/// The table of docs/packs.md leads to a line of the pack, and not to a default of the code.
#[test]
fn every_rule_of_the_table_has_its_severity_in_the_pack() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let read = |file: &str| std::fs::read_to_string(format!("{root}{file}")).unwrap();
    let (docs, pack) = (
        read("docs/packs.md"),
        read("data/packs/bank-statements.toml"),
    );
    let severities = pack.split("[structured.severity]\n").nth(1).unwrap();
    let severities = severities.split("\n\n").next().unwrap();
    let rows = docs.lines().filter_map(|row| {
        let rule = row.split("| `bank-statements` | `").nth(1)?;
        rule.split('`').next()
    });
    // Each entry of these has its own.
    let graded =
        rows.filter(|rule| !rule.starts_with('[') && !matches!(*rule, "clash" | "suspicious"));
    let graded: std::collections::BTreeSet<&str> = graded.collect();
    let missing: Vec<&&str> = graded
        .iter()
        .filter(|rule| {
            !severities
                .lines()
                .any(|line| line.starts_with(&format!("{rule} = ")))
        })
        .collect();
    assert!(graded.len() >= 20 && missing.is_empty(), "{missing:?}");
}

#[test]
fn one_critical_or_three_high_reject() {
    let (status, all) = found(pages(&[(5, 2), (-1, 3)]), &document(), Some(12));
    assert_eq!((status, all.len()), (WARNED, 2));
    let text = format!("{}\n{}", document(), document());
    let (status, all) = found(pages(&[(5, 2), (-1, 3), (25, 26)]), &text, Some(12));
    assert_eq!((status, all.len()), (Status::Rejected, 3));
}

#[test]
fn the_summary_counts_by_severity_and_type() {
    let answer = json!({"statements": [
        {"start_page": 5, "end_page": 2, "bank_name": "Bank of Atlantis"},
        {"start_page": 6, "end_page": 7, "account_number": "731"},
    ]});
    let outcome = serde_json::to_value(run(answer, &document(), Some(12))).unwrap();
    assert_eq!(
        outcome["severity_counts"],
        json!({"critical": 0, "high": 2, "medium": 1, "low": 0})
    );
    assert_eq!(
        outcome["type_counts"],
        json!({"invalid_page_range": 1, "fabricated_bank": 1, "nonsensical_account": 1})
    );
    assert_eq!(outcome["rejection_recommended"], false);
    assert_eq!(outcome["findings"][0]["path"], "/statements/0");
    assert_eq!(outcome["findings"][1]["path"], "/statements/0/bank_name");
    assert_eq!(
        outcome["findings"][2]["path"],
        "/statements/1/account_number"
    );
    assert_eq!(
        outcome["findings"][2]["source"],
        "bank-statements/1: identifier_length"
    );
}
