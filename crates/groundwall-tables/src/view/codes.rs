//! Columns of codes: `OR` of a column of postal codes is Oregon.

use super::asked::is_sum;
use super::named::without_numbers;
use super::value_stems;
use crate::query::Op;
use crate::value::Value;
use crate::words::stem;
use groundwall_text::language;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

/// Different codes that a column has at least to be told as one of codes.
const FEW: usize = 5;
/// Share of them that a list must have.
const KNOWN: f32 = 0.9;

/// `data/codes.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    lists: Vec<Codes>,
}

/// Codes of one kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codes {
    /// What has these codes is called so; the first is the word for a reader.
    #[serde(default)]
    pub(crate) nouns: Vec<String>,
    /// Folded words of which one has to stand in the name of their column, where the codes alone say too little: `F` in `Gender`. Empty where any column may have them.
    #[serde(default)]
    columns: Vec<String>,
    /// Folded codes with what each stands for.
    names: BTreeMap<String, Vec<String>>,
}

/// Records of one kind beside others in a column.
#[derive(Debug)]
pub(crate) struct Kind {
    /// What they are called, for a reader.
    pub(crate) called: &'static str,
    /// Stems of what they are called.
    pub(crate) nouns: Vec<String>,
    /// Their names as the column has them, folded.
    pub(crate) names: Vec<String>,
}

impl Kind {
    /// The values that are of the kind, for a condition.
    pub(crate) fn any(&self) -> Vec<(Op, Value)> {
        let equal = |name: &String| (Op::Equal, Value::Text(name.clone()));
        self.names.iter().map(equal).collect()
    }

    /// Whether a condition asks for this kind.
    pub(crate) fn is(&self, any_of: &[(Op, Value)]) -> bool {
        any_of.len() == self.names.len() && any_of == self.any()
    }
}

/// One in so many of the known names has to be something else for names to be of several kinds: a list of countries writes a few of them in its own way.
const OTHERS: usize = 10;

/// Whether a name is that of a sum, or a name of some list.
fn sums_up(name: &str) -> bool {
    let listed = |list: &Codes| list.names.values().flatten().any(|known| known == name);
    is_sum(name) || of_any_column().any(listed)
}

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| language::read("data/codes.toml", crate::words::LISTS[1]));

/// Whether a word is a code of what is called so, or another short name of it: `us` of the United States. Both folded.
pub(crate) fn is_code_of(word: &str, name: &str) -> bool {
    let of = |(code, names): (&String, &Vec<String>)| {
        let called = |wanted: &str| names.iter().any(|known| known == wanted);
        called(name) && (code == word || called(word))
    };
    of_any_column().any(|list| list.names.iter().any(of))
}

/// The lists that a column of any name may have.
fn of_any_column() -> impl DoubleEndedIterator<Item = &'static Codes> {
    LISTS.lists.iter().filter(|list| list.columns.is_empty())
}

impl Codes {
    /// The codes that the values of a column are, by its name and themselves; none where they are something else.
    pub(super) fn of(name: &str, values: &HashMap<String, Vec<usize>>) -> Option<&'static Self> {
        let known = |list: &Self| {
            values
                .keys()
                .filter(|value| list.names.contains_key(*value))
                .count()
        };
        let words = name.to_lowercase();
        let words: HashSet<&str> = words.split(|c: char| !c.is_alphanumeric()).collect();
        let named = |list: &&Self| {
            list.columns
                .iter()
                .any(|word| words.contains(word.as_str()))
        };
        let by_name = LISTS.lists.iter().filter(named);
        if let Some(list) = by_name
            .max_by_key(|list| known(list))
            .filter(|list| values.keys().all(|value| value.chars().count() == 1) && known(list) > 0)
        {
            return Some(list);
        }
        let (known, list) = of_any_column()
            .map(|list| (known(list), list))
            .rev()
            .max_by_key(|(known, _)| *known)?;
        (known >= FEW && known as f32 >= KNOWN * values.len() as f32).then_some(list)
    }

    /// What some of the names of a column are, where others are something else: the states of a table that has regions and totals, too.
    pub(super) fn among<'v>(values: impl Iterator<Item = &'v String> + Clone) -> Option<Kind> {
        let named = |list: &Self| {
            let names: HashSet<&str> = list.names.values().flatten().map(String::as_str).collect();
            let known = |value: &&String| names.contains(without_numbers(value).unwrap_or(value));
            values.clone().filter(known).cloned().collect::<Vec<_>>()
        };
        let (list, mut names) = of_any_column()
            .map(|list| (list, named(list)))
            .rev()
            .max_by_key(|(_, names)| names.len())?;
        let known: HashSet<&String> = names.iter().collect();
        let others: Vec<&String> = values
            .clone()
            .filter(|value| !known.contains(value))
            .collect();
        let apart = others.len() * OTHERS >= names.len() || others.iter().any(|name| sums_up(name));
        let some = names.len() >= FEW && apart;
        names.sort();
        some.then(|| Kind {
            called: list.nouns.last().map_or("", String::as_str),
            nouns: list.nouns.iter().map(|noun| stem(noun)).collect(),
            names,
        })
    }

    /// A name with the state or country behind it in full, where a value has its code: `austin texas` for `austin tx`, `el centro, ca`.
    pub(super) fn in_full(value: &str) -> impl Iterator<Item = Vec<String>> {
        let parts = value.rsplit_once(' ').filter(|(_, code)| code.len() == 2);
        parts.into_iter().flat_map(|(name, code)| {
            let places = of_any_column().filter_map(move |list| list.names.get(code)?.first());
            let name = name.trim_end_matches(',');
            places.map(move |place| value_stems(&format!("{name} {place}")))
        })
    }

    /// What a single letter stands for, for a reader.
    pub(crate) fn spelled(&self, letter: &str) -> Option<&str> {
        let names = self.names.get(letter).filter(|_| !self.columns.is_empty());
        names?.first().map(String::as_str)
    }

    /// The names of a code, each as stems.
    pub(super) fn names(&self, code: &str) -> impl Iterator<Item = Vec<String>> {
        self.names
            .get(code)
            .into_iter()
            .flatten()
            .map(|name| value_stems(name))
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, value_stems};
    use std::collections::HashMap;

    fn values(codes: &[&str]) -> HashMap<String, Vec<usize>> {
        codes
            .iter()
            .map(|code| ((*code).to_owned(), vec![0]))
            .collect()
    }

    #[test]
    fn a_column_is_one_of_codes_where_nearly_all_values_are() {
        let states = Codes::of("index", &values(&["or", "ny", "wa", "tx", "dc", "ca"])).unwrap();
        assert_eq!(states.nouns[0], "state");
        assert_eq!(
            states.names("ny").next().unwrap(),
            ["new", "york"].map(str::to_owned)
        );
        let countries = Codes::of("code", &values(&["deu", "fra", "kor", "usa", "gbr"])).unwrap();
        assert_eq!(countries.nouns[0], "country");
        let area: Vec<String> = [
            "total6, 7",
            "south",
            "ohio8",
            "utah",
            "texas",
            "iowa",
            "maine",
        ]
        .map(str::to_owned)
        .to_vec();
        let states = Codes::among(area.iter()).unwrap();
        assert_eq!(states.nouns, ["state", "state"]);
        assert_eq!(states.called, "states");
        assert_eq!(states.names, ["iowa", "maine", "ohio8", "texas", "utah"]);
        assert!(Codes::among(area[2..].iter()).is_none(), "all are states");
        let sexes = values(&["f", "m", "x"]);
        let names: Vec<_> = Codes::of("Gender", &sexes).unwrap().names("f").collect();
        assert!(names.contains(&value_stems("women")), "{names:?}");
        assert!(Codes::of("grade", &sexes).is_none());
        for other in [
            values(&["or", "ny", "wa"]),
            values(&["or", "ny", "wa", "tx", "dc", "north", "south"]),
            values(&["in", "out", "up", "off", "on", "at"]),
        ] {
            assert!(Codes::of("gender", &other).is_none(), "{other:?}");
        }
    }
}
