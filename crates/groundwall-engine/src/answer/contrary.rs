//! A text that speaks of another one of several: what a secondary caregiver gets is no answer about the primary one.

use crate::language::ENGLISH;
use groundwall_text::words::tokens;

/// Whether a text says another word of a group than the one that the question says, and not that one.
pub(super) fn is_contrary(question: &str, text: &str) -> bool {
    let [asked, said] = [question, text].map(|text| format!(" {} ", tokens(text).join(" ")));
    let mut groups = ENGLISH.questions.contrasts.iter();
    groups.any(|group| {
        let says = |text: &str, words: &String| text.contains(&format!(" {words} "));
        let mut named = group.iter().filter(|words| says(&asked, words));
        let (Some(own), None) = (named.next(), named.next()) else {
            return false;
        };
        !says(&said, own) && group.iter().any(|other| says(&said, other))
    })
}

#[cfg(test)]
mod tests {
    use super::is_contrary;

    #[test]
    fn another_one_of_several_is_no_answer() {
        let question = "How many weeks does the primary caregiver get?";
        for (text, contrary) in [
            ("The secondary caregiver gets 6 weeks.", true),
            ("The primary caregiver gets 16 weeks.", false),
            (
                "The primary caregiver gets 16 weeks, the secondary one 6.",
                false,
            ),
            ("A caregiver gets 16 weeks.", false),
        ] {
            assert_eq!(is_contrary(question, text), contrary, "{text}");
        }
        assert!(is_contrary(
            "What do full-time students pay?",
            "Part-time students pay half."
        ));
        assert!(!is_contrary(
            "What do full-time and part-time students pay?",
            "Part-time students pay half."
        ));
    }
}
