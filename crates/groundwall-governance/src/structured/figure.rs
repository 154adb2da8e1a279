//! Figures as people and models write them, and what they may mean.

use super::fold::plain;
use serde_json::Value;

/// Digits of a figure, at most; more are no figure but a code.
const DIGITS: usize = 30;
/// Digits that a sign for thousands parts.
const GROUP: usize = 3;

/// One figure: whole part and fraction, without zeros that say nothing, for each way to read it (`1.234` is two).
pub(super) type Readings = Vec<String>;

fn reading(whole: &str, fraction: &str) -> String {
    let (whole, fraction) = (
        whole.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    match (whole.is_empty(), fraction.is_empty()) {
        (true, true) => "0".to_owned(),
        (false, true) => whole.to_owned(),
        _ => format!("{whole}.{fraction}"),
    }
}

/// Whether a sign parts thousands: up to three digits before the first, and three behind each.
fn grouped<'t>(first: &str, mut parts: impl Iterator<Item = &'t str>) -> bool {
    (1..=GROUP).contains(&first.len()) && parts.all(|part| part.len() == GROUP)
}

/// What digits with points and commas between them may mean.
fn of_digits(text: &str) -> Readings {
    if text.len() > DIGITS {
        return Vec::new();
    }
    let Some((first, rest)) = text.split_once(['.', ',']) else {
        return vec![reading(text, "")];
    };
    let signs = |sign: char| text.matches(sign).count();
    let bare = |text: &str| text.replace(['.', ','], "");
    match (signs('.'), signs(',')) {
        (1, 0) | (0, 1) => {
            let mut all = vec![reading(first, rest)];
            if grouped(first, std::iter::once(rest)) && first != "0" {
                all.push(reading(&bare(text), ""));
            }
            all
        }
        (_, 0) | (0, _) => {
            let whole = grouped(first, rest.split(['.', ',']));
            whole
                .then(|| reading(&bare(text), ""))
                .into_iter()
                .collect()
        }
        // Of two signs the last parts the fraction.
        (points, commas) => {
            let last = text.rfind(['.', ',']).unwrap_or_default();
            let (whole, fraction) = text.split_at(last);
            let sign = if fraction.starts_with('.') {
                points
            } else {
                commas
            };
            let mut parts = whole.split(['.', ',']);
            let first = parts.next().unwrap_or_default();
            (sign == 1 && grouped(first, parts))
                .then(|| reading(&bare(whole), &bare(fraction)))
                .into_iter()
                .collect()
        }
    }
}

/// Digits with points and commas between them, each with whether one space or apostrophe alone parts it from the one before.
fn written(text: &str) -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = Vec::new();
    let mut now = String::new();
    // What stands between the last digit and here.
    let mut between = String::new();
    let mut joined = false;
    for c in plain(text) {
        if !c.is_ascii_digit() {
            if between.len() <= 4 {
                between.push(c);
            }
            continue;
        }
        if !now.is_empty() && !between.is_empty() && !matches!(between.as_str(), "." | ",") {
            all.push((std::mem::take(&mut now), joined));
            joined = matches!(between.as_str(), " " | "'" | "’");
        } else if !now.is_empty() {
            now.push_str(&between);
        }
        between.clear();
        now.push(c);
    }
    if !now.is_empty() {
        all.push((now, joined));
    }
    all
}

/// Figures whose thousands a space or an apostrophe parts, put together: `1 200,50`.
fn together(written: &[(String, bool)]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (text, joined) in written {
        let whole = text.split(['.', ',']).next().unwrap_or_default();
        let before = all.last_mut().filter(|before| {
            let (first, rest) = before.split_once(' ').unwrap_or((before.as_str(), ""));
            *joined
                && whole.len() == GROUP
                && (1..=GROUP).contains(&first.len())
                && !first.contains(['.', ','])
                && !rest.contains(['.', ','])
                && before.len() <= DIGITS
        });
        match before {
            Some(before) => {
                before.push(' ');
                before.push_str(text);
            }
            None => all.push(text.clone()),
        }
    }
    all.into_iter().map(|text| text.replace(' ', "")).collect()
}

/// The figures of a value; none where it has no digit.
pub(super) fn of_value(value: &Value, text: &str) -> Vec<Readings> {
    if let Value::Number(number) = value {
        // JSON has one way to write a fraction.
        let text = match number.as_f64() {
            Some(figure) if number.is_f64() => figure.abs().to_string(),
            Some(_) | None => text.trim_start_matches('-').to_owned(),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        return vec![vec![reading(whole, fraction)]];
    }
    let all = together(&written(text));
    all.iter().map(|text| of_digits(text)).collect()
}

/// Everything that the figures of a document's text may mean.
pub(super) fn of_text(text: &str) -> impl Iterator<Item = String> {
    let written = written(text);
    let parts: Vec<String> = together(&written)
        .into_iter()
        .chain(written.into_iter().map(|(text, _)| text))
        .collect();
    parts.into_iter().flat_map(|text| of_digits(&text))
}

#[cfg(test)]
mod tests {
    use super::{of_text, of_value};
    use serde_json::json;

    #[test]
    fn figures_are_read_as_they_are_written() {
        for (text, all) in [
            ("455.00", &["455"][..]),
            ("NZD 1,200.50 CR", &["1200.5"]),
            ("1.200,50", &["1200.5"]),
            ("(45.10)", &["45.1"]),
            ("1.234", &["1.234", "1234"]),
            ("0.125", &[".125"]),
            ("1,234,567", &["1234567"]),
            ("1 234 567,89 €", &["1234567.89"]),
            ("1’200.00", &["1200"]),
            ("007", &["7"]),
            ("0.00", &["0"]),
        ] {
            let read = of_value(&json!(text), text);
            assert_eq!(read, [all], "{text}");
            let there: Vec<String> = of_text(text).collect();
            assert!(all.iter().all(|one| there.contains(&(*one).to_owned())));
        }
        assert_eq!(of_value(&json!(1.234), "1.234"), [["1.234"]]);
        assert_eq!(of_value(&json!(-310), "-310"), [["310"]]);
        assert_eq!(
            of_value(&json!("310.00 and 455.00"), "310.00 and 455.00").len(),
            2
        );
        assert!(of_value(&json!("nil"), "nil").is_empty());
        assert_eq!(
            of_value(&json!("31.01.2024"), "31.01.2024"),
            [[""; 0]],
            "no figure can be read"
        );
    }
}
