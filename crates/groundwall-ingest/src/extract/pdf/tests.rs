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
