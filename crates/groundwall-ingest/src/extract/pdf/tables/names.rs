//! Which of the rows of a table name its columns, and how.

use super::{Value, is_value};
use std::collections::HashSet;

/// Characters of a name, at most.
const NAME: usize = 60;

/// The names of columns, by their place, where it is sure that the first `levels` rows give them.
pub(super) fn heading(
    rows: &[Vec<Value>],
    columns: usize,
    levels: usize,
) -> Option<Vec<(u32, String)>> {
    let (above, below) = rows.split_at_checked(levels)?;
    if levels == 0 || below.is_empty() {
        return None;
    }
    let named = |column: usize| -> Option<String> {
        let mut parts: Vec<&str> = Vec::new();
        for (level, row) in above.iter().enumerate() {
            let own = row
                .iter()
                .find(|value| (value.first..=value.last).contains(&column));
            let Some(own) = own else {
                if level + 1 == levels {
                    return None;
                }
                continue;
            };
            if parts.last() != Some(&own.text.as_str()) {
                parts.push(&own.text);
            }
        }
        Some(parts.join(" "))
    };
    let names: Vec<(u32, String)> = (0..columns)
        .filter_map(|column| Some((column as u32, named(column)?)))
        .collect();
    let filled: HashSet<usize> = below
        .iter()
        .flatten()
        .flat_map(|value| value.first..=value.last)
        .collect();
    let nameless = filled
        .iter()
        .filter(|column| names.iter().all(|(named, _)| *named as usize != **column));
    let nameless: Vec<&usize> = nameless.collect();
    let first_alone = nameless.is_empty() || nameless == [&0];
    let mut different: Vec<String> = names.iter().map(|(_, name)| name.to_lowercase()).collect();
    different.sort_unstable();
    let different = different.windows(2).all(|pair| pair[0] != pair[1]);
    let are_names = names
        .iter()
        .all(|(_, name)| name.chars().count() <= NAME && (!is_value(name) || is_year(name)));
    (first_alone && different && are_names && !names.is_empty()).then_some(names)
}

pub(super) fn is_year(text: &str) -> bool {
    text.trim()
        .parse::<u32>()
        .is_ok_and(|year| (1900..2100).contains(&year))
}
