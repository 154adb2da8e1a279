//! Addresses in a folded text: of mail and of the web. Each is one word to the classifier, and no letters to the views that take disguises off.

use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// What stands for an address when the classifier reads it; words of two notions in `data/guard/concepts.toml`.
const MAIL: &str = "qmailq";
const WEB: &str = "qwebq";

/// Mail, or a scheme or `www.` and what follows it without space. Folded texts are in lower case; a mark at the end belongs to the sentence.
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x)
        (?P<mail>[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*\.[a-z]{2,24}(?-u:\b))
        |(?:(?:https?|hxxps?|ftp|file|data|javascript)://|(?-u:\b)www\.)[!-~&&[^"'<>()\[\]{}|]]*[a-z0-9/=&\#]"#,
    )
    .ok()
});

/// The addresses of a text.
#[derive(Debug)]
pub(super) struct Addresses(Vec<Range<usize>>);

impl Addresses {
    pub(super) fn of(text: &str) -> Self {
        let found = |address: &Regex| address.find_iter(text).map(|found| found.range()).collect();
        Self(
            ADDRESS
                .as_ref()
                .filter(|_| may_hold_one(text))
                .map(found)
                .unwrap_or_default(),
        )
    }

    /// Whether a byte of the text lies in an address.
    pub(super) fn holds(&self, byte: usize) -> bool {
        let next = self.0.partition_point(|address| address.end <= byte);
        self.0
            .get(next)
            .is_some_and(|address| address.start <= byte)
    }
}

fn may_hold_one(text: &str) -> bool {
    text.contains('@') || text.contains("://") || text.contains("www.")
}

/// The text with each address as one word.
pub(super) fn as_words(text: &str) -> Cow<'_, str> {
    let Some(address) = ADDRESS.as_ref().filter(|_| may_hold_one(text)) else {
        return Cow::Borrowed(text);
    };
    address.replace_all(text, |found: &regex::Captures<'_>| {
        if found.name("mail").is_some() {
            MAIL
        } else {
            WEB
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_word() {
        for (text, read) in [
            (
                "what did j.smith@gmail.com write about the jetty?",
                "what did qmailq write about the jetty?",
            ),
            (
                "send it to hans_meier+x@mail.example.co.uk.",
                "send it to qmailq.",
            ),
            (
                "mail kim@example.com에서 왔나요?",
                "mail qmailq에서 왔나요?",
            ),
            (
                "see https://example.com/a.b?c=d&e=f, then (www.example.org).",
                "see qwebq, then (qwebq).",
            ),
            ("a @ b and user@host stay", "a @ b and user@host stay"),
        ] {
            assert_eq!(as_words(text), read);
        }
        assert!(ADDRESS.is_some());
    }

    #[test]
    fn a_byte_knows_whether_it_lies_in_an_address() {
        let text = "to ab@cd.ef now, x@yz.org";
        let addresses = Addresses::of(text);
        let inside: String = text
            .char_indices()
            .filter(|(at, _)| addresses.holds(*at))
            .map(|(_, c)| c)
            .collect();
        assert_eq!(inside, "ab@cd.efx@yz.org");
    }
}
