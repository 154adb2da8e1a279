//! What stands above the rules over a text: intents, tiers of documents, compliance, examples.

use super::{Ids, Names, Read};
use crate::pack::error::Source;
use crate::pack::fold::folded;
use crate::pack::model::{Compliance, Example, Intent, IntentRisk, Tier};
use crate::pack::raw::{RawCompliance, RawExample, RawIntent, RawTier};
use groundwall_core::{Certainty, Severity};
use std::collections::HashSet;
use toml::Spanned;

impl Source<'_> {
    pub(super) fn intent(&self, ids: &mut Ids<'_>, raw: RawIntent) -> Read<Intent> {
        let code = ids.take(&raw.code)?;
        let has = raw.otherwise || !raw.words.is_empty() || !raw.regex.is_empty();
        self.some(&raw.code, has, "`words`, `regex` or `otherwise = true`")?;
        let rejects = raw.risk == IntentRisk::Reject;
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
            disclaimed: self.regexes(&raw.disclaimed)?,
            reason: raw.reason,
        })
    }

    pub(super) fn compliance(
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
        if numerics.is_empty() {
            self.no_correction(at.clone(), &actions)?;
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

    pub(super) fn example(
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

    pub(super) fn tier(&self, ids: &mut Ids<'_>, raw: RawTier) -> Read<Tier> {
        let code = ids.take(&raw.code)?;
        let has = raw.otherwise || !raw.words.is_empty() || !raw.documents.is_empty();
        self.some(&raw.code, has, "`words`, `documents` or `otherwise = true`")?;
        for name in &raw.documents {
            if name.get_ref().trim_matches(['*', ' ']).is_empty() {
                let found = format!("`{}`", name.get_ref());
                return Err(self.error(name.span(), found, "letters of a document's name"));
            }
        }
        Ok(Tier {
            code,
            name: raw.name,
            review: raw.review,
            words: self.words(&raw.words)?,
            documents: raw
                .documents
                .iter()
                .map(|name| folded(name.get_ref()))
                .collect(),
            otherwise: raw.otherwise,
        })
    }
}
