//! Columns for a period of years: `fatalities_85_99` where a question says `1985-1999`, or `between 1985 and 1999`.

use super::dates::month_called as month;
use super::{Meaning, Piece};
use crate::value::Value;
use crate::view::View;
use crate::words::{Token, Written};
use rust_decimal::Decimal;

/// First and last year, by their last two digits, as headings shorten them.
type Period = (u32, u32);

/// Of columns that are called alike, those of the period that the question names; the period is then no condition of its own.
pub(super) fn choose(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    if against(view, tokens, pieces) {
        return;
    }
    for (places, period) in periods(tokens, pieces) {
        let mut chosen = false;
        for piece in pieces.iter_mut() {
            let Meaning::Column(columns) = &mut piece.meaning else {
                continue;
            };
            let fitting: Vec<usize> = columns
                .iter()
                .copied()
                .filter(|column| of_name(&view.column(*column).name) == Some(period))
                .collect();
            if !fitting.is_empty() {
                *columns = fitting;
                chosen = true;
            }
        }
        if chosen {
            for place in places {
                pieces[place].meaning = Meaning::Function;
            }
        }
    }
}

/// A month of a year in a table with a row a year and a column a month: `June 2012` is the column `June` in the row of 2012.
pub(super) fn of_months(view: &View, tokens: &[Token], pieces: &mut Vec<Piece>) {
    let Some(years) = (0..view.base).find(|column| view.is_year(*column)) else {
        return;
    };
    let mut at = 0;
    while at < pieces.len() {
        if let Some(apart) = apart(view, years, tokens, &pieces[at]) {
            pieces.splice(at..=at, apart);
        }
        at += 1;
    }
}

/// `at the end of December 2020`, of a table in which what is named, or every record, has one row that month: it is that row.
pub(super) fn at_the_end(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let Some(dates) = view.dates() else { return };
    let mut rows: Vec<usize> = (0..view.rows.len()).collect();
    let mut named = false;
    for piece in pieces.iter() {
        if let Meaning::Record { rows: own, .. } = &piece.meaning {
            rows.retain(|row| own.contains(row));
        } else if let Meaning::Category { column, value } = &piece.meaning {
            let value = Value::Text(value.clone());
            rows.retain(|row| view.rows[*row][*column].as_ref() == Some(&value));
        } else {
            continue;
        }
        named = true;
    }
    for at in 3..pieces.len() {
        let Meaning::Date(from, to) = pieces[at].meaning else {
            continue;
        };
        let words = at.checked_sub(4).map(|first| &pieces[first..at]);
        let said = words.is_some_and(|words| {
            let words = words.iter().map(|piece| tokens[piece.from].folded.as_str());
            ["end", "start", "beginning"]
                .into_iter()
                .any(|end| words.clone().eq(["at", "the", end, "of"]))
        });
        if !said || from.day() != 1 || to != from.last_of_month() {
            continue;
        }
        let within = |row: &&usize| matches!(view.rows[**row][dates], Some(Value::Date(date)) if from <= date && date <= to);
        let rows: Vec<usize> = rows.iter().filter(within).copied().collect();
        let each = !named && view.label != dates && view.are_apart(&rows, view.label);
        if rows.len() == 1 || !rows.is_empty() && each {
            pieces[at - 2].meaning = Meaning::Function;
        }
    }
}

/// The column of the month and the row of the year of such a piece; none where it is another, or there is no one such column and row.
fn apart(view: &View, years: usize, tokens: &[Token], piece: &Piece) -> Option<[Piece; 2]> {
    let Meaning::Date(first, last) = piece.meaning else {
        return None;
    };
    if piece.to != piece.from + 2 || last != first.last_of_month() || first.day() != 1 {
        return None;
    }
    let year = tokens[piece.from + 1].number.as_ref()?.value;
    let of_year = |row: &usize| view.rows[*row][years] == Some(Value::Number(year));
    let rows: Vec<usize> = (0..view.rows.len()).filter(of_year).collect();
    if rows.len() != 1 {
        return None;
    }
    let of_month = |column: &usize| month(&view.column(*column).name) == Some(first.month());
    let mut columns = (0..view.base).filter(of_month);
    let column = columns.next().filter(|_| columns.next().is_none())?;
    let part = |from, meaning| Piece {
        from,
        to: from + 1,
        taken: false,
        meaning,
    };
    Some([
        part(piece.from, Meaning::Column(vec![column])),
        part(piece.from + 1, Meaning::Record { rows, key: years }),
    ])
}

/// Two periods that are held against each other: a name that columns of both share is the one column and the other, in the order of the periods. False where
/// there are no two, or no such columns.
fn against(view: &View, tokens: &[Token], pieces: &mut [Piece]) -> bool {
    let Ok([(first, one), (second, other)]) = <[_; 2]>::try_from(periods(tokens, pieces)) else {
        return false;
    };
    let of = |columns: &[usize], period: Period| {
        let fits = |column: &&usize| of_name(&view.column(**column).name) == Some(period);
        let mut fitting = columns.iter().filter(fits);
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    };
    let mut chosen = false;
    for piece in pieces.iter_mut() {
        if let Meaning::Column(columns) = &mut piece.meaning
            && let (Some(one), Some(other)) = (of(columns, one), of(columns, other))
            && one != other
        {
            *columns = vec![one, other];
            chosen = true;
        }
    }
    if chosen {
        for place in first.into_iter().chain(second) {
            pieces[place].meaning = Meaning::Function;
        }
    }
    chosen
}

/// The periods of a question with the pieces that name them.
fn periods(tokens: &[Token], pieces: &[Piece]) -> Vec<(Vec<usize>, Period)> {
    let year = |place: usize| {
        let Meaning::Number(Written {
            value,
            decimals: 0,
            percent: false,
            unit: _,
        }) = &pieces.get(place)?.meaning
        else {
            return None;
        };
        if !(Decimal::from(1000)..Decimal::from(3000)).contains(value) {
            return None;
        }
        u32::try_from(*value).ok()
    };
    let mut found = Vec::new();
    for place in 0..pieces.len() {
        let token = &tokens[pieces[place].from];
        if let Some(period) = written(&token.folded) {
            found.push((vec![place], period));
        } else if let (Some(first), Some(last)) = (year(place), year(place + 2)) {
            let joint = &tokens[pieces[place + 1].from].folded;
            let before = place.checked_sub(1).filter(|before| {
                matches!(
                    tokens[pieces[*before].from].folded.as_str(),
                    "between" | "from" | "years" | "in" | "of" | "for" | "over"
                )
            });
            if before.is_some() && matches!(joint.as_str(), "and" | "to" | "until") {
                let places = before.into_iter().chain(place..place + 3).collect();
                found.push((places, (first % 100, last % 100)));
            }
        }
    }
    found
}

/// `1985-1999`, `1985–99`, `1985/99`.
pub(crate) fn written(text: &str) -> Option<Period> {
    let (first, last) = text.split_once(['-', '–', '/'])?;
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if first.len() != 4 || !matches!(last.len(), 2 | 4) || !digits(first) || !digits(last) {
        return None;
    }
    Some((
        first.parse::<u32>().ok()? % 100,
        last.parse::<u32>().ok()? % 100,
    ))
}

/// A column's name, as stems, without the period that it ends with; none where there is none, or nothing else.
pub(crate) fn without(name: &str, stems: &[String]) -> Option<Vec<String>> {
    of_name(name)?;
    let rest: Vec<String> = stems
        .iter()
        .filter(|stem| !stem.chars().all(|c| c.is_ascii_digit()))
        .cloned()
        .collect();
    (!rest.is_empty()).then_some(rest)
}

/// Whether a column's name ends with the years of a period.
pub(crate) fn is_of_a_period(name: &str) -> bool {
    of_name(name).is_some()
}

/// The two years at the end of a column's name.
fn of_name(name: &str) -> Option<Period> {
    let mut years = name
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| matches!(part.len(), 2 | 4))
        .map(|part| part.parse::<u32>().ok().map(|year| year % 100));
    let period = (years.next()??, years.next()??);
    years.next().is_none().then_some(period)
}
