//! Times of day, shares and multiples.

use super::*;

#[test]
fn times_of_day_are_compared_as_such() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "The office closes at 17:00 on weekdays.",
            "The office closes at 5 pm on weekdays.",
            Signal::Passed,
        ),
        (
            "The office closes at 6 pm on weekdays.",
            "The office closes at 5 pm on weekdays.",
            Signal::Clash,
        ),
        (
            "The office opens at half past nine in the morning.",
            "The office opens at 9:30 am.",
            Signal::Passed,
        ),
        (
            "The office opens at half past eight in the morning.",
            "The office opens at 9:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at 9.30 p.m.",
            "The office opens at 9:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at 9:30.",
            "The office opens at 9:30 am.",
            Signal::Passed,
        ),
        (
            "The board meets at 10:30 pm.",
            "The board meets at 10:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at nine o'clock.",
            "The office opens at 09:00.",
            Signal::Passed,
        ),
        (
            "The board meets at noon.",
            "The board meets at 12:00.",
            Signal::Passed,
        ),
        (
            "The board meets at midnight.",
            "The board meets at 12 pm.",
            Signal::Clash,
        ),
        (
            "The board meets at a quarter to three.",
            "The board meets at 2:45 pm.",
            Signal::Passed,
        ),
        (
            "The board meets at 2 pm.",
            "The office closes at 5 pm. The board meets at 14:00.",
            Signal::Passed,
        ),
    ];
    for (claim, evidence, signal) in table {
        let signals = said(claim, &[evidence], &Tolerances::default());
        assert_eq!(
            signals.first().map(|said| said.0),
            Some(*signal),
            "{claim} / {evidence}: {signals:?}"
        );
    }
}

#[test]
fn shares_multiples_and_dozens_in_words_have_values() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "About two thirds of the members voted for it.",
            "About one third of the members voted for it.",
            Signal::Clash,
        ),
        (
            "33 percent of the members voted for it.",
            "One third of the members voted for it.",
            Signal::Passed,
        ),
        (
            "Half of the budget went to repairs.",
            "50% of the budget went to repairs.",
            Signal::Passed,
        ),
        (
            "A quarter of the budget went to repairs.",
            "50% of the budget went to repairs.",
            Signal::Clash,
        ),
        (
            "More than half the pupils walk to school.",
            "62 percent of the pupils walk to school.",
            Signal::Passed,
        ),
        (
            "The price of bread tripled in four years.",
            "The price of bread doubled in four years.",
            Signal::Clash,
        ),
        (
            "The herd doubled in ten years.",
            "The herd grew from 20 to 40 in ten years.",
            Signal::Passed,
        ),
        (
            "Twelve volunteers cleaned the beach.",
            "A dozen volunteers cleaned the beach.",
            Signal::Passed,
        ),
        (
            "Two dozen volunteers cleaned the beach.",
            "A dozen volunteers cleaned the beach.",
            Signal::Clash,
        ),
        (
            "The price rose by 100 percent in June.",
            "Two thirds of the shops closed. The price rose in June.",
            Signal::Absent,
        ),
        (
            "The rate rose by 2 percent in the spring.",
            "The rate rose by 2 percentage points in the spring.",
            Signal::Clash,
        ),
        (
            "With a delay of more than two hours half of the fare is refunded.",
            "When it is more than sixty minutes late, a quarter of the fare is paid back; above two hours, half.",
            Signal::Passed,
        ),
        (
            "After a delay half of the fare is paid back.",
            "After a delay a quarter of the fare is paid back.",
            Signal::Clash,
        ),
        (
            "The rate rose by 2 percentage points.",
            "The rate rose by two percentage points.",
            Signal::Passed,
        ),
    ];
    holds(table);
}

#[test]
fn so_many_of_so_many_are_held_against_percentages_and_spans_have_two_ends() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "About four in five patients had no shock.",
            "Of the patients 81% had no shock.",
            Signal::Passed,
        ),
        (
            "Two in five patients had no shock.",
            "Of the patients 81% had no shock.",
            Signal::Clash,
        ),
        (
            "One in six adults was screened.",
            "In 2013, 1 in 6 adults was screened.",
            Signal::Passed,
        ),
        (
            "One in five adults was screened.",
            "In 2013, 1 in 6 adults was screened.",
            Signal::Clash,
        ),
        (
            "It is tried for four months.",
            "It is tried for 3-4 months.",
            Signal::Passed,
        ),
        (
            "It is tried for five months.",
            "It is tried for 3-4 months.",
            Signal::Clash,
        ),
        (
            "Redis writes if at least a thousand keys changed.",
            "Redis dumps it if at least 1000 keys changed.",
            Signal::Passed,
        ),
    ];
    holds(table);
}
