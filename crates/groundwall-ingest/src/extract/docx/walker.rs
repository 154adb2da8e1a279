//! Goes through the document's XML once, element by element.

use super::look::Look;
use super::table::{self, OpenTable};
use super::{DEPTH, Paragraph, Walker, symbols, xml_error};
use crate::Limits;
use crate::extract::grid::{self, Cell, Grid};
use crate::extract::{attribute, in_path, squeeze, unreadable};
use groundwall_core::{Block, BlockKind, HiddenBy, Locator, Problem};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

impl Walker {
    pub(super) fn walk(&mut self, xml: &str) -> Result<(), Problem> {
        let mut reader = Reader::from_str(xml);
        let mut in_text = false;
        // Elements whose content is a duplicate or was deleted.
        let mut skipping = 0u32;
        let mut depth = 0u32;
        loop {
            let event = reader.read_event().map_err(xml_error)?;
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "events of quick-xml: the others open and close nothing"
            )]
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
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "events of quick-xml: the others say nothing here"
            )]
            match &event {
                Event::Start(element)
                    if skipping > 0 || is_skipped(element.local_name().as_ref()) =>
                {
                    self.deleted |= element.local_name().as_ref() == "del";
                    skipping += 1;
                }
                Event::End(_) if skipping > 0 => skipping -= 1,
                _ if skipping > 0 && !matches!(event, Event::Eof) => {}
                Event::Start(element) => {
                    in_text = element.local_name().as_ref() == "t";
                    self.count(element)?;
                    self.start(element, false);
                }
                Event::Empty(element) => {
                    self.count(element)?;
                    self.start(element, true);
                }
                Event::Text(text) if in_text => self.push(text),
                Event::GeneralRef(entity) if in_text => {
                    let resolved = entity
                        .resolve_char_ref()
                        .map_err(xml_error)?
                        .map(String::from);
                    let name: &str = entity;
                    let known =
                        || quick_xml::escape::resolve_predefined_entity(name).map(str::to_owned);
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

    /// Paragraphs cost time and memory though they are empty.
    fn count(&mut self, element: &BytesStart) -> Result<(), Problem> {
        self.paragraphs += u64::from(element.local_name().as_ref() == "p");
        if self.paragraphs > self.limits.paragraphs {
            return Err(Limits::over("paragraphs", self.limits.paragraphs));
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        let by = self.hides();
        let Some(paragraph) = self.open.last_mut() else {
            return;
        };
        let before = paragraph.text.len();
        match (by, paragraph.hidden.last_mut()) {
            (None, _) => paragraph.text.push_str(text),
            (Some(by), Some((last, place, hidden))) if *last == by && *place == before => {
                hidden.push_str(text);
            }
            (Some(by), _) => paragraph.hidden.push((by, before, text.to_owned())),
        }
    }

    /// A tab of the text; where a paragraph's properties name one, it is a place to stop at.
    fn tab(&mut self) {
        self.push(" ");
        if !self.properties.paragraph {
            self.of_paragraph(|paragraph| paragraph.tabbed = Some(paragraph.text.len()));
        }
    }

    pub(super) fn of_paragraph(&mut self, change: impl FnOnce(&mut Paragraph)) {
        if let Some(paragraph) = self.open.last_mut() {
            change(paragraph);
        }
    }

    fn start(&mut self, element: &BytesStart, empty: bool) {
        match element.local_name().as_ref() {
            "p" if !empty => self.open.push(Paragraph {
                boxed: self.boxes.last().copied(),
                ..Paragraph::default()
            }),
            "r" if !empty => self.of_paragraph(|paragraph| {
                (paragraph.run, paragraph.run_style) = (Look::default(), None);
            }),
            "pPr" => self.properties.paragraph = !empty,
            "rPr" => self.properties.text = !empty,
            "tcPr" => self.properties.cell = !empty,
            "tblPr" => self.properties.table = !empty,
            "rStyle" => {
                self.of_paragraph(|paragraph| paragraph.run_style = attribute(element, "val"));
            }
            "pStyle" => self.of_paragraph(|paragraph| paragraph.style = attribute(element, "val")),
            "numId" => self.of_paragraph(|paragraph| paragraph.list = attribute(element, "val")),
            "ilvl" => self.of_paragraph(|paragraph| {
                paragraph.list_level =
                    attribute(element, "val").and_then(|level| level.parse().ok());
            }),
            "tab" => self.tab(),
            "hyperlink" if attribute(element, "anchor").is_some() => {
                self.of_paragraph(|paragraph| paragraph.leads = true);
            }
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "sym" => {
                let place = attribute(element, "font").zip(attribute(element, "char"));
                if let Some(sign) = place.and_then(|(font, char)| symbols::character(&font, &char))
                {
                    self.push(sign.encode_utf8(&mut [0; 4]));
                }
            }
            "tbl" if !empty => self.tables.push(OpenTable::default()),
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    table.text.clear();
                    (table.span, table.vertical, table.cell_ground) = (1, None, None);
                }
            }
            "gridSpan" => {
                if let Some(table) = self.tables.last_mut() {
                    table.span = attribute(element, "val")
                        .and_then(|span| span.parse().ok())
                        .unwrap_or(1)
                        .clamp(1, table::SPAN);
                }
            }
            "vMerge" => {
                if let Some(table) = self.tables.last_mut() {
                    table.vertical = Some(attribute(element, "val").as_deref() == Some("restart"));
                }
            }
            _ => self.looks(element, empty),
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" => self.end_paragraph(),
            "pPr" => self.properties.paragraph = false,
            "rPr" => self.properties.text = false,
            "tcPr" => self.properties.cell = false,
            "tblPr" => self.properties.table = false,
            "spPr" => self.properties.shape = false,
            "txbxContent" => drop(self.boxes.pop()),
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
                    (table.column, table.hidden_row) = (0, false);
                }
            }
            "tbl" => self.end_table(),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.open.pop() else {
            return;
        };
        self.keep_apart(&paragraph.hidden, paragraph.text.trim().is_empty());
        if paragraph.is_of_contents() && self.tables.is_empty() {
            self.number += 1;
            return;
        }
        let Paragraph {
            text,
            style,
            list,
            list_level,
            ..
        } = paragraph;
        let style = style.unwrap_or_default();
        let (list, level) = match list {
            Some(list) => (Some(list), list_level),
            None => self
                .styles
                .list(&style)
                .map_or((None, None), |(list, level)| {
                    (Some(list), list_level.or(level))
                }),
        };
        // List 0 takes a paragraph out of the list of its style.
        let list = list.filter(|list| list != "0");
        let text = squeeze(&text);
        if text.is_empty() {
            return;
        }
        let label = list
            .as_ref()
            .and_then(|list| self.numbering.next(list, level, Some(&style)));
        let text = label.map_or(text.clone(), |label| format!("{label} {text}"));
        if let Some(table) = self.tables.last_mut() {
            table.text.push(' ');
            table.text.push_str(&text);
            return;
        }
        self.number += 1;
        let kind = match self.styles.heading(&style) {
            Some(level) => {
                self.headings.retain(|(outer, _)| *outer < level);
                self.headings.push((level, in_path(&text)));
                BlockKind::Heading
            }
            None if list.is_some() || style.to_lowercase().starts_with("list") => {
                BlockKind::ListItem
            }
            None => BlockKind::Paragraph,
        };
        let locator = self.place();
        self.blocks.push(Block {
            kind,
            text,
            locator,
        });
    }

    /// Lists what nobody sees of a paragraph; one that is hidden whole counts as a paragraph.
    fn keep_apart(&mut self, hidden: &[(HiddenBy, usize, String)], whole: bool) {
        let in_table = !self.tables.is_empty();
        let place = Locator {
            paragraph: Some(self.number + 1),
            ..self.place()
        };
        for (by, _, text) in hidden {
            self.hidden.add(*by, text, place.clone());
        }
        self.number += u32::from(whole && !hidden.is_empty() && !in_table);
    }

    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else {
            return;
        };
        if let Some(outer) = self.tables.last_mut() {
            for cell in &table.cells {
                outer.text.push(' ');
                outer.text.push_str(&cell.text);
            }
            return;
        }
        self.number += 1;
        let place = self.place();
        let read = grid::read(
            Grid {
                cells: table.cells,
                merged: table.merged,
                ..Grid::default()
            },
            &place,
        );
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

/// Fallbacks repeat what their choice says; deleted and moved-away text is not in the document, nor is how it looked before a tracked change.
fn is_skipped(name: &str) -> bool {
    matches!(
        name,
        "Fallback"
            | "del"
            | "moveFrom"
            | "instrText"
            | "delText"
            | "pPrChange"
            | "rPrChange"
            | "numberingChange"
    )
}
