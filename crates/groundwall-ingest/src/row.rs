//! Rows of tables as text: `Header: value. Header: value.`

/// Bytes of a header, at most; what stands before a later colon is no header.
const HEADER: usize = 200;

/// The cells of a row as it is written out, each with its header and without its full stop. A text that is no row is one cell.
///
/// ```
/// assert_eq!(groundwall_ingest::cells_of("Port: St. Ives. Depth: 4.5 m."), ["Port: St. Ives", "Depth: 4.5 m"]);
/// ```
pub fn cells_of(row: &str) -> Vec<&str> {
    let (mut cells, mut start) = (Vec::new(), 0);
    for (at, _) in row.match_indices(". ") {
        let rest = &row[at + 2..];
        let near = &rest[..rest.floor_char_boundary(HEADER)];
        let colon = near.find(": ");
        let stop = near.find(". ").unwrap_or(usize::MAX);
        if colon.is_some_and(|colon| colon > 0 && colon < stop) {
            cells.push(&row[start..at]);
            start = at + 2;
        }
    }
    cells.push(row[start..].trim_end().trim_end_matches('.'));
    cells
}

#[cfg(test)]
mod tests {
    use super::cells_of;

    #[test]
    fn values_keep_their_stops_and_prose_is_one_cell() {
        assert_eq!(
            cells_of("Name: A. B. Smith. Fee: 4.5. Note: see p. 3."),
            ["Name: A. B. Smith", "Fee: 4.5", "Note: see p. 3"]
        );
        assert_eq!(cells_of("It rained. He left."), ["It rained. He left"]);
        assert_eq!(cells_of(""), [""]);
    }
}
