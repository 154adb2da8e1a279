use super::super::{Kind, Masker, find, redact};
use proptest::prelude::*;

#[test]
fn one_value_has_one_placeholder() {
    let mut masker = Masker::new();
    let text = "a@example.com wrote to b@example.com; a@example.com waits on +44 20 7946 0958.";
    let masked = masker.mask(text);
    assert_eq!(
        masked,
        "[EMAIL_1] wrote to [EMAIL_2]; [EMAIL_1] waits on [PHONE_1]."
    );
    assert_eq!(masker.mask("Ask b@example.com"), "Ask [EMAIL_2]");
    assert_eq!(masker.unmask(&masked), text);
}

#[test]
fn a_value_known_once_is_masked_where_no_word_says_what_it_is() {
    let mut masker = Masker::new();
    let masked = masker.mask("BSN 111222333. Later on, 111222333 again, not 1112223334.");
    assert_eq!(
        masked,
        "BSN [NATIONAL_ID_1]. Later on, [NATIONAL_ID_1] again, not 1112223334."
    );
    assert_eq!(
        redact("BSN 111222333, so 111222333"),
        "BSN [national id], so [national id]"
    );
}

#[test]
fn numbers_that_stand_in_the_text_are_not_given() {
    let mut masker = Masker::new();
    let text = "column email_1, [EMAIL_2] and a@example.com";
    let masked = masker.mask(text);
    assert_eq!(masked, "column email_1, [EMAIL_2] and [EMAIL_3]");
    assert_eq!(masker.unmask(&masked), text);
    // In a later text a placeholder given before stands for itself.
    let later = "what is [EMAIL_3] or EMAIL_3, or email_3?";
    let masked = masker.mask(later);
    assert_eq!(masked, "what is [TEXT_1] or [TEXT_2], or email_3?");
    assert_eq!(masker.unmask(&masked), later);
}

#[test]
fn a_value_beside_a_lookalike_is_masked() {
    let mut masker = Masker::new();
    masker.mask("a@example.com, (415) 555-0132");
    let text = "EMAIL_1(415) 555-0132";
    let masked = masker.mask(text);
    assert_eq!(masked, "[TEXT_1][PHONE_1]");
    assert_eq!(masker.unmask(&masked), text);
}

#[test]
fn what_a_model_makes_of_a_placeholder_is_put_back() {
    let mut masker = Masker::new();
    masker.mask("a@example.com");
    for (answer, expected) in [
        ("[EMAIL_1]", "a@example.com"),
        ("[email_1], [Email_1]", "a@example.com, a@example.com"),
        ("**EMAIL_1**", "**a@example.com**"),
        (r"\[EMAIL\_1\]", "a@example.com"),
        ("email_1 = 3", "email_1 = 3"),
        ("[EMAIL_2] and EMAIL_10", "[EMAIL_2] and EMAIL_10"),
        ("MY_EMAIL_1 xEMAIL_1", "MY_EMAIL_1 xEMAIL_1"),
        (r"\[EMAIL_1]", r"\a@example.com"),
    ] {
        assert_eq!(masker.unmask(answer), expected);
    }
}

#[test]
fn a_log_shows_kinds() {
    assert_eq!(
        redact("Anna <a@example.com>, card 4111 1111 1111 1111, born 12.03.1980"),
        "Anna <[email]>, card [card], born [date of birth]"
    );
    assert_eq!(redact("nothing here"), "nothing here");
    let names: std::collections::BTreeSet<&str> = Kind::ALL.map(Kind::name).into();
    assert_eq!(names.len(), Kind::ALL.len());
}

#[test]
fn a_masker_does_not_show_its_values() {
    let mut masker = Masker::new();
    masker.mask("a@example.com");
    assert!(!format!("{masker:?}").contains("example"));
}

#[test]
fn much_text_is_read_in_time() {
    // A debug build reads a tenth of what a release build does.
    const SIZE: usize = if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    for piece in [
        "1 ",
        "(",
        "+",
        "@a.",
        "1234",
        "+49 30 1234567 ",
        "a@b.de ",
        "born on ",
        "DE89 3704 ",
        "Calle A ",
        "12 Aa Bb ",
        "서울 강남구 ",
        "서울특별시강남구테헤란로",
        "東京都千代田区",
        "北京市朝阳区建国路",
        "丸の内",
        "BSN 111222333 ",
        "BSN 111222333 (",
        "Ein ganz gewöhnlicher Satz mit 12 Worten. ",
    ] {
        let text = piece.repeat(SIZE / piece.len());
        let start = std::time::Instant::now();
        let count = find(&text).len();
        let took = start.elapsed();
        println!("{piece:?}: {count} finds in {took:?}");
        assert!(took.as_secs() < 20, "{piece:?}: {took:?}");
    }
}

fn piece() -> impl Strategy<Value = String> {
    let data = prop::sample::select(vec![
        "a@example.com",
        "b@example.com",
        "+44 20 7946 0958",
        "+442079460958",
        "(415) 555-0132",
        "DE89 3704 0044 0532 0130 00",
        "4111 1111 1111 1111",
        "4111111111111111",
        "BSN 111222333",
        "111222333",
        "12345678Z",
        "born 12.03.1980",
        "12.03.1980",
        "Hafenstraße 12, 20457 Hamburg",
        "12 Harbour Street",
        "tel 030 1234567",
        "서울특별시 강남구 테헤란로 152, 3층",
        "東京都千代田区丸の内1-2-3",
        "北京市朝阳区建国路88号",
        "주민등록번호 201015-3123456",
        "１２３",
        "\u{200b}",
    ]);
    let placeholder = prop::sample::select(vec![
        "[EMAIL_1]",
        "EMAIL_1",
        "email_1",
        "[email_2]",
        r"\[EMAIL\_1\]",
        "[PHONE_1]",
        "[TEXT_1]",
        "TEXT_1",
        "[TEXT_2]",
        "[NATIONAL_ID_1]",
        r"\[NATIONAL\_ID\_1\]",
        "[EMAIL_",
        "_1]",
        "\\",
        "[",
        "]",
        r"\]",
        "[[CARD_1]]",
        "CARD_1",
    ]);
    prop_oneof![
        3 => data.prop_map(str::to_owned),
        2 => placeholder.prop_map(str::to_owned),
        3 => prop::sample::select(vec![" ", ", ", ". ", "\n", "-", "/", "_", "x", "1", "日", "(", ")", "order "]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn masking_is_undone_and_leaves_nothing(texts in prop::collection::vec(text(), 1..4)) {
        let mut masker = Masker::new();
        for text in &texts {
            let values: Vec<&str> = find(text).into_iter().map(|found| &text[found.range]).collect();
            let masked = masker.mask(text);
            prop_assert_eq!(masker.unmask(&masked), text.as_str(), "{}", masked);
            for left in find(&masked) {
                prop_assert!(!values.contains(&&masked[left.range.clone()]), "{} of {}", &masked[left.range], masked);
            }
        }
    }

    #[test]
    fn finds_are_in_order_and_at_bounds(text in text()) {
        let mut last = 0;
        for found in find(&text) {
            prop_assert!(found.range.start >= last && found.range.end > found.range.start);
            prop_assert!(text.get(found.range.clone()).is_some());
            last = found.range.end;
        }
        let _ = redact(&text);
    }
}
