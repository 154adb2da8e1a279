//! A file of many answers: which there are, each with what it is known by. A row that cannot be read says why, and stops no other.

mod lines;
mod sections;
mod table;

use super::{extract, sniff, text, unreadable};
use crate::Limits;
use groundwall_core::batch::MAX_ANSWERS;
use groundwall_core::{Format, GivenAnswer, NoText, Problem, ProblemCode};
use groundwall_text::language;
use serde::Deserialize;
use std::sync::LazyLock;

/// `data/answers.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    answer: Vec<String>,
    name: Vec<String>,
    messages: Vec<String>,
    author: Vec<String>,
}

static NAMES: LazyLock<Names> =
    LazyLock::new(|| language::read("data/answers.toml", include_str!("../../data/answers.toml")));

/// Letters and digits in small letters, one space where anything else stands.
fn plain(name: &str) -> String {
    name.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The place of the first of some names among those of a file.
fn place_of(names: &[String], of_file: &[&str]) -> Option<usize> {
    names
        .iter()
        .find_map(|name| of_file.iter().position(|other| plain(other) == *name))
}

/// Which column or field holds the answers, and which names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Places {
    answer: usize,
    name: Option<usize>,
}

impl Places {
    /// By the column that somebody named, else by what such columns are usually called.
    fn of(of_file: &[&str], column: Option<&str>) -> Option<Self> {
        let answer = match column {
            Some(column) => of_file
                .iter()
                .position(|name| plain(name) == plain(column))?,
            None => place_of(&NAMES.answer, of_file)?,
        };
        let name = place_of(&NAMES.name, of_file).filter(|name| *name != answer);
        Some(Self { answer, name })
    }
}

/// Says which columns there are where none of them holds the answers.
fn which(of_file: &[&str], column: Option<&str>) -> Problem {
    const SHOWN: usize = 20;
    let shown: Vec<String> = of_file
        .iter()
        .take(SHOWN)
        .map(|name| format!("“{}”", name.trim()))
        .collect();
    let first = column.map_or_else(
        || "It is not clear which column holds the answers.".to_owned(),
        |column| format!("There is no column “{column}”."),
    );
    unreadable(&format!(
        "{first} The file has {}. Name one of them as the column of the answers.",
        shown.join(", ")
    ))
}

/// The answers of a DOCX, sheet, CSV, TSV, JSON, JSON Lines, Markdown or text file, in its order. `column`: where a table or JSON holds them, for when
/// that is not one of the usual names.
///
/// # Errors
/// `Unprocessable` or `UnsupportedMedia` where the file as a whole is none of answers, with what to do.
pub fn answers(
    name: &str,
    bytes: &[u8],
    column: Option<&str>,
    limits: &Limits,
) -> Result<Vec<GivenAnswer>, Problem> {
    if bytes.is_empty() {
        return Err(unreadable(
            "The file is empty. Choose one with answers in it.",
        ));
    }
    let column = column.map(str::trim).filter(|column| !column.is_empty());
    let given = match sniff::format(name, bytes)? {
        Format::Csv => table::separated(b',', bytes, column)?,
        Format::Tsv => table::separated(b'\t', bytes, column)?,
        Format::Json => lines::read(sniff::is_lines(name), &text::decode(bytes).0, column)?,
        Format::Text => sections::of_text(&text::decode(bytes).0, false),
        Format::Markdown => sections::of_text(&text::decode(bytes).0, true),
        Format::Docx => {
            let document = extract(name, bytes, limits)?;
            match table::of_tables(&document.tables, column)? {
                Some(rows) => rows,
                None => sections::of_blocks(&document.blocks),
            }
        }
        Format::Xlsx | Format::Xls | Format::Ods => {
            let document = extract(name, bytes, limits)?;
            table::of_tables(&document.tables, column)?.ok_or_else(|| {
                unreadable(
                    "No table with named columns was found in this workbook. Write the names of the columns into the first row, one of them “answer”.",
                )
            })?
        }
        Format::Pdf | Format::Html => {
            return Err(Problem::new(
                ProblemCode::UnsupportedMedia,
                "Many answers at once are read from DOCX, XLSX, ODS, CSV, TSV, JSON, JSON Lines, Markdown and text. Save the file as one of them, or paste its text above.",
            ));
        }
    };
    if given.is_empty() {
        return Err(unreadable("There is no answer in this file."));
    }
    if given.len() > MAX_ANSWERS {
        return Err(Problem::new(
            ProblemCode::TooLarge,
            format!(
                "The file has {} answers and the limit is {MAX_ANSWERS}. Split it and send the parts.",
                given.len()
            ),
        ));
    }
    Ok(given)
}

/// An answer, or why there is none.
fn given(name: &str, text: &str) -> GivenAnswer {
    let text = text.trim();
    GivenAnswer {
        name: super::squeeze(name),
        text: if text.is_empty() {
            Err(NoText("The answer is empty.".to_owned()))
        } else {
            Ok(text.to_owned())
        },
    }
}

#[cfg(test)]
mod tests;
