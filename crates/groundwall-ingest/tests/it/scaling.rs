//! Ten times the input takes about ten times the time: of every extractor, and of the chunker.

use crate::shared::archive;
use groundwall_core::{
    Block, BlockKind, DocumentId, DocumentName, ExtractedDocument, Format, Locator,
};
use groundwall_ingest::{Chunker, Limits, cells_of, extract, sentences_of};
use groundwall_testing::scaling::{self, UNOPTIMISED, spent};
use std::time::Duration;

/// Times below this say nothing: ten times the input may take as long as that whatever it took before. It is that of an optimised build.
const NOISE: Duration = Duration::from_millis(40);

/// How many times the time ten times the input may take. Without optimisation a small input lies in the processor's caches and a large one does not; work that grows
/// with the square takes a hundred times.
const TIMES: u32 = if cfg!(debug_assertions) { 30 } else { 15 };

/// The shortest of up to five runs each: a machine that does something else besides makes one run long, but not all.
fn assert_linear(case: &str, run: impl Fn(usize)) {
    let (mut small, mut large) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        small = small.min(spent(&mut || run(1)));
        large = large.min(spent(&mut || run(10)));
        if large <= NOISE * UNOPTIMISED || large <= small * TIMES {
            return;
        }
    }
    panic!("{case}: {small:?}, and {large:?} for ten times as much");
}

fn reads(case: &str, name: &str, file: impl Fn(usize) -> Vec<u8>) {
    assert_linear(case, |times| {
        let bytes = file(times);
        // An error is an answer too: what is over a limit is said to be.
        let _ = extract(name, &bytes, &Limits::default());
    });
}

#[test]
fn html_is_read_in_linear_time() {
    let many = |one: &'static str, count: usize| {
        move |times: usize| one.repeat(count * times).into_bytes()
    };
    reads("paragraphs", "a.html", many("<p>One two three.</p>", 4_000));
    reads("deep", "a.html", many("<div>x", 4_000));
    reads(
        "formatting that is never closed",
        "a.html",
        many("<b><i><font size=1>x<p>", 300),
    );
    reads(
        "cells",
        "a.html",
        many("<table><tr><td rowspan=900 colspan=900>x<td>y</table>", 500),
    );
    reads(
        "attributes",
        "a.html",
        many(
            "<p class='a b c' style='color:red;display:block' id=x>y</p>",
            2_000,
        ),
    );
    reads(
        "headings",
        "a.html",
        many("<h1>A heading that is said again</h1><p>x</p>", 2_000),
    );
    reads("rules", "a.html", |times| {
        let rules = (0..200 * times)
            .map(|number| format!(".c{number} .d{{display:none}}"))
            .collect::<Vec<_>>()
            .concat();
        format!(
            "<style>{rules}</style>{}",
            "<p class='c1 d'>x</p>".repeat(200)
        )
        .into_bytes()
    });
    reads(
        "white text over many grounds",
        "a.html",
        many(
            "<div style='background:#000'><p style='color:#fff;position:absolute'>x</p></div>",
            1_000,
        ),
    );
}

#[test]
fn markdown_is_read_in_linear_time() {
    let many = |one: &'static str, count: usize| {
        move |times: usize| one.repeat(count * times).into_bytes()
    };
    reads("quotes within quotes", "a.md", |times| {
        format!("{}x", "> ".repeat(2_000 * times)).into_bytes()
    });
    reads("quotes on many lines", "a.md", |times| {
        format!("{}x\n", "> ".repeat(20))
            .repeat(200 * times)
            .into_bytes()
    });
    reads("lists within lists", "a.md", |times| {
        format!("{}x", "- ".repeat(2_000 * times)).into_bytes()
    });
    reads("items", "a.md", many("- one\n", 5_000));
    reads("emphasis", "a.md", many("*a _b ", 5_000));
    reads("brackets", "a.md", many("[a](", 5_000));
    reads("open brackets", "a.md", many("[", 5_000));
    reads("back ticks", "a.md", |times| {
        (0..200 * times)
            .map(|count| "`".repeat(count % 50) + "a")
            .collect::<String>()
            .into_bytes()
    });
    reads("headings", "a.md", many("# A\n\nb\n\n", 3_000));
    reads("links by name", "a.md", |times| {
        (0..2_000 * times)
            .map(|number| format!("[a{number}]: b\n\n[a{number}]\n\n"))
            .collect::<Vec<_>>()
            .concat()
            .into_bytes()
    });
    reads("tables", "a.md", |times| {
        format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(2_000 * times)).into_bytes()
    });
}

#[test]
fn tables_are_read_in_linear_time() {
    let row = |columns: usize, of: &dyn Fn(usize) -> String| {
        (0..columns).map(of).collect::<Vec<_>>().join(",") + "\n"
    };
    reads("wide", "a.csv", |times| {
        let columns = 2_000 * times;
        (row(columns, &|at| format!("c{at}"))
            + &row(columns, &|at| format!("v{at}"))
            + &row(columns, &|at| at.to_string()))
            .into_bytes()
    });
    reads("wide, two rows of names", "a.csv", |times| {
        let columns = 2_000 * times;
        (row(columns, &|at| format!("g{}", at / 2))
            + &row(columns, &|at| format!("c{at}"))
            + &row(columns, &|at| at.to_string()))
            .into_bytes()
    });
    reads("ragged", "a.csv", |times| {
        (row(1_000 * times, &|at| format!("c{at}")) + &"x,y\n".repeat(1_000 * times)).into_bytes()
    });
    reads("long", "a.csv", |times| {
        ("a,b,c\n".to_owned() + &"x,1,2.5\n".repeat(5_000 * times)).into_bytes()
    });
    reads("long names", "a.csv", |times| {
        (format!("{},b\n", "n".repeat(2_000 * times)) + &"x,1\n".repeat(300 * times)).into_bytes()
    });
    reads("fields of their own", "a.json", |times| {
        let records: Vec<String> = (0..500 * times)
            .map(|at| format!(r#"{{"f{at}":{at},"g":1}}"#))
            .collect();
        format!("[{}]", records.join(",")).into_bytes()
    });
    reads("fields", "a.json", |times| {
        let fields: Vec<String> = (0..5_000 * times)
            .map(|at| format!(r#""f{at}":{at}"#))
            .collect();
        format!("[{{{}}}]", fields.join(",")).into_bytes()
    });
    reads("objects within objects", "a.json", |times| {
        format!(
            "[{}1{}]",
            r#"{"a":"#.repeat(20 * times),
            "}".repeat(20 * times)
        )
        .into_bytes()
    });
}

#[test]
fn documents_are_read_in_linear_time() {
    let docx = |body: String| {
        let xml = format!(r#"<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>"#);
        archive(&[("word/document.xml", &xml)])
    };
    reads("paragraphs", "a.docx", |times| {
        docx("<w:p><w:r><w:t>One two.</w:t></w:r></w:p>".repeat(3_000 * times))
    });
    reads("runs", "a.docx", |times| {
        docx(format!(
            "<w:p>{}</w:p>",
            "<w:r><w:rPr><w:b/></w:rPr><w:t>One </w:t></w:r>".repeat(5_000 * times)
        ))
    });
    reads("hidden runs", "a.docx", |times| {
        docx(format!(
            "<w:p>{}</w:p>",
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>One</w:t></w:r><w:r><w:t>two</w:t></w:r>"
                .repeat(2_000 * times)
        ))
    });
    reads("cells", "a.docx", |times| {
        docx(format!(
            "<w:tbl>{}</w:tbl>",
            "<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr>".repeat(3_000 * times)
        ))
    });
    reads("lines", "a.txt", |times| {
        "one two\n\n".repeat(5_000 * times).into_bytes()
    });
    reads("a long paragraph", "a.txt", |times| {
        "one two\n".repeat(5_000 * times).into_bytes()
    });
}

/// A chunker that counts words as tokens, or letters where a text is dense.
fn cut(
    times: usize,
    one: &str,
    count: usize,
    blocks: usize,
    tokens: &dyn Fn(&str) -> usize,
) -> usize {
    let block = Block {
        kind: BlockKind::Paragraph,
        text: one.repeat(count),
        locator: Locator {
            line: Some(1),
            ..Locator::default()
        },
    };
    let block = if blocks == 1 {
        Block {
            text: one.repeat(count * times),
            ..block
        }
    } else {
        block
    };
    let blocks = if blocks == 1 {
        vec![block]
    } else {
        vec![block; blocks * times]
    };
    let document = ExtractedDocument {
        format: Format::Text,
        blocks,
        tables: vec![],
        hidden: vec![],
        pages: None,
        notes: vec![],
    };
    let chunker = Chunker {
        size: 1_000,
        overlap: 200,
        max_tokens: 254,
        count_tokens: tokens,
    };
    chunker
        .cut(
            &document,
            &DocumentId("d".into()),
            &DocumentName::parse("d.txt").unwrap(),
        )
        .passages
        .len()
}

#[test]
fn chunks_are_cut_in_linear_time() {
    let words = |text: &str| text.split_whitespace().count() + 2;
    let letters = |text: &str| text.chars().count() + 2;
    for (case, one, count, blocks) in [
        ("sentences in one block", "The quay is long. ", 2_000, 1),
        (
            "sentences on lines of their own",
            "The quay is long.\n",
            2_000,
            1,
        ),
        ("low sentences", "the quay.\n", 2_000, 1),
        ("short sentences", "A b. ", 3_000, 1),
        ("numbers", "1.1.1. ", 3_000, 1),
        ("no spaces", "abc.def!", 3_000, 1),
        ("no end", "word ", 5_000, 1),
        ("quotes", "\"He said (no).\" ", 2_000, 1),
        ("open quotes", "\"He said ", 3_000, 1),
        ("open brackets", "(He said ", 3_000, 1),
        ("addresses", "See https://a.example/b.c?d=e. ", 2_000, 1),
        ("units", "It is 9 m. ", 3_000, 1),
        ("stops", ". ", 5_000, 1),
        ("signs", "?!", 5_000, 1),
        ("full stops of Chinese", "港口很长。", 3_000, 1),
        ("blocks", "The quay is long. It is new. ", 5, 300),
    ] {
        assert_linear(case, |times| {
            assert!(cut(times, one, count, blocks, &words) > 0, "{case}");
        });
        assert_linear(&format!("{case}, dense"), |times| {
            assert!(cut(times, one, count, blocks, &letters) > 0, "{case}");
        });
    }
}

#[test]
fn a_sentence_that_is_dropped_is_not_counted_again() {
    let counted = std::cell::Cell::new(0usize);
    let letters = |text: &str| {
        counted.set(counted.get() + text.len());
        text.chars().count() + 2
    };
    let characters = "A b. ".len() * 2_000;
    cut(1, "A b. ", 2_000, 1, &letters);
    assert!(
        counted.get() < 60 * characters,
        "{} bytes were counted for {characters}",
        counted.get()
    );
}

#[test]
fn texts_are_taken_apart_in_linear_time() {
    scaling::assert_linear("sentences_of", 1_500, NOISE, &mut |text| {
        drop(std::hint::black_box(sentences_of(text)));
    });
    scaling::assert_linear("cells_of", 1_500, NOISE, &mut |text| {
        drop(std::hint::black_box(cells_of(text)));
    });
}
