//! The words of a question linked to what they may mean in one table: columns, records, values, numbers, operators.

mod events;
mod narrow;
pub(crate) mod periods;
mod phrases;
mod second;
mod titles;

use crate::query::{Function, Op, Quantity};
use crate::view::{ColumnView, View, is_serial};
use crate::words::{Token, Written, is_function, stem};
use groundwall_core::CellKind;
use jiff::civil::Date;
use phrases::phrase_at;
use std::collections::BTreeSet;

/// What a run of words means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// Columns that it may name, more than one where it is not clear.
    Column(Vec<usize>),
    /// Rows of the record that it names, and the key column that holds the name.
    Record {
        rows: Vec<usize>,
        key: usize,
    },
    /// A value of a column of text that is no key.
    Category {
        column: usize,
        value: String,
    },
    Number(Written),
    /// First and last day.
    Date(Date, Date),
    Op(Op),
    /// Behind a number: `or more`.
    Behind(Op),
    Between,
    /// A superlative; the columns that it speaks of by itself.
    Most {
        most: bool,
        columns: Vec<usize>,
        word: String,
    },
    /// A comparative with a column of its own: `older`.
    Than {
        more: bool,
        columns: Vec<usize>,
    },
    Apply(Function),
    /// `how many`, `number of`.
    Count,
    /// `percentage of`, before what a row is called.
    Share,
    Each,
    Compare,
    Rank,
    Distinct,
    Not,
    And,
    Or,
    About,
    /// `no`, `most`, `all`, in front of what a row is called, at the beginning.
    Quantity(Quantity),
    /// Behind a number: a unit that a column of the table has, as its stem.
    Unit(String),
    /// In front of a superlative: `second`.
    Nth(usize),
    /// `no` in front of a column of numbers.
    Zero,
    /// `any` in front of a column of numbers.
    Any,
    /// What a row is called.
    Noun,
    /// A word of the table's title: it neither helps nor hurts.
    Title,
    Function,
    Unknown,
}

/// A run of tokens with its meaning.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) meaning: Meaning,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) taken: bool,
}

/// Whether a word names several.
fn many(token: &Token) -> bool {
    token.folded.ends_with('s') && token.folded.len() > 3 && !token.folded.ends_with("ss")
}

/// Columns named by the tokens from `at` on, with the number of tokens that the longest name takes.
fn column_at(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    if view
        .packs
        .iter()
        .any(|pack| pack.silent.contains(&tokens[at].folded))
    {
        return None;
    }
    if let Some(found) = begins_a_name(view, tokens, at) {
        return Some(found);
    }
    if is_function(&tokens[at].folded)
        && !matches!(
            tokens[at].folded.as_str(),
            "value"
                | "name"
                | "average"
                | "total"
                | "amount"
                | "when"
                | "where"
                | "date"
                | "items"
                | "score"
                | "scores"
                | "record"
        )
    {
        return None;
    }
    let mut best: Option<(usize, Vec<usize>)> = None;
    for (column, about) in view.columns.iter().enumerate() {
        for name in &about.names {
            let Some(length) = matches(tokens, at, name) else {
                continue;
            };
            match &mut best {
                Some((longest, columns)) if *longest == length => columns.push(column),
                Some((longest, _)) if *longest > length => {}
                _ => best = Some((length, vec![column])),
            }
        }
    }
    if let Some((_, columns)) = &mut best {
        columns.dedup();
        // The name itself before an alias of another column.
        let own: Vec<usize> = columns
            .iter()
            .copied()
            .filter(|column| {
                let name = crate::pack::phrase(&view.column(*column).name);
                matches(tokens, at, &name).is_some()
            })
            .collect();
        if !own.is_empty() {
            *columns = own;
        }
        return best;
    }
    // A part of a name, where it is a part of few: `calls` for `Calls in 2024`.
    let mut columns: BTreeSet<usize> = parts(view, &tokens[at].stem);
    let mut length = 1;
    while !columns.is_empty() {
        let mut next = at + length;
        while next < tokens.len()
            && matches!(tokens[next].folded.as_str(), "of" | "in" | "the" | "for")
            && next + 1 < tokens.len()
        {
            next += 1;
        }
        let Some(token) = tokens.get(next) else { break };
        let both: BTreeSet<usize> = parts(view, &token.stem)
            .intersection(&columns)
            .copied()
            .collect();
        if both.is_empty() {
            break;
        }
        (columns, length) = (both, next + 1 - at);
    }
    (!columns.is_empty()).then(|| (length, columns.into_iter().collect()))
}

/// `all houses`, where that tells columns apart: a function word that is a part of a name.
fn begins_a_name(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let next = tokens.get(at + 1)?;
    if tokens[at].folded != "all" || is_function(&next.folded) {
        return None;
    }
    let named = parts(view, &next.stem);
    let both: Vec<usize> = parts(view, "all").intersection(&named).copied().collect();
    (!both.is_empty() && both.len() < named.len()).then_some((2, both))
}

/// Columns whose own name has a word, in this or a kindred form.
pub(crate) fn parts(view: &View, word: &str) -> BTreeSet<usize> {
    let of = |column: &usize| {
        let name = crate::pack::phrase(&view.column(*column).name);
        view.columns[*column]
            .parts
            .iter()
            .any(|part| kindred(part, word))
            && !is_serial(&name)
    };
    (0..view.columns.len()).filter(of).collect()
}

/// Whether two stems are one word but for what makes a noun of a verb: `suppli` and `supplier`, `direct` and `director`.
fn kindred(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let ends = |word: &str| {
        word.get(shared..).is_some_and(|end| {
            matches!(
                end,
                "" | "er" | "or" | "r" | "ion" | "ment" | "y" | "i" | "d" | "s"
            )
        })
    };
    shared >= 5 && ends(a) && ends(b)
}

/// Tokens that a name takes from `at` on, function words between its words skipped; none where it does not stand there.
fn matches(tokens: &[Token], at: usize, name: &[String]) -> Option<usize> {
    let mut place = at;
    for (number, word) in name.iter().enumerate() {
        while number > 0
            && tokens.get(place).is_some_and(|token| {
                token.stem != *word
                    && matches!(token.folded.as_str(), "of" | "in" | "the" | "for" | "per")
            })
        {
            place += 1;
        }
        if tokens.get(place).is_none_or(|token| token.stem != *word) {
            return None;
        }
        place += 1;
    }
    Some(place - at)
}

/// The initial of a first name, by which a table may shorten it: `T. Roosevelt`.
fn initial_of(token: &Token) -> Option<String> {
    let name = token.is_capital() && token.folded.chars().count() > 2 && token.number.is_none();
    let first = token.folded.chars().next()?;
    (name && first.is_alphabetic()).then(|| first.to_string())
}

/// A value as a record or as one of a column.
fn named(view: &View, column: usize, key: bool, value: &str) -> Meaning {
    if key {
        Meaning::Record {
            rows: view.columns[column].values[value].clone(),
            key: column,
        }
    } else {
        Meaning::Category {
            column,
            value: value.to_owned(),
        }
    }
}

/// Whether no other value has these first initial and last name.
fn only_initials(about: &ColumnView, stems: &[String]) -> bool {
    about
        .by_first
        .get(&stems[0])
        .into_iter()
        .flatten()
        .filter(|(other, _)| other.last() == stems.last())
        .count()
        == 1
}

/// The longest value of the table that stands at `at`.
fn value_at(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let mut best: Option<(usize, Meaning)> = None;
    for (column, about) in view.columns.iter().enumerate() {
        if about.truth {
            continue;
        }
        let key = view.keys.contains(&column) || column == view.label;
        // The longest come first; of equal ones the one that is written like the question, else the first by its letters.
        let initial = initial_of(&tokens[at]);
        let beginning = [Some(&tokens[at].stem), initial.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|first| about.by_first.get(first))
            .flatten();
        for (stems, value) in beginning {
            if best
                .as_ref()
                .is_some_and(|(length, _)| *length >= stems.len())
            {
                continue;
            }
            // A value that is a function word or a single letter is meant only as it is written.
            // `Barack Obama` for `B. H. Obama`.
            let skips = stems.len() > 2
                && Some(&stems[0]) == initial.as_ref()
                && stems[1..stems.len() - 1]
                    .iter()
                    .all(|stem| stem.chars().count() == 1)
                && tokens
                    .get(at + 1)
                    .is_some_and(|token| Some(&token.stem) == stems.last() && token.is_capital());
            if skips && only_initials(about, stems) && best.is_none() {
                best = Some((2, named(view, column, key, value)));
                continue;
            }
            let weak = stems.len() == 1 && (is_function(value) || value.chars().count() == 1);
            let stands = stems.iter().enumerate().all(|(number, word)| {
                let by_initial = number == 0 && stems.len() > 1 && Some(word) == initial.as_ref();
                tokens
                    .get(at + number)
                    .is_some_and(|token| token.stem == *word || by_initial)
            });
            let as_written = tokens[at].text.chars().all(char::is_uppercase)
                && tokens[at].text != "I"
                && !(tokens[at].text == "A" && at == 0);
            if !stands || (weak && !as_written) {
                continue;
            }
            let said = tokens[at..at + stems.len()]
                .iter()
                .map(|token| token.folded.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            let value = if about.values.contains_key(&said) {
                &said
            } else {
                value
            };
            best = Some((stems.len(), named(view, column, key, value)));
        }
    }
    best
}

/// Part of a record's name, such as a first name: the rows whose name has all capitalised tokens from `at` on.
fn part_of_name(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    if !tokens[at].is_capital()
        || tokens[at].folded.chars().count() < 3
        || view.nouns.contains(&tokens[at].stem)
        || is_function(&tokens[at].folded)
    {
        return None;
    }
    let rows_with = |word: &str| {
        let mut rows = view.label_words.get(word).cloned().unwrap_or_default();
        let groups = view.packs.iter().flat_map(|pack| &pack.alike);
        for other in groups
            .filter(|group| group.iter().any(|one| one == word))
            .flatten()
        {
            rows.extend(view.label_words.get(other).into_iter().flatten());
        }
        rows
    };
    let mut rows = rows_with(&tokens[at].folded);
    let mut length = 1;
    while let Some(token) = tokens.get(at + length).filter(|token| token.is_capital()) {
        let both: BTreeSet<usize> = rows_with(&token.folded)
            .intersection(&rows)
            .copied()
            .collect();
        if both.is_empty() {
            break;
        }
        (rows, length) = (both, length + 1);
    }
    // A name that goes on differently is another name.
    let goes_on = !tokens[at + length - 1].breaks
        && tokens.get(at + length).is_some_and(|token| {
            token.is_capital()
                && token.number.is_none()
                && !is_function(&token.folded)
                && column_at(view, tokens, at + length).is_none()
        });
    (!rows.is_empty() && !goes_on).then(|| {
        (
            length,
            Meaning::Record {
                rows: rows.into_iter().collect(),
                key: view.label,
            },
        )
    })
}

/// A record whose first and last name stand in columns of their own.
fn full_name(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let ways = view.full_names.get(&tokens[at].stem)?;
    let standing = |stems: &[String]| {
        stems.len() > 1
            && stems.iter().enumerate().all(|(number, stem)| {
                tokens
                    .get(at + number)
                    .is_some_and(|token| token.stem == *stem)
            })
    };
    let length = ways
        .iter()
        .filter(|(stems, _)| standing(stems))
        .map(|(stems, _)| stems.len())
        .max()?;
    let mut rows: Vec<usize> = ways
        .iter()
        .filter(|(stems, _)| stems.len() == length && standing(stems))
        .map(|(_, row)| *row)
        .collect();
    rows.sort_unstable();
    rows.dedup();
    Some((
        length,
        Meaning::Record {
            rows,
            key: view.label,
        },
    ))
}

fn of_pack(view: &View, token: &Token, next: Option<&Token>) -> Option<(usize, Meaning)> {
    // `most expensive`, `more populous`
    let quality = next.and_then(|next| {
        view.packs
            .iter()
            .find_map(|pack| pack.qualities.get(&next.folded))
    });
    if let Some(columns) = quality {
        let columns = hinted(view, columns);
        match token.folded.as_str() {
            "most" | "best" | "highest" | "top" => {
                return Some((
                    2,
                    Meaning::Most {
                        most: true,
                        columns,
                        word: "most".to_owned(),
                    },
                ));
            }
            "least" | "worst" | "lowest" => {
                return Some((
                    2,
                    Meaning::Most {
                        most: false,
                        columns,
                        word: "least".to_owned(),
                    },
                ));
            }
            "more" => {
                return Some((
                    2,
                    Meaning::Than {
                        more: true,
                        columns,
                    },
                ));
            }
            "less" => {
                return Some((
                    2,
                    Meaning::Than {
                        more: false,
                        columns,
                    },
                ));
            }
            _ => {}
        }
    }
    of_word(view, token).map(|meaning| (1, meaning))
}

/// Columns that a pack's word speaks of.
fn hinted(view: &View, columns: &[String]) -> Vec<usize> {
    let named = |column: &usize| {
        view.columns[*column]
            .names
            .iter()
            .any(|name| name.iter().any(|word| columns.contains(word)))
    };
    if columns.is_empty() {
        Vec::new()
    } else {
        (0..view.columns.len()).filter(named).collect()
    }
}

fn of_word(view: &View, token: &Token) -> Option<Meaning> {
    match token.folded.as_str() {
        "higher" | "more" | "greater" | "larger" | "bigger" | "better" => {
            return Some(Meaning::Than {
                more: true,
                columns: Vec::new(),
            });
        }
        "lower" | "less" | "fewer" | "smaller" | "worse" => {
            return Some(Meaning::Than {
                more: false,
                columns: Vec::new(),
            });
        }
        _ => {}
    }
    for pack in &view.packs {
        for (words, most) in [(&pack.most, true), (&pack.least, false)] {
            if let Some(columns) = words.get(&token.folded) {
                // Whose first or last is meant, only a column of time can say.
                if matches!(token.folded.as_str(), "first" | "last")
                    && hinted(view, columns).is_empty()
                {
                    return None;
                }
                return Some(Meaning::Most {
                    most,
                    columns: hinted(view, columns),
                    word: token.folded.clone(),
                });
            }
        }
        for (words, more) in [(&pack.more, true), (&pack.less, false)] {
            if let Some(columns) = words.get(&token.folded) {
                return Some(Meaning::Than {
                    more,
                    columns: hinted(view, columns),
                });
            }
        }
    }
    None
}

/// A day, a month of a year, or a day of a month and year, from `at` on. A year alone is a number.
fn date_at(tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let day = |date: Date| Some(Meaning::Date(date, date));
    if let Ok(date) = tokens[at].folded.parse::<Date>() {
        return Some((1, day(date)?));
    }
    let month = |token: &Token| {
        let place = MONTHS
            .iter()
            .position(|month| token.folded.starts_with(month))?;
        let full = [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ][place];
        (full.starts_with(token.folded.as_str()) || token.folded == "sept")
            .then_some(place as i8 + 1)
    };
    let whole = |token: &Token| {
        token
            .number
            .as_ref()
            .filter(|number| number.decimals == 0 && !number.percent)
            .and_then(|number| i16::try_from(number.value).ok())
    };
    let year = |token: &Token| whole(token).filter(|year| (1000..3000).contains(year));
    let number = |token: &Token| {
        whole(token)
            .or_else(|| {
                token
                    .folded
                    .trim_end_matches(|c: char| c.is_alphabetic())
                    .parse()
                    .ok()
            })
            .filter(|day| (1..=31).contains(day))
            .map(|day| day as i8)
    };
    let token = |ahead: usize| tokens.get(at + ahead);
    if let (Some(month), Some(year)) = (month(token(0)?), token(1).and_then(year)) {
        let first = Date::new(year, month, 1).ok()?;
        return Some((2, Meaning::Date(first, first.last_of_month())));
    }
    if let (Some(month), Some(of_month), Some(year)) = (
        month(token(0)?),
        token(1).and_then(number),
        token(2).and_then(year),
    ) {
        return Some((3, day(Date::new(year, month, of_month).ok()?)?));
    }
    if let (Some(of_month), Some(month), Some(year)) = (
        number(token(0)?),
        token(1).and_then(month),
        token(2).and_then(year),
    ) {
        return Some((3, day(Date::new(year, month, of_month).ok()?)?));
    }
    None
}

/// Adjectives that only ask for a figure behind `how`.
const MEASURES: [&str; 14] = [
    "big", "large", "high", "low", "long", "small", "great", "good", "heavy", "fast", "wide",
    "old", "tall", "deep",
];

/// `windiest`: the most of the column whose name has the word.
fn superlative(view: &View, token: &Token) -> Option<Meaning> {
    let base = token
        .folded
        .strip_suffix("iest")
        .or_else(|| token.folded.strip_suffix("est"))
        .filter(|base| base.len() >= 3)?;
    let columns: Vec<usize> = parts(view, &stem(base)).into_iter().collect();
    (columns.len() == 1).then(|| Meaning::Most {
        most: true,
        columns,
        word: token.folded.clone(),
    })
}

/// `second` in front of a superlative.
fn nth(view: &View, tokens: &[Token], at: usize) -> Option<usize> {
    const ORDINALS: [&str; 9] = [
        "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    let word = tokens[at].folded.as_str();
    let written = || {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let end = &word[digits.len()..];
        matches!(end, "st" | "nd" | "rd" | "th")
            .then(|| digits.parse().ok())
            .flatten()
    };
    let number = ORDINALS
        .iter()
        .position(|ordinal| *ordinal == word)
        .map(|place| place + 2)
        .or_else(written)
        .filter(|number| (1..=1_000).contains(number))?;
    let next = tokens.get(at + 1)?;
    matches!(
        of_pack(view, next, tokens.get(at + 2)),
        Some((_, Meaning::Most { .. }))
    )
    .then_some(number)
}

/// `no`, `none of the`, `most`, `all the`, `every` in front of what a row is called.
fn quantity(view: &View, tokens: &[Token]) -> Option<(usize, Quantity)> {
    let quantity = match tokens[0].folded.as_str() {
        "no" | "none" => Quantity::None,
        "most" => Quantity::Most,
        "all" | "every" => Quantity::All,
        _ => return None,
    };
    let noun =
        (1..tokens.len()).find(|place| !matches!(tokens[*place].folded.as_str(), "of" | "the"))?;
    view.nouns
        .contains(&tokens[noun].stem)
        .then_some((noun, quantity))
}

/// `how many tonnes`, where numbers are in tonnes and no column is named so: their column, or nothing of its own where several are.
fn how_many_of_a_unit(view: &View, tokens: &[Token]) -> Option<Meaning> {
    let [how, many, unit, ..] = tokens else {
        return None;
    };
    if how.folded != "how"
        || many.folded != "many"
        || view.nouns.contains(&unit.stem)
        || column_at(view, tokens, 2).is_some()
    {
        return None;
    }
    let columns: Vec<usize> = (0..view.columns.len())
        .filter(|column| view.is_numeric(*column) && view.units(*column).contains(&unit.stem))
        .collect();
    match columns[..] {
        [] => None,
        [column] => Some(Meaning::Column(vec![column])),
        _ => Some(Meaning::Function),
    }
}

/// Words for what a column of money holds, whatever it is called.
const MONEY: [&str; 10] = [
    "cost", "costs", "pay", "pays", "paid", "price", "prices", "spend", "spent", "money",
];

/// `.. when it was established`: a clause that asks for no date.
fn is_clause(tokens: &[Token], at: usize) -> bool {
    at > 0
        && tokens[at].folded == "when"
        && tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.folded.as_str(), "it" | "they" | "he" | "she"))
}

/// Whether a word is all of a name of one of the columns.
fn is_whole(view: &View, token: &Token, columns: &[usize]) -> bool {
    columns.iter().any(|column| {
        view.columns[*column]
            .names
            .iter()
            .any(|name| name.len() == 1 && name[0] == token.stem)
    })
}

/// `year` and `month` of the dates of a table that has no such column.
fn of_dates(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let word = tokens[at].stem.as_str();
    if second::tells_how_often(view, &tokens[at]) {
        return None;
    }
    let counts = |token: Option<&Token>| {
        token.is_some_and(|token| token.number.is_some() || token.folded == "old")
    };
    if counts(tokens.get(at + 1)) || counts(at.checked_sub(1).and_then(|before| tokens.get(before)))
    {
        return None;
    }
    (view.base..view.columns.len())
        .find(|column| view.column(*column).name == word)
        .map(|column| (1, vec![column]))
}

/// Tokens that are only put in front of a question, where more follows.
pub(crate) fn said_around(view: &View, tokens: &[Token]) -> Option<usize> {
    second::filler(view, tokens, 0).filter(|length| *length > 1 && *length < tokens.len())
}

/// Words that speak of the one column of money, and people that a verb counts.
fn by_money(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    // `which case cost the most`: the one column of money, where no column is called so.
    let money: Vec<usize> = (0..view.columns.len())
        .filter(|column| view.column(*column).kind == CellKind::Money)
        .collect();
    if money.len() == 1 {
        for piece in pieces.iter_mut() {
            if piece.meaning == Meaning::Unknown
                && MONEY.contains(&tokens[piece.from].folded.as_str())
            {
                piece.meaning = Meaning::Column(money.clone());
            }
        }
    }
    // `how many people died`: the verb names the column, and it is people that it counts.
    for place in 1..pieces.len() {
        let before = &tokens[pieces[place - 1].from].folded;
        if pieces[place - 1].meaning == Meaning::Unknown
            && matches!(before.as_str(), "people" | "persons")
            && matches!(pieces[place].meaning, Meaning::Column(_))
        {
            pieces[place - 1].meaning = Meaning::Function;
        }
    }
}

/// Links all tokens; every token lies in one piece.
pub(crate) fn link(view: &View, tokens: &[Token]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let formed = second::formed(view, tokens);
    while at < tokens.len() {
        let token = &tokens[at];
        let mut found: Option<(usize, Meaning)> = None;
        let mut offer = |offered: Option<(usize, Meaning)>| {
            if let Some((length, meaning)) = offered
                && found.as_ref().is_none_or(|(longest, _)| length > *longest)
            {
                found = Some((length, meaning));
            }
        };
        if at == 0
            && let Some((length, quantity)) = quantity(view, tokens)
        {
            pieces.push(Piece {
                meaning: Meaning::Quantity(quantity),
                from: 0,
                to: length,
                taken: false,
            });
            at = length;
            continue;
        }
        if let Some(meaning) = how_many_of_a_unit(view, &tokens[at..]) {
            pieces.push(Piece {
                meaning,
                from: at,
                to: at + 3,
                taken: false,
            });
            at += 3;
            continue;
        }
        let after_number = pieces
            .last()
            .is_some_and(|piece: &Piece| matches!(piece.meaning, Meaning::Number(_)));
        if after_number
            && (0..view.columns.len()).any(|column| view.units(column).contains(&token.stem))
            && !view.nouns.contains(&token.stem)
        {
            pieces.push(Piece {
                meaning: Meaning::Unit(token.stem.clone()),
                from: at,
                to: at + 1,
                taken: false,
            });
            at += 1;
            continue;
        }
        let column = column_at(view, tokens, at)
            .filter(|_| !second::tells_how_often(view, token) && !is_clause(tokens, at))
            .or_else(|| of_dates(view, tokens, at));
        let phrase = phrase_at(tokens, at).filter(|(length, meaning)| {
            // `what rank`, where a column holds it.
            *meaning != Meaning::Rank || column.as_ref().is_none_or(|(own, _)| own < length)
        });
        // `maximum` and its like are superlatives; `total` is a column where there is one.
        offer(phrase.clone().filter(|(length, meaning)| {
            *length > 1 || !matches!(meaning, Meaning::Apply(_) | Meaning::Each)
        }));
        // `average` where only a part of a name is: of what is named behind it.
        let applies = matches!(&phrase, Some((1, Meaning::Apply(_))))
            && column
                .as_ref()
                .is_some_and(|(length, columns)| *length == 1 && !is_whole(view, token, columns));
        if applies {
            offer(phrase.clone());
        }
        // `SEC` is the value that is written so, and no part of `sec_duration`.
        let capitals = token.text.chars().count() > 1 && token.text.chars().all(char::is_uppercase);
        if capitals
            && column
                .as_ref()
                .is_some_and(|(length, columns)| *length == 1 && !is_whole(view, token, columns))
        {
            offer(value_at(view, tokens, at));
        }
        offer(column.map(|(length, columns)| (length, Meaning::Column(columns))));
        offer(value_at(view, tokens, at));
        offer(phrase);
        offer(of_pack(view, token, tokens.get(at + 1)));
        offer(
            token
                .number
                .clone()
                .map(|number| (1, Meaning::Number(number))),
        );
        offer(date_at(tokens, at));
        offer(full_name(view, tokens, at));
        offer(part_of_name(view, tokens, at));
        offer(
            view.nouns
                .contains(&token.stem)
                .then_some((1, Meaning::Noun)),
        );
        let silent = is_function(&token.folded)
            || view
                .packs
                .iter()
                .any(|pack| pack.silent.contains(&token.folded));
        let how =
            at > 0 && tokens[at - 1].folded == "how" && MEASURES.contains(&token.folded.as_str());
        offer((silent || how).then_some((1, Meaning::Function)));
        offer(superlative(view, token).map(|meaning| (1, meaning)));
        if found
            .as_ref()
            .is_none_or(|(_, meaning)| *meaning == Meaning::Function)
            && second::has_any(view, tokens, at)
        {
            found = Some((1, Meaning::Any));
        }
        let mut offer = |offered: Option<(usize, Meaning)>| {
            if let Some((length, meaning)) = offered
                && found.as_ref().is_none_or(|(longest, _)| length > *longest)
            {
                found = Some((length, meaning));
            }
        };
        offer(nth(view, tokens, at).map(|nth| (1, Meaning::Nth(nth))));
        offer(
            view.title
                .iter()
                .any(|word| kindred(word, &token.stem))
                .then_some((1, Meaning::Title)),
        );
        // `What does X mean?` asks for a definition.
        let defines = token.folded == "mean"
            && tokens
                .get(1)
                .is_some_and(|second| matches!(second.folded.as_str(), "does" | "do" | "did"));
        // What is said around a question, unless the table has a longer name for it.
        let around = second::filler(view, tokens, at).filter(|length| *length > 1);
        let found = match (found, around) {
            (Some((length, _)), Some(longer)) if longer > length => {
                Some((longer, Meaning::Function))
            }
            (found, _) => found,
        };
        let found = found
            .or_else(|| second::look(view, tokens, formed.as_deref(), at))
            .filter(|_| !defines);
        let (length, meaning) = found.unwrap_or((1, Meaning::Unknown));
        pieces.push(Piece {
            meaning,
            from: at,
            to: at + length,
            taken: false,
        });
        at += length;
    }
    by_money(view, tokens, &mut pieces);
    titles::join(view, tokens, &mut pieces);
    periods::choose(view, tokens, &mut pieces);
    events::than_any_other(tokens, &mut pieces);
    events::beside_values(tokens, &mut pieces);
    narrow::columns(view, tokens, &mut pieces);
    narrow::extremes(view, &mut pieces);
    events::name_rows(view, tokens, &mut pieces);
    // What a row is called, though it is also the name of the column that holds the names: `which vessel`.
    for piece in &mut pieces {
        if let Meaning::Column(columns) = &piece.meaning
            && columns
                .iter()
                .any(|column| view.keys.contains(column) || *column == view.label)
            && (view.nouns.contains(&tokens[piece.to - 1].stem)
                || view.nouns.contains(&tokens[piece.from].stem))
            && (piece.to - piece.from == 1 || many(&tokens[piece.to - 1]))
        {
            piece.meaning = Meaning::Noun;
        }
    }
    pieces
}
