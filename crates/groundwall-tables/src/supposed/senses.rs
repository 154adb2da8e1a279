//! What a word that a table does not know may be supposed to mean.

use crate::link::{Meaning, Piece, many};
use crate::pack::spaced;
use crate::view::View;
use crate::words::{ENGLISH, Token, is_function, written};

/// How much alike words and the name of a column have to be, at least: below it the embedding tells nothing. Unrelated words of a table's trade reach .4
/// (`dolphins` and `region` .2, `jeans` and `brand` .41), words for the same thing are seldom below.
const COLUMN: f32 = 0.4;
/// The same for a value, which the words have to name and not only be about.
const VALUE: f32 = 0.6;
/// What a word counts for that is supposed to name the rows, or nothing.
const ROW: f32 = 0.35;
const NOTHING: f32 = 0.3;
/// Senses of one place that name a column or value.
const OFFERED: usize = 3;
/// Values that a column may have for them to be among the names.
const VALUES: usize = 30;
/// Words of a phrase.
const WORDS: usize = 5;

/// Something that a phrase may stand for.
pub(super) struct Name {
    pub(super) text: String,
    meaning: Meaning,
}

/// A piece of the question whose meaning is supposed, with the phrases that it is a part of.
pub(super) struct Place {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Columns among which it is not clear which is meant; empty where nothing is known.
    among: Vec<usize>,
    /// Whether the word may name what a row is.
    row: bool,
    /// Whether it is the verb of `who`.
    behind_who: bool,
    /// Columns that other words of the question name, each alone, with where these begin.
    named: Vec<(usize, usize)>,
    /// Where words of the title begin.
    titled: Vec<usize>,
    /// First and last word, and the place among the phrases.
    spans: Vec<(usize, usize, usize)>,
}

impl Name {
    /// Whether it is what one column is called.
    pub(super) fn is_column(&self, column: usize) -> bool {
        matches!(&self.meaning, Meaning::Column(columns) if columns[..] == [column])
    }
}

/// What a place is supposed to mean, and how much alike the words are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sense {
    pub(super) piece: Piece,
    pub(super) alike: f32,
}

/// The places whose meaning may be supposed, and all phrases; none where a word must not be: a name, a number.
pub(super) fn places(tokens: &[Token], pieces: &[Piece]) -> Option<(Vec<Place>, Vec<String>)> {
    let mut phrases = Vec::new();
    let mut places = Vec::new();
    let one = |piece: &Piece| {
        if let Meaning::Column(columns) = &piece.meaning
            && let [column] = columns[..]
        {
            Some((piece.from, column))
        } else {
            None
        }
    };
    let columns: Vec<(usize, usize)> = pieces.iter().filter_map(one).collect();
    let title = pieces
        .iter()
        .filter(|piece| piece.meaning == Meaning::Title);
    let titled: Vec<usize> = title.map(|piece| piece.from).collect();
    for (at, piece) in pieces.iter().enumerate() {
        let among = if let Meaning::Column(columns) = &piece.meaning
            && columns.len() > 1
        {
            columns.clone()
        } else if piece.meaning == Meaning::Unknown {
            Vec::new()
        } else {
            continue;
        };
        let own = &tokens[piece.from..piece.to];
        let named = |(place, token): (usize, &Token)| is_name(piece, place, token);
        if among.is_empty()
            && (own.iter().enumerate().any(named)
                || own.iter().any(|token| ENGLISH.telling.has(&token.folded)))
        {
            return None;
        }
        let mut spans = Vec::new();
        for (from, to) in around(tokens, pieces, at) {
            spans.push((from, to, phrases.len()));
            phrases.push(written(&tokens[from..to]));
        }
        let row = among.is_empty() && is_row(tokens, piece);
        places.push(Place {
            from: piece.from,
            to: piece.to,
            among,
            row,
            behind_who: is_behind_who(tokens, piece),
            named: columns.clone(),
            titled: titled.clone(),
            spans,
        });
    }
    Some((places, phrases))
}

/// Whether a word of a piece is a name or a number, which is never passed over; `place` is that within the piece.
pub(super) fn is_name(piece: &Piece, place: usize, token: &Token) -> bool {
    token.number.is_some()
        || token.text.chars().any(char::is_numeric)
        || (piece.from + place > 0 && token.is_capital())
}

/// Of each piece that the table does not know the phrases that it is a part of, by their places; new ones are added.
pub(super) fn within(
    tokens: &[Token],
    pieces: &[Piece],
    phrases: &mut Vec<String>,
) -> Vec<Vec<usize>> {
    let of = |(at, piece): (usize, &Piece)| {
        if !matches!(piece.meaning, Meaning::Unknown | Meaning::Rank) {
            return Vec::new();
        }
        let spans = around(tokens, pieces, at).into_iter().map(|(from, to)| {
            let text = written(&tokens[from..to]);
            let known = phrases.iter().position(|phrase| *phrase == text);
            known.unwrap_or_else(|| {
                phrases.push(text);
                phrases.len() - 1
            })
        });
        spans.collect()
    };
    pieces.iter().enumerate().map(of).collect()
}

/// Whether a piece stands right behind `who`.
pub(super) fn is_behind_who(tokens: &[Token], piece: &Piece) -> bool {
    piece.from > 0 && tokens[piece.from - 1].folded == "who"
}

/// Whether a word stands where what is counted or looked for is named: `how many jeans`, `which jeans`, `of the bands`.
fn is_row(tokens: &[Token], piece: &Piece) -> bool {
    (leads_to_rows(tokens, piece) && !is_phrasal_verb(tokens, piece)) || many(&tokens[piece.to - 1])
}

/// `how many turned up`
fn is_phrasal_verb(tokens: &[Token], piece: &Piece) -> bool {
    let particle = |token: &Token| ENGLISH.particles.has(&token.folded);
    tokens[piece.to - 1].folded.ends_with("ed") && tokens.get(piece.to).is_some_and(particle)
}

/// Whether what stands in front of a word leads to what a row is called.
pub(super) fn leads_to_rows(tokens: &[Token], piece: &Piece) -> bool {
    piece.from > 0 && ENGLISH.row_leads.has(&tokens[piece.from - 1].folded)
}

/// Runs of pieces around one, of so many words, that begin and end with a word that says something; the piece alone first.
fn around(tokens: &[Token], pieces: &[Piece], at: usize) -> Vec<(usize, usize)> {
    let joins = |piece: &Piece| {
        matches!(
            piece.meaning,
            Meaning::Unknown
                | Meaning::Function
                | Meaning::Column(_)
                | Meaning::Noun
                | Meaning::Title
                | Meaning::Unit(_)
        )
    };
    // What `which` asks for is what the rows are, and no part of a column: `which solar plant can run longest`.
    let is_kind = |piece: &Piece| matches!(piece.meaning, Meaning::Noun | Meaning::Title);
    let is_asked_for = |place: usize| {
        let kinds = pieces[..=place].iter().rev();
        let begins = place + 1 - kinds.take_while(|piece| is_kind(piece)).count();
        is_kind(&pieces[place])
            && pieces[begins].from > 0
            && tokens[pieces[begins].from - 1].is_which()
    };
    let mut first = at;
    while first > 0
        && joins(&pieces[first - 1])
        && !tokens[pieces[first - 1].to - 1].breaks
        && !is_asked_for(first - 1)
    {
        first -= 1;
    }
    let mut last = at;
    while last + 1 < pieces.len() && joins(&pieces[last + 1]) && !tokens[pieces[last].to - 1].breaks
    {
        last += 1;
    }
    let mut spans = vec![(pieces[at].from, pieces[at].to)];
    for from in first..=at {
        for to in at..=last {
            let (start, end) = (pieces[from].from, pieces[to].to);
            let ends = [&tokens[start], &tokens[end - 1]];
            let says = ends.iter().all(|token| !is_function(&token.folded));
            if says && end - start <= WORDS && !spans.contains(&(start, end)) {
                spans.push((start, end));
            }
        }
    }
    spans
}

/// Columns by their names, and the values of columns that have few.
pub(super) fn names(view: &View) -> Vec<Name> {
    let mut names = Vec::new();
    for column in 0..view.base {
        let name = spaced(view.display(column));
        if name.chars().any(char::is_alphabetic) {
            names.push(Name {
                text: name,
                meaning: Meaning::Column(vec![column]),
            });
        }
    }
    for (column, about) in view.columns.iter().enumerate().take(view.base) {
        let tells_apart = view.keys.contains(&column) || column == view.label;
        if about.truth || tells_apart || about.values.len() > VALUES {
            continue;
        }
        let mut values: Vec<&String> = about.values.keys().collect();
        values.sort();
        names.extend(values.into_iter().map(|value| Name {
            text: value.clone(),
            meaning: Meaning::Category {
                column,
                value: value.clone(),
            },
        }));
    }
    names
}

/// What a place may mean, the likeliest first.
pub(super) fn senses(
    view: &View,
    place: &Place,
    names: &[Name],
    alike: &impl Fn(usize, usize) -> f32,
) -> Vec<Sense> {
    let mut senses: Vec<Sense> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        // `won series` is no series.
        let alone = |span: &&(usize, usize, usize)| {
            !place.behind_who || (span.0, span.1) == (place.from, place.to)
        };
        // `people were killed` is no other column than the one that `killed` names.
        let is_other = |span: &&(usize, usize, usize)| {
            let within = |(at, _): &&(usize, usize)| (span.0..span.1).contains(at);
            let mut named = place.named.iter().filter(within);
            matches!(name.meaning, Meaning::Column(_))
                && named.any(|(_, column)| !name.is_column(*column))
        };
        // `won a seat on Sutton` is no `Independents for Sutton`, where all rows are of Sutton.
        let is_titled = |span: &&(usize, usize, usize)| {
            matches!(name.meaning, Meaning::Category { .. })
                && (place.titled.iter()).any(|at| (span.0..span.1).contains(at))
        };
        let best = place
            .spans
            .iter()
            .filter(alone)
            .filter(|span| !is_other(span) && !is_titled(span))
            .map(|(from, to, phrase)| (alike(*phrase, number), *from, *to))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((alike, from, to)) = best else {
            continue;
        };
        let enough = if let Meaning::Column(columns) = &name.meaning {
            if place.among.is_empty() {
                alike >= COLUMN
            } else {
                place.among.contains(&columns[0])
            }
        } else {
            place.among.is_empty() && alike >= VALUE
        };
        if enough {
            let meaning = name.meaning.clone();
            senses.push(Sense {
                piece: Piece {
                    meaning,
                    from,
                    to,
                    taken: false,
                },
                alike,
            });
        }
    }
    // Of a column and a value that are as much alike, the column.
    let is_column = |sense: &Sense| matches!(sense.piece.meaning, Meaning::Column(_));
    senses.sort_by(|a, b| (b.alike.total_cmp(&a.alike)).then(is_column(b).cmp(&is_column(a))));
    senses.truncate(OFFERED);
    if place.among.is_empty() && !view.rows.is_empty() {
        let bare = |meaning: Meaning, alike: f32| Sense {
            piece: Piece {
                meaning,
                from: place.from,
                to: place.to,
                taken: false,
            },
            alike,
        };
        if place.row {
            senses.push(bare(Meaning::Noun, ROW));
        }
        // What somebody did is what `who won` asks.
        if !place.behind_who {
            senses.push(bare(Meaning::Function, NOTHING));
        }
    }
    senses
}
