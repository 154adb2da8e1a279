//! A pack file, read and checked: every name, expression and reference, with the place of what is wrong.

use super::error::{PackError, Source};
use super::fold::folded;
use super::model::{
    Compliance, Example, Identifier, Intent, Lexicon, Numeric, Pack, Pattern, Response, UnitName,
    Wording,
};
use super::raw::{
    RawCompliance, RawExample, RawIdentifier, RawIntent, RawLexicon, RawNumeric, RawPack,
    RawPattern,
};
use groundwall_core::pack::Escalation;
use groundwall_core::policy::Band;
use groundwall_core::{Action, Certainty, FindingKind, PackIdentity, PackType, Severity};
use regex::{Regex, RegexBuilder};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use toml::Spanned;

/// Bytes of a pack file, at most.
pub const LARGEST: usize = 1024 * 1024;

/// Bytes that one expression may take when it is compiled.
const EXPRESSION: usize = 1024 * 1024;

type Read<T> = Result<T, PackError>;

impl Pack {
    /// Reads a pack. `file` is how errors name it.
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
        let numerics: Vec<Numeric> = each(numeric, |raw| self.numeric(&mut ids, raw))?;
        let intents: Vec<Intent> = each(intent, |raw| self.intent(&mut ids, raw))?;
        let names = Names {
            patterns: patterns.iter().map(|rule| rule.id.as_str()).collect(),
            numerics: numerics.iter().map(|rule| rule.kind.as_str()).collect(),
            intents: intents.iter().map(|rule| rule.code.as_str()).collect(),
        };
        let compliance = each(compliance, |raw| self.compliance(&mut ids, &names, raw))?;
        let examples = each(example, |raw| self.example(&ids.seen, &names, raw))?;
        Ok(Pack {
            identity,
            description: description.into_inner(),
            text: self.text.to_owned(),
            structured,
            tables: tables.is_some(),
            patterns,
            lexicons,
            identifiers,
            numerics,
            intents,
            compliance,
            examples,
        })
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

    fn said(&self, text: &Spanned<String>) -> Read<()> {
        if text.get_ref().trim().is_empty() {
            return Err(self.error(text.span(), "an empty text", "at least one word"));
        }
        Ok(())
    }

    fn kind(&self, name: &Spanned<String>) -> Read<FindingKind> {
        FindingKind::parse(name.get_ref()).ok_or_else(|| {
            self.error(
                name.span(),
                format!("the type `{}`", name.get_ref()),
                "a letter, then letters, digits and _, all lower case, at most 40",
            )
        })
    }

    fn regex(&self, text: &Spanned<String>) -> Read<Regex> {
        let regex = RegexBuilder::new(text.get_ref())
            .size_limit(EXPRESSION)
            .build()
            .map_err(|error| {
                let lines = error.to_string();
                let last = lines.lines().last().unwrap_or_default().trim().to_owned();
                let found = format!("the expression `{}` ({last})", text.get_ref());
                self.error(text.span(), found, "an expression of Rust's regex crate")
            })?;
        if regex.is_match("") {
            let found = format!(
                "the expression `{}`, which matches nothing at all",
                text.get_ref()
            );
            let expected = "one that needs at least one character";
            return Err(self.error(text.span(), found, expected));
        }
        Ok(regex)
    }

    fn regexes(&self, texts: &[Spanned<String>]) -> Read<Vec<Regex>> {
        texts.iter().map(|text| self.regex(text)).collect()
    }

    /// Folded phrases, none empty or there twice.
    fn words(&self, texts: &[Spanned<String>]) -> Read<Vec<String>> {
        let mut seen = BTreeSet::new();
        let mut words = Vec::new();
        for text in texts {
            let word = folded(text.get_ref());
            if !word.chars().any(char::is_alphanumeric) {
                let found = format!("`{}`", text.get_ref());
                return Err(self.error(text.span(), found, "a word"));
            }
            if !seen.insert(word.clone()) {
                let found = format!("`{}` a second time", text.get_ref());
                return Err(self.error(text.span(), found, "each word once"));
            }
            words.push(word);
        }
        Ok(words)
    }

    fn some(&self, at: &Spanned<String>, has: bool, expected: &str) -> Read<()> {
        if has {
            return Ok(());
        }
        let found = format!("nothing that `{}` looks for", at.get_ref());
        Err(self.error(at.span(), found, expected))
    }

    /// Actions that need words or a due time have them.
    fn response(
        &self,
        at: std::ops::Range<usize>,
        actions: Vec<Action>,
        wording: (Option<Wording>, Option<Wording>),
        escalation: Option<Escalation>,
        own_appendix: bool,
    ) -> Read<Response> {
        let (replacement, appendix) = wording;
        let needs = [
            (Action::Replace, replacement.is_some(), "replacement"),
            (
                Action::Append,
                appendix.is_some() || own_appendix,
                "appendix",
            ),
            (Action::Escalate, escalation.is_some(), "escalation"),
        ];
        for (action, there, key) in needs {
            if actions.contains(&action) && !there {
                let found = format!("the action `{}` alone", action.name());
                return Err(self.error(at, found, format!("the key `{key}` beside it")));
            }
        }
        Ok(Response {
            actions,
            replacement,
            appendix,
            escalation,
        })
    }

    fn pattern(&self, ids: &mut Ids<'_>, raw: RawPattern) -> Read<Pattern> {
        let id = ids.take(&raw.id)?;
        let has = !raw.words.is_empty() || !raw.regex.is_empty();
        self.some(&raw.id, has, "`words` or `regex`")?;
        let confidence = match &raw.confidence {
            None => raw.certainty.confidence(),
            Some(value) if (0.0..=1.0).contains(value.get_ref()) => *value.get_ref(),
            Some(value) => {
                let found = format!("the confidence {}", value.get_ref());
                return Err(self.error(value.span(), found, "a number between 0 and 1"));
            }
        };
        let actions = raw.actions.unwrap_or_else(|| vec![Action::Flag]);
        Ok(Pattern {
            id,
            kind: self.kind(&raw.kind)?,
            severity: raw.severity,
            certainty: raw.certainty,
            confidence,
            description: raw.description,
            advice: raw.advice,
            words: self.words(&raw.words)?,
            regexes: self.regexes(&raw.regex)?,
            reads: raw.reads,
            place: raw.place,
            unless: raw
                .unless
                .as_ref()
                .map(|text| self.regex(text))
                .transpose()?,
            unless_in_evidence: raw.unless_in_evidence,
            unless_cited: raw.unless_cited,
            does: self.response(
                raw.id.span(),
                actions,
                (raw.replacement, raw.appendix),
                raw.escalation,
                false,
            )?,
        })
    }

    /// The actions of a rule that has no words of its own.
    fn plain(&self, at: &Spanned<String>, actions: Option<Vec<Action>>) -> Read<Response> {
        let actions = actions.unwrap_or_else(|| vec![Action::Flag]);
        self.response(at.span(), actions, (None, None), None, false)
    }

    fn lexicon(&self, ids: &mut Ids<'_>, raw: RawLexicon) -> Read<Lexicon> {
        let id = ids.take(&raw.id)?;
        self.some(
            &raw.id,
            !raw.mention.is_empty(),
            "an expression in `mention`",
        )?;
        self.some(
            &raw.id,
            !raw.entries.is_empty(),
            "at least one of `entries`",
        )?;
        let stop_words: BTreeSet<String> = raw.stop_words.iter().map(|word| folded(word)).collect();
        let entries: BTreeSet<String> = self.words(&raw.entries)?.into_iter().collect();
        let substantial = entries
            .iter()
            .flat_map(|entry| substantial(entry, &stop_words))
            .map(str::to_owned)
            .collect();
        Ok(Lexicon {
            id,
            description: raw.description,
            substantial,
            entries,
            mention: self.regexes(&raw.mention)?,
            unless: raw
                .unless
                .as_ref()
                .map(|text| self.regex(text))
                .transpose()?,
            stop_words,
            does: self.plain(&raw.id, raw.actions)?,
        })
    }

    fn identifier(&self, ids: &mut Ids<'_>, raw: RawIdentifier) -> Read<Identifier> {
        let id = ids.take(&raw.id)?;
        self.some(&raw.id, !raw.labels.is_empty(), "at least one of `labels`")?;
        let length = match raw.length {
            Some(length) if length.get_ref().0 > length.get_ref().1 => {
                let (least, most) = length.get_ref();
                let found = format!("the length [{least}, {most}]");
                return Err(self.error(length.span(), found, "the smaller number first"));
            }
            Some(length) => Some(length.into_inner()),
            None => None,
        };
        Ok(Identifier {
            id,
            description: raw.description,
            labels: self.words(&raw.labels)?,
            regex: raw
                .regex
                .as_ref()
                .map(|text| self.regex(text))
                .transpose()?,
            length,
            placeholders: raw.placeholders.iter().map(|text| bare(text)).collect(),
            does: self.plain(&raw.id, raw.actions)?,
        })
    }

    fn numeric(&self, ids: &mut Ids<'_>, raw: RawNumeric) -> Read<Numeric> {
        let kind = ids.take(&raw.kind)?;
        if PackType::parse(&kind).is_none() {
            let found = format!("the type `{kind}`");
            let expected = "a letter, then letters, digits and _, all lower case, at most 40";
            return Err(self.error(raw.kind.span(), found, expected));
        }
        self.some(
            &raw.kind,
            !raw.aliases.is_empty(),
            "at least one of `aliases`",
        )?;
        let band = match raw.band {
            None => Band::NONE,
            Some(band) => {
                let fits = match *band.get_ref() {
                    Band::Relative(share) => (0.0..=1.0).contains(&share),
                    Band::Absolute(amount) => amount.absolute >= 0.0 && amount.absolute.is_finite(),
                    Band::Points(points) => {
                        raw.unit == UnitName::Percentage && (0.0..=100.0).contains(&points.points)
                    }
                };
                if !fits || raw.unit == UnitName::Period {
                    return Err(self.error(
                        band.span(),
                        "a band that cannot be",
                        "a share between 0 and 1, { absolute = .. }, or { points = .. } for percentages; none for periods",
                    ));
                }
                band.into_inner()
            }
        };
        Ok(Numeric {
            aliases: self.words(&raw.aliases)?,
            description: raw.description,
            unit: raw.unit,
            band,
            least: raw.least,
            most: raw.most,
            does: self.plain(&raw.kind, raw.actions)?,
            kind,
        })
    }

    fn intent(&self, ids: &mut Ids<'_>, raw: RawIntent) -> Read<Intent> {
        let code = ids.take(&raw.code)?;
        let has = raw.otherwise || !raw.words.is_empty() || !raw.regex.is_empty();
        self.some(&raw.code, has, "`words`, `regex` or `otherwise = true`")?;
        let rejects = raw.risk == super::model::IntentRisk::Reject;
        if rejects != raw.reason.is_some() {
            return Err(self.error(
                raw.code.span(),
                format!("the intent `{code}` with a reason or the risk `reject` alone"),
                "both `risk = \"reject\"` and `reason`, or neither",
            ));
        }
        Ok(Intent {
            words: self.words(&raw.words)?,
            regexes: self.regexes(&raw.regex)?,
            code,
            name: raw.name,
            risk: raw.risk,
            otherwise: raw.otherwise,
            disclaimer: raw.disclaimer,
            reason: raw.reason,
        })
    }

    /// The places of named rules in a list.
    fn places(&self, named: &[Spanned<String>], known: &[&str], what: &str) -> Read<Vec<usize>> {
        named
            .iter()
            .map(|name| {
                let place = known.iter().position(|known| known == name.get_ref());
                place.ok_or_else(|| {
                    let found = format!("the {what} `{}`", name.get_ref());
                    let expected = match known {
                        [] => format!("a {what} of this pack, which has none"),
                        known => format!("one of {}", known.join(", ")),
                    };
                    self.error(name.span(), found, expected)
                })
            })
            .collect()
    }

    fn compliance(
        &self,
        ids: &mut Ids<'_>,
        names: &Names<'_>,
        raw: RawCompliance,
    ) -> Read<Compliance> {
        let id = ids.take(&raw.id)?;
        let patterns = self.places(&raw.patterns, &names.patterns, "pattern")?;
        let numerics = self.places(&raw.numerics, &names.numerics, "numeric type")?;
        let intents = self.places(&raw.intents, &names.intents, "intent")?;
        let has = !(patterns.is_empty() && numerics.is_empty() && intents.is_empty())
            || raw.when.is_some();
        self.some(&raw.id, has, "`patterns`, `numerics`, `intents` or `when`")?;
        let (at, actions) = (raw.actions.span(), raw.actions.into_inner());
        if actions.is_empty() {
            return Err(self.error(at, "no action", "at least one, as `flag`"));
        }
        let kind = match &raw.kind {
            Some(kind) => self.kind(kind)?,
            None => self.kind(&Spanned::new(raw.id.span(), "compliance".to_owned()))?,
        };
        Ok(Compliance {
            id,
            name: raw.name,
            description: raw.description,
            when: raw.when,
            all: raw.all,
            kind,
            severity: raw.severity.unwrap_or(Severity::Medium),
            certainty: raw.certainty.unwrap_or(Certainty::Likely),
            does: self.response(
                at,
                actions,
                (raw.replacement, raw.appendix),
                raw.escalation,
                !intents.is_empty(),
            )?,
            patterns,
            numerics,
            intents,
        })
    }

    fn example(
        &self,
        rules: &HashSet<String>,
        names: &Names<'_>,
        raw: RawExample,
    ) -> Read<Example> {
        for kind in &raw.findings {
            self.kind(kind)?;
        }
        for rule in raw.rules.keys() {
            if !rules.contains(rule.get_ref()) {
                let found = format!("the rule `{}`", rule.get_ref());
                return Err(self.error(rule.span(), found, "the id of a rule of this pack"));
            }
        }
        if let Some(intent) = &raw.intent {
            self.places(std::slice::from_ref(intent), &names.intents, "intent")?;
        }
        let before = self.text.get(..raw.input.span().start).unwrap_or_default();
        let input = raw.input.into_inner();
        Ok(Example {
            name: raw
                .name
                .unwrap_or_else(|| input.chars().take(60).collect::<String>()),
            line: before.matches('\n').count().saturating_add(1),
            input,
            question: raw.question,
            evidence: raw.evidence,
            cited: raw.cited,
            findings: raw.findings.into_iter().map(Spanned::into_inner).collect(),
            actions: raw.actions.into_iter().collect(),
            rules: raw
                .rules
                .into_iter()
                .map(|(rule, state)| (rule.into_inner(), state))
                .collect(),
            text: raw.text,
            intent: raw.intent.map(Spanned::into_inner),
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

fn hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
