//! Text that a PDF hides, and text that only looks as if it did.

use crate::shared::{PLAIN, SECRET, assert_hidden, assert_seen};
use groundwall_core::HiddenBy::{self, Color, Cover, Mark, Place, Size};
use groundwall_ingest::{Limits, extract};

/// A page of 600 by 800 that draws `content` after a sentence that is seen, with these resources and further objects (from 6 on).
pub(crate) fn pdf(content: &str, resources: &str, more: &[&str]) -> Vec<u8> {
    of_catalog("", content, resources, more)
}

/// The same with what its catalog says besides.
fn of_catalog(catalog: &str, content: &str, resources: &str, more: &[&str]) -> Vec<u8> {
    let content = format!("BT /F1 12 Tf 72 720 Td ({PLAIN}) Tj ET\n{content}");
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> {resources} >> /Contents 4 0 R >>"
        ),
        format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    objects.extend(more.iter().map(|object| (*object).to_owned()));
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    bytes.extend(
        places
            .iter()
            .flat_map(|place| format!("{place:010} 00000 n \n").into_bytes()),
    );
    bytes.extend(
        format!(
            "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF",
            objects.len() + 1
        )
        .bytes(),
    );
    bytes
}

pub(crate) fn stream(dictionary: &str, content: &str) -> String {
    format!(
        "<< {dictionary} /Length {} >>\nstream\n{content}\nendstream",
        content.len()
    )
}

pub(crate) const IMAGE: &str =
    "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";

pub(crate) fn text(before: &str) -> String {
    format!("BT {before} /F1 12 Tf 72 500 Td ({SECRET}) Tj ET")
}

#[test]
fn what_a_page_hides_is_kept_apart() {
    let form = stream(
        r"/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> >>",
        &format!("q {} Q", text("1 g")),
    );
    let small = stream(IMAGE, "x");
    let secret = text("");
    let cases: Vec<(&str, String, &str, Vec<&str>, HiddenBy)> = vec![
        ("invisible", text("3 Tr"), "", vec![], Mark),
        (
            "invisible, in an array",
            "BT 3 Tr /F1 12 Tf 72 500 Td [(The zebra costs) -300 (900 euros.)] TJ ET".to_owned(),
            "",
            vec![],
            Mark,
        ),
        (
            "invisible, on the next line",
            format!("BT 3 Tr 14 TL /F1 12 Tf 72 500 Td ({SECRET}) ' ET"),
            "",
            vec![],
            Mark,
        ),
        (
            "invisible, with spacing",
            format!("BT 3 Tr 14 TL /F1 12 Tf 72 500 Td 1 0 ({SECRET}) \" ET"),
            "",
            vec![],
            Mark,
        ),
        (
            "invisible, after a state was kept",
            format!("q 3 Tr q Q {secret} Q"),
            "",
            vec![],
            Mark,
        ),
        (
            "invisible, over a small picture",
            format!("q 400 0 0 100 50 450 cm /I1 Do Q {}", text("3 Tr")),
            "/XObject << /I1 6 0 R >>",
            vec![&small],
            Mark,
        ),
        ("white", text("1 g"), "", vec![], Color),
        (
            "white in red, green and blue",
            text("1 1 1 rg"),
            "",
            vec![],
            Color,
        ),
        ("white in inks", text("0 0 0 0 k"), "", vec![], Color),
        ("nearly white", text("0.99 g"), "", vec![], Color),
        (
            "white by a color space",
            text("/DeviceRGB cs 1 1 1 sc"),
            "",
            vec![],
            Color,
        ),
        (
            "white on a white rectangle",
            format!("1 g 50 480 500 50 re f {}", text("1 g")),
            "",
            vec![],
            Color,
        ),
        (
            "blue on blue",
            format!("0 0 0.5 rg 50 480 500 50 re f {}", text("0 0 0.5 rg")),
            "",
            vec![],
            Color,
        ),
        (
            "black on a black box of lines",
            format!("0 g 50 480 m 550 480 l 550 530 l 50 530 l h f {secret}"),
            "",
            vec![],
            Color,
        ),
        (
            "without opacity",
            format!("/G1 gs {secret}"),
            "/ExtGState << /G1 << /ca 0 >> >>",
            vec![],
            Color,
        ),
        ("white outline only", text("1 Tr 1 G"), "", vec![], Color),
        (
            "a point high",
            format!("BT /F1 1 Tf 72 500 Td ({SECRET}) Tj ET"),
            "",
            vec![],
            Size,
        ),
        (
            "a tenth of a point by its matrix",
            format!("BT /F1 10 Tf 0.01 0 0 0.01 72 500 Tm ({SECRET}) Tj ET"),
            "",
            vec![],
            Size,
        ),
        (
            "tiny by the page's matrix",
            format!("q 0.05 0 0 0.05 0 0 cm {secret} Q"),
            "",
            vec![],
            Size,
        ),
        (
            "left of the page",
            format!("BT /F1 12 Tf -900 500 Td ({SECRET}) Tj ET"),
            "",
            vec![],
            Place,
        ),
        (
            "above the page",
            format!("BT /F1 12 Tf 72 900 Td ({SECRET}) Tj ET"),
            "",
            vec![],
            Place,
        ),
        (
            "below, by the matrix",
            format!("q 1 0 0 1 0 -700 cm {secret} Q"),
            "",
            vec![],
            Place,
        ),
        (
            "covered in white",
            format!("{secret} 1 g 60 480 500 50 re f"),
            "",
            vec![],
            Cover,
        ),
        (
            "covered in black",
            format!("{secret} 0 g 60 490 300 20 re f"),
            "",
            vec![],
            Cover,
        ),
        (
            "covered by a box of lines",
            format!("{secret} 0.5 g 60 480 m 560 480 l 560 530 l 60 530 l f*"),
            "",
            vec![],
            Cover,
        ),
        (
            "white in a form",
            "/X1 Do".to_owned(),
            "/XObject << /X1 6 0 R >>",
            vec![&form],
            Color,
        ),
    ];
    for (case, content, resources, more, by) in cases {
        assert_hidden(case, "file.pdf", &pdf(&content, resources, &more), by);
    }
}

/// A page with the secret in a layer, which the catalog switches like this; 6 is the layer, 7 another one, 8 what the mark names.
fn layered(switched: &str, content: &str, named: &str) -> Vec<u8> {
    let form = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /OC 6 0 R /Resources << /Font << /F1 5 0 R >> >>",
        &text(""),
    );
    of_catalog(
        &format!("/OCProperties << /OCGs [6 0 R 7 0 R] /D << {switched} >> >>"),
        content,
        "/Properties << /L1 6 0 R /L2 7 0 R /L3 8 0 R >> /XObject << /X1 9 0 R >>",
        &[
            "<< /Type /OCG /Name (Draft) /Usage << >> >>",
            "<< /Type /OCG /Name (Other) >>",
            named,
            &form,
        ],
    )
}

#[test]
fn what_stands_in_a_layer_that_is_off_is_kept_apart() {
    let secret = text("");
    let (own, form) = (format!("/OC /L1 BDC {secret} EMC"), "/X1 Do");
    let (off, by_base) = ("/OFF [6 0 R]", "/BaseState /OFF /ON [7 0 R]");
    let nested = format!("/OC /L1 BDC q /P << /MCID 1 >> BDC EMC /T BMC {secret} EMC Q EMC");
    let member = format!("/OC /L3 BDC {secret} EMC");
    let any = "<< /Type /OCMD /OCGs 6 0 R >>";
    let all = "<< /Type /OCMD /P /AllOn /OCGs [6 0 R 7 0 R] >>";
    let open = format!("/OC /L1 BDC {secret}");
    for (case, switched, content, named) in [
        ("off", off, own.as_str(), any),
        ("off by its state", by_base, &own, any),
        ("nested", off, &nested, any),
        ("by membership", off, &member, any),
        ("by membership of all", off, &member, all),
        ("a form", off, form, any),
        ("without an end", off, &open, any),
    ] {
        assert_hidden(case, "file.pdf", &layered(switched, content, named), Mark);
    }
    let behind = format!("/OC /L1 BDC EMC {secret}");
    let cover = format!("{secret} /OC /L1 BDC 1 g 60 480 500 50 re f EMC");
    let tagged = format!("/Span /L1 BDC {secret} EMC");
    let not = "<< /Type /OCMD /P /AnyOff /OCGs [6 0 R] >>";
    let expression = "<< /Type /OCMD /OCGs [6 0 R] /VE [/Not 6 0 R] >>";
    let some = "<< /Type /OCMD /OCGs [6 0 R 7 0 R] >>";
    for (case, switched, content, named) in [
        ("on", "", own.as_str(), any),
        ("another one off", "/OFF [7 0 R]", &own, any),
        ("on by its state", "/BaseState /OFF /ON [6 0 R]", &own, any),
        ("behind it", off, &behind, any),
        ("covered by what is off", off, &cover, any),
        ("a mark that is no layer", off, &tagged, any),
        ("where it is off", off, &member, not),
        ("by an expression", off, &member, expression),
        ("one of two", off, &member, some),
        ("a form that is on", "", form, any),
        (
            "switched by its use",
            "/OFF [6 0 R] /AS [<< /Event /View /OCGs [6 0 R] /Category [/View] >>]",
            &own,
            any,
        ),
    ] {
        let bytes = layered(switched, content, named);
        assert_seen(case, "file.pdf", &bytes, &[PLAIN, SECRET]);
    }
}

#[test]
fn a_pdf_without_its_end_is_called_cut_off() {
    let whole = std::fs::read("../../data/samples/annual-report-2024.pdf").unwrap();
    // A longer piece has a page that can be read.
    for length in [200, 600, 1200] {
        let problem = extract("a.pdf", &whole[..length], &Limits::default()).unwrap_err();
        assert!(problem.message.contains("damaged"), "{length}: {problem}");
        assert!(problem.message.contains("pload"), "{length}: {problem}");
    }
    // One that is whole and has nothing to read is not.
    let bare = String::from_utf8(pdf("", "", &[])).unwrap();
    let empty = bare.replace(PLAIN, &" ".repeat(PLAIN.len()));
    let problem = extract("a.pdf", empty.as_bytes(), &Limits::default()).unwrap_err();
    assert!(problem.message.contains("There is no text"), "{problem}");
}
