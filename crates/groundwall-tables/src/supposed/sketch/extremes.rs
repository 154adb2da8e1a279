//! What has most or least: a row, a group of rows, or a time.

use super::queries::Maker;
use super::targets::Target;
use crate::link::{Meaning, Piece};
use crate::query::{Function, Select};
use crate::run::rows_of;
use crate::supposed::is_known_by;
use crate::supposed::senses::leads_to_rows;

impl Maker<'_> {
    /// The row, or the group, that has most or least.
    pub(super) fn extremes(&mut self, most: bool) {
        let (view, bag) = (self.said.view, self.bag);
        // Of one row alone nothing is the most.
        if rows_of(view, None, &self.conditions()).len() == 1 {
            return;
        }
        if !bag.frequent {
            let asked = self.asked();
            for target in self.targets(true) {
                if self.is_row_of_most(&target) {
                    continue;
                }
                let asked = asked.filter(|asked| *asked != target.column);
                // `in which year were landings at their lowest`, of a table with several rows a year.
                if let Some(group) = asked.filter(|asked| self.repeats(*asked))
                    && view.adds_up(target.column)
                {
                    let select = Select::Aggregate {
                        function: Function::Sum,
                        column: target.column,
                    };
                    self.put_grouped(select, (group, most), &[&target]);
                    continue;
                }
                let select = Select::Top {
                    column: target.column,
                    most,
                    count: 1,
                    also: asked.into_iter().chain(self.asked_further()).collect(),
                };
                self.put(select, &[&target]);
            }
        }
        // `which organization has the most domains`
        for (_, columns) in &bag.columns {
            if let [column] = columns[..]
                && (!view.is_numeric(column) || view.is_year(column) && self.repeats(column))
            {
                self.put_grouped(Select::Count, (column, most), &[]);
            }
        }
        if !bag.which {
            return;
        }
        // `which brand ran the most of these ads`, where a brand has several rows.
        if self.said.names_rows() {
            self.put_grouped(Select::Count, (view.label, most), &[]);
        }
        // `which company turns up most often`, of a column of vendors.
        for target in self.targets(false) {
            if target.taken.is_some() && !view.is_numeric(target.column) {
                self.put_grouped(Select::Count, (target.column, most), &[&target]);
            }
        }
    }

    /// Whether most values of a column have several of the rows that pass.
    fn repeats(&self, column: usize) -> bool {
        let view = self.said.view;
        let rows = rows_of(view, None, &self.conditions());
        let (values, different) = view.count_values(&rows, column);
        values * 2 >= different * 3
    }

    /// Where the question asks which.
    fn asking(&self) -> impl Iterator<Item = usize> {
        let which = |piece: &Piece| self.said.tokens[piece.from].is_which();
        let pieces = self.said.pieces.iter().enumerate();
        pieces
            .filter(move |(_, piece)| which(piece))
            .map(|(at, _)| at)
    }

    /// The column that is asked for, where it is not what the rows are known by: `in which year`.
    fn asked(&self) -> Option<usize> {
        self.asked_at(self.asking().next()?)
    }

    /// The columns that are asked for besides: `.., and what year was that`.
    fn asked_further(&self) -> Vec<usize> {
        let further = self.asking().skip(1);
        further.filter_map(|at| self.asked_at(at)).collect()
    }

    fn asked_at(&self, at: usize) -> Option<usize> {
        let pieces = self.said.pieces;
        let between = |piece: &&Piece| {
            matches!(
                piece.meaning,
                Meaning::Unknown | Meaning::Function | Meaning::Noun
            )
        };
        let passed = pieces[at + 1..].iter().take_while(between).count();
        let place = at + 1 + passed;
        let Meaning::Column(columns) = &pieces.get(place)?.meaning else {
            return None;
        };
        // `which women's jeans` asks for jeans.
        let narrows = pieces.get(place + 1).is_some_and(|next| {
            matches!(
                next.meaning,
                Meaning::Unknown | Meaning::Noun | Meaning::Column(_)
            )
        });
        let [column] = columns[..] else { return None };
        let view = self.said.view;
        let tells = view.is_year(column) || !view.is_numeric(column);
        // `which individual bird`, of a column `Individual ID`.
        let narrows = narrows && !is_known_by(view, column);
        (passed <= 1 && !narrows && tells && column != view.label).then_some(column)
    }

    /// Whether a column is only named as what a row is, and the most of something else is asked for: `which match had the most goals`.
    fn is_row_of_most(&self, target: &Target) -> bool {
        let pieces = self.said.pieces;
        let most = |piece: &Piece| matches!(piece.meaning, Meaning::Most { .. });
        let counted = pieces
            .iter()
            .position(most)
            .and_then(|at| pieces.get(at + 1));
        let asked = |by: &usize| leads_to_rows(self.said.tokens, &pieces[*by]);
        counted.is_some_and(|piece| piece.meaning == Meaning::Unknown)
            && !target.by.is_empty()
            && target.by.iter().all(asked)
    }
}
