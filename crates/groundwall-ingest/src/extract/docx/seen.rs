//! Which text of a document is seen: what its properties, its styles and what lies under it say.

use super::look::{Tone, shading};
use super::table::OpenTable;
use super::{Paragraph, Walker};
use crate::extract::attribute;
use crate::extract::hidden::Color;
use groundwall_core::HiddenBy;
use quick_xml::events::BytesStart;

/// Paragraphs that a picture behind the text may lie under.
const UNDER_A_PICTURE: u32 = 30;

/// Properties that are open.
#[derive(Default, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one element is open"
)]
pub(super) struct Properties {
    pub(super) paragraph: bool,
    pub(super) text: bool,
    pub(super) cell: bool,
    pub(super) table: bool,
    pub(super) shape: bool,
}

impl Walker {
    /// Why a reader does not see the text of the open run.
    pub(super) fn hides(&self) -> Option<HiddenBy> {
        let paragraph = self.open.last()?;
        if self.limits.hidden_text_counts {
            return None;
        }
        if self.tables.iter().any(|table| table.hidden_row) {
            return Some(HiddenBy::Row);
        }
        let own = paragraph.run;
        let style = paragraph.style.as_deref();
        let look = own.over(self.styles.look(style, paragraph.run_style.as_deref()));
        let ground = look
            .ground()
            .or(paragraph.ground)
            .or_else(|| self.styles.ground(style));
        look.hides(ground.unwrap_or_else(|| self.ground_around(paragraph)))
    }

    /// What lies under a paragraph that says nothing of it.
    fn ground_around(&self, paragraph: &Paragraph) -> Tone {
        let of_cell = self.tables.iter().rev().find_map(OpenTable::ground_of_cell);
        let over_picture = self.number < self.over_picture;
        paragraph
            .boxed
            .or(of_cell)
            .or(over_picture.then_some(Tone::Unknown))
            .unwrap_or_else(|| {
                let page = self.background.filter(|_| self.shows_background);
                Tone::Of(page.unwrap_or(Color::WHITE))
            })
    }

    /// Takes over what says how something looks.
    pub(super) fn looks(&mut self, element: &BytesStart, empty: bool) {
        let Properties {
            paragraph,
            text,
            cell,
            table,
            shape,
        } = self.properties;
        let styles = &self.styles;
        match element.local_name().as_ref() {
            "shd" if !text && paragraph => {
                self.of_paragraph(|paragraph| paragraph.ground = shading(element));
            }
            "shd" if cell => self.of_table(|table| table.cell_ground = shading(element)),
            "shd" if table => self.of_table(|table| table.ground = shading(element)),
            "tblStyle" => {
                let styled = attribute(element, "val").is_some_and(|style| styles.shades(&style));
                self.of_table(|table| table.styled = styled);
            }
            "hidden" => {
                let on = !matches!(
                    attribute(element, "val").as_deref(),
                    Some("0" | "false" | "off")
                );
                self.of_table(|table| table.hidden_row = on);
            }
            "background" => {
                self.background =
                    attribute(element, "color").and_then(|digits| Color::hex(&digits));
            }
            "anchor" if attribute(element, "behindDoc").as_deref() == Some("1") => {
                self.over_picture = self.number + UNDER_A_PICTURE;
            }
            "spPr" if !empty => (self.properties.shape, self.shape) = (true, None),
            "ln" if !empty => self.properties.shape = false,
            "srgbClr" if shape => {
                self.shape = attribute(element, "val")
                    .and_then(|digits| Color::hex(&digits))
                    .map(Tone::Of);
            }
            "gradFill" | "blipFill" | "pattFill" | "noFill" if shape => {
                (self.properties.shape, self.shape) = (false, None);
            }
            "txbxContent" if !empty => self.boxes.push(self.shape.take().unwrap_or(Tone::Unknown)),
            // How the mark at the end of a paragraph looks says nothing of its text: Word hides the mark alone and goes on with the next paragraph.
            _ if text && paragraph => {}
            _ if text => self.of_paragraph(|paragraph| paragraph.run.read(element)),
            _ => {}
        }
    }

    fn of_table(&mut self, change: impl FnOnce(&mut OpenTable)) {
        if let Some(table) = self.tables.last_mut() {
            change(table);
        }
    }
}
