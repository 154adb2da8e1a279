//! How large the tree of a page becomes, told from its tags before it is built: building takes time by the depth of every element, and repeats formatting
//! that is never closed in every block.

use super::names::NAMES;
use crate::Limits;
use crate::extract::unreadable;
use groundwall_core::Problem;

/// Elements within one another, at most; browsers stop at 512.
const DEPTH: u64 = 1_000;

/// Refuses a page that would become deeper than any is, or have more than `most` elements.
pub(super) fn check(content: &str, most: u64) -> Result<(), Problem> {
    let (mut depth, mut formatting, mut elements) = (0u64, 0u64, 0u64);
    let kinds = &NAMES.elements;
    let mut rest = content;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let closes = rest.starts_with('/');
        let tag = rest.strip_prefix('/').unwrap_or(rest);
        let name: String = tag
            .chars()
            .take(12)
            .take_while(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let name = name.as_str();
        if name.is_empty() || kinds.closed.has(name) {
            elements += u64::from(!name.is_empty() && !closes) * (1 + formatting);
        } else if closes {
            depth = depth.saturating_sub(1);
            formatting = formatting.saturating_sub(u64::from(kinds.formatting.has(name)));
        } else {
            depth += 1;
            let formats = kinds.formatting.has(name);
            elements += if formats { 1 } else { 1 + formatting };
            formatting += u64::from(formats);
        }
        if !closes && kinds.raw.has(name) {
            rest = after_end(rest, name);
            depth = depth.saturating_sub(1);
        }
        if depth > DEPTH {
            return Err(unreadable(&format!(
                "The file nests its parts over {DEPTH} deep, as no page does. It is damaged or made to do harm; save it again from the program that wrote it."
            )));
        }
        if elements > most {
            return Err(Limits::over("elements", most));
        }
    }
    Ok(())
}

/// What follows the end of an element without markup.
fn after_end<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        if after
            .get(..name.len())
            .is_some_and(|end| end.eq_ignore_ascii_case(name))
        {
            return after;
        }
        rest = after;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn depth_and_repeated_formatting_are_told_from_the_tags() {
        for page in [
            "<div>x".repeat(1_001),
            "<b><i><u>x<p>".repeat(1_000),
            "<B>".repeat(900) + &"<p>x".repeat(2_000),
        ] {
            assert!(check(&page, 1_000_000).is_err(), "{}", &page[..20]);
        }
        let script = format!("<script>{}</script>", "'<div>'".repeat(5_000));
        let legacy = "<tr><td><p><font color=red>x</font><li>y<br>".repeat(20_000);
        for page in [
            script,
            legacy,
            format!("<!-- {} -->", "<div>".repeat(5_000)),
            "<div><b>x</b></div>".repeat(20_000),
        ] {
            assert!(check(&page, 1_000_000).is_ok(), "{}", &page[..20]);
        }
    }
}
