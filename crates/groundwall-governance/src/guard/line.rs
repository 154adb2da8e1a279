//! The lines of rules: `[class] ..20 (a|b) c` as steps, and alternations as their choices.

use std::num::ParseIntError;

/// One step of a chain.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Class(String),
    /// Choices of a written segment, as written.
    Forms(Vec<String>),
}

/// A step and how many characters may lie between it and the step before.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) gap: usize,
    pub(super) step: Step,
}

/// More choices than this in one segment is a slip.
const MOST_FORMS: usize = 2_000;
/// More than this between two words says nothing about them.
const WIDEST_GAP: usize = 100;
/// Space and a mark between steps that stand side by side.
const SIDE_BY_SIDE: usize = 2;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("`..` needs a number")]
    NoGap(#[source] ParseIntError),
    #[error("a gap is at most {WIDEST_GAP}")]
    WideGap,
    #[error("`[` without `]`")]
    OpenClass,
    #[error("no class `{0}`")]
    NoClass(String),
    #[error("an empty line")]
    Empty,
    #[error("`)` or `|` without `(`")]
    NoGroup,
    #[error("`(` without `)`")]
    OpenGroup,
    #[error("a segment that may be empty")]
    MayBeEmpty,
    #[error("more than {MOST_FORMS} choices")]
    ManyForms,
}

/// Reads a line. `class` gives the choices of a class that stands inside brackets.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse(
    line: &str,
    class: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Result<Vec<Item>, LineError> {
    let mut items = Vec::new();
    let mut gap = SIDE_BY_SIDE;
    let mut rest = line.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("..") {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = after.split_at(digits);
            gap = number.parse().map_err(LineError::NoGap)?;
            if gap > WIDEST_GAP {
                return Err(LineError::WideGap);
            }
            rest = after.trim_start();
            continue;
        }
        if let Some(after) = rest.strip_prefix('[') {
            let (name, after) = after.split_once(']').ok_or(LineError::OpenClass)?;
            class(name).ok_or_else(|| LineError::NoClass(name.to_owned()))?;
            items.push(Item {
                gap: std::mem::replace(&mut gap, SIDE_BY_SIDE),
                step: Step::Class(name.to_owned()),
            });
            rest = after.trim_start();
            continue;
        }
        let (segment, after) = rest.split_at(segment_end(rest));
        let forms = expand(segment.trim(), class)?;
        items.push(Item {
            gap: std::mem::replace(&mut gap, SIDE_BY_SIDE),
            step: Step::Forms(forms),
        });
        rest = after;
    }
    if items.is_empty() {
        return Err(LineError::Empty);
    }
    Ok(items)
}

/// Where a written segment ends: before `..` or a class outside brackets.
fn segment_end(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '[' if depth == 0 => return at,
            '.' if depth == 0 && text.get(at..).is_some_and(|rest| rest.starts_with("..")) => {
                return at;
            }
            _ => {}
        }
    }
    text.len()
}

/// Every choice of `a (b|c|) d?`. A `*` at the end stays and says that the word may go on; before more words it stands for a plural `s`.
///
/// # Errors
/// Brackets that do not match, unknown classes, too many choices.
pub(super) fn expand(
    text: &str,
    class: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Result<Vec<String>, LineError> {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    let forms = choices(&chars, &mut at, class)?;
    if at < chars.len() {
        return Err(LineError::NoGroup);
    }
    let mut tidy: Vec<String> = Vec::new();
    for form in forms {
        let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
        let (body, open) = form
            .strip_suffix('*')
            .map_or((form.as_str(), ""), |body| (body, "*"));
        if body.is_empty() {
            return Err(LineError::MayBeEmpty);
        }
        if body.contains('*') {
            tidy.push(body.replace('*', "") + open);
            tidy.push(body.replace('*', "s") + open);
        } else {
            tidy.push(form);
        }
    }
    tidy.sort();
    tidy.dedup();
    Ok(tidy)
}

/// Choices up to `|`, `)` or the end.
fn choices(
    chars: &[char],
    at: &mut usize,
    class: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Result<Vec<String>, LineError> {
    let mut forms = vec![String::new()];
    while let Some(&c) = chars.get(*at) {
        let mut next = match c {
            '|' | ')' => break,
            '(' => {
                *at += 1;
                group(chars, at, class)?
            }
            '[' => {
                let name: String = chars
                    .iter()
                    .skip(*at + 1)
                    .take_while(|c| **c != ']')
                    .collect();
                *at += name.chars().count() + 2;
                class(&name).ok_or(LineError::NoClass(name))?
            }
            other => {
                *at += 1;
                vec![other.to_string()]
            }
        };
        if chars.get(*at) == Some(&'?') {
            *at += 1;
            next.push(String::new());
        }
        if forms.len() * next.len() > MOST_FORMS {
            return Err(LineError::ManyForms);
        }
        forms = forms
            .iter()
            .flat_map(|form| next.iter().map(move |end| format!("{form}{end}")))
            .collect();
    }
    Ok(forms)
}

fn group(
    chars: &[char],
    at: &mut usize,
    class: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Result<Vec<String>, LineError> {
    let mut all = Vec::new();
    loop {
        all.extend(choices(chars, at, class)?);
        let stop = chars.get(*at).copied();
        *at += 1;
        match stop {
            Some('|') => {}
            Some(_) => return Ok(all),
            None => return Err(LineError::OpenGroup),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: &str) -> Option<Vec<String>> {
        None
    }

    #[test]
    fn a_segment_gives_every_choice() {
        assert_eq!(
            expand("(a|b (c|)) d?", &none),
            Ok(vec![
                "a".to_owned(),
                "a d".to_owned(),
                "b".to_owned(),
                "b c".to_owned(),
                "b c d".to_owned(),
                "b d".to_owned(),
            ])
        );
        assert_eq!(
            expand("rule* of", &none),
            Ok(vec!["rule of".to_owned(), "rules of".to_owned()])
        );
        assert!(expand("(a|b", &none).is_err());
        assert!(expand("(a|)", &none).is_err());
        assert!(parse("[no] ..3 word", &none).is_err());
        assert!(parse("word ..x", &none).is_err());
    }

    #[test]
    fn gaps_belong_to_the_step_after_them() {
        let items = parse("a ..7 (b|c)", &none).unwrap_or_default();
        assert_eq!(
            items.iter().map(|item| item.gap).collect::<Vec<_>>(),
            [2, 7]
        );
    }
}
