//! Forms of numbers written as data: `d` a digit, `A` a letter, `X` either, `~` a space or hyphen, anything else itself.

/// Length in bytes of the template's form at the start of the text.
pub(super) fn length(template: &str, text: &str) -> Option<usize> {
    let mut bytes = text.bytes();
    template
        .bytes()
        .all(|form| {
            bytes.next().is_some_and(|byte| match form {
                b'd' => byte.is_ascii_digit(),
                b'A' => byte.is_ascii_alphabetic(),
                b'X' => byte.is_ascii_alphanumeric(),
                b'~' => matches!(byte, b' ' | b'-'),
                other => byte == other,
            })
        })
        .then_some(template.len())
}

/// Letters and digits alone, in upper case.
pub(super) fn compact(text: &str) -> Vec<u8> {
    text.bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_uppercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{compact, length};

    #[test]
    fn a_form_is_read_from_the_start() {
        assert_eq!(length("dd.A~X", "12.b-9 more"), Some(6));
        assert_eq!(length("dd.A~X", "12.b"), None);
        assert_eq!(length("ddd", "12b"), None);
        assert_eq!(compact("12.b-9"), b"12B9");
    }
}
