//! Text that a DOCX hides, and text that only looks as if it did.

use crate::shared::{PLAIN, SECRET, archive, assert_hidden, assert_seen};
use groundwall_core::HiddenBy::{self, Color, Mark, Row, Size};
use groundwall_ingest::{Limits, extract};

const SPACE: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

fn docx(styles: &str, body: &str) -> Vec<u8> {
    let document = format!(
        r#"<w:document xmlns:w="{SPACE}"><w:body><w:p><w:r><w:t>{PLAIN}</w:t></w:r></w:p>{body}</w:body></w:document>"#
    );
    let styles = format!(r#"<w:styles xmlns:w="{SPACE}">{styles}</w:styles>"#);
    archive(&[
        ("word/document.xml", &document),
        ("word/styles.xml", &styles),
    ])
}

/// A paragraph with properties of its own and of its only run.
fn paragraph(own: &str, run: &str) -> String {
    format!("<w:p><w:pPr>{own}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{SECRET}</w:t></w:r></w:p>")
}

fn cell(properties: &str, content: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>")
}

fn words(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn what_a_document_hides_is_kept_apart() {
    let character = |look: &str| {
        format!(r#"<w:style w:type="character" w:styleId="C"><w:rPr>{look}</w:rPr></w:style>"#)
    };
    let of_paragraph = |look: &str| {
        format!(r#"<w:style w:type="paragraph" w:styleId="P"><w:rPr>{look}</w:rPr></w:style>"#)
    };
    let based = r#"<w:style w:type="paragraph" w:styleId="Q"><w:basedOn w:val="P"/></w:style>"#;
    let (white, styled, named) = (
        r#"<w:color w:val="FFFFFF"/>"#,
        r#"<w:rStyle w:val="C"/>"#,
        r#"<w:pStyle w:val="P"/>"#,
    );
    let row = |properties: &str, last: &str| {
        let head = format!(
            "<w:tr>{}{}</w:tr>",
            cell("", &words("Name")),
            cell("", &words("Fee"))
        );
        format!(
            "<w:tbl>{head}<w:tr>{}{}</w:tr><w:tr>{properties}{}{last}</w:tr></w:tbl>",
            cell("", &words("Ada")),
            cell("", &words("3")),
            cell("", &words("Ben"))
        )
    };
    let cases: Vec<(&str, String, String, HiddenBy)> = vec![
        ("vanish", String::new(), paragraph("", "<w:vanish/>"), Mark),
        ("vanish with a value", String::new(), paragraph("", r#"<w:vanish w:val="true"/>"#), Mark),
        ("vanish by character style", character("<w:vanish/>"), paragraph("", styled), Mark),
        ("vanish by paragraph style", of_paragraph("<w:vanish/>"), paragraph(named, ""), Mark),
        ("vanish by the style that one is based on", of_paragraph("<w:vanish/>") + based, paragraph(r#"<w:pStyle w:val="Q"/>"#, ""), Mark),
        (
            "vanish by the usual style",
            r#"<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr><w:vanish/></w:rPr></w:style>"#.into(),
            format!(
                "{}{}",
                paragraph("", ""),
                r#"<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>The quay is 85 m long.</w:t></w:r></w:p>"#
            ),
            Mark,
        ),
        ("vanish by the paragraph mark and by the run", String::new(), paragraph("<w:rPr><w:vanish/></w:rPr>", "<w:vanish/>"), Mark),
        ("white", String::new(), paragraph("", white), Color),
        ("nearly white", String::new(), paragraph("", r#"<w:color w:val="FEFEFE" w:themeColor="background1"/>"#), Color),
        ("white by style", character(white), paragraph("", styled), Color),
        ("white on white shading", String::new(), paragraph(r#"<w:shd w:val="clear" w:fill="FFFFFF"/>"#, white), Color),
        (
            "blue on blue shading",
            String::new(),
            paragraph("", r#"<w:color w:val="1F4E79"/><w:shd w:val="clear" w:color="auto" w:fill="1F4E79"/>"#),
            Color,
        ),
        ("black on black highlight", String::new(), paragraph("", r#"<w:color w:val="000000"/><w:highlight w:val="black"/>"#), Color),
        ("one point", String::new(), paragraph("", r#"<w:sz w:val="2"/>"#), Size),
        ("half a point", String::new(), paragraph("", r#"<w:sz w:val="1"/>"#), Size),
        ("one point by style", of_paragraph(r#"<w:sz w:val="2"/>"#), paragraph(named, ""), Size),
        ("white in a cell", String::new(), row("", &cell("", &paragraph("", white))), Color),
        ("vanish in a cell", String::new(), row("", &cell("", &paragraph("", "<w:vanish/>"))), Mark),
        (
            "a cell in its own color",
            String::new(),
            row("", &cell(r#"<w:shd w:val="clear" w:fill="00B050"/>"#, &paragraph("", r#"<w:color w:val="00B050"/>"#))),
            Color,
        ),
        ("a hidden row", String::new(), row("<w:trPr><w:hidden/></w:trPr>", &cell("", &words(SECRET))), Row),
    ];
    for (case, styles, body, by) in cases {
        assert_hidden(case, "file.docx", &docx(&styles, &body), by);
    }
}

#[test]
fn what_only_looks_hidden_is_read() {
    let white = r#"<w:color w:val="FFFFFF"/>"#;
    let table = |styles: &str, cells: &str| {
        format!(
            "<w:tbl><w:tblPr>{styles}</w:tblPr><w:tr>{cells}{}</w:tr></w:tbl>",
            cell("", &words("Fee"))
        )
    };
    let shading = r#"<w:shd w:val="clear" w:color="auto" w:fill="1F4E79"/>"#;
    let boxed = |shape: &str| {
        format!(
            "<w:p><w:r><w:drawing><wps:wsp><wps:spPr>{shape}</wps:spPr><wps:txbx><w:txbxContent>{}</w:txbxContent></wps:txbx></wps:wsp></w:drawing></w:r></w:p>",
            paragraph("", white)
        )
    };
    let striped = r#"<w:style w:type="table" w:styleId="T"><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="4472C4"/></w:tcPr></w:tblStylePr></w:style>"#;
    let heading = format!(
        r#"<w:style w:type="paragraph" w:styleId="H"><w:pPr>{shading}</w:pPr><w:rPr>{white}</w:rPr></w:style>"#
    );
    let cases: Vec<(&str, &str, String)> = vec![
        (
            "white on a shaded run",
            "",
            paragraph("", &format!("{white}{shading}")),
        ),
        ("white on a shaded paragraph", "", paragraph(shading, white)),
        (
            "white on a paragraph that its style shades",
            &heading,
            paragraph(r#"<w:pStyle w:val="H"/>"#, ""),
        ),
        (
            "white on a highlight",
            "",
            paragraph("", &format!(r#"{white}<w:highlight w:val="darkBlue"/>"#)),
        ),
        (
            "white in a shaded cell",
            "",
            table("", &cell(shading, &paragraph("", white))),
        ),
        (
            "white in a shaded table",
            "",
            table(shading, &cell("", &paragraph("", white))),
        ),
        (
            "white in a table with a shaded style",
            striped,
            table(
                r#"<w:tblStyle w:val="T"/>"#,
                &cell("", &paragraph("", white)),
            ),
        ),
        ("white in a text box", "", boxed("<a:noFill/>")),
        (
            "white in a dark text box",
            "",
            boxed(r#"<a:solidFill><a:srgbClr val="000000"/></a:solidFill>"#),
        ),
        (
            "white on a pattern",
            "",
            paragraph(
                r#"<w:shd w:val="pct75" w:color="000000" w:fill="FFFFFF"/>"#,
                white,
            ),
        ),
        (
            "white over a picture",
            "",
            format!(
                r#"<w:p><w:r><w:drawing><wp:anchor behindDoc="1"/></w:drawing></w:r></w:p>{}"#,
                paragraph("", white)
            ),
        ),
        (
            "white with an outline",
            "",
            paragraph("", &format!("{white}<w:outline/>")),
        ),
        (
            "automatic color",
            "",
            paragraph("", r#"<w:color w:val="auto"/>"#),
        ),
        (
            "light gray",
            "",
            paragraph("", r#"<w:color w:val="BFBFBF"/>"#),
        ),
        ("four points", "", paragraph("", r#"<w:sz w:val="8"/>"#)),
        (
            "vanish switched off",
            "",
            paragraph("", r#"<w:vanish w:val="0"/>"#),
        ),
        (
            "vanish switched off by the run",
            r#"<w:style w:type="paragraph" w:styleId="P"><w:rPr><w:vanish/></w:rPr></w:style>"#,
            paragraph(r#"<w:pStyle w:val="P"/>"#, r#"<w:vanish w:val="false"/>"#),
        ),
        (
            "vanish before a tracked change",
            "",
            paragraph("", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>"),
        ),
        (
            "vanish by the paragraph mark alone",
            "",
            paragraph("<w:rPr><w:vanish/></w:rPr>", ""),
        ),
        (
            "one point by the paragraph mark alone",
            "",
            paragraph(r#"<w:rPr><w:sz w:val="2"/></w:rPr>"#, ""),
        ),
        (
            "a heading that runs on",
            "",
            paragraph("<w:rPr><w:vanish/><w:specVanish/></w:rPr>", ""),
        ),
        (
            "hidden on the web only",
            "",
            paragraph("", "<w:webHidden/>"),
        ),
    ];
    for (case, styles, body) in cases {
        assert_seen(case, "file.docx", &docx(styles, &body), &[PLAIN, SECRET]);
    }
}

#[test]
fn a_page_in_another_color_is_the_ground_where_it_is_shown() {
    let body = format!(
        "<w:p><w:r><w:t>{PLAIN}</w:t></w:r></w:p>{}",
        paragraph("", r#"<w:color w:val="FFFFFF"/>"#)
    );
    let document = format!(
        r#"<w:document xmlns:w="{SPACE}"><w:background w:color="002060"/><w:body>{body}</w:body></w:document>"#
    );
    let settings =
        format!(r#"<w:settings xmlns:w="{SPACE}"><w:displayBackgroundShape/></w:settings>"#);
    assert_seen(
        "shown",
        "file.docx",
        &archive(&[
            ("word/document.xml", &document),
            ("word/settings.xml", &settings),
        ]),
        &[PLAIN, SECRET],
    );
    assert_hidden(
        "not shown",
        "file.docx",
        &archive(&[("word/document.xml", &document)]),
        Color,
    );
}

#[test]
fn three_million_paragraphs_end_in_a_clear_error() {
    for one in ["<w:p/>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>"] {
        let bytes = docx("", &one.repeat(3_000_000));
        let error = extract("file.docx", &bytes, &Limits::default()).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("more paragraphs than the limit of 300000"),
            "{error}"
        );
    }
}
