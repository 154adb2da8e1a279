//! Greetings and chat: answered with a line of our own, without a search.

use crate::language::ENGLISH;
use groundwall_text::words::tokens;

/// The line that answers a greeting or a remark; none for everything else.
pub(super) fn reply(text: &str) -> Option<&'static str> {
    let words = tokens(text);
    let phrases = || {
        ENGLISH.chat.remarks.iter().flat_map(|remark| {
            let line = remark.line.as_str();
            remark.phrases.iter().map(move |phrase| (phrase, line))
        })
    };
    let (mut rest, mut answer): (&[String], Option<&'static str>) = (&words, None);
    while !rest.is_empty() {
        let longest = phrases()
            .filter(|(phrase, _)| begins(rest, phrase))
            .max_by_key(|(phrase, _)| phrase.len());
        match longest {
            // The last remark is the one that wants an answer: "hello, who are you?"
            Some((phrase, line)) => {
                (rest, answer) = (&rest[phrase.split(' ').count()..], Some(line));
            }
            None if answer.is_some() && ENGLISH.chat.beside.has(&rest[0]) => rest = &rest[1..],
            None => return None,
        }
    }
    answer
}

fn begins(words: &[String], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words.len() >= phrase.len()
        && words
            .iter()
            .zip(phrase)
            .all(|(word, wanted)| word == wanted)
}

#[cfg(test)]
mod tests {
    use super::reply;

    #[test]
    fn remarks_are_answered_and_questions_are_not() {
        for (text, begins) in [
            ("hello", "Hello."),
            ("Hi there!", "Hello."),
            ("Good morning, Groundwall", "Hello."),
            ("Thanks!", "You are welcome."),
            ("Thank you so much", "You are welcome."),
            ("bye", "Goodbye."),
            ("Who are you?", "This is Groundwall."),
            ("hello, who are you", "This is Groundwall."),
        ] {
            assert!(
                reply(text).is_some_and(|line| line.starts_with(begins)),
                "{text}: {:?}",
                reply(text)
            );
        }
        for text in [
            "Who are you insured with?",
            "Hello world program",
            "What is this fee?",
            "thanks to whom?",
            "",
            "?",
            "Help desk hours",
        ] {
            assert_eq!(reply(text), None, "{text}");
        }
    }
}
