//! Bounded reading of zip archives.

use super::unreadable;
use crate::Limits;
use groundwall_core::{Format, Problem, ProblemCode};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// An archive whose expansion is counted against a limit.
pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
    limit: u64,
}

impl<'a> Archive<'a> {
    pub(super) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, Problem> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| {
            unreadable(
                "The file is damaged: its archive cannot be opened. Save it again and upload it.",
            )
        })?;
        let mut archive = Self {
            zip,
            left: limits.expanded_bytes,
            limit: limits.expanded_bytes,
        };
        archive.check_declared()?;
        Ok(archive)
    }

    fn too_much(&self) -> Problem {
        Limits::over(
            "data when unpacked",
            format!("{} MiB", self.limit / (1024 * 1024)),
        )
    }

    /// Refuses by the declared sizes before anything is unpacked; `part` checks the real ones.
    fn check_declared(&mut self) -> Result<(), Problem> {
        let mut total = 0u64;
        for index in 0..self.zip.len() {
            let entry = self
                .zip
                .by_index_raw(index)
                .map_err(|_| unreadable("The file is damaged: its archive cannot be read."))?;
            if entry.encrypted() {
                return Err(unreadable(
                    "The file is protected with a password. Remove the password and upload it again.",
                ));
            }
            total = total.saturating_add(entry.size());
        }
        if total > self.limit {
            Err(self.too_much())
        } else {
            Ok(())
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.zip
            .file_names()
            .flatten()
            .map(std::borrow::Cow::into_owned)
            .collect()
    }

    /// Contents of a part; none when there is no such part.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Problem> {
        let Ok(entry) = self.zip.by_name(name) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        entry
            .take(self.left + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| unreadable(&format!("The file is damaged: its part {name} cannot be unpacked. Save it again and upload it.")))?;
        if bytes.len() as u64 > self.left {
            return Err(self.too_much());
        }
        self.left -= bytes.len() as u64;
        Ok(Some(bytes))
    }
}

/// The format of a zip archive by the parts it holds.
pub(super) fn format(bytes: &[u8]) -> Result<Format, Problem> {
    let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| {
        unreadable(
            "The file is damaged: its archive cannot be opened. Save it again and upload it.",
        )
    })?;
    let has = |wanted: &str| zip.file_names().flatten().any(|name| name == wanted);
    if has("word/document.xml") {
        Ok(Format::Docx)
    } else if has("xl/workbook.xml") || has("xl/workbook.bin") {
        Ok(Format::Xlsx)
    } else if has("content.xml") && has("mimetype") {
        Ok(Format::Ods)
    } else {
        Err(Problem::new(
            ProblemCode::UnsupportedMedia,
            "This archive is no DOCX, XLSX or ODS file. Unpack it and upload the documents themselves.",
        ))
    }
}
