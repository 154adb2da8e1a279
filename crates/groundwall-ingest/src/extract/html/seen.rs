//! What of a page is seen: the styles of its elements, as far as they hide text.

use super::css::Sheet;
use super::look::{Own, own};
use super::values::{Length, Paint, ROOT};
use crate::Limits;
use crate::extract::hidden::{Color, TINY};
use ego_tree::NodeId;
use groundwall_core::{HiddenBy, Problem};
use scraper::node::Element;
use scraper::{ElementRef, Html};
use std::collections::{HashMap, HashSet};

/// Elements looked at to match rules, at most.
const LOOKS: u64 = 300_000_000;

/// Folds within folds, at most.
const NESTED: usize = 4;

/// The ids of what a click on an element opens: those that it says it controls, and those that its script names.
fn opened_by(element: &Element) -> impl Iterator<Item = &str> {
    let attribute = |name: &str| element.attr(name).unwrap_or_default();
    let controls = ["aria-controls", "data-target", "data-bs-target"];
    let controls = controls.into_iter().flat_map(move |name| {
        let ids = attribute(name).split_whitespace();
        ids.map(|id| id.trim_start_matches('#'))
    });
    let toggles = ["data-toggle", "data-bs-toggle"]
        .into_iter()
        .any(|name| element.attr(name).is_some());
    let target = attribute("href")
        .strip_prefix('#')
        .filter(|id| toggles && !id.is_empty());
    // `toggle('answer-6')`: what stands between quotation marks.
    let script = attribute("onclick").split(['\'', '"']).skip(1).step_by(2);
    let script = script.map(|word| word.trim_start_matches('#'));
    controls.chain(target).chain(script)
}

fn has_words(element: ElementRef) -> bool {
    let letters = element.text().flat_map(str::chars);
    letters
        .filter(|letter| letter.is_alphabetic())
        .nth(1)
        .is_some()
}

/// What holds for the text of an open element.
#[derive(Debug, Clone, Copy)]
struct State {
    gone: Option<HiddenBy>,
    invisible: bool,
    pixels: f32,
    color: Paint,
    ground: Paint,
}

/// Says of each text whether it is seen, while a page is walked through.
pub(super) struct Seen {
    own: HashMap<NodeId, Own>,
    /// Elements in which something lies under the text that is not around it.
    over: HashSet<NodeId>,
    /// Whether there are pictures or grounds of another color than the page.
    colored: bool,
    open: Vec<State>,
}

impl Seen {
    /// Reads the styles of a page.
    ///
    /// # Errors
    /// `Unprocessable` where it has more rules for its elements than a page has.
    pub(super) fn of(html: &Html) -> Result<Self, Problem> {
        let mut sheet = Sheet::default();
        for element in html.tree.nodes().filter_map(ElementRef::wrap) {
            match element.value().name() {
                "style" => sheet.add(&element.text().collect::<String>())?,
                "link" => {
                    sheet.more_elsewhere |= element
                        .attr("rel")
                        .is_some_and(|rel| rel.to_lowercase().contains("stylesheet"));
                }
                "meta" => sheet.more_elsewhere |= element.attr("name") == Some("color-scheme"),
                _ => {}
            }
        }
        let page = if sheet.more_elsewhere {
            Paint::Unknown
        } else {
            Paint::Of(Color::WHITE)
        };
        let ink = if sheet.more_elsewhere {
            Paint::Unknown
        } else {
            Paint::Of(Color::BLACK)
        };
        let start = State {
            gone: None,
            invisible: false,
            pixels: ROOT,
            color: ink,
            ground: page,
        };
        let mut seen = Self {
            own: HashMap::new(),
            over: HashSet::new(),
            colored: false,
            open: vec![start],
        };
        seen.read(html, &sheet)?;
        for _ in 0..NESTED {
            if !seen.unfold(html) {
                break;
            }
        }
        Ok(seen)
    }

    /// Everything is seen.
    pub(super) fn everything() -> Self {
        Self {
            own: HashMap::new(),
            over: HashSet::new(),
            colored: false,
            open: Vec::new(),
        }
    }

    /// Reads what every element says of itself, and finds what may lie under texts that are not in it.
    fn read(&mut self, html: &Html, sheet: &Sheet) -> Result<(), Problem> {
        let (mut depth, mut left) = (0usize, LOOKS);
        let mut with_ground: HashSet<NodeId> = HashSet::new();
        for edge in html.tree.root().traverse() {
            let (node, opens) = match edge {
                ego_tree::iter::Edge::Open(node) => (node, true),
                ego_tree::iter::Edge::Close(node) => (node, false),
            };
            let Some(element) = ElementRef::wrap(node) else {
                continue;
            };
            if !opens {
                depth -= 1;
                continue;
            }
            depth += 1;
            let candidates = sheet.candidates(element.value());
            left = left
                .checked_sub((candidates.len() * depth) as u64)
                .ok_or_else(|| Limits::over("style rules for its elements", LOOKS))?;
            let own = own(element, sheet, &candidates);
            let media = matches!(
                element.value().name(),
                "img" | "video" | "canvas" | "svg" | "picture" | "object" | "embed"
            );
            let grounded = media
                || own.ground.is_some_and(|ground| match ground {
                    Paint::Of(color) => !color.same(Color::WHITE),
                    Paint::Clear => false,
                    Paint::Unknown => true,
                });
            if grounded {
                self.colored = true;
                node.ancestors()
                    .take_while(|above| with_ground.insert(above.id()))
                    .for_each(drop);
                with_ground.insert(node.id());
            }
            self.own.insert(node.id(), own);
        }
        self.find_under(html, &with_ground);
        self.own.retain(|_, own| own.says_something());
        Ok(())
    }

    /// Takes for seen what a seen control of the page opens, as the answers of a list of questions do. True where something was.
    fn unfold(&mut self, html: &Html) -> bool {
        let mut opens: HashSet<&str> = HashSet::new();
        for edge in html.tree.root().traverse() {
            match edge {
                ego_tree::iter::Edge::Open(node) => {
                    let Some(element) = ElementRef::wrap(node) else {
                        continue;
                    };
                    self.open(node.id());
                    let mut ids = opened_by(element.value()).peekable();
                    if ids.peek().is_some() && self.hides().is_none() && has_words(element) {
                        opens.extend(ids);
                    }
                }
                ego_tree::iter::Edge::Close(node) => {
                    if ElementRef::wrap(node).is_some() {
                        self.close();
                    }
                }
            }
        }
        let mut any = false;
        for element in html.tree.nodes().filter_map(ElementRef::wrap) {
            let opened = element.attr("id").is_some_and(|id| opens.contains(id));
            if let Some(own) = self.own.get_mut(&element.id()).filter(|_| opened)
                && own.gone == Some(HiddenBy::Mark)
            {
                own.gone = None;
                any = true;
            }
        }
        any
    }

    /// Marks the elements around those that may lie under them, up to the one by which these are placed.
    fn find_under(&mut self, html: &Html, with_ground: &HashSet<NodeId>) {
        for (id, _) in self
            .own
            .iter()
            .filter(|(id, own)| own.under && with_ground.contains(id))
        {
            let Some(node) = html.tree.get(*id) else {
                continue;
            };
            for above in node.ancestors() {
                let placed_by = self.own.get(&above.id()).is_some_and(|own| own.positioned);
                if !self.over.insert(above.id()) || placed_by {
                    break;
                }
            }
        }
    }

    pub(super) fn open(&mut self, id: NodeId) {
        let Some(outer) = self.open.last().copied() else {
            return;
        };
        let Own {
            gone,
            invisible,
            size,
            color,
            ground,
            lifted,
            ..
        } = self.own.get(&id).copied().unwrap_or_default();
        let pixels = match size {
            None => outer.pixels,
            Some(Length::Pixels(pixels)) => pixels,
            Some(Length::Fonts(times)) => outer.pixels * times,
            Some(Length::Roots(times)) => ROOT * times,
            Some(Length::Percent(percent)) => outer.pixels * percent / 100.0,
            Some(Length::Screen(percent)) => percent * ROOT,
        };
        let around = if self.over.contains(&id) || (lifted && self.colored) {
            Paint::Unknown
        } else {
            outer.ground
        };
        self.open.push(State {
            gone: outer.gone.or(gone),
            invisible: invisible.unwrap_or(outer.invisible),
            pixels,
            color: color.unwrap_or(outer.color),
            ground: match ground {
                None | Some(Paint::Clear) => around,
                Some(ground) => ground,
            },
        });
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Why a reader does not see text of the element that is open.
    pub(super) fn hides(&self) -> Option<HiddenBy> {
        let state = self.open.last()?;
        if state.gone.is_some() {
            return state.gone;
        }
        if state.invisible {
            return Some(HiddenBy::Mark);
        }
        if state.pixels * 0.75 < TINY {
            return Some(HiddenBy::Size);
        }
        match (state.color, state.ground) {
            (Paint::Clear, _) => Some(HiddenBy::Color),
            (Paint::Of(text), Paint::Of(ground)) if text.same(ground) => Some(HiddenBy::Color),
            _ => None,
        }
    }
}
