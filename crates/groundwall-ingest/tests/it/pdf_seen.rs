//! What a page only seems to hide, and pages that hide nothing.

use crate::pdf::{IMAGE, pdf, stream, text};
use crate::shared::{PLAIN, SECRET, assert_seen, read};
use groundwall_ingest::{Limits, extract};

#[test]
fn what_only_looks_hidden_is_read() {
    let form = stream(
        r"/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> >>",
        &format!("BT /F1 12 Tf 72 500 Td ({SECRET}) Tj ET"),
    );
    let image = stream(IMAGE, "x");
    let picture = "/XObject << /I1 6 0 R >>";
    let secret = text("");
    let cases: Vec<(&str, String, &str, Vec<&str>)> = vec![
        (
            "recognised over a scan",
            format!("q 600 0 0 800 0 0 cm /I1 Do Q {}", text("3 Tr")),
            picture,
            vec![&image],
        ),
        (
            "recognised under a scan",
            format!("{} q 600 0 0 800 0 0 cm /I1 Do Q", text("3 Tr")),
            picture,
            vec![&image],
        ),
        (
            "recognised over a scan in strips",
            format!(
                "q 600 0 0 300 0 0 cm /I1 Do Q q 600 0 0 500 0 300 cm /I1 Do Q {}",
                text("3 Tr")
            ),
            picture,
            vec![&image],
        ),
        (
            "white on a dark rectangle",
            format!("0 0 0.4 rg 50 480 500 50 re f {}", text("1 g")),
            "",
            vec![],
        ),
        (
            "white on a dark shape",
            format!(
                "0 g 50 480 m 550 470 l 550 530 l 50 530 l f {}",
                text("1 g")
            ),
            "",
            vec![],
        ),
        (
            "white on a picture",
            format!("q 500 0 0 100 50 450 cm /I1 Do Q {}", text("1 g")),
            picture,
            vec![&image],
        ),
        (
            "white on a thick line",
            format!("0 G 40 w 50 505 m 550 505 l S {}", text("1 g")),
            "",
            vec![],
        ),
        (
            "white partly on black",
            format!("0 g 50 480 60 50 re f {}", text("1 g")),
            "",
            vec![],
        ),
        (
            "white on white on black",
            format!(
                "0 g 50 480 500 50 re f 1 g 50 480 30 50 re f {}",
                text("1 g")
            ),
            "",
            vec![],
        ),
        (
            "under a highlight",
            format!("{secret} /G1 gs 1 1 0 rg 60 480 500 50 re f"),
            "/ExtGState << /G1 << /BM /Multiply >> >>",
            vec![],
        ),
        (
            "under a veil",
            format!("{secret} /G1 gs 1 1 0 rg 60 480 500 50 re f"),
            "/ExtGState << /G1 << /ca 0.4 >> >>",
            vec![],
        ),
        (
            "under a frame",
            format!("{secret} 0 G 60 480 500 50 re S"),
            "",
            vec![],
        ),
        (
            "partly covered",
            format!("{secret} 1 g 60 480 50 50 re f"),
            "",
            vec![],
        ),
        (
            "under a rectangle that is cut away",
            format!("{secret} q 0 0 10 10 re W n 1 g 60 480 500 50 re f Q"),
            "",
            vec![],
        ),
        (
            "before a rectangle elsewhere",
            format!("{secret} 0 g 60 300 500 50 re f"),
            "",
            vec![],
        ),
        (
            "drawn again over a cover",
            format!(
                "{} 1 g 60 480 500 50 re f {}",
                text("0.2 g").replace("zebra", "horse"),
                text("0 g")
            ),
            "",
            vec![],
        ),
        (
            "two points high",
            format!("BT /F1 2 Tf 72 500 Td ({SECRET}) Tj ET"),
            "",
            vec![],
        ),
        (
            "large by its matrix",
            format!("BT /F1 1 Tf 12 0 0 12 72 500 Tm ({SECRET}) Tj ET"),
            "",
            vec![],
        ),
        ("gray", text("0.7 g"), "", vec![]),
        ("a pattern", text("/Pattern cs /P1 scn"), "", vec![]),
        (
            "cutting out",
            format!("q {} 0 g 0 0 600 800 re f Q", text("7 Tr")),
            "",
            vec![],
        ),
        ("outlined in black", text("2 Tr 1 g 0 G"), "", vec![]),
        (
            "turned",
            format!("BT /F1 12 Tf 0 1 -1 0 300 300 Tm ({SECRET}) Tj ET"),
            "",
            vec![],
        ),
        (
            "a form that is drawn once in white and once in black",
            "q 1 g /X1 Do Q q 0 g /X1 Do Q".to_owned(),
            "/XObject << /X1 6 0 R >>",
            vec![&form],
        ),
    ];
    for (case, content, resources, more) in cases {
        let bytes = pdf(&content, resources, &more);
        if case.starts_with("drawn again") {
            let document = read("file.pdf", &bytes);
            assert!(
                document
                    .blocks
                    .iter()
                    .any(|block| block.text.contains("zebra")),
                "{case}: {document:?}"
            );
            assert!(
                document
                    .hidden
                    .iter()
                    .all(|hidden| hidden.text.contains("horse")),
                "{case}: {document:?}"
            );
            continue;
        }
        assert_seen(case, "file.pdf", &bytes, &[PLAIN, SECRET]);
    }
}

#[test]
fn words_of_a_line_stay_where_a_hidden_one_is_taken_out() {
    let bytes = pdf(
        "BT /F1 12 Tf 72 500 Td (The fee is ) Tj 3 Tr (not ) Tj 0 Tr (due today.) Tj ET",
        "",
        &[],
    );
    let document = read("file.pdf", &bytes);
    assert!(
        document
            .blocks
            .iter()
            .any(|block| block.text.contains("The fee is due today.")),
        "{:?}",
        document.blocks
    );
    assert_eq!(
        (
            document.hidden[0].text.as_str(),
            document.hidden[0].locator.page
        ),
        ("not", Some(1))
    );
}

#[test]
fn the_samples_hide_nothing_and_are_read_as_before() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/samples");
    let counting = Limits {
        hidden_text_counts: true,
        ..Limits::default()
    };
    for file in std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.is_file())
    {
        let (name, bytes) = (
            file.file_name().unwrap().to_str().unwrap(),
            std::fs::read(&file).unwrap(),
        );
        let document = read(name, &bytes);
        assert!(document.hidden.is_empty(), "{name}: {:?}", document.hidden);
        assert_eq!(
            document,
            extract(name, &bytes, &counting).unwrap(),
            "{name}"
        );
    }
}
