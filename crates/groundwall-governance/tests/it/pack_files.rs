//! Files of packs: what a wrong one is told, and the schema.

use groundwall_core::Action;
use groundwall_governance::pack::{Pack, PackError, SCHEMA};
use groundwall_governance::structured::StructuredPack;
use groundwall_tables::TablePack;
use serde_json::Value;
use std::collections::BTreeSet;

const HEAD: &str = "name = \"try\"\nversion = \"1\"\ndescription = \"A try.\"\n";
const PATTERN: &str = "[[pattern]]\nid = \"a\"\ntype = \"x\"\nseverity = \"low\"\ncertainty = \"warning\"\ndescription = \"d\"\n";
const RULE: &str = "[[compliance]]\nid = \"C\"\nname = \"n\"\ndescription = \"d\"\n";

fn refused(text: &str) -> PackError {
    Pack::parse("try.toml", text).unwrap_err()
}

/// Each file is refused with line, column, what was found and what was expected.
fn told(files: &[(String, usize, usize, &str, &str)]) {
    for (text, line, column, found, expected) in files {
        let error = refused(text);
        let said = error.to_string();
        let place = (error.line, error.column);
        assert_eq!(place, (*line, *column), "{text}\n{said}");
        assert!(error.found.contains(found), "{said}");
        assert!(error.expected.contains(expected), "{said}");
        assert!(said.starts_with(&format!("try.toml:{line}:{column}: ")));
    }
}

#[test]
fn a_file_that_is_no_pack_is_told_where_what_and_what_else() {
    told(&[
        (
            format!("{HEAD}colour = 1\n"),
            4,
            1,
            "unknown field `colour`",
            "one of `name`",
        ),
        (
            format!("{HEAD}{PATTERN}word = []\n"),
            10,
            1,
            "unknown field `word`",
            "`words`",
        ),
        (
            format!("{HEAD}[[pattern]]\nid = 3\n"),
            5,
            6,
            "integer `3`",
            "a string",
        ),
        (
            "name = \"Try it\"\nversion = \"1\"\ndescription = \"d\"\n".to_owned(),
            1,
            8,
            "`Try it`",
            "lower case",
        ),
        (
            "version = \"1\"\n".to_owned(),
            1,
            1,
            "missing field `name`",
            "a value",
        ),
        (format!("{HEAD}[[pattern]\n"), 4, 11, "", ""),
    ]);
}

#[test]
fn a_pattern_that_cannot_be_read_is_told_where_what_and_what_else() {
    told(&[
        (
            format!("{HEAD}{PATTERN}words = [\"x\"]\nactions = [\"shout\"]\n"),
            11,
            12,
            "`shout`",
            "`flag`",
        ),
        (
            format!("{HEAD}{PATTERN}"),
            5,
            6,
            "nothing that `a` looks for",
            "`words` or `regex`",
        ),
        (
            format!("{HEAD}{PATTERN}regex = ['(']\n"),
            10,
            10,
            "the expression `(`",
            "regex crate",
        ),
        (
            format!("{HEAD}{PATTERN}regex = ['a*']\n"),
            10,
            10,
            "matches nothing at all",
            "one character",
        ),
        (
            format!("{HEAD}{PATTERN}words = [\"ö\", \"Ö\"]\n"),
            10,
            15,
            "a second time",
            "once",
        ),
        (
            format!("{HEAD}{PATTERN}words = [\"x\"]\nconfidence = 7.0\n"),
            11,
            14,
            "7",
            "between 0 and 1",
        ),
        (
            format!("{HEAD}{PATTERN}words = [\"x\"]\nactions = [\"replace\"]\n"),
            5,
            6,
            "`replace` alone",
            "`replacement`",
        ),
    ]);
}

#[test]
fn a_rule_that_does_not_fit_the_others_is_told_where_what_and_what_else() {
    told(&[
        (
            format!("{HEAD}{PATTERN}words = [\"x\"]\n{PATTERN}words = [\"y\"]\n"),
            12,
            6,
            "`a` a second time",
            "no other rule",
        ),
        (
            format!("{HEAD}{RULE}patterns = [\"b\"]\nactions = [\"flag\"]\n"),
            8,
            13,
            "the pattern `b`",
            "which has none",
        ),
        (
            format!("{HEAD}{RULE}when = \"full_moon\"\nactions = [\"flag\"]\n"),
            8,
            8,
            "`full_moon`",
            "`personal_data`",
        ),
        (
            format!("{HEAD}[[example]]\ninput = \"x\"\nrules = {{ z = \"holds\" }}\n"),
            6,
            11,
            "the rule `z`",
            "of this pack",
        ),
    ]);
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let keys = |section: Option<&str>| -> BTreeSet<String> {
        let object = match section {
            None => &schema,
            Some(name) => &schema["$defs"][name],
        };
        let properties = object["properties"].as_object().unwrap();
        properties.keys().cloned().collect()
    };
    let read = |section: Option<&str>| -> BTreeSet<String> {
        let text = match section {
            None => format!("{HEAD}zzz = 1\n"),
            Some("escalation") => format!("{HEAD}[[pattern]]\nescalation = {{ zzz = 1 }}\n"),
            Some(name) => format!("{HEAD}[[{name}]]\nzzz = 1\n"),
        };
        let said = refused(&text).expected;
        let mut names = said.split('`').skip(1).step_by(2);
        names.by_ref().map(str::to_owned).collect()
    };
    for section in [
        None,
        Some("pattern"),
        Some("lexicon"),
        Some("identifier"),
        Some("numeric"),
        Some("intent"),
        Some("compliance"),
        Some("example"),
        Some("escalation"),
    ] {
        assert_eq!(keys(section), read(section), "{section:?}");
    }
    let actions = schema["$defs"]["action"]["enum"].as_array().unwrap();
    for action in actions {
        serde_json::from_value::<Action>(action.clone()).unwrap();
    }
    assert_eq!(actions.len(), 10);
}

/// What a reader says that it expected, word by word.
fn words_of(expected: &str) -> BTreeSet<String> {
    let words = expected.split('`').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

#[test]
fn the_schema_has_the_keys_of_answers_in_json_and_of_tables() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let written = |place: &str| -> BTreeSet<String> {
        let there = schema.pointer(&format!("/$defs{place}")).unwrap();
        there.as_object().map_or_else(
            || serde_json::from_value(there.clone()).unwrap(),
            |keys| keys.keys().cloned().collect(),
        )
    };
    for (place, text) in [
        ("/structured/properties", "[structured]\nzzz = 1\n"),
        (
            "/structured/properties/reject/properties",
            "[structured.reject]\nzzz = 1\n",
        ),
        (
            "/structured/properties/name/properties",
            "[structured.name]\nzzz = 1\n",
        ),
        (
            "/structured/properties/date/properties",
            "[structured.date]\nzzz = 1\n",
        ),
        (
            "/structured/properties/types/propertyNames/enum",
            "[structured.types]\nzzz = \"x\"\n",
        ),
        (
            "/structured/properties/severity/propertyNames/enum",
            "[structured.severity]\nzzz = \"low\"\n",
        ),
        (
            "/structured/properties/severity/additionalProperties/enum",
            "[structured.severity]\nclash = \"zzz\"\n",
        ),
        (
            "/structured_identifier/properties",
            "[structured.identifier]\nzzz = 1\n",
        ),
        (
            "/structured_field/properties",
            "[[structured.field]]\nzzz = 1\n",
        ),
        (
            "/structured_field/properties/role/enum",
            "[[structured.field]]\nrole = \"zzz\"\n",
        ),
        (
            "/structured_lexicon/properties",
            "[[structured.lexicon]]\nzzz = 1\n",
        ),
        (
            "/structured_suspicious/properties",
            "[[structured.suspicious]]\nzzz = 1\n",
        ),
        (
            "/structured_clash/properties",
            "[[structured.clash]]\nzzz = 1\n",
        ),
        (
            "/structured_side/properties",
            "[[structured.clash]]\none = { zzz = 1 }\n",
        ),
        (
            "/structured_extraction/properties",
            "[structured.extraction]\nzzz = 1\n",
        ),
        (
            "/structured_extraction/properties/field/items/properties",
            "[[structured.extraction.field]]\nzzz = 1\n",
        ),
        (
            "/structured_example/properties",
            "[[structured.example]]\nzzz = 1\n",
        ),
    ] {
        let error = StructuredPack::parse("try.toml", &format!("{HEAD}{text}"), &|_| None);
        let error = error.map(|_| ()).unwrap_err();
        assert_eq!(written(place), words_of(&error.expected), "{place}");
        assert!(error.line > 4, "{error}");
    }
    let text = format!("{HEAD}[tables]\nzzz = 1\n");
    let error = TablePack::parse(&text).unwrap_err();
    let pack = Pack::parse("try.toml", &text).unwrap();
    let error = pack.error_of_reader(error.message(), error.span());
    assert_eq!(written("/tables/properties"), words_of(&error.expected));
    let told = error.to_string();
    assert!(
        told.starts_with("try.toml:5:1: unknown field `zzz`"),
        "{told}"
    );
}

#[test]
fn a_rule_that_cannot_work_is_refused_with_what_to_write() {
    const FIGURE: &str = "[[numeric]]\ntype = \"fee\"\naliases = [\"fee\"]\nunit = \"count\"\n";
    const LEXICON: &str =
        "[[lexicon]]\nid = \"l\"\ndescription = \"d\"\nentries = [\"Ann Bank\"]\n";
    let rest = |sort: &str, code: &str, more: &str| {
        format!("[[{sort}]]\ncode = \"{code}\"\nname = \"n\"\notherwise = true\n{more}\n")
    };
    let two = |sort: &str, more: &str| {
        format!("{HEAD}{}{}", rest(sort, "a", more), rest(sort, "b", more))
    };
    told(&[
        (
            format!("{HEAD}{FIGURE}least = 10\nmost = 5\n"),
            8,
            9,
            "the least value 10",
            "`least` under `most`",
        ),
        (
            format!("{HEAD}{FIGURE}{}", FIGURE.replacen("fee", "charge", 1)),
            10,
            12,
            "the figure `fee` has too",
            "one figure alone",
        ),
        (
            two("intent", "risk = \"low\""),
            10,
            8,
            "`b` with `otherwise = true` behind `a`",
            "once",
        ),
        (
            two("tier", "review = \"week\""),
            10,
            8,
            "`b` with `otherwise = true` behind `a`",
            "once",
        ),
        (
            format!("{HEAD}{LEXICON}mention = ['[A-Z][a-z]+ Bank']\n"),
            8,
            12,
            "without the name",
            "(?P<what>..)",
        ),
        (
            format!(
                "{HEAD}{PATTERN}words = [\"x\"]\n{RULE}patterns = [\"a\"]\nactions = [\"correct\"]\n"
            ),
            16,
            11,
            "`correct` in a rule without a figure",
            "`numerics`",
        ),
        (
            format!("{HEAD}{PATTERN}words = [\"x\"]\nactions = [\"correct\"]\n"),
            5,
            6,
            "`correct` in a rule without a figure",
            "`numerics`",
        ),
        (
            format!("{HEAD}{PATTERN}words = [\"grea*se money\"]\n"),
            10,
            10,
            "a `*` that is not its end",
            "at the end",
        ),
    ]);
}
