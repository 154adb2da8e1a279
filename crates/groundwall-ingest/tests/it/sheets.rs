//! Rows, columns and sheets that a workbook hides.

use crate::shared::{PLAIN, SECRET, archive, assert_hidden, assert_seen, read};
use groundwall_core::HiddenBy::{self, Color, Column, Mark, Row, Sheet, Size};

fn cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

/// A workbook of two sheets: the second one in this state, each with what stands before its rows and these rows.
fn xlsx(state: &str, sheets: [(&str, &str); 2]) -> Vec<u8> {
    styled(state, sheets, "")
}

/// The same with what stands in its styles.
fn styled(state: &str, sheets: [(&str, &str); 2], styles: &str) -> Vec<u8> {
    let styles = format!(
        r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{styles}</styleSheet>"#
    );
    let sheet = |(before, rows): (&str, &str)| {
        format!(
            r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{before}<sheetData>{rows}</sheetData></worksheet>"#
        )
    };
    let (first, second) = (sheet(sheets[0]), sheet(sheets[1]));
    let relation = |id: u32, kind: &str, target: &str| {
        format!(
            r#"<Relationship Id="rId{id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/>"#
        )
    };
    let relations = |inside: &str| {
        format!(
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inside}</Relationships>"#
        )
    };
    let book = format!(
        r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Fees &amp; dues" sheetId="1" r:id="rId1"/><sheet name="More" sheetId="2"{state} r:id="rId2"/></sheets></workbook>"#
    );
    archive(&[
        (
            "[Content_Types].xml",
            r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#,
        ),
        (
            "_rels/.rels",
            &relations(&relation(1, "officeDocument", "xl/workbook.xml")),
        ),
        ("xl/workbook.xml", &book),
        (
            "xl/_rels/workbook.xml.rels",
            &relations(
                &(relation(1, "worksheet", "worksheets/sheet1.xml")
                    + &relation(2, "worksheet", "worksheets/sheet2.xml")),
            ),
        ),
        ("xl/worksheets/sheet1.xml", &first),
        ("xl/worksheets/sheet2.xml", &second),
        ("xl/styles.xml", &styles),
    ])
}

/// A header, a row that is seen and one with the secret in its second column, with these attributes.
fn rows(of_the_secret: &str) -> String {
    let row = |number: u32, attributes: &str, texts: [&str; 2]| {
        format!(
            r#"<row r="{number}"{attributes}>{}{}</row>"#,
            cell(&format!("A{number}"), texts[0]),
            cell(&format!("B{number}"), texts[1])
        )
    };
    row(1, "", ["Name", "Note"])
        + &row(2, "", ["Ada", "due"])
        + &row(3, of_the_secret, ["Ben", SECRET])
}

#[test]
fn what_an_xlsx_workbook_hides_is_kept_apart() {
    let plain = format!(r#"<row r="1">{}</row>"#, cell("A1", PLAIN));
    let (none, hidden_row) = (rows(""), rows(r#" hidden="1""#));
    let (true_row, flat_row) = (
        rows(r#" hidden="true""#),
        rows(r#" ht="0" customHeight="1""#),
    );
    let unnumbered = none.replace(r#" r="3">"#, r#" hidden="1">"#);
    let column = r#"<cols><col min="2" max="2" width="9" hidden="1"/></cols>"#;
    let flat_column = r#"<cols><col min="1" max="1" width="9"/><col min="2" max="16384" width="0" customWidth="1"/></cols>"#;
    let cases: [(&str, &str, (&str, &str), HiddenBy); 8] = [
        ("hidden row", "", ("", &hidden_row), Row),
        ("hidden row, in words", "", ("", &true_row), Row),
        ("row without height", "", ("", &flat_row), Row),
        ("hidden row without a number", "", ("", &unnumbered), Row),
        ("hidden column", "", (column, &none), Column),
        ("column without width", "", (flat_column, &none), Column),
        ("hidden sheet", r#" state="hidden""#, ("", &none), Sheet),
        (
            "very hidden sheet",
            r#" state="veryHidden""#,
            ("", &none),
            Sheet,
        ),
    ];
    for (case, state, second, by) in cases {
        assert_hidden(case, "file.xlsx", &xlsx(state, [("", &plain), second]), by);
    }
    // The name of the first sheet is written with an entity.
    assert_hidden(
        "hidden row of the first sheet",
        "file.xlsx",
        &xlsx("", [("", &hidden_row), ("", &plain)]),
        Row,
    );
}

/// A workbook whose secret has a style of this font, fill and number format; and with what stands behind the rows of its sheet.
fn looking(font: &str, fill: &str, format: &str, behind: &str) -> Vec<u8> {
    let styles = format!(
        r#"<numFmts><numFmt numFmtId="164" formatCode="{format}"/></numFmts><fonts><font/><font>{font}</font></fonts><fills><fill/><fill/><fill>{fill}</fill></fills><cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="164" fontId="1" fillId="2"/></cellXfs>"#
    );
    let rows = rows("").replace(r#"<c r="B3""#, r#"<c s="1" r="B3""#)
        + &format!("</sheetData>{behind}<sheetData>");
    let plain = format!(r#"<row r="1">{}</row>"#, cell("A1", PLAIN));
    styled("", [("", &plain), ("", &rows)], &styles)
}

#[test]
fn what_looks_like_nothing_in_an_xlsx_workbook_is_kept_apart() {
    let white = r#"<color rgb="FFFFFFFF"/>"#;
    let solid = |color: &str| {
        format!(r#"<patternFill patternType="solid"><fgColor rgb="FF{color}"/></patternFill>"#)
    };
    let (on_white, on_red) = (solid("FEFEFE"), solid("FF0000"));
    let red = r#"<color rgb="FFFF0000"/>"#;
    let elsewhere = r#"<conditionalFormatting sqref="A1:A9 C3"><cfRule type="expression" dxfId="0" priority="1"/></conditionalFormatting>"#;
    for (case, font, fill, format, behind, by) in [
        ("white", white, "", "General", "", Color),
        (
            "white of the theme",
            r#"<color theme="0"/>"#,
            "",
            "General",
            "",
            Color,
        ),
        (
            "white on a white fill",
            white,
            &on_white,
            "General",
            "",
            Color,
        ),
        ("red on red", red, &on_red, "General", "", Color),
        ("one point", r#"<sz val="1"/>"#, "", "General", "", Size),
        ("a format without parts", "", "", ";;;", "", Mark),
        ("a format of asterisks", "", "", "**;**;**;**", "", Mark),
        ("a format in white", "", "", "0;0;0;[White]@", "", Color),
        (
            "white beside conditional formats",
            white,
            "",
            "General",
            elsewhere,
            Color,
        ),
    ] {
        assert_hidden(case, "file.xlsx", &looking(font, fill, format, behind), by);
    }
    let document = read("file.xlsx", &looking(white, "", "General", ""));
    assert_eq!(document.hidden[0].locator.to_string(), "sheet More, B3");
}

#[test]
fn what_only_looks_like_nothing_in_an_xlsx_workbook_is_read() {
    let white = r#"<color rgb="FFFFFFFF"/>"#;
    let dark = r#"<patternFill patternType="solid"><fgColor rgb="FF1F4E79"/></patternFill>"#;
    let gradient =
        r#"<gradientFill><stop position="0"><color rgb="FF000000"/></stop></gradientFill>"#;
    let pattern = r#"<patternFill patternType="darkGray"/>"#;
    let rule = r#"<conditionalFormatting sqref="A1 B2:C9"><cfRule type="expression" dxfId="0" priority="1"/></conditionalFormatting>"#;
    let table = r#"<tableParts count="1"><tablePart r:id="rId9" xmlns:r="r"/></tableParts>"#;
    for (case, font, fill, format, behind) in [
        ("white on dark", white, dark, "General", ""),
        ("white on a gradient", white, gradient, "General", ""),
        ("white on a pattern", white, pattern, "General", ""),
        (
            "white under a conditional format",
            white,
            "",
            "General",
            rule,
        ),
        (
            "a format without parts under a conditional format",
            "",
            "",
            ";;;",
            rule,
        ),
        ("white in a sheet with a table", white, "", "General", table),
        (
            "white over a picture",
            white,
            "",
            "General",
            r#"<picture r:id="rId9" xmlns:r="r"/>"#,
        ),
        ("gray", r#"<color rgb="FFBFBFBF"/>"#, "", "General", ""),
        ("no numbers", "", "", ";;", ""),
        ("a format with a condition", "", "", "[&gt;5];;;", ""),
    ] {
        assert_seen(
            case,
            "file.xlsx",
            &looking(font, fill, format, behind),
            &[PLAIN, SECRET],
        );
    }
}

#[test]
fn hidden_cells_have_their_places_and_tables_leave_them_out() {
    let column = r#"<cols><col min="2" max="2" hidden="1"/></cols>"#;
    let document = read(
        "file.xlsx",
        &xlsx("", [(column, &rows("")), ("", &rows(r#" hidden="1""#))]),
    );
    let hidden: Vec<_> = document
        .hidden
        .iter()
        .map(|hidden| (hidden.by, hidden.text.as_str(), hidden.locator.to_string()))
        .collect();
    assert_eq!(
        hidden,
        [
            (
                Column,
                "Note; due; The zebra costs 900 euros.",
                "sheet Fees & dues, B1:B3".to_owned()
            ),
            (
                Row,
                "Ben; The zebra costs 900 euros.",
                "sheet More, A3:B3".to_owned()
            ),
        ]
    );
    assert!(
        document
            .tables
            .iter()
            .all(|table| table.rows.iter().all(|row| !row.hidden))
    );
    assert_eq!(document.tables.last().unwrap().rows.len(), 1);
}

#[test]
fn what_only_looks_hidden_in_an_xlsx_workbook_is_read() {
    let grid = r#"<sheetViews><sheetView showGridLines="0" showRowColHeaders="0" workbookViewId="0"/></sheetViews>"#;
    let narrow = r#"<cols><col min="2" max="2" width="0.5" customWidth="1"/></cols>"#;
    let shown = r#"<cols><col min="2" max="2" width="9" hidden="0"/></cols>"#;
    let (none, grouped) = (rows(""), rows(r#" outlineLevel="1""#));
    let not_hidden = rows(r#" hidden="0" ht="3" customHeight="1""#);
    let plain = format!(r#"<row r="1">{}</row>"#, cell("A1", PLAIN));
    let cases: [(&str, &str, (&str, &str)); 6] = [
        ("grid lines", "", (grid, &none)),
        ("narrow column", "", (narrow, &none)),
        ("column that is shown", "", (shown, &none)),
        ("group that is open", "", ("", &grouped)),
        ("row that is low", "", ("", &not_hidden)),
        ("sheet that is shown", r#" state="visible""#, ("", &none)),
    ];
    for (case, state, second) in cases {
        assert_seen(
            case,
            "file.xlsx",
            &xlsx(state, [("", &plain), second]),
            &[PLAIN, SECRET],
        );
    }
}

#[test]
fn a_merged_cell_that_reaches_out_of_a_hidden_row_is_read() {
    let rows = format!(
        r#"<row r="1" hidden="1">{}</row><row r="2"><c r="B2"><v>3</v></c></row><row r="3">{}</row>"#,
        cell("A1", SECRET),
        cell("A3", PLAIN)
    );
    let book = xlsx("", [("", &rows), ("", &self::rows(""))]);
    assert_hidden(
        "not merged",
        "file.xlsx",
        &xlsx(
            "",
            [
                ("", &rows),
                ("", &format!(r#"<row r="1">{}</row>"#, cell("A1", PLAIN))),
            ],
        ),
        Row,
    );
    drop(book);
    let merged = format!(
        "{rows}</sheetData><mergeCells count=\"1\"><mergeCell ref=\"A1:A2\"/></mergeCells><sheetData>"
    );
    let sheet = xlsx("", [("", &merged), ("", "")]);
    assert_seen("merged", "file.xlsx", &sheet, &[PLAIN, SECRET]);
}

fn ods(before: &str, row: &str, styles: &str, table: &str) -> Vec<u8> {
    let cell = |text: &str| {
        format!(
            r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#
        )
    };
    let content = format!(
        r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">{styles}<office:body><office:spreadsheet><table:table table:name="First"><table:table-row>{}</table:table-row></table:table><table:table table:name="S"{table}>{before}<table:table-row>{}{}</table:table-row><table:table-row>{}{}</table:table-row><table:table-row{row}>{}{}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#,
        cell(PLAIN),
        cell("Name"),
        cell("Note"),
        cell("Ada"),
        cell("due"),
        cell("Ben"),
        cell(SECRET)
    );
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
        (
            "META-INF/manifest.xml",
            r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#,
        ),
    ])
}

#[test]
fn what_an_ods_workbook_hides_is_kept_apart() {
    let columns = |of_the_second: &str| {
        format!(
            r#"<table:table-column/><table:table-column{of_the_second} table:number-columns-repeated="3"/>"#
        )
    };
    let collapsed = r#" table:visibility="collapse""#;
    let style = r#"<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>"#;
    let cases = [
        ("row", ods("", collapsed, "", ""), Row),
        (
            "filtered row",
            ods("", r#" table:visibility="filter""#, "", ""),
            Row,
        ),
        ("column", ods(&columns(collapsed), "", "", ""), Column),
        (
            "sheet",
            ods("", "", style, r#" table:style-name="ta1""#),
            Sheet,
        ),
    ];
    for (case, bytes, by) in cases {
        assert_hidden(case, "file.ods", &bytes, by);
    }
    assert_seen(
        "visible",
        "file.ods",
        &ods(&columns(""), r#" table:visibility="visible""#, "", ""),
        &[PLAIN, SECRET],
    );
}
