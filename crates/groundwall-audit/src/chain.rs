//! How an entry is hashed and bound to the one before.

use groundwall_core::model::hex;
use groundwall_core::{AuditEntry, AuditText, Happening, Recorded};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What stands in the place of the entry before the first.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What every hash of an entry, and of a text, begins with.
const ENTRY: &str = "groundwall-audit-entry/1";
const LEAF: &str = "groundwall-audit-text/1";

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The hash of fields, each with its length before it: no two lists of fields make the same bytes.
fn of_fields<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for field in fields {
        hasher.update(format!("{}:", field.len()).as_bytes());
        hasher.update(field.as_bytes());
        hasher.update(b",");
    }
    hex(&hasher.finalize())
}

/// The hash that an entry carries of a text.
pub fn leaf_hash(name: &str, text: &AuditText) -> String {
    of_fields([LEAF, &text.salt, name, &text.text])
}

/// The hash of an entry, from everything in it but the hash.
pub fn hash_of(entry: &AuditEntry) -> String {
    let AuditEntry {
        number,
        at,
        kind,
        report,
        outcome,
        facts,
        leaves,
        previous,
        hash: _,
    } = entry;
    let number = number.to_string();
    let (facts_count, leaves_count) = (facts.len().to_string(), leaves.len().to_string());
    let report = report.as_ref().map_or("", |report| report.0.as_str());
    let mut fields: Vec<&str> = vec![ENTRY, &number, at, kind.name(), report, outcome];
    for (count, pairs) in [(&facts_count, facts), (&leaves_count, leaves)] {
        fields.push(count);
        for (name, value) in pairs {
            fields.extend([name.as_str(), value.as_str()]);
        }
    }
    fields.push(previous);
    of_fields(fields)
}

/// Makes the entry that follows `previous`, number and hash of the newest one. `salt` is asked for each text and must be random.
pub fn seal(
    happening: &Happening,
    actor: &str,
    at: String,
    previous: Option<(u64, &str)>,
    mut salt: impl FnMut() -> String,
) -> Recorded {
    let mut texts: BTreeMap<String, AuditText> = BTreeMap::new();
    let actor = [("actor".to_owned(), actor.to_owned())];
    for (name, text) in actor.into_iter().chain(happening.personal.clone()) {
        let salt = salt();
        texts.insert(name, AuditText { salt, text });
    }
    let leaves = texts
        .iter()
        .map(|(name, text)| (name.clone(), leaf_hash(name, text)))
        .collect();
    let (number, previous) = previous.map_or((1, GENESIS), |(number, hash)| {
        (number.saturating_add(1), hash)
    });
    let mut entry = AuditEntry {
        number,
        at,
        kind: happening.kind,
        report: happening.report.clone(),
        outcome: happening.outcome.clone(),
        facts: happening.facts.clone(),
        leaves,
        previous: previous.to_owned(),
        hash: String::new(),
    };
    entry.hash = hash_of(&entry);
    Recorded { entry, texts }
}
