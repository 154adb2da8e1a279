//! Two claims of one draft that cannot both hold.

use crate::date::{self, Date, Relation};
use crate::language::ENGLISH;
use crate::number::{self, Fit};
use crate::skeleton::skeleton;
use crate::words::ContentWords;
use crate::{Again, CheckKind, Known, Observation, Signal, Text, has_korean, opposite, says_again};
use groundwall_core::FindingKind;
use groundwall_core::policy::Tolerances;
use std::collections::HashMap;

/// Words that two claims must share (weighted overlap over union) to speak of the same attribute of the same subject.
const SAME_ATTRIBUTE: f32 = 0.85;

/// Pairs of claims that are compared, at most; of more than some six hundred claims each is held against those that follow it soonest.
const PAIRS: usize = 400_000;
/// Korean claims that are held against each other, at most: their words are taken apart anew for each pair.
const KOREAN_CLAIMS: usize = 40;
/// Claims that one claim is told to contradict, at most.
const TOLD: usize = 8;

/// A contradiction between two claims: places of both, and whether it is plain: the values differ by more than a factor of 2, or one claim denies the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    pub first: usize,
    pub second: usize,
    pub said: Observation,
    pub gross: bool,
}

/// Pairs of claims of which one denies the other, pairs with the same words, dates and unit but another value, and pairs that date what happens once differently.
pub fn check(claims: &[Text], tolerances: &Tolerances) -> Vec<Clash> {
    let mut clashes = opposites(claims);
    clashes.extend(other_values(claims, tolerances));
    clashes.extend(other_dates(claims));
    clashes
}

fn clash(first: usize, second: usize, texts: [&str; 2], gross: bool) -> Clash {
    let [one, other] = texts;
    Clash {
        first,
        second,
        said: Observation {
            check: CheckKind::SelfContradiction,
            signal: Signal::Clash,
            kind: FindingKind::SelfContradiction,
            detected: one.to_owned(),
            expected: Some(other.to_owned()),
            source: None,
            read_as: None,
            note: format!("one sentence says {one}, another {other}"),
        },
        gross,
    }
}

fn opposites(claims: &[Text]) -> Vec<Clash> {
    let quoted = |place: usize| format!("“{}”", claims[place].trim_end_matches('.'));
    opposite::pairs(claims)
        .into_iter()
        .chain(in_korean(claims))
        .map(|(first, second)| {
            let texts = [quoted(first), quoted(second)];
            clash(first, second, [&texts[0], &texts[1]], true)
        })
        .collect()
}

/// Pairs of Korean claims of which one says the other but for one denial.
fn in_korean(claims: &[Text]) -> Vec<(usize, usize)> {
    let own: Vec<usize> = (0..claims.len())
        .filter(|place| has_korean(&claims[*place]))
        .take(KOREAN_CLAIMS)
        .collect();
    let mut pairs = Vec::new();
    for (at, first) in own.iter().enumerate() {
        for second in &own[at + 1..] {
            let said = says_again(&claims[*second], &claims[*first], Known::default());
            if said == Some(Again::Opposite) {
                pairs.push((*first, *second));
            }
        }
    }
    pairs
}

fn other_values(claims: &[Text], tolerances: &Tolerances) -> Vec<Clash> {
    let words: Vec<ContentWords> = claims
        .iter()
        .map(|claim| ContentWords::of(claim).without(number::is_number))
        .collect();
    let dates: Vec<Vec<&str>> = claims
        .iter()
        .map(|claim| {
            claim
                .dates()
                .iter()
                .map(|date| date.text.as_str())
                .collect()
        })
        .collect();
    // Only claims of one value can clash.
    let alone: Vec<(usize, &number::Number)> = (0..claims.len())
        .filter(|place| !words[*place].is_empty())
        .filter_map(|place| {
            let numbers = claims[place].numbers();
            Some((place, numbers.first().filter(|_| numbers.len() == 1)?))
        })
        .collect();
    let reach = PAIRS.checked_div(alone.len()).unwrap_or(PAIRS);
    let mut clashes = Vec::new();
    for (at, (first, a)) in alone.iter().copied().enumerate() {
        let mut told = 0;
        for (second, b) in alone.iter().skip(at + 1).take(reach).copied() {
            if dates[first] != dates[second]
                || words[first].likeness(&words[second]) < SAME_ATTRIBUTE
            {
                continue;
            }
            if number::same_unit(a, b)
                && number::fit(a, b, tolerances) == Fit::Different
                && number::fit(b, a, tolerances) == Fit::Different
            {
                told += 1;
                let ratio = number::ratio(a, b);
                let gross = !(0.5..=2.0).contains(&ratio);
                clashes.push(clash(first, second, [&a.text, &b.text], gross));
                if told == TOLD {
                    break;
                }
            }
        }
    }
    clashes
}

/// Pairs that say the same words of two dates, of what happens once: each claim with the first that differs.
fn other_dates(claims: &[Text]) -> Vec<Clash> {
    let mut dated: HashMap<Vec<String>, Vec<(usize, &Date)>> = HashMap::new();
    let mut clashes = Vec::new();
    for (place, claim) in claims.iter().enumerate() {
        let once = |word: &String| ENGLISH.opposites.once.has(word);
        let ([date], []) = (claim.dates(), claim.numbers()) else {
            continue;
        };
        if !claim.tokens().iter().any(once) {
            continue;
        }
        let words = skeleton(claim, std::slice::from_ref(&date.range), |word| {
            ENGLISH.values.before.has(word)
        });
        let same = dated.entry(words).or_default();
        let differs = |earlier: &Date, later: &Date| {
            date::relation(earlier, later) == Relation::Different
                && date::relation(later, earlier) == Relation::Different
        };
        let rival = same.iter().find(|(_, earlier)| differs(earlier, date));
        if let Some((first, earlier)) = rival {
            clashes.push(clash(*first, place, [&earlier.text, &date.text], true));
        } else if same.len() < TOLD {
            same.push((place, date));
        }
    }
    clashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_of_the_same_thing_clash_and_other_things_do_not() {
        let claims = [
            "The hall has 120 seats.",
            "The hall has 300 seats.",
            "The garden has 40 seats.",
            "In 2020 the hall had 90 seats.",
        ]
        .map(Text::from);
        let clashes = check(&claims, &Tolerances::default());
        assert_eq!(clashes.len(), 1);
        assert_eq!(
            (clashes[0].first, clashes[0].second, clashes[0].gross),
            (0, 1, true)
        );
    }

    #[test]
    fn a_korean_claim_and_its_denial_clash() {
        let clashes = |second: &str| {
            let claims = ["은행은 수수료를 받습니다.", second].map(Text::from);
            check(&claims, &Tolerances::default()).len()
        };
        assert_eq!(clashes("은행은 수수료를 받지 않습니다."), 1);
        assert_eq!(clashes("은행은 수수료를 받는다."), 0);
        assert_eq!(clashes("회사는 수수료를 받지 않습니다."), 0);
    }

    #[test]
    fn what_happens_once_has_one_date() {
        let pairs = |first: &str, second: &str| {
            let claims = [first, second].map(Text::from);
            check(&claims, &Tolerances::default()).len()
        };
        assert_eq!(
            pairs(
                "The club was founded in 1990.",
                "The club was founded in May 1995."
            ),
            1
        );
        for (first, second) in [
            (
                "The club was founded in 1990.",
                "The club was founded in May 1990.",
            ),
            (
                "The club was founded in 1990.",
                "The choir was founded in 1995.",
            ),
            ("The board met in May 1990.", "The board met in June 1995."),
        ] {
            assert_eq!(pairs(first, second), 0, "{second}");
        }
    }
}
