//! The order in which the text of a PDF is read, and what its letters are.

use crate::pdf_tables::{blocks, texts};
use groundwall_core::BlockKind;

#[test]
fn a_margin_is_read_after_the_text_beside_it() {
    let body = [
        "At a basic level, the keeper of the lamp looks for the fu-",
        "ture of the harbour. For instance, he might wish to see how",
        "many of the ships that came in the spring will come again, and",
        "which of them carry oil. This means that he makes a guess",
        "about the trade of a port that he has never seen himself,",
        "from what he has seen of the ships that come from there.",
    ];
    let margin = [
        "What this part is about:",
        "Tell the oil from the tar,",
        "with a formal notion of lamps,",
        "wicks, the tower itself and",
        "the stair that leads to it.",
    ];
    let mut content = String::new();
    for (at, line) in (0..).zip(body) {
        content += &texts(10.0, &[(72.0, 640.0 - 15.0 * at as f32, line)]);
    }
    for (at, line) in (0..).zip(margin) {
        content += &texts(8.0, &[(380.0, 652.0 - 11.0 * at as f32, line)]);
    }
    let said: Vec<String> = blocks(&content)
        .into_iter()
        .map(|block| block.text)
        .collect();
    let said = said.join(" ");
    assert!(
        said.contains("looks for the future of the harbour"),
        "{said}"
    );
    assert!(
        said.ends_with(
            "with a formal notion of lamps, wicks, the tower itself and the stair that leads to it."
        ),
        "{said}"
    );
}

#[test]
fn text_in_three_columns_is_no_table() {
    let columns = [
        [
            "Operators that have a list of the",
            "lamps of a ship and choose to sail",
            "would have to write into it what",
            "this rule asks of all the keepers.",
        ],
        [
            "The harbour master has found that",
            "in 2019 a change of the list took",
            "an average of 90 hours a ship, but",
            "sees that this may well differ.",
        ],
        [
            "Section 106 of the code describes",
            "the authority of the master, and",
            "the programs of the harbour are",
            "described in more detail below.",
        ],
    ];
    let mut content = String::new();
    for (column, lines) in (0..).zip(columns) {
        for (row, line) in (0..).zip(lines) {
            let place = (
                60.0 + 170.0 * column as f32,
                640.0 - 11.0 * row as f32,
                line,
            );
            content += &texts(9.0, &[place]);
        }
    }
    let blocks = blocks(&content);
    assert!(
        blocks.iter().all(|block| block.kind != BlockKind::Row),
        "{blocks:#?}"
    );
    let said: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    assert!(said.join(" ").contains(&columns[1].join(" ")), "{said:#?}");
}
