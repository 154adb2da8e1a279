//! Signs of fonts that have pictures in the places of letters, as the characters of Unicode that look so.

/// Wingdings: bullets, boxes, ticks, crosses and arrows.
const WINGDINGS: &[(u32, char)] = &[
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x71, '❑'),
    (0x74, '⧫'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9f, '•'),
    (0xa1, '○'),
    (0xa7, '▪'),
    (0xa8, '☐'),
    (0xd8, '➢'),
    (0xdf, '←'),
    (0xe0, '→'),
    (0xe1, '↑'),
    (0xe2, '↓'),
    (0xe8, '➔'),
    (0xef, '⇦'),
    (0xf0, '⇨'),
    (0xf1, '⇧'),
    (0xf2, '⇩'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];

/// Wingdings 2: crosses, ticks and boxes.
const WINGDINGS_2: &[(u32, char)] = &[
    (0x4f, '✗'),
    (0x50, '✓'),
    (0x51, '☒'),
    (0x52, '☑'),
    (0x53, '☒'),
    (0x54, '☒'),
    (0x97, '●'),
    (0xa2, '■'),
    (0xa3, '□'),
];

/// Symbol: the signs of reckoning, arrows and the bullet.
const SYMBOL: &[(u32, char)] = &[
    (0xa3, '≤'),
    (0xac, '←'),
    (0xad, '↑'),
    (0xae, '→'),
    (0xaf, '↓'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb7, '•'),
    (0xb8, '÷'),
    (0xb9, '≠'),
    (0xbb, '≈'),
    (0xd6, '√'),
];

/// Where fonts of pictures have their signs, beside the places of the letters.
const PRIVATE: std::ops::RangeInclusive<u32> = 0xf000..=0xf0ff;

/// The character of a sign by its font and its place in it, in hexadecimal digits; none where it is not known what it looks like.
pub(super) fn character(font: &str, place: &str) -> Option<char> {
    let place = u32::from_str_radix(place, 16).ok()?;
    let signs = match font {
        "Wingdings" => WINGDINGS,
        "Wingdings 2" => WINGDINGS_2,
        "Symbol" => SYMBOL,
        _ => return char::from_u32(place).filter(|_| !PRIVATE.contains(&place)),
    };
    let low = if PRIVATE.contains(&place) {
        place - PRIVATE.start()
    } else {
        place
    };
    signs
        .iter()
        .find(|(known, _)| *known == low)
        .map(|(_, sign)| *sign)
}

#[cfg(test)]
mod tests {
    use super::character;

    #[test]
    fn signs_are_those_that_the_font_shows() {
        for (font, place, sign) in [
            ("Wingdings", "F0FC", Some('✓')),
            ("Wingdings", "00FB", Some('✗')),
            ("Wingdings 2", "F052", Some('☑')),
            ("Symbol", "F0B7", Some('•')),
            ("MS Gothic", "2612", Some('☒')),
            ("Wingdings", "F021", None),
            ("Webdings", "F061", None),
            ("Wingdings", "tick", None),
        ] {
            assert_eq!(character(font, place), sign, "{font} {place}");
        }
    }
}
