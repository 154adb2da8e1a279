//! What an answer says of names, days and figures is held against the document, in its items and beside them.

use crate::structured::{NOTHING, YEAR, pack};
use groundwall_governance::structured::{Finding, Outcome, Source, check};
use serde_json::{Value, json};

const STATEMENT: &str = "Westpac. Account number 03-1234-5678901-00. Account holder Mary Smith. Statement period 1 January 2024 to 31 January 2024. Opening balance 1,310.00. Closing balance 455.00.";

fn run(answer: Value, text: &str) -> Outcome {
    check(pack(), answer, &Source::of_text(text, Some(3)), YEAR)
}

fn found(answer: Value, text: &str) -> Vec<String> {
    let outcome = run(answer, text);
    let findings = outcome.findings.iter();
    findings
        .map(|f| format!("{:?} {} {}", f.severity, f.rule.name(), f.path))
        .collect()
}

/// What is found of one field of a statement.
fn field(name: &str, value: impl Into<Value>, text: &str) -> Vec<String> {
    let value: Value = value.into();
    let answer = json!({"statements": [{"start_page": 1, "end_page": 3, name: value}]});
    found(answer, text)
}

#[test]
fn names_days_and_figures_stand_in_the_document_or_are_found() {
    let made_up = json!({
        "account_holder": "John Imaginary", "statement_period": "1 February 2024 to 29 February 2024",
        "closing_balance": "999.00", "opening_balance": 1310.0, "bank_name": "Westpac",
    });
    let expected = [
        "High party_absent {}/account_holder",
        "High figure_absent {}/closing_balance",
        "Medium date_absent {}/statement_period",
    ];
    let at = |path: &str| expected.map(|line| line.replace("{}", path));
    let items = json!({"statements": [made_up]});
    assert_eq!(found(items, STATEMENT), at("/statements/0"));
    let mut beside = made_up.clone();
    beside["statements"] = json!([{"start_page": 1, "end_page": 3}]);
    assert_eq!(found(beside, STATEMENT), at(""));
    let deeper = json!({"result": {"of": made_up, "statements": [{"start_page": 1}]}});
    assert_eq!(found(deeper, STATEMENT), at("/result/of"));
    let quoted =
        json!({"excerpt": "a loan of the bank at Hillside", "statements": [{"start_page": 1}]});
    assert_eq!(found(quoted, STATEMENT), ["Medium text_absent /excerpt"]);
}

#[test]
fn a_name_may_stand_in_another_order_and_without_what_is_no_part_of_it() {
    for name in ["Mary Smith", "SMITH, Mary", "Smith Mary", "Ms Mary Smith"] {
        assert_eq!(field("customer_name", name, STATEMENT), NOTHING, "{name}");
    }
    for (name, rule) in [
        ("Mary Jones", "High party_absent"),
        ("Mary Westpac", "Medium party_apart"),
        ("Chase", "High party_absent"),
    ] {
        let told = format!("{rule} /statements/0/customer_name");
        assert_eq!(field("customer_name", name, STATEMENT), [told], "{name}");
    }
}

#[test]
fn a_day_may_be_written_otherwise_than_in_the_document() {
    let period = |value: &str, text: &str| field("statement_period", value, text);
    for value in [
        "2024-01-01 to 2024-01-31",
        "01/01/2024 - 31/01/2024",
        "Jan 1 - Jan 31, 2024",
        "1-31 January 2024",
        "31.01.24",
        "January 2024",
        "2024-01",
        "2024",
    ] {
        assert_eq!(period(value, STATEMENT), NOTHING, "{value}");
    }
    for value in [
        "2024-01-02",
        "1 January 2023 to 31 January 2023",
        "31.01.23",
        "2 January",
        "February 2024",
        "2024-02",
        "2023",
    ] {
        let told = ["Medium date_absent /statements/0/statement_period"];
        assert_eq!(period(value, STATEMENT), told, "{value}");
    }
    for text in [
        "From 1 January to 31 January 2024, with a balance of 455.00 on it.",
        "January 1 - 31, 2024, and a line that is long enough to be a text.",
        "Statement for January 2024, and a line that is long enough to be a text.",
        "01/01/24 to 31/01/24, and a line that is long enough to be a text.",
        "2024: from 01/01 to 31/01, and a line that is long enough to be a text.",
    ] {
        assert_eq!(period("2024-01-01 to 2024-01-31", text), NOTHING, "{text}");
        assert_eq!(period("2024-01-14 to 2024-01-31", text).len(), 1, "{text}");
    }
}

#[test]
fn a_figure_may_be_written_otherwise_than_in_the_document() {
    for value in [
        json!(1310),
        json!(1310.0),
        json!("$1,310.00"),
        json!("1.310,00 NZD"),
        json!("1 310"),
        json!(-455.0),
        json!(["1310.00", "455.00"]),
    ] {
        let said = value.to_string();
        assert_eq!(field("balance", value, STATEMENT), NOTHING, "{said}");
    }
    for value in [
        json!(131),
        json!("1,310.50"),
        json!("45500"),
        json!("455 and 999"),
    ] {
        let said = value.to_string();
        let told = ["High figure_absent /statements/0/balance"];
        assert_eq!(field("balance", value, STATEMENT), told, "{said}");
    }
}

#[test]
fn a_date_behind_a_figure_s_name_is_not_the_figure() {
    let text =
        "Westpac. Opening balance 01.01.2024 310.00. Closing balance on 31 January 2024 455.00.";
    let item = json!({"opening_balance": 310, "closing_balance": "455.00"});
    assert_eq!(found(json!({"statements": [item]}), text), NOTHING);
    let text =
        "Westpac. Opening balance 310.00. Closing balance: $455.00, with thanks for your trust.";
    let item = json!({"opening_balance": 310, "closing_balance": 310});
    let told = ["High figure_of_another /statements/0/closing_balance"];
    assert_eq!(found(json!({"statements": [item]}), text), told);
}

#[test]
fn what_no_rule_compares_is_named() {
    let told = |answer: Value| {
        let outcome = run(answer, STATEMENT);
        assert_eq!(outcome.findings, [], "{outcome:?}");
        outcome.not_run
    };
    let uncompared =
        |names: &str| format!("fields that no rule of the pack bank-statements compares: {names}");
    let unknown =
        |names: &str| format!("fields that the pack bank-statements does not know: {names}");
    let item = json!({"start_page": 1, "currency": "NZD", "notes": "read twice", "closing_balance": "four hundred", "statement_period": "the month before", "total_pages": 2});
    assert_eq!(
        told(json!({"statements": [item]})),
        [uncompared(
            "closing_balance, currency, notes, statement_period, total_pages"
        )]
    );
    let beside = json!({"currency": "NZD", "shoe_size": 43, "sizes": [1, 2], "total_pages": 3, "statements": [{"account_type": "Savings", "balance": 455}]});
    assert_eq!(
        told(beside),
        [
            uncompared("currency"),
            "fields that the pack bank-statements holds against other fields alone, and not against the document: account_type".to_owned(),
            unknown("shoe_size, sizes")
        ]
    );
    let many: serde_json::Map<String, Value> =
        (10..40).map(|n| (format!("x{n}"), json!(n))).collect();
    let mut many = Value::Object(many);
    many["bank_name"] = json!("Westpac");
    assert!(told(many)[0].ends_with("x28, x29, …"));
}

/// Two statements on three pages.
const STATEMENTS: &str = "Northgate Credit Union - Statement of account\nPage 1 of 2\nAccount holder: Marguerite O. Delacroix-Hughes\nAccount number: 70-4418-0093526\nStatement period: 1 February 2025 to 28 February 2025\nOpening balance 3,214.75\nClosing balance 2,980.10\n\u{c}Page 2 of 2\n03 Feb 2025 Groceries 120.40\n19 Feb 2025 Rent 1,614.25\nEnd of the statement for this month.\n\u{c}Page 1 of 1\nNorthgate Credit Union - Statement of account\nAccount holder: Marguerite O. Delacroix-Hughes\nAccount number: 70-4418-0093534\nStatement period: 1 March 2025 to 31 March 2025\nOpening balance 2,980.10\nClosing balance 3,105.60\n";

/// The answer that fits them, with some fields of the first statement as they are given.
fn answer_with(first: Value) -> Value {
    let mut answer = json!({"statements": [
        {"start_page": 1, "end_page": 2, "bank_name": "Northgate Credit Union", "account_number": "70-4418-0093526", "account_holder": "Marguerite O. Delacroix-Hughes",
         "start_date": "2025-02-01", "end_date": "2025-02-28", "opening_balance": 3214.75, "closing_balance": "2,980.10"},
        {"start_page": 3, "end_page": 3, "bank_name": "Northgate Credit Union", "account_number": "70-4418-0093534", "account_holder": "Marguerite O. Delacroix-Hughes",
         "start_date": "2025-03-01", "end_date": "2025-03-31", "opening_balance": 2980.1, "closing_balance": 3105.6},
    ]});
    let Value::Object(first) = first else {
        panic!("no fields")
    };
    for (key, value) in first {
        answer["statements"][0][key] = value;
    }
    answer
}

fn found_in(answer: Value) -> Vec<String> {
    let source = Source::of_text(STATEMENTS, Some(3));
    let outcome = check(pack(), answer, &source, YEAR);
    let said = |f: &Finding| format!("{:?} {} {}", f.severity, f.rule.name(), f.path);
    outcome.findings.iter().map(said).collect()
}

#[test]
fn titles_articles_and_legal_forms_do_not_tell_names_apart() {
    for first in [
        json!({}),
        json!({"bank_name": "The Northgate Credit Union"}),
        json!({"bank_name": "Northgate Credit Union Ltd"}),
        json!({"bank_name": "NORTHGATE CREDIT UNION LIMITED"}),
        json!({"account_holder": "Mrs Marguerite O. Delacroix-Hughes"}),
        json!({"account_holder": "Professor Marguerite O. Delacroix-Hughes, PhD"}),
    ] {
        assert_eq!(found_in(answer_with(first.clone())), [""; 0], "{first}");
    }
    for (first, rule) in [
        (
            json!({"bank_name": "The Southgate Credit Union"}),
            "High name_unknown /statements/0/bank_name",
        ),
        (
            json!({"account_holder": "Mrs Marguerite O. Delacroix-Jones"}),
            "High party_absent /statements/0/account_holder",
        ),
    ] {
        assert_eq!(found_in(answer_with(first.clone())), [rule], "{first}");
    }
}

#[test]
fn a_value_stands_on_the_pages_of_its_item() {
    for (first, found) in [
        (
            json!({"account_number": "70-4418-0093534"}),
            &["High other_pages /statements/0/account_number"][..],
        ),
        (
            json!({"start_date": "2025-03-01", "end_date": "2025-03-31"}),
            &[
                "High other_pages /statements/0/end_date",
                "High other_pages /statements/0/start_date",
            ],
        ),
        (
            json!({"closing_balance": 3105.6}),
            &["High other_pages /statements/0/closing_balance"],
        ),
        (
            json!({"closing_balance": 2025}),
            &["High figure_of_another /statements/0/closing_balance"],
        ),
        (
            json!({"closing_balance": "1,614.25"}),
            &["High figure_of_another /statements/0/closing_balance"],
        ),
    ] {
        assert_eq!(found_in(answer_with(first.clone())), found, "{first}");
    }
}

#[test]
fn the_same_statement_on_other_pages_stands_there_twice() {
    let mut answer = answer_with(json!({}));
    let mut copy = answer["statements"][0].clone();
    copy["start_page"] = json!(3);
    copy["end_page"] = json!(3);
    answer["statements"][1] = copy;
    let found = found_in(answer);
    assert!(
        found.contains(&"Medium duplicate_item /statements/1".to_owned()),
        "{found:?}"
    );
}

#[test]
fn what_is_held_against_nothing_of_the_document_is_told() {
    let outcome = |total: Option<u32>, text: &str| {
        let answer = answer_with(json!({"account_type": "Checking"}));
        let source = Source::of_text(text, total);
        check(pack(), answer, &source, YEAR).not_run.join("\n")
    };
    let told = outcome(None, STATEMENTS);
    assert!(
        told.contains("account_type") && !told.contains("the pages of their items"),
        "{told}"
    );
    let told = outcome(Some(3), &STATEMENTS.replace('\u{c}', ""));
    assert!(told.contains("the pages of their items"), "{told}");
    let answer =
        json!({"statements": [{"start_page": 1, "end_page": 2}, {"start_page": 3, "end_page": 3}]});
    let outcome = check(pack(), answer, &Source::of_text(STATEMENTS, Some(3)), YEAR);
    let told = outcome.not_run.join("\n");
    assert!(
        told.contains("2 statements with pages and nothing else"),
        "{told}"
    );
}
