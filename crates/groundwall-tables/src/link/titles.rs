//! The title of a table within a question: `actions taken under the Antiquities Act`.

use super::{Meaning, Piece, year_of};
use crate::value::Value;
use crate::view::View;
use crate::words::{ENGLISH, Token, stem};
use groundwall_core::CellKind;

/// Words that nothing but the title has, from which a run of its words is the title: one alone may be meant otherwise.
const OWN: usize = 2;

/// Words that the title writes as one, or one that it writes apart: `Super Bowl` of `superbowl-ads.csv`.
pub(super) fn written_otherwise(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let unknown = |piece: &Piece| piece.meaning == Meaning::Unknown && piece.to == piece.from + 1;
    for at in 1..pieces.len() {
        let pair = [at - 1, at];
        let [first, second] = pair.map(|place| &tokens[pieces[place].from]);
        let joined = stem(&format!("{}{}", first.folded, second.folded));
        // `call-outs`
        if unknown(&pieces[at])
            && pieces[at - 1].to == pieces[at].from
            && view.nouns.contains(&joined)
        {
            for place in pair {
                pieces[place].meaning = Meaning::Noun;
            }
        }
        if unknown(&pieces[at]) && view.title.contains(&joined) {
            for place in pair {
                pieces[place].meaning = Meaning::Title;
            }
        }
    }
    for piece in pieces.iter_mut().filter(|piece| unknown(piece)) {
        let word = &tokens[piece.from].stem;
        let apart = view.called.iter().any(|called| {
            let mut pairs = called.windows(2);
            pairs.any(|pair| word.strip_prefix(pair[0].as_str()) == Some(pair[1].as_str()))
        });
        if apart {
            piece.meaning = Meaning::Title;
        }
    }
}

/// What kind of place the title is, behind its name: `Los Angeles County` of `los-angeles-parks.csv`.
pub(super) fn kinds_of_place(tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let (before, own) = (&pieces[at - 1], &pieces[at]);
        let [name, kind] = [&tokens[before.to - 1], &tokens[own.from]];
        let is_kind = own.to == own.from + 1
            && own.meaning == Meaning::Unknown
            && kind.is_capital()
            && ENGLISH.kinds_of_place.has(&kind.folded);
        if is_kind && before.meaning == Meaning::Title && name.is_capital() && !name.breaks {
            pieces[at].meaning = Meaning::Title;
        }
    }
}

/// `killed by police`, where the title is about the police: no groups.
pub(super) fn done_by(tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let by = &pieces[at - 1];
        if by.meaning == Meaning::Each
            && tokens[by.from].folded == "by"
            && pieces[at].meaning == Meaning::Title
        {
            pieces[at - 1].meaning = Meaning::Function;
        }
    }
}

/// Makes one title of the words of the title that stand together, function words between them, also of those that a column or a comparison is called by.
pub(super) fn join(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let of_title = |piece: &Piece| {
        tokens[piece.from..piece.to]
            .iter()
            .all(|token| view.title.contains(&token.stem))
    };
    let mut at = 0;
    while at < pieces.len() {
        if !of_title(&pieces[at]) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        let mut next = end;
        while next < pieces.len()
            && (pieces[next].meaning == Meaning::Function || of_title(&pieces[next]))
        {
            next += 1;
            if of_title(&pieces[next - 1]) {
                end = next;
            }
        }
        let own = pieces[at..end]
            .iter()
            .filter(|piece| piece.meaning == Meaning::Title)
            .count();
        let run: Vec<&String> = tokens[pieces[at].from..pieces[end - 1].to]
            .iter()
            .map(|token| &token.stem)
            .collect();
        let whole = run.len() >= OWN
            && view
                .called
                .iter()
                .any(|called| called.iter().collect::<Vec<_>>() == run);
        if own >= OWN || whole {
            for piece in pieces[at..end].iter_mut().filter(|piece| of_title(piece)) {
                piece.meaning = Meaning::Title;
            }
        }
        at = end;
    }
}

/// The month or year that the sheet is about: `July 2018` of the sheet `Jul2018`. A year that stands in the table is asked of the table.
pub(super) fn period(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    year_of_title(view, tokens, pieces);
    span_of_title(view, tokens, pieces);
    let Some((first, last)) = view.period else {
        return;
    };
    let whole_year = first.month() != last.month();
    let has_years =
        (0..view.base).any(|column| view.is_year(column)) || view.periods().next().is_some();
    let year = |piece: &Piece| {
        whole_year && !has_years && year_of(&tokens[piece.from]) == Some(first.year())
    };
    for piece in pieces {
        if piece.meaning == Meaning::Date(first, last)
            || (matches!(piece.meaning, Meaning::Number(_)) && year(piece))
        {
            piece.meaning = Meaning::Title;
        }
    }
}

/// `between April 2010 and September 2018`, where that is what the table is about by its title and none of its columns holds a time: no condition.
fn span_of_title(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let timed = view.long.is_some()
        || view.places.is_some()
        || (0..view.base)
            .any(|column| view.is_year(column) || view.column(column).kind == CellKind::Date);
    if timed {
        return;
    }
    let time = |piece: &Piece| {
        let mut words = tokens[piece.from..piece.to].iter();
        matches!(
            piece.meaning,
            Meaning::Date(..) | Meaning::Number(_) | Meaning::Title
        ) && year_of(&tokens[piece.to - 1]).is_some()
            && words.all(|token| view.title.contains(&token.stem))
    };
    for at in 0..pieces.len().saturating_sub(3) {
        let joined = matches!(tokens[pieces[at + 2].from].folded.as_str(), "and" | "to");
        if pieces[at].meaning == Meaning::Between
            && joined
            && time(&pieces[at + 1])
            && time(&pieces[at + 3])
        {
            for piece in &mut pieces[at..at + 4] {
                piece.meaning = Meaning::Title;
            }
        }
    }
}

/// The year that a table is about by its title, where no column has other years: `Euro 2016`.
fn year_of_title(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let about = |token: &Token| year_of(token).filter(|_| view.title.contains(&token.stem));
    let other = |year: i16| {
        let mut values = view
            .rows
            .iter()
            .flat_map(|row| row[..view.base].iter().flatten());
        view.long.is_some()
            || (0..view.base).any(|column| view.is_year(column))
            || values.any(|value| matches!(value, Value::Date(date) if date.year() != year))
    };
    for piece in pieces {
        if matches!(piece.meaning, Meaning::Number(_))
            && about(&tokens[piece.from]).is_some_and(|year| !other(year))
        {
            piece.meaning = Meaning::Title;
        }
        if piece.meaning == Meaning::Unknown && is_span_of(view, &tokens[piece.from]) {
            piece.meaning = Meaning::Title;
        }
    }
}

/// Whether a word is the span of years that a table is about by its title: `2018-19` of `matches-2018-to-2019.csv`.
fn is_span_of(view: &View, token: &Token) -> bool {
    let Some((first, last)) = token.folded.split_once(['-', '–', '/']) else {
        return false;
    };
    let known = |year: &str| view.title.contains(year);
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = match (first.len(), last.len()) {
        (4, 4) => last.to_owned(),
        (4, 2) => format!("{}{last}", &first[..2]),
        _ => return false,
    };
    digits(first) && digits(last) && known(first) && known(&whole)
}
