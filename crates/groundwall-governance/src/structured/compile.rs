//! From a section as it is written to a pack that is ready to be used.

use super::examples::Example;
use super::fold::{compact, key, unseparated, words};
use super::pack::{
    Clash, ClashSide, ExtractedField, Extraction, Field, Files, IdentifierRules, Lexicon,
    StructuredPack, Suspicious,
};
use super::section::{self, Section, Side};
use crate::pack::PackError;
use crate::pack::error::Source;
use regex::{Regex, RegexBuilder};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use toml::Spanned;

/// Reads the parts of a section; knows the text, for the places of errors.
pub(super) struct Reader<'t> {
    pub(super) place: Source<'t>,
}

impl Reader<'_> {
    fn refuse(
        &self,
        span: Range<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> PackError {
        self.place.error(span, found, expected)
    }

    fn regex(&self, pattern: &Spanned<String>) -> Result<Regex, PackError> {
        RegexBuilder::new(pattern.get_ref())
            .case_insensitive(true)
            .build()
            .map_err(|error| {
                let why = error.to_string();
                let last = why.lines().last().unwrap_or_default().trim().to_owned();
                self.refuse(
                    pattern.span(),
                    format!("the expression `{}` ({last})", pattern.get_ref()),
                    "an expression of Rust's regex crate",
                )
            })
    }

    fn regexes(&self, patterns: &[Spanned<String>]) -> Result<Vec<Regex>, PackError> {
        patterns.iter().map(|pattern| self.regex(pattern)).collect()
    }

    pub(super) fn pack(
        &self,
        name: String,
        version: String,
        section: Section,
        files: Files<'_>,
    ) -> Result<StructuredPack, PackError> {
        let (fields, keys) = self.fields(&section.field)?;
        let Some(list) = section.items.get_ref().first().cloned() else {
            return Err(self.refuse(
                section.items.span(),
                "no key",
                "at least one under which the items stand",
            ));
        };
        let stop_words: HashSet<String> = section.name.stop_words.iter().cloned().collect();
        let mut pack = StructuredPack {
            name,
            version,
            noun: section.noun,
            plural: section.plural,
            list,
            lists: section.items.get_ref().iter().map(|k| key(k)).collect(),
            min_text: section.min_text,
            shared_pages: section.shared_pages,
            markers: self.regexes(&section.markers)?,
            absent: section.absent.iter().map(|v| words(v).join(" ")).collect(),
            reject: (
                self.bound(section.reject.critical.as_ref(), 1)?,
                self.bound(section.reject.high.as_ref(), 3)?,
            ),
            types: section.types,
            severities: section
                .severity
                .into_iter()
                .map(|(rule, weight)| (rule, weight.severity()))
                .collect(),
            identifier: self.identifier(&section.identifier)?,
            short: section.name.short,
            stop_words,
            years: (section.date.earliest_year, section.date.years_ahead),
            suspicious: self.suspicious(&section.suspicious, &fields)?,
            clashes: self.clashes(&section.clash, &fields)?,
            extraction: self.extraction(section.extraction.as_ref(), &fields)?,
            fields,
            keys,
            lexicon: Lexicon::default(),
            examples: section.example.into_iter().map(Example::from).collect(),
        };
        self.lexicon(&mut pack, section.lexicon, files)?;
        Ok(pack)
    }

    /// From how many findings on an answer is rejected.
    fn bound(&self, written: Option<&Spanned<usize>>, without: usize) -> Result<usize, PackError> {
        let Some(written) = written else {
            return Ok(without);
        };
        match *written.get_ref() {
            0 => {
                let found = "0 findings, so that every answer is rejected";
                Err(self.refuse(written.span(), found, "at least 1"))
            }
            bound => Ok(bound),
        }
    }

    fn fields(
        &self,
        written: &[section::Field],
    ) -> Result<(Vec<Field>, HashMap<String, usize>), PackError> {
        let mut fields = Vec::new();
        let mut keys = HashMap::new();
        for (place, field) in written.iter().enumerate() {
            for alias in std::iter::once(&field.name).chain(&field.aliases) {
                let folded = key(alias.get_ref());
                let before = keys.insert(folded.clone(), place);
                if folded.is_empty() || before.is_some_and(|other| other != place) {
                    let found = format!(
                        "the key `{}`, which is empty or names another field already",
                        alias.get_ref()
                    );
                    return Err(self.refuse(alias.span(), found, "a key that leads to one field"));
                }
            }
            fields.push(Field {
                name: field.name.get_ref().clone(),
                role: field.role,
                required: field.required,
            });
        }
        Ok((fields, keys))
    }

    fn field(&self, name: &Spanned<String>, fields: &[Field]) -> Result<usize, PackError> {
        let place = fields
            .iter()
            .position(|field| field.name == *name.get_ref());
        place.ok_or_else(|| {
            let known: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let found = format!("the field `{}`", name.get_ref());
            let expected = format!("a field of this pack: {}", known.join(", "));
            self.refuse(name.span(), found, expected)
        })
    }

    fn named(&self, names: &[Spanned<String>], fields: &[Field]) -> Result<Vec<usize>, PackError> {
        names.iter().map(|name| self.field(name, fields)).collect()
    }

    fn identifier(&self, written: &section::Identifier) -> Result<IdentifierRules, PackError> {
        let optional = |pattern: &Option<Spanned<String>>| {
            pattern
                .as_ref()
                .map(|pattern| self.regex(pattern))
                .transpose()
        };
        Ok(IdentifierRules {
            lengths: (written.min_length, written.max_length),
            placeholders: written
                .placeholders
                .iter()
                .map(|value| unseparated(value))
                .collect(),
            placeholder_patterns: self.regexes(&written.placeholder_patterns)?,
            masked: optional(&written.masked)?,
            shape: optional(&written.shape)?,
        })
    }

    fn suspicious(
        &self,
        written: &[section::Suspicious],
        fields: &[Field],
    ) -> Result<Vec<Suspicious>, PackError> {
        let one = |entry: &section::Suspicious| {
            Ok(Suspicious {
                pattern: self.regex(&entry.pattern)?,
                reason: entry.reason.clone(),
                severity: entry.severity,
                fields: self.named(&entry.fields, fields)?,
                unless_in_document: entry.unless_in_document,
            })
        };
        written.iter().map(one).collect()
    }

    fn clashes(
        &self,
        written: &[section::Clash],
        fields: &[Field],
    ) -> Result<Vec<Clash>, PackError> {
        let side = |side: &Side| {
            Ok(ClashSide {
                fields: self.named(&side.fields, fields)?,
                words: side
                    .words
                    .iter()
                    .map(|word| format!(" {} ", words(word).join(" ")))
                    .collect(),
            })
        };
        let one = |entry: &section::Clash| {
            Ok(Clash {
                reason: entry.reason.clone(),
                severity: entry.severity,
                one: side(&entry.one)?,
                other: side(&entry.other)?,
            })
        };
        written.iter().map(one).collect()
    }

    fn extraction(
        &self,
        written: Option<&section::Extraction>,
        fields: &[Field],
    ) -> Result<Option<Extraction>, PackError> {
        let Some(written) = written else {
            return Ok(None);
        };
        let one = |entry: &section::ExtractedField| {
            self.field(&entry.field, fields)?;
            let pattern = entry.pattern.as_ref();
            let pattern = pattern.map(|pattern| self.regex(pattern)).transpose()?;
            let groups = pattern.as_ref().map_or(2, Regex::captures_len);
            if groups < 2 || pattern.is_some() == entry.from_lexicon {
                let found = format!(
                    "nothing, or two things, that give `{}`",
                    entry.field.get_ref()
                );
                let expected =
                    "either `pattern`, with a group for the value, or `from_lexicon = true`";
                return Err(self.refuse(entry.field.span(), found, expected));
            }
            Ok(ExtractedField {
                name: entry.field.get_ref().clone(),
                pattern,
                from_lexicon: entry.from_lexicon,
            })
        };
        Ok(Some(Extraction {
            begins: self.regexes(&written.begins)?,
            fields: written.field.iter().map(one).collect::<Result<_, _>>()?,
        }))
    }

    fn lexicon(
        &self,
        pack: &mut StructuredPack,
        written: Vec<section::Lexicon>,
        files: Files<'_>,
    ) -> Result<(), PackError> {
        let mut lexicon = Lexicon::default();
        let mut seen = BTreeSet::new();
        for list in written {
            let mut names = list.names;
            if let Some(file) = &list.file {
                let text = files(file.get_ref()).ok_or_else(|| {
                    let found = format!("the list `{}`, which cannot be read", file.get_ref());
                    self.refuse(file.span(), found, "a file of text beside the pack")
                })?;
                let lines = text.lines().map(str::trim);
                let named = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                names.extend(named.map(str::to_owned));
            }
            for name in names {
                let parts = words(&name);
                if compact(&name).is_empty() || !seen.insert(parts.clone()) {
                    continue;
                }
                lexicon
                    .telling
                    .extend(pack.telling(&parts).into_iter().cloned());
                lexicon.longest = lexicon.longest.max(parts.len());
                let region = list.region.clone();
                lexicon.phrases.insert(parts.join(" "), (name, region));
            }
        }
        pack.lexicon = lexicon;
        Ok(())
    }
}
