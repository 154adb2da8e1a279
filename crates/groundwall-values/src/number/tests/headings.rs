//! Numbers of rows, behind headings that say in what they are given.

use super::*;
use crate::date;

#[test]
fn an_amount_under_a_currency_or_a_unit_is_no_year() {
    for (row, value) in [
        ("Payee: Ash Print. £ (net): 1100.", 1100.0),
        ("Payee: Ash Print. Paid (EUR): 1984.", 1984.0),
        ("Road: A1. Length (km): 1850.", 1850.0),
    ] {
        assert!((one(row).value - value).abs() < 1e-9, "{row}");
        assert!(date::extract(row).is_empty(), "{row}");
    }
    for row in [
        "Ship: Aurora. Year: 1871.",
        "Built: 1871.",
        "Model years: 1971.",
    ] {
        assert_eq!(date::extract(row).len(), 1, "{row}");
    }
}

#[test]
fn an_amount_is_held_against_a_cell_unless_its_heading_names_another_currency() {
    let cell = one("Payee: Ash Print. £ (net): 1100.");
    assert!(comparable(&one("It was paid £1,100."), &cell));
    assert!(comparable(&one("It was paid 1,100."), &cell));
    assert!(!comparable(&one("It was paid €1,100."), &cell));
    let bare = one("Payee: Ash Print. Net: 11000.");
    assert!(comparable(&one("It was paid €11,000."), &bare));
}

#[test]
fn brackets_behind_the_sign_of_a_currency_are_below_zero() {
    for text in ["2020: $(2,208,887).", "2020: ($2,208,887)."] {
        assert!((one(text).value + 2_208_887.0).abs() < 1e-9, "{text}");
    }
}
