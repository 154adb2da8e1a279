//! Text whose letters are not known: a font without a map of its codes shows `des schlafes` and is read as `GHV VFKODIHV`. It is no evidence.

use groundwall_core::Block;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use unpdf::parser::{LayoutAnalyzer, TextSpan};

/// Letters that a text has before anything is said of them.
const SOME: usize = 30;
const MANY: usize = 100;
/// How far codes of glyphs lie from letters in fonts that keep the order of TrueType.
const SHIFT: u32 = 29;
/// Share of vowels among letters: texts that are read wrongly have fewer than the first, none the second, any language more.
const FEW_VOWELS: f32 = 0.25;
const HARDLY_ANY: f32 = 0.12;
const VOWELS: std::ops::RangeInclusive<f32> = 0.28..=0.6;
/// Of how many operations that show text one is lost, when the page is not read.
const LOST: usize = 10;

/// What could not be read of a document.
#[derive(Debug, Default)]
pub(super) struct Unread {
    fonts: HashSet<String>,
    pages: BTreeSet<u32>,
}

impl Unread {
    /// The pieces of text of a page without those of fonts whose letters are not known.
    pub(super) fn without(
        &mut self,
        page: u32,
        spans: Vec<TextSpan>,
        analyzer: &LayoutAnalyzer<'_>,
    ) -> Vec<TextSpan> {
        let shown = analyzer.page_op_counts().text as usize;
        let lost = analyzer.suppressed_text_runs();
        if lost > 0 && lost * LOST >= shown {
            self.pages.insert(page);
        }
        let mut by_font: BTreeMap<&str, String> = BTreeMap::new();
        for span in &spans {
            let text = by_font.entry(&span.font_name).or_default();
            text.push_str(&span.text);
            text.push(' ');
        }
        let unknown = by_font.into_iter().filter(|(_, text)| is_salad(text));
        let unknown: Vec<String> = unknown.map(|(font, _)| font.to_owned()).collect();
        self.fonts.extend(unknown);
        let all = spans.len();
        let kept: Vec<TextSpan> = spans
            .into_iter()
            .filter(|span| !self.fonts.contains(&span.font_name))
            .collect();
        if kept.len() < all {
            self.pages.insert(page);
        }
        kept
    }

    /// The blocks of a page that another reader found, without those whose letters are not known.
    pub(super) fn among(&mut self, page: u32, mut blocks: Vec<Block>) -> Vec<Block> {
        let all = blocks.len();
        blocks.retain(|block| !is_salad(&block.text));
        if blocks.len() < all {
            self.pages.insert(page);
        }
        blocks
    }

    pub(super) fn has(&self, page: u32) -> bool {
        self.pages.contains(&page)
    }

    /// What a reader of the document has to know.
    pub(super) fn note(&self) -> Option<String> {
        let pages: Vec<String> = self.pages.iter().map(u32::to_string).collect();
        let list = pages.join(", ");
        let which = match pages.len() {
            0 => return None,
            1 => format!("Page {list} was not read, or only in part: its"),
            _ => format!("Pages {list} were not read, or only in part: their"),
        };
        Some(format!(
            "{which} fonts do not say which letters they show. Run text recognition (OCR) on the file and upload it again."
        ))
    }
}

/// Shares of letters among signs, and of vowels among letters.
fn shares(text: impl Iterator<Item = char>) -> (f32, f32) {
    let (mut signs, mut letters, mut vowels) = (0.0, 0.0, 0.0_f32);
    for c in text.filter(|c| !c.is_whitespace()) {
        signs += 1.0;
        if c.is_alphabetic() {
            letters += 1.0;
            let plain = c.to_lowercase().next().unwrap_or(c);
            if "aeiouyäöüáéíóúàèìòùâêîôûåæøœãõ".contains(plain) {
                vowels += 1.0;
            }
        }
    }
    (
        letters / f32::max(signs, 1.0),
        vowels / f32::max(letters, 1.0),
    )
}

/// Whether a text is none: it has too few vowels for any language in Latin letters, and is one where its codes are moved, or is long.
fn is_salad(text: &str) -> bool {
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if latin < SOME || latin * 4 < letters * 3 {
        return false;
    }
    let (_, vowels) = shares(text.chars());
    let moved = text
        .chars()
        .filter_map(|c| char::from_u32(u32::from(c) + SHIFT));
    let capitals = moved.clone().filter(|c| c.is_uppercase()).count();
    let (moved_letters, moved_vowels) = shares(moved);
    let words = text.split_whitespace().count();
    // Codes in capitals, such as those of proteins, have none where they are moved.
    let is_moved = vowels < FEW_VOWELS
        && moved_letters >= 0.8
        && VOWELS.contains(&moved_vowels)
        && capitals * 100 >= letters;
    let is_none = vowels < HARDLY_ANY && latin >= MANY && latin >= 5 * words;
    is_moved || is_none
}

#[cfg(test)]
mod tests {
    use super::is_salad;

    #[test]
    fn text_of_a_font_without_a_map_is_none() {
        for text in [
            "0LWWHLOXQJHQDXVGHP/DQGUDWVDPW :DV(OWHUQEHZHJW(OWHUQVFKXOHNQGLJW9HUDQVWDOWXQJHQDQ",
            "$OWHUQDWLYN|QQHQ6LH,KUH:DKOVFKHLQDQWUDJDXFKUDVFKXQGHLQ IDFK PLW ,KUHP 0RELOJHUlW EHU GHQ",
        ] {
            assert!(is_salad(text), "{text}");
        }
        for text in [
            "IMMER FREITAGS VON 15:00 - 17:00 UHR IN DER ALTEN SCHULE AM RATHAUSPLATZ",
            "Strč prst skrz krk. Škrt plch z mlh Brd pln skvrn z mrv prv hrd scvrnkl z brzd skrz trs chrp.",
            "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHSLAKWKRQTLGQHDFSAGEGLYTHMKALRPDEDRLSPLHSVYVDQWDWERVMGDGERQFSTLKSTVEAIWAGIKATEAAVSEEFGLAPFLPDQIHFVHSQELLSRYPDLDAKGRERAIAKDLGAVFLVGIGGKLSDGHRHDVRAPDYDDWSTPSELGHAGLNGDILVWNPVLEDAFELSSMGIRVDADTLKHQLALTGDEDRLELEWHQALLRGEMPQTIGGGIGQSRLTMLLLQLPHIGQVQAGVWPAAVRESVPSLL",
            "kg km mm cm ml dl hl kW MW GW kWh MWh GWh Hz kHz MHz GHz dB bps kbps Mbps Gbps Nm kN MN kPa MPa",
            "TmV2ZXIgZ29ubmEgZ2l2ZSB5b3UgdXAsIG5ldmVyIGdvbm5hIGxldCB5b3UgZG93bg==",
        ] {
            assert!(!is_salad(text), "{text}");
        }
    }
}
