//! What a server acknowledged and what it refused, to be held against what it has.

use crate::running::http::{Answer, FORM, JSON, form};
use crate::running::server::Server;
use anyhow::{Context as _, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What became of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    There,
    Gone,
    /// Taken for later: it is there when the queue is empty.
    Waiting,
    /// Nobody was told.
    Open,
}

/// One request and its answer; none where the connection broke.
pub(super) enum Event {
    Uploaded(u32, Option<Answer>),
    /// Taken for later.
    Queued(u32, Option<Answer>),
    Deleted(u32, Option<Answer>),
    Verified(Option<Answer>),
}

/// Everything that one data directory was told.
#[derive(Default)]
pub(super) struct Promised {
    documents: BTreeMap<u32, Fate>,
    reports: BTreeSet<String>,
    /// Passages of a whole document; all are of the same shape.
    passages: Option<u64>,
    /// Documents whose change was refused since the last one that was made.
    latest: BTreeSet<u32>,
    pub(super) refused: u32,
    pub(super) open: u32,
}

fn name(number: u32) -> String {
    format!("pier-{number:05}.txt")
}

/// A word that only this document has, so that its traces can be found in files.
fn word(number: u32) -> String {
    format!("zq{number:05}xv")
}

/// About 3 kB, so that there is more than one passage. The word is rare in it and the others are plain: passages end by their characters, which are as
/// many in every document, and not by their tokens, which are not.
fn text(number: u32) -> String {
    let word = word(number);
    let sentence = |line| {
        let place = if line % 10 == 0 {
            word.as_str()
        } else {
            "warehouse"
        };
        format!("The harbour master counted every barrel of salted herring in {place} {line}. ")
    };
    (10..50).map(sentence).collect()
}

pub(super) fn upload(server: &Server, number: u32) -> Event {
    let answer = server.upload(&name(number), text(number).as_bytes());
    Event::Uploaded(number, answer.ok())
}

pub(super) fn queue(server: &Server, number: u32) -> Event {
    let body = form(&name(number), text(number).as_bytes());
    let answer = server.send("POST /api/v1/uploads", FORM, &body);
    Event::Queued(number, answer.ok())
}

pub(super) fn delete(server: &Server, number: u32) -> Event {
    let body = format!("{{\"filename\": \"{}\"}}", name(number));
    let answer = server.send("POST /api/delete-file", JSON, body.as_bytes());
    Event::Deleted(number, answer.ok())
}

pub(super) fn verify(server: &Server) -> Event {
    let body = br#"{"claims": ["The harbour master counted every barrel."]}"#;
    let answer = server.send("POST /api/v1/verifications", JSON, body);
    Event::Verified(answer.ok())
}

impl Event {
    /// The status; 0 where there was no answer.
    pub(super) fn status(&self) -> u16 {
        let (Self::Uploaded(_, answer)
        | Self::Queued(_, answer)
        | Self::Deleted(_, answer)
        | Self::Verified(answer)) = self;
        answer.as_ref().map_or(0, |answer| answer.status)
    }
}

impl Promised {
    /// Notes what a request was told; the status.
    pub(super) fn note(&mut self, event: Event) -> anyhow::Result<u16> {
        let status = event.status();
        let (uploaded, deleted) = match status {
            200..=202 => (Fate::There, Fate::Gone),
            // A deadline or no answer at all: what was begun may be ended or not.
            0 | 408 | 503 => {
                self.open += 1;
                (Fate::Open, Fate::Open)
            }
            _ => {
                self.refused += 1;
                (Fate::Gone, Fate::There)
            }
        };
        match event {
            Event::Uploaded(number, _) => {
                self.documents.insert(number, uploaded);
                self.refusal(number, status);
            }
            Event::Queued(number, _) => {
                let later = match uploaded {
                    Fate::There => Fate::Waiting,
                    fate @ (Fate::Gone | Fate::Waiting | Fate::Open) => fate,
                };
                self.documents.insert(number, later);
            }
            Event::Deleted(number, _) => {
                self.documents.insert(number, deleted);
                self.refusal(number, status);
            }
            Event::Verified(Some(answer)) if status == 201 => {
                let id = answer.json()?["id"].as_str().map(str::to_owned);
                self.reports.insert(id.context("a report has no id")?);
            }
            Event::Verified(_) => {}
        }
        Ok(status)
    }

    fn refusal(&mut self, number: u32, status: u16) {
        if status == 200 {
            self.latest.clear();
        } else {
            self.latest.insert(number);
        }
    }

    /// The server was killed while its disk still failed. What it refused last can have been written as a whole, and only its sync have failed; no later
    /// write could take it back, so it is there or not.
    pub(super) fn doubt(&mut self) {
        for number in std::mem::take(&mut self.latest) {
            self.documents.insert(number, Fate::Open);
        }
    }

    /// A document that is there, the oldest first.
    pub(super) fn any(&self) -> Option<u32> {
        let mut there = self.documents.iter();
        there.find_map(|(number, fate)| (*fate == Fate::There).then_some(*number))
    }

    /// How much was acknowledged.
    pub(super) fn told(&self) -> String {
        format!(
            "{} documents and {} reports kept, {} refused, {} cut off",
            self.documents
                .values()
                .filter(|fate| **fate == Fate::There)
                .count(),
            self.reports.len(),
            self.refused,
            self.open
        )
    }

    /// What was acknowledged is there as a whole, and what was refused or deleted is not. What nobody was told is one or the other from now on.
    pub(super) fn check_documents(&mut self, server: &Server) -> anyhow::Result<()> {
        let listed = server.get("/api/v1/documents")?.json()?;
        let mut there: BTreeMap<String, u64> = BTreeMap::new();
        for document in listed["documents"].as_array().context("no documents")? {
            for name in document["names"].as_array().context("no names")? {
                let passages = document["passages"].as_u64().context("no passages")?;
                there.insert(name.as_str().unwrap_or_default().to_owned(), passages);
            }
        }
        let counted: u64 = there.values().sum();
        ensure!(
            listed["passages"].as_u64() == Some(counted),
            "{} passages are searched, the documents have {counted}",
            listed["passages"]
        );
        for (number, fate) in &mut self.documents {
            let name = name(*number);
            let found = there.remove(&name);
            match (*fate, found) {
                (Fate::There, None) => bail!("{name} was acknowledged and is lost"),
                (Fate::Gone, Some(_)) => bail!("{name} was refused or deleted and is there"),
                (Fate::Open, None) => *fate = Fate::Gone,
                (Fate::Open | Fate::There | Fate::Waiting, Some(passages)) => {
                    *fate = Fate::There;
                    let whole = *self.passages.get_or_insert(passages);
                    ensure!(
                        passages == whole,
                        "{name} has {passages} of {whole} passages"
                    );
                }
                (Fate::Gone | Fate::Waiting, None) => {}
            }
        }
        ensure!(there.is_empty(), "nobody uploaded {:?}", there.keys());
        Ok(())
    }

    /// Every report that was acknowledged is there as a whole, and every one that is listed.
    pub(super) fn check_reports(&self, server: &Server) -> anyhow::Result<()> {
        let listed = server.get("/api/v1/reports?limit=200")?.json()?;
        let listed = listed["reports"].as_array().context("no reports")?;
        let listed = listed.iter().filter_map(|line| line["id"].as_str());
        let all: BTreeSet<&str> = self.reports.iter().map(String::as_str).collect();
        for id in all.into_iter().chain(listed) {
            let answer = server.get(&format!("/api/v1/reports/{id}"))?;
            ensure!(
                answer.status == 200 && answer.json()?["id"] == id,
                "report {id} was acknowledged and is answered {}",
                answer.status
            );
        }
        Ok(())
    }

    /// Everything that was taken for later was read.
    pub(super) fn read_all(&mut self) {
        for fate in self.documents.values_mut() {
            if *fate == Fate::Waiting {
                *fate = Fate::There;
            }
        }
    }

    /// By name, whether a document is there; none of those of which that is not known.
    pub(super) fn settled(&self) -> BTreeMap<String, bool> {
        let known = self.documents.iter();
        let known = known.filter_map(|(number, fate)| {
            let there = match fate {
                Fate::There => true,
                Fate::Gone => false,
                Fate::Waiting | Fate::Open => return None,
            };
            Some((name(*number), there))
        });
        known.collect()
    }

    /// After a server was stopped: no file but its own, and no trace of a document that is gone.
    pub(super) fn check_files(&self, data: &Path) -> anyhow::Result<()> {
        let mut stored = Vec::new();
        for entry in std::fs::read_dir(data)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            match name.as_str() {
                "lock" | "ledger.sqlite" => {}
                "uploads" => read_to_its_end(&entry.path())?,
                "passages.sqlite" => stored = std::fs::read(entry.path())?,
                _ => bail!("{name} is left in the data directory"),
            }
        }
        let found = words(&stored);
        for (number, fate) in &self.documents {
            let there = found.contains(number);
            ensure!(
                there == (*fate == Fate::There),
                "{} is {fate:?}, and its text is {}in the file",
                name(*number),
                if there { "" } else { "not " }
            );
        }
        Ok(())
    }
}

/// What was taken for later was read, and only the record of that is left.
fn read_to_its_end(queue: &Path) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(queue)? {
        let path = entry?.path();
        ensure!(
            path.extension().is_some_and(|end| end == "json"),
            "{} is left in the queue",
            path.display()
        );
    }
    Ok(())
}

/// The documents of which a file has a word.
fn words(bytes: &[u8]) -> BTreeSet<u32> {
    let length = word(0).len();
    let number = |window: &[u8]| {
        let digits = window.strip_prefix(b"zq")?.strip_suffix(b"xv")?;
        std::str::from_utf8(digits).ok()?.parse().ok()
    };
    bytes.windows(length).filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_are() {
        let bytes = [b"\0\0".as_slice(), text(7).as_bytes(), b"zq12"].concat();
        assert_eq!(words(&bytes), BTreeSet::from([7]));
    }

    #[test]
    fn what_was_told_is_noted() {
        let answer = |status| {
            Some(Answer {
                status,
                wait: None,
                body: "{\"id\": \"r\"}".to_owned(),
            })
        };
        let mut promised = Promised::default();
        for (number, status) in [(1, 200), (2, 507), (3, 503)] {
            promised
                .note(Event::Uploaded(number, answer(status)))
                .unwrap();
        }
        promised.note(Event::Uploaded(4, None)).unwrap();
        promised.note(Event::Verified(answer(201))).unwrap();
        let fates: Vec<Fate> = promised.documents.values().copied().collect();
        assert_eq!(fates, [Fate::There, Fate::Gone, Fate::Open, Fate::Open]);
        assert_eq!((promised.any(), promised.reports.len()), (Some(1), 1));
        promised.note(Event::Deleted(1, answer(507))).unwrap();
        assert_eq!(promised.any(), Some(1), "a refused delete deletes nothing");
        promised.note(Event::Deleted(1, answer(200))).unwrap();
        assert_eq!(promised.any(), None);
    }
}
