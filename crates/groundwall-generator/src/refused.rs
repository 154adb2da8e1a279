//! What an endpoint says of a request that it refuses, as far as that may be passed on to whoever sent the request.

use crate::Secret;
use serde_json::Value;

/// Bytes of its response that are read.
pub(crate) const READ: usize = 16 * 1024;
/// Characters of its words that are passed on.
const WORDS: usize = 300;
/// Characters of the name of a field.
const FIELD: usize = 100;
/// Characters of one word of letters and digits that may be a key.
const KEY: usize = 32;

/// Its words, and the field of the request that it names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) words: Option<String>,
    pub(crate) param: Option<String>,
}

impl Refused {
    /// Of the body of its response, whatever form of error it has; `key` is what it was asked with.
    pub(crate) fn of(body: &[u8], key: Option<&Secret>) -> Self {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let error = body.get("error").unwrap_or(&body);
        let text = |of: &Value, name: &str| {
            let text = of.get(name).and_then(Value::as_str);
            text.map(str::to_owned)
        };
        let words = error.as_str().map(str::to_owned);
        let words = words
            .or_else(|| text(error, "message"))
            .or_else(|| text(&body, "detail"));
        Self {
            words: words
                .map(|words| bounded(&words, key))
                .filter(|words| !words.is_empty()),
            param: text(error, "param").filter(|name| is_field(name)),
        }
    }
}

/// Words in one line, without what may be a key.
fn bounded(words: &str, key: Option<&Secret>) -> String {
    let key = key.map_or("", Secret::expose);
    let words = words.split_whitespace().map(|word| {
        let ours = !key.is_empty() && word.contains(key);
        if ours || may_be_a_key(word) {
            "…"
        } else {
            word
        }
    });
    let line = words.collect::<Vec<_>>().join(" ");
    let line = line.chars().filter(|c| !c.is_control()).take(WORDS);
    line.collect::<String>()
        .trim_end_matches(['.', ' '])
        .to_owned()
}

fn may_be_a_key(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let of_a_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    bare.starts_with("sk-")
        || (bare.chars().count() >= KEY
            && bare.chars().all(of_a_key)
            && bare.contains(|c: char| c.is_ascii_digit()))
}

/// Whether a text may name a field, such as `messages[0].content`.
fn is_field(name: &str) -> bool {
    let of_a_field =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']');
    !name.is_empty() && name.len() <= FIELD && name.chars().all(of_a_field)
}

#[cfg(test)]
mod tests {
    use super::{Refused, WORDS};
    use crate::Secret;
    use serde_json::{Value, json};

    fn of(body: &Value) -> Refused {
        let key = Secret::new("our-own-key");
        Refused::of(body.to_string().as_bytes(), Some(&key))
    }

    #[test]
    fn every_form_of_error_is_read() {
        let named = json!({"error": {"message": "max_tokens  too\nlarge.", "param": "max_tokens"}});
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(
            of(&named),
            Refused {
                words: said("max_tokens too large"),
                param: said("max_tokens")
            }
        );
        for body in [
            json!({"error": "no such model"}),
            json!({"message": "no such model"}),
            json!({"detail": "no such model"}),
        ] {
            assert_eq!(of(&body).words, said("no such model"), "{body}");
        }
        for nothing in [json!({}), json!([]), json!({"error": {"message": 4}})] {
            assert_eq!(of(&nothing), Refused::default(), "{nothing}");
        }
        assert_eq!(Refused::of(b"<html>", None), Refused::default());
    }

    #[test]
    fn keys_and_long_texts_stay_here() {
        let words = "Bad key our-own-key, (sk-UPSTREAMSECRET123), abcdefghijklmnopqrstuvwxyz0123456789 for llama-3.3-70b-versatile";
        let body = json!({"error": {"message": words, "param": "a b"}});
        let refused = of(&body);
        assert_eq!(
            refused.words.as_deref(),
            Some("Bad key … … … for llama-3.3-70b-versatile")
        );
        assert_eq!(refused.param, None);
        let long = of(&json!({"error": "word ".repeat(1_000)}));
        assert!(long.words.unwrap().chars().count() <= WORDS);
    }
}
