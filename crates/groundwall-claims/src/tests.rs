use super::*;

fn texts(text: &str) -> Vec<String> {
    decompose(text)
        .into_iter()
        .flat_map(|sentence| sentence.claims)
        .map(|claim| claim.text)
        .collect()
}

#[test]
fn pronouns_and_missing_subjects_are_resolved() {
    assert_eq!(
        texts("Acme Corp is a maker of anvils. It was founded in 1912."),
        [
            "Acme Corp is a maker of anvils.",
            "Acme Corp was founded in 1912."
        ]
    );
    assert_eq!(
        texts("Acme Corp was founded in 1912 and employs 300 people."),
        [
            "Acme Corp was founded in 1912.",
            "Acme Corp employs 300 people."
        ]
    );
    assert_eq!(
        texts("The hall has 120 seats, and the garden has 40."),
        ["The hall has 120 seats.", "The garden has 40."]
    );
}

#[test]
fn what_cannot_stand_alone_is_not_cut() {
    for text in [
        "The harbour was designed and built by Maria Lopez in 1987.",
        "Prices for bread and milk rose by 3.5 percent.",
        "She said \"the tide rose and the boats left\" in May.",
        "The U.S. market grew at approx. 4.2 percent vs. 3.9 percent before.",
    ] {
        assert_eq!(texts(text), [text]);
    }
}

#[test]
fn list_items_and_table_rows_are_claims_with_spans() {
    let text =
        "The port has:\n- 12 cranes\n- 3 docks\n\n| Pier | Depth |\n|---|---|\n| North | 9 m |\n";
    let sentences = decompose(text);
    let got: Vec<(&str, &str)> = sentences
        .iter()
        .map(|sentence| (sentence.claims[0].text.as_str(), sentence.span.slice(text)))
        .collect();
    assert_eq!(
        got,
        [
            ("The port has:", "The port has:"),
            ("The port has: 12 cranes.", "- 12 cranes"),
            ("The port has: 3 docks.", "- 3 docks"),
            ("Pier, Depth", "| Pier | Depth |"),
            ("Pier: North. Depth: 9 m.", "| North | 9 m |")
        ]
    );
}

#[test]
fn headings_and_headers_state_nothing_and_items_are_read_with_what_opens_them() {
    let text = "## Causes of the war\n\nThe war had several causes:\n\n- militarism\n- *Alliances* drew the powers in.\n1. a crisis\n\nIt ended in 1918.\n- later\n\n# Revenue rose by 12 %\n| Year | Dead |\n|---|---|\n| 1916 | 300 |\n";
    let got: Vec<(String, bool)> = decompose(text)
        .into_iter()
        .map(|sentence| {
            let claim = &sentence.claims[0];
            (
                claim.text.clone(),
                claim.checkability == Checkability::Checkable,
            )
        })
        .collect();
    let wanted = [
        ("Causes of the war", false),
        ("The war had several causes:", false),
        ("The war had several causes: militarism.", true),
        ("Alliances drew the powers in.", true),
        ("The war had several causes: a crisis.", true),
        ("It ended in 1918.", true),
        ("Later.", true),
        ("Revenue rose by 12 %.", true),
        ("Year, Dead", false),
        ("Year: 1916. Dead: 300.", true),
    ];
    let got: Vec<(&str, bool)> = got
        .iter()
        .map(|(text, checkable)| (text.as_str(), *checkable))
        .collect();
    assert_eq!(got, wanted);
}

#[test]
fn stars_of_emphasis_go_and_others_stay() {
    for (text, plain) in [
        ("*Alpha* is (*very*) old.", "Alpha is (very) old."),
        ("Take 3 * 4 or 3*4.", "Take 3 * 4 or 3*4."),
        ("**Bold** and `code`.", "Bold and code."),
    ] {
        assert_eq!(super::without_emphasis(text), plain);
    }
}

#[test]
fn marks_of_footnotes_say_nothing() {
    let text = "Grants pay 31% of state budgets[^1]. The list [^ is open].\n\n[^1]: The handbook has 40 pages.";
    assert_eq!(
        texts(text),
        [
            "Grants pay 31% of state budgets.",
            "The list [^ is open].",
            "The handbook has 40 pages."
        ]
    );
}

#[test]
fn opinions_greetings_questions_and_meta_are_kept_and_marked() {
    let kinds: Vec<Checkability> =
        decompose("Hello there. I think it is lovely. Is it open? I hope this helps! The hall has 120 seats. ...")
            .into_iter()
            .map(|sentence| sentence.claims[0].checkability)
            .collect();
    use Checkability::{Checkable, Greeting, Meta, Opinion, Question};
    assert_eq!(kinds, [Greeting, Opinion, Question, Meta, Checkable]);
    assert_eq!(given(1, "?!…").checkability, Checkability::Empty);
    for (text, kind) in [
        ("Dear customer, the fee is 5.0%.", Checkable),
        ("Dear customer, welcome aboard.", Greeting),
        ("Personally, I would not go there.", Opinion),
        (
            "A member may not vote on what concerns her personally.",
            Checkable,
        ),
        ("This answer is based on the documents.", Meta),
        ("I found this in the documents.", Meta),
        ("The answer above is complete.", Meta),
        ("This covers your question.", Meta),
        ("This answer is based on the harbour's rules.", Checkable),
        ("I found this in the attic.", Checkable),
        ("This covers the boats.", Checkable),
        ("The answer above the door is in Latin.", Checkable),
        ("Naomi feels the ropes before each dive.", Checkable),
        ("The route is arguably the oldest of the coast.", Checkable),
    ] {
        assert_eq!(given(1, text).checkability, kind, "{text}");
    }
}

#[test]
fn hedged_facts_are_checked_and_noted() {
    let claim = given(1, "It probably opened in 1999.");
    assert_eq!(
        (claim.checkability, claim.hedge.as_deref()),
        (Checkability::Checkable, Some("probably"))
    );
    assert!(given(1, "Most experts agree that it works.").vague);
}

#[test]
fn nothing_of_the_text_is_lost() {
    let text = "One is first. Two was second!\n\n- three is third\nAnd four.";
    let back: String = decompose(text)
        .iter()
        .map(|sentence| sentence.gap.clone() + &sentence.text)
        .collect();
    assert_eq!(back, text);
}

#[test]
fn cells_of_a_row_stay_together() {
    assert_eq!(
        texts(
            "Species: Cod. 2023 (t): 2260. 2024 (t): 1980. The port is closed. Species: Hake. Species: Ling."
        ),
        [
            "Species: Cod. 2023 (t): 2260. 2024 (t): 1980.",
            "The port is closed.",
            "Species: Hake.",
            "Species: Ling."
        ]
    );
}

#[derive(serde::Deserialize)]
struct Case {
    kind: String,
    text: String,
    claims: Vec<Expected>,
}

#[derive(serde::Deserialize)]
struct Expected {
    claim: String,
    from: String,
}

/// The hand-written cases of `data/decomposition`: claims and the part of the text that each comes from.
#[test]
fn hand_written_cases() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/decomposition/cases.jsonl"
    );
    let file = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Case> = file
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(cases.len() >= 150, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let made: Vec<(String, String)> = decompose(&case.text)
            .into_iter()
            .flat_map(|sentence| sentence.claims)
            .map(|claim| {
                (
                    claim.text,
                    case.text
                        .chars()
                        .skip(claim.span.start)
                        .take(claim.span.end - claim.span.start)
                        .collect(),
                )
            })
            .collect();
        let wanted: Vec<(String, String)> = case
            .claims
            .iter()
            .map(|expected| (expected.claim.clone(), expected.from.clone()))
            .collect();
        if made != wanted {
            wrong.push(format!(
                "{}: {:?}\n  made   {made:?}\n  wanted {wanted:?}",
                case.kind, case.text
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} cases:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_surrounds_a_statement_does_not_keep_it_from_being_checked() {
    for (sentence, claim) in [
        (
            "Based on the documents, the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Based on the provided context, the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Sure, the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Sure! Based on the passages, the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "I'm sorry, but the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Thank you, the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Here are the facts: the bridge is made of wood.",
            "The bridge is made of wood.",
        ),
        (
            "Did you know that the bridge is made of wood?",
            "The bridge is made of wood.",
        ),
        (
            "Based on the 2019 survey, the bridge is made of wood.",
            "Based on the 2019 survey, the bridge is made of wood.",
        ),
        (
            "I like the bridge, which is made of wood.",
            "I like the bridge, which is made of wood.",
        ),
    ] {
        let said = decompose(sentence);
        let last = said.last().and_then(|sentence| sentence.claims.last());
        let last = last.map(|claim| (claim.text.as_str(), claim.checkability));
        assert_eq!(last, Some((claim, Checkability::Checkable)), "{sentence}");
    }
}

#[test]
fn what_is_not_known_and_courtesies_are_not_counted() {
    for sentence in [
        "I don't know when the bridge was opened.",
        "I could not find the opening year.",
        "Unfortunately, I cannot tell you the length of the bridge.",
        "I am sorry, but the length of the bridge is not known.",
        "Unfortunately, I cannot tell how many cars crossed it in 2023.",
        "The documents do not say when the bridge was opened.",
        "The passages do not answer the question.",
        "The provided documents don't mention the length of the bridge.",
        "The opening year is not stated.",
        "The length is not given in the documents.",
        "There is no information about the length of the bridge.",
        "You're welcome!",
        "Have a great day.",
        "Sure!",
        "Yes.",
        "I'm sorry, I can't help with that.",
        "Please contact your local branch for further help.",
        "I think you will love it!",
        "Did you know how long the bridge is?",
        "## Two",
    ] {
        let said = decompose(&format!("{sentence}\n\nThe bridge is long."));
        let first = said[0].claims[0].checkability;
        assert_ne!(first, Checkability::Checkable, "{sentence}");
    }
    for sentence in [
        "Thanks to the new pump, leaks stopped.",
        "The documents do not say so; the bridge is made of wood.",
        "I don't know why, but the bridge is made of wood.",
        "The plan does not cover dental care.",
        "Breakfast is not included.",
        "No problem was found with the valve.",
        "Please pay 5 euros at the booth.",
        "The length of the bridge is unknown.",
        "In my opinion the bridge is made of wood.",
        "I cannot deny that the fee is 5 euros.",
        "I feel that the bridge is wooden.",
    ] {
        let said = decompose(sentence);
        assert_eq!(
            said[0].claims[0].checkability,
            Checkability::Checkable,
            "{sentence}"
        );
    }
}
