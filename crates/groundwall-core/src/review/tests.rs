use super::*;

#[test]
fn the_gravest_reason_and_the_shortest_time_hold() {
    let reason = |priority, within| Reason {
        rule: "r".to_owned(),
        why: "w".to_owned(),
        priority,
        within,
    };
    let flag = Flag {
        reasons: vec![
            reason(Severity::Critical, Some(15)),
            reason(Severity::Low, None),
            reason(Severity::High, Some(5)),
        ],
        claims: Vec::new(),
    };
    assert_eq!(
        (flag.priority(), flag.within()),
        (Severity::Critical, Some(5))
    );
    assert_eq!(Flag::default().within(), None);
}

#[test]
fn filters_notes_and_names_say_what_does_not_fit() {
    let filter = |state: &str, priority: &str, limit| {
        let filter = ReviewFilter {
            state: state.to_owned(),
            priority: priority.to_owned(),
            limit,
            ..ReviewFilter::default()
        };
        filter.checked()
    };
    assert!(filter("", "", 50).is_ok() && filter("all", "critical", 200).is_ok());
    assert!(filter("good", "", 50).is_err());
    assert!(filter("", "grave", 50).is_err() && filter("", "", 0).is_err());
    assert!(checked_note(&"x".repeat(2_001)).is_err());
    assert_eq!(checked_name(" A \n B ").unwrap(), "A B");
    assert!(checked_name(&"x".repeat(101)).is_err());
    assert_eq!(severity_of("high"), Some(Severity::High));
}
