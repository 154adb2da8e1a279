//! Rule packs: those that ship, what a wrong one is told, the schema, and the time that reading takes.

use groundwall_core::{Action, RuleState};
use groundwall_governance::pack::{
    Active, BUNDLED, Pack, PackError, Packs, PacksError, Part, SCHEMA, Subject, bundled, examples,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn shipped(name: &str) -> Arc<Pack> {
    let packs = Packs::bundled().unwrap();
    Arc::clone(packs.find(name).unwrap())
}

fn check(active: &Active, text: &str) -> groundwall_governance::pack::Checked {
    let part = [Part::of(text)];
    active.check(&Subject {
        parts: &part,
        question: None,
        evidence: None,
    })
}

#[test]
fn every_shipped_pack_keeps_its_examples() {
    let mut wrong = String::new();
    for pack in bundled().unwrap() {
        let pack = Arc::new(pack);
        // A pack for structured answers has its examples among its fields.
        assert!(
            !pack.examples.is_empty() || pack.structured_section().is_some(),
            "{}",
            pack.identity.name
        );
        for outcome in examples::run(&pack).unwrap() {
            for miss in outcome.misses {
                let (name, line) = (&pack.identity.name, outcome.line);
                writeln!(wrong, "{name}.toml:{line} “{}”: {miss}", outcome.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_rule_of_a_shipped_pack_is_broken_or_held_by_an_example() {
    for pack in bundled().unwrap() {
        let pack = Arc::new(pack);
        let active = Active::of(vec![Arc::clone(&pack)]).unwrap();
        let mut settled: BTreeSet<String> = BTreeSet::new();
        for example in &pack.examples {
            let part = [Part {
                cited: example.cited,
                ..Part::of(&example.input)
            }];
            let evidence = example.evidence.as_ref();
            let evidence: Option<Vec<&str>> =
                evidence.map(|texts| texts.iter().map(String::as_str).collect());
            let checked = active.check(&Subject {
                parts: &part,
                question: example.question.as_deref(),
                evidence: evidence.as_deref(),
            });
            let broken = checked.rules.iter();
            settled.extend(
                broken
                    .filter(|answer| answer.state == RuleState::Broken)
                    .map(|answer| answer.rule.clone()),
            );
            settled.extend(checked.intents.iter().map(|intent| intent.code.clone()));
        }
        let rules = pack.rules();
        // A figure that is named is shown by one that holds as well as by one that is broken.
        let held: BTreeSet<&String> = pack
            .examples
            .iter()
            .flat_map(|example| &example.rules)
            .filter(|(_, state)| **state != RuleState::NoData)
            .map(|(rule, _)| rule)
            .collect();
        let unseen: Vec<&str> = rules
            .iter()
            // Tiers speak of documents, not of texts.
            .filter(|rule| rule.sort != "tier")
            .filter(|rule| !settled.contains(&rule.id) && !held.contains(&rule.id))
            .map(|rule| rule.id.as_str())
            .collect();
        assert!(unseen.is_empty(), "{}: {unseen:?}", pack.identity.name);
    }
}

#[test]
fn the_reference_s_numbers_of_patterns_are_reached() {
    let pack = shipped("finance-kr");
    let count = |id: &str| {
        let pattern = pack.patterns.iter().find(|rule| rule.id == id).unwrap();
        pattern.words.len() + pattern.regexes.len()
    };
    assert!(count("investment-solicitation") >= 25);
    assert!(count("return-guarantee") >= 9);
    let rules: Vec<&str> = pack
        .compliance
        .iter()
        .map(|rule| rule.id.as_str())
        .collect();
    for number in 1..=7 {
        assert!(rules.contains(&format!("CG-00{number}").as_str()));
    }
}

#[test]
fn each_solicitation_and_guarantee_is_found_by_itself() {
    let pack = shipped("finance-kr");
    let active = Active::of(vec![Arc::clone(&pack)]).unwrap();
    for id in ["investment-solicitation", "return-guarantee"] {
        let pattern = pack.patterns.iter().find(|rule| rule.id == id).unwrap();
        for word in &pattern.words {
            let text = format!("이것은 {} .", word.trim_end_matches('*'));
            let checked = check(&active, &text);
            let found = checked
                .findings
                .iter()
                .any(|found| found.source.ends_with(id));
            assert!(found, "{text}");
        }
    }
}

const HEAD: &str = "name = \"try\"\nversion = \"1\"\ndescription = \"A try.\"\n";

fn refused(text: &str) -> PackError {
    Pack::parse("try.toml", text).unwrap_err()
}

#[test]
fn a_wrong_pack_is_told_where_what_and_what_else() {
    let pattern = "[[pattern]]\nid = \"a\"\ntype = \"x\"\nseverity = \"low\"\ncertainty = \"warning\"\ndescription = \"d\"\n";
    let rule = "[[compliance]]\nid = \"C\"\nname = \"n\"\ndescription = \"d\"\n";
    for (text, line, column, found, expected) in [
        (
            format!("{HEAD}colour = 1\n"),
            4,
            1,
            "unknown field `colour`",
            "one of `name`",
        ),
        (
            format!("{HEAD}{pattern}word = []\n"),
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
            format!("{HEAD}{pattern}words = [\"x\"]\nactions = [\"shout\"]\n"),
            11,
            12,
            "`shout`",
            "`flag`",
        ),
        (
            format!("{HEAD}{pattern}"),
            5,
            6,
            "nothing that `a` looks for",
            "`words` or `regex`",
        ),
        (
            format!("{HEAD}{pattern}regex = ['(']\n"),
            10,
            10,
            "the expression `(`",
            "regex crate",
        ),
        (
            format!("{HEAD}{pattern}regex = ['a*']\n"),
            10,
            10,
            "matches nothing at all",
            "one character",
        ),
        (
            format!("{HEAD}{pattern}words = [\"ö\", \"Ö\"]\n"),
            10,
            15,
            "a second time",
            "once",
        ),
        (
            format!("{HEAD}{pattern}words = [\"x\"]\nconfidence = 7.0\n"),
            11,
            14,
            "7",
            "between 0 and 1",
        ),
        (
            format!("{HEAD}{pattern}words = [\"x\"]\nactions = [\"replace\"]\n"),
            5,
            6,
            "`replace` alone",
            "`replacement`",
        ),
        (
            format!("{HEAD}{pattern}words = [\"x\"]\n{pattern}words = [\"y\"]\n"),
            12,
            6,
            "`a` a second time",
            "no other rule",
        ),
        (
            format!("{HEAD}{rule}patterns = [\"b\"]\nactions = [\"flag\"]\n"),
            8,
            13,
            "the pattern `b`",
            "which has none",
        ),
        (
            format!("{HEAD}{rule}when = \"full_moon\"\nactions = [\"flag\"]\n"),
            8,
            8,
            "`full_moon`",
            "`personal_data`",
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
        (
            format!("{HEAD}[[example]]\ninput = \"x\"\nrules = {{ z = \"holds\" }}\n"),
            6,
            11,
            "the rule `z`",
            "of this pack",
        ),
    ] {
        let error = refused(&text);
        let said = error.to_string();
        assert_eq!((error.line, error.column), (line, column), "{text}\n{said}");
        assert!(error.found.contains(found), "{said}");
        assert!(error.expected.contains(expected), "{said}");
        assert!(said.starts_with(&format!("try.toml:{line}:{column}: ")));
    }
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

#[test]
fn a_choice_of_packs_has_the_one_that_is_always_on() {
    let packs = Packs::bundled().unwrap();
    let names = |chosen: &[&str]| -> Vec<String> {
        let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
        let active = packs.active(&chosen).unwrap();
        let identities = active.identities();
        identities.into_iter().map(|pack| pack.name).collect()
    };
    assert_eq!(names(&[]), ["core"]);
    assert_eq!(names(&["finance-kr"]), ["core", "finance-kr"]);
    assert_eq!(
        names(&["finance-kr", "core", "core"]),
        ["finance-kr", "core"]
    );
    let unknown = packs.active(&["finance-jp".to_owned()]).unwrap_err();
    assert!(unknown.to_string().contains("finance-kr"), "{unknown}");
    let twice = Packs::of(vec![
        Pack::parse("a", HEAD).unwrap(),
        Pack::parse("b", HEAD).unwrap(),
    ]);
    assert!(matches!(twice, Err(PacksError::Twice(_))));
}

#[test]
fn the_hash_is_that_of_the_file() {
    let pack = Pack::parse("try.toml", HEAD).unwrap();
    let other = Pack::parse("try.toml", &format!("{HEAD}# a word more\n")).unwrap();
    assert_eq!(pack.identity.sha256.len(), 64);
    assert_ne!(pack.identity.sha256, other.identity.sha256);
}

fn all() -> Active {
    let packs = bundled().unwrap().into_iter().map(Arc::new).collect();
    Active::of(packs).unwrap()
}

/// Plain sentences of figures, names and addresses.
fn prose(characters: usize) -> String {
    let sentence = "The NOI was $1.2M in Q3 2024, see https://harbour.example.net/a, and 대출 금리는 연 3.5%입니다. A firm called Nord sold exactly 12 boats. ";
    sentence.chars().cycle().take(characters).collect()
}

#[test]
fn two_thousand_characters_are_read_in_a_moment() {
    let active = all();
    let text = prose(2_000);
    check(&active, &text);
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        check(&active, &text);
        best = best.min(start.elapsed());
    }
    println!("2,000 characters by {} packs: {best:?}", BUNDLED.len());
    // Without optimisation it takes some fifty times as long, and other tests run beside this one.
    let bar = if cfg!(debug_assertions) { 250 } else { 1 };
    assert!(best < Duration::from_millis(bar), "{best:?}");
}

#[test]
fn time_grows_with_the_text_alone() {
    let active = all();
    let time = |text: &str| {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            check(&active, text);
            best = best.min(start.elapsed());
        }
        best
    };
    for (name, small, large) in [
        ("prose", prose(4_000), prose(32_000)),
        ("words", "buy now ".repeat(500), "buy now ".repeat(4_000)),
        ("quotes", "\"".repeat(4_000), "\"".repeat(32_000)),
        ("letters", "a".repeat(4_000), "a".repeat(32_000)),
        ("digits", "1".repeat(4_000), "1".repeat(32_000)),
        ("labels", "roll no ".repeat(500), "roll no ".repeat(4_000)),
        ("figures", "NOI $1 ".repeat(500), "NOI $1 ".repeat(4_000)),
    ] {
        let (before, after) = (time(&small), time(&large));
        // Eight times the text; quadratic work would take sixty-four times as long.
        let bar = before * 24 + Duration::from_millis(20);
        assert!(after < bar, "{name}: {before:?}, then {after:?}");
    }
}

#[test]
fn findings_are_capped_and_stand_where_they_say() {
    let active = all();
    let text = "Wer „buy now“ liest, buy now. ".repeat(300);
    let checked = check(&active, &text);
    assert!(checked.findings.len() <= 64);
    for finding in &checked.findings {
        let span = finding.location.unwrap();
        assert_eq!(Some(span.slice(&text)), finding.detected.as_deref());
    }
}
