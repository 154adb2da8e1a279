use super::*;
use crate::lexicon::tests::bundled;

fn align(claim: &str, window: &str) -> Alignment {
    let lexicon = bundled();
    Alignment::of(
        &Reading::of(claim, &lexicon),
        &Reading::of(window, &lexicon),
        &lexicon,
    )
}

#[test]
fn a_sentence_lies_on_itself() {
    let same = align("Acme bought Brill in 2019.", "Acme bought Brill in 2019.");
    assert_eq!(
        (
            same.exact,
            same.missing,
            same.turned,
            same.rivals,
            same.adjacent
        ),
        (1.0, 0.0, 0.0, 0.0, 1.0)
    );
}

#[test]
fn exchanged_roles_turn_the_order_of_names() {
    let turned = align(
        "The report says Brill bought Acme.",
        "The report says Acme bought Brill.",
    );
    assert_eq!((turned.exact, turned.turned_names), (1.0, 1.0));
}

#[test]
fn a_neighbours_property_has_a_nearer_rival() {
    let window = "The cover is blue and the spine red.";
    assert!(align("The cover is red.", window).rivals >= 1.0);
    assert!(align("The cover is blue.", window).rivals == 0.0);
}

#[test]
fn antonyms_negation_and_opposites() {
    assert!(align("The door is open.", "The door is closed.").antonyms > 0.5);
    assert!(align("Pilots are not paid.", "Pilots are paid.").negation_turned > 0.5);
    assert!(align("Pay before you leave.", "Pay after you leave.").opposites > 0.5);
}

#[test]
fn synonyms_and_kinds_cover_without_being_the_same_word() {
    let restated = align(
        "The director purchased a vehicle.",
        "The director bought a car.",
    );
    assert!(restated.exact < 0.5 && restated.soft > 0.8, "{restated:?}");
}

#[test]
fn nothing_breaks_on_empty_texts() {
    assert!(
        align("", "The door is open.").exact > 0.99,
        "nothing is missing"
    );
    assert!(align("The door is open.", "").exact < 0.01);
}
