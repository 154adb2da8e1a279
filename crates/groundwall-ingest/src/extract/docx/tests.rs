use super::*;
use groundwall_core::BlockKind;
use std::io::Write as _;

/// A DOCX of these parts.
fn docx(parts: &[(&str, String)]) -> ExtractedDocument {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, xml) in parts {
        zip.start_file(
            format!("word/{name}.xml"),
            zip::write::SimpleFileOptions::default(),
        )
        .unwrap();
        zip.write_all(xml.as_bytes()).unwrap();
    }
    extract(&zip.finish().unwrap().into_inner(), &Limits::default()).unwrap()
}

fn body(xml: &str) -> String {
    format!(
        r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{xml}</w:body></w:document>"#
    )
}

#[test]
fn numbers_changes_and_tabs_are_read_as_a_reader_sees_them() {
    let paragraph =
        |properties: &str, runs: &str| format!("<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>");
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let list =
        |level: u8| format!(r#"<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>"#);
    let numbering = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">
        <w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/><w:pStyle w:val="Heading1"/></w:lvl>
        <w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#;
    let styles = r#"<w:styles xmlns:w="w"><w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>"#;
    let heading = r#"<w:pStyle w:val="Heading1"/>"#;
    let document = [
        paragraph(heading, &run("Scope")),
        paragraph(&list(1), &run("Pilots are duty-bound.")),
        paragraph(
            &list(1),
            &(run("Fees are")
                + "<w:r><w:tab/></w:r><w:del><w:r><w:delText>free</w:delText></w:r></w:del><w:ins><w:r><w:t>due.</w:t></w:r></w:ins>"),
        ),
        paragraph(
            &format!(
                "{heading}<w:pPrChange><w:pPr><w:pStyle w:val=\"Normal\"/></w:pPr></w:pPrChange>"
            ),
            &run("Terms"),
        ),
        paragraph(
            &list(1),
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Nobody sees this.</w:t></w:r>",
        ),
        paragraph(
            r#"<w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>"#,
            &run("Annex"),
        ),
    ];
    let read = docx(&[
        ("document", body(&document.concat())),
        ("numbering", numbering.to_owned()),
        ("styles", styles.to_owned()),
    ]);
    let got: Vec<_> = read
        .blocks
        .iter()
        .map(|block| (block.kind, block.text.as_str()))
        .collect();
    assert_eq!(
        got,
        [
            (BlockKind::Heading, "1 Scope"),
            (BlockKind::ListItem, "1.1 Pilots are duty-bound."),
            (BlockKind::ListItem, "1.2 Fees are due."),
            (BlockKind::Heading, "2 Terms"),
            (BlockKind::Heading, "Annex"),
        ]
    );
    assert_eq!(read.blocks[2].locator.heading, ["1 Scope"]);
    assert_eq!(
        read.notes,
        ["Tracked deletions were left out and tracked insertions read."]
    );
    let hidden: Vec<_> = read
        .hidden
        .iter()
        .map(|hidden| (hidden.text.as_str(), hidden.locator.paragraph))
        .collect();
    assert_eq!(hidden, [("Nobody sees this.", Some(5))]);
}

#[test]
fn a_table_of_contents_is_not_read_twice() {
    let line = |properties: &str, text: &str, page: &str| {
        format!("<w:p><w:pPr>{properties}</w:pPr>{text}<w:r><w:tab/><w:t>{page}</w:t></w:r></w:p>")
    };
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let link = |text: &str| {
        format!(r#"<w:hyperlink w:anchor="_a1"><w:r><w:t>{text}</w:t></w:r></w:hyperlink>"#)
    };
    let document = [
        line("", &link("Section 3: Annual dues"), "5"),
        line(
            r#"<w:pStyle w:val="TOC2"/>"#,
            &run("Rights of members"),
            "12",
        ),
        line("", &run("Dues in 2024"), "40"),
        line("", &link("See the annex"), "for more"),
    ];
    let read = docx(&[("document", body(&document.concat()))]);
    let got: Vec<_> = read
        .blocks
        .iter()
        .map(|block| (block.text.as_str(), block.locator.paragraph))
        .collect();
    assert_eq!(
        got,
        [
            ("Dues in 2024 40", Some(3)),
            ("See the annex for more", Some(4))
        ]
    );
}

#[test]
fn cells_that_are_merged_fill_what_they_cover() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let table = [
        row(&[cell("", "Office"), cell("", "Name"), cell("", "Hours")]),
        row(&[
            cell(r#"<w:vMerge w:val="restart"/>"#, "Pilots"),
            cell("", "Ada"),
            cell("", "12"),
        ]),
        row(&[cell("<w:vMerge/>", ""), cell("", "Ben"), cell("", "9")]),
        row(&[cell(r#"<w:gridSpan w:val="2"/>"#, "Reserve"), cell("", "3")]),
    ]
    .concat();
    let document = docx(&[("document", body(&format!("<w:tbl>{table}</w:tbl>")))]);
    let texts: Vec<_> = document
        .blocks
        .iter()
        .map(|block| block.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "Office: Pilots. Name: Ada. Hours: 12.",
            "Office: Pilots. Name: Ben. Hours: 9.",
            "Office: Reserve. Hours: 3."
        ]
    );
    assert_eq!(document.tables[0].rows.len(), 3);
}

#[test]
fn ticks_of_a_font_of_pictures_are_read_and_numbers_may_name_columns() {
    let cell = |run: &str| format!("<w:tc><w:p>{run}</w:p></w:tc>");
    let words = |text: &str| cell(&format!("<w:r><w:t>{text}</w:t></w:r>"));
    let tick = cell(r#"<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>"#);
    let none = cell("");
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let head = ["#", "Description", "1", "2", "Since"].map(words);
    let rules = [
        [
            words("1.1"),
            words("Doors are locked."),
            tick.clone(),
            tick.clone(),
            words("1.0"),
        ],
        [
            words("1.2"),
            words("Keys are counted."),
            none.clone(),
            tick.clone(),
            words("1.0"),
        ],
        [
            words("1.3"),
            words("Windows are barred."),
            none,
            tick,
            words("2.0"),
        ],
    ];
    let rows: String = rules.iter().map(|cells| row(cells)).collect();
    let table = format!("<w:tbl>{}{rows}</w:tbl>", row(&head));
    let document = docx(&[("document", body(&table))]);
    let texts: Vec<_> = document.blocks.iter().map(|block| &block.text).collect();
    assert_eq!(
        texts,
        [
            "#: 1.1. Description: Doors are locked. 1: ✓. 2: ✓. Since: 1.0.",
            "#: 1.2. Description: Keys are counted. 2: ✓. Since: 1.0.",
            "#: 1.3. Description: Windows are barred. 2: ✓. Since: 2.0."
        ]
    );
    assert_eq!(document.tables[0].columns.len(), 5);
}
