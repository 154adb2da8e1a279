use super::{is_of_another, parts};

#[test]
fn questions_with_several_parts_come_apart() {
    for (question, wanted) in [
        (
            "When was Acme founded and who leads it?",
            vec!["When was Acme founded?", "Who leads Acme?"],
        ),
        (
            "When was the harbour built? Who owns it?",
            vec!["When was the harbour built?", "Who owns the harbour?"],
        ),
        (
            "Adding up the wards of Bath in 2016, how many votes did Ann Ash get and how many did Bo Birch get?",
            vec![
                "Adding up the wards of Bath in 2016, how many votes did Ann Ash get?",
                "Adding up the wards of Bath in 2016, how many votes did Bo Birch get?",
            ],
        ),
        (
            "When and where was it built?",
            vec!["When was it built?", "Where was it built?"],
        ),
        (
            "When was it built and why?",
            vec!["When was it built?", "Why was it built?"],
        ),
        (
            "How many rooms and how many beds does it have?",
            vec![
                "How many rooms does it have?",
                "How many beds does it have?",
            ],
        ),
        (
            "What is the fee, who pays it and when is it due?",
            vec![
                "What is the fee?",
                "Who pays the fee?",
                "When is the fee due?",
            ],
        ),
        (
            "How many days do I get, and is it paid out if I quit?",
            vec!["How many days do I get?", "Is it paid out if I quit?"],
        ),
        (
            "What did it cost, and in which year was it paid?",
            vec!["What did it cost?", "In which year was it paid?"],
        ),
        (
            "How many attempts are allowed without detection, and how many with it?",
            vec![
                "How many attempts are allowed without detection?",
                "How many attempts are allowed with detection?",
            ],
        ),
        (
            "In the case study, who became sponsor of the crane and who its keeper?",
            vec![
                "In the case study, who became sponsor of the crane?",
                "In the case study, who became the keeper of the crane?",
            ],
        ),
        (
            "How far may the layers of a cube be off, and how far those of a Megaminx?",
            vec![
                "How far may the layers of a cube be off?",
                "How far may the layers of a Megaminx be off?",
            ],
        ),
        (
            "How much water does an adult get, and how much a toddler of three?",
            vec![
                "How much water does an adult get?",
                "How much water does a toddler of three get?",
            ],
        ),
        (
            "What's the earliest and what's the latest day for planting potatoes?",
            vec![
                "What is the earliest day for planting potatoes?",
                "What is the latest day for planting potatoes?",
            ],
        ),
        (
            "What is the fee and what is the fine for a late boat?",
            vec!["What is the fee?", "What is the fine for a late boat?"],
        ),
        (
            "Which berth is the deepest and which is the longest?",
            vec!["Which berth is the deepest?", "Which berth is the longest?"],
        ),
        (
            "Which colour faces up and which faces the front when a cube is scrambled?",
            vec![
                "Which colour faces up when a cube is scrambled?",
                "Which colour faces the front when a cube is scrambled?",
            ],
        ),
        (
            "How many levels of access does the site have, and which of them may add users?",
            vec![
                "How many levels of access does the site have?",
                "Which of the levels of access may add users?",
            ],
        ),
        (
            "For archery, how wide does the lane have to be and how far from its barrier must targets stand?",
            vec![
                "For archery, how wide does the lane have to be?",
                "For archery, how far from the lane's barrier must targets stand?",
            ],
        ),
        (
            "Into how many teams is the work divided, and who leads the teams?",
            vec![
                "Into how many teams is the work divided?",
                "Who leads the teams?",
            ],
        ),
        (
            "How many eggs are laid in June and how many in July?",
            vec![
                "How many eggs are laid in June?",
                "How many eggs are laid in July?",
            ],
        ),
        (
            "When a tenant falls behind, after how many days does the boat have to leave, and after how many can the berth be let again?",
            vec![
                "When a tenant falls behind, after how many days does the boat have to leave?",
                "When a tenant falls behind, after how many days can the berth be let again?",
            ],
        ),
        (
            "At what temperature and what relative humidity are the eggs kept?",
            vec![
                "At what temperature are the eggs kept?",
                "At what relative humidity are the eggs kept?",
            ],
        ),
        (
            "On what day and at what hour does the ferry leave?",
            vec![
                "On what day does the ferry leave?",
                "At what hour does the ferry leave?",
            ],
        ),
        (
            "How many days of leave do I get, and how many may I carry over?",
            vec![
                "How many days of leave do I get?",
                "How many days of leave may I carry over?",
            ],
        ),
        (
            "Who wrote RFC 1 and which book did it replace?",
            vec!["Who wrote RFC 1?", "Which book did RFC 1 replace?"],
        ),
    ] {
        assert_eq!(parts(question), wanted, "{question}");
    }
}

#[test]
fn what_somebody_tells_of_themselves_is_not_asked() {
    let wanted = ["What is the early repayment fee of the Home Loan?"];
    for told in [
        "My e-mail is jane.doe@corp.org.",
        "Call me on +49 30 901820,",
        "My IBAN is DE89 3704 0044 0532 0130 00;",
        "My name is Jane Doe.",
        "Dear team, I am Jane Doe.",
        "I am Jane Doe.",
    ] {
        let question = format!("{told} what is the early repayment fee of the Home Loan?");
        assert_eq!(parts(&question), wanted, "{told}");
    }
    let who = "I am a student. What is the fee?";
    assert!(parts(who).concat().contains("student"), "{:?}", parts(who));
    let whose = "Who can be reached at jane.doe@corp.org?";
    assert_eq!(parts(whose), [whose]);
}

#[test]
fn parts_that_ask_alike_have_one_place() {
    assert_eq!(
        parts("How many people died and how many were hurt in Bath in July 2014?"),
        [
            "How many people died in Bath in July 2014?",
            "How many were hurt in Bath in July 2014?"
        ]
    );
    let apart = "How many seats are there and how many are taken by members?";
    assert_eq!(parts(apart)[0], "How many seats are there?");
}

#[test]
fn a_part_may_be_of_what_another_finds() {
    for (part, of_another) in [
        ("How many has it won?", true),
        ("When were they built?", true),
        ("How many has Egypt won?", false),
        ("Who owns the crane?", false),
    ] {
        assert_eq!(is_of_another(part), of_another, "{part}");
    }
}

#[test]
fn one_question_stays_one() {
    for question in [
        "What was the highest price, and what year was that?",
        "What are the height and the width of the tower?",
        "What happens when it rains and when I am away?",
        "When it rains, what happens?",
        "In the test of 2019, how slow did a page have to be?",
        "Does \"What now? And then?\" stand in it?",
        "Who owns the quay and the crane?",
        "What is due at 5 p.m. and on Sundays?",
        "Tell me about the Renaissance",
    ] {
        assert_eq!(
            parts(question).len(),
            1,
            "{question}: {:?}",
            parts(question)
        );
    }
    assert_eq!(parts("the quay").concat(), "The quay?");
    assert_eq!(parts("?").len(), 1);
}
