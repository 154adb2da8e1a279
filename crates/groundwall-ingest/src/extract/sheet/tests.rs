use super::*;
use groundwall_core::CellKind;
use std::io::Write as _;

/// An archive of some parts.
fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn xlsx(rows: &str, merged: &str) -> Vec<u8> {
    let sheet = format!(
        r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData>{merged}</worksheet>"#
    );
    archive(&[
        (
            "[Content_Types].xml",
            r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#,
        ),
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Staff" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (
            "xl/styles.xml",
            r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="[$&#8364;-407]#,##0.00"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>"#,
        ),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

fn cell(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

#[test]
fn number_formats_give_kinds_and_hidden_rows_are_kept_apart() {
    let head = [
        ("A1", "Name"),
        ("B1", "Share"),
        ("C1", "Pay"),
        ("D1", "Since"),
    ]
    .map(|(place, text)| cell(place, text))
    .concat();
    let row = |number: u32, name: &str, share: f64, hidden: &str| {
        format!(
            r#"<row r="{number}"{hidden}>{}<c r="B{number}" s="1"><v>{share}</v></c><c r="C{number}" s="2"><v>1234.5</v></c><c r="D{number}" s="3"><v>45292</v></c></row>"#,
            cell(&format!("A{number}"), name)
        )
    };
    let rows = format!(
        r#"<row r="1">{head}</row>{}{}"#,
        row(2, "Ada", 0.815, ""),
        row(3, "Ben", 0.5, r#" hidden="1""#)
    );
    let document = extract(Format::Xlsx, &xlsx(&rows, ""), &Limits::default(), &[]).unwrap();
    let table = &document.tables[0];
    let kinds: Vec<_> = table
        .columns
        .iter()
        .map(|column| (column.kind, column.unit.as_deref()))
        .collect();
    assert_eq!(
        kinds,
        [
            (CellKind::Text, None),
            (CellKind::Percent, None),
            (CellKind::Money, Some("€")),
            (CellKind::Date, None)
        ]
    );
    let cells: Vec<_> = table.rows[0]
        .cells
        .iter()
        .flatten()
        .map(|cell| (cell.text.as_str(), cell.value()))
        .collect();
    assert_eq!(
        cells,
        [
            ("Ada", "Ada"),
            ("81.50%", "81.5"),
            ("€1234.5", "1234.5"),
            ("2024-01-01", "2024-01-01")
        ]
    );
    assert_eq!(
        (table.rows.len(), document.hidden[0].text.as_str()),
        (1, "Ben; 50.00%; €1234.5; 2024-01-01")
    );
    let counting = Limits {
        hidden_text_counts: true,
        ..Limits::default()
    };
    let counted = extract(Format::Xlsx, &xlsx(&rows, ""), &counting, &[]).unwrap();
    assert_eq!(
        counted.tables[0]
            .rows
            .iter()
            .map(|row| row.hidden)
            .collect::<Vec<_>>(),
        [false, true]
    );
}

#[test]
fn merged_cells_of_a_workbook_fill_downwards() {
    let rows = format!(
        r#"<row r="1">{}{}</row><row r="2">{}<c r="B2"><v>3</v></c></row><row r="3"><c r="B3"><v>4</v></c></row>"#,
        cell("A1", "Office"),
        cell("B1", "Hours"),
        cell("A2", "Pilots")
    );
    let document = extract(
        Format::Xlsx,
        &xlsx(
            &rows,
            r#"<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>"#,
        ),
        &Limits::default(),
        &[],
    )
    .unwrap();
    assert_eq!(document.blocks[1].text, "Office: Pilots. Hours: 4.");
}

/// An ODS workbook of one sheet.
fn ods(rows: &str) -> Vec<u8> {
    let content = format!(
        r#"<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"#
    );
    let manifest = r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#;
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
        ("META-INF/manifest.xml", manifest),
    ])
}

#[test]
fn percentages_and_amounts_of_an_ods_sheet_are_typed() {
    let rows = r#"<table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Share</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Pay</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>Ada</text:p></table:table-cell><table:table-cell office:value-type="percentage" office:value="0.815"><text:p>81.5%</text:p></table:table-cell><table:table-cell office:value-type="currency" office:currency="EUR" office:value="1200"><text:p>1200</text:p></table:table-cell></table:table-row>"#;
    let document = extract(Format::Ods, &ods(rows), &Limits::default(), &[]).unwrap();
    assert_eq!(
        document.blocks[0].text,
        "Name: Ada. Share: 81.5%. Pay: €1200."
    );
    assert_eq!(document.tables[0].columns[2].unit.as_deref(), Some("€"));
}

#[test]
fn dates_times_and_decimals_of_an_ods_sheet_are_those_that_were_written() {
    let cell = |kind: &str, value: &str| {
        format!(r#"<table:table-cell office:value-type="{kind}" {value}/>"#)
    };
    let text = |text: &str| {
        format!(
            r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#
        )
    };
    let head = ["Name", "Paid", "Left", "Lasted"].map(text).concat();
    let rows = [
        [
            text("Ada"),
            cell("date", r#"office:date-value="2024-05-02T00:00:00""#),
            cell("float", r#"office:value="23165.630000000001""#),
            cell("time", r#"office:time-value="PT01H30M00S""#),
        ],
        [
            text("Ben"),
            cell("date", r#"office:date-value="2024-05-03T09:05:00""#),
            cell("float", r#"office:value="0.30000000000000004""#),
            cell("time", r#"office:time-value="PT26H00M00S""#),
        ],
    ]
    .map(|cells| format!("<table:table-row>{}</table:table-row>", cells.concat()))
    .concat();
    let head = format!("<table:table-row>{head}</table:table-row>{rows}");
    let document = extract(Format::Ods, &ods(&head), &Limits::default(), &[]).unwrap();
    let texts: Vec<_> = document.blocks.iter().map(|block| &block.text).collect();
    assert_eq!(
        texts,
        [
            "Name: Ada. Paid: 2024-05-02. Left: 23165.63. Lasted: 1:30.",
            "Name: Ben. Paid: 2024-05-03 09:05:00. Left: 0.3. Lasted: 26:00."
        ]
    );
    let kinds: Vec<_> = document.tables[0]
        .columns
        .iter()
        .map(|column| column.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            CellKind::Text,
            CellKind::Date,
            CellKind::Number,
            CellKind::Duration
        ]
    );
}
