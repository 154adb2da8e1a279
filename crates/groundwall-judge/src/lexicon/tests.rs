use super::*;

pub(crate) fn bundled() -> Lexicon {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../models/judge/lexicon.txt"
    );
    Lexicon::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub(crate) fn bundled_once() -> &'static Lexicon {
    static LEXICON: std::sync::LazyLock<Lexicon> = std::sync::LazyLock::new(bundled);
    &LEXICON
}

#[test]
fn words_are_related_as_people_would_say() {
    let lexicon = bundled();
    let relation =
        |one: &str, other: &str| lexicon.relation(&lexicon.find(one), &lexicon.find(other));
    assert_eq!(relation("oak", "tree"), Relation::Narrower);
    assert_eq!(relation("animal", "dogs"), Relation::Wider);
    assert_eq!(relation("opened", "closed"), Relation::Antonym);
    assert_eq!(relation("purchased", "bought"), Relation::Synonym);
    assert_eq!(relation("red", "blue"), Relation::Sibling);
    assert_eq!(relation("guitar", "harbour"), Relation::None);
}

#[test]
fn names_of_people_are_no_words() {
    let lexicon = bundled();
    assert!(
        ["revenue", "revenues", "smoking", "bought", "quickly"]
            .iter()
            .all(|word| lexicon.knows(word))
    );
    assert!(
        ["halvorsen", "lindqvist", "brennick"]
            .iter()
            .all(|name| !lexicon.knows(name))
    );
}

#[test]
fn inflected_forms_lead_to_their_word() {
    let lexicon = bundled();
    for (form, word) in [
        ("stopped", "stop"),
        ("cities", "city"),
        ("bought", "buy"),
        ("making", "make"),
        ("churches", "church"),
    ] {
        assert!(
            lexicon
                .find(form)
                .entries
                .contains(&lexicon.find(word).entries[0]),
            "{form}"
        );
    }
    assert_eq!(lexicon.find("qwxyz"), Known::default());
}

#[test]
fn endings_are_read_in_the_order_of_their_file() {
    let first = ("ies".to_owned(), "y".to_owned());
    let last = ("s".to_owned(), String::new());
    let all = &ENDINGS.detached;
    assert_eq!((all.len(), &all[0], &all[14]), (15, &first, &last));
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    assert_eq!(Lexicon::parse("s\nw cat 0\nx y").unwrap_err().line, 3);
    assert!(
        Lexicon::parse("s\nw cat 9").is_err(),
        "a sense that does not exist"
    );
}
