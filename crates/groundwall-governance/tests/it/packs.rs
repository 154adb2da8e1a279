//! Rule packs: those that ship, and which of them are on.

use groundwall_core::RuleState;
use groundwall_core::policy::Tolerances;
use groundwall_governance::pack::{
    Active, Checked, Pack, Packs, PacksError, Part, Subject, bundled, examples,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

fn shipped(name: &str) -> Arc<Pack> {
    let packs = Packs::bundled().unwrap();
    packs.find(name).unwrap()
}

pub(crate) fn check(active: &Active, text: &str) -> Checked {
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
fn the_file_that_the_documentation_shows_is_a_pack_whose_examples_hold() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/packs.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let shown = docs.split("\n## The file\n").nth(1).unwrap();
    let mut blocks = shown.split("```toml\n").skip(1);
    let mut block = || blocks.next().unwrap().split("```").next().unwrap();
    let (file, structured) = (block(), block());
    for text in [file.to_owned(), format!("{file}\n{structured}")] {
        let pack = Pack::parse("docs/packs.md", &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(pack.structured_section().is_some(), text != file);
        let outcomes = examples::run(&Arc::new(pack)).unwrap();
        assert!(!outcomes.is_empty());
        for outcome in outcomes {
            assert_eq!(outcome.misses, [] as [String; 0], "{}", outcome.name);
        }
    }
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

#[test]
fn a_rule_that_is_off_finds_nothing_and_says_so() {
    let packs = Packs::bundled().unwrap();
    let with = |chosen: &[&str]| {
        let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
        packs.active(&chosen)
    };
    let text = "Returns are guaranteed.";
    let on = check(&with(&["finance-kr"]).unwrap(), text);
    let of = |checked: &Checked, rule: &str| {
        let answer = checked.rules.iter().find(|answer| answer.rule == rule);
        answer.unwrap().state
    };
    assert_eq!(of(&on, "return-guarantee"), RuleState::Broken);
    assert_eq!(of(&on, "CG-002"), RuleState::Broken);
    let off = check(
        &with(&["finance-kr", "-finance-kr/return-guarantee"]).unwrap(),
        text,
    );
    assert_eq!(off.findings, []);
    assert_eq!(of(&off, "return-guarantee"), RuleState::NoData);
    assert_ne!(
        of(&off, "CG-002"),
        RuleState::Broken,
        "it builds on the pattern"
    );
    assert_eq!(on.rules.len(), off.rules.len(), "each rule answers");
    for wrong in [
        "-finance-kr/return-guarantees",
        "-finance-jp/CG-001",
        "-finance-kr",
    ] {
        let error = with(&["finance-kr", wrong]).unwrap_err();
        assert!(error.to_string().contains("finance-kr"), "{error}");
    }
}

/// A mortgage rate is no rate of a car, and a Korean sentence with an English name in it is no English one.
#[test]
fn kinds_and_names_of_another_script_stand_for_nothing() {
    let packs = Packs::bundled().unwrap();
    let on = packs.active(&["finance-kr".to_owned()]).unwrap();
    for (claim, of) in [
        ("The mortgage rate is 4.2 %.", "The mortgage rate"),
        ("The savings rate is 3 %.", "The savings rate"),
        ("신용대출 금리는 연 4.2%입니다.", "신용대출"),
        ("적금 금리는 연 3.0%입니다.", "적금"),
    ] {
        for text in on.by_other_names(claim) {
            assert!(text.starts_with(of), "{text}");
        }
        assert!(on.name_the_same(claim, claim), "{claim}");
    }
    let texts = on.by_other_names("예금 금리는 연 3.1%입니다.");
    assert!(texts.iter().all(|text| !text.contains("rate")), "{texts:?}");
    assert!(
        on.by_other_names("The loan rate is 3 %.")
            .contains(&"The lending rate is 3 %.".to_owned())
    );
}

#[test]
fn a_figure_whose_rule_is_off_has_no_other_names_and_no_band() {
    let packs = Packs::bundled().unwrap();
    let with = |off: &[&str]| {
        let chosen = ["finance-kr"].iter().chain(off);
        let chosen: Vec<String> = chosen.map(|name| (*name).to_owned()).collect();
        packs.active(&chosen).unwrap()
    };
    let claim = "The loan rate is 3 %.";
    let own = Tolerances::default();
    let on = with(&[]);
    assert!(!on.by_other_names(claim).is_empty());
    assert!(on.name_the_same(claim, "The lending rate is 5 %."));
    assert_ne!(on.tolerances(claim, own), own);
    let off = with(&["-finance-kr/loan_rate"]);
    assert!(off.by_other_names(claim).is_empty());
    assert!(!off.name_the_same(claim, "The lending rate is 5 %."));
    assert_eq!(off.tolerances(claim, own), own);
}

#[test]
fn documents_that_disagree_are_told_with_their_values() {
    let packs = Packs::bundled().unwrap();
    let on = packs.active(&["finance-kr".to_owned()]).unwrap();
    let told = |text: &str, supported: bool, evidence: &[&str]| {
        let part = [Part {
            supported,
            ..Part::of(text)
        }];
        let checked = on.check(&Subject {
            parts: &part,
            question: None,
            evidence: Some(evidence),
        });
        let mut rules = checked.rules.into_iter();
        let answer = rules.find(|answer| answer.rule == "loan_rate").unwrap();
        (answer.state, answer.note)
    };
    let claim = "The loan rate is 3 %.";
    let two = [claim, "The loan rate is 5 %."];
    let disagree = "The documents disagree: they have 3 % and 5 %.".to_owned();
    assert_eq!(told(claim, false, &two), (RuleState::Broken, disagree));
    // The verifier knows which of them counts.
    assert_eq!(told(claim, true, &two).0, RuleState::Holds);
    let others = [
        "The loan rate is 3 % for cars.",
        "For homes the loan rate is 5 %.",
    ];
    let (state, note) = told(claim, false, &others);
    assert_eq!(state, RuleState::NoData);
    assert!(note.contains("3 % and 5 %"), "{note}");
    assert_eq!(told(others[0], false, &others).0, RuleState::Holds);
    assert_eq!(told(claim, false, &[claim]).0, RuleState::Holds);
}

const HEAD: &str = "name = \"try\"\nversion = \"1\"\ndescription = \"A try.\"\n";

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
    let twice = twice.unwrap_err();
    assert!(matches!(twice, PacksError::Twice(_)));
    let told = twice.to_string();
    assert!(told.starts_with("b:1:8: the name `try`"), "{told}");
    assert!(told.contains("first at a:1:8; expected a name"), "{told}");
}

#[test]
fn the_hash_is_that_of_the_file() {
    let pack = Pack::parse("try.toml", HEAD).unwrap();
    let other = Pack::parse("try.toml", &format!("{HEAD}# a word more\n")).unwrap();
    assert_eq!(pack.identity.sha256.len(), 64);
    assert_ne!(pack.identity.sha256, other.identity.sha256);
}

#[test]
fn a_label_is_written_as_people_write_it() {
    const CONTAINER: &str = r#"
name = "try"
version = "1"
description = "A try."
[[identifier]]
id = "container"
description = "Container numbers."
labels = ["container no"]
placeholders = ["ABCU1234567"]
"#;
    let active = |pack: Arc<Pack>| Active::of(vec![pack]).unwrap();
    let students = active(shipped("student-records"));
    let boxes = active(Arc::new(Pack::parse("try.toml", CONTAINER).unwrap()));
    for (active, text, state) in [
        (
            &students,
            "Roll No. 123456789012345678 passed.",
            RuleState::Broken,
        ),
        (
            &students,
            "Roll No.: 123456789012345678 passed.",
            RuleState::Broken,
        ),
        (
            &students,
            "Roll No.:123456789012345678 passed.",
            RuleState::Broken,
        ),
        (
            &students,
            "ROLL NO #123456789012345678 passed.",
            RuleState::Broken,
        ),
        (&students, "Roll No. is 21PA1A0501.", RuleState::Holds),
        (
            &students,
            "They never wrote down his roll number. 12 of them passed.",
            RuleState::NoData,
        ),
        (
            &boxes,
            "Container no. ABCU1234567 is here.",
            RuleState::Broken,
        ),
        (
            &boxes,
            "Container no.: # ABCU1234567 is here.",
            RuleState::Broken,
        ),
        (
            &boxes,
            "Container no Nr. ABCU1234567 is here.",
            RuleState::Broken,
        ),
    ] {
        let rules = check(active, text).rules;
        let rule = rules
            .iter()
            .find(|rule| matches!(rule.rule.as_str(), "roll-number" | "container"))
            .unwrap();
        assert_eq!(rule.state, state, "{text}: {}", rule.note);
    }
}
