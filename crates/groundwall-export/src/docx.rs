//! An outline as DOCX, with footnotes.

use crate::outline::{Inline, Notes, Outline, Part, of_conversation, outline};
use docx_rs::{
    BreakType, Docx, Footnote, Paragraph, Run, RunFonts, RunProperty, Style, StyleType, Table,
    TableCell, TableRow, VertAlignType,
};
use groundwall_core::Report;
use std::io::Cursor;

const HEADING_1: &str = "Heading1";
const HEADING_2: &str = "Heading2";
/// Half points.
const BODY: usize = 22;
const SMALL: usize = 18;

/// A text without the signs that XML cannot hold.
fn clean(text: &str) -> String {
    text.chars()
        .filter(|sign| {
            let code = *sign as u32;
            (code >= 0x20 || matches!(sign, '\t' | '\n')) && !matches!(code, 0xfffe | 0xffff)
        })
        .collect()
}

/// A run, with its line breaks.
fn run(text: &str) -> Run {
    let mut run = Run::new();
    for (place, line) in clean(text).split('\n').enumerate() {
        if place > 0 {
            run = run.add_break(BreakType::TextWrapping);
        }
        run = run.add_text(line);
    }
    run
}

fn style(id: &str, name: &str, size: usize) -> Style {
    Style::new(id, StyleType::Paragraph)
        .name(name)
        .size(size)
        .bold()
        .q_format(true)
}

fn footnote(outline: &Outline, place: usize) -> Run {
    let number = place.saturating_add(1);
    let text = outline.notes.get(place).map_or("", String::as_str);
    let note = Footnote {
        id: number,
        content: vec![Paragraph::new().add_run(run(&format!("{number} {text}")).size(SMALL))],
    };
    let mut mark = Run::new().add_footnote_reference(note);
    mark.run_property = RunProperty::new().vert_align(VertAlignType::SuperScript);
    mark
}

fn paragraph(outline: &Outline, parts: &[Inline]) -> Paragraph {
    let mut paragraph = Paragraph::new();
    for part in parts {
        paragraph = paragraph.add_run(match part {
            Inline::Text(text) => run(text),
            Inline::Strong(text) => run(text).bold(),
            Inline::Emphasis(text) => run(text).italic(),
            Inline::Note(place) => footnote(outline, *place),
        });
    }
    paragraph
}

fn table(head: &[&'static str], rows: &[Vec<String>]) -> Table {
    let cell = |run: Run| TableCell::new().add_paragraph(Paragraph::new().add_run(run.size(SMALL)));
    let first = head.iter().map(|text| cell(run(text).bold())).collect();
    let others = rows
        .iter()
        .map(|cells| TableRow::new(cells.iter().map(|text| cell(run(text))).collect()));
    Table::new(
        std::iter::once(TableRow::new(first))
            .chain(others)
            .collect(),
    )
}

pub(crate) fn write(report: &Report) -> Result<Vec<u8>, impl std::fmt::Display> {
    written(&outline(report, Notes::Claims), &report.created_at)
}

pub(crate) fn conversation(reports: &[Report]) -> Result<Vec<u8>, impl std::fmt::Display> {
    let made = reports.last().map_or("", |last| &last.created_at);
    written(&of_conversation(reports, Notes::Claims), made)
}

fn written(outline: &Outline, made: &str) -> Result<Vec<u8>, impl std::fmt::Display + use<>> {
    let mut docx = Docx::new()
        .default_size(BODY)
        .default_fonts(RunFonts::new().ascii("Calibri").hi_ansi("Calibri"))
        .add_style(style(HEADING_1, "heading 1", 36))
        .add_style(style(HEADING_2, "heading 2", 26))
        .created_at(made)
        .updated_at(made)
        .add_paragraph(
            Paragraph::new()
                .style(HEADING_1)
                .add_run(run(&outline.title)),
        );
    for part in &outline.parts {
        docx = match part {
            Part::Heading(words) => {
                docx.add_paragraph(Paragraph::new().style(HEADING_2).add_run(run(words)))
            }
            Part::Paragraph(parts) => docx.add_paragraph(paragraph(outline, parts)),
            // Two tables that touch would be one.
            Part::Table { head, rows } => docx
                .add_table(table(head, rows))
                .add_paragraph(Paragraph::new()),
        };
    }
    let mut file = Cursor::new(Vec::new());
    docx.pack(&mut file).map(|()| file.into_inner())
}
