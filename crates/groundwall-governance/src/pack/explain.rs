//! What each rule of a pack does, in words.

use super::model::{
    Band, Compliance, Identifier, Intent, Lexicon, Numeric, Pack, Pattern, Response, Tier,
};
use serde::Serialize;

/// One rule for a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleLine {
    /// `pattern`, `lexicon`, `identifier`, `numeric`, `intent`, `tier` or `compliance`.
    pub sort: &'static str,
    pub id: String,
    pub text: String,
    /// What it does where it is broken, as `replace, warn`.
    pub actions: String,
}

impl Pack {
    /// Its rules, one a line.
    pub fn rules(&self) -> Vec<RuleLine> {
        let patterns = self.patterns.iter().map(pattern);
        patterns
            .chain(self.identifiers.iter().map(identifier))
            .chain(self.lexicons.iter().map(lexicon))
            .chain(self.numerics.iter().map(numeric))
            .chain(self.intents.iter().map(intent))
            .chain(self.tiers.iter().map(tier))
            .chain(self.compliance.iter().map(compliance))
            .collect()
    }
}

fn pattern(rule: &Pattern) -> RuleLine {
    let many = rule.words.len().saturating_add(rule.regexes.len());
    let (kind, looks) = (rule.kind.name(), counted(many, "pattern"));
    let how = format!("{kind}, {looks}, confidence {}", rule.confidence);
    line("pattern", &rule.id, &rule.description, &how, &rule.does)
}

fn identifier(rule: &Identifier) -> RuleLine {
    let how = match rule.length {
        Some((least, most)) => format!("{least} to {most} letters and digits"),
        None => counted(rule.labels.len(), "label"),
    };
    line("identifier", &rule.id, &rule.description, &how, &rule.does)
}

fn lexicon(rule: &Lexicon) -> RuleLine {
    let how = counted(rule.entries.len(), "name");
    line("lexicon", &rule.id, &rule.description, &how, &rule.does)
}

fn numeric(rule: &Numeric) -> RuleLine {
    let names: Vec<&str> = rule
        .aliases
        .iter()
        .chain(&rule.kinds)
        .map(String::as_str)
        .collect();
    let how = format!("{}; {}", band(rule.band), names.join(", "));
    let text = rule.description.as_deref().unwrap_or("A named figure.");
    line("numeric", &rule.kind, text, &how, &rule.does)
}

fn intent(rule: &Intent) -> RuleLine {
    let how = match (&rule.disclaimer, &rule.reason) {
        (_, Some(reason)) => format!("declined: {}", reason.in_language("en")),
        (Some(disclaimer), None) => {
            format!("risk {:?}; {}", rule.risk, disclaimer.in_language("en"))
        }
        (None, None) => format!("risk {:?}", rule.risk),
    };
    line("intent", &rule.code, &rule.name, &how, &Response::default())
}

fn tier(tier: &Tier) -> RuleLine {
    let which = if tier.otherwise {
        "documents of no other tier".to_owned()
    } else {
        let named = tier.words.iter().chain(&tier.documents);
        named.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let how = format!("reviewed every {} days; {which}", tier.review.days());
    line("tier", &tier.code, &tier.name, &how, &Response::default())
}

fn compliance(rule: &Compliance) -> RuleLine {
    let text = format!("{}: {}", rule.name, rule.description);
    let how = match rule.does.escalation {
        Some(due) => format!("within {} minutes", due.within),
        None => format!("{:?}", rule.severity).to_lowercase(),
    };
    line("compliance", &rule.id, &text, &how, &rule.does)
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

fn line(sort: &'static str, id: &str, text: &str, how: &str, does: &Response) -> RuleLine {
    let actions: Vec<&str> = does.actions.iter().map(|action| action.name()).collect();
    RuleLine {
        sort,
        id: id.to_owned(),
        text: format!("{text} ({how})"),
        actions: actions.join(", "),
    }
}

fn band(band: Band) -> String {
    match band {
        Band::Relative(0.0) => "exact".to_owned(),
        Band::Relative(share) => format!("within {} %", share * 100.0),
        Band::Absolute(amount) => format!("within {}", amount.absolute),
        Band::Points(points) => format!("within {} percentage points", points.points),
    }
}
