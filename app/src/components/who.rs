//! Who did something, as the audit log names them, in a sentence.

/// "by Astrid at 192.0.2.1"; of whom only the address is known, "from 127.0.0.1".
pub(crate) fn by(actor: &str) -> String {
    if let Some(address) = actor.strip_prefix("at ") {
        return format!("from {address}");
    }
    match actor.strip_prefix("signed in") {
        Some(rest) => format!("by somebody who was signed in{rest}"),
        None => format!("by {actor}"),
    }
}

#[cfg(test)]
mod tests {
    use super::by;

    #[test]
    fn whoever_has_no_name_is_told_by_what_is_known() {
        assert_eq!(by("at 127.0.0.1"), "from 127.0.0.1");
        assert_eq!(by("Astrid at 192.0.2.1"), "by Astrid at 192.0.2.1");
        assert_eq!(
            by("signed in, at 192.0.2.1"),
            "by somebody who was signed in, at 192.0.2.1"
        );
    }
}
