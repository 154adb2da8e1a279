//! Greetings and chat: answered with a line of our own, without a search.

use groundwall_text::words::tokens;

/// What a remark is, with the phrases that make it so.
const REMARKS: [(&[&str], &str); 4] = [
    (
        &[
            "hello",
            "hi",
            "hey",
            "good morning",
            "good afternoon",
            "good evening",
            "good day",
            "greetings",
            "how are you",
            "are you there",
        ],
        "Hello. Ask a question about your documents, and every sentence of the answer is checked against them.",
    ),
    (
        &[
            "thanks",
            "thank you",
            "thank you very much",
            "many thanks",
            "thanks a lot",
            "great",
            "ok",
            "okay",
            "cool",
            "perfect",
            "well done",
        ],
        "You are welcome. Ask again whenever you like.",
    ),
    (
        &["bye", "goodbye", "good bye", "good night", "see you"],
        "Goodbye. Your documents and reports stay where they are.",
    ),
    (
        &[
            "who are you",
            "what are you",
            "what is this",
            "what can you do",
            "what do you do",
            "how do you work",
            "can you help me",
            "help",
            "help me",
        ],
        "This is Groundwall. It answers questions from the documents that you upload and checks every sentence of an answer against them. Upload a document and ask.",
    ),
];
/// Words that go with a remark and change nothing.
const BESIDE: [&str; 12] = [
    "there",
    "again",
    "so",
    "much",
    "very",
    "all",
    "everyone",
    "groundwall",
    "today",
    "please",
    "for",
    "now",
];

/// The line that answers a greeting or a remark; none for everything else.
pub(super) fn reply(text: &str) -> Option<&'static str> {
    let words = tokens(text);
    let phrases = || {
        REMARKS
            .iter()
            .flat_map(|(phrases, line)| phrases.iter().map(move |phrase| (*phrase, *line)))
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
            None if answer.is_some() && BESIDE.contains(&rest[0].as_str()) => rest = &rest[1..],
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
