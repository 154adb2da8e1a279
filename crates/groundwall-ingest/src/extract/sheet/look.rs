//! How a cell of an XLSX workbook looks, as far as that hides it: its font, its fill and its number format (ECMA-376 part 1, 18.8).

use crate::extract::hidden::{Color, TINY};
use calamine::{Data, Fill, FillPattern, Style};
use groundwall_core::HiddenBy;

/// Why nobody sees a value of a style: one above zero, one below, a zero, a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    positive: Option<HiddenBy>,
    negative: Option<HiddenBy>,
    zero: Option<HiddenBy>,
    text: Option<HiddenBy>,
}

/// What a workbook says of a style where the cells do not say it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Grounds {
    /// Some fills run from one color to another; a cell without a plain fill may have one of them.
    pub(super) gradients: bool,
}

/// One part of a number format.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    blank: bool,
    color: Option<Color>,
    /// Whether it says how text is shown.
    of_text: bool,
}

impl Look {
    pub(super) fn of(style: &Style, grounds: Grounds) -> Self {
        let font = style.font.as_ref();
        if font
            .and_then(|font| font.size)
            .is_some_and(|size| size as f32 <= TINY)
        {
            let by = Some(HiddenBy::Size);
            return Self {
                positive: by,
                negative: by,
                zero: by,
                text: by,
            };
        }
        let ground = ground(style.fill.as_ref(), grounds);
        let own = font.and_then(|font| font.color).map(color);
        let by = |part: Part| {
            let same = part
                .color
                .or(own)
                .zip(ground)
                .is_some_and(|(text, ground)| text.same(ground));
            match (part.blank, same) {
                (true, _) => Some(HiddenBy::Mark),
                (false, true) => Some(HiddenBy::Color),
                (false, false) => None,
            }
        };
        let code = style.number_format.as_ref();
        let [positive, negative, zero, text] = parts(code.map_or("", |code| &code.format_code));
        // Many workbooks leave zeros out; only who hides the other numbers too hides a zero.
        let zero = Part {
            blank: zero.blank && positive.blank,
            ..zero
        };
        Self {
            positive: by(positive),
            negative: by(negative),
            zero: by(zero),
            text: by(text),
        }
    }

    /// Why nobody sees a value; errors and truth values are shown whatever the format.
    pub(super) fn hides(self, value: &Data) -> Option<HiddenBy> {
        let number = |number: f64| match number {
            number if number > 0.0 => self.positive,
            number if number < 0.0 => self.negative,
            _ => self.zero,
        };
        match value {
            Data::Int(whole) => number(*whole as f64),
            Data::Float(value) => number(*value),
            Data::DateTime(moment) => number(moment.as_f64()),
            Data::String(_) | Data::DateTimeIso(_) | Data::DurationIso(_) => self.text,
            Data::Bool(_) | Data::Error(_) => self.text.filter(|by| *by != HiddenBy::Mark),
            Data::Empty => None,
        }
    }
}

fn color(color: calamine::Color) -> Color {
    Color([color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0))
}

/// What lies under the text of a cell; none where it is not plain.
fn ground(fill: Option<&Fill>, grounds: Grounds) -> Option<Color> {
    match fill.map(|fill| (&fill.pattern, fill.foreground_color)) {
        None | Some((FillPattern::None, _)) => (!grounds.gradients).then_some(Color::WHITE),
        Some((FillPattern::Solid, Some(fill))) => Some(color(fill)),
        Some(_) => None,
    }
}

/// What a number format says of numbers above zero, below zero, zeros and texts. One with conditions is taken to show everything.
fn parts(code: &str) -> [Part; 4] {
    let Some(read) = read(code) else {
        return [Part::default(); 4];
    };
    let number = |place: usize| read.get(place).copied().unwrap_or_default();
    let text = read.last().filter(|last| read.len() > 3 || last.of_text);
    let text = text.copied().unwrap_or(Part {
        blank: false,
        ..number(0)
    });
    let first = number(0);
    match read.len() {
        0 | 1 => [first, first, first, text],
        // Programs differ over what an empty part for negative numbers at the end shows.
        2 => [
            first,
            Part {
                blank: first.blank && number(1).blank,
                ..number(1)
            },
            first,
            text,
        ],
        _ => [first, number(1), number(2), text],
    }
}

/// The parts of a format; none where one has a condition.
fn read(code: &str) -> Option<Vec<Part>> {
    let empty = Part {
        blank: true,
        ..Part::default()
    };
    let mut parts = vec![empty];
    let mut signs = code.chars();
    while let Some(sign) = signs.next() {
        let last = parts.last_mut()?;
        let shows = |text: &str| !text.trim().is_empty();
        match sign {
            ';' => parts.push(empty),
            '"' => {
                let text: String = signs.by_ref().take_while(|sign| *sign != '"').collect();
                last.blank &= !shows(&text);
            }
            '\\' => last.blank &= signs.next().is_none_or(char::is_whitespace),
            // The room of a sign, and a sign that fills the cell.
            '_' | '*' => drop(signs.next()),
            '[' => {
                let inside: String = signs.by_ref().take_while(|sign| *sign != ']').collect();
                match inside.chars().next() {
                    Some('<' | '>' | '=') => return None,
                    Some('$') => last.blank = false,
                    _ if inside.len() < 3 => last.blank = false,
                    _ => last.color = named(&inside),
                }
            }
            '@' => (last.blank, last.of_text) = (false, true),
            other => last.blank &= other.is_whitespace(),
        }
    }
    // Nothing said is the usual format.
    (code.trim() != "").then_some(parts)
}

/// A color that formats name.
fn named(name: &str) -> Option<Color> {
    let digits = match name.to_ascii_lowercase().as_str() {
        "black" => "000000",
        "blue" => "0000ff",
        "cyan" => "00ffff",
        "green" => "00ff00",
        "magenta" => "ff00ff",
        "red" => "ff0000",
        "white" => "ffffff",
        "yellow" => "ffff00",
        _ => return None,
    };
    Color::hex(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of a number above zero, one below, a zero and a text a format does not show.
    fn blank(code: &str) -> [bool; 4] {
        parts(code).map(|part| part.blank)
    }

    #[test]
    fn formats_that_show_nothing() {
        for (code, expected) in [
            ("", [false; 4]),
            ("General", [false; 4]),
            (";;;", [true; 4]),
            (" ; ;_-; \"\" ", [true; 4]),
            ("**;**;**;**", [true; 4]),
            (";;", [true, true, true, false]),
            (";;@", [true, true, false, false]),
            ("0;;;@", [false, true, true, false]),
            ("#,##0;-#,##0", [false; 4]),
            ("0;", [false; 4]),
            (";", [true, true, true, false]),
            ("[>5];;;", [false; 4]),
            ("[$€-407];[h];\\x;\"no\"", [false; 4]),
        ] {
            assert_eq!(blank(code), expected, "{code}");
        }
    }

    #[test]
    fn colors_that_formats_name() {
        let colors = parts("[White]0;[Red]0").map(|part| part.color);
        assert_eq!(colors[0], Some(Color::WHITE));
        assert_eq!(colors[1], Color::hex("ff0000"));
        assert_eq!(parts("[Color 3]0")[0].color, None);
    }
}
