//! Every rule with a number that keeps it and one that does not. Samples are those of the authorities or of
//! python-stdnum's documentation; none is known to be a person's.

use super::super::Kind;
use super::pieces;

/// Country, the words before it, a valid number, a wrong one.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("DE", "Steuer-ID", "86 095 742 719", "86 095 742 718"),
    (
        "DE",
        "Steueridentifikationsnummer:",
        "86095742719",
        "86095742729",
    ),
    ("FR", "", "2 55 08 14 168 025 38", "2 55 08 14 168 025 39"),
    ("FR", "", "255081416802538", "255081416802583"),
    ("ES", "", "12345678Z", "12345678A"),
    ("ES", "DNI", "12.345.678-Z", "12.345.678-B"),
    ("ES", "", "X1234567L", "X1234567M"),
    ("IT", "", "RSSMRA85T10A562S", "RSSMRA85T10A562T"),
    ("NL", "BSN", "111222333", "111222334"),
    ("BE", "", "85.07.30-033.28", "85.07.30-033.29"),
    ("BE", "rijksregisternummer", "85073003328", "85073003382"),
    ("CH", "", "756.9217.0769.85", "756.9217.0769.84"),
    ("AT", "SVNR", "1237 010180", "1238 010180"),
    ("GB", "NHS number", "943 476 5919", "943 476 5918"),
    ("GB", "NINO", "AB123456C", "QQ123456C"),
    ("GB", "", "AB 12 34 56 C", "AB 12 34 56 E"),
    ("IE", "PPSN", "1234567T", "1234567A"),
    ("PT", "contribuinte", "123456789", "123456780"),
    ("SE", "", "811228-9874", "811228-9873"),
    ("SE", "", "19811228-9874", "19811228-9875"),
    ("SE", "personnummer", "8112289874", "8112289878"),
    ("NO", "", "15108695088", "15108695089"),
    ("FI", "", "131052-308T", "131052-308U"),
    ("FI", "", "131052A308T", "131052A308S"),
    ("DK", "CPR", "211062-5629", "211362-5629"),
    ("PL", "PESEL", "44051401359", "44051401358"),
    ("CZ", "", "710319/2745", "710319/2746"),
    ("RO", "CNP", "1630615123457", "1630615123458"),
    ("EE", "isikukood", "36805280109", "36805280108"),
    ("LT", "asmens kodas", "33309240064", "33309240065"),
    ("BG", "ЕГН", "7523169263", "7523169264"),
    ("HR", "OIB", "33392005961", "33392005962"),
    ("US", "", "536-90-4399", "536-00-4399"),
    ("US", "social security number", "536904399", "666904399"),
    ("CA", "SIN:", "193-283-744", "193-283-745"),
    ("BR", "", "111.444.777-35", "111.444.777-53"),
    ("BR", "CPF", "39053344705", "39053344706"),
    ("MX", "", "BOXW310820HNERXN09", "BOXW310820HNERXN08"),
    ("CL", "RUT", "12.531.909-2", "12.531.909-3"),
    ("CN", "", "11010519491231002X", "110105194912310021"),
    ("KR", "", "800101-1234560", "800101-1234561"),
    ("JP", "マイナンバー", "1234-5678-9018", "1234-5678-9019"),
    ("IN", "Aadhaar", "2341 2341 2346", "2341 2341 2347"),
    ("IN", "PAN", "ABCPE1234F", "ABCXE1234F"),
    ("AU", "TFN", "123 456 782", "123 456 783"),
    ("ZA", "South African ID", "7503305044089", "7503305044088"),
    ("SG", "", "S1234567D", "S1234567E"),
    ("IL", "teudat zehut", "039337423", "039337424"),
    ("TR", "TC Kimlik", "17291716060", "17291716061"),
];

#[test]
fn every_rule_takes_its_own_and_refuses_a_wrong_check() {
    let mut failures = Vec::new();
    for (country, words, valid, wrong) in ROWS {
        let text = format!("As the file says, {words} {valid}, which is so.");
        let found = super::find(&text);
        let fits = found.len() == 1
            && found.iter().all(|one| {
                one.kind == Kind::NationalId
                    && one.country == Some(country)
                    && &text[one.range.clone()] == *valid
            });
        if !fits {
            failures.push(format!("{text}: {found:?}"));
        }
        let text = format!("As the file says, {words} {wrong}, which is not.");
        if !pieces(&text).is_empty() {
            failures.push(format!("{text}: {:?}", super::find(&text)));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// A word and a date are enough where the registry gives no check digit, and a word and the check digit where it gives no such number.
#[test]
fn what_a_word_calls_a_number_is_one_though_the_registry_says_less() {
    for (text, id) in [
        ("주민등록번호 201015-3123456", "201015-3123456"),
        ("제 주민번호는 201231-4987654입니다.", "201231-4987654"),
        ("외국인등록번호: 901105-5123457", "901105-5123457"),
        ("Her RRN is 211130-4000001.", "211130-4000001"),
        (
            "resident registration number 2205153111111",
            "2205153111111",
        ),
        ("My SIN is 046 454 286.", "046 454 286"),
        ("Her SIN was 046454286, she said.", "046454286"),
        ("주민등록번호는 201015 - 3123456 이다", "201015 - 3123456"),
        ("Employee SIN# 046-454-286", "046-454-286"),
        ("SIN 812345676 (Canada)", "812345676"),
        ("mon NAS : 046 454 286", "046 454 286"),
        ("social insurance number 812-345-676", "812-345-676"),
    ] {
        assert_eq!(pieces(text), [(Kind::NationalId, id)], "{text}");
    }
    for text in [
        "201015-3123456",
        "model 201015-3123456 of October",
        "주민등록번호 201315-3123456",
        "주민등록번호 201015-9123456",
        "My SIN is 046 454 287.",
        "046 454 286",
        "It is a sin that 046 454 280 were spent.",
    ] {
        assert_eq!(pieces(text), [], "{text}");
    }
}

#[test]
fn countries_are_as_many_as_the_readme_says() {
    let countries: std::collections::BTreeSet<&str> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(countries.len(), 36, "{countries:?}");
}

#[test]
fn a_number_of_digits_alone_needs_its_word() {
    for (_, words, valid, _) in ROWS {
        let alone = valid
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b' ');
        if alone && !words.is_empty() {
            let text = format!("As the file says, {valid} is it.");
            assert!(pieces(&text).is_empty(), "{text}: {:?}", pieces(&text));
        }
    }
}

#[test]
fn words_in_parentheses_and_other_languages_count() {
    for text in [
        "111222333 (BSN)",
        "Zijn burgerservicenummer luidt 111222333.",
        "身份证号11010519491231002X。",
        "주민등록번호 800101-1234560",
        "Tax ID:\n86095742719",
        "numéro de sécurité sociale : 2 55 08 14 168 025 38",
    ] {
        assert_eq!(pieces(text).len(), 1, "{text}: {:?}", pieces(text));
    }
}
