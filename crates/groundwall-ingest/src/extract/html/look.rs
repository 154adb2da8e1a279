//! What a page says of the looks of one element.

use super::css::{Declaration, Sheet, declarations};
use super::values::{FAINT, Length, Paint, ROOT, color, is_nothing, is_off, length};
use groundwall_core::HiddenBy;
use scraper::ElementRef;
use scraper::node::Element;

/// What the styles of one element say of itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Own {
    /// Why it hides all that is in it.
    pub(super) gone: Option<HiddenBy>,
    pub(super) invisible: Option<bool>,
    pub(super) size: Option<Length>,
    pub(super) color: Option<Paint>,
    pub(super) ground: Option<Paint>,
    /// Whether it is taken out of the flow, and so stands on something that is not around it.
    pub(super) lifted: bool,
    /// Whether it is that, and may lie under what is around it.
    pub(super) under: bool,
    pub(super) positioned: bool,
}

impl Own {
    pub(super) fn says_something(&self) -> bool {
        let Self {
            gone,
            invisible,
            size,
            color,
            ground,
            lifted,
            under: _,
            positioned: _,
        } = self;
        gone.is_some()
            || invisible.is_some()
            || size.is_some()
            || color.is_some()
            || ground.is_some()
            || *lifted
    }
}

/// One declaration with what decides between several: importance, whether it stands in the element, specificity, order.
struct Weighed<'a> {
    weight: (bool, u8, u32, usize),
    sometimes: bool,
    declaration: &'a Declaration,
}

/// All that is said of an element, the strongest first.
struct Declared<'a>(Vec<Weighed<'a>>);

impl Declared<'_> {
    /// What holds of a property. What hides only at times does not hide: some readers see it.
    fn get(&self, property: &str, hides: impl Fn(&str) -> bool) -> Option<&str> {
        let all = self
            .0
            .iter()
            .filter(|said| said.declaration.property == property);
        all.filter(|said| !(said.sometimes && hides(&said.declaration.value)))
            .map(|said| said.declaration.value.as_str())
            .next()
    }

    fn is(&self, property: &str, value: &str) -> bool {
        self.get(property, |said| said == value) == Some(value)
    }

    fn has(&self, property: &str) -> bool {
        self.get(property, |_| false)
            .is_some_and(|value| value != "none")
    }

    /// A color; one that holds at times only is not known.
    fn color(&self, property: &str) -> Option<Paint> {
        let said = self
            .0
            .iter()
            .find(|said| said.declaration.property == property)?;
        match said.declaration.value.as_str() {
            "inherit" | "unset" => None,
            _ if said.sometimes => Some(Paint::Unknown),
            value => Some(color(value).unwrap_or(Paint::Unknown)),
        }
    }
}

/// What a page says of an element by its attributes and its kind: weaker than every rule.
fn hints(element: &Element) -> Vec<Declaration> {
    let mut css = String::new();
    let closed = element.name() == "dialog" && element.attr("open").is_none();
    if closed
        || element
            .attr("hidden")
            .is_some_and(|how| !how.eq_ignore_ascii_case("until-found"))
    {
        css.push_str("display:none;");
    }
    match element.name() {
        "a" if element.attr("href").is_some() => css.push_str("color:#0000ee;"),
        "mark" => css.push_str("color:#000;background:#ff0;"),
        "button" | "input" | "select" | "textarea" => {
            css.push_str("color:#000;background:var(--field);");
        }
        _ => {}
    }
    let colored = |css: &mut String, attribute: &str, property: &str| {
        if let Some(value) = element.attr(attribute).filter(|value| !value.contains(';')) {
            let bare = value.len() == 6 && value.chars().all(|c| c.is_ascii_hexdigit());
            css.push_str(&format!(
                "{property}:{}{value};",
                if bare { "#" } else { "" }
            ));
        }
    };
    colored(&mut css, "bgcolor", "background-color");
    match element.name() {
        "font" => colored(&mut css, "color", "color"),
        "body" => colored(&mut css, "text", "color"),
        _ => {}
    }
    if element.attr("background").is_some() {
        css.push_str("background-image:url();");
    }
    declarations(&css)
}

pub(super) fn own(element: ElementRef, sheet: &Sheet, candidates: &[usize]) -> Own {
    let hints = hints(element.value());
    let inline = element.attr("style").map(declarations).unwrap_or_default();
    let weigh = |declaration: &Declaration, kind: u8, specificity: u32, order: usize| {
        (declaration.important, kind, specificity, order)
    };
    let mut said: Vec<Weighed> = Vec::new();
    for (kind, own) in [(0, &hints), (2, &inline)] {
        said.extend(own.iter().enumerate().map(|(order, declaration)| Weighed {
            weight: weigh(declaration, kind, 0, order),
            sometimes: false,
            declaration,
        }));
    }
    for (order, rule) in candidates
        .iter()
        .map(|place| (*place, &sheet.rules[*place]))
    {
        if rule.selector.matches(&element) {
            said.extend(
                rule.declarations
                    .iter()
                    .enumerate()
                    .map(|(within, declaration)| Weighed {
                        weight: weigh(declaration, 1, rule.specificity, order * 1_000 + within),
                        sometimes: rule.sometimes,
                        declaration,
                    }),
            );
        }
    }
    if said.is_empty() {
        return Own::default();
    }
    said.sort_by_key(|one| std::cmp::Reverse(one.weight));
    looks(&Declared(said), sheet)
}

fn looks(said: &Declared, sheet: &Sheet) -> Own {
    let positioned = said
        .get("position", |_| false)
        .filter(|position| *position != "static");
    let lifted = matches!(positioned, Some("absolute" | "fixed"));
    let below = said
        .get("z-index", |_| false)
        .is_some_and(|place| place.starts_with('-'));
    let picture = said
        .get("background-image", |_| false)
        .is_some_and(|picture| picture != "none");
    let through_text = ["background-clip", "-webkit-background-clip"]
        .into_iter()
        .any(|clip| said.is(clip, "text"));
    let drawn_otherwise =
        through_text || said.has("text-shadow") || said.has("-webkit-text-stroke");
    let of_text = said
        .color("-webkit-text-fill-color")
        .or_else(|| said.color("color"));
    Own {
        gone: gone(said, sheet, positioned.is_some(), lifted),
        invisible: said
            .get("visibility", |value| matches!(value, "hidden" | "collapse"))
            .filter(|value| *value != "inherit")
            .map(|value| matches!(value, "hidden" | "collapse")),
        size: said
            .get("font-size", |value| {
                length(value).is_some_and(|size| size == Length::Pixels(0.0))
            })
            .map(|value| {
                let named = || {
                    if matches!(value, "smaller" | "larger" | "inherit") {
                        Length::Fonts(1.0)
                    } else {
                        Length::Pixels(ROOT)
                    }
                };
                length(value).unwrap_or_else(named)
            }),
        color: if drawn_otherwise {
            Some(Paint::Unknown)
        } else {
            of_text
        },
        ground: if picture && !through_text {
            Some(Paint::Unknown)
        } else {
            said.color("background-color")
        },
        lifted,
        under: positioned == Some("absolute") || (lifted && below),
        positioned: positioned.is_some(),
    }
}

/// Why an element hides all that is in it.
fn gone(said: &Declared, sheet: &Sheet, positioned: bool, lifted: bool) -> Option<HiddenBy> {
    let appears = sheet.animates && said.has("animation");
    if said.is("display", "none") || said.is("content-visibility", "hidden") {
        Some(HiddenBy::Mark)
    } else if !appears && is_faint(said) {
        Some(HiddenBy::Color)
    } else if is_moved_away(said, appears, positioned, lifted) {
        Some(HiddenBy::Place)
    } else if is_cut_away(said, appears, lifted) {
        Some(HiddenBy::Size)
    } else {
        None
    }
}

/// Whether nothing is left of its colors.
fn is_faint(said: &Declared) -> bool {
    let faint = |value: &str| {
        let share = value.strip_suffix('%').map_or_else(
            || value.parse(),
            |percent| percent.parse().map(|share: f32| share / 100.0),
        );
        share.is_ok_and(|opacity: f32| opacity <= FAINT)
    };
    let clear = |value: &str| {
        value
            .strip_prefix("opacity(")
            .is_some_and(|rest| faint(rest.trim_end_matches(')')))
    };
    said.get("opacity", faint).is_some_and(faint) || said.get("filter", clear).is_some_and(clear)
}

/// Whether it stands where nobody looks.
fn is_moved_away(said: &Declared, appears: bool, positioned: bool, lifted: bool) -> bool {
    let off = |property: &str, lifted: bool| {
        said.get(property, |value| is_off(value, lifted))
            .is_some_and(|value| is_off(value, lifted))
    };
    let moved = positioned
        && ["left", "top", "right", "bottom"]
            .into_iter()
            .any(|side| off(side, lifted));
    let closed = said.is("overflow", "hidden") || said.is("overflow", "clip");
    let pushed_out = |value: &str| {
        closed && matches!(length(value), Some(Length::Percent(percent)) if percent >= 100.0)
    };
    let indented =
        off("text-indent", false) || said.get("text-indent", pushed_out).is_some_and(pushed_out);
    let shifted = |value: &str| {
        let inside = value
            .split_once('(')
            .filter(|(name, _)| name.starts_with("translate"));
        inside.is_some_and(|(_, rest)| {
            rest.split([',', ')', ' '])
                .any(|part| is_off(part.trim(), true) && !part.contains('%'))
        })
    };
    let shifted_away = !appears && said.get("transform", shifted).is_some_and(shifted);
    moved || off("margin-left", false) || off("margin-top", false) || indented || shifted_away
}

/// Whether it is clipped, shrunk or closed until nothing is seen of it.
fn is_cut_away(said: &Declared, appears: bool, lifted: bool) -> bool {
    let shrunk = |value: &str| {
        matches!(
            value.replace(' ', "").as_str(),
            "scale(0)" | "scalex(0)" | "scaley(0)" | "scale(0,0)" | "scale3d(0,0,0)"
        )
    };
    let closed = said.is("overflow", "hidden") || said.is("overflow", "clip");
    let cut = |value: &str| {
        let plain = value.replace([' ', ','], "");
        [
            "rect(0000)",
            "rect(0px0px0px0px)",
            "rect(1px1px1px1px)",
            "rect(0001px)",
            "inset(50%)",
            "inset(100%)",
            "circle(0)",
            "circle(0px)",
            "polygon(000000)",
        ]
        .contains(&plain.as_str())
    };
    let clipped = (lifted && said.get("clip", cut).is_some_and(cut))
        || said.get("clip-path", cut).is_some_and(cut);
    let flat = |sides: [&str; 2]| {
        sides
            .into_iter()
            .any(|side| said.get(side, is_nothing).is_some_and(is_nothing))
    };
    let empty = closed && (flat(["height", "max-height"]) || flat(["width", "max-width"]));
    let shrunk_away = !appears && said.get("transform", shrunk).is_some_and(shrunk);
    clipped || empty || shrunk_away
}
