use crate::{Format, conversation, export, file_name};
use groundwall_core::Report;
use groundwall_ingest::{Limits, extract};
use serde_json::{Value, json};

fn claim(id: u32, text: &str, verdict: &str, why: &str) -> Value {
    json!({
        "claim": {
            "id": id, "kind": "date", "text": text, "sentence": text, "span": {"start": 0, "end": 5}, "specificity": "medium", "checkability": "checkable",
            "hedge": null, "vague": false,
        },
        "verdict": verdict, "why": why, "probability": 0.25,
        "evidence": [{
            "window": {
                "document": "6ba7b810", "document_name": "harbour.txt", "first_sentence": 1, "last_sentence": 1,
                "text": "The harbour opened in 1987.", "locator": {"line": 1},
            },
            "similarity": 0.75, "coverage": 0.8, "nli": {"entailment": 0.1, "neutral": 0.2, "contradiction": 0.7}, "stance": "refutes",
        }],
        "checks": [],
        "findings": [{
            "id": format!("c{id}-date_mismatch-1"), "type": "date_mismatch", "description": "1978 is not 1987", "severity": "high", "certainty": "confirmed",
            "confidence": 0.9, "claim": id, "location": null, "detected": "1978", "expected": "1987", "evidence": 0, "source": "date/1",
            "recommendation": "Write 1987.",
        }],
    })
}

fn value() -> Value {
    let model = json!({"name": "a screen", "revision": "main", "license": "MIT", "sha256": "0123456789abcdef", "kernel": "int8"});
    let counts = json!({"supported": 1, "refuted": 1, "unsupported": 0, "unverifiable": 0});
    let said = claim(
        1,
        "=The harbour is *here*.",
        "supported",
        "harbour.txt says it.",
    );
    let removed = claim(2, "It opened in 1978.", "refuted", "Line 1 says 1987.");
    let passage = json!({
        "id": "p", "document": "6ba7b810", "document_name": "harbour.txt", "index": 0, "span": {"start": 0, "end": 5}, "locator": {"line": 9},
        "text": "Gulls | nest there.", "sentences": [],
    });
    json!({
        "id": "report-7", "collection": "default", "created_at": "2026-11-23T10:00:00Z", "question": "When did the harbour\u{1} open?",
        "state": "partly_verified", "banner": "1 of 2 claims is supported.", "delivered": "=The harbour is *here*.\n\nSecond line.",
        "segments": [
            {"text": "=The harbour is *here*.", "claims": [1], "citations": [1], "note": null},
            {"text": "\n\nSecond line.", "claims": [], "citations": [], "note": "not found"},
        ],
        "citations": [{"number": 1, "place": "harbour.txt, line 1", "quote": "The harbour is here.", "document": "6ba7b810", "sentences": [1, 1]}],
        "claims": [said], "removed": [removed],
        "attempts": [
            {"number": 1, "generator": "a-model", "draft": "It opened in 1978.", "claims": [], "counts": counts, "support_ratio": 0.5, "faults": ["no"], "refined_prompt": null},
            {"number": 2, "generator": "a-model", "draft": "The harbour is *here*.", "claims": [], "counts": counts, "support_ratio": 0.5, "faults": [], "refined_prompt": null},
        ],
        "candidates": [{"passage": passage, "rank": 1, "score": 0.5, "similarity": 0.5}],
        "stages": [{"name": "Retrieve", "count": 7, "unit": "passages", "milliseconds": 12}],
        "summary": {
            "counts": counts, "support_ratio": 0.5, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
            "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null, "adjusted_confidence": null
        },
        "degraded": ["The check of dates is switched off."],
        "provenance": {"groundwall": "0.1.0", "embedder": model, "verifier": model, "calibrated": true, "generator": "a-model", "policy": {}, "collection_version": 1},
        "elapsed_seconds": 1.5
    })
}

fn report() -> Report {
    serde_json::from_value(value()).unwrap()
}

fn text(format: Format) -> String {
    String::from_utf8(export(&report(), format).unwrap()).unwrap()
}

/// What a reader of any export for people has to find.
const SHOWN: [&str; 14] = [
    "When did the harbour",
    "Partly verified",
    "1 of 2 claims is supported.",
    "Second line.",
    "not found",
    "It opened in 1978.",
    "Line 1 says 1987.",
    "harbour.txt, line 1",
    "The harbour opened in 1987.",
    "2026-11-23T10:00:00Z",
    "a screen",
    "report-7",
    "The check of dates is switched off.",
    "date mismatch",
];

#[test]
fn the_word_file_is_read_back_whole_by_our_own_reader() {
    let bytes = export(&report(), Format::Docx).unwrap();
    let read = extract("report.docx", &bytes, &Limits::default()).unwrap();
    let all: Vec<&str> = read
        .blocks
        .iter()
        .map(|block| block.text.as_str())
        .collect();
    let all = all.join("\n");
    for shown in SHOWN {
        assert!(all.contains(shown), "{shown} is missing in\n{all}");
    }
    assert!(all.contains("When did the harbour open?"), "{all}");
    let tables: Vec<usize> = read.tables.iter().map(|table| table.rows.len()).collect();
    assert!(tables.len() >= 4, "{tables:?}");
    let in_notes = |text: &str| {
        read.blocks.iter().any(|block| {
            block.text.contains(text)
                && block
                    .locator
                    .heading
                    .first()
                    .is_some_and(|part| part == "footnotes")
        })
    };
    assert!(in_notes("1 supported: =The harbour is *here*."), "{all}");
    assert_eq!(
        bytes,
        export(&report(), Format::Docx).unwrap(),
        "the same report gives the same file"
    );
}

#[test]
fn markdown_has_citations_as_footnotes_and_shows_every_sign_as_it_is() {
    let text = text(Format::Markdown);
    for shown in SHOWN {
        let escaped = shown.replace('_', "\\_");
        assert!(text.contains(&escaped), "{shown} is missing in\n{text}");
    }
    assert!(text.starts_with("# When did the harbour"), "{text}");
    assert!(
        text.contains("\\=The harbour is \\*here\\*.[^1]\n"),
        "{text}"
    );
    assert!(
        text.contains("\n[^1]: “The harbour is here.” harbour.txt, line 1\n"),
        "{text}"
    );
    assert!(text.contains("Gulls \\| nest there."), "{text}");
    assert!(
        text.contains("| 2 | It opened in 1978. | refuted, taken out |"),
        "{text}"
    );
    for line in text.lines().filter(|line| line.starts_with('|')) {
        assert!(line.ends_with('|'), "{line}");
    }
}

#[test]
fn a_conversation_is_a_file_in_every_form() {
    let turns = [report(), report()];
    let csv = conversation(&turns, Format::Csv).unwrap();
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(csv.as_slice())
        .records()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), 4, "the claims of both, under one heading");
    let json = conversation(&turns, Format::Json).unwrap();
    let read: Vec<Report> = serde_json::from_slice(&json).unwrap();
    assert_eq!(read, turns);
    for format in [Format::Docx, Format::Markdown] {
        assert!(!conversation(&turns, format).unwrap().is_empty());
    }
}

#[test]
fn claims_are_rows_and_no_cell_is_a_formula() {
    let bytes = export(&report(), Format::Csv).unwrap();
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let head: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    let cell = |row: usize, name: &str| {
        let column = head.iter().position(|known| known == name).unwrap();
        rows[row].get(column).unwrap().to_owned()
    };
    assert_eq!(cell(0, "claim"), "'=The harbour is *here*.");
    assert_eq!(cell(0, "taken_out"), "no");
    assert_eq!(cell(1, "verdict"), "refuted");
    assert_eq!(cell(1, "taken_out"), "yes");
    assert_eq!(cell(1, "place"), "harbour.txt, line 1");
    assert_eq!(cell(1, "similarity"), "0.750");
    assert_eq!(cell(1, "findings"), "date_mismatch: 1978 is not 1987");
    for begins in ["=", "+", "-", "@", "\t", "\r", "\n"] {
        let mut value = value();
        value["claims"][0]["claim"]["text"] = json!(format!("{begins}cmd"));
        value["removed"] = json!([]);
        let report: Report = serde_json::from_value(value).unwrap();
        let bytes = export(&report, Format::Csv).unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let row = reader.records().next().unwrap().unwrap();
        assert_eq!(row.get(1).unwrap(), format!("'{begins}cmd"));
    }
}

#[test]
fn json_is_the_report() {
    let read: Report = serde_json::from_str(&text(Format::Json)).unwrap();
    assert_eq!(read, report());
}

#[test]
fn files_are_named_for_what_is_in_them() {
    let mut report = report();
    assert_eq!(
        file_name(&report, Format::Docx),
        "2026-11-23-when-did-the-harbour-open.docx"
    );
    report.question = Some("../../Über \"die\" Mole\r\n?".to_owned());
    assert_eq!(
        file_name(&report, Format::Markdown),
        "2026-11-23-über-die-mole.md"
    );
    report.question = Some("?".to_owned());
    assert_eq!(file_name(&report, Format::Csv), "2026-11-23.csv");
    for format in Format::ALL {
        assert_eq!(Format::parse(format.name()).unwrap(), format);
    }
    assert!(Format::parse("pdf").unwrap_err().message.contains("docx"));
}

#[test]
fn a_withheld_answer_and_an_empty_report_are_files_too() {
    let mut report = report();
    report.delivered = None;
    for list in [&mut report.claims, &mut report.removed] {
        list.clear();
    }
    report.segments.clear();
    report.citations.clear();
    report.attempts.clear();
    for format in Format::ALL {
        assert!(!export(&report, format).unwrap().is_empty());
    }
    let bytes = export(&report, Format::Docx).unwrap();
    let read = extract("report.docx", &bytes, &Limits::default()).unwrap();
    assert!(
        read.blocks
            .iter()
            .any(|block| block.text == "No text was released.")
    );
}

#[test]
fn a_sentence_that_is_not_supported_carries_its_verdict() {
    let mut value = value();
    value["question"] = Value::Null;
    value["claims"][0]["verdict"] = json!("refuted");
    let report: Report = serde_json::from_value(value).unwrap();
    let markdown = String::from_utf8(export(&report, Format::Markdown).unwrap()).unwrap();
    let text = markdown.split("## Taken out").next().unwrap();
    assert!(text.contains("_\\[refuted\\]_"), "{text}");
    let word = export(&report, Format::Docx).unwrap();
    let read = extract("report.docx", &word, &Limits::default()).unwrap();
    let marked = |text: &str| text.contains("here*.") && text.contains("[refuted]");
    assert!(
        read.blocks.iter().any(|block| marked(&block.text)),
        "{:?}",
        read.blocks
    );
    assert!(!self::text(Format::Markdown).contains("\\[supported"));
}
