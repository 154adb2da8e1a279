//! What an answer says of a row.

use groundwall_ingest::cells_of;
use groundwall_text::words::stems;

/// The first cell of a row and those whose headers have most words of a question; the whole row where none has any.
pub(super) fn asked_cells(row: &str, question: &str) -> String {
    let words = stems(question);
    let cells = cells_of(row);
    let shared = |cell: &str| {
        let header = cell.split_once(": ").map_or("", |(header, _)| header);
        stems(header).intersection(&words).count()
    };
    let most = cells.iter().map(|cell| shared(cell)).max().unwrap_or(0);
    if most == 0 {
        return row.to_owned();
    }
    let asked = cells
        .iter()
        .enumerate()
        .filter(|(place, cell)| *place == 0 || shared(cell) == most);
    asked
        .map(|(_, cell)| format!("{cell}."))
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
    }
}
