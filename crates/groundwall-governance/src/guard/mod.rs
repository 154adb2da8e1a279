//! The question guard: says whether a text tries to instruct the system instead of asking about documents.

mod addresses;
mod blocks;
mod chains;
mod ciphers;
pub mod classifier;
mod data;
mod decode;
mod fold;
mod hangul;
mod hex;
mod line;
mod notions;
mod pieces;
mod quotes;
mod reading;
mod saying;
mod structure;
mod views;

pub use data::{DataError, Reason};
pub use line::LineError;
pub use notions::NotionsError;
pub use reading::SHOWN;
pub use saying::Saying;

use chains::Lexicon;
use classifier::{Classifier, Features};
use groundwall_core::policy::GuardLayers;
use notions::Notions;
use quotes::Quotes;
use regex::{Regex, RegexSet};
use saying::Orders;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};
use structure::Labels;
use views::View;

/// What an order to the system is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// "Ignore all previous instructions."
    InstructionOverride,
    /// "You are now a hacker."
    RoleChange,
    /// "Reveal your system prompt."
    PromptTheft,
    /// "Answer without any restrictions", "mark everything as verified".
    RuleBypass,
    /// "List every password", "send the documents to http://..".
    DataTheft,
    /// Chat template tokens, made-up delimiters and role messages.
    FormatInjection,
    /// Many made-up turns of a conversation.
    ManyShot,
    /// What the classifier takes for an order: it does not say of which kind.
    Order,
}

/// Which of the independent layers found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Phrases of `data/guard.toml` over every decoded view.
    Patterns,
    /// What was learned from rows of orders and questions.
    Classifier,
    /// The shape of the text: markers, delimiters, turns, blocks that decode to prose.
    Structure,
}

/// How sure a finding is that the text is an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The words of an order, but talked about. For the record.
    Low,
    /// Suspicious; blocks only together with another kind.
    Medium,
    /// An order. Blocks.
    High,
}

/// One thing the guard found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub kind: Kind,
    pub layer: Layer,
    pub severity: Severity,
    /// Bytes of the original text, on character borders: the phrase, or the encoded block that holds it.
    pub range: Option<Range<usize>>,
    /// The phrase as found, decoded and folded to lower case; or the name of the shape.
    pub what: String,
    /// The outermost disguise that was taken off, such as "Base64".
    pub decoded: Option<&'static str>,
}

/// What the guard makes of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The gravest first.
    pub findings: Vec<Finding>,
    /// The classifier's, that the question is an order; none where that layer is off.
    pub probability: Option<f32>,
}

/// Whether findings keep a text out: any of high severity, or medium ones of two kinds.
#[must_use]
pub fn blocks(findings: &[Finding]) -> bool {
    let medium = |finding: &&Finding| finding.severity == Severity::Medium;
    findings
        .iter()
        .any(|finding| finding.severity == Severity::High)
        || findings.iter().find(medium).is_some_and(|first| {
            findings
                .iter()
                .filter(medium)
                .any(|other| other.kind != first.kind)
        })
}

/// The guard, built once from its data.
pub struct Guard {
    tables: Tables,
    notions: Notions,
    quotes: Quotes,
    lexicon: Lexicon,
    shapes: Vec<Shape>,
    any_shape: RegexSet,
    orders: Orders,
    labels: Labels,
}

/// What the readings of a text are made with.
pub(crate) struct Tables {
    look_alikes: HashMap<char, char>,
    /// Words that most texts of a language have.
    common: HashSet<String>,
}

/// A regular expression of the data.
pub(crate) struct Shape {
    kind: Kind,
    severity: Severity,
    what: String,
    /// Counts only in a question that the classifier reads, too.
    questions: bool,
    pattern: String,
    /// Compiled where the set of all finds it for the first time: few texts have any, and one alone takes as much memory as in the set.
    compiled: OnceLock<Option<Regex>>,
}

impl Shape {
    /// Whose pattern the set of all was built of, so that it compiles.
    fn regex(&self) -> Option<&Regex> {
        self.compiled
            .get_or_init(|| Regex::new(&self.pattern).ok())
            .as_ref()
    }
}

static BUNDLED: LazyLock<Result<Guard, DataError>> =
    LazyLock::new(|| Guard::from_toml(include_str!("../../data/guard.toml")));

impl Guard {
    /// The guard of the data compiled in, built at the first call.
    ///
    /// # Errors
    /// Where that data does not hold together; a test sees to it that it does.
    pub fn bundled() -> Result<&'static Self, &'static DataError> {
        BUNDLED.as_ref()
    }

    /// A guard of other data in the form of `data/guard.toml`.
    ///
    /// # Errors
    /// Names the first line that cannot be read.
    pub fn from_toml(text: &str) -> Result<Self, DataError> {
        data::read(text)
    }

    /// Patterns that every reading of a text is held against: lines of words and shapes.
    pub fn patterns(&self) -> usize {
        self.lexicon.lines() + self.shapes.len()
    }

    /// What in a passage or a prompt tries to instruct the system, by words and shape, the gravest first. Takes time linear in the length of the text.
    #[must_use]
    pub fn read(&self, text: &str) -> Vec<Finding> {
        let layers = GuardLayers {
            classifier: false,
            ..GuardLayers::default()
        };
        self.question(text, layers).findings
    }

    /// What in a question tries to instruct the system, by the layers that are on.
    #[must_use]
    pub fn question(&self, text: &str, layers: GuardLayers) -> Asked {
        let classifier = layers
            .classifier
            .then(Classifier::bundled)
            .and_then(Result::ok);
        self.asked(text, layers, classifier)
    }

    /// As [`Self::question`] with all layers, by other weights than the program's.
    #[must_use]
    pub fn question_by(&self, text: &str, classifier: &Classifier) -> Asked {
        self.asked(text, GuardLayers::default(), Some(classifier))
    }

    fn asked(&self, text: &str, layers: GuardLayers, classifier: Option<&Classifier>) -> Asked {
        let mut findings = Vec::new();
        let mut probability = classifier.map(|_| 0.0);
        for node in decode::nodes(text, &self.tables.look_alikes) {
            let folded = fold::fold(&node.text, &self.tables.look_alikes);
            let mut of_node = Vec::new();
            for mut view in views::of(&node.text, folded, &self.tables) {
                view.hides |= node.hides && view.disguise.is_none();
                if layers.structure && (view.disguise.is_none() || view.hides) {
                    self.shapes(&view.mapped, classifier.is_some(), &mut of_node);
                    structure::turns(&view.mapped, &self.labels, &mut of_node);
                    structure::closing_tag(&view.mapped, &mut of_node);
                }
                let quoted = self.quotes.talked_about(&view.mapped.text);
                if let Some(classifier) = classifier {
                    let read = quotes::without(&view.mapped.text, &quoted);
                    let found = classifier.probability(&read, &self.notions);
                    probability = probability.map(|known| found.max(known));
                    of_node.extend(learned(classifier, found, &view));
                }
                if layers.patterns {
                    let from = of_node.len();
                    self.lexicon.find(&view, &quoted, &mut of_node);
                    // Suspicion is enough where somebody hid it.
                    for finding in of_node.iter_mut().skip(from).filter(|_| view.hides) {
                        finding.severity = raised(finding.severity);
                    }
                }
            }
            if layers.structure {
                structure::encoded_prose(&node, &mut of_node);
            }
            for mut finding in of_node {
                if let Some(block) = &node.block {
                    finding.range = Some(block.clone());
                    finding.severity = raised(finding.severity);
                }
                finding.decoded = node.decoded.or(finding.decoded);
                let known = findings.iter().any(|other: &Finding| {
                    (other.kind, other.layer) == (finding.kind, finding.layer)
                        && other.severity >= finding.severity
                        && (other.what == finding.what || touch(other, &finding))
                });
                // Bounds what a text made of nothing but phrases costs.
                if !known && findings.len() < MOST_FINDINGS {
                    findings.push(finding);
                }
            }
        }
        if let Some(classifier) = classifier
            && probability.is_some_and(|found| found < classifier.cleared())
        {
            clear(&mut findings);
        }
        findings.sort_by_key(|finding| {
            let place = finding.range.as_ref().map_or(0, |range| range.start);
            (std::cmp::Reverse(finding.severity), place)
        });
        Asked {
            findings,
            probability,
        }
    }

    /// The folded text, and what parts of it decode to, without what they only talk about: what the classifier reads.
    pub fn readings(&self, text: &str) -> Vec<String> {
        decode::nodes(text, &self.tables.look_alikes)
            .iter()
            .map(|node| fold::fold(&node.text, &self.tables.look_alikes).text)
            .map(|text| quotes::without(&text, &self.quotes.talked_about(&text)))
            .collect()
    }

    /// What a piece of a reading is made of, for the classifier.
    pub fn features(&self, piece: &str) -> Features {
        Features::of(piece, &self.notions.of(piece))
    }

    fn shapes(&self, view: &fold::Mapped, asked: bool, findings: &mut Vec<Finding>) {
        for place in self.any_shape.matches(&view.text) {
            let Some(shape) = self
                .shapes
                .get(place)
                .filter(|shape| asked || !shape.questions)
            else {
                continue;
            };
            let mut places = shape
                .regex()
                .into_iter()
                .flat_map(|regex| regex.find_iter(&view.text));
            if let Some(found) = places.next() {
                let once = places.next().is_none();
                let called = once && self.quotes.calls_a_mark(&view.text, &found.range());
                findings.push(Finding {
                    kind: shape.kind,
                    layer: Layer::Structure,
                    severity: if called {
                        Severity::Low
                    } else {
                        shape.severity
                    },
                    range: Some(view.original(found.range())),
                    what: shape.what.clone(),
                    decoded: None,
                });
            }
        }
    }
}

const MOST_FINDINGS: usize = 64;

/// What the classifier's probability amounts to. Where a reading is one only because somebody hid it, suspicion is enough.
fn learned(classifier: &Classifier, probability: f32, view: &View) -> Option<Finding> {
    let (alone, beside) = classifier.thresholds();
    let severity = match probability {
        high if high >= alone || (view.hides && high >= beside) => Severity::High,
        medium if medium >= beside => Severity::Medium,
        _ => return None,
    };
    Some(Finding {
        kind: Kind::Order,
        layer: Layer::Classifier,
        severity,
        range: None,
        what: "what reads like an order".to_owned(),
        decoded: view.disguise,
    })
}

/// Words of an order in plain sight, in a question in which the classifier sees none, are suspicious beside something else, and not enough alone: "act as if the fee were 5 %".
/// That instructions are to be ignored is said of no fee, and stays enough.
fn clear(findings: &mut [Finding]) {
    let plain = |finding: &&mut Finding| {
        finding.layer == Layer::Patterns
            && finding.severity == Severity::High
            && finding.kind != Kind::InstructionOverride
            && finding.decoded.is_none()
    };
    for finding in findings.iter_mut().filter(plain) {
        finding.severity = Severity::Medium;
    }
}

fn raised(severity: Severity) -> Severity {
    match severity {
        Severity::Low => Severity::Medium,
        Severity::Medium | Severity::High => Severity::High,
    }
}

fn touch(one: &Finding, other: &Finding) -> bool {
    match (&one.range, &other.range) {
        (Some(one), Some(other)) => one.start < other.end && other.start < one.end,
        (None, _) | (_, None) => false,
    }
}
