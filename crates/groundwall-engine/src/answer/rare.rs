//! How much of a question a text says, where a word counts the more the fewer of the sentences at hand have it.

use super::runs::Shelf;
use groundwall_text::words::ContentWords;
use std::collections::HashSet;

/// Sentences that are few: of 2 a word tells as much as of so many.
const FEW: usize = 50;

/// The content words of a question that sentences at hand have, with what each of them counts.
pub(super) struct Rare(Vec<(String, f32)>);

impl Rare {
    /// A word of `k` of `n` sentences counts ln((n + 1) / (k + 1/2)); one that none of them has tells none from another, and counts nothing.
    pub(super) fn of(question: &str, shelf: &Shelf<'_>) -> Self {
        Self::among(question, &shelf.stems().collect::<Vec<_>>())
    }

    pub(super) fn among(question: &str, sentences: &[&HashSet<String>]) -> Self {
        let all = sentences.len() as f32;
        let words = ContentWords::of(question);
        let counted = words.stems().filter_map(|stem| {
            let have = sentences.iter().filter(|own| own.contains(stem)).count() as f32;
            (have > 0.0).then(|| (stem.to_owned(), ((all + 1.0) / (have + 0.5)).ln()))
        });
        Self(counted.collect())
    }

    /// The words of a question, those that none of the sentences has too: what is asked of which nobody speaks counts most. Where there are few sentences all words count
    /// nearly alike.
    pub(super) fn with_unknown(question: &str, sentences: &[&HashSet<String>]) -> Self {
        let all = sentences.len().max(FEW) as f32;
        let words = ContentWords::of(question);
        let counted = words.stems().map(|stem| {
            let have = sentences.iter().filter(|own| own.contains(stem)).count() as f32;
            (stem.to_owned(), ((all + 1.0) / (have + 0.5)).ln())
        });
        Self(counted.collect())
    }

    /// The share of which a test says that it is said, in [0, 1].
    pub(super) fn share_by(&self, said: impl Fn(&str) -> bool) -> f32 {
        let all: f32 = self.0.iter().map(|(_, counts)| counts).sum();
        let told = self.0.iter().filter(|(stem, _)| said(stem));
        let told: f32 = told.map(|(_, counts)| counts).sum();
        if all > 0.0 { told / all } else { 0.0 }
    }

    /// The share that a text says which has the stems of all of `sets`, in [0, 1]; 0 where no word counts.
    pub(super) fn share<'s>(&self, sets: impl Iterator<Item = &'s HashSet<String>>) -> f32 {
        let sets: Vec<_> = sets.collect();
        self.share_by(|stem| sets.iter().any(|set| set.contains(stem)))
    }
}

#[cfg(test)]
mod tests {
    use super::Rare;
    use groundwall_text::words::stems;

    #[test]
    fn a_word_that_few_sentences_have_says_more_and_one_that_none_has_nothing() {
        let [autopen, copies, badges] = [
            "No more than two delegates may use the autopen.",
            "Delegates keep digital copies.",
            "Digital badges are worn by delegates.",
        ]
        .map(stems);
        let rare = Rare::among(
            "How many delegates can there be for a digital autopen in Zurich?",
            &[&autopen, &copies, &badges],
        );
        let share = |set| rare.share(std::iter::once(set));
        assert!(share(&autopen) > share(&copies) + 0.1);
        assert!((share(&copies) - share(&badges)).abs() < f32::EPSILON);
        let both = rare.share([&autopen, &copies].into_iter());
        assert!((both - 1.0).abs() < f32::EPSILON, "{both}");
        let nothing = Rare::among("Who paints?", &[&autopen]);
        assert!(nothing.share(std::iter::once(&autopen)).abs() < f32::EPSILON);
    }
}
