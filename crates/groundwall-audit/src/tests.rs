use crate::file::{self, JSON_START, json_end, line};
use crate::{Chain, Fault, Verifier, hash_of, leaf_hash, seal};
use groundwall_core::{AuditKind, AuditText, Happening, Recorded, ReportId};

/// Numbers as good as random, the same in every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % most
    }
}

fn log(entries: u64) -> Vec<Recorded> {
    let mut log: Vec<Recorded> = Vec::new();
    for number in 1..=entries {
        let happening = Happening::of(AuditKind::Question, "delivered")
            .about(&ReportId(format!("r{number}")))
            .fact("state", "verified")
            .fact("policy", "ab".repeat(32))
            .personal("question", format!("Wann wurde die Mole {number} gebaut?"));
        log.push(after(&log, &happening));
    }
    log
}

fn after(log: &[Recorded], happening: &Happening) -> Recorded {
    let last = log
        .last()
        .map(|last| (last.entry.number, last.entry.hash.as_str()));
    let mut salts = 0;
    let salt = || {
        salts += 1;
        format!("salt{salts}")
    };
    seal(
        happening,
        "somebody",
        "2026-01-01T00:00:00Z".into(),
        last,
        salt,
    )
}

fn verified(log: &[Recorded], anchor: Option<&str>) -> Result<Chain, Vec<Fault>> {
    let mut verifier = Verifier::new(anchor);
    for recorded in log {
        verifier.take(Ok(recorded.clone()));
    }
    verifier.finish()
}

fn written(log: &[Recorded]) -> Vec<String> {
    let first = |place| place == 0;
    log.iter()
        .enumerate()
        .map(|(place, recorded)| line(recorded, first(place)).unwrap())
        .collect()
}

fn joined(lines: &[Vec<u8>], log: &[Recorded]) -> Vec<u8> {
    let mut bytes = JSON_START.as_bytes().to_vec();
    bytes.extend(lines.concat());
    let head = log.last().map(|last| last.entry.hash.as_str());
    bytes.extend(json_end(head).into_bytes());
    bytes
}

#[test]
fn a_log_is_whole_with_its_head_and_as_a_file() {
    let log = log(5);
    let head = log[4].entry.hash.clone();
    let whole = Chain {
        entries: 5,
        first: 1,
        head: Some(head.clone()),
    };
    assert_eq!(verified(&log, None).unwrap(), whole);
    assert_eq!(verified(&log, Some(&head)).unwrap(), whole);
    assert_eq!(verified(&log, Some(&log[2].entry.hash)).unwrap(), whole);
    let lines: Vec<Vec<u8>> = written(&log).into_iter().map(String::into_bytes).collect();
    let bytes = joined(&lines, &log);
    assert_eq!(file::verify(&bytes, None).unwrap().unwrap(), whole);
    assert!(serde_json::from_slice::<serde_json::Value>(&bytes).is_ok());
    assert!(file::verify(b"{}", None).is_err());
    let none = joined(&[], &[]);
    assert_eq!(file::verify(&none, None).unwrap().unwrap().entries, 0);
}

#[test]
fn ten_thousand_random_edits_are_found_and_located() {
    let log = log(9);
    let lines: Vec<Vec<u8>> = written(&log).into_iter().map(String::into_bytes).collect();
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    for turn in 0..10_000 {
        let mut edited = lines.clone();
        let (place, other) = (rng.below(lines.len()), rng.below(lines.len()));
        // The comma that a line begins with moves with its line's place, not with its entry.
        let commas = |lines: &mut Vec<Vec<u8>>| {
            for (place, line) in lines.iter_mut().enumerate() {
                let bare = line.strip_prefix(b",").unwrap_or(line).to_vec();
                *line = if place == 0 {
                    bare
                } else {
                    [b",".to_vec(), bare].concat()
                };
            }
        };
        let (what, number) = match turn % 4 {
            0 => {
                let at = rng.below(edited[place].len());
                let flipped = edited[place][at] ^ (1 << rng.below(8));
                // A line that is cut in two is found at its first half.
                edited[place][at] = flipped;
                ("flip", place + 1)
            }
            1 => {
                edited.remove(place);
                commas(&mut edited);
                ("removal", place + 1)
            }
            2 => {
                if place == other {
                    continue;
                }
                edited.swap(place, other);
                commas(&mut edited);
                ("swap", place.min(other) + 1)
            }
            _ => {
                let copy = edited[place].clone();
                let to = other.max(place + 1).min(edited.len());
                edited.insert(to, copy);
                commas(&mut edited);
                ("copy", place + 1)
            }
        };
        let faults = file::verify(&joined(&edited, &log), None)
            .unwrap()
            .expect_err(what);
        let found = faults[0].number();
        assert_eq!(
            found,
            u64::try_from(number).ok(),
            "turn {turn}, {what} at {place} and {other}: {faults:?}"
        );
    }
}

#[test]
fn whoever_writes_an_entry_anew_breaks_its_link() {
    let mut log = log(4);
    let changed = &mut log[1].entry;
    changed.outcome = "withheld".to_owned();
    changed.hash = hash_of(changed);
    let faults = verified(&log, None).unwrap_err();
    assert_eq!(faults, [Fault::Unlinked { number: 3 }]);
}

#[test]
fn a_cut_end_is_found_by_who_kept_the_head() {
    let log = log(4);
    let head = log[3].entry.hash.clone();
    assert!(verified(&log[..3], None).is_ok());
    let faults = verified(&log[..3], Some(&head)).unwrap_err();
    assert_eq!(faults, [Fault::CutOff { hash: head.clone() }]);
    assert!(faults[0].to_string().contains(&head));
    assert_eq!(verified(&[], Some(&head)).unwrap_err().len(), 1);
}

#[test]
fn erased_texts_need_an_entry_that_says_so() {
    let mut log = log(3);
    log[1].texts.clear();
    let name = "actor".to_owned();
    let silent = verified(&log, None).unwrap_err();
    assert_eq!(silent, [Fault::Erased { number: 2, name }]);
    let deleted = Happening::of(AuditKind::ReportDeleted, "deleted").about(&ReportId("r2".into()));
    log.push(after(&log, &deleted));
    assert!(verified(&log, None).is_ok());
    assert!(!written(&log).concat().contains("Mole 2"));
    let guessed = AuditText {
        salt: "another".to_owned(),
        text: "Wann wurde die Mole 2 gebaut?".to_owned(),
    };
    assert_ne!(
        leaf_hash("question", &guessed),
        log[1].entry.leaves["question"],
        "without the salt nobody can try it out"
    );
    log[3].texts.clear();
    let silent = verified(&log, None).unwrap_err();
    assert_eq!(silent[0].number(), Some(4), "who deleted stays");
}

#[test]
fn a_signed_off_start_may_be_gone() {
    let mut log = log(4);
    let gone = verified(&log[2..], None).unwrap_err();
    assert_eq!(gone, [Fault::Removed { first: 1, last: 2 }]);
    let checkpoint = Happening::of(AuditKind::Checkpoint, "signed_off")
        .fact("through", "2")
        .fact("hash", log[1].entry.hash.clone());
    log.push(after(&log, &checkpoint));
    let chain = verified(&log[2..], None).unwrap();
    assert_eq!((chain.entries, chain.first), (3, 3));
    let more = verified(&log[3..], None).unwrap_err();
    assert_eq!(more, [Fault::Removed { first: 1, last: 3 }]);
}

#[test]
fn fields_do_not_run_into_each_other() {
    let of = |kind: &str, state: &str| {
        let happening = Happening::of(AuditKind::Upload, kind).fact("a", state);
        after(&[], &happening).entry.hash
    };
    assert_ne!(of("ab", "c"), of("a", "bc"));
    // The page in the browser computes the same.
    let fixed = after(&[], &Happening::of(AuditKind::Upload, "stored"));
    assert_eq!(fixed.entry.hash, hash_of(&fixed.entry));
}

#[test]
fn the_page_holds_the_log_and_nothing_from_elsewhere() {
    let (before, behind) = file::html_around();
    assert!(before.contains("id=\"log\">") && behind.contains("sha256"));
    let page = format!("{before}{behind}");
    for from in ["http://", "https://", " src=", "@import", "url("] {
        assert!(!page.contains(from), "{from}");
    }
    assert_eq!(file::in_html("</script>"), "\\u003c/script>");
}
