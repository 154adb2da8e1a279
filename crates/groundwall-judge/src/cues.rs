//! Function words that turn what a sentence says.

use crate::reading::Reading;

const NEGATION: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "nobody",
    "nothing",
    "neither",
    "nor",
    "without",
    "cannot",
    "can't",
    "won't",
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "hasn't",
    "haven't",
    "hadn't",
    "couldn't",
    "wouldn't",
    "shouldn't",
    "mustn't",
    "fails",
    "failed",
    "fail",
    "lacks",
    "lacked",
    "lack",
    "nowhere",
    "hardly",
    "rarely",
    "seldom",
    "refused",
    "denied",
    "unable",
    "prohibited",
    "forbidden",
    "banned",
    "excluded",
];
const UNIVERSAL: &[&str] = &[
    "all",
    "every",
    "always",
    "only",
    "never",
    "none",
    "no",
    "each",
    "entirely",
    "any",
    "everyone",
    "nobody",
    "both",
    "whole",
    "solely",
    "exclusively",
    "must",
];
const EXISTENTIAL: &[&str] = &[
    "some",
    "sometimes",
    "several",
    "few",
    "many",
    "most",
    "often",
    "usually",
    "mostly",
    "partly",
    "part",
    "certain",
    "occasionally",
    "half",
];
const OBLIGATION: &[&str] = &[
    "must",
    "shall",
    "required",
    "requires",
    "require",
    "need",
    "needs",
    "needed",
    "mandatory",
    "obliged",
    "should",
    "compulsory",
    "necessary",
];
const PERMISSION: &[&str] = &[
    "may",
    "can",
    "allowed",
    "permitted",
    "free",
    "optional",
    "voluntary",
    "able",
    "could",
    "might",
    "possible",
    "allows",
    "permits",
];
const CONDITION: &[&str] = &[
    "unless",
    "except",
    "if",
    "until",
    "only",
    "provided",
    "otherwise",
    "apart",
    "besides",
    "excluding",
    "when",
    "where",
    "but",
    "however",
    "although",
    "though",
    "instead",
    "rather",
    "despite",
];
const HEDGE: &[&str] = &[
    "probably",
    "perhaps",
    "likely",
    "reportedly",
    "allegedly",
    "may",
    "might",
    "could",
    "possibly",
    "suggests",
    "believed",
    "expected",
    "planned",
    "plans",
    "intends",
    "proposed",
    "will",
    "would",
];

/// Pairs of which one excludes the other where the rest is the same.
const OPPOSITES: &[(&str, &str)] = &[
    ("before", "after"),
    ("above", "below"),
    ("over", "under"),
    ("up", "down"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("first", "last"),
    ("earlier", "later"),
    ("with", "without"),
    ("in", "out"),
    ("into", "from"),
    ("to", "from"),
    ("inside", "outside"),
    ("all", "some"),
    ("always", "sometimes"),
    ("both", "neither"),
    ("until", "from"),
    ("until", "since"),
    ("since", "until"),
    ("must", "may"),
    ("north", "south"),
    ("east", "west"),
    ("left", "right"),
    ("front", "back"),
    ("upper", "lower"),
    ("max", "min"),
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("longest", "shortest"),
    ("oldest", "youngest"),
    ("higher", "lower"),
    ("longer", "shorter"),
    ("larger", "smaller"),
    ("bigger", "smaller"),
    ("faster", "slower"),
    ("older", "younger"),
    ("older", "newer"),
    ("cheaper", "dearer"),
    ("next", "previous"),
    ("following", "preceding"),
    ("him", "her"),
    ("he", "she"),
    ("his", "her"),
    ("morning", "evening"),
    ("summer", "winter"),
    ("day", "night"),
    ("daily", "weekly"),
    ("weekly", "monthly"),
    ("monthly", "yearly"),
];

/// Function words that negate what follows.
pub(crate) const NEGATORS: &[&str] = &[
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "without",
    "cannot",
    "can't",
    "won't",
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "hasn't",
    "haven't",
    "hadn't",
    "couldn't",
    "wouldn't",
    "shouldn't",
    "mustn't",
    "none",
    "nobody",
    "nothing",
    "nowhere",
    "hardly",
];
/// Function words that narrow what they stand beside.
pub(crate) const EXCEPTIONS: &[&str] = &[
    "only",
    "except",
    "unless",
    "until",
    "excluding",
    "but",
    "apart",
    "besides",
    "other",
    "others",
];

/// Whether one word excludes the other where the rest is the same.
pub(crate) fn opposed(one: &str, other: &str) -> bool {
    OPPOSITES
        .iter()
        .any(|pair| *pair == (one, other) || *pair == (other, one))
}

/// How many words of each kind a text holds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Cues {
    pub(crate) negation: f32,
    pub(crate) universal: f32,
    pub(crate) existential: f32,
    pub(crate) obligation: f32,
    pub(crate) permission: f32,
    pub(crate) condition: f32,
    pub(crate) hedge: f32,
    pub(crate) passive: f32,
    pub(crate) comparative: f32,
}

impl Cues {
    pub(crate) fn of(reading: &Reading) -> Self {
        let count = |list: &[&str]| {
            reading
                .words
                .iter()
                .filter(|word| list.contains(&word.folded.as_str()))
                .count() as f32
        };
        let passive = reading
            .words
            .windows(2)
            .filter(|pair| {
                ["was", "were", "is", "are", "been", "be", "being"]
                    .contains(&pair[0].folded.as_str())
                    && pair[1].folded.ends_with("ed")
            })
            .count() as f32;
        let comparative = [
            "than", "before", "after", "earlier", "later", "followed", "preceded", "exceeds",
            "exceeded",
        ];
        Self {
            negation: count(NEGATION),
            universal: count(UNIVERSAL),
            existential: count(EXISTENTIAL),
            obligation: count(OBLIGATION),
            permission: count(PERMISSION),
            condition: count(CONDITION),
            hedge: count(HEDGE),
            passive: passive + f32::from(u8::from(reading.has("by"))),
            comparative: count(&comparative),
        }
    }
}

/// Pairs of opposites of which the claim holds one and the window only the other.
pub(crate) fn opposites(claim: &Reading, window: &Reading) -> f32 {
    let turned = |one: &str, other: &str| {
        claim.has(one) && !claim.has(other) && window.has(other) && !window.has(one)
    };
    OPPOSITES
        .iter()
        .filter(|(one, other)| turned(one, other) || turned(other, one))
        .count() as f32
}
