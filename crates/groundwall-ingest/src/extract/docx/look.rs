//! How a run of text looks, as far as that hides it (ECMA-376 part 1, 17.3.2).

use crate::extract::attribute;
use crate::extract::hidden::{Color, TINY};
use groundwall_core::HiddenBy;
use quick_xml::events::BytesStart;

/// A color that is said somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tone {
    Of(Color),
    /// A pattern, a picture or an effect: text on it, or in it, is taken to be seen.
    Unknown,
}

/// What is said of a run; none where nothing is said.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    pub(super) vanish: Option<bool>,
    text: Option<Tone>,
    ground: Option<Tone>,
    highlight: Option<Tone>,
    half_points: Option<f32>,
}

fn is_on(element: &BytesStart) -> bool {
    !matches!(
        attribute(element, "val").as_deref(),
        Some("0" | "false" | "off")
    )
}

impl Look {
    /// Takes over what one property says.
    pub(super) fn read(&mut self, element: &BytesStart) {
        match element.local_name().as_ref() {
            "vanish" => self.vanish = Some(is_on(element)),
            "color" => {
                self.text = match attribute(element, "val").as_deref() {
                    Some("auto") => None,
                    Some(digits) => Some(Color::hex(digits).map_or(Tone::Unknown, Tone::Of)),
                    None => Some(Tone::Unknown),
                }
            }
            "textFill" => self.text = Some(Tone::Unknown),
            "outline" | "shadow" | "emboss" | "imprint" if is_on(element) => {
                self.text = Some(Tone::Unknown);
            }
            "sz" => self.half_points = attribute(element, "val").and_then(|size| size.parse().ok()),
            "shd" => self.ground = shading(element),
            "highlight" => {
                self.highlight = attribute(element, "val").and_then(|name| highlight(&name));
            }
            _ => {}
        }
    }

    /// What is said here, and where nothing is, by `base`.
    pub(super) fn over(self, base: Self) -> Self {
        Self {
            vanish: self.vanish.or(base.vanish),
            text: self.text.or(base.text),
            ground: self.ground.or(base.ground),
            highlight: self.highlight.or(base.highlight),
            half_points: self.half_points.or(base.half_points),
        }
    }

    /// What lies directly under the text, where it is said.
    pub(super) fn ground(&self) -> Option<Tone> {
        self.highlight.or(self.ground)
    }

    /// Why nobody sees text that looks so on a ground.
    pub(super) fn hides(&self, ground: Tone) -> Option<HiddenBy> {
        if self.vanish == Some(true) {
            return Some(HiddenBy::Mark);
        }
        if self.half_points.is_some_and(|size| size / 2.0 <= TINY) {
            return Some(HiddenBy::Size);
        }
        match (self.text, ground) {
            (Some(Tone::Of(text)), Tone::Of(ground)) if text.same(ground) => Some(HiddenBy::Color),
            _ => None,
        }
    }
}

/// The ground that a shading gives; none where it gives none.
pub(super) fn shading(element: &BytesStart) -> Option<Tone> {
    let of = |name: &str| attribute(element, name);
    let color = match of("val").as_deref() {
        None | Some("clear" | "nil") => of("fill"),
        Some("solid") => of("color"),
        Some(_) => return Some(Tone::Unknown),
    };
    match color.as_deref() {
        Some("auto") | None if of("themeFill").is_none() => None,
        Some(digits) => Some(Color::hex(digits).map_or(Tone::Unknown, Tone::Of)),
        None => Some(Tone::Unknown),
    }
}

fn highlight(name: &str) -> Option<Tone> {
    let digits = match name {
        "none" => return None,
        "black" => "000000",
        "blue" => "0000ff",
        "cyan" => "00ffff",
        "green" => "00ff00",
        "magenta" => "ff00ff",
        "red" => "ff0000",
        "yellow" => "ffff00",
        "white" => "ffffff",
        "darkBlue" => "000080",
        "darkCyan" => "008080",
        "darkGreen" => "008000",
        "darkMagenta" => "800080",
        "darkRed" => "800000",
        "darkYellow" => "808000",
        "darkGray" => "808080",
        "lightGray" => "c0c0c0",
        _ => return Some(Tone::Unknown),
    };
    Color::hex(digits).map(Tone::Of)
}
