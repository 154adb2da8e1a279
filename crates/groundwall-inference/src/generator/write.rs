//! Token after token.

use super::chat::Chat;
use super::choose::Chooser;
use super::weights::Steps;
use groundwall_core::Prompt;
use groundwall_ports::PortError;

/// Tokens of a prompt that are read at once. Whoever goes away meanwhile is noticed after so many.
const READ: usize = 64;

/// Most tokens of a prompt and of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) prompt: usize,
    pub(super) draft: usize,
}

/// A text that was written, and how unsure the model was of its tokens.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) token_entropy: Option<f64>,
}

/// Drafts an answer. It ends at the end of the turn, at its bound, where an unfinished last sentence is left out, or when its caller has `gone`.
pub(super) fn write(
    model: &mut impl Steps,
    chat: &Chat,
    prompt: &Prompt,
    bounds: Bounds,
    gone: &dyn Fn() -> bool,
) -> Result<Written, PortError> {
    let read = chat.prompt(prompt, bounds.prompt)?;
    let mut chooser = Chooser::at(prompt.temperature);
    let drafted = tokens(
        model,
        &mut chooser,
        &read,
        bounds.draft,
        &|token| chat.stops_at(token),
        gone,
    );
    model.clear();
    let (drafted, whole) =
        drafted.map_err(|error| PortError::internal(format!("local model: {error}")))?;
    let text = chat.text(&drafted)?;
    let text = if whole { text } else { finished(text) };
    if text.is_empty() {
        return Err(PortError::refused(
            "The local model answered nothing. Choose another one (generator.local), or an endpoint.",
        ));
    }
    Ok(Written {
        text,
        token_entropy: chooser.entropy(),
    })
}

/// The drafted tokens, and whether the model ended the draft itself.
fn tokens(
    model: &mut impl Steps,
    chooser: &mut Chooser,
    prompt: &[u32],
    most: usize,
    stops: &dyn Fn(u32) -> bool,
    gone: &dyn Fn() -> bool,
) -> candle_core::Result<(Vec<u32>, bool)> {
    let mut drafted = Vec::new();
    let (mut position, mut logits) = (0, None);
    while position < prompt.len() {
        if gone() {
            return Ok((drafted, false));
        }
        let size = piece(prompt.len() - position);
        logits = Some(model.step(&prompt[position..position + size], position)?);
        position += size;
    }
    while let Some(said) = logits {
        let token = chooser.choose(&said)?;
        if stops(token) {
            return Ok((drafted, true));
        }
        drafted.push(token);
        if drafted.len() >= most || gone() {
            break;
        }
        logits = Some(model.step(&[token], position)?);
        position += 1;
    }
    Ok((drafted, false))
}

/// How much of so many tokens is read next. Powers of two: candle keeps a mask for each size and place that it has seen, for as long as the model lives.
fn piece(left: usize) -> usize {
    if left >= READ {
        READ
    } else {
        1 << left.ilog2()
    }
}

/// A text without its unfinished last sentence; one without any end as it is.
fn finished(text: String) -> String {
    let end = |(at, sign): (usize, char)| match sign {
        '.' | '!' | '?' => Some(at + sign.len_utf8()),
        '\n' => Some(at),
        _ => None,
    };
    // Between digits a point ends nothing.
    let mut ends = text.char_indices().filter_map(end).filter(|at| {
        text[*at..]
            .chars()
            .next()
            .is_none_or(|next| next.is_whitespace() || next == '"')
    });
    match ends.next_back() {
        Some(at) => text[..at].trim_end().to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Says one more than it has read last.
    #[derive(Default)]
    struct Counting {
        read: Vec<(usize, usize)>,
    }

    impl Steps for Counting {
        fn step(&mut self, tokens: &[u32], position: usize) -> candle_core::Result<Vec<f32>> {
            self.read.push((position, tokens.len()));
            let next = tokens[tokens.len() - 1] as usize + 1;
            let mut logits = vec![0.0; next + 1];
            logits[next] = 9.0;
            Ok(logits)
        }

        fn clear(&mut self) {}
    }

    #[test]
    fn a_draft_ends_at_its_stop_and_at_its_bound() {
        let draft = |most| {
            let prompt = [0; 150];
            tokens(
                &mut Counting::default(),
                &mut Chooser::at(None),
                &prompt,
                most,
                &|token| token == 5,
                &|| false,
            )
        };
        assert_eq!(draft(100).unwrap(), (vec![1, 2, 3, 4], true));
        assert_eq!(draft(3).unwrap(), (vec![1, 2, 3], false));
    }

    #[test]
    fn a_prompt_is_read_once_in_few_sizes() {
        let mut model = Counting::default();
        let mut chooser = Chooser::at(None);
        let _ = tokens(&mut model, &mut chooser, &[0; 150], 1, &|_| false, &|| {
            false
        })
        .unwrap();
        assert_eq!(
            model.read,
            [(0, 64), (64, 64), (128, 16), (144, 4), (148, 2)]
        );
    }

    #[test]
    fn whoever_goes_away_ends_the_draft_between_two_tokens() {
        for after in [1, 5] {
            let mut model = Counting::default();
            let asked = Cell::new(0);
            let gone = || {
                asked.set(asked.get() + 1);
                asked.get() > after
            };
            let mut chooser = Chooser::at(None);
            let _ = tokens(
                &mut model,
                &mut chooser,
                &[0; 100],
                1_000_000,
                &|_| false,
                &gone,
            )
            .unwrap();
            assert!(model.read.len() <= after + 1, "{:?}", model.read);
        }
    }

    #[test]
    fn an_unfinished_sentence_is_left_out() {
        for (text, left) in [
            ("It is 3.5 m. It was bui", "It is 3.5 m."),
            ("One line\nand a ha", "One line"),
            ("no end at 3.5", "no end at 3.5"),
            ("Whole.", "Whole."),
        ] {
            assert_eq!(finished(text.to_owned()), left);
        }
    }
}
