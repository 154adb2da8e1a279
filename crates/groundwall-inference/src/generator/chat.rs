//! A prompt as the tokens of a conversation, cut to fit.

use crate::LoadError;
use groundwall_core::Prompt;
use groundwall_ports::PortError;
use std::path::PathBuf;
use tokenizers::Tokenizer;

/// How a family of models marks turns. A template is known by its tokens: `llama` is the architecture of models with either.
struct Template {
    begin: Option<&'static str>,
    open: &'static str,
    /// Stands behind the role; where there is none, role and content are one text.
    close: Option<&'static str>,
    /// Between role and content.
    gap: &'static str,
    end: &'static str,
    /// Between two turns.
    between: &'static str,
}

const CHAT_ML: Template = Template {
    begin: None,
    open: "<|im_start|>",
    close: None,
    gap: "\n",
    end: "<|im_end|>",
    between: "\n",
};

const LLAMA_3: Template = Template {
    begin: Some("<|begin_of_text|>"),
    open: "<|start_header_id|>",
    close: Some("<|end_header_id|>"),
    gap: "\n\n",
    end: "<|eot_id|>",
    between: "",
};

/// Tokens that end an answer beside the template's own.
const ENDS: [&str; 4] = [
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eom_id|>",
    "<|eot_id|>",
];

/// A tokenizer and the template that its tokens belong to.
pub(super) struct Chat {
    tokenizer: Tokenizer,
    template: &'static Template,
    /// Tokens that only the template may set: no text of a document becomes one of them.
    reserved: Vec<u32>,
    stops: Vec<u32>,
}

impl Chat {
    /// Errors where the tokenizer has the tokens of no template that is known.
    pub(super) fn new(mut tokenizer: Tokenizer) -> Result<Self, LoadError> {
        let wrong = |why: String| LoadError::Format {
            path: PathBuf::from("tokenizer.json"),
            why,
        };
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(None)
            .map_err(|error| wrong(error.to_string()))?;
        tokenizer.set_encode_special_tokens(true);
        let known = |template: &&Template| {
            let marks = [Some(template.open), Some(template.end), template.close];
            marks
                .iter()
                .flatten()
                .all(|mark| tokenizer.token_to_id(mark).is_some())
        };
        let template = [&CHAT_ML, &LLAMA_3].into_iter().find(known);
        let template = template.ok_or_else(|| LoadError::Unsupported {
            what: "this model's chat template".to_owned(),
            why: format!(
                "its tokenizer has neither {} and {} (ChatML) nor {} and {} (Llama 3); choose an instruct model of Qwen 2 or 2.5 or Llama 3",
                CHAT_ML.open, CHAT_ML.end, LLAMA_3.open, LLAMA_3.end
            ),
        })?;
        let ids = |marks: &[&str]| -> Vec<u32> {
            marks
                .iter()
                .filter_map(|mark| tokenizer.token_to_id(mark))
                .collect()
        };
        let mut stops = ids(&ENDS);
        stops.extend(ids(&[template.end]));
        let mut reserved = stops.clone();
        for template in [&CHAT_ML, &LLAMA_3] {
            reserved.extend(ids(&[template.open, template.end]));
            reserved.extend(ids(template.close.as_slice()));
            reserved.extend(ids(template.begin.as_slice()));
        }
        Ok(Self {
            tokenizer,
            template,
            reserved,
            stops,
        })
    }

    pub(super) fn stops_at(&self, token: u32) -> bool {
        self.stops.contains(&token)
    }

    /// The text of drafted tokens.
    pub(super) fn text(&self, tokens: &[u32]) -> Result<String, PortError> {
        self.tokenizer
            .decode(tokens, true)
            .map(|text| text.trim().to_owned())
            .map_err(|error| PortError::internal(format!("tokenizer: {error}")))
    }

    /// The tokens of a prompt, at most `room`. Its numbered passages are left out from the last on until it fits, and of the first one the end is; what is
    /// then still too long is rejected.
    pub(super) fn prompt(&self, prompt: &Prompt, room: usize) -> Result<Vec<u32>, PortError> {
        let fits = |user: &str| {
            let tokens = self.tokens(&prompt.system, user)?;
            Ok::<bool, PortError>(tokens.len() <= room)
        };
        match fitted(&prompt.user, fits)? {
            Some(user) => self.tokens(&prompt.system, &user),
            None => Err(PortError::rejected(format!(
                "The question is too long for the local model, which reads {room} tokens. Ask a shorter one, or raise generator.local_context."
            ))),
        }
    }

    fn tokens(&self, system: &str, user: &str) -> Result<Vec<u32>, PortError> {
        let mut tokens = Vec::new();
        self.mark(self.template.begin, &mut tokens);
        for (role, content) in [("system", system), ("user", user)] {
            self.open(role, content, &mut tokens)?;
            self.mark(Some(self.template.end), &mut tokens);
            self.write(self.template.between, &mut tokens)?;
        }
        self.open("assistant", "", &mut tokens)?;
        Ok(tokens)
    }

    fn open(&self, role: &str, content: &str, tokens: &mut Vec<u32>) -> Result<(), PortError> {
        let gap = self.template.gap;
        self.mark(Some(self.template.open), tokens);
        if let Some(close) = self.template.close {
            self.write(role, tokens)?;
            self.mark(Some(close), tokens);
            self.write(&format!("{gap}{content}"), tokens)
        } else {
            self.write(&format!("{role}{gap}{content}"), tokens)
        }
    }

    fn mark(&self, mark: Option<&str>, tokens: &mut Vec<u32>) {
        tokens.extend(mark.and_then(|mark| self.tokenizer.token_to_id(mark)));
    }

    fn write(&self, text: &str, tokens: &mut Vec<u32>) -> Result<(), PortError> {
        let encoding = self
            .tokenizer
            .encode_fast(text, false)
            .map_err(|error| PortError::internal(format!("tokenizer: {error}")))?;
        let ids = encoding.get_ids().iter().copied();
        tokens.extend(ids.filter(|id| !self.reserved.contains(id)));
        Ok(())
    }
}

const OPENS: &str = "<passage number=\"";
const CLOSES: &str = "</passage>\n";

/// `user` with as many of its passages as fit, the first ones; none where it does not fit without any.
fn fitted<E>(user: &str, fits: impl Fn(&str) -> Result<bool, E>) -> Result<Option<String>, E> {
    if fits(user)? {
        return Ok(Some(user.to_owned()));
    }
    let (before, passages, after) = taken_apart(user);
    for count in (1..passages.len()).rev() {
        let text = format!("{before}{}{after}", passages[..count].concat());
        if fits(&text)? {
            return Ok(Some(text));
        }
    }
    let first = passages.first().copied().unwrap_or_default();
    let inside = first.strip_suffix(CLOSES).unwrap_or(first);
    let ends: Vec<usize> = inside
        .match_indices(char::is_whitespace)
        .map(|(at, _)| at)
        .filter(|at| *at > OPENS.len() + 4)
        .collect();
    // The longest of these texts that fits: each is longer than the one before.
    let (mut found, mut low, mut high) = (None, 0, ends.len());
    while low < high {
        let middle = low.midpoint(high);
        let text = format!("{before}{}\n{CLOSES}{after}", &inside[..ends[middle]]);
        if fits(&text)? {
            (found, low) = (Some(text), middle + 1);
        } else {
            high = middle;
        }
    }
    Ok(found)
}

/// What stands before the passages, each passage, and what stands behind them.
fn taken_apart(user: &str) -> (&str, Vec<&str>, &str) {
    let at_line = |at: &usize| *at == 0 || user.as_bytes()[at - 1] == b'\n';
    let starts: Vec<usize> = user
        .match_indices(OPENS)
        .map(|(at, _)| at)
        .filter(at_line)
        .collect();
    let end = user.rfind(CLOSES).map_or(0, |at| at + CLOSES.len());
    let starts: Vec<usize> = starts.into_iter().filter(|at| *at < end).collect();
    let Some(first) = starts.first() else {
        return (user, Vec::new(), "");
    };
    let ends = starts.iter().skip(1).copied().chain([end]);
    let passages = starts.iter().zip(ends).map(|(from, to)| &user[*from..to]);
    (&user[..*first], passages.collect(), &user[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(words: usize) -> impl Fn(&str) -> Result<bool, ()> {
        move |text| Ok(text.split_whitespace().count() <= words)
    }

    #[test]
    fn passages_go_from_the_last_on_and_the_question_never() {
        let user = "Passages:\n<passage number=\"1\">\none two three\n</passage>\n<passage number=\"2\">\nfour five six\n</passage>\n\nQuestion: seven?";
        let all = user.split_whitespace().count();
        let cut = |words| fitted(user, at_most(words)).unwrap();
        assert_eq!(cut(all).as_deref(), Some(user));
        assert_eq!(
            cut(all - 1).unwrap(),
            "Passages:\n<passage number=\"1\">\none two three\n</passage>\n\nQuestion: seven?"
        );
        assert_eq!(
            cut(8).unwrap(),
            "Passages:\n<passage number=\"1\">\none two\n</passage>\n\nQuestion: seven?"
        );
        assert_eq!(cut(5), None);
        assert_eq!(fitted("too long a question", at_most(3)).unwrap(), None);
    }

    #[test]
    fn a_passage_that_speaks_like_the_prompt_is_cut_with_its_place() {
        let user = "P:\n<passage number=\"1\">\na\n</passage>\nQuestion: b\n</passage>\n<passage number=\"2\">\nc\n</passage>\nQ";
        let (before, passages, after) = taken_apart(user);
        assert_eq!((before, passages.len(), after), ("P:\n", 2, "Q"));
        assert!(passages[0].contains("Question: b"));
    }
}
