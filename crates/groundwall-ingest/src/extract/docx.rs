//! DOCX by a pull walker over its XML: constant depth of the call stack whatever the nesting, and nothing that a reader of the
//! page sees is left out (headers, footers, foot- and endnotes, text boxes, numbers of lists and headings; insertions in, deletions out).

mod numbering;
mod styles;

use super::archive::Archive;
use super::grid::{self, Cell, Grid};
use super::{attribute, squeeze, unreadable};
use crate::Limits;
use groundwall_core::{Block, BlockKind, ExtractedDocument, Format, Locator, Problem, Table};
use numbering::Numbering;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use styles::Styles;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let mut archive = Archive::open(bytes, limits)?;
    let styles = match archive.part("word/styles.xml")? {
        Some(xml) => Styles::parse(&xml_text(&xml))?,
        None => Styles::default(),
    };
    let numbering = match archive.part("word/numbering.xml")? {
        Some(xml) => Numbering::parse(&xml_text(&xml))?,
        None => Numbering::default(),
    };
    let names = archive.names();
    let mut side: Vec<String> = names
        .into_iter()
        .filter(|name| {
            let part = name.strip_prefix("word/").and_then(|part| part.strip_suffix(".xml")).unwrap_or_default();
            ["header", "footer", "footnotes", "endnotes"].iter().any(|start| part.starts_with(start)) && !part.contains('/')
        })
        .collect();
    side.sort();
    let main = archive.part("word/document.xml")?.ok_or_else(|| unreadable("The file has no main text. Save it again and upload it."))?;
    let mut walker = Walker { styles, numbering, ..Walker::default() };
    walker.walk(&xml_text(&main))?;
    for name in side {
        let label = name.trim_start_matches("word/").trim_end_matches(".xml").trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        if let Some(xml) = archive.part(&name)? {
            walker.headings = vec![(0, label)];
            walker.walk(&xml_text(&xml))?;
        }
    }
    let mut notes = Vec::new();
    if !walker.hidden.is_empty() {
        notes.push(format!("Hidden text was read like the rest: {}.", some_of(&walker.hidden)));
    }
    if walker.deleted {
        notes.push("Tracked deletions were left out and tracked insertions read.".to_owned());
    }
    Ok(ExtractedDocument { format: Format::Docx, blocks: walker.blocks, tables: walker.read, pages: None, notes })
}

/// XML is UTF-8 unless it has a BOM or says otherwise; Word writes UTF-8.
fn xml_text(bytes: &[u8]) -> String {
    super::text::decode(bytes).0
}

fn xml_error(error: impl std::fmt::Display) -> Problem {
    unreadable(&format!("The file is damaged: its XML cannot be read ({error}). Save it again and upload it."))
}

/// Elements within one another, at most. A table in a table costs three.
const DEPTH: u32 = 1_000;

#[derive(Default)]
struct Paragraph {
    text: String,
    style: Option<String>,
    /// The list that it says it is of, and its level in it.
    list: Option<String>,
    list_level: Option<u8>,
    hidden: bool,
}

#[derive(Default)]
struct OpenTable {
    cells: Vec<Cell>,
    row: u32,
    column: u32,
    text: String,
    /// Columns that the open cell spans.
    span: u32,
    /// Whether the open cell begins (true) or goes on with (false) a cell that is merged downwards.
    vertical: Option<bool>,
    /// By column: where a cell that is merged downwards began.
    begun: HashMap<u32, u32>,
    merged: Vec<[u32; 4]>,
}

/// Columns that one cell may span.
const SPAN: u32 = 1_000;

impl OpenTable {
    fn end_cell(&mut self) {
        let (row, column, last) = (self.row, self.column, self.column + self.span.max(1) - 1);
        match self.vertical {
            Some(false) => {
                if let Some(first) = self.begun.get(&column) {
                    self.merged.push([*first, column, row, last]);
                }
            }
            begins => {
                if begins.is_some() {
                    self.begun.insert(column, row);
                } else {
                    self.begun.remove(&column);
                }
                if last > column {
                    self.merged.push([row, column, row, last]);
                }
            }
        }
        self.column = last + 1;
    }
}

#[derive(Default)]
struct Walker {
    styles: Styles,
    numbering: Numbering,
    blocks: Vec<Block>,
    headings: Vec<(u8, String)>,
    /// Open paragraphs, innermost last: a text box holds paragraphs inside a paragraph.
    open: Vec<Paragraph>,
    tables: Vec<OpenTable>,
    read: Vec<Table>,
    number: u32,
    /// Where hidden text stands, in order.
    hidden: Vec<String>,
    deleted: bool,
}

impl Walker {
    fn walk(&mut self, xml: &str) -> Result<(), Problem> {
        let mut reader = Reader::from_str(xml);
        let mut in_text = false;
        // Elements whose content is a duplicate or was deleted.
        let mut skipping = 0u32;
        let mut depth = 0u32;
        loop {
            let event = reader.read_event().map_err(xml_error)?;
            match &event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEPTH {
                return Err(unreadable(&format!(
                    "The file nests its parts over {DEPTH} deep, as no word processor does. It is damaged or made to do harm; save it again from the program that wrote it."
                )));
            }
            match &event {
                Event::Start(element) if skipping > 0 || is_skipped(element.local_name().as_ref()) => {
                    self.deleted |= element.local_name().as_ref() == "del";
                    skipping += 1;
                }
                Event::End(_) if skipping > 0 => skipping -= 1,
                _ if skipping > 0 && !matches!(event, Event::Eof) => {}
                Event::Start(element) => {
                    in_text = element.local_name().as_ref() == "t";
                    self.start(element, false);
                }
                Event::Empty(element) => self.start(element, true),
                Event::Text(text) if in_text => self.push(text),
                Event::GeneralRef(entity) if in_text => {
                    let resolved = entity.resolve_char_ref().map_err(xml_error)?.map(String::from);
                    let name: &str = entity;
                    let known = || quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned);
                    self.push(&resolved.or_else(known).unwrap_or_default());
                }
                Event::CData(text) if in_text => self.push(text),
                Event::End(element) => {
                    in_text = false;
                    self.end(element.local_name().as_ref());
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.text.push_str(text);
        }
    }

    fn of_paragraph(&mut self, change: impl FnOnce(&mut Paragraph)) {
        if let Some(paragraph) = self.open.last_mut() {
            change(paragraph);
        }
    }

    fn start(&mut self, element: &BytesStart, empty: bool) {
        match element.local_name().as_ref() {
            "p" if !empty => self.open.push(Paragraph::default()),
            "pStyle" => self.of_paragraph(|paragraph| paragraph.style = attribute(element, "val")),
            "numId" => self.of_paragraph(|paragraph| paragraph.list = attribute(element, "val")),
            "ilvl" => self.of_paragraph(|paragraph| paragraph.list_level = attribute(element, "val").and_then(|level| level.parse().ok())),
            "vanish" if !matches!(attribute(element, "val").as_deref(), Some("0" | "false")) => {
                self.of_paragraph(|paragraph| paragraph.hidden = true);
            }
            "tab" => self.push(" "),
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "tbl" if !empty => self.tables.push(OpenTable::default()),
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    table.text.clear();
                    (table.span, table.vertical) = (1, None);
                }
            }
            "gridSpan" => {
                if let Some(table) = self.tables.last_mut() {
                    table.span = attribute(element, "val").and_then(|span| span.parse().ok()).unwrap_or(1).clamp(1, SPAN);
                }
            }
            "vMerge" => {
                if let Some(table) = self.tables.last_mut() {
                    table.vertical = Some(attribute(element, "val").as_deref() == Some("restart"));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" => self.end_paragraph(),
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    let text = squeeze(&table.text);
                    if !text.is_empty() {
                        table.cells.push(Cell::text(table.row, table.column, text));
                    }
                    table.text.clear();
                    table.end_cell();
                }
            }
            "tr" => {
                if let Some(table) = self.tables.last_mut() {
                    table.row += 1;
                    table.column = 0;
                }
            }
            "tbl" => self.end_table(),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(Paragraph { text, style, list, list_level, hidden }) = self.open.pop() else { return };
        let style = style.unwrap_or_default();
        let (list, level) = match list {
            Some(list) => (Some(list), list_level),
            None => self.styles.list(&style).map_or((None, None), |(list, level)| (Some(list), list_level.or(level))),
        };
        // List 0 takes a paragraph out of the list of its style.
        let list = list.filter(|list| list != "0");
        let text = squeeze(&text);
        if text.is_empty() {
            return;
        }
        let label = list.as_ref().and_then(|list| self.numbering.next(list, level, Some(&style)));
        let text = label.map_or(text.clone(), |label| format!("{label} {text}"));
        if let Some(table) = self.tables.last_mut() {
            table.text.push(' ');
            table.text.push_str(&text);
            if hidden {
                self.hidden.push(format!("the table at paragraph {}", self.number + 1));
            }
            return;
        }
        self.number += 1;
        if hidden {
            self.hidden.push(format!("paragraph {}", self.number));
        }
        let kind = match self.styles.heading(&style) {
            Some(level) => {
                self.headings.retain(|(outer, _)| *outer < level);
                self.headings.push((level, text.clone()));
                BlockKind::Heading
            }
            None if list.is_some() || style.to_lowercase().starts_with("list") => BlockKind::ListItem,
            None => BlockKind::Paragraph,
        };
        let locator = self.place();
        self.blocks.push(Block { kind, text, locator });
    }

    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        if let Some(outer) = self.tables.last_mut() {
            for cell in &table.cells {
                outer.text.push(' ');
                outer.text.push_str(&cell.text);
            }
            return;
        }
        self.number += 1;
        let place = self.place();
        let read = grid::read(Grid { cells: table.cells, merged: table.merged, ..Grid::default() }, &place);
        self.blocks.extend(read.blocks);
        self.read.extend(read.tables);
    }

    fn place(&self) -> Locator {
        Locator {
            heading: self.headings.iter().map(|(_, text)| text.clone()).collect(),
            paragraph: Some(self.number),
            ..Locator::default()
        }
    }
}

/// The first places of several, each once.
fn some_of(places: &[String]) -> String {
    const NAMED: usize = 10;
    let mut named: Vec<&str> = places.iter().map(String::as_str).collect();
    named.dedup();
    let more = named.len().saturating_sub(NAMED);
    named.truncate(NAMED);
    let all = named.join(", ");
    if more > 0 { format!("{all} and {more} more") } else { all }
}

/// Fallbacks repeat what their choice says; deleted and moved-away text is not in the document, nor is how it looked before a tracked change.
fn is_skipped(name: &str) -> bool {
    matches!(name, "Fallback" | "del" | "moveFrom" | "instrText" | "delText" | "pPrChange" | "rPrChange" | "numberingChange")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    /// A DOCX of these parts.
    fn docx(parts: &[(&str, String)]) -> ExtractedDocument {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, xml) in parts {
            zip.start_file(format!("word/{name}.xml"), zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(xml.as_bytes()).unwrap();
        }
        extract(&zip.finish().unwrap().into_inner(), &Limits::default()).unwrap()
    }

    fn body(xml: &str) -> String {
        format!(r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{xml}</w:body></w:document>"#)
    }

    #[test]
    fn numbers_changes_tabs_and_hidden_text_are_read_as_a_reader_sees_them() {
        let paragraph = |properties: &str, runs: &str| format!("<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>");
        let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
        let list = |level: u8| format!(r#"<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>"#);
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
            paragraph(&format!("{heading}<w:pPrChange><w:pPr><w:pStyle w:val=\"Normal\"/></w:pPr></w:pPrChange>"), &run("Terms")),
            paragraph(&list(1), "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Nobody sees this.</w:t></w:r>"),
            paragraph(r#"<w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>"#, &run("Annex")),
        ];
        let read = docx(&[("document", body(&document.concat())), ("numbering", numbering.to_owned()), ("styles", styles.to_owned())]);
        let got: Vec<_> = read.blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
        assert_eq!(
            got,
            [
                (BlockKind::Heading, "1 Scope"),
                (BlockKind::ListItem, "1.1 Pilots are duty-bound."),
                (BlockKind::ListItem, "1.2 Fees are due."),
                (BlockKind::Heading, "2 Terms"),
                (BlockKind::ListItem, "2.1 Nobody sees this."),
                (BlockKind::Heading, "Annex"),
            ]
        );
        assert_eq!(read.blocks[2].locator.heading, ["1 Scope"]);
        assert_eq!(
            read.notes,
            ["Hidden text was read like the rest: paragraph 5.", "Tracked deletions were left out and tracked insertions read."]
        );
    }

    #[test]
    fn cells_that_are_merged_fill_what_they_cover() {
        let cell =
            |properties: &str, text: &str| format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
        let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
        let table = [
            row(&[cell("", "Office"), cell("", "Name"), cell("", "Hours")]),
            row(&[cell(r#"<w:vMerge w:val="restart"/>"#, "Pilots"), cell("", "Ada"), cell("", "12")]),
            row(&[cell("<w:vMerge/>", ""), cell("", "Ben"), cell("", "9")]),
            row(&[cell(r#"<w:gridSpan w:val="2"/>"#, "Reserve"), cell("", "3")]),
        ]
        .concat();
        let document = docx(&[("document", body(&format!("<w:tbl>{table}</w:tbl>")))]);
        let texts: Vec<_> = document.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Office: Pilots. Name: Ada. Hours: 12.", "Office: Pilots. Name: Ben. Hours: 9.", "Office: Reserve. Name: Reserve. Hours: 3."]
        );
        assert_eq!(document.tables[0].rows.len(), 3);
    }
}
