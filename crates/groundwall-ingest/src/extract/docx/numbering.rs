//! The numbers that Word prints in front of headings, clauses and list items (ECMA-376 part 1, 17.9).

use super::xml_error;
use crate::extract::attribute;
use groundwall_core::Problem;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::HashMap;

/// Levels of a list.
const LEVELS: usize = 9;

#[derive(Debug, Clone)]
struct Level {
    start: u32,
    format: String,
    /// `%1.%2.`: a sign and the level from 1, with what stands around.
    text: String,
    /// The style whose paragraphs are of this level.
    style: Option<String>,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            start: 1,
            format: "decimal".to_owned(),
            text: String::new(),
            style: None,
        }
    }
}

#[derive(Debug, Default)]
struct List {
    definition: String,
    /// Levels that begin anew where this list is first used.
    starts: HashMap<u8, u32>,
    begun: bool,
}

/// Lists of a document and how far each has counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: HashMap<String, [Level; LEVELS]>,
    lists: HashMap<String, List>,
    counts: HashMap<String, [Option<u32>; LEVELS]>,
}

impl Numbering {
    /// Reads `word/numbering.xml`.
    pub(super) fn parse(xml: &str) -> Result<Self, Problem> {
        let mut reader = Reader::from_str(xml);
        let mut numbering = Self::default();
        let (mut definition, mut list) = (None::<String>, None::<String>);
        let mut level = 0u8;
        loop {
            let event = reader.read_event().map_err(xml_error)?;
            let (Event::Start(element) | Event::Empty(element)) = &event else {
                #[expect(
                    clippy::wildcard_enum_match_arm,
                    reason = "events of quick-xml: the others say nothing here"
                )]
                match event {
                    Event::End(element) if element.local_name().as_ref() == "abstractNum" => {
                        definition = None;
                    }
                    Event::End(element) if element.local_name().as_ref() == "num" => list = None,
                    Event::Eof => return Ok(numbering),
                    _ => {}
                }
                continue;
            };
            let value = || attribute(element, "val").unwrap_or_default();
            match element.local_name().as_ref() {
                "abstractNum" => definition = attribute(element, "abstractNumId"),
                "num" => list = attribute(element, "numId"),
                "lvl" | "lvlOverride" => {
                    level = attribute(element, "ilvl")
                        .and_then(|level| level.parse().ok())
                        .filter(|level| (*level as usize) < LEVELS)
                        .unwrap_or(0);
                }
                "abstractNumId" => {
                    if let Some(list) = &list {
                        numbering.lists.entry(list.clone()).or_default().definition = value();
                    }
                }
                "startOverride" => {
                    if let (Some(list), Ok(start)) = (&list, value().parse()) {
                        numbering
                            .lists
                            .entry(list.clone())
                            .or_default()
                            .starts
                            .insert(level, start);
                    }
                }
                part @ ("start" | "numFmt" | "lvlText" | "pStyle") => {
                    let Some(definition) = &definition else {
                        continue;
                    };
                    let own = &mut numbering.definitions.entry(definition.clone()).or_default()
                        [level as usize];
                    match part {
                        "start" => own.start = value().parse().unwrap_or(1),
                        "numFmt" => own.format = value(),
                        "lvlText" => own.text = value(),
                        _ => own.style = Some(value()),
                    }
                }
                _ => {}
            }
        }
    }

    /// Counts one paragraph of a list and says what stands in front of it; none for bullets and for what is no list.
    pub(super) fn next(
        &mut self,
        list: &str,
        level: Option<u8>,
        style: Option<&str>,
    ) -> Option<String> {
        let list = self.lists.get_mut(list)?;
        let levels = self.definitions.get(&list.definition)?;
        let of_style = || {
            levels
                .iter()
                .position(|level| style.is_some() && level.style.as_deref() == style)
        };
        let at = level
            .map(usize::from)
            .or_else(of_style)
            .unwrap_or(0)
            .min(LEVELS - 1);
        let counts = self.counts.entry(list.definition.clone()).or_default();
        if !std::mem::replace(&mut list.begun, true) {
            for (level, start) in &list.starts {
                counts[*level as usize] = Some(start.wrapping_sub(1));
            }
        }
        for above in 0..at {
            counts[above].get_or_insert(levels[above].start);
        }
        counts[at] = Some(counts[at].map_or(levels[at].start, |count| count.wrapping_add(1)));
        counts[at + 1..].fill(None);
        let own = &levels[at];
        if matches!(own.format.as_str(), "bullet" | "none") {
            return None;
        }
        let mut text = own.text.clone();
        for (place, level) in levels.iter().enumerate().take(at + 1) {
            text = text.replace(
                &format!("%{}", place + 1),
                &written(counts[place].unwrap_or(level.start), &level.format),
            );
        }
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }
}

/// A number in a format of 17.18.59; formats of other scripts are written as decimals.
fn written(number: u32, format: &str) -> String {
    match format {
        "decimalZero" => format!("{number:02}"),
        "lowerLetter" => letters(number, b'a'),
        "upperLetter" => letters(number, b'A'),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "bullet" | "none" => String::new(),
        _ => number.to_string(),
    }
}

/// a to z, then aa to zz, as Word counts.
fn letters(number: u32, first: u8) -> String {
    let Some(place) = number.checked_sub(1) else {
        return "0".to_owned();
    };
    let letter = char::from(first + (place % 26) as u8);
    std::iter::repeat_n(letter, (place / 26 + 1).min(30) as usize).collect()
}

fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number >= 4000 {
        return number.to_string();
    }
    let mut rest = number;
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            text.push_str(sign);
            rest -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbering() -> Numbering {
        let level = |place: u8, format: &str, text: &str, more: &str| {
            format!(
                r#"<w:lvl w:ilvl="{place}"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{text}"/>{more}</w:lvl>"#
            )
        };
        let xml = format!(
            r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">{}{}{}</w:abstractNum><w:abstractNum w:abstractNumId="1">{}</w:abstractNum>
            <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>
            <w:num w:numId="6"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
            <w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>"#,
            level(0, "decimal", "%1.", r#"<w:pStyle w:val="Clause"/>"#),
            level(1, "decimal", "%1.%2", r#"<w:pStyle w:val="Subclause"/>"#),
            level(2, "lowerLetter", "(%3)", ""),
            level(0, "bullet", "•", ""),
        );
        Numbering::parse(&xml).unwrap()
    }

    #[test]
    fn levels_count_within_the_one_above_and_lists_begin_anew_where_they_say() {
        let mut numbering = numbering();
        let mut next = |list: &str, level: u8| numbering.next(list, Some(level), None);
        let got: Vec<Option<String>> = [
            ("5", 0),
            ("5", 1),
            ("5", 1),
            ("5", 2),
            ("5", 2),
            ("5", 0),
            ("5", 1),
            ("7", 0),
            ("5", 2),
            ("6", 0),
            ("6", 1),
            ("5", 0),
            ("9", 0),
        ]
        .into_iter()
        .map(|(list, level)| next(list, level))
        .collect();
        let got: Vec<&str> = got
            .iter()
            .map(|label| label.as_deref().unwrap_or("-"))
            .collect();
        assert_eq!(
            got,
            [
                "1.", "1.1", "1.2", "(a)", "(b)", "2.", "2.1", "-", "(a)", "7.", "7.1", "8.", "-"
            ]
        );
    }

    #[test]
    fn a_style_says_its_level() {
        let mut numbering = numbering();
        let got: Vec<Option<String>> = ["Clause", "Subclause", "Subclause", "Clause"]
            .into_iter()
            .map(|style| numbering.next("5", None, Some(style)))
            .collect();
        assert_eq!(
            got.iter().flatten().collect::<Vec<_>>(),
            ["1.", "1.1", "1.2", "2."]
        );
    }

    #[test]
    fn numbers_are_written_in_their_format() {
        assert_eq!(written(4, "upperRoman"), "IV");
        assert_eq!(written(1994, "lowerRoman"), "mcmxciv");
        assert_eq!(
            (
                written(28, "lowerLetter"),
                written(3, "decimalZero"),
                written(0, "lowerLetter")
            ),
            ("bb".to_owned(), "03".to_owned(), "0".to_owned())
        );
    }
}
