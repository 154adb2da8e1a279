//! Values of CSS, as far as they hide text.

use crate::extract::hidden::Color;

/// A color, or what is known of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    Of(Color),
    /// Nothing is drawn.
    Clear,
    /// A picture, a gradient, half-clear or not told: text on it, or in it, is taken to be seen.
    Unknown,
}

/// Colors that have names and are those of pages and grounds; others are not known.
const NAMES: [(&str, &str); 25] = [
    ("white", "ffffff"),
    ("black", "000000"),
    ("red", "ff0000"),
    ("lime", "00ff00"),
    ("green", "008000"),
    ("blue", "0000ff"),
    ("navy", "000080"),
    ("yellow", "ffff00"),
    ("gray", "808080"),
    ("grey", "808080"),
    ("silver", "c0c0c0"),
    ("maroon", "800000"),
    ("purple", "800080"),
    ("fuchsia", "ff00ff"),
    ("magenta", "ff00ff"),
    ("aqua", "00ffff"),
    ("cyan", "00ffff"),
    ("teal", "008080"),
    ("olive", "808000"),
    ("orange", "ffa500"),
    ("snow", "fffafa"),
    ("ivory", "fffff0"),
    ("ghostwhite", "f8f8ff"),
    ("whitesmoke", "f5f5f5"),
    ("mintcream", "f5fffa"),
];

/// A part of a color: a number up to `whole`, or a percentage; from 0 to 1.
fn share(part: &str, whole: f32) -> Option<f32> {
    let value = match part.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f32>().ok()? / 100.0,
        None => part.parse::<f32>().ok()? / whole,
    };
    Some(value.clamp(0.0, 1.0))
}

/// Red, green and blue of hue (in degrees), saturation and lightness (CSS Color 4, 7.1).
fn of_hsl(hue: f32, saturation: f32, lightness: f32) -> Color {
    let part = |n: f32| {
        let k = (n + hue / 30.0).rem_euclid(12.0);
        lightness
            - saturation * lightness.min(1.0 - lightness) * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    };
    Color([part(0.0), part(8.0), part(4.0)])
}

fn of_function(value: &str) -> Option<Paint> {
    let (name, rest) = value.split_once('(')?;
    let parts: Vec<&str> = rest
        .trim_end_matches(')')
        .split([',', ' ', '/', '\t', '\n'])
        .filter(|part| !part.is_empty())
        .collect();
    let opacity = parts.get(3).map_or(Some(1.0), |part| share(part, 1.0))?;
    if opacity <= FAINT {
        return Some(Paint::Clear);
    }
    if opacity < 1.0 {
        return Some(Paint::Unknown);
    }
    let color = match name.trim() {
        "rgb" | "rgba" => Color([
            share(parts.first()?, 255.0)?,
            share(parts.get(1)?, 255.0)?,
            share(parts.get(2)?, 255.0)?,
        ]),
        "hsl" | "hsla" => {
            let hue = parts.first()?.trim_end_matches("deg").parse().ok()?;
            of_hsl(
                hue,
                share(parts.get(1)?, 100.0)?,
                share(parts.get(2)?, 100.0)?,
            )
        }
        _ => return Some(Paint::Unknown),
    };
    Some(Paint::Of(color))
}

/// So little opacity is none.
pub(super) const FAINT: f32 = 0.05;

/// A color in lower case; none where the value is no color.
pub(super) fn color(value: &str) -> Option<Paint> {
    if let Some(digits) = value.strip_prefix('#') {
        return match digits.len() {
            4 | 8 if digits.is_ascii() => {
                let (rest, opacity) = digits.split_at(digits.len() / 4 * 3);
                match u8::from_str_radix(opacity, 16).ok()? {
                    0 => Some(Paint::Clear),
                    15 if opacity.len() == 1 => Color::hex(rest).map(Paint::Of),
                    255 => Color::hex(rest).map(Paint::Of),
                    _ => Some(Paint::Unknown),
                }
            }
            _ => Color::hex(digits).map(Paint::Of),
        };
    }
    match value {
        "transparent" => return Some(Paint::Clear),
        "currentcolor" | "canvas" | "canvastext" => return Some(Paint::Unknown),
        _ => {}
    }
    if let Some((_, digits)) = NAMES.iter().find(|(name, _)| *name == value) {
        return Color::hex(digits).map(Paint::Of);
    }
    value
        .contains('(')
        .then(|| of_function(value).unwrap_or(Paint::Unknown))
}

/// A length in pixels, or as a share of what is around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Length {
    Pixels(f32),
    /// Times the size of the font.
    Fonts(f32),
    /// Times the size of the font of the page.
    Roots(f32),
    /// Percent of the box or the font around it.
    Percent(f32),
    /// Percent of the screen.
    Screen(f32),
}

pub(super) fn length(value: &str) -> Option<Length> {
    let end = value
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')))
        .unwrap_or(value.len());
    let number: f32 = value[..end].parse().ok()?;
    Some(match &value[end..] {
        "px" => Length::Pixels(number),
        "" if number == 0.0 => Length::Pixels(0.0),
        "pt" => Length::Pixels(number / 0.75),
        "in" => Length::Pixels(number * 96.0),
        "cm" => Length::Pixels(number * 96.0 / 2.54),
        "mm" => Length::Pixels(number * 9.6 / 2.54),
        "em" | "ex" | "ch" => Length::Fonts(number),
        "rem" => Length::Roots(number),
        "%" => Length::Percent(number),
        "vw" | "vh" | "vmin" | "vmax" => Length::Screen(number),
        _ => return None,
    })
}

/// Size of the font of a page, in pixels.
pub(super) const ROOT: f32 = 16.0;

/// Whether something that is moved by so much is far off the screen. Shares of what is around it, and places to the right and below, count for what is
/// `lifted` out of the flow.
pub(super) fn is_off(value: &str, lifted: bool) -> bool {
    let (pixels, percent) = match length(value) {
        Some(Length::Pixels(pixels)) => (pixels, 0.0),
        Some(Length::Fonts(times) | Length::Roots(times)) => (times * ROOT, 0.0),
        Some(Length::Percent(percent) | Length::Screen(percent)) => (0.0, percent),
        None => return false,
    };
    pixels <= -900.0 || (lifted && (pixels >= 5_000.0 || percent <= -100.0 || percent >= 500.0))
}

/// Whether a box of this width or height holds no text: at most a pixel.
pub(super) fn is_nothing(value: &str) -> bool {
    match length(value) {
        Some(Length::Pixels(pixels)) => (0.0..=1.0).contains(&pixels),
        Some(
            Length::Fonts(share)
            | Length::Roots(share)
            | Length::Percent(share)
            | Length::Screen(share),
        ) => share == 0.0,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_every_way_of_writing_them() {
        for white in [
            "#fff",
            "#ffffff",
            "#ffff",
            "#ffffffff",
            "white",
            "rgb(255, 255, 255)",
            "rgb(100% 100% 100%)",
            "rgba(255,255,255,1)",
            "hsl(0, 0%, 100%)",
        ] {
            assert!(
                matches!(color(white), Some(Paint::Of(read)) if read.same(Color::WHITE)),
                "{white}"
            );
        }
        for clear in [
            "transparent",
            "#0000",
            "#12345600",
            "rgba(0,0,0,0)",
            "rgb(0 0 0 / 0%)",
            "hsla(0,0%,0%,.01)",
        ] {
            assert_eq!(color(clear), Some(Paint::Clear), "{clear}");
        }
        for unknown in [
            "var(--ink)",
            "rgba(255,255,255,.5)",
            "currentcolor",
            "color-mix(in srgb, red, blue)",
        ] {
            assert_eq!(color(unknown), Some(Paint::Unknown), "{unknown}");
        }
        assert_eq!(
            (color("solid"), color("#xyz"), color("#é")),
            (None, None, None)
        );
        let Some(Paint::Of(blue)) = color("hsl(240, 100%, 50%)") else {
            panic!("a color")
        };
        assert!(blue.same(Color::hex("0000ff").unwrap()));
    }

    #[test]
    fn what_is_far_off_and_what_is_nothing() {
        assert!(
            is_off("-9999px", false)
                && is_off("-100em", false)
                && is_off("-100vw", true)
                && is_off("99999px", true)
        );
        assert!(
            !is_off("-20px", false)
                && !is_off("9999px", false)
                && !is_off("-100%", false)
                && !is_off("auto", true)
                && !is_off("-50%", true)
        );
        assert!(is_nothing("0") && is_nothing("1px") && !is_nothing("2px") && !is_nothing("100%"));
    }
}
