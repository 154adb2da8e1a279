use super::{RepairKind, read};
use serde_json::{Value, json};

fn kinds(text: &str) -> (Value, Vec<RepairKind>) {
    let read = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let kinds = read.repairs.iter().map(|repair| repair.kind).collect();
    (read.value, kinds)
}

#[test]
fn what_is_json_is_left_as_it_is() {
    for text in [
        r#"{"a": [1, -2.5e3, "x\n\u00e9\ud83d\ude00", true, null]}"#,
        "[]",
        " {} ",
        r#"{"note": "```json\n{", "b": {"c": []}}"#,
    ] {
        let strict: Value = serde_json::from_str(text).unwrap();
        assert_eq!(kinds(text), (strict, vec![]), "{text}");
    }
}

/// Each text is read as the value, with these repairs.
fn put_right(texts: Vec<(&str, Value, Vec<RepairKind>)>) {
    for (text, value, repairs) in texts {
        assert_eq!(kinds(text), (value, repairs), "{text}");
    }
}

#[test]
fn what_stands_around_and_between_is_put_right_and_told() {
    put_right(vec![
        (
            "```json\n{\"a\": 1}\n```",
            json!({"a": 1}),
            vec![RepairKind::Fence],
        ),
        ("```{\"a\": 1}```", json!({"a": 1}), vec![RepairKind::Fence]),
        (
            "Here it is:\n```\n[1]\n```\nI hope this [helps].",
            json!([1]),
            vec![RepairKind::Fence],
        ),
        (
            "Sure! {\"a\": 1}",
            json!({"a": 1}),
            vec![RepairKind::TextAround],
        ),
        (
            "{\"a\": 1} I hope this helps.",
            json!({"a": 1}),
            vec![RepairKind::TextAround],
        ),
        (
            "{\"a\": 1, // first\n /* all */ \"b\": 2 # end\n}",
            json!({"a": 1, "b": 2}),
            vec![RepairKind::Comment],
        ),
        (
            "{\"a\": [1, 2,],}",
            json!({"a": [1, 2]}),
            vec![RepairKind::TrailingComma],
        ),
    ]);
}

#[test]
fn keys_and_values_that_can_be_meant_in_one_way_are_put_right_and_told() {
    put_right(vec![
        (
            "{'a': 'Lloyd's bank'}",
            json!({"a": "Lloyd's bank"}),
            vec![RepairKind::SingleQuotes],
        ),
        (
            "{“a”: “b”}",
            json!({"a": "b"}),
            vec![RepairKind::CurlyQuotes],
        ),
        (
            "{a: 1, b_c: 2}",
            json!({"a": 1, "b_c": 2}),
            vec![RepairKind::BareKey],
        ),
        (
            "[True, False, None]",
            json!([true, false, null]),
            vec![RepairKind::PythonWord],
        ),
        (
            "[\"a\nb\"]",
            json!(["a\nb"]),
            vec![RepairKind::ControlCharacter],
        ),
        (r#"["it\'s"]"#, json!(["it's"]), vec![RepairKind::Escape]),
        (
            "[00123456]",
            json!(["00123456"]),
            vec![RepairKind::LeadingZeros],
        ),
        (
            "[123456789012345678901234]",
            json!(["123456789012345678901234"]),
            vec![RepairKind::LongNumber],
        ),
        (
            "{\"a\": 1, \"a\": 1}",
            json!({"a": 1}),
            vec![RepairKind::RepeatedKey],
        ),
    ]);
}

#[test]
fn what_is_cut_off_is_closed_without_the_value_that_may_be_incomplete() {
    let table = [
        (
            r#"{"s": [{"start": 1, "end": 3}, {"start": 4, "en"#,
            json!({"s": [{"start": 1, "end": 3}, {"start": 4}]}),
        ),
        (
            r#"{"s": [{"start": 1, "end": 3"#,
            json!({"s": [{"start": 1}]}),
        ),
        (
            r#"{"s": [{"start": 1}, {"bank": "West"#,
            json!({"s": [{"start": 1}]}),
        ),
        (r#"{"a": true, "b": fal"#, json!({"a": true})),
        (r#"{"a": 1, "b": "#, json!({"a": 1})),
        (r#"{"a": 1, "b": "\u00"#, json!({"a": 1})),
        ("```json\n{\"a\": 1,\n", json!({"a": 1})),
    ];
    for (text, value) in table {
        let (read, repairs) = kinds(text);
        assert_eq!(read, value, "{text}");
        assert!(repairs.contains(&RepairKind::CutOff), "{text}: {repairs:?}");
    }
}

#[test]
fn what_can_be_meant_in_more_ways_is_refused_with_its_place() {
    let table = [
        ("no json at all", (1, 1)),
        ("", (1, 1)),
        ("{\"a\": 1}\n{\"a\": 2}", (2, 1)),
        ("```\n[1]\n```\nor\n```\n[2]\n```", (6, 1)),
        ("{\"a\": 1,\n \"a\": 2}", (2, 2)),
        ("{\"a\": \"the \"big\" bank\"}", (1, 13)),
        ("{\"a\": westpac}", (1, 7)),
        ("[1 2]", (1, 4)),
        ("[1,,2]", (1, 4)),
        ("[NaN]", (1, 2)),
        ("[1.2.3]", (1, 2)),
        ("{\"é\": \"\\q\"}", (1, 8)),
        ("[\"\\ud800\"]", (1, 3)),
        ("{", (1, 2)),
        ("{\"a\": 1}]", (1, 9)),
    ];
    for (text, place) in table {
        let error = read(text).expect_err(text);
        assert_eq!((error.line, error.column), place, "{text}: {error}");
    }
}

#[test]
fn depth_is_bounded() {
    assert!(read(&format!("{}{}", "[".repeat(64), "]".repeat(64))).is_ok());
    for unit in ["[", "{\"a\":"] {
        let error = read(&unit.repeat(100_000)).unwrap_err();
        assert!(error.reason.contains("64"), "{error}");
    }
}
