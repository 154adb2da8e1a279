//! The words of a claim or a sentence, with the ways to read each.

use super::MOST_OF_TOPIC;
use crate::language::{KOREAN, Stem, Stems};
use crate::{Text, date, number};
use groundwall_core::policy::Tolerances;
use groundwall_text::korean::{Clause, Ending, Reading, Role, is_korean, readings, syllables};
use groundwall_text::words::fold;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A word with the ways to read it.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) readings: Vec<Reading>,
    pub(super) value: Option<Value>,
    /// Whether a comma stands behind it.
    pub(super) pause: bool,
    /// Whether a colon stands behind it.
    pub(super) colon: bool,
    /// Whether it is a verb that is denied: "하지 않는다".
    pub(super) denied: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    Number(number::Number),
    Date(date::Date),
}

impl Value {
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => {
                number::comparable(one, other)
                    && number::fit(one, other, &Tolerances::default()) == number::Fit::Equal
            }
            (Self::Date(one), Self::Date(other)) => date::same(one, other),
            (Self::Number(_), Self::Date(_)) | (Self::Date(_), Self::Number(_)) => false,
        }
    }
}

/// Stands for a value in a word.
const VALUE: char = '\u{e000}';

impl Word {
    pub(super) fn is(&self, words: &Stems) -> bool {
        self.readings.iter().any(|reading| words.has(&reading.stem))
    }

    /// Whether both are the same value, or none.
    pub(super) fn has_value_of(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Whether it may be another word in another form.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let stems = |reading: &Reading| reading.stem.clone();
        let others: Vec<String> = other.readings.iter().map(stems).collect();
        self.readings
            .iter()
            .any(|reading| others.contains(&reading.stem))
    }

    /// Whether a folded name or heading has it, as a noun.
    pub(super) fn is_named_in(&self, headed: &str) -> bool {
        self.value.is_none()
            && self.readings.iter().any(|reading| {
                let noun = matches!(reading.ending, Ending::Noun(..));
                let long = reading.stem.is_ascii() || syllables(&reading.stem) > 1;
                noun && long && headed.contains(&reading.stem)
            })
    }

    pub(super) fn has(&self, of: impl Fn(Ending) -> bool) -> bool {
        self.readings.iter().any(|reading| of(reading.ending))
    }

    /// Whether a verb is bound to what follows it: it describes a noun, or says when, whether, why or how.
    pub(super) fn is_bound(&self) -> bool {
        self.readings.iter().any(|reading| {
            let bound = matches!(
                reading.ending,
                Ending::Verb {
                    clause: Clause::If
                        | Clause::While
                        | Clause::Now
                        | Clause::Then
                        | Clause::Will
                        | Clause::Once
                        | Clause::Told
                        | Clause::Whether
                        | Clause::SoThat
                        | Clause::Must
                        | Clause::Even
                        | Clause::Because,
                    ..
                }
            );
            bound
                && (syllables(&reading.stem) == 1 || KOREAN.retold.verbs.ends(&reading.stem))
                && !self.is_noun_with_particle()
        })
    }

    /// Whether it is rather a noun of two syllables and more with a particle: "보증금을", "회사는".
    pub(super) fn is_noun_with_particle(&self) -> bool {
        self.readings.iter().any(|reading| {
            let noun = matches!(reading.ending, Ending::Noun(role, _) if role != Role::Bare);
            let long = syllables(&reading.stem) > 1 || self.value.is_some();
            noun && long && !KOREAN.retold.verbs.ends(&reading.stem)
        })
    }

    /// Whether it says what the sentence is about.
    pub(super) fn is_topic(&self) -> bool {
        let noun = self.has(|ending| matches!(ending, Ending::Noun(Role::Topic, _)));
        noun && !self.describes()
    }

    pub(super) fn is_subject(&self) -> bool {
        self.is_topic() || self.has(|ending| matches!(ending, Ending::Noun(Role::Subject, _)))
    }

    /// Whether it says what something is: "3억 원이며", "본부장이고".
    pub(super) fn is_what_something_is(&self) -> bool {
        self.value.is_some() || self.ends_in(&KOREAN.retold.being)
    }

    /// Whether it ends in one of these; the last reading is the word as it stands.
    pub(super) fn ends_in(&self, endings: &Stems) -> bool {
        self.readings
            .last()
            .is_some_and(|whole| endings.ends(&whole.stem))
    }

    /// The word with another verb behind its noun of two syllables and more, where it has the first.
    pub(super) fn with_verb(&self, verb: &Stem, other: &Stem) -> Option<Self> {
        let readings = self.readings.iter().filter_map(|reading| {
            let noun = reading.stem.strip_suffix(&verb.0)?;
            let stem = format!("{noun}{}", other.0);
            let ending = reading.ending;
            (syllables(noun) > 1).then_some(Reading { stem, ending })
        });
        let readings: Vec<Reading> = readings.collect();
        (!readings.is_empty()).then(|| Self {
            readings,
            ..self.clone()
        })
    }

    /// Whether it is a value or has digits.
    pub(super) fn is_figure(&self) -> bool {
        let digits = |reading: &Reading| reading.stem.contains(|c: char| c.is_ascii_digit());
        self.value.is_some() || self.readings.last().is_some_and(digits)
    }

    /// Whether it is a verb before its noun: "신청하는".
    fn describes(&self) -> bool {
        self.readings.iter().any(|reading| {
            let before_noun = matches!(
                reading.ending,
                Ending::Verb {
                    clause: Clause::Now,
                    ..
                }
            );
            before_noun && KOREAN.retold.verbs.ends(&reading.stem)
        })
    }
}

static HEADED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[\s*#>\-•·○●□■◦▪]*(?:제\d+[조장절항](?:의\d+)?\s*)*(?:[\(\[【][^)\]】]*[\)\]】])?[\s*]*(?:[①-⑳]|\d{1,2}[.)]\s|[가-하][.)]\s)?[\s*]*",
    )
    .expect("a test reads it")
});
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\(\s*이하[^()]*\)|\[[\d,\s]+\]|\*\*|__").expect("a test reads it")
});

/// A sentence without its number, its heading and the short name that it gives something.
pub(super) fn sentence_alone(sentence: &str) -> String {
    let rest = HEADED.replace(sentence, "");
    let rest = if rest.trim().is_empty() {
        sentence
    } else {
        &rest
    };
    NAMED.replace_all(rest, "").into_owned()
}

/// The words of a text, values as one each.
pub(super) fn told(text: &Text) -> Vec<Word> {
    let text: Text = NAMED.replace_all(text, "").into_owned().into();
    let mut values: Vec<(Range<usize>, Value)> = text
        .numbers()
        .iter()
        .map(|number| (number.range.clone(), Value::Number(number.clone())))
        .chain(
            text.dates()
                .iter()
                .map(|date| (date.range.clone(), Value::Date(date.clone()))),
        )
        // "1학기" is a word.
        .filter(|(range, _)| {
            let digit = text[range.clone()].ends_with(|c: char| c.is_ascii_digit());
            !(digit
                && text[range.end..].starts_with(|c: char| is_korean(c.encode_utf8(&mut [0; 4]))))
        })
        .collect();
    values.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let (mut plain, mut kept, mut end) = (String::new(), Vec::new(), 0);
    for (range, value) in values {
        if range.start >= end {
            plain.push_str(&text[end..range.start]);
            plain.push(' ');
            plain.push(VALUE);
            end = range.end;
            kept.push(value);
        }
    }
    plain.push_str(&text[end..]);
    for (one, other) in &KOREAN.retold.behind_values {
        let behind = |words: &str| format!("{VALUE} {words}");
        plain = plain.replace(&behind(one), &behind(other));
    }
    let plain = from_to(&plain, &mut kept);
    let mut kept = kept.into_iter();
    let words = plain.split_inclusive(parts).filter_map(|word| {
        let colon = word.ends_with(':');
        let word = word.trim_end_matches(parts);
        let pause = word.ends_with([',', ';']);
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != VALUE);
        let value = word.contains(VALUE).then(|| kept.next()).flatten();
        (!word.is_empty()).then(|| Word {
            readings: readings(&fold(word)),
            value,
            pause,
            colon,
            denied: false,
        })
    });
    denials(words)
}

/// Whether a sign stands between two words.
fn parts(c: char) -> bool {
    c.is_whitespace() || matches!(c, '·' | '(' | ')' | '/' | ':' | '~')
}

static FROM_TO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!("{VALUE} ?(?:이상|부터) +{VALUE} ?(?:이하|까지)")).expect("a test reads it")
});

/// "19세 이상 34세 이하" as "19세부터 34세까지".
fn from_to(plain: &str, values: &mut [Value]) -> String {
    for range in FROM_TO.find_iter(plain) {
        let before = plain[..range.start()].matches(VALUE).count();
        for value in values.iter_mut().skip(before).take(2) {
            if let Value::Number(number) = value {
                number.bound = number::Bound::Exact;
            }
        }
    }
    let told = format!("{VALUE}부터 {VALUE}까지");
    FROM_TO.replace_all(plain, told.as_str()).into_owned()
}

/// Words with "하지 않는다" as one.
fn denials(words: impl Iterator<Item = Word>) -> Vec<Word> {
    let mut told: Vec<Word> = Vec::new();
    for word in words {
        let denied = told.last().and_then(|verb| denied(verb, &word));
        match (denied, told.last_mut()) {
            (Some(denied), Some(last)) => *last = denied,
            (None, _) | (_, None) => told.push(word),
        }
    }
    told
}

/// The verb before "않다", denied, with the ending of that.
fn denied(verb: &Word, word: &Word) -> Option<Word> {
    let stems = verb.readings.iter().filter(|reading| {
        let before = matches!(
            reading.ending,
            Ending::Verb {
                clause: Clause::Not,
                ..
            }
        );
        before
    });
    let stems: Vec<&String> = stems.map(|reading| &reading.stem).collect();
    let denies = &KOREAN.retold.denying;
    let readings: Vec<Reading> = word
        .readings
        .iter()
        .filter(|reading| denies.has(&reading.stem))
        .flat_map(|reading| {
            stems.iter().map(|stem| Reading {
                stem: (*stem).clone(),
                ending: reading.ending,
            })
        })
        .collect();
    (!readings.is_empty()).then(|| Word {
        readings,
        denied: !verb.denied,
        ..word.clone()
    })
}

/// A claim without "약관에 따르면".
pub(super) fn without_source(mut words: Vec<Word>) -> Vec<Word> {
    let telling = |word: &Word| {
        let told = word.has(|ending| {
            matches!(
                ending,
                Ending::Verb {
                    clause: Clause::If,
                    ..
                }
            )
        });
        told && word.is(&KOREAN.retold.according)
    };
    let end = words.iter().take(MOST_OF_TOPIC).position(telling);
    words.drain(..end.map_or(0, |end| end + 1));
    let filling = |word: &Word| word.is(&KOREAN.retold.filling);
    while words.first().is_some_and(filling) {
        words.remove(0);
    }
    words
}
