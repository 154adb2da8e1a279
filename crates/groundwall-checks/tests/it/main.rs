//! Every public reader of text on texts that were made to keep it busy.

mod assertion;

use groundwall_checks::assertion::{Around, standing};
use groundwall_checks::words::{self, ContentWords};
use groundwall_checks::{
    Prepared, Scored, Text, citation, consistency, date, identifier, impossibility, number,
    pattern, pieces, quote,
};
use groundwall_core::policy::Tolerances;
use groundwall_testing::scaling::{adversarial, assert_linear};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a reader may take on the long text without being compared. A claim ends at 4,000 bytes, so that this is the most that its checks take: with dashes
/// between all its words their work still grows with the square (20 times for ten times the text, 80 ms for the longest).
const FLOOR: Duration = Duration::from_millis(120);
const TEXT: usize = 1_500;
/// A claim has at most 4,000 characters.
const CLAIM: usize = 400;

/// A clause of operators without an end.
const OPERATORS: &str = "whether it is a myth that if the claim that the quay was built, which is said to have been, unless ";

type Reader = (&'static str, fn(&str));

const READERS: [Reader; 23] = [
    ("words::fold", |text| drop(black_box(words::fold(text)))),
    ("words::tokens", |text| drop(black_box(words::tokens(text)))),
    ("words::stem", |text| drop(black_box(words::stem(text)))),
    ("words::stems", |text| drop(black_box(words::stems(text)))),
    ("words::capitalised", |text| {
        drop(black_box(words::capitalised(text)));
    }),
    ("words::is_stop", |text| _ = black_box(words::is_stop(text))),
    ("words::weight", |text| {
        _ = black_box(words::weight(text, true));
    }),
    ("ContentWords", |text| {
        _ = black_box(
            ContentWords::of(text)
                .without(groundwall_checks::number::is_number)
                .coverage(text),
        );
    }),
    ("likeness", |text| {
        _ = black_box(ContentWords::of(text).likeness(&ContentWords::of(
            &text[..text.floor_char_boundary(text.len() / 2)],
        )));
    }),
    ("number::extract", |text| {
        drop(black_box(number::extract(text)));
    }),
    ("number::word_value", |text| {
        _ = black_box(number::word_value(text));
    }),
    ("date::extract", |text| drop(black_box(date::extract(text)))),
    ("identifier::extract", |text| {
        drop(black_box(identifier::extract(&text.into())));
    }),
    ("identifier::names", |text| {
        drop(black_box(identifier::names(&text.into())));
    }),
    ("identifier::openings", |text| {
        drop(black_box(identifier::openings(text, &|_| false)));
    }),
    ("identifier::occurs", |text| {
        _ = black_box(identifier::occurs(text, text));
    }),
    ("quote::extract", |text| {
        drop(black_box(quote::extract(text)));
    }),
    ("citation", |text| {
        drop(black_box((
            citation::extract(text),
            citation::strip_numbered(text),
        )));
    }),
    ("pattern::vague_attribution", |text| {
        _ = black_box(pattern::vague_attribution(text));
    }),
    ("assertion::standing of a claim", |text| {
        drop(black_box(standing(text, OPERATORS, Around::default())));
    }),
    ("assertion::standing in a window", |text| {
        drop(black_box(standing(
            "The quay was built.",
            text,
            Around::default(),
        )));
    }),
    ("assertion::standing among operators", |text| {
        let window = OPERATORS.repeat(text.len() / OPERATORS.len() + 1);
        let around = Around {
            opening: text,
            behind: text,
        };
        drop(black_box(standing("The quay was built.", &window, around)));
    }),
    ("pieces", |text| _ = black_box(pieces(text, 100).count())),
];

#[test]
fn readers_are_linear() {
    for (name, read) in READERS {
        assert_linear(name, TEXT, FLOOR, &mut |text| read(text));
    }
}

/// All checks of one claim against one window with its surroundings.
fn checked(claim: &str, window: &str, around: &str) {
    let windows = [Scored {
        context: around.into(),
        document: around.into(),
        ..Scored::alone(window)
    }];
    let claim = &Text::from(claim);
    let prepared = Prepared::new(claim, &windows);
    let said = number::check(&prepared, &Tolerances::default());
    black_box(number::as_the_evidence_writes(claim, &said));
    black_box((
        date::check(&prepared),
        identifier::check(&prepared, &|_| false),
        quote::check(&prepared),
    ));
    black_box((
        citation::check(&prepared),
        impossibility::check(claim, 2026),
        pattern::check(&prepared),
    ));
}

#[test]
fn checks_are_linear_in_the_claim_and_in_the_evidence() {
    let sentence = "The quay of Orm was built in 1931 for 2,400 kroner, and A-12 lies there at 5 pm on 3 May 2020.";
    let window = sentence.repeat(10);
    assert_linear("checks of a claim", CLAIM, FLOOR, &mut |claim| {
        checked(claim, &window, &window);
    });
    assert_linear("checks in a window", TEXT, FLOOR, &mut |window| {
        checked(sentence, window, sentence);
    });
    assert_linear("checks beside a window", TEXT, FLOOR, &mut |around| {
        checked(sentence, sentence, around);
    });
}

#[test]
fn a_claim_against_a_window_like_it_is_done_at_once() {
    for (name, claim) in adversarial(4_000) {
        let start = Instant::now();
        checked(&claim, &claim, &claim);
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn claims_against_each_other() {
    let claims = |count: usize| {
        (0..count)
            .map(|number| Text::from(format!("The hall of the town has {number} seats.")))
            .collect::<Vec<_>>()
    };
    let compared = |claims: &[Text]| {
        let start = Instant::now();
        let found = consistency::check(claims, &Tolerances::default());
        (found.len(), start.elapsed())
    };
    let (few, _) = compared(&claims(20));
    let (many, time) = compared(&claims(2_000));
    assert!(
        few >= 19 && many >= 1_999,
        "{few} and {many}: every claim is told of another that it contradicts"
    );
    assert!(
        many <= 8 * 2_000 && time < Duration::from_secs(30),
        "{many} in {time:?}"
    );
}
