//! What letters a text is written in.

/// Whether most letters of a text are not Latin, as in Korean, Chinese, Greek or Russian.
pub fn in_another_script(text: &str) -> bool {
    let latin =
        |c: &char| c.is_ascii() || matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}');
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (latin, other): (Vec<char>, Vec<char>) = letters.partition(latin);
    other.len() > latin.len()
}

#[cfg(test)]
mod tests {
    use super::in_another_script;

    #[test]
    fn most_letters_decide() {
        for text in [
            "بُني الرصيف في عام 1931.",
            "码头建于1937年。",
            "Причал построен из дерева (quay).",
        ] {
            assert!(in_another_script(text), "{text}");
        }
        for text in [
            "The quay is 9 m deep.",
            "Grunnskjær fyr ble bygd i 1862.",
            "α and β are small.",
            "1931",
        ] {
            assert!(!in_another_script(text), "{text}");
        }
    }
}
