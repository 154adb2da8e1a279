//! What holds for any answer and any text, and how long it takes.

use crate::structured::{YEAR, document, pack};
use groundwall_governance::structured::{
    Outcome, Source, Status, check, check_text, extract, retry_prompt,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;

/// Any JSON, with keys that the pack knows among others.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        "[0-9*/. -]{0,24}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let key = prop_oneof![
            "[a-z~/]{0,6}",
            Just("statements".to_owned()),
            Just("start_page".to_owned()),
            Just("end_page".to_owned()),
            Just("page_range".to_owned()),
            Just("account_number".to_owned()),
            Just("bank_name".to_owned()),
            Just("statement_period".to_owned()),
            Just("excerpt".to_owned()),
            Just("total_statements".to_owned()),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn item() -> impl Strategy<Value = Value> {
    let names = [
        "Westpac",
        "Chase",
        "Bank of Atlantis",
        "Westpac Banking Corporation",
        "Dreams",
    ];
    let numbers = [
        "7319",
        "123456789",
        "12",
        "55-6194-7730",
        "****1234",
        "9999",
    ];
    let periods = [
        "January 2024",
        "1850",
        "2035-02-31",
        "31 Jan 2024 to 1 Jan 2024",
    ];
    let kinds = ["Checking", "Visa", "account ending in **"];
    (
        prop::option::of(-1i64..9),
        prop::option::of(-1i64..9),
        prop::option::of(prop::sample::select(names.to_vec())),
        prop::option::of(prop::sample::select(numbers.to_vec())),
        prop::option::of(prop::sample::select(periods.to_vec())),
        prop::option::of(prop::sample::select(kinds.to_vec())),
    )
        .prop_map(|(start, end, name, number, period, kind)| {
            json!({"start_page": start, "end_page": end, "bank_name": name, "account_number": number, "statement_period": period, "account_type": kind, "credit_limit": kind})
        })
}

/// Findings without their places, sorted.
fn said(outcome: &Outcome) -> Vec<String> {
    let mut said: Vec<String> = outcome
        .findings
        .iter()
        .map(|f| {
            format!(
                "{:?} {:?} {} {:?} {:?}",
                f.severity, f.rule, f.description, f.detected, f.expected
            )
        })
        .collect();
    said.sort();
    said
}

proptest! {
    #[test]
    fn no_json_makes_it_panic(answer in any_json(), total in prop::option::of(0u32..5), text in ".{0,80}") {
        let source = Source::of_text(&text, total);
        let outcome = check(pack(), answer.clone(), &source, YEAR);
        drop(retry_prompt(pack(), &outcome));
        drop(extract(pack(), &source));
        // Every path leads to a value of the answer.
        for finding in &outcome.findings {
            prop_assert!(answer.pointer(&finding.path).is_some(), "{}", finding.path);
        }
        let written = answer.to_string();
        let read = check_text(pack(), &written, &source, YEAR);
        if answer.is_object() || answer.is_array() {
            // A float may lose its last digit when it is read.
            let again: Value = serde_json::from_str(&written).unwrap();
            let outcome = check(pack(), again, &source, YEAR);
            prop_assert_eq!(said(&read), said(&outcome), "{}", written);
            prop_assert_eq!(read.repairs.len(), 0);
        }
    }

    #[test]
    fn no_text_makes_it_panic(answer in ".{0,60}", parts in prop::collection::vec(prop::sample::select(vec!["{", "}", "[", "]", "\"", "'", ",", ":", "\\", "\\u", "d8", "1", "0", "-", "tr", "true", "/*", "*/", "//", "\n", "```", "a", "“", "”", "é"]), 0..40)) {
        let source = Source::of_text(&document(), Some(3));
        for text in [answer, parts.concat()] {
            drop(check_text(pack(), &text, &source, YEAR));
        }
    }

    #[test]
    fn a_prefix_of_an_answer_is_read_as_far_as_it_goes(items in prop::collection::vec(item(), 1..4), share in 0.0f64..1.0) {
        let whole = json!({"statements": items}).to_string();
        let cut = (whole.len() as f64 * share) as usize;
        let source = Source::of_text(&document(), Some(3));
        let outcome = check_text(pack(), &whole[..cut], &source, YEAR);
        if let Some(answer) = outcome.answer {
            // What is there is what was written.
            let there = answer["statements"].as_array().cloned().unwrap_or_default();
            for (read, written) in there.iter().zip(&items) {
                for (key, value) in read.as_object().unwrap() {
                    prop_assert_eq!(value, &written[key]);
                }
            }
            prop_assert_ne!(outcome.status, Status::Accepted);
        }
    }

    #[test]
    fn the_order_of_items_does_not_change_what_is_found(items in prop::collection::vec(item(), 0..8), seed in any::<u64>()) {
        let source = Source::of_text(&document(), Some(6));
        let mut other = items.clone();
        for place in (1..other.len()).rev() {
            other.swap(place, (seed as usize).wrapping_mul(place) % (place + 1));
        }
        let one = check(pack(), json!(items), &source, YEAR);
        let two = check(pack(), json!(other), &source, YEAR);
        prop_assert_eq!(said(&one), said(&two));
        prop_assert_eq!(one.status, two.status);
    }
}

/// Processor time that work takes on this thread; what others do on the machine does not count.
fn spent(work: impl FnOnce()) -> Duration {
    let now = || {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let first = told.split_whitespace().next();
        Duration::from_nanos(first.and_then(|time| time.parse().ok()).unwrap_or(0))
    };
    let start = now();
    work();
    now().saturating_sub(start)
}

/// Ten times the work at once takes at most one and a half times as long as ten times the work one by one: the clock ticks too slowly for less. The least of three looks
/// counts. What is done in no time is not compared.
fn linear(name: &str, mut work: impl FnMut(usize)) {
    let first = spent(|| work(10));
    if first < Duration::from_millis(40) {
        return;
    }
    let mut least = |size: usize, times: usize| {
        (0..3)
            .map(|_| spent(|| (0..times).for_each(|_| work(size))))
            .min()
            .unwrap_or_default()
    };
    let (ones, ten) = (least(1, 10), least(10, 1).min(first));
    assert!(ten <= ones.mul_f32(1.5), "{name}: {ones:?} and {ten:?}");
}

#[test]
fn time_is_linear_in_the_items() {
    let source = Source::of_text(&document().repeat(20), Some(100_000));
    linear("items", |size| {
        let items: Vec<Value> = (0..300 * size)
            .map(|n| json!({"start_page": n, "end_page": n + 3, "bank_name": format!("Bank {n} of Dreams"), "account_number": format!("{n}{n}"), "statement_period": "31 Feb 2035", "excerpt": "some words that are not in it"}))
            .collect();
        drop(check(pack(), json!({"statements": items}), &source, YEAR));
    });
    // The worst for looking up: every one is a part of the next.
    linear("nested numbers", |size| {
        let items: Vec<Value> = (0..200)
            .map(|n| json!({"account_number": "7".repeat(n)}))
            .collect();
        let source = Source::of_text(&"77 7 ".repeat(100 * size), None);
        drop(check(pack(), json!(items), &source, YEAR));
    });
}

#[test]
fn time_is_linear_in_the_texts() {
    let units = [
        "'",
        "\"a\": '",
        "[1, ",
        "// ",
        "/*",
        "{\"a\": 1, ",
        "00",
        "\\u00",
        "```\n",
        "a",
        "{'a': 'b'c', ",
    ];
    for unit in units {
        linear(unit, |size| {
            let text = format!("{{\"statements\": [{}", unit.repeat(2_000 * size));
            let source = Source::of_text("short", Some(1));
            drop(check_text(pack(), &text, &source, YEAR));
        });
    }
    for unit in [
        "page 1 of ",
        "statement period ",
        "account number 12 ",
        "account number 123456789012345678901234567890 ",
        "statement period 1 January 2024. ",
        "bank of ",
        "1 Jan 2024 - ",
        "\u{c}",
        "****12",
        "31/12/",
        "Westpac ",
    ] {
        linear(unit, |size| {
            let text = unit.repeat(500 * size);
            let source = Source::of_text(&text, None);
            let answer = json!([{"bank_name": text, "account_number": text, "statement_period": text, "excerpt": text, "page_range": text}]);
            drop(check(pack(), answer, &source, YEAR));
            drop(extract(pack(), &source));
        });
    }
}
