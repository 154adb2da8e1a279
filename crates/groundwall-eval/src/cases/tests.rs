use super::*;

#[test]
fn marks_of_citations_and_white_space_do_not_count() {
    assert_eq!(
        bare("It is 4 [1].\nAnd [so]"),
        bare("It is 4. And [so][12]")
    );
    assert_ne!(bare("It is 4."), bare("It is 5."));
}

#[test]
fn a_case_that_did_not_run_is_never_right() {
    let mut counts = Counts::default();
    counts.add(true, Outcome::Served);
    counts.add(true, Outcome::Marked);
    counts.add(false, Outcome::Escalated);
    counts.add(false, Outcome::NotRun);
    counts.add(true, Outcome::NotRun);
    assert_eq!((counts.right(), counts.all(), counts.not_run), (2, 5, 2));
}

#[test]
fn signals_decide_by_their_bands() {
    let signals = |value: Option<f64>| CaseSignals {
        token_entropy: value,
        self_consistency: value,
        claim_verification: value,
        calibration_error: None,
    };
    let on = Layers::default();
    assert_eq!(uncertain(&signals(Some(0.1)), &on), Outcome::Served);
    assert_eq!(uncertain(&signals(Some(0.4)), &on), Outcome::Escalated);
    assert_eq!(uncertain(&signals(None), &on), Outcome::NotRun);
    let off = Layers {
        uncertainty_off: true,
        ..Layers::default()
    };
    assert_eq!(uncertain(&signals(Some(0.9)), &off), Outcome::Served);
}

#[test]
fn a_line_that_is_no_case_is_named() {
    let error = Case::parse("\n{}\n").unwrap_err();
    assert!(error.to_string().starts_with("line 2"));
}
