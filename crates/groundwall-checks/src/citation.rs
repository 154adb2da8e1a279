//! Citations that a draft makes itself: web address, DOI, `[Author, Year]`, `(Author & Author, Year)`, `Author et al. (Year)`, `[3]`.

use crate::language::ENGLISH;
use crate::words::fold;
use crate::{CheckKind, Observation, Prepared, Signal};
use groundwall_core::{FindingKind, LookedUp};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A web address, as an expression. A host in Latin letters ends where a Korean particle follows it: `www.example.com을`.
pub(crate) const ADDRESS: &str =
    r"\b(?i:https?://|www\.)(?:[^\s<>)\]/가-힣]+|[가-힣][^\s<>)\]/]*)(?:/[^\s<>)\]]*)?";

static CITATION: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"[A-Z][\p{L}'’-]+";
    let others = format!(r"(?: et al\.|(?:,? {name}){{0,4}},? (?:and|&) {name})");
    let year = r"(?:19|20)\d{2}[a-z]?";
    let ways = [
        ADDRESS.to_owned(),
        r"\b10\.\d{4,9}/[^\s<>)\]]+".to_owned(),
        r"\[\s?\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\s?\]".to_owned(),
        format!(r"\[[A-Z][^\[\]]{{1,60}},\s?{year}\]"),
        format!(r"\({name}{others}?,? {year}\)"),
        format!(r"\b{name}{others},? \({year}\)"),
    ];
    Regex::new(&ways.join("|")).expect("the pattern is fixed")
});

/// Citations of a text, as written.
pub fn extract(text: &str) -> Vec<std::ops::Range<usize>> {
    CITATION
        .find_iter(text)
        .map(|found| found.range())
        .collect()
}

/// The text without its own numbered citations (`[3]`): the verifier issues the citations.
pub fn strip_numbered(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for range in extract(text).into_iter().filter(|range| {
        text[range.clone()].starts_with('[')
            && text[range.start + 1..]
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit())
            && !is_amount(text, range)
    }) {
        kept.push_str(text[from..range.start].trim_end_matches(' '));
        from = range.end;
    }
    kept.push_str(&text[from..]);
    kept
}

/// Whether a number in brackets is an amount, as rules and contracts write those that are to be filled in: "expires after \[90\] days".
fn is_amount(text: &str, range: &Range<usize>) -> bool {
    let before = text[..range.start].split_whitespace().next_back();
    let after = text[range.end..].strip_prefix(' ').unwrap_or_default();
    let next: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
    let alone = text[range.clone()]
        .trim_matches(['[', ']'])
        .trim()
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    alone
        && before.is_some_and(|word| ENGLISH.citations.amounts.has(&word.to_lowercase()))
        && next.starts_with(char::is_lowercase)
        && (next.ends_with('s') || next == "percent")
}

/// Where the host stands in a cited web address, whose scheme may be missing or in capitals; none where it is none.
pub fn host(cited: &str) -> Option<Range<usize>> {
    static SCHEME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:(?i:https?://)|(?i:www\.))").expect("the pattern is fixed")
    });
    let scheme = SCHEME.find(cited)?;
    let start = if scheme.as_str().ends_with('/') {
        scheme.end()
    } else {
        0
    };
    let rest = &cited[start..];
    let named = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let from = named.rfind('@').map_or(0, |at| at + 1);
    let length = named[from..].find(':').unwrap_or(named.len() - from);
    Some(start + from..start + from + length)
}

/// The host of a cited web address in small letters; none where it is none.
fn host_name(cited: &str) -> Option<String> {
    Some(cited[host(cited)?].to_lowercase())
}

/// Whether a host looks made up: a name that is reserved for examples (RFC 2606, RFC 6761), "fake", "test" or "demo" as a part of the name, ten digits in a row, or
/// twenty letters in a row that hold no word's share of vowels.
fn is_suspicious(host: &str) -> bool {
    let english = &ENGLISH.citations;
    let labels: Vec<&str> = host.split('.').collect();
    let last = labels.last().copied().unwrap_or_default();
    let second = labels.len().checked_sub(2).map(|at| labels[at]);
    if english.reserved.has(last) || second == Some("example") {
        return true;
    }
    let part = |part: &str| english.made_up.has(part);
    let runs = |of: fn(&char) -> bool, least: usize| {
        host.split(move |c: char| !of(&c))
            .filter(move |run| run.len() >= least)
    };
    let vowels = |run: &str| run.chars().filter(|c| "aeiouy".contains(*c)).count();
    host.split(['.', '-', '_']).any(part)
        || runs(char::is_ascii_digit, 10).next().is_some()
        || runs(char::is_ascii_lowercase, 20).any(|run| vowels(run) * 5 < run.len())
}

/// What is said of each citation: one that the documents do not hold is a warning, and likely made up where its host looks so.
pub fn check(prepared: &Prepared) -> Vec<Observation> {
    let cited = prepared.claim.citations();
    if cited.is_empty() {
        return Vec::new();
    }
    let read: Vec<[String; 2]> = prepared
        .windows
        .iter()
        .map(|scored| [fold(&scored.text), fold(&scored.context)])
        .collect();
    cited
        .iter()
        .map(|range| {
            prepared.claim[range.clone()]
                .trim_end_matches(['.', ','])
                .to_owned()
        })
        .map(|cited| {
            let wanted = fold(cited.trim_matches(['[', ']', '(', ')']));
            let place = read
                .iter()
                .position(|texts| texts.iter().any(|text| text.contains(&wanted)));
            let (signal, note) = match place {
                Some(_) => (Signal::Passed, "the citation stands in the documents"),
                None if host_name(&cited).is_some_and(|host| is_suspicious(&host)) => (
                    Signal::Suspect,
                    "the citation is not in the documents and its address looks made up",
                ),
                None => (
                    Signal::Warning,
                    "the citation is not in the documents and was not looked up",
                ),
            };
            Observation {
                check: CheckKind::Citation,
                signal,
                kind: FindingKind::FabricatedCitation,
                detected: cited,
                expected: None,
                source: place,
                read_as: None,
                note: note.to_owned(),
            }
        })
        .collect()
}

/// The web address that a statement of this check would have looked up; none where the documents have the citation, or where it says no scheme.
pub fn address(said: &Observation) -> Option<&str> {
    let open = said.check == CheckKind::Citation && said.signal != Signal::Passed;
    let address = said.detected.as_str();
    (open && host(address).is_some_and(|host| host.start > 0)).then_some(address)
}

/// Puts what an address says of itself in the place of what its shape says.
pub fn looked_up(said: &mut Observation, found: LookedUp) {
    let (signal, note) = match found {
        LookedUp::Answers => (
            Signal::Passed,
            "something is at the address; it is not in the documents, and what stands there was not read".to_owned(),
        ),
        LookedUp::Fails(status) => (
            Signal::Gone,
            format!("the address answers that there is nothing (status {status})"),
        ),
        LookedUp::Unreachable => (
            Signal::Absent,
            "the address is not in the documents and cannot be reached".to_owned(),
        ),
        LookedUp::NotAsked => (
            said.signal,
            format!("{}: it is not one of the public web", said.note),
        ),
    };
    said.signal = signal;
    said.note = note;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_citations_are_stripped_and_others_found() {
        assert_eq!(
            strip_numbered("It opened in 1987 [3]. See [1, 2] too."),
            "It opened in 1987. See too."
        );
        let amount = "It expires after [90] days, as said before [4].";
        assert_eq!(
            strip_numbered(amount),
            "It expires after [90] days, as said before."
        );
        assert_eq!(
            extract(
                "As [Smith, 2020] and (Lee et al., 2019) say at https://a.b/c and 10.1000/xyz."
            )
            .len(),
            4
        );
        for (text, cited) in [
            ("It holds (Brown & Reed, 2017).", "(Brown & Reed, 2017)"),
            (
                "It holds (Brown, Lee, and O'Neil 2017a).",
                "(Brown, Lee, and O'Neil 2017a)",
            ),
            ("Brown et al. (2017) say so.", "Brown et al. (2017)"),
            ("So say Brown and Reed (2017).", "Brown and Reed (2017)"),
            ("See WWW.Example.com/a for it.", "WWW.Example.com/a"),
        ] {
            let found: Vec<&str> = extract(text)
                .into_iter()
                .map(|place| &text[place])
                .collect();
            assert_eq!(found, [cited]);
        }
        assert!(extract("Sales fell in March (2017) and rose in May (2018).").is_empty());
    }

    #[test]
    fn hosts_that_look_made_up() {
        for suspicious in [
            "https://fake-research.org/study",
            "https://www.example.com/a",
            "http://data.test",
            "https://a8273645189273.net",
            "https://qwrtzxcvbnmplkjhgfdsw.com/study",
            "http://demo.harbour-data.org:8080/x",
        ] {
            assert!(
                is_suspicious(&host_name(suspicious).unwrap()),
                "{suspicious}"
            );
        }
        for honest in [
            "https://www.democracy-atlas.org/latest",
            "https://docs.rs/test/demo",
            "https://internationalchamberofshipping.org",
            "https://arxiv.org/abs/1706.03762",
        ] {
            assert!(!is_suspicious(&host_name(honest).unwrap()), "{honest}");
        }
        assert_eq!(host("10.1000/xyz"), None);
        for (written, named) in [
            ("HTTPS://Fake-Research.org/a", "fake-research.org"),
            ("www.example.com:80?x", "www.example.com"),
            ("http://me@a.b#c", "a.b"),
        ] {
            assert_eq!(host_name(written).as_deref(), Some(named));
        }
    }
}
