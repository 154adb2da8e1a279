//! The order in which the text of a PDF is read, and what its letters are.

use crate::pdf::{pdf, stream};
use crate::pdf_tables::{blocks, texts};
use groundwall_core::BlockKind;
use groundwall_ingest::{Limits, extract};
use std::fmt::Write as _;

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

/// A page in Korean letters whose codes are those of Unicode, each line in words with gaps of this size between them.
fn korean(gap: i32, lines: &[&str]) -> Vec<u8> {
    let mut content = String::new();
    for (at, line) in (0..).zip(lines) {
        let words: Vec<String> = line
            .split(' ')
            .map(|word| {
                let codes = word.encode_utf16().map(|code| format!("{code:04X}"));
                format!("<{}>", codes.collect::<String>())
            })
            .collect();
        let shown = words.join(&format!(" {gap} "));
        let y = 640 - 16 * at;
        writeln!(content, "BT /F1 11 Tf 1 0 0 1 60 {y} Tm [{shown}] TJ ET").unwrap();
    }
    let map = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 3 beginbfrange <0020> <007E> <0020> <2460> <2473> <2460> <AC00> <D7A3> <AC00> endbfrange endcmap end";
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /Orm /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>";
    let glyphs = "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Orm /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>";
    let file = pdf(&content, "", &[font, glyphs, &stream("", map)]);
    // The font of the page is the one with the map.
    let at = file
        .windows(8)
        .position(|part| part == b"/F1 5 0 ")
        .unwrap();
    let mut file = file;
    file[at + 4] = b'6';
    file
}

#[test]
fn korean_words_set_apart_by_narrow_gaps_are_words() {
    let line = "이 단체는 다양한 소프트웨어 프로젝트와 공동체를 연결하여 지원한다";
    let first = "①. 이 단체는 제2조의 목적을 달성하기 위하여 다음의 사업을 수행한다";
    for gap in [-280, -170, -450] {
        let file = korean(gap, &[first, line, line, line, line]);
        let document = extract("a.pdf", &file, &Limits::default()).unwrap();
        let said: Vec<&str> = document
            .blocks
            .iter()
            .map(|block| block.text.as_str())
            .collect();
        let said = said.join(" ");
        assert!(said.contains(first) && said.contains(line), "{gap}: {said}");
    }
}

#[test]
fn text_whose_letters_are_not_known_is_no_evidence() {
    let moved = |text: &str| -> String {
        let codes = text.chars().filter(|c| *c != ' ');
        codes
            .map(|c| char::from_u32(u32::from(c) - 29).unwrap())
            .map(|c| {
                if "()\\".contains(c) {
                    format!("\\{c}")
                } else {
                    c.to_string()
                }
            })
            .collect()
    };
    let lines = [
        "The keeper of the lamp says that the harbour will be open",
        "from the first of March to the last day of November, and",
        "that ships with oil are to wait outside until he calls them",
    ];
    let mut content = String::new();
    for (at, line) in (0..).zip(lines) {
        content +=
            &texts(10.0, &[(72.0, 600.0 - 14.0 * at as f32, &moved(line))]).replace("/F1 ", "/F2 ");
    }
    let file = pdf(&content, "", &[]);
    // Both fonts are named on the page, in the place of one and its spaces.
    let file = String::from_utf8(file).unwrap();
    let file = file.replace("/Font << /F1 5 0 R >> ", "/Font << /F1 5 0 R /F2 6 0 R >> ");
    let file = file.replace(
        "trailer",
        "6 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>\nendobj\ntrailer",
    );
    let document = extract("a.pdf", file.as_bytes(), &Limits::default()).unwrap();
    let said: Vec<&str> = document
        .blocks
        .iter()
        .map(|block| block.text.as_str())
        .collect();
    assert_eq!(said, [crate::shared::PLAIN]);
    assert!(
        document
            .notes
            .iter()
            .any(|note| note.starts_with("Page 1 was not read")),
        "{:?}",
        document.notes
    );
}

/// The lines of a text, each in words that are set one by one, with the matrix of each word's place: right and down from the corner of the text in points.
fn placed(lines: &[&str], size: f32, matrix: impl Fn(f32, f32) -> String) -> String {
    let mut content = String::new();
    for (line, text) in (0..).zip(lines) {
        let mut right = 0.0;
        for word in text.split(' ') {
            let place = matrix(right, 14.0 * line as f32);
            writeln!(content, "BT /F1 {size} Tf {place} Tm ({word}) Tj ET").unwrap();
            // Wider than any word of Helvetica is.
            right += 6.5 * word.len() as f32 + 4.0;
        }
    }
    content
}

const RULES: [&str; 4] = [
    "Clean the lamp with a mild soap and a sponge. DO NOT",
    "use a power hose or a washer. Rinse gently with water, and",
    "keep the battery away from the spray, which may harm it in",
    "the end. The keeper of the quay looks at it each week.",
];

fn said(content: &str) -> String {
    let said: Vec<String> = blocks(content)
        .into_iter()
        .map(|block| block.text)
        .collect();
    said.join(" ")
}

#[test]
fn letters_of_a_size_below_0_on_a_page_that_is_turned_over_are_lines() {
    let words = placed(&RULES, -10.0, |right, down| {
        format!("-100 Tz 1 0 0 1 {} {}", 72.0 + right, 200.0 + down)
    });
    let content = format!("q 1 0 0 -1 0 800 cm {words} Q");
    let said = said(&content);
    assert!(said.ends_with(&RULES.join(" ")), "{said}");
}

#[test]
fn a_page_whose_text_runs_up_or_down_or_stands_on_its_head_is_read_as_a_reader_holds_it() {
    for (way, place) in [
        (
            "up",
            (|right, down| format!("0 1 -1 0 {} {}", 100.0 + down, 60.0 + right))
                as fn(f32, f32) -> String,
        ),
        ("down", |right, down| {
            format!("0 -1 1 0 {} {}", 500.0 - down, 700.0 - right)
        }),
        ("over", |right, down| {
            format!("-1 0 0 -1 {} {}", 560.0 - right, 100.0 + down)
        }),
    ] {
        let content = placed(&RULES, 10.0, place);
        assert!(
            said(&content).contains(&RULES.join(" ")),
            "{way}: {}",
            said(&content)
        );
    }
}
