//! A claim put as questions whose answers it states: what it says in one place is asked for there.

use crate::link::{Meaning, Piece, link, year_of};
use crate::query::{Asserted, Op};
use crate::view::View;
use crate::words::{ENGLISH, Token, fold, tokens, whole, written};
use rust_decimal::Decimal;

/// What a table calls its rows that has no word for them.
const ROW: &str = "row";

/// A question that a claim answers, and what it says.
#[derive(Debug, Clone)]
pub(super) struct Put {
    /// As a table reads it.
    pub(super) tokens: Vec<Token>,
    /// As the reader does: with all words of the claim.
    pub(super) asked: String,
    pub(super) states: Asserted,
}

impl Put {
    fn of(tokens: Vec<Token>, states: Asserted) -> Self {
        let asked = format!("{}?", written(&tokens));
        Self {
            tokens,
            asked,
            states,
        }
    }
}

/// A claim in words that a table reads: `No other agency has as many launches as Arianespace` says that Arianespace has more than any other. How many rows
/// there are in all is left out where it is right: `of the 50 rivers`.
pub(super) fn plainly(view: &View, tokens: Vec<Token>) -> Vec<Token> {
    let mut tokens = no_other(view, &tokens).unwrap_or(tokens);
    let all = Decimal::from(view.rows.len());
    let rows = |pair: &[Token]| {
        pair[0].folded == "the"
            && pair[1]
                .number
                .as_ref()
                .is_some_and(|number| number.value == all)
    };
    if let Some(at) = tokens.windows(2).position(rows) {
        tokens.remove(at + 1);
    }
    for at in 1..tokens.len() {
        let counts = matches!(tokens[at - 1].folded.as_str(), "only" | "just" | "exactly");
        if counts && tokens[at].folded == "one" {
            tokens[at].number = Some(whole(1));
        }
    }
    tokens
}

/// The words by which a claim says something that no row says by itself: what is most, how many there are, how two compare, what one column is bounded by.
pub(super) fn beyond_a_row(view: &View, words: &[Token]) -> Option<String> {
    let over = |piece: &Piece| {
        matches!(
            piece.meaning,
            Meaning::Most { .. }
                | Meaning::Frequent { .. }
                | Meaning::Than { .. }
                | Meaning::Compare
                | Meaning::Quantity(_)
                | Meaning::Apply(_)
                | Meaning::Share
                | Meaning::Rank
                | Meaning::Nth(_)
                | Meaning::Distinct
        )
    };
    let counts = |pair: &[Piece]| {
        let number = |piece: &Piece| matches!(piece.meaning, Meaning::Number(_));
        let bounds = matches!(
            pair[0].meaning,
            Meaning::Op(Op::More | Op::AtLeast | Op::Less | Op::AtMost)
        );
        (number(&pair[0]) && pair[1].meaning == Meaning::Noun) || (bounds && number(&pair[1]))
    };
    let pieces = link(view, words, &[]);
    let piece = || pieces.iter().find(|piece| over(piece));
    let alone = || piece().map(|piece| (piece.from, piece.to));
    let counted = || {
        let pair = pieces.windows(2).find(|pair| counts(pair))?;
        Some((pair[0].from, pair[1].to))
    };
    if let Some((from, to)) = alone().or_else(counted) {
        return Some(written(&words[from..to]));
    }
    let quantifies = |token: &&Token| ENGLISH.quantifiers.has(&token.folded);
    if let Some(token) = words.iter().find(quantifies) {
        return Some(token.text.clone());
    }
    let not_one = |pair: &&[Token]| pair[0].folded == "not" && pair[1].folded == "one";
    if let Some(pair) = words.windows(2).find(not_one) {
        return Some(written(pair));
    }
    let only = words.iter().enumerate().find(|(at, token)| {
        let before = at.checked_sub(1).map(|at| words[at].folded.as_str());
        let mut behind = words[at + 1..].iter().take(ONE);
        token.folded == "only"
            && (before == Some("the") || behind.any(|token| token.folded == "one"))
    });
    let only = only.map(|(_, token)| token.text.clone());
    only.or_else(|| no_other(view, words).map(|_| words[0].text.clone()))
}

/// Words behind `only` among which `one` may stand: `only in one year`.
const ONE: usize = 2;

fn no_other(view: &View, words: &[Token]) -> Option<Vec<Token>> {
    let word = |at: usize| words.get(at).map(|token| token.folded.as_str());
    let from = match (word(0)?, word(1)) {
        ("no", Some("other")) | ("none", Some("of")) => 2,
        ("no" | "nothing" | "nobody", _) => 1,
        _ => return None,
    };
    let as_many = words.windows(2).position(|pair| {
        pair[0].folded == "as"
            && matches!(pair[1].folded.as_str(), "many" | "much" | "few" | "little")
    });
    let (middle, joint) = if let Some(at) = as_many {
        let joint = (at + 2..words.len()).find(|place| word(*place) == Some("as"))?;
        let degree = match word(at + 1) {
            Some("few") => "fewer",
            Some("little") => "less",
            _ => "more",
        };
        let middle = [&words[from..at], &tokens(degree), &words[at + 2..joint]].concat();
        (middle, joint)
    } else {
        let joint = words.iter().position(|token| token.folded == "than")?;
        (words[from..joint].to_vec(), joint)
    };
    let rest = &words[joint + 1..];
    let article = usize::from(rest.first().is_some_and(|token| token.folded == "the"));
    let rest = &rest[article..];
    let names = |piece: &Piece| {
        matches!(
            piece.meaning,
            Meaning::Record { .. } | Meaning::Category { .. } | Meaning::Part { .. }
        )
    };
    let pieces = link(view, words, &[]);
    let named = pieces
        .iter()
        .find(|piece| piece.from == joint + 1 + article && names(piece));
    let (whose, rest) = rest.split_at(named.map(|piece| piece.to - piece.from)?);
    Some([whose, &middle, &tokens("than any other"), rest].concat())
}

/// All questions that a claim answers.
pub(super) fn puts(view: &View, words: &[Token], pieces: &[Piece]) -> Vec<Put> {
    if let Some(tokens) = missing(words) {
        return vec![Put::of(tokens, Asserted::Absent)];
    }
    if let Some(put) = equal(view, words, pieces) {
        return vec![put];
    }
    let counts = |piece: &Piece| matches!(piece.meaning, Meaning::Number(_));
    let counted = pieces.iter().any(counts);
    let turns = |piece: &Piece| {
        matches!(
            piece.meaning,
            Meaning::Not | Meaning::Quantity(_) | Meaning::Zero | Meaning::Any | Meaning::Negative
        ) || (piece.meaning == Meaning::Absent && !counted)
    };
    let only = |(at, token): (usize, &Token)| {
        token.folded == "only" && words.get(at + 1).is_none_or(|next| next.number.is_none())
    };
    let quantifies = |token: &Token| ENGLISH.quantifiers.has(&token.folded);
    if pieces.iter().any(turns)
        || words.iter().enumerate().any(only)
        || words.iter().any(quantifies)
    {
        return Vec::new();
    }
    let more = pieces
        .iter()
        .enumerate()
        .find_map(|(at, piece)| compares(pieces, at, piece));
    let mut puts = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if matches!(piece.meaning, Meaning::Number(_)) {
            puts.extend(number(words, pieces, at, more));
        } else if let Some((column, values)) = called(view, piece) {
            puts.push(name(view, words, piece, column, values));
        }
    }
    if let Some((at, more)) = more {
        let op = if more { Op::More } else { Op::Less };
        let from = pieces[at].from;
        let tokens = [&words[..from], &tokens("how much"), &words[from..]].concat();
        puts.push(Put::of(tokens, Asserted::Bound(op, Decimal::ZERO)));
    }
    puts
}

/// Words between `not` and what is denied, at most.
const DENIED: usize = 2;

/// The word by which a claim says that something is missing.
pub(super) fn says_missing(words: &[Token]) -> Option<String> {
    missing(words)?;
    let says = |token: &&Token| {
        let word = token.folded.as_str();
        matches!(word, "no" | "not") || ENGLISH.gone.has(word)
    };
    words.iter().find(says).map(|token| token.text.clone())
}

/// What is asked for where a claim says that it is missing: `no number of beds is given for the San Juan area`, `the price of the anvil is not known`.
fn missing(words: &[Token]) -> Option<Vec<Token>> {
    let given = |token: &Token| ENGLISH.given.has(&token.folded);
    let states_number = words.iter().any(|token| {
        let number = token.number.as_ref();
        number.is_some_and(|number| year_of(token).is_none() || number.decimals > 0)
    });
    if states_number {
        return None;
    }
    if let Some(at) = words.iter().position(|token| token.folded == "no")
        && words.iter().any(given)
    {
        return Some([&words[..at], &tokens("what"), &words[at + 1..]].concat());
    }
    let gone = |at: &usize| {
        let denied = &words[*at + 1..words.len().min(at + 1 + DENIED)];
        ENGLISH.gone.has(&words[*at].folded)
            || (words[*at].folded == "not" && denied.iter().any(given))
    };
    let at = (0..words.len()).find(gone)?;
    Some([&tokens("what"), &words[..at], &words[at + 1..]].concat())
}

/// What a claim asks for that calls a figure of two things the same.
fn equal(view: &View, words: &[Token], pieces: &[Piece]) -> Option<Put> {
    words.iter().find(|token| token.folded == "same")?;
    let named = pieces
        .iter()
        .filter_map(|piece| Some(called(view, piece)?.0));
    let columns: Vec<usize> = named.collect();
    let two = (columns.iter().enumerate()).any(|(at, column)| columns[..at].contains(column));
    if !two || words.iter().any(|token| token.folded == "not") {
        return None;
    }
    let says = |token: &&Token| {
        !matches!(
            token.folded.as_str(),
            "same" | "exactly" | "both" | "equal" | "share" | "shared" | "as"
        )
    };
    let rest: Vec<Token> = words.iter().filter(says).cloned().collect();
    let nothing = Asserted::Number {
        value: Decimal::ZERO,
        unit: Decimal::new(1, DIGITS),
        approximate: false,
    };
    Some(Put::of(
        [tokens("what is the difference between"), rest].concat(),
        nothing,
    ))
}

/// Decimals to which two figures that are called the same have to agree.
const DIGITS: u32 = 9;

/// A name, as the values that it stands for in a column.
fn called(view: &View, piece: &Piece) -> Option<(usize, Vec<String>)> {
    if let Meaning::Record { rows, key } = &piece.meaning {
        let values = rows.iter().filter_map(|row| view.shown(*row, *key));
        Some((*key, values.map(fold).collect()))
    } else if let Meaning::Category { column, value } = &piece.meaning {
        Some((*column, vec![value.clone()]))
    } else if let Meaning::Part { column, values } = &piece.meaning {
        Some((*column, values.clone()))
    } else {
        None
    }
}

/// Where two figures are held against each other, and whether the first is said to be the greater.
fn compares(pieces: &[Piece], at: usize, piece: &Piece) -> Option<(usize, bool)> {
    if let Meaning::Than { more, .. } = piece.meaning {
        return Some((at, more));
    }
    let Meaning::Op(op @ (Op::More | Op::Less)) = piece.meaning else {
        return None;
    };
    let number = |place: usize| {
        let meaning = pieces.get(place).map(|next| &next.meaning);
        matches!(meaning, Some(Meaning::Number(_)))
    };
    let than = pieces.iter().any(|piece| piece.meaning == Meaning::Compare);
    (than && !number(at + 1) && !number(at + 2)).then_some((at, op == Op::More))
}

/// What a number is said of.
fn number(words: &[Token], pieces: &[Piece], at: usize, more: Option<(usize, bool)>) -> Vec<Put> {
    let Meaning::Number(number) = &pieces[at].meaning else {
        return Vec::new();
    };
    let (mut from, mut to) = (pieces[at].from, pieces[at].to);
    let mut approximate = false;
    let mut bound = None;
    let mut before = at;
    while let Some(piece) = before.checked_sub(1).map(|place| &pieces[place]) {
        let exactly = matches!(
            words[piece.from].folded.as_str(),
            "only" | "just" | "exactly"
        );
        // `the list contains 37 of them`
        let contains = piece.meaning == Meaning::Op(Op::Contains);
        let op = if let Meaning::Op(op @ (Op::More | Op::AtLeast | Op::Less | Op::AtMost)) =
            piece.meaning
        {
            Some(op)
        } else {
            None
        };
        if piece.meaning == Meaning::About {
            approximate = true;
        } else if op.is_some() && bound.is_none() {
            bound = op;
        } else if !exactly && !contains {
            break;
        }
        from = piece.from;
        before -= 1;
    }
    if let Some(next) = pieces.get(at + 1)
        && let Meaning::Behind(op) = &next.meaning
    {
        bound = bound.or(Some(*op));
        to = next.to;
    }
    let less = more.is_some_and(|(_, more)| !more);
    let value = if less { -number.value } else { number.value };
    let states = match bound {
        Some(op) if more.is_none() => Asserted::Bound(op, value),
        Some(_) => return Vec::new(),
        None => Asserted::Number {
            value,
            unit: number.unit,
            approximate,
        }
        .rounded(),
    };
    let ask = |asks: &str, to: usize| [&words[..from], &tokens(asks), &words[to..]].concat();
    let put = |asks: &str, to: usize| Put::of(ask(asks, to), states.clone());
    if number.percent {
        return vec![put("what percent", to)];
    }
    let mut puts = vec![put("how many", to), put("what", to)];
    // `17 states spent less in 2011 than in 2010`: so many rows, not so much less.
    if less && bound.is_none() && more.is_some_and(|(at_more, _)| at < at_more) {
        let states = Asserted::Number {
            value: number.value,
            unit: number.unit,
            approximate,
        };
        puts.push(Put::of(ask("how many", to), states));
    }
    // `three of the Acme adverts`
    let word = |at: usize| words.get(at).map(|token| token.folded.as_str());
    if word(to) == Some("of") {
        let article = usize::from(word(to + 1) == Some("the"));
        puts.push(put("how many", to + 1 + article));
    }
    let end = end_of_unit(words, pieces, to);
    if end > to {
        puts.push(Put {
            tokens: ask("what", end),
            ..put("how many", to)
        });
    }
    // `24.96 million tonnes`, of a column that counts in millions.
    let bare = bare(&words[pieces[at].from]).filter(|(bare, _)| *bare != number.value);
    if let (Some((value, unit)), None) = (bare, bound) {
        let states = Asserted::Number {
            value: if less { -value } else { value },
            unit,
            approximate,
        };
        puts.push(Put::of(ask("what", to), states));
    }
    puts
}

/// Digits of a figure besides zeros at its end with which it is a rounded one though it is said to be approximate, at least: `about 94,900`.
const ROUNDED: usize = 3;

impl Asserted {
    /// A figure of so many digits that it was rounded, though it is said to be approximate; all else as it is: `about 40` may be far off.
    pub(super) fn rounded(self) -> Self {
        let Self::Number {
            value,
            approximate: true,
            ..
        } = self
        else {
            return self;
        };
        let bare = value.normalize();
        let digits = bare.mantissa().unsigned_abs().to_string();
        let zeros = digits.len() - digits.trim_end_matches('0').len();
        let unit = u32::try_from(zeros)
            .ok()
            .and_then(|zeros| 10_u64.checked_pow(zeros));
        match unit.filter(|_| digits.len() - zeros >= ROUNDED) {
            Some(unit) => Self::Number {
                value,
                unit: Decimal::from(unit) * Decimal::new(1, bare.scale()),
                approximate: false,
            },
            None => self,
        }
    }
}

/// The end of the words that say in what a number in front of them is counted: `deaths per 100,000 live births`.
fn end_of_unit(words: &[Token], pieces: &[Piece], from: usize) -> usize {
    let mut end = from;
    let mut per = false;
    for piece in pieces.iter().skip_while(|piece| piece.from < from) {
        let unit = if matches!(piece.meaning, Meaning::Number(_)) {
            per
        } else {
            matches!(
                piece.meaning,
                Meaning::Unknown | Meaning::Unit(_) | Meaning::Each | Meaning::Title
            )
        };
        if !unit {
            return end;
        }
        per = piece.meaning == Meaning::Each;
        end = piece.to;
    }
    words.len()
}

/// A number without the scale behind it, and what one of its last written digit is.
fn bare(token: &Token) -> Option<(Decimal, Decimal)> {
    let digits = token.text.trim_start_matches(['$', '€', '£', '₹', '¥']);
    let value: Decimal = digits.replace(',', "").parse().ok()?;
    Some((value, Decimal::new(1, value.scale())))
}

/// What a name is said of.
fn name(view: &View, words: &[Token], piece: &Piece, column: usize, values: Vec<String>) -> Put {
    let asks = if column != view.label {
        format!("which {}", view.display(column))
    } else if view.noun == ROW {
        "which".to_owned()
    } else {
        format!("which {}", view.noun)
    };
    let tokens = [&words[..piece.from], &tokens(&asks), &words[piece.to..]].concat();
    Put::of(tokens, Asserted::Named { column, values })
}
