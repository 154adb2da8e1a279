//! `between France and Spain`, `England against Italy`: the rows that have one name in each of two columns of such names.

use super::Parser;
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;
use groundwall_core::CellKind;

/// Of how many different names of a column the other has to have one for both to name the same things.
const SHARED: usize = 4;

impl Parser<'_> {
    /// Conditions for two names that are held against each other.
    pub(super) fn paired(&mut self) {
        let named = self
            .free(|meaning| matches!(meaning, Meaning::Record { .. } | Meaning::Category { .. }));
        let Some((first, second)) = named
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .find(|(first, second)| self.are_opposed(*first, *second))
        else {
            return;
        };
        let (Some(a), Some(b)) = (
            self.pieces[first].value(self.view),
            self.pieces[second].value(self.view),
        ) else {
            return;
        };
        let Some(columns) = self.pair_of([&a, &b]).filter(|_| a != b) else {
            return;
        };
        for column in columns {
            self.filter.push(Condition {
                column,
                any_of: vec![(Op::Equal, a.clone()), (Op::Equal, b.clone())],
            });
        }
        // `did France win against Spain`: the winner is a condition of its own.
        let stays = matches!(self.pieces[first].meaning, Meaning::Category { column, .. } if !columns.contains(&column));
        for at in first.saturating_sub(1)..=second {
            let leads = at < first && self.pieces[at].meaning == Meaning::Between;
            let joins = at > first && at < second;
            if leads || joins || at == second || (at == first && !stays) {
                self.take(at);
            }
        }
    }

    /// Whether nothing stands between two names but what holds them against each other.
    fn are_opposed(&self, first: usize, second: usize) -> bool {
        let between = |place: usize| self.pieces[place].meaning == Meaning::Between;
        let led = first.checked_sub(1).is_some_and(between);
        let silent = (first + 1..second).all(|place| {
            let meaning = &self.pieces[place].meaning;
            matches!(meaning, Meaning::Function | Meaning::And | Meaning::Compare)
                || place + 1 == second && *meaning == Meaning::Unknown
        });
        let joint = &self.tokens[self.pieces[first].to..self.pieces[second].from];
        match joint {
            [joint] if joint.folded == "and" => led,
            [.., last] => {
                silent && matches!(last.folded.as_str(), "against" | "vs" | "v" | "versus")
            }
            [] => false,
        }
    }

    /// The two columns of text that have names of the same things, and in no row the same one twice; none where there are more such.
    fn pair_of(&self, names: [&Value; 2]) -> Option<[usize; 2]> {
        let view = self.view;
        let texts: Vec<usize> = (0..view.base)
            .filter(|column| view.column(*column).kind == CellKind::Text)
            .collect();
        let holds = |column: usize, name: &Value| {
            let text = name.as_text().unwrap_or_default();
            view.columns[column].values.contains_key(text.as_ref())
        };
        let are_pair = |a: usize, b: usize| {
            let (own, other) = (&view.columns[a].values, &view.columns[b].values);
            let shared = own.keys().filter(|name| other.contains_key(*name)).count();
            let both = |row: &Vec<Option<Value>>| row[a].is_some() && row[b].is_some();
            SHARED * shared >= own.len().min(other.len())
                && shared > 0
                && view.rows.iter().all(|row| both(row) && row[a] != row[b])
                && names.iter().all(|name| holds(a, name) || holds(b, name))
        };
        let mut pairs = texts.iter().enumerate().flat_map(|(place, a)| {
            let later = texts[place + 1..].iter();
            later.filter(|b| are_pair(*a, **b)).map(|b| [*a, *b])
        });
        pairs.next().filter(|_| pairs.next().is_none())
    }
}
