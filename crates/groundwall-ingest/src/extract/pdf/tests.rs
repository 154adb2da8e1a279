use super::heads::is_page_number;
use super::*;

#[test]
fn page_numbers() {
    for text in ["7", "Page 7 of 12", "- 7 -", "PAGE 3"] {
        assert!(is_page_number(text), "{text}");
    }
    for text in ["1999 was good", "Page of contents", "12345"] {
        assert!(!is_page_number(text), "{text}");
    }
}

#[test]
fn running_heads_are_removed_and_cut_sentences_joined() {
    let block = |page: u32, text: &str| Block {
        kind: BlockKind::Paragraph,
        text: text.into(),
        locator: Locator {
            page: Some(page),
            ..Locator::default()
        },
    };
    let page = |number: u32, body: &str| {
        (
            number,
            vec![
                block(number, "Annual report"),
                block(number, body),
                block(number, &format!("Page {number} of 3")),
            ],
        )
    };
    let document = finish(
        vec![
            page(1, "The board met and"),
            page(2, "approved the plan. It costs 4."),
            page(3, "It ends."),
        ],
        &[],
    );
    let got: Vec<_> = document
        .blocks
        .iter()
        .map(|block| (block.text.as_str(), block.locator.page.unwrap()))
        .collect();
    assert_eq!(
        got,
        [
            ("The board met and approved the plan.", 1),
            ("It costs 4.", 2),
            ("It ends.", 3)
        ]
    );
}

#[test]
fn words_are_joined_unless_the_document_hyphenates_them() {
    let block = |text: &str| Block {
        kind: BlockKind::Paragraph,
        text: text.into(),
        locator: Locator::default(),
    };
    let mut blocks = [block(
        "A user-space file. The docu- ment, the user- space tool, pre- and post-war, x- axis.",
    )];
    rejoin(&mut blocks);
    assert_eq!(
        blocks[0].text,
        "A user-space file. The document, the user-space tool, pre- and post-war, x- axis."
    );
}

#[test]
fn identifiers_keep_their_hyphens_and_dashes_stay_apart() {
    let block = |text: &str| Block {
        kind: BlockKind::Paragraph,
        text: text.into(),
        locator: Locator::default(),
    };
    let mut blocks = [block(
        "AD 2018– 23–51 of 22–11– 33, FAA- approved, FAA– 2020, FAA- and EASA rules, a feature- the last, an over- the-top rule, in 2018 – 2019, 5 - 7.",
    )];
    rejoin(&mut blocks);
    assert_eq!(
        blocks[0].text,
        "AD 2018–23–51 of 22–11–33, FAA-approved, FAA–2020, FAA- and EASA rules, a feature- the last, an over-the-top rule, in 2018 – 2019, 5 - 7."
    );
}

/// Pages of blocks, each with its kind.
fn pages(of: &[&[(BlockKind, &str)]]) -> Vec<(u32, Vec<Block>)> {
    let page = |(number, blocks): (u32, &&[(BlockKind, &str)])| {
        let block = |(kind, text): &(BlockKind, &str)| Block {
            kind: *kind,
            text: (*text).to_owned(),
            locator: Locator {
                page: Some(number),
                ..Locator::default()
            },
        };
        (number, blocks.iter().map(block).collect())
    };
    (1..).zip(of).map(page).collect()
}

#[test]
fn a_title_stays_and_heads_with_numbers_of_pages_go() {
    use BlockKind::{Heading, Paragraph};
    let mut read = pages(&[
        &[
            (Heading, "Lamps of the North"),
            (Paragraph, "They are red."),
        ],
        &[
            (Paragraph, "Lamps of the North"),
            (Paragraph, "One is green."),
            (Paragraph, "47702 Register / Vol. 85"),
        ],
        &[
            (Paragraph, "A. Keeper et al."),
            (Paragraph, "One is blue."),
            (Paragraph, "Register / Vol. 85 47703"),
        ],
        &[
            (Paragraph, "Lamps of the North"),
            (Paragraph, "One is lit."),
            (Paragraph, "47704 Register / Vol. 85"),
        ],
        &[
            (Paragraph, "A. Keeper et al."),
            (Paragraph, "In 1904 all were."),
            (Paragraph, "Register / Vol. 85 47705"),
        ],
        &[
            (Paragraph, "Lamps of the North"),
            (Paragraph, "None is now."),
            (Paragraph, "47706 Register / Vol. 85"),
        ],
        &[(Paragraph, "Orm 1907"), (Paragraph, "The end.")],
    ]);
    remove_running_heads(&mut read);
    let left: Vec<&str> = read
        .iter()
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.text.as_str())
        .collect();
    assert_eq!(
        left,
        [
            "Lamps of the North",
            "They are red.",
            "One is green.",
            "A. Keeper et al.",
            "One is blue.",
            "One is lit.",
            "A. Keeper et al.",
            "In 1904 all were.",
            "None is now.",
            "Orm 1907",
            "The end."
        ]
    );
}

/// A manuscript of which every line of eight words has its number at its end.
fn numbered(line: impl Fn(u32) -> String) -> Vec<(u32, Vec<Block>)> {
    let page = |page: u32| {
        let text: Vec<String> = (page * 20..page * 20 + 20)
            .map(|number| format!("{} {}", line(number), number + 1))
            .collect();
        let block = Block {
            kind: BlockKind::Paragraph,
            text: text.join(" "),
            locator: Locator {
                page: Some(page),
                ..Locator::default()
            },
        };
        (page, vec![block])
    };
    (0..4).map(page).collect()
}

#[test]
fn line_numbers_are_no_words() {
    let mut pages = numbered(|_| "the keeper of 4000 lamps walks down to".to_owned());
    numbered::remove_line_numbers(&mut pages);
    let all: Vec<&str> = pages
        .iter()
        .map(|(_, blocks)| blocks[0].text.as_str())
        .collect();
    let lines = ["the keeper of 4000 lamps walks down to"; 20].join(" ");
    assert!(all.iter().all(|text| *text == lines), "{all:?}");
}

#[test]
fn numbers_of_records_stay() {
    let mut pages = numbered(|_| "Northern Quay of Orm with Stone and Crane".to_owned());
    let before = pages.clone();
    numbered::remove_line_numbers(&mut pages);
    assert_eq!(pages, before);
    let mut few = vec![pages[0].clone()];
    few[0].1[0].text = "in 1 and 2 and 3 and 4 there is a boat".to_owned();
    let before = few.clone();
    numbered::remove_line_numbers(&mut few);
    assert_eq!(few, before);
}

#[test]
fn a_paragraph_of_line_numbers_is_read_at_once() {
    let mut pages = numbered(|_| String::new());
    pages.truncate(1);
    let text: Vec<String> = (1..60_000)
        .map(|number| format!("{number} of the"))
        .collect();
    pages[0].1[0].text = text.join(" ");
    let started = std::time::Instant::now();
    numbered::remove_line_numbers(&mut pages);
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
    assert!(!pages[0].1[0].text.contains(char::is_numeric));
}
