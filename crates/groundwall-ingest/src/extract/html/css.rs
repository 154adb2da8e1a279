//! The style sheets of a file: those rules that can hide text, or show it again.

use super::names::NAMES;
use crate::Limits;
use groundwall_core::Problem;
use scraper::Selector;
use scraper::node::Element;
use std::collections::HashMap;
use std::rc::Rc;

/// Rules of a file that say something of these properties, at most.
const RULES: usize = 20_000;
/// At-rules within one another.
const DEPTH: usize = 8;

/// What a rule or a style attribute says of one property, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) property: &'static str,
    pub(super) value: String,
    pub(super) important: bool,
}

/// Splits at a sign that stands outside of brackets and quotes.
fn split(text: &str, at: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0u32, None);
    for (place, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && at(c) => {
                parts.push(&text[start..place]);
                start = place + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Reads declarations; those of other properties are left out, and of shorthands the parts that matter are kept.
pub(super) fn declarations(text: &str) -> Vec<Declaration> {
    let mut read = Vec::new();
    for part in split(text, |c| c == ';') {
        let Some((property, value)) = part.split_once(':') else {
            continue;
        };
        let (property, value) = (property.trim().to_lowercase(), value.trim().to_lowercase());
        let (value, important) = match value.rsplit_once('!') {
            Some((value, "important")) => (value.trim_end().to_owned(), true),
            _ => (value, false),
        };
        let mut say = |property: &str, value: &str| {
            if let Some(property) = NAMES.css.property(property) {
                read.push(Declaration {
                    property,
                    value: value.to_owned(),
                    important,
                });
            }
        };
        match property.as_str() {
            "background" => background(&value, &mut say),
            "font" => {
                if let Some(size) = words(&value)
                    .map(|word| word.split('/').next().unwrap_or(word))
                    .filter(|word| word.parse::<f32>().is_err() || *word == "0")
                    .find(|word| super::values::length(word).is_some())
                {
                    say("font-size", size);
                }
            }
            "margin" => sides(&value, ["margin-top", "margin-left"], &mut say),
            "inset" => sides(&value, ["top", "left"], &mut say),
            "overflow-x" | "overflow-y" => say("overflow", &value),
            "animation-name" => say("animation", &value),
            "inset-inline-start" => say("left", &value),
            property => say(property, &value),
        }
    }
    read
}

/// The parts of a value that spaces part.
fn words(value: &str) -> impl Iterator<Item = &str> {
    split(value, char::is_whitespace)
        .into_iter()
        .filter(|word| !word.is_empty())
}

fn background(value: &str, say: &mut impl FnMut(&str, &str)) {
    let picture =
        value.contains("url(") || value.contains("gradient(") || value.contains("image-set(");
    say("background-image", if picture { "picture" } else { "none" });
    if value.contains("text") {
        say("background-clip", "text");
    }
    let color = words(value).find(|word| super::values::color(word).is_some());
    let named = words(value)
        .next()
        .filter(|word| word.chars().all(char::is_alphabetic) && *word != "none");
    say("background-color", color.or(named).unwrap_or("transparent"));
}

/// The upper and the left one of one to four sides.
fn sides(value: &str, [top, left]: [&str; 2], say: &mut impl FnMut(&str, &str)) {
    let sides: Vec<&str> = words(value).collect();
    let first = sides.first().copied().unwrap_or_default();
    say(top, first);
    let of_left = sides.get(3).or(sides.get(1)).copied();
    say(left, of_left.unwrap_or(first));
}

/// A rule with one selector.
pub(super) struct Rule {
    pub(super) selector: Selector,
    pub(super) specificity: u32,
    /// Whether it holds only at times: on some screens, on paper, while something is pointed at or chosen.
    pub(super) sometimes: bool,
    pub(super) declarations: Rc<Vec<Declaration>>,
}

/// The rules of all style sheets of a file, by what the elements that they are for must have.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) rules: Vec<Rule>,
    by_class: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
    by_nothing: Vec<usize>,
    /// Whether it moves something by key frames.
    pub(super) animates: bool,
    /// Whether more is said in files that are not here, or the colors of the page are left to the reader's own.
    pub(super) more_elsewhere: bool,
}

impl Sheet {
    /// Takes in the text of a style element.
    pub(super) fn add(&mut self, css: &str) -> Result<(), Problem> {
        self.more_elsewhere |= css.contains("@import") || css.contains("color-scheme");
        let mut plain = String::with_capacity(css.len());
        let mut rest = css;
        while let Some((before, after)) = rest.split_once("/*") {
            plain.push_str(before);
            rest = after.split_once("*/").map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        self.block(&plain, false, 0)
    }

    fn block(&mut self, css: &str, sometimes: bool, depth: usize) -> Result<(), Problem> {
        let mut rest = css;
        while let Some(open) = rest.find('{') {
            // What ends with a semicolon before the rule is another one, without a block.
            let prelude = rest[..open].rsplit(';').next().unwrap_or_default().trim();
            let body = &rest[open + 1..];
            let end = end_of_block(body);
            let inside = &body[..end];
            rest = body.get(end + 1..).unwrap_or_default();
            match prelude.strip_prefix('@').map(str::to_lowercase) {
                Some(at) if at.contains("keyframes") => self.animates = true,
                Some(at) if depth < DEPTH => {
                    let always = at.starts_with("layer")
                        || at.trim_end() == "media all"
                        || at.trim_end() == "media screen";
                    if NAMES.css.groups.open(&at) {
                        self.block(inside, sometimes || !always, depth + 1)?;
                    }
                }
                Some(_) => {}
                None => self.rule(prelude, inside, sometimes)?,
            }
        }
        Ok(())
    }

    fn rule(&mut self, selectors: &str, body: &str, sometimes: bool) -> Result<(), Problem> {
        let declarations = declarations(body);
        if declarations.is_empty() {
            return Ok(());
        }
        let declarations = Rc::new(declarations);
        for text in split(selectors, |c| c == ',').into_iter().map(str::trim) {
            let weight = specificity(text);
            self.one(text, weight, sometimes, &declarations)?;
            if let Some(opened) = without_opened(text) {
                self.one(&opened, weight, true, &declarations)?;
            }
        }
        Ok(())
    }

    /// A rule of one selector; one that cannot be read is left out.
    fn one(
        &mut self,
        text: &str,
        specificity: u32,
        sometimes: bool,
        declarations: &Rc<Vec<Declaration>>,
    ) -> Result<(), Problem> {
        let (selector, at_times) = match Selector::parse(text) {
            Ok(selector) if !has_state(text) => (selector, false),
            // What only some states have is taken for what elements have at times.
            _ => match Selector::parse(&without_states(text)) {
                Ok(selector)
                    if !text.contains("::")
                        && !text.contains(":before")
                        && !text.contains(":after") =>
                {
                    (selector, true)
                }
                _ => return Ok(()),
            },
        };
        if self.rules.len() >= RULES {
            return Err(Limits::over("style rules", RULES));
        }
        let place = self.rules.len();
        match key(text) {
            Key::Id(id) => self.by_id.entry(id).or_default().push(place),
            Key::Class(class) => self.by_class.entry(class).or_default().push(place),
            Key::Name(name) => self.by_name.entry(name).or_default().push(place),
            Key::Nothing => self.by_nothing.push(place),
        }
        self.rules.push(Rule {
            selector,
            specificity,
            sometimes: sometimes || at_times,
            declarations: Rc::clone(declarations),
        });
        Ok(())
    }

    /// Places of the rules that may be for an element.
    pub(super) fn candidates(&self, element: &Element) -> Vec<usize> {
        let of = |map: &HashMap<String, Vec<usize>>, key: &str| {
            map.get(key).cloned().unwrap_or_default()
        };
        let mut places = self.by_nothing.clone();
        places.extend(of(&self.by_name, element.name()));
        places.extend(element.id().into_iter().flat_map(|id| of(&self.by_id, id)));
        places.extend(
            element
                .classes()
                .flat_map(|class| of(&self.by_class, class)),
        );
        places
    }
}

/// Where the block that is open ends.
fn end_of_block(body: &str) -> usize {
    let (mut depth, mut quote) = (1u32, None);
    for (place, byte) in body.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{') => depth += 1,
            (None, b'}') => {
                depth -= 1;
                if depth == 0 {
                    return place;
                }
            }
            _ => {}
        }
    }
    body.len()
}

/// The selector without classes that an element has only when somebody opened or chose it; none where it names no such class.
fn without_opened(selector: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut kept = String::with_capacity(selector.len());
    let mut rest = selector;
    let mut any = false;
    while let Some(at) = rest.find('.') {
        let after = &rest[at + 1..];
        let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
        let (name, behind) = after.split_at(end);
        kept.push_str(&rest[..at]);
        if NAMES.css.opened.has(&name.to_lowercase()) {
            any = true;
            let alone = |c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~');
            let begins = kept.chars().next_back().is_none_or(alone);
            if begins && behind.chars().next().is_none_or(alone) {
                kept.push('*');
            }
        } else {
            kept.push('.');
            kept.push_str(name);
        }
        rest = behind;
    }
    kept.push_str(rest);
    any.then_some(kept)
}

fn has_state(selector: &str) -> bool {
    selector.split(':').skip(1).any(|after| {
        let end = after
            .find(|c: char| !(c.is_alphanumeric() || c == '-'))
            .unwrap_or(after.len());
        !NAMES.css.standing.has(&after[..end])
    })
}

/// The selector without its pseudo-classes.
fn without_states(selector: &str) -> String {
    let mut parts = selector.split(':');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part
            .find(|c: char| !(c.is_alphanumeric() || c == '-'))
            .unwrap_or(part.len());
        let mut rest = &part[end..];
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, after)| after);
        }
        kept.push_str(rest);
    }
    if kept.trim().is_empty() || kept.trim_end().ends_with(['>', '+', '~']) {
        kept.push('*');
    }
    kept
}

enum Key {
    Id(String),
    Class(String),
    Name(String),
    Nothing,
}

/// What an element must have for a selector to match it, by the last part of the selector.
fn key(selector: &str) -> Key {
    let last = split(selector, |c| {
        c.is_whitespace() || matches!(c, '>' | '+' | '~')
    })
    .pop()
    .unwrap_or_default();
    let plain = last.split([':', '[']).next().unwrap_or_default();
    if plain.contains(['\\', '*', '|']) {
        return Key::Nothing;
    }
    let part_after = |sign: char| {
        plain.split_once(sign).map(|(_, after)| {
            after
                .split(['.', '#'])
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    };
    if let Some(id) = part_after('#') {
        Key::Id(id)
    } else if let Some(class) = part_after('.') {
        Key::Class(class)
    } else if plain.is_empty() {
        Key::Nothing
    } else {
        Key::Name(plain.to_lowercase())
    }
}

/// Ids, then classes, attributes and pseudo-classes, then names (Selectors 4, 17), a thousand of one below one of the next.
fn specificity(selector: &str) -> u32 {
    let count = |signs: &[char]| {
        u32::try_from(selector.matches(signs).count())
            .unwrap_or(0)
            .min(999)
    };
    let names = split(selector, |c| {
        c.is_whitespace() || matches!(c, '>' | '+' | '~')
    });
    let named = names
        .iter()
        .filter(|part| part.starts_with(char::is_alphabetic))
        .count();
    count(&['#']) * 1_000_000
        + count(&['.', '[', ':']) * 1_000
        + u32::try_from(named).unwrap_or(0).min(999)
}
