//! Rows of a conversation: what was asked and answered, what is asked now, and how it is read. None: it stays as it is.

use super::{Turn, is_part, stand_alone};

/// No table knows the names.
fn unknown(_: &str, _: &[String]) -> Option<usize> {
    None
}

type Row = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
);

const REVENUE: (&str, &str) = (
    "What was the revenue of Ryanair in 2023?",
    "Ryanair reported a revenue of 10.8 billion euros in 2023.",
);
const TOWER: (&str, &str) = (
    "How tall is the tower?",
    "The tower is 27 metres high and made of cast iron.",
);
const BUILT: (&str, &str) = (
    "Who built the Grunnskjær lighthouse?",
    "It was built between 1902 and 1904 by the engineer Henrik Lund.",
);
const AUTOMATED: (&str, &str) = (
    "When was the lighthouse automated?",
    "The last keeper, Marta Nilsen, left on 30 June 1987, when the light was automated.",
);
const DEPTH: (&str, &str) = (
    "What is the depth of Oil Jetty?",
    "Oil Jetty has a depth of 9 m.",
);
const MASTER: (&str, &str) = (
    "Who is the harbour master?",
    "The harbour master is Ingrid Solheim.",
);
const COD: (&str, &str) = (
    "How many tonnes of cod were landed in 2024?",
    "1980 tonnes of cod were landed.",
);
const CROSSING: (&str, &str) = (
    "How long does the crossing take?",
    "The crossing takes 35 minutes.",
);

fn row(
    before: (&'static str, &'static str),
    question: &'static str,
    read: Option<&'static str>,
) -> Row {
    (before.0, before.1, question, read)
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn follow_ups() -> Vec<Row> {
    let saturdays = (
        "When does the ferry leave on Saturdays?",
        "On Saturdays it leaves at 10:00.",
    );
    let closed = (
        "Is the lamp room closed?",
        "The lamp room itself stays closed.",
    );
    let cost = (
        "What does a crossing cost?",
        "Adults pay 62 kroner for a single crossing.",
    );
    let dividends = ("Does Acme pay dividends?", "Acme pays no dividends.");
    let longest = (
        "Which berth is the longest?",
        "Outer Pier West has the highest Length (m): 160.",
    );
    let museum = ("Where is the museum?", "The museum is in Bergen.");
    let keepers = (
        "Where did the keepers live?",
        "Four keepers lived on the reef in turns of six weeks.",
    );
    let limit = (
        "What is the speed limit in the inner harbour?",
        "In the inner harbour the speed limit is 5 knots.",
    );
    let led = ("Who led Acme in 2020?", "Jane Roe led Acme in 2020.");
    let march = ("What happened in March 2024?", "A crane fell.");
    let bridge = (
        "How long is the Aldersund bridge?",
        "The Aldersund bridge is 412 metres long.",
    );
    let draught = (
        "What is the maximum draught?",
        "Vessels may draw 7 m at most.",
    );
    vec![
        row(
            REVENUE,
            "and Lufthansa?",
            Some("What was the revenue of Lufthansa in 2023?"),
        ),
        row(
            REVENUE,
            "Lufthansa?",
            Some("What was the revenue of Lufthansa in 2023?"),
        ),
        row(
            REVENUE,
            "What about 2019?",
            Some("What was the revenue of Ryanair in 2019?"),
        ),
        row(
            REVENUE,
            "and in 2019?",
            Some("What was the revenue of Ryanair in 2019?"),
        ),
        row(
            REVENUE,
            "In 2019?",
            Some("What was the revenue of Ryanair in 2019?"),
        ),
        row(
            REVENUE,
            "And the profit?",
            Some("What was the profit of Ryanair in 2023?"),
        ),
        row(
            REVENUE,
            "How about its profit?",
            Some("What was the profit of Ryanair in 2023?"),
        ),
        row(
            REVENUE,
            "same for Wizz Air",
            Some("What was the revenue of Wizz Air in 2023?"),
        ),
        row(
            REVENUE,
            "and for Wizz Air?",
            Some("What was the revenue of Wizz Air in 2023?"),
        ),
        row(
            TOWER,
            "When was it built?",
            Some("When was the tower built?"),
        ),
        row(
            TOWER,
            "And when was it built?",
            Some("When was the tower built?"),
        ),
        row(
            TOWER,
            "and the lamp room?",
            Some("How tall is the lamp room?"),
        ),
        row(
            BUILT,
            "How tall is it?",
            Some("How tall is the Grunnskjær lighthouse?"),
        ),
        row(
            BUILT,
            "When was he born?",
            Some("When was Henrik Lund born?"),
        ),
        row(AUTOMATED, "Why?", Some("Why was the lighthouse automated?")),
        row(
            AUTOMATED,
            "Where did she live?",
            Some("Where did Marta Nilsen live?"),
        ),
        row(
            AUTOMATED,
            "and the foghorn?",
            Some("When was the foghorn automated?"),
        ),
        row(DEPTH, "How long is it?", Some("How long is Oil Jetty?")),
        row(
            DEPTH,
            "and Timber Quay?",
            Some("What is the depth of Timber Quay?"),
        ),
        row(
            DEPTH,
            "What is its length?",
            Some("What is Oil Jetty's length?"),
        ),
        row(
            DEPTH,
            "and the length?",
            Some("What is the length of Oil Jetty?"),
        ),
        row(
            saturdays,
            "and on Sundays?",
            Some("When does the ferry leave on Sundays?"),
        ),
        row(MASTER, "and the pilot?", Some("Who is the pilot?")),
        row(
            MASTER,
            "What is her phone number?",
            Some("What is Ingrid Solheim's phone number?"),
        ),
        row(
            COD,
            "And of herring?",
            Some("How many tonnes of herring were landed in 2024?"),
        ),
        row(
            COD,
            "and herring?",
            Some("How many tonnes of herring were landed in 2024?"),
        ),
        row(
            COD,
            "what about 2022?",
            Some("How many tonnes of cod were landed in 2022?"),
        ),
        row(closed, "Why?", Some("Why is the lamp room closed?")),
        row(
            cost,
            "and for children?",
            Some("What does a crossing cost for children?"),
        ),
        row(
            CROSSING,
            "How much does it cost?",
            Some("How much does the crossing cost?"),
        ),
        row(
            dividends,
            "and Initech?",
            Some("Does Initech pay dividends?"),
        ),
        row(
            longest,
            "How deep is it?",
            Some("How deep is Outer Pier West?"),
        ),
        row(
            museum,
            "When does it open?",
            Some("When does the museum open?"),
        ),
        row(
            limit,
            "and in the fairway?",
            Some("What is the speed limit in the fairway?"),
        ),
        row(led, "Who leads it now?", Some("Who leads Acme now?")),
        row(led, "and 2021?", Some("Who led Acme in 2021?")),
        row(march, "and in April?", Some("What happened in April 2024?")),
        row(
            bridge,
            "When did it open?",
            Some("When did the Aldersund bridge open?"),
        ),
        row(
            draught,
            "Is it enforced?",
            Some("Is the maximum draught enforced?"),
        ),
        row(
            keepers,
            "When did they leave?",
            Some("When did the keepers leave?"),
        ),
    ]
}

#[test]
fn a_figure_and_its_condition_go_on() {
    let table = [
        (
            "How many late trains from all lines were there in 2016?",
            "How many of them were expresses?",
            Some("How many of the late trains in 2016 were expresses?"),
        ),
        (
            "How many of the late trains in 2016 were expresses?",
            "And how many were night trains?",
            Some("How many of the late trains in 2016 were night trains?"),
        ),
        (
            "How many flights are there in Bergen?",
            "And the average fare?",
            Some("What is the average fare in Bergen?"),
        ),
        (
            "What is the median income in Oster County?",
            "And the median age?",
            Some("What is the median age in Oster County?"),
        ),
        (
            "Who won the men's race in Bergen in 2012?",
            "And the women's race?",
            Some("Who won the women's race in Bergen in 2012?"),
        ),
        (
            "How many homes in Bergen have two rooms?",
            "And three?",
            Some("How many homes in Bergen have three rooms?"),
        ),
        (
            "How many cafes are there in Bergen?",
            "And how many people live there?",
            Some("How many people live in Bergen?"),
        ),
        ("How many boats sank?", "And how many were ferries?", None),
        (
            "How many boats sank in 2016 in Bergen?",
            "And how many were ferries?",
            None,
        ),
        ("Who led Acme in 2020?", "And three?", None),
    ];
    for (asked, question, wanted) in table {
        let before = [Turn {
            question: asked,
            answer: "",
        }];
        let read = stand_alone(question, &before, &unknown);
        assert_eq!(read.as_deref(), wanted, "{asked} / {question}");
    }
}

#[test]
fn of_two_names_the_one_of_the_same_column_is_replaced() {
    let parties = ["Reds", "Greens", "Blues"];
    let is_party = |name: &str| parties.iter().any(|party| name.ends_with(party));
    let same = |name: &str, names: &[String]| {
        let alike = |other: &String| is_party(other) == is_party(name);
        let mut places = (0..names.len()).filter(|place| alike(&names[*place]));
        places.next().filter(|_| places.next().is_none())
    };
    let mut asked = "How many votes did Reds get in Flinton?".to_owned();
    for (question, wanted) in [
        (
            "And the Greens?",
            "How many votes did the Greens get in Flinton?",
        ),
        ("And Blues?", "How many votes did Blues get in Flinton?"),
        ("And Longby?", "How many votes did Blues get in Longby?"),
        ("And in Alder?", "How many votes did Blues get in Alder?"),
    ] {
        let before = [Turn {
            question: &asked,
            answer: "",
        }];
        let read = stand_alone(question, &before, &same);
        assert_eq!(read.as_deref(), Some(wanted), "{asked} / {question}");
        wanted.clone_into(&mut asked);
    }
}

#[test]
fn what_is_only_a_part_of_a_question_is_known() {
    for part in [
        "And the Greens?",
        "and in 2012?",
        "What about Bergen?",
        "Bergen?",
    ] {
        assert!(is_part(part), "{part}");
    }
    for whole in ["How many votes did Reds get?", "List all wards"] {
        assert!(!is_part(whole), "{whole}");
    }
}

fn alone() -> Vec<Row> {
    let two = ("Compare Ryanair and Wizz Air", "Ryanair carried more.");
    let years = (
        "How did sales change from 2020 to 2021?",
        "Sales rose by 4 %.",
    );
    let ambiguous = (
        "When did Marta Nilsen leave Rope Works?",
        "She left in 1987.",
    );
    let quay = ("What is the depth of the quay?", "The quay is 9 m deep.");
    [
        (TOWER, "Who is the harbour master?"),
        (TOWER, "When was the lighthouse built and when was it painted?"),
        (TOWER, "Is it allowed to fish from the pier?"),
        (TOWER, "How long does it take to cross the sound?"),
        (TOWER, "What time is it?"),
        (TOWER, "Why was the lamp replaced?"),
        (TOWER, "And who is the harbour master?"),
        (TOWER, "What about the rules for visiting yachts in the inner harbour during the season of storms?"),
        (TOWER, "Does the ferry carry its passengers for free?"),
        (TOWER, "thanks"),
        (TOWER, "Tell me more"),
        (TOWER, "What is the speed limit in the fairway?"),
        (TOWER, "When did Marta Nilsen leave and where did she go?"),
        (TOWER, "Opening hours?"),
        (TOWER, "How many berths are there?"),
        (TOWER, "List all berths deeper than 6 m"),
        (TOWER, "Is it true that the pier was closed?"),
        (TOWER, "Why is it raining?"),
        (TOWER, "Why?"),
        (TOWER, "Where did she live?"),
        (TOWER, "What is the average depth of the berths?"),
        (TOWER, "Which vessels have they got?"),
        (TOWER, "What do our rules say about noise?"),
        (TOWER, "Does Oil Jetty have shore power, and is it free?"),
        (DEPTH, "Why?"),
        (DEPTH, "How did revenue develop in 2019?"),
        (COD, "What is the value of herring?"),
        (two, "and Lufthansa?"),
        (years, "what about 2019?"),
        (ambiguous, "How tall is it?"),
        (quay, "and the length?"),
        (REVENUE, "And what is the fare for children?"),
        (REVENUE, "Lufthansa in the first half of 2019 compared with its rivals?"),
        (CROSSING, "Since when?"),
        (CROSSING, "How many vehicles?"),
        (CROSSING, "How many people live there?"),
        (CROSSING, "What about lunch?"),
        (CROSSING, "and it?"),
        (REVENUE, "?"),
    ]
    .map(|(before, question)| row(before, question, None))
    .to_vec()
}

#[test]
fn what_does_not_stand_alone_is_read_from_what_was_asked_before_and_everything_else_stays() {
    let rows = [follow_ups(), alone()].concat();
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(asked, answer, question, wanted)| {
            let before = [Turn {
                question: asked,
                answer,
            }];
            let read = stand_alone(question, &before, &unknown);
            (read.as_deref() != *wanted)
                .then(|| format!("{asked} / {question}: {read:?}, not {wanted:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows.len() >= 60);
}

#[test]
fn without_a_turn_before_nothing_is_rewritten_and_a_remark_is_no_turn() {
    for (_, _, question, _) in follow_ups() {
        assert_eq!(stand_alone(question, &[], &unknown), None, "{question}");
    }
    let turn = |(question, answer)| Turn { question, answer };
    let before = [turn(REVENUE), turn(("thanks", "You are welcome."))];
    assert_eq!(
        stand_alone("and Lufthansa?", &before, &unknown).as_deref(),
        Some("What was the revenue of Lufthansa in 2023?")
    );
}

#[test]
fn long_questions_and_answers_take_linear_time() {
    use groundwall_testing::scaling::assert_linear;
    let floor = std::time::Duration::from_millis(40);
    assert_linear("follow-up", 1_500, floor, &mut |text| {
        let before = [Turn {
            question: text,
            answer: text,
        }];
        for question in ["and Lufthansa?", "How tall is it?", "Why?", text] {
            std::hint::black_box(stand_alone(question, &before, &unknown));
        }
    });
}
