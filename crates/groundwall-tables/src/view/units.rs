//! Units that stand behind the numbers of a column.

use super::View;
use crate::pack::phrase;
use crate::words::{ENGLISH, is_function, stem};
use groundwall_values::currency;

impl View {
    /// Words that stand behind a number of a column: its unit, what its name has in brackets, and how the currency that it names is written.
    pub(crate) fn units(&self, column: usize) -> Vec<String> {
        let about = self.column(column);
        let in_brackets = about
            .name
            .split_once(['(', '['])
            .map(|(_, rest)| rest.trim_end_matches([')', ']']).to_owned());
        let mut units: Vec<String> = in_brackets
            .iter()
            .chain(&about.unit)
            .flat_map(|unit| phrase(unit))
            // `(in millions)`
            .filter(|word| !is_function(word))
            .collect();
        // A sign is no word.
        units.extend(about.unit.clone());
        units.extend(in_brackets.iter().flat_map(|text| {
            text.chars()
                .filter(|sign| "$€£¥₹₩".contains(*sign))
                .map(String::from)
        }));
        let currency = currency::of_heading(&about.name).into_iter();
        let written = currency.flat_map(currency::written);
        units.extend(written.flat_map(|word| [word.to_owned(), stem(&word.to_lowercase())]));
        let words: Vec<String> = ENGLISH
            .units
            .iter()
            .filter(|(short, _)| units.contains(short))
            .flat_map(|(_, words)| words.iter().map(|word| stem(word)))
            .collect();
        units.extend(words);
        units
    }
}
