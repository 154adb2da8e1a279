//! A pack file, read and checked: every name, expression and reference, with the place of what is wrong.

mod judging;
mod rules;
mod values;

use super::error::{PackError, Source};
use super::fold::folded;
use super::model::{Intent, Numeric, Pack, Pattern, Tier};
use super::raw::{RawNumeric, RawPack};
use groundwall_core::PackIdentity;
use groundwall_core::model::hex;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use toml::Spanned;

/// Bytes of a pack file, at most.
pub const LARGEST: usize = 1024 * 1024;

/// Bytes that one expression may take when it is compiled.
const EXPRESSION: usize = 1024 * 1024;

type Read<T> = Result<T, PackError>;

impl Pack {
    /// Reads a pack. `file` is how errors name it.
    ///
    /// # Errors
    /// Fails when the text is too long or no such pack, and names the first place that is wrong.
    pub fn parse(file: &str, text: &str) -> Read<Self> {
        let source = Source { file, text };
        if text.len() > LARGEST {
            let found = format!("{} bytes", text.len());
            return Err(source.error(0..0, found, format!("a pack of at most {LARGEST} bytes")));
        }
        let raw: RawPack = toml::from_str(text).map_err(|error| source.of_toml(&error))?;
        source.pack(raw)
    }
}

/// An id that is not there yet.
struct Ids<'a> {
    source: Source<'a>,
    seen: HashSet<String>,
}

impl Ids<'_> {
    fn take(&mut self, id: &Spanned<String>) -> Read<String> {
        let text = id.get_ref();
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if text.is_empty() || text.len() > 60 || !text.chars().all(fits) {
            return Err(self.source.error(
                id.span(),
                format!("the id `{text}`"),
                "letters, digits, - and _, at most 60",
            ));
        }
        if !self.seen.insert(text.clone()) {
            let found = format!("the id `{text}` a second time");
            return Err(self.source.error(
                id.span(),
                found,
                "an id that no other rule of the pack has",
            ));
        }
        Ok(text.clone())
    }
}

impl Source<'_> {
    fn pack(self, raw: RawPack) -> Read<Pack> {
        let RawPack {
            name,
            version,
            description,
            tables,
            structured,
            pattern,
            lexicon,
            identifier,
            numeric,
            intent,
            tier,
            compliance,
            example,
        } = raw;
        let mut ids = Ids {
            source: self,
            seen: HashSet::new(),
        };
        let identity = self.identity(&name, &version)?;
        self.said(&description)?;
        let patterns: Vec<Pattern> = each(pattern, |raw| self.pattern(&mut ids, raw))?;
        let lexicons = each(lexicon, |raw| self.lexicon(&mut ids, raw))?;
        let identifiers = each(identifier, |raw| self.identifier(&mut ids, raw))?;
        self.names_of_one(&numeric)?;
        self.once(
            intent
                .iter()
                .filter(|one| one.otherwise)
                .map(|one| &one.code),
            "an intent",
        )?;
        self.once(
            tier.iter().filter(|one| one.otherwise).map(|one| &one.code),
            "a tier",
        )?;
        let numerics: Vec<Numeric> = each(numeric, |raw| self.numeric(&mut ids, raw))?;
        let intents: Vec<Intent> = each(intent, |raw| self.intent(&mut ids, raw))?;
        let tiers: Vec<Tier> = each(tier, |raw| self.tier(&mut ids, raw))?;
        let names = Names {
            patterns: patterns.iter().map(|rule| rule.id.as_str()).collect(),
            numerics: numerics.iter().map(|rule| rule.kind.as_str()).collect(),
            intents: intents.iter().map(|rule| rule.code.as_str()).collect(),
        };
        let compliance = each(compliance, |raw| self.compliance(&mut ids, &names, raw))?;
        let examples = each(example, |raw| self.example(&ids.seen, &names, raw))?;
        Ok(Pack {
            identity,
            file: self.file.to_owned(),
            named: name.span(),
            description: description.into_inner(),
            text: self.text.to_owned(),
            structured,
            tables: tables.is_some(),
            patterns,
            lexicons,
            identifiers,
            numerics,
            intents,
            tiers,
            compliance,
            examples,
        })
    }

    /// Of what is for all the rest there is one.
    fn once<'r>(
        &self,
        mut rest: impl Iterator<Item = &'r Spanned<String>>,
        what: &str,
    ) -> Read<()> {
        let (Some(first), Some(second)) = (rest.next(), rest.next()) else {
            return Ok(());
        };
        let found = format!(
            "{what} `{}` with `otherwise = true` behind `{}`, which has it too",
            second.get_ref(),
            first.get_ref()
        );
        Err(self.error(
            second.span(),
            found,
            format!("{what} with `otherwise = true` once"),
        ))
    }

    /// A name of two figures would have both of them compared.
    fn names_of_one(&self, figures: &[RawNumeric]) -> Read<()> {
        let mut names: HashMap<String, &str> = HashMap::new();
        for figure in figures {
            let kind = figure.kind.get_ref().as_str();
            for alias in &figure.aliases {
                let before = names.insert(folded(alias.get_ref()), kind);
                if let Some(other) = before.filter(|other| *other != kind) {
                    let found = format!(
                        "the name `{}`, which the figure `{other}` has too",
                        alias.get_ref()
                    );
                    let expected = "a name of one figure alone";
                    return Err(self.error(alias.span(), found, expected));
                }
            }
        }
        Ok(())
    }

    fn identity(&self, name: &Spanned<String>, version: &Spanned<String>) -> Read<PackIdentity> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.get_ref().is_empty()
            || name.get_ref().len() > 60
            || !name.get_ref().chars().all(plain)
        {
            let found = format!("the name `{}`", name.get_ref());
            let expected = "lower case letters, digits and -, at most 60, as `real-estate`";
            return Err(self.error(name.span(), found, expected));
        }
        let number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        if version.get_ref().is_empty() || !version.get_ref().chars().all(number) {
            let found = format!("the version `{}`", version.get_ref());
            return Err(self.error(version.span(), found, "a version, as `1` or `1.2`"));
        }
        let digest = Sha256::digest(self.text.as_bytes());
        Ok(PackIdentity {
            name: name.get_ref().clone(),
            version: version.get_ref().clone(),
            sha256: hex(&digest),
        })
    }
}

/// What a compliance rule may name.
struct Names<'a> {
    patterns: Vec<&'a str>,
    numerics: Vec<&'a str>,
    intents: Vec<&'a str>,
}

fn each<R, T>(raw: Vec<R>, read: impl FnMut(R) -> Read<T>) -> Read<Vec<T>> {
    raw.into_iter().map(read).collect()
}

/// The words of a folded name that tell it from others: more than three letters, and no stop word.
pub(super) fn substantial<'a>(
    name: &'a str,
    stop_words: &'a BTreeSet<String>,
) -> impl Iterator<Item = &'a str> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 3 && !stop_words.contains(*word))
}

/// An identifier without separators, folded.
pub(super) fn bare(text: &str) -> String {
    let keeps = |c: &char| c.is_alphanumeric() || *c == '*';
    folded(text).chars().filter(keeps).collect()
}
