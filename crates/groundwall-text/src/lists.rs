//! Where one list ends and the next begins.

/// Whether an item of a list begins another list than the item before it: it is numbered as the first, and the item before announces nothing below itself.
pub fn begins_list(item: &str, before: &str) -> bool {
    let marker = item.split_whitespace().next().unwrap_or_default();
    matches!(marker, "1." | "1)" | "(1)") && !before.trim_end().ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::begins_list;

    #[test]
    fn the_first_number_begins_a_list_and_a_list_within_an_item_does_not() {
        assert!(begins_list("1. Open the folder.", "- Access to the data"));
        assert!(begins_list("1) Open the folder.", "9) Close it."));
        assert!(!begins_list("2. Close the folder.", "1. Open it."));
        assert!(!begins_list("1. Open the folder.", "- The steps are:"));
        assert!(!begins_list("- Paint", "- Brushes"));
    }
}
