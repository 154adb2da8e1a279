//! Chains of words with bounded gaps, found by one Aho-Corasick pass over a view.

use super::views::View;
use super::{Finding, Kind, Layer, Severity};
use aho_corasick::{AhoCorasick, BuildError};
use std::collections::HashMap;
use std::ops::Range;

type Class = usize;

/// Letters from the start of a word up to which the automaton keeps a row of all bytes for each state. The library keeps three while it builds and two after; one takes
/// less memory and is as fast here.
const DENSE: usize = 1;
/// No more of a word is looked at, so that a text of one word costs no more than others.
const LONGEST_WORD: usize = 100;

/// One line of a rule.
pub(super) struct Line {
    /// Lines of one rule tell the same: one finding of them a view.
    pub(super) rule: usize,
    pub(super) kind: Kind,
    pub(super) layer: Layer,
    pub(super) severity: Severity,
    pub(super) start: bool,
    pub(super) asks: bool,
    pub(super) leads: Option<Class>,
    pub(super) before: Option<Class>,
    pub(super) after: Option<Class>,
    /// Gap before the step in characters, and its class.
    pub(super) steps: Vec<(usize, Class)>,
}

struct Form {
    /// The word may go on after it.
    open: bool,
    classes: Box<[Class]>,
}

/// The words of every class and the lines over them.
pub(super) struct Lexicon {
    words: AhoCorasick,
    forms: Vec<Form>,
    lines: Vec<Line>,
    /// Lines by the class of their first step.
    by_first: HashMap<Class, Vec<usize>>,
}

/// Collects classes and lines.
#[derive(Default)]
pub(super) struct LexiconBuilder {
    classes: HashMap<String, Class>,
    forms: HashMap<(String, bool), Vec<Class>>,
    lines: Vec<Line>,
}

impl LexiconBuilder {
    /// The class of that key, its forms added at the first call.
    pub(super) fn class(
        &mut self,
        key: &str,
        forms: &[String],
        folded: &dyn Fn(&str) -> String,
    ) -> Class {
        if let Some(&class) = self.classes.get(key) {
            return class;
        }
        let class = self.classes.len();
        self.classes.insert(key.to_owned(), class);
        for form in forms {
            let (body, open) = form
                .strip_suffix('*')
                .map_or((form.as_str(), false), |body| (body, true));
            let classes = self.forms.entry((folded(body), open)).or_default();
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        class
    }

    pub(super) fn known(&self, key: &str) -> Option<Class> {
        self.classes.get(key).copied()
    }

    pub(super) fn line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// # Errors
    /// Where the automaton cannot be built.
    pub(super) fn build(self) -> Result<Lexicon, BuildError> {
        drop(self.classes);
        let mut forms: Vec<_> = self.forms.into_iter().collect();
        forms.sort();
        let words = AhoCorasick::builder()
            .dense_depth(DENSE)
            .build(forms.iter().map(|((text, _), _)| text.as_str()))?;
        let mut by_first: HashMap<Class, Vec<usize>> = HashMap::new();
        for (place, line) in self.lines.iter().enumerate() {
            if let Some(&(_, first)) = line.steps.first() {
                by_first.entry(first).or_default().push(place);
            }
        }
        Ok(Lexicon {
            words,
            forms: forms
                .into_iter()
                .map(|((_, open), classes)| Form {
                    open,
                    classes: classes.into_boxed_slice(),
                })
                .collect(),
            lines: self.lines,
            by_first,
        })
    }
}

/// Words of a view by class, each list in order of its starts.
type Hits = HashMap<Class, Vec<Range<usize>>>;

impl Lexicon {
    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Adds what the lines find in a view, one finding a rule; what is quoted is only talked about.
    pub(super) fn find(&self, view: &View, quoted: &[Range<usize>], findings: &mut Vec<Finding>) {
        let hits = self.hits(view);
        let breaks = Breaks::of(&view.mapped.text);
        let mut candidates: Vec<usize> = hits
            .keys()
            .filter_map(|class| self.by_first.get(class))
            .flatten()
            .copied()
            .collect();
        candidates.sort_unstable();
        let mut done: Option<usize> = None;
        for line in candidates.iter().filter_map(|place| self.lines.get(*place)) {
            if done == Some(line.rule) {
                continue;
            }
            let Some((found, talked_about)) = line.find(view, &hits, &breaks, quoted) else {
                continue;
            };
            if !talked_about {
                done = Some(line.rule);
            }
            findings.push(Finding {
                kind: line.kind,
                layer: line.layer,
                severity: if talked_about {
                    Severity::Low
                } else {
                    line.severity
                },
                range: Some(view.mapped.original(found.clone())),
                what: view.mapped.text.get(found).unwrap_or_default().to_owned(),
                decoded: view.disguise,
            });
        }
    }

    fn hits(&self, view: &View) -> Hits {
        let text = &view.mapped.text;
        let mut hits = Hits::new();
        for found in self.words.find_overlapping_iter(text) {
            let Some(form) = self.forms.get(found.pattern().as_usize()) else {
                continue;
            };
            let mut range = found.range();
            if !view.loose && !stands_alone(text, &range, form.open) {
                continue;
            }
            if form.open {
                range.end += rest_of_word(text, &range);
            }
            for class in &form.classes {
                hits.entry(*class).or_default().push(range.clone());
            }
        }
        for list in hits.values_mut() {
            list.sort_unstable_by_key(|range| (range.start, range.end));
        }
        hits
    }
}

/// Whether letters that are written with spaces between words neither precede nor follow.
pub(super) fn stands_alone(text: &str, range: &Range<usize>, open: bool) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c < '\u{1100}' && c.is_alphanumeric());
    let inside = text.get(range.clone()).unwrap_or_default();
    let before = text
        .get(..range.start)
        .and_then(|before| before.chars().next_back());
    let after = text.get(range.end..).and_then(|after| after.chars().next());
    !(letter(inside.chars().next()) && letter(before))
        && (open || !(letter(inside.chars().next_back()) && letter(after)))
}

/// How many bytes of the word come after a form that may go on; of an address, all of it.
fn rest_of_word(text: &str, range: &Range<usize>) -> usize {
    let address = text
        .get(range.clone())
        .is_some_and(|form| form.contains("//") || form.ends_with('.'));
    text.get(range.end..)
        .unwrap_or_default()
        .char_indices()
        .take(LONGEST_WORD)
        .take_while(|(_, c)| {
            (*c < '\u{1100}' && c.is_alphanumeric())
                || (address && c.is_ascii_punctuation() && *c != ')')
        })
        .last()
        .map_or(0, |(at, c)| at + c.len_utf8())
}

impl Line {
    /// The first place where the steps follow each other, and whether it is only talked about there. A place that is an order comes before one that is talked about.
    fn find(
        &self,
        view: &View,
        hits: &Hits,
        breaks: &Breaks,
        quoted: &[Range<usize>],
    ) -> Option<(Range<usize>, bool)> {
        let text = &view.mapped.text;
        let mut steps = self.steps.iter();
        let (_, first) = steps.next()?;
        // End of what was found so far, and where it began; in order of ends.
        let mut reached: Vec<(usize, usize)> = hits
            .get(first)?
            .iter()
            .filter(|hit| !self.start || view.loose || self.starts(text, hit.start, hits))
            .map(|hit| (hit.end, hit.start))
            .collect();
        for (gap, class) in steps {
            reached.sort_unstable();
            let mut further = Vec::new();
            for hit in hits.get(class)? {
                let before = reached.partition_point(|(end, _)| *end <= hit.start);
                let Some(&(end, start)) = before.checked_sub(1).and_then(|last| reached.get(last))
                else {
                    continue;
                };
                let between = text.get(end..hit.start).unwrap_or_default();
                // No character has more than four bytes.
                if between.len() <= 4 * gap
                    && between.chars().count() <= *gap
                    && !breaks.sentence_between(end, hit.start)
                {
                    further.push((hit.end, start));
                }
            }
            reached = further;
        }
        let places = || reached.iter().map(|(end, start)| *start..*end);
        let within =
            |place: &Range<usize>| quoted.iter().any(|quoted| quoted.contains(&place.start));
        places()
            .find(|place| !within(place) && !self.talked_about(text, place, hits, breaks))
            .map(|place| (place, false))
            .or_else(|| places().next().map(|place| (place, true)))
    }

    /// Whether an imperative may begin there: at the start of a clause, or after a word that leads to one.
    fn starts(&self, text: &str, at: usize, hits: &Hits) -> bool {
        let before = text.get(..at).unwrap_or_default();
        let trimmed = before.trim_end();
        let Some(last) = trimmed.chars().next_back() else {
            return true;
        };
        if trimmed.len() < before.len() && before.ends_with('\n') {
            return true;
        }
        let hyphen = last == '-' && trimmed.len() == before.len();
        (!last.is_alphanumeric() && !hyphen && last != '%')
            || self.leads.is_some_and(|leads| {
                hits.get(&leads).is_some_and(|hits| {
                    // Leads are short: look back no further.
                    let from = hits.partition_point(|hit| hit.start + 40 < trimmed.len());
                    hits.iter()
                        .skip(from)
                        .take_while(|hit| hit.start < trimmed.len())
                        .any(|hit| hit.end == trimmed.len())
                })
            })
    }

    fn talked_about(&self, text: &str, place: &Range<usize>, hits: &Hits, breaks: &Breaks) -> bool {
        let quoted = text
            .get(..place.start)
            .is_some_and(|before| before.ends_with(['"', '\'']));
        if self.asks && !quoted {
            return false;
        }
        let list = |class: Option<Class>| class.and_then(|class| hits.get(&class));
        let before = list(self.before).is_some_and(|frames| {
            let until = frames.partition_point(|frame| frame.start < place.start);
            until
                .checked_sub(1)
                .and_then(|last| frames.get(last))
                .is_some_and(|frame| {
                    let between = text.get(frame.end..place.start);
                    between.is_some_and(|between| {
                        !breaks.clause_between(frame.end, place.start)
                            && !between.split_whitespace().any(|word| word == "you")
                    })
                })
        });
        before
            || list(self.after).is_some_and(|frames| {
                // The last character may belong to both; a quote mark may part them.
                let from = frames.partition_point(|frame| frame.start + 4 < place.end);
                frames
                    .get(from)
                    .is_some_and(|frame| frame.start <= place.end + 4)
            })
    }
}

/// Where sentences and clauses end.
struct Breaks {
    sentences: Vec<usize>,
    clauses: Vec<usize>,
}

impl Breaks {
    fn of(text: &str) -> Self {
        let (mut sentences, mut clauses) = (Vec::new(), Vec::new());
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            let ends = match c {
                '!' | '?' | '。' => true,
                '.' | '\n' => {
                    next.is_none_or(char::is_whitespace) && (c == '.' || next == Some('\n'))
                }
                _ => false,
            };
            if ends {
                sentences.push(at);
            }
            if ends || matches!(c, ',' | ';' | ':' | '、' | '(' | ')') {
                clauses.push(at);
            }
        }
        Self { sentences, clauses }
    }

    fn sentence_between(&self, from: usize, to: usize) -> bool {
        between(&self.sentences, from, to)
    }

    fn clause_between(&self, from: usize, to: usize) -> bool {
        between(&self.clauses, from, to)
    }
}

fn between(list: &[usize], from: usize, to: usize) -> bool {
    let first = list.partition_point(|at| *at < from);
    list.get(first).is_some_and(|at| *at < to)
}
