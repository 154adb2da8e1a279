//! Rules over a text: patterns, names, identifiers, figures.

use super::{Ids, Read, bare, substantial};
use crate::pack::error::Source;
use crate::pack::fold::folded;
use crate::pack::model::{Identifier, Lexicon, Numeric, Pattern, UnitName};
use crate::pack::raw::{RawIdentifier, RawLexicon, RawNumeric, RawPattern};
use groundwall_core::policy::Band;
use groundwall_core::{Action, PackType};
use regex::Regex;
use std::collections::BTreeSet;
use toml::Spanned;

impl Source<'_> {
    pub(super) fn pattern(&self, ids: &mut Ids<'_>, raw: RawPattern) -> Read<Pattern> {
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
        self.no_correction(raw.id.span(), &actions)?;
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
            latin: raw.latin,
            unless: raw
                .unless
                .as_ref()
                .map(|text| self.regex(text))
                .transpose()?,
            unless_in_evidence: raw.unless_in_evidence,
            unless_cited: raw.unless_cited,
            unless_quoted: raw.unless_quoted,
            not_in: self.regexes(&raw.not_in)?,
            does: self.response(
                raw.id.span(),
                actions,
                (raw.replacement, raw.appendix),
                raw.escalation,
                false,
            )?,
        })
    }

    pub(super) fn lexicon(&self, ids: &mut Ids<'_>, raw: RawLexicon) -> Read<Lexicon> {
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
        for text in &raw.mention {
            let names = |regex: Regex| regex.capture_names().flatten().any(|name| name == "what");
            if !names(self.regex(text)?) {
                let found = format!("the expression `{}` without the name", text.get_ref());
                let expected = "a group `(?P<what>..)` around the name that is mentioned";
                return Err(self.error(text.span(), found, expected));
            }
        }
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
            does: self.without_figure(&raw.id, raw.actions)?,
        })
    }

    pub(super) fn identifier(&self, ids: &mut Ids<'_>, raw: RawIdentifier) -> Read<Identifier> {
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
            does: self.without_figure(&raw.id, raw.actions)?,
        })
    }

    pub(super) fn numeric(&self, ids: &mut Ids<'_>, raw: RawNumeric) -> Read<Numeric> {
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
        if let (Some(least), Some(most)) = (&raw.least, &raw.most)
            && least.get_ref() > most.get_ref()
        {
            let found = format!(
                "the least value {}, which is over the most, {}",
                least.get_ref(),
                most.get_ref()
            );
            let expected = "`least` under `most`, or one of them alone";
            return Err(self.error(least.span(), found, expected));
        }
        Ok(Numeric {
            aliases: self.words(&raw.aliases)?,
            kinds: self.words(&raw.kinds)?,
            description: raw.description,
            unit: raw.unit,
            band,
            least: raw.least.map(Spanned::into_inner),
            most: raw.most.map(Spanned::into_inner),
            does: self.plain(&raw.kind, raw.actions)?,
            kind,
        })
    }
}
