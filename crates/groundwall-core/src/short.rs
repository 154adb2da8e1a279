//! A text that has to fit into a line.

/// A text of at most `most` characters, cut between words; "…" says that something is left out.
///
/// ```
/// use groundwall_core::shortened;
///
/// assert_eq!(shortened("Who built the quay?", 19), "Who built the quay?");
/// assert_eq!(shortened("Who built the quay?", 18), "Who built the…");
/// assert_eq!(shortened("Donaudampfschiff", 6), "Donau…");
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let kept: String = text.chars().take(room).collect();
    let whole = text.chars().nth(room).is_some_and(char::is_whitespace);
    // A word that fills half of the line is cut itself.
    let between = kept
        .rfind(char::is_whitespace)
        .filter(|at| !whole && at.saturating_mul(2) > kept.len());
    let cut = between.and_then(|at| kept.get(..at)).unwrap_or(&kept);
    let cut = cut.trim_end_matches(|sign: char| sign.is_whitespace() || ",;:–".contains(sign));
    format!("{cut}…")
}
