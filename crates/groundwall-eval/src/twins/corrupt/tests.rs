use super::*;

#[test]
fn each_fault_changes_what_it_names() {
    let claim = "Acme Harbour bought 1,200 cranes from Brill Works on 3 May 2019.";
    for seed in 0..40 {
        let changed = |fault| corrupt(claim, claim, fault, seed).unwrap();
        let between = |text: String, before: &str, behind: &str| {
            let (_, rest) = text.split_once(before).unwrap();
            rest.split_once(behind).unwrap().0.to_owned()
        };
        let number = between(changed(Fault::Number), "bought ", " cranes");
        let other: f64 = number.replace(',', "").parse().unwrap();
        assert!((other - 1200.0).abs() / 1200.0 > 0.1, "{other}");
        let year = between(changed(Fault::Date), "3 May ", ".");
        assert!(("1981"..="2017").contains(&year.as_str()), "{year}");
        let other = changed(Fault::Identifier);
        assert!(
            !other.contains("Acme Harbour") || !other.contains("Brill Works"),
            "{other}"
        );
    }
    assert_eq!(
        corrupt(claim, "", Fault::Roles, 1).unwrap(),
        "Brill Works bought 1,200 cranes from Acme Harbour on 3 May 2019."
    );
    assert_eq!(
        corrupt("Pilots are not paid.", "", Fault::Negation, 1).unwrap(),
        "Pilots are paid."
    );
    assert_eq!(
        corrupt("Pilots are paid.", "", Fault::Negation, 1).unwrap(),
        "Pilots are not paid."
    );
}

#[test]
fn a_shortened_sentence_says_less() {
    let table = [
        (
            "In 1871, the tower was built of stone.",
            Some("The tower was built of stone."),
        ),
        (
            "The tower (27 metres) was built of stone.",
            Some("The tower was built of stone."),
        ),
        (
            "The tower was built by Lund, who died in 1880.",
            Some("The tower was built by Lund."),
        ),
        ("The tower was built of stone.", None),
    ];
    for (sentence, wanted) in table {
        assert_eq!(shortened(sentence).as_deref(), wanted, "{sentence}");
    }
}

#[test]
fn nothing_to_change_is_no_twin() {
    for fault in [
        Fault::Number,
        Fault::Date,
        Fault::Identifier,
        Fault::Negation,
        Fault::Roles,
    ] {
        assert_eq!(corrupt("gulls shout", "", fault, 3), None, "{fault:?}");
    }
    assert_eq!(
        corrupt(
            "twelve",
            "two three four five six seven eight nine ten eleven twelve twenty",
            Fault::Number,
            3
        ),
        None
    );
}
