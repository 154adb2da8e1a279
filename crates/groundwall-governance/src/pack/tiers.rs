//! Tiers of documents: whose word a document is, and how long it goes without a review.

use super::active::Active;
use super::fold::folded;
use super::model::{Review, Tier};
use crate::personal::joins;
use groundwall_core::Document;
use groundwall_core::governance::StaleDocument;

impl Review {
    /// Days until the next one.
    pub fn days(self) -> u32 {
        match self {
            Self::Quarter => 92,
            Self::Month => 31,
            Self::Week => 7,
        }
    }
}

impl Tier {
    fn names(&self, folded_name: &str) -> bool {
        let has = |word: &String| has_word(folded_name, word);
        let is = |pattern: &String| fits(pattern, folded_name);
        self.words.iter().any(has) || self.documents.iter().any(is)
    }
}

impl Active {
    /// Whether any pack speaks of tiers.
    pub fn has_tiers(&self) -> bool {
        self.packs.iter().any(|pack| !pack.tiers.is_empty())
    }

    /// The tier of a document by its name: the first that names it, else the one for all others.
    pub fn tier(&self, document: &str) -> Option<&Tier> {
        let name = folded(document);
        let all = || self.packs.iter().flat_map(|pack| &pack.tiers);
        all()
            .find(|tier| tier.names(&name))
            .or_else(|| all().find(|tier| tier.otherwise))
    }

    /// A document that went without a review for longer than its tier allows, at a time as RFC 3339 has it. Taking it in was its first review.
    pub fn past_review(&self, document: &Document, now: &str) -> Option<StaleDocument> {
        let tier = self.tier(document.name().as_str())?;
        let last = document.reviewed_at.as_ref().unwrap_or(&document.added_at);
        let days = days_between(last, now)?;
        let review_days = tier.review.days();
        (days > review_days).then(|| StaleDocument {
            document: document.id.clone(),
            name: document.name().to_string(),
            tier: tier.name.clone(),
            days,
            review_days,
            reviewed: document.reviewed_at.is_some(),
        })
    }

    /// The rank of a document's tier, in the order in which the packs name them, and its name; 0 is the highest.
    pub fn rank(&self, document: &str) -> Option<(usize, String)> {
        let tier = self.tier(document)?;
        let mut all = self.packs.iter().flat_map(|pack| &pack.tiers);
        let rank = all.position(|other| std::ptr::eq(other, tier))?;
        Some((rank, tier.name.clone()))
    }
}

/// Whether a name has a word or phrase of its own, whatever parts words in it: `banking_act-2024.pdf` has `act` and `banking act`, `contract draft` does not. Korean,
/// Chinese and Japanese words go on without a space.
fn has_word(name: &str, word: &str) -> bool {
    let (bare, goes_on) = match word.strip_suffix('*') {
        Some(bare) => (bare, true),
        None => (word, false),
    };
    let letter = |c: char| c.is_alphabetic() && joins(c);
    let parted: String = name
        .chars()
        .map(|c| if matches!(c, '_' | '-' | '.') { ' ' } else { c })
        .collect();
    parted.match_indices(bare).any(|(at, found)| {
        let before = parted.get(..at).and_then(|text| text.chars().next_back());
        let behind = parted.get(at + found.len()..);
        let after = behind.and_then(|text| text.chars().next());
        let starts = found.starts_with(letter) && before.is_some_and(letter);
        let ends = found.ends_with(letter) && after.is_some_and(letter);
        !starts && (goes_on || !ends)
    })
}

/// Whether a name fits a pattern in which `*` stands for anything. Takes time linear in the name for each part.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    true
}

/// Days from one time to another, both as RFC 3339 has them; none where one cannot be read. Not negative.
pub fn days_between(from: &str, to: &str) -> Option<u32> {
    let days = day(to)?.checked_sub(day(from)?)?;
    Some(u32::try_from(days.max(0)).unwrap_or(u32::MAX))
}

/// The number of a day in the Gregorian calendar.
fn day(time: &str) -> Option<i64> {
    let (year, rest) = time.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let year: i64 = year.parse().ok()?;
    let month: i64 = month.parse().ok()?;
    let day: i64 = rest.get(..2)?.parse().ok()?;
    if !(1..=12).contains(&month) || !(0..=9_999).contains(&year) {
        return None;
    }
    // Years begin in March, so that leap days come last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(year * 365 + leaps + (month * 153 + 2) / 5 + day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Pack, Packs};

    #[test]
    fn names_fit_patterns() {
        for (pattern, name, expected) in [
            ("*law*", "banking law 2024.pdf", true),
            ("*law*", "lawn.txt", true),
            ("law", "lawn", false),
            ("law", "law", true),
            ("law*pdf", "law 3.pdf", true),
            ("law*pdf", "law 3.txt", false),
            ("*법령*", "은행법령집.pdf", true),
            ("*a*b*", "xbxa", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn words_stand_whole_in_names() {
        for (word, name, expected) in [
            ("act", "banking act.txt", true),
            ("act", "banking_act-2024.pdf", true),
            ("act", "act2024.pdf", true),
            ("banking act", "banking_act-2024.pdf", true),
            ("act", "contract draft.txt", false),
            ("act", "fact sheet.txt", false),
            ("law", "lawn care flyer.txt", false),
            ("law*", "lawn care flyer.txt", true),
            ("supervis*", "supervisory handbook.txt", true),
            ("supervis*", "unsupervised.txt", false),
            ("법령", "은행법령집.pdf", true),
        ] {
            assert_eq!(has_word(name, word), expected, "{word} {name}");
        }
    }

    #[test]
    fn a_document_is_past_its_review_after_the_days_of_its_tier() {
        let packs = Packs::bundled().unwrap();
        let on = packs.active(&["finance-kr".to_owned()]).unwrap();
        let document: Document = serde_json::from_value(serde_json::json!({
            "id": "d", "collection": "default", "names": ["rates.csv"], "format": "csv", "sha256": "", "bytes": 1, "characters": 1, "passages": 1,
            "pages": null, "added_at": "2026-01-01T00:00:00Z", "notes": [],
        }))
        .unwrap();
        let tier = on.tier("rates.csv").unwrap();
        assert_eq!(tier.review.days(), 7);
        assert_eq!(on.past_review(&document, "2026-01-08T00:00:00Z"), None);
        let stale = on.past_review(&document, "2026-01-09T00:00:00Z").unwrap();
        assert_eq!((stale.days, stale.review_days), (8, 7));
        assert_eq!(stale.tier, tier.name);
        assert!(!stale.reviewed);
        let held = Document {
            reviewed_at: Some("2026-01-09T00:00:00Z".to_owned()),
            ..document
        };
        assert_eq!(on.past_review(&held, "2026-01-16T00:00:00Z"), None);
        let stale = on.past_review(&held, "2026-01-17T00:00:00Z").unwrap();
        assert!(stale.reviewed && stale.days == 8);
    }

    #[test]
    fn days_are_counted_over_months_and_leap_days() {
        for (from, to, expected) in [
            ("2026-01-01T00:00:00Z", "2026-01-01T23:00:00Z", Some(0)),
            ("2024-02-28T00:00:00Z", "2024-03-01T00:00:00Z", Some(2)),
            ("2023-02-28", "2023-03-01", Some(1)),
            ("2025-12-31", "2026-12-31", Some(365)),
            ("2026-05-01", "2026-04-01", Some(0)),
            ("yesterday", "2026-04-01", None),
            ("2026-13-01", "2026-04-01", None),
        ] {
            assert_eq!(days_between(from, to), expected, "{from} {to}");
        }
    }

    #[test]
    fn the_reference_s_tiers_have_its_intervals() {
        let packs = Packs::bundled().unwrap();
        let on = packs.active(&["finance-kr".to_owned()]).unwrap();
        assert!(on.has_tiers());
        for (name, code, days) in [
            ("Banking Law 2024.pdf", "A", 92),
            ("은행업 감독규정.hwp", "A", 92),
            ("대출 가이드라인.docx", "B", 31),
            ("product-faq.md", "C", 7),
            ("banking act.txt", "A", 92),
            ("Consumer Credit Directive 2008-48-EC.txt", "A", 92),
            ("CRR-statute.txt", "A", 92),
            ("supervisory handbook.txt", "B", 31),
            ("lawn care flyer.txt", "C", 7),
            ("contract draft.txt", "C", 7),
            ("fact sheet.txt", "C", 7),
            ("impact report.txt", "C", 7),
            ("outlaw tours.txt", "C", 7),
        ] {
            let tier = on.tier(name).unwrap();
            assert_eq!(
                (tier.code.as_str(), tier.review.days()),
                (code, days),
                "{name}"
            );
        }
        let core = packs.active(&[]).unwrap();
        assert!(!core.has_tiers() && core.tier("law.pdf").is_none());
    }

    #[test]
    fn a_tier_of_no_document_is_refused() {
        let head = "name = \"x\"\nversion = \"1\"\ndescription = \"x\"\n[[tier]]\ncode = \"A\"\nname = \"A\"\nreview = \"week\"\n";
        assert!(
            Pack::parse("x", head)
                .unwrap_err()
                .expected
                .contains("documents")
        );
        let all = format!("{head}documents = [\"*\"]\n");
        assert_eq!(Pack::parse("x", &all).unwrap_err().line, 8);
        let year = head.replace("week", "year") + "otherwise = true\n";
        assert!(Pack::parse("x", &year).is_err());
    }
}
