//! Documents that are damaged or made to do harm, built on the spot.

use std::io::{Cursor, Write as _};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("a part can be started in memory");
        writer
            .write_all(bytes)
            .expect("a part can be written in memory");
    }
    writer
        .finish()
        .expect("an archive can be finished in memory")
        .into_inner()
}

const TYPES: &[u8] = br#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>"#;
const BOOK: &[u8] = br#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const BOOK_PARTS: &[u8] = br#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// A DOCX whose text lies `depth` tables deep; aborts readers that recurse.
pub fn nested_docx(depth: usize) -> Vec<u8> {
    let open = "<w:tbl><w:tr><w:tc>".repeat(depth);
    let close = "</w:tc></w:tr></w:tbl>".repeat(depth);
    let body = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{open}<w:p><w:r><w:t>deep</w:t></w:r></w:p>{close}</w:body></w:document>"
    );
    archive(&[
        ("[Content_Types].xml", TYPES),
        ("word/document.xml", body.as_bytes()),
    ])
}

/// A DOCX of some hundred kilobytes that unpacks to `megabytes`.
pub fn bomb_docx(megabytes: usize) -> Vec<u8> {
    let mut body = b"<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>".to_vec();
    body.resize(body.len() + megabytes * 1024 * 1024, b'a');
    body.extend_from_slice(b"</w:t></w:r></w:p></w:body></w:document>");
    archive(&[("[Content_Types].xml", TYPES), ("word/document.xml", &body)])
}

/// An XLSX of a kilobyte with one cell at each end of the sheet; readers that keep a full grid ask for hundreds of gigabytes.
pub fn vast_xlsx() -> Vec<u8> {
    let sheet = br#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>"#;
    archive(&[
        ("[Content_Types].xml", TYPES),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_PARTS),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
}

/// A PDF that asks for a password. Its one page is empty.
pub fn locked_pdf() -> Vec<u8> {
    let objects = [
        "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
        "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
        "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n",
        "4 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -64 /O <2055c756c72e1ad702608e8196acad447ad32d17cff583235f6dd15fed7dab67> /U <7150bd1da9d292af3627fca6a8dde1d696e25312041aed09059f9daee04353ae> >>\nendobj\n",
    ];
    pdf(
        &objects,
        "/Encrypt 4 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] ",
    )
}

/// A PDF of one page without any text, like a scan.
pub fn textless_pdf() -> Vec<u8> {
    pdf(
        &[
            "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
            "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n",
            "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n",
        ],
        "",
    )
}

fn pdf(objects: &[&str], trailer: &str) -> Vec<u8> {
    let mut text = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for object in objects {
        table.push_str(&format!("{:010} 00000 n \n", text.len()));
        text.push_str(object);
    }
    let start = text.len();
    text.push_str(&table);
    text.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R {trailer}>>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    ));
    text.into_bytes()
}
