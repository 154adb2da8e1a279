use super::*;

fn texts(text: &str) -> Vec<String> {
    extract(&text.into())
        .into_iter()
        .map(|identifier| identifier.text)
        .collect()
}

#[test]
fn finds_names_codes_and_acronyms() {
    assert_eq!(
        texts("The report by Maria Lopez names Acme Inc. and the Port of Hamburg."),
        ["Maria Lopez", "Acme Inc", "Port of Hamburg"]
    );
    assert_eq!(
        texts("Invoice INV-2024-07 went to a.b@example.org."),
        ["INV-2024-07", "a.b@example.org"]
    );
    assert_eq!(texts("The NOI rose on Monday in Q3 2024."), ["NOI"]);
    assert_eq!(texts("Revenue grew. Costs fell."), Vec::<String>::new());
    assert_eq!(
        texts("The plant in Lund delivers 1,200 MW and stores 40 GB."),
        ["Lund"],
        "units are no names"
    );
}

fn signals(claim: &str, evidence: &str, context: &str) -> Vec<Signal> {
    let windows = [Scored {
        context: context.into(),
        ..Scored::alone(evidence)
    }];
    // Without a dictionary every word may be an ordinary one.
    check(&Prepared::new(&claim.into(), &windows), &|_| true)
        .into_iter()
        .map(|said| said.signal)
        .collect()
}

#[test]
fn what_opens_a_sentence_and_is_no_word_is_a_name() {
    let ordinary = |word: &str| ["revenue", "smoking", "workers"].contains(&word);
    let signals = |claim: &str, evidence: &str| -> Vec<Signal> {
        let windows = [Scored::alone(evidence)];
        check(&Prepared::new(&claim.into(), &windows), &ordinary)
            .into_iter()
            .map(|said| said.signal)
            .collect()
    };
    assert_eq!(
        signals(
            "Halvorsen was born in the village.",
            "Lindqvist was born in the village."
        ),
        [Signal::Absent]
    );
    assert_eq!(
        signals(
            "Lindqvist's house was sold.",
            "The house of Mrs Lindqvist was sold."
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals("It rained. Kettleby won.", "It rained and Marlowe won."),
        [Signal::Absent]
    );
    assert_eq!(
        signals("Halvorsen Works was closed.", "The mill was closed."),
        [Signal::Absent]
    );
    for claim in [
        "Revenue grew.",
        "Everyone left.",
        "Despite it they stayed.",
        "This grew.",
        "Monday was wet.",
        "Smoking is forbidden.",
    ] {
        assert_eq!(
            signals(claim, "Something else is told here."),
            [],
            "{claim}"
        );
    }
}

#[test]
fn true_false_and_absent() {
    assert_eq!(
        signals(
            "Never tell anybody your PIN.",
            "The bank never asks for a code.",
            ""
        ),
        []
    );
    assert_eq!(
        signals(
            "It was signed by Dr. Maria López.",
            "Maria Lopez signed it.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "It was signed by Peter Braun.",
            "Maria Lopez signed it.",
            ""
        ),
        [Signal::Absent]
    );
    assert_eq!(
        signals(
            "The bridge in Porto is long.",
            "The bridge is long.",
            "Porto guide"
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "The invoice number is INV-2024-08.",
            "The invoice number is INV-2024-07.",
            ""
        ),
        [Signal::Clash]
    );
    assert_eq!(
        signals(
            "The WHO approved it.",
            "The World Health Organization approved it.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals("The German team won.", "Germany won.", ""),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "He lives in the U.S. now.",
            "He lives in the United States.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "He lives in the United States.",
            "He lives in the U.S. since May.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals("Ask your Primary Care Physician.", "Ask your PCP.", ""),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "It was signed by Barack Obama.",
            "The paper was signed by Obama.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "It was signed by Barack Obama.",
            "The paper was signed by Michelle Obama.",
            ""
        ),
        [Signal::Absent]
    );
    assert_eq!(
        signals(
            "He shops at Family Mart.",
            "He shops at the FamilyMart.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "The Iranian borders are open.",
            "The borders of Iran are still open.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "Using ECharts is easy.",
            "The makers say ECharts is easy to use.",
            ""
        ),
        [Signal::Passed]
    );
    assert_eq!(
        signals(
            "It was built in the Spring for the Italian king.",
            "It was built in May.",
            ""
        ),
        []
    );
    assert_eq!(
        signals("It lies in an Asian country.", "It lies in Korea.", ""),
        []
    );
    assert_eq!(
        signals("It was sold to Julian.", "It was sold to Petra.", ""),
        [Signal::Absent]
    );
    assert_eq!(
        signals(
            "He helped to develop CDs.",
            "Known for: Compact Disc, DVD.",
            ""
        ),
        [Signal::Passed]
    );
}

#[test]
fn a_korean_particle_is_no_part_of_a_name() {
    let text: crate::Text = "모든 대화는 KWG Directory에서는 PoolC의 회장이 닫는다.".into();
    let names: Vec<&str> = text
        .identifiers()
        .iter()
        .map(|identifier| identifier.text.as_str())
        .collect();
    assert_eq!(names, ["KWG", "KWG Directory", "PoolC"]);
}
