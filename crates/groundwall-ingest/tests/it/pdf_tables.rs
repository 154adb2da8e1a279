//! Tables of a PDF: what lines and boxes enclose is a cell, and what is not sure stays as it stands.

use crate::pdf::pdf;
use groundwall_core::{Block, BlockKind};
use groundwall_ingest::{Limits, extract};
use std::fmt::Write as _;

/// Texts at their places, in a size.
pub(crate) fn texts(size: f32, all: &[(f32, f32, &str)]) -> String {
    let mut content = String::new();
    for (x, y, text) in all {
        writeln!(
            content,
            "BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET"
        )
        .unwrap();
    }
    content
}

fn lines(all: &[[f32; 4]]) -> String {
    let mut content = String::from("0.5 w\n");
    for [x, y, to_x, to_y] in all {
        writeln!(content, "{x} {y} m {to_x} {to_y} l S").unwrap();
    }
    content
}

pub(crate) fn blocks(content: &str) -> Vec<Block> {
    let file = pdf(content, "", &[]);
    extract("a.pdf", &file, &Limits::default()).unwrap().blocks
}

fn rows(content: &str) -> Vec<String> {
    let rows = blocks(content).into_iter();
    rows.filter(|block| block.kind == BlockKind::Row)
        .map(|block| block.text)
        .collect()
}

#[test]
fn names_over_several_columns_without_lines_between_them_name_none() {
    let content = lines(&[
        [70.0, 650.0, 500.0, 650.0],
        [70.0, 615.0, 500.0, 615.0],
        [70.0, 560.0, 500.0, 560.0],
    ]) + &texts(
        10.0,
        &[
            (72.0, 635.0, "Lamp"),
            (225.0, 635.0, "Near"),
            (405.0, 635.0, "Far"),
            (160.0, 620.0, "Oil"),
            (220.0, 620.0, "Gas"),
            (280.0, 620.0, "Tar"),
            (340.0, 620.0, "Oil"),
            (400.0, 620.0, "Gas"),
            (460.0, 620.0, "Tar"),
            (72.0, 600.0, "Red"),
            (160.0, 600.0, "59.1"),
            (220.0, 600.0, "66.9"),
            (280.0, 600.0, "55.0"),
            (340.0, 600.0, "73.7"),
            (400.0, 600.0, "76.7"),
            (460.0, 600.0, "71.1"),
            (72.0, 585.0, "Green"),
            (160.0, 585.0, "78.4"),
            (220.0, 585.0, "79.4"),
            (280.0, 585.0, "73.2"),
            (340.0, 585.0, "85.4"),
            (400.0, 585.0, "85.0"),
            (460.0, 585.0, "81.4"),
        ],
    );
    assert_eq!(
        rows(&content),
        [
            "Lamp Near Far",
            "Oil Gas Tar Oil Gas Tar",
            "Red 59.1 66.9 55.0 73.7 76.7 71.1",
            "Green 78.4 79.4 73.2 85.4 85.0 81.4",
        ]
    );
}

/// Lines around cells of three columns, whose rows end at these heights.
fn grid(heights: &[f32]) -> String {
    let (top, bottom) = (heights[0], heights[heights.len() - 1]);
    let level = heights.iter().map(|y| [70.0, *y, 430.0, *y]);
    let upright = [70.0, 190.0, 310.0, 430.0].map(|x| [x, bottom, x, top]);
    lines(&level.chain(upright).collect::<Vec<_>>())
}

#[test]
fn the_first_row_of_values_is_no_part_of_the_names() {
    let content = grid(&[660.0, 640.0, 600.0, 560.0])
        + &texts(
            10.0,
            &[
                (195.0, 646.0, "Ports"),
                (315.0, 646.0, "State"),
                (75.0, 628.0, "Orm"),
                (195.0, 628.0, "North x 36"),
                (315.0, 628.0, "Open."),
                (75.0, 588.0, "Quay"),
                (195.0, 588.0, "North x 32"),
                (195.0, 576.0, "South x 64"),
                (315.0, 588.0, "Open after"),
                (315.0, 576.0, "the storm."),
            ],
        );
    assert_eq!(
        rows(&content),
        [
            "Orm. Ports: North x 36. State: Open.",
            "Quay. Ports: North x 32 South x 64. State: Open after the storm.",
        ]
    );
}

#[test]
fn rows_that_no_line_parts_are_no_row_of_one() {
    let content = grid(&[660.0, 640.0, 570.0])
        + &texts(
            10.0,
            &[
                (75.0, 646.0, "Action"),
                (195.0, 646.0, "Work"),
                (315.0, 646.0, "Parts"),
                (75.0, 628.0, "New lamp .........."),
                (195.0, 628.0, "79 hours at $85,"),
                (195.0, 616.0, "up to $6,715."),
                (315.0, 628.0, "$3,790 ....."),
                (75.0, 598.0, "New sail .........."),
                (195.0, 598.0, "40 hours at $85."),
                (315.0, 598.0, "$0"),
            ],
        );
    assert_eq!(
        rows(&content),
        [
            "Action Work Parts",
            "New lamp 79 hours at $85, $3,790",
            "up to $6,715.",
            "New sail 40 hours at $85. $0",
        ]
    );
}

#[test]
fn boxes_side_by_side_are_cells() {
    let mut content = String::new();
    let mut cell = |x: f32, y: f32, width: f32, height: f32, text: &[&str]| {
        for (line, text) in (1..).zip(text) {
            let at = y + height - 12.0 * line as f32;
            writeln!(
                content,
                "q {x} {y} {width} {height} re W* n BT /F1 10 Tf 1 0 0 1 {} {at} Tm ({text}) Tj ET Q",
                x + 5.0
            )
            .unwrap();
        }
    };
    for (top, number) in [(600.0, "1.6.1"), (500.0, "1.7.1")] {
        cell(70.0, top, 40.0, 20.0, &["#"]);
        cell(110.0, top, 280.0, 20.0, &["What is asked"]);
        cell(390.0, top, 40.0, 20.0, &["L1"]);
        cell(70.0, top - 40.0, 40.0, 40.0, &[number]);
        let asked = [
            "See that there is a rule for the lamps of the harbour,",
            "and that the keeper has read it.",
        ];
        cell(110.0, top - 40.0, 280.0, 40.0, &asked);
        cell(390.0, top - 40.0, 40.0, 40.0, &["x"]);
    }
    content += &texts(10.0, &[(72.0, 540.0, "V1.7 Of keepers")]);
    let blocks = blocks(&content);
    let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let row = |number: &str| {
        format!(
            "#: {number}. What is asked: See that there is a rule for the lamps of the harbour, and that the keeper has read it. L1: x."
        )
    };
    assert_eq!(
        texts[1..],
        [&row("1.6.1"), "V1.7 Of keepers", &row("1.7.1")]
    );
}

#[test]
fn a_plain_table_without_lines_keeps_its_names() {
    let content = texts(
        10.0,
        &[
            (72.0, 600.0, "Port"),
            (200.0, 600.0, "Depth"),
            (300.0, 600.0, "Berths"),
            (72.0, 585.0, "Orm"),
            (200.0, 585.0, "4.5"),
            (300.0, 585.0, "12"),
            (72.0, 570.0, "Quay"),
            (200.0, 570.0, "7.25"),
            (300.0, 570.0, "8"),
            (72.0, 555.0, "Sund"),
            (200.0, 555.0, "11"),
            (300.0, 555.0, "31"),
        ],
    );
    assert_eq!(
        rows(&content),
        [
            "Port: Orm. Depth: 4.5. Berths: 12.",
            "Port: Quay. Depth: 7.25. Berths: 8.",
            "Port: Sund. Depth: 11. Berths: 31.",
        ]
    );
}
