//! The data file, read and checked.

use super::chains::{Lexicon, LexiconBuilder, Line};
use super::line::{self, LineError, Step};
use super::notions::{Notions, NotionsError};
use super::quotes::{Quotes, Words};
use super::saying::Orders;
use super::structure::Labels;
use super::{Guard, Kind, Layer, Severity, Shape, Tables, fold};
use aho_corasick::BuildError;
use regex::{Regex, RegexSet};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::OnceLock;
use toml::Spanned;

/// A line of the guard's data that cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
#[error("line {line} of the guard's data: {reason}; correct it and build again")]
pub struct DataError {
    /// From 1.
    pub line: usize,
    #[source]
    pub reason: Reason,
}

/// Why a line of the guard's data cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Reason {
    #[error("{}", .0.message())]
    Toml(#[source] toml::de::Error),
    #[error("the key is one character")]
    NoCharacter,
    #[error("`{0}` is there twice")]
    Twice(char),
    #[error("{0}")]
    Line(#[from] LineError),
    #[error("{0}")]
    Expression(#[from] regex::Error),
    #[error("{0}")]
    Automaton(#[from] BuildError),
    #[error("data/guard/concepts.toml: {0}")]
    Notions(#[source] NotionsError),
}

type ByLanguage = BTreeMap<String, Vec<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    look_alikes: BTreeMap<Spanned<String>, String>,
    common: BTreeMap<String, Vec<String>>,
    leads: ByLanguage,
    frames: Frames,
    quotes: Words,
    classes: BTreeMap<String, ByLanguage>,
    rules: Vec<Rule>,
    regexes: Vec<Expression>,
    saying: Orders,
    labels: RawLabels,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frames {
    before: ByLanguage,
    after: ByLanguage,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    kind: Kind,
    language: Spanned<String>,
    severity: Severity,
    #[serde(default = "patterns")]
    layer: Layer,
    #[serde(default)]
    start: bool,
    #[serde(default)]
    asks: bool,
    lines: Vec<Spanned<String>>,
}

fn patterns() -> Layer {
    Layer::Patterns
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expression {
    kind: Kind,
    severity: Severity,
    what: String,
    #[serde(default)]
    questions: bool,
    pattern: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLabels {
    system: Vec<String>,
    user: Vec<String>,
    assistant: Vec<String>,
    question: Vec<String>,
    answer: Vec<String>,
}

/// A text whose lines errors name.
struct Source<'a>(&'a str);

impl Source<'_> {
    fn error(&self, span: Range<usize>, reason: impl Into<Reason>) -> DataError {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        DataError {
            line: before.matches('\n').count() + 1,
            reason: reason.into(),
        }
    }
}

pub(super) fn read(text: &str) -> Result<Guard, DataError> {
    let source = Source(text);
    let file: File = toml::from_str(text)
        .map_err(|error| source.error(error.span().unwrap_or(0..0), Reason::Toml(error)))?;
    let File {
        look_alikes,
        common,
        leads,
        frames,
        quotes,
        classes,
        rules,
        regexes,
        saying,
        labels,
    } = file;
    let look_alikes = table(&source, &look_alikes)?;
    let folded = |form: &str| fold::fold(&fold::clean(form), &look_alikes).text;
    let lexicon = lexicon(&source, &folded, leads, frames, &classes, rules)?;
    let notions = Notions::read(include_str!("../../data/guard/concepts.toml"), &folded)
        .map_err(|reason| source.error(0..0, Reason::Notions(reason)))?;
    let quotes = Quotes::new(&quotes, &folded).map_err(|reason| source.error(0..0, reason))?;
    let (shapes, any_shape) = shapes(&source, regexes)?;
    let of = |names: Vec<String>| names.iter().map(|name| folded(name)).collect();
    let labels = Labels {
        system: of(labels.system),
        user: of(labels.user),
        assistant: of(labels.assistant),
        question: of(labels.question),
        answer: of(labels.answer),
    };
    let orders = saying.folded(&folded);
    Ok(Guard {
        tables: Tables {
            common: common.into_values().flatten().collect(),
            look_alikes,
        },
        notions,
        quotes,
        lexicon,
        shapes,
        any_shape,
        orders,
        labels,
    })
}

fn table(
    source: &Source<'_>,
    raw: &BTreeMap<Spanned<String>, String>,
) -> Result<HashMap<char, char>, DataError> {
    let mut table = HashMap::new();
    for (plain, alike) in raw {
        let mut chars = plain.get_ref().chars();
        let (Some(to), None) = (chars.next(), chars.next()) else {
            return Err(source.error(plain.span(), Reason::NoCharacter));
        };
        for from in alike.chars() {
            if from == to || table.insert(from, to).is_some() {
                return Err(source.error(plain.span(), Reason::Twice(from)));
            }
        }
    }
    Ok(table)
}

type Classes = BTreeMap<String, BTreeMap<String, Vec<String>>>;

fn written(source: &Source<'_>, raw: &BTreeMap<String, ByLanguage>) -> Result<Classes, DataError> {
    let mut classes = Classes::new();
    for (language, named) in raw {
        for (name, forms) in named {
            let all = all_forms(source, forms)?;
            classes
                .entry(language.clone())
                .or_default()
                .insert(name.clone(), all);
        }
    }
    Ok(classes)
}

fn all_forms(source: &Source<'_>, forms: &[Spanned<String>]) -> Result<Vec<String>, DataError> {
    let mut all = Vec::new();
    for form in forms {
        all.extend(
            line::expand(form.get_ref(), &|_| None)
                .map_err(|reason| source.error(form.span(), reason))?,
        );
    }
    Ok(all)
}

fn lexicon(
    source: &Source<'_>,
    folded: &dyn Fn(&str) -> String,
    leads: ByLanguage,
    frames: Frames,
    raw_classes: &BTreeMap<String, ByLanguage>,
    rules: Vec<Rule>,
) -> Result<Lexicon, DataError> {
    let mut builder = LexiconBuilder::default();
    for (sort, languages) in [
        ("leads", leads),
        ("before", frames.before),
        ("after", frames.after),
    ] {
        for (language, forms) in languages {
            let forms = all_forms(source, &forms)?;
            builder.class(&format!("{language}:{sort}"), &forms, folded);
        }
    }
    let classes = written(source, raw_classes)?;
    for (number, rule) in rules.into_iter().enumerate() {
        let language = rule.language.get_ref().as_str();
        let find = |name: &str| {
            [language, "any"].iter().find_map(|place| {
                let forms = classes.get(*place)?.get(name)?;
                Some((format!("{place}/{name}"), forms.clone()))
            })
        };
        for raw in &rule.lines {
            let items = line::parse(raw.get_ref(), &|name| find(name).map(|found| found.1))
                .map_err(|reason| source.error(raw.span(), reason))?;
            let mut steps = Vec::new();
            for item in items {
                let class = match item.step {
                    Step::Class(name) => {
                        let (key, forms) = find(&name).ok_or_else(|| {
                            source.error(raw.span(), LineError::NoClass(name.clone()))
                        })?;
                        builder.class(&key, &forms, folded)
                    }
                    Step::Forms(forms) => builder.class(&forms.join("|"), &forms, folded),
                };
                steps.push((item.gap, class));
            }
            builder.line(Line {
                rule: number,
                kind: rule.kind,
                layer: rule.layer,
                severity: rule.severity,
                start: rule.start,
                asks: rule.asks,
                leads: builder.known(&format!("{language}:leads")),
                before: builder.known(&format!("{language}:before")),
                after: builder.known(&format!("{language}:after")),
                steps,
            });
        }
    }
    // What the automaton is built in takes its place.
    drop(classes);
    builder.build().map_err(|reason| source.error(0..0, reason))
}

fn shapes(source: &Source<'_>, raw: Vec<Expression>) -> Result<(Vec<Shape>, RegexSet), DataError> {
    let set = RegexSet::new(raw.iter().map(|expression| expression.pattern.get_ref()));
    let set = set.map_err(|error| {
        let alone = raw.iter().find_map(|expression| {
            let wrong = Regex::new(expression.pattern.get_ref()).err()?;
            Some(source.error(expression.pattern.span(), wrong))
        });
        alone.unwrap_or_else(|| source.error(0..0, error))
    })?;
    let shape = |expression: Expression| Shape {
        kind: expression.kind,
        severity: expression.severity,
        what: expression.what,
        questions: expression.questions,
        pattern: expression.pattern.into_inner(),
        compiled: OnceLock::new(),
    };
    Ok((raw.into_iter().map(shape).collect(), set))
}
