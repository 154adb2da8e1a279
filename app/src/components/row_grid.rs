//! Rows of a document's table as the table that they are, under the names of their columns.

use super::row::fields;
use leptos::prelude::*;

/// What a row of sums begins with in the text that is searched.
const TOTALS: &str = "Totals row. ";

/// Rows with the same columns that follow each other.
pub(crate) struct RowGrid {
    sheet: Option<String>,
    names: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    cells: String,
    values: Vec<String>,
    total: bool,
    marked: bool,
    first: bool,
}

/// A row as it stands in the document's text.
pub(crate) struct Said<'a> {
    pub(crate) text: &'a str,
    pub(crate) sheet: Option<&'a str>,
    pub(crate) cells: &'a str,
    /// Whether a report quotes it, and whether it is the first of those.
    pub(crate) marked: bool,
    pub(crate) first: bool,
}

impl RowGrid {
    /// A table that begins with a row; none where the row does not look like one.
    pub(crate) fn begin(said: &Said<'_>) -> Option<Self> {
        let names = fields(bare(said.text).1)?;
        let mut grid = Self {
            sheet: said.sheet.map(str::to_owned),
            names: names.into_iter().map(|(name, _)| name).collect(),
            rows: Vec::new(),
        };
        grid.take(said).then_some(grid)
    }

    /// Takes a row that has no other columns; what it does not fill stays empty.
    pub(crate) fn take(&mut self, said: &Said<'_>) -> bool {
        let (total, text) = bare(said.text);
        if self.sheet.as_deref() != said.sheet {
            return false;
        }
        let Some(own) = fields(text) else {
            return false;
        };
        let mut values = vec![String::new(); self.names.len()];
        let mut from = 0;
        for (name, value) in own {
            let mut places = self.names.iter().enumerate().skip(from);
            let Some((place, _)) = places.find(|(_, known)| **known == name) else {
                return false;
            };
            from = place.saturating_add(1);
            if let Some(cell) = values.get_mut(place) {
                *cell = value;
            }
        }
        self.rows.push(Row {
            cells: said.cells.to_owned(),
            values,
            total,
            marked: said.marked,
            first: said.first,
        });
        true
    }

    /// The table; its sheet is said where it has one.
    pub(crate) fn draw(self) -> AnyView {
        let label = self
            .sheet
            .as_ref()
            .map_or_else(|| "Table".to_owned(), |sheet| format!("Sheet {sheet}"));
        let caption = self.sheet.map(|sheet| view! { <caption>{sheet}</caption> });
        let head = self
            .names
            .into_iter()
            .map(|name| view! { <th scope="col">{name}</th> })
            .collect_view();
        let rows = self.rows.into_iter().map(Row::draw).collect_view();
        view! {
            <div class="scroll rows" tabindex="0" role="region" aria-label=label>
                <table>
                    {caption}
                    <thead><tr><th scope="col"><span class="visually-hidden">"Cells"</span></th>{head}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    }
}

impl Row {
    fn draw(self) -> AnyView {
        let class = match (self.marked, self.total) {
            (true, _) => Some("marked"),
            (false, true) => Some("total"),
            (false, false) => None,
        };
        let values = self
            .values
            .into_iter()
            .map(|value| view! { <td>{value}</td> })
            .collect_view();
        view! { <tr class=class id=self.first.then_some("marked")><th scope="row">{self.cells}</th>{values}</tr> }
            .into_any()
    }
}

/// Whether a row is one of sums, and its text without that.
fn bare(text: &str) -> (bool, &str) {
    text.strip_prefix(TOTALS)
        .map_or((false, text), |rest| (true, rest))
}

#[cfg(test)]
mod tests {
    use super::{RowGrid, Said};

    fn said(text: &str) -> Said<'_> {
        Said {
            text,
            sheet: Some("Dues"),
            cells: "A5:C5",
            marked: false,
            first: false,
        }
    }

    #[test]
    fn rows_of_the_same_columns_are_one_table_and_a_sum_leaves_cells_empty() {
        let mut grid = RowGrid::begin(&said("Ship: Ferry. Calls: 730. Rate: 12.5.")).unwrap();
        assert!(grid.take(&said("Totals row. Ship: Total. Rate: 44.")));
        assert!(!grid.take(&said("Discount: Shore power. Share: 15%.")));
        assert!(!grid.take(&said("The dues are paid monthly.")));
        let other = Said {
            sheet: Some("Discounts"),
            ..said("Ship: Ferry. Calls: 1. Rate: 2.")
        };
        assert!(!grid.take(&other));
        assert_eq!(grid.rows.len(), 2);
        assert_eq!(grid.rows[1].values, ["Total", "", "44"]);
        assert!(grid.rows[1].total && !grid.rows[0].total);
        assert!(RowGrid::begin(&said("Closed on Sundays.")).is_none());
    }
}
