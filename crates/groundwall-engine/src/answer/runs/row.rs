//! What an answer says of a row.

use groundwall_ingest::cells_of;
use groundwall_text::words::stems;
use std::collections::HashSet;

/// The cells by which a question names a row, and those whose headers have most of its other words; the whole row where none has any.
pub(super) fn asked_cells(row: &str, question: &str) -> String {
    let words = stems(question);
    let cells = cells_of(row);
    let parts = |cell: &str| {
        let (header, value) = cell.split_once(": ").unwrap_or(("", cell));
        (stems(header), stems(value))
    };
    let cells: Vec<(&str, HashSet<String>, HashSet<String>)> = cells
        .into_iter()
        .map(|cell| {
            let (header, value) = parts(cell);
            (cell, header, value)
        })
        .collect();
    let names = |value: &HashSet<String>| !value.is_disjoint(&words);
    let named: HashSet<&String> = cells.iter().flat_map(|(_, _, value)| value).collect();
    let shared = |header: &HashSet<String>| {
        header
            .iter()
            .filter(|word| words.contains(*word) && !named.contains(word))
            .count()
    };
    let most = cells
        .iter()
        .map(|(_, header, _)| shared(header))
        .max()
        .unwrap_or(0);
    if most == 0 {
        return row.to_owned();
    }
    let unnamed = !cells.iter().any(|(_, _, value)| names(value));
    let said = cells
        .iter()
        .enumerate()
        .filter(|(place, (_, header, value))| {
            names(value) || shared(header) == most || (unnamed && *place == 0)
        });
    said.map(|(_, (cell, ..))| format!("{cell}."))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::asked_cells;

    #[test]
    fn of_a_row_an_answer_says_its_name_and_what_is_asked_for() {
        let row = "Name: Fairfax County. 2023 votes: 327707. 2021 votes: 442950. Turnout: 40 %.";
        for (question, said) in [
            (
                "How many votes were cast in Fairfax in 2023?",
                "Name: Fairfax County. 2023 votes: 327707.",
            ),
            (
                "What was the turnout there?",
                "Name: Fairfax County. Turnout: 40 %.",
            ),
            ("Who lives there?", row),
        ] {
            assert_eq!(asked_cells(row, question), said, "{question}");
        }
        let ranked = "Rank: 30. Country: Botswana. Score: 65.";
        assert_eq!(
            asked_cells(ranked, "What rank did Botswana take?"),
            "Rank: 30. Country: Botswana."
        );
        // A word of the name asks for no column.
        let agency = "Agency: MBA. Name: Moor Bridge Agency. Stop: 1961.";
        assert_eq!(
            asked_cells(agency, "When did the Moor Bridge Agency end?"),
            agency
        );
    }
}
