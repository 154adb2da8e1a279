//! Reports as a history: which are looked for, how a person names them, and what they tell together.

use crate::report::ReportState;
use crate::verdict::VerdictCounts;
use crate::{CollectionId, ConversationId, FindingKind, Problem, ProblemCode, ReportId};
use serde::{Deserialize, Serialize};

/// Reports on one page, at most.
pub const MAX_LIMIT: u32 = 200;
/// Reports on one page where nobody says how many.
pub const LIMIT: u32 = 50;
/// Characters of a title.
pub const MAX_TITLE: usize = 200;
/// Characters of a tag.
pub const MAX_TAG: usize = 40;
/// Tags of one report.
pub const MAX_TAGS: usize = 12;
/// Characters that are searched for.
const MAX_SEARCH: usize = 500;

/// Which reports are looked for. What is empty matches all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReportFilter {
    /// A text that title, question or released text hold, in any case. `q` means the same.
    #[serde(alias = "q")]
    pub search: String,
    /// The name of a state, such as `not_verified`.
    pub state: String,
    /// The name of a document that the report cites.
    pub document: String,
    /// The first day, as `2026-11-23`.
    pub from: String,
    /// The last day.
    pub to: String,
    pub tag: String,
    /// The id of a collection.
    pub collection: String,
    /// The only collections whose reports may be listed, as the key of who asks says; none: all. No request can set it.
    #[serde(skip)]
    pub within: Option<Vec<CollectionId>>,
    /// 1 to 200.
    pub limit: u32,
    /// `next` of the page before.
    pub after: Option<i64>,
}

impl Default for ReportFilter {
    fn default() -> Self {
        Self {
            search: String::new(),
            state: String::new(),
            document: String::new(),
            from: String::new(),
            to: String::new(),
            tag: String::new(),
            collection: String::new(),
            within: None,
            limit: LIMIT,
            after: None,
        }
    }
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// Whether a text is a day, as `2026-11-23`.
fn is_day(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut next = |length: usize, most: u32| {
        parts.next().is_some_and(|part| {
            part.len() == length
                && part.bytes().all(|sign| sign.is_ascii_digit())
                && part
                    .parse()
                    .is_ok_and(|number: u32| (1..=most).contains(&number))
        })
    };
    next(4, 9_999) && next(2, 12) && next(2, 31) && text.len() == 10
}

impl ReportFilter {
    /// Takes the white space off and says which value does not fit.
    ///
    /// # Errors
    /// Fails when a text is too long, the state is unknown, `from` or `to` is no day, or `limit` does not lie between 1 and the most.
    pub fn checked(mut self) -> Result<Self, Problem> {
        for text in [
            &mut self.search,
            &mut self.state,
            &mut self.document,
            &mut self.from,
            &mut self.to,
            &mut self.tag,
            &mut self.collection,
        ] {
            if text.chars().count() > MAX_SEARCH {
                return Err(wrong(format!(
                    "What is searched for may have {MAX_SEARCH} characters; search for less."
                )));
            }
            *text = text.trim().to_owned();
        }
        if !self.state.is_empty() && ReportState::parse(&self.state).is_none() {
            let names = ReportState::ALL.map(ReportState::name).join(", ");
            return Err(wrong(format!("state must be one of {names}.")));
        }
        for (name, day) in [("from", &self.from), ("to", &self.to)] {
            if !day.is_empty() && !is_day(day) {
                return Err(wrong(format!("{name} must be a day such as 2026-11-23.")));
            }
        }
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            return Err(wrong(format!("limit must lie between 1 and {MAX_LIMIT}.")));
        }
        Ok(self)
    }

    /// Whether anything is left out.
    pub fn narrows(&self) -> bool {
        [
            &self.search,
            &self.state,
            &self.document,
            &self.from,
            &self.to,
            &self.tag,
            &self.collection,
        ]
        .into_iter()
        .any(|text| !text.is_empty())
    }
}

/// A line of the report history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportLine {
    pub id: ReportId,
    pub created_at: String,
    /// The question, the first words of what was verified, or what a person called it.
    pub title: String,
    pub state: ReportState,
    pub counts: VerdictCounts,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationId>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub collection: CollectionId,
}

/// A page of the history, newest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportPage {
    pub reports: Vec<ReportLine>,
    /// How many match, on all pages.
    pub total: u64,
    /// `after` of the next page; none on the last.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<i64>,
}

/// What a person calls a report. What is none stays as it is; an empty title is the report's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ReportLabel {
    pub title: Option<String>,
    pub tags: Option<Vec<String>>,
}

/// A text in one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ReportLabel {
    /// In one line each, no tag twice; says what is too long or too many.
    ///
    /// # Errors
    /// Fails when the title or a tag is too long, a tag holds a comma, or there are too many tags.
    pub fn checked(self) -> Result<Self, Problem> {
        let title = self.title.as_deref().map(line);
        if title
            .as_ref()
            .is_some_and(|title| title.chars().count() > MAX_TITLE)
        {
            return Err(wrong(format!("A title may have {MAX_TITLE} characters.")));
        }
        let Some(given) = self.tags else {
            return Ok(Self { title, tags: None });
        };
        let mut tags: Vec<String> = Vec::new();
        for tag in given.iter().map(|tag| line(tag)) {
            if tag.chars().count() > MAX_TAG || tag.contains(',') {
                return Err(wrong(format!(
                    "A tag may have {MAX_TAG} characters and no comma."
                )));
            }
            let known = tags
                .iter()
                .any(|known| known.to_lowercase() == tag.to_lowercase());
            if !tag.is_empty() && !known {
                tags.push(tag);
            }
            if tags.len() > MAX_TAGS {
                return Err(wrong(format!("A report may have {MAX_TAGS} tags.")));
            }
        }
        let tags = Some(tags);
        Ok(Self { title, tags })
    }
}

/// How long the stretches are that reports are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stretch {
    Day,
    Week,
    Month,
}

/// Reports of one stretch of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Period {
    /// The first day of it.
    pub start: String,
    pub reports: u64,
    /// How many reports are verified, partly verified, not verified, have nothing to check, are not covered: five counts, in this order.
    pub states: [u64; 5],
    /// Claims that are supported.
    pub supported: u64,
    /// Claims that count in the support ratio.
    pub checkable: u64,
    /// Milliseconds within which half of the reports were made.
    pub p50: u64,
    /// Milliseconds within which 95 of 100 were made.
    pub p95: u64,
}

/// How often something was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counted {
    pub name: String,
    pub count: u64,
}

/// A claim that documents refute, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refuted {
    pub claim: String,
    /// The document that refutes it; none where the claim is impossible in itself.
    pub document: Option<String>,
    pub count: u64,
    /// The latest report with it.
    pub report: ReportId,
}

/// What the reports of a time tell together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Insights {
    pub stretch: Stretch,
    /// From the first to the last; stretches without a report are not in it.
    pub periods: Vec<Period>,
    pub reports: u64,
    /// Milliseconds within which half of the reports were made.
    pub p50: u64,
    /// Milliseconds within which 95 of 100 were made.
    pub p95: u64,
    /// Documents by the claims that they refute.
    pub refuting: Vec<Counted>,
    /// Claims that were refuted most.
    pub refuted: Vec<Refuted>,
    /// Findings by type, most frequent first.
    pub findings: Vec<FindingCount>,
    /// What people decided of the reports that they reviewed, by type of finding.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reviewed: Vec<crate::review::FindingReview>,
    /// The same by stretch, from the first to the last with a decision.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reviewed_by_stretch: Vec<crate::review::ReviewedStretch>,
    /// Those with the most reports; a text whose author nobody named has none.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub generators: Vec<crate::generators::GeneratorFigures>,
    /// Findings by who wrote the texts; those with most reports first.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub sources: Vec<crate::generators::SourceFindings>,
}

/// Findings of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FindingCount {
    #[serde(rename = "type")]
    pub kind: FindingKind,
    pub count: u64,
}

impl Insights {
    /// Those of no report.
    pub fn none(stretch: Stretch) -> Self {
        Self {
            stretch,
            periods: Vec::new(),
            reports: 0,
            p50: 0,
            p95: 0,
            refuting: Vec::new(),
            refuted: Vec::new(),
            findings: Vec::new(),
            reviewed: Vec::new(),
            reviewed_by_stretch: Vec::new(),
            generators: Vec::new(),
            sources: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ReportFilter, ReportLabel};

    #[test]
    fn filters_say_what_does_not_fit() {
        let filter = |change: fn(&mut ReportFilter)| {
            let mut filter = ReportFilter::default();
            change(&mut filter);
            filter.checked().map_err(|problem| problem.message)
        };
        assert!(filter(|_| {}).is_ok_and(|filter| !filter.narrows()));
        let trimmed = filter(|filter| filter.search = "  quay ".to_owned()).unwrap();
        assert!(trimmed.search == "quay" && trimmed.narrows());
        assert!(filter(|filter| filter.from = "2026-02-31".to_owned()).is_ok());
        type Change = fn(&mut ReportFilter);
        let wrong: [(Change, &str); 6] = [
            (|filter| filter.state = "good".to_owned(), "state"),
            (|filter| filter.from = "2026-13-01".to_owned(), "from"),
            (|filter| filter.to = "2026-1-1".to_owned(), "to"),
            (|filter| filter.to = "2026-01-01-01".to_owned(), "to"),
            (|filter| filter.limit = 0, "limit"),
            (|filter| filter.search = "x".repeat(501), "500"),
        ];
        for (change, named) in wrong {
            let said = filter(change).unwrap_err();
            assert!(said.contains(named), "{said}");
        }
    }

    #[test]
    fn labels_are_lines_and_tags_are_said_once() {
        let label = |title: &str, tags: &[&str]| {
            let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            ReportLabel {
                title: Some(title.to_owned()),
                tags: Some(tags),
            }
            .checked()
        };
        let checked = label(" The\n quay ", &["a  b", "A B", "", "c"]).unwrap();
        assert_eq!(checked.title.as_deref(), Some("The quay"));
        assert_eq!(checked.tags, Some(vec!["a b".to_owned(), "c".to_owned()]));
        assert!(label(&"x".repeat(201), &[]).is_err());
        assert!(label("", &["a,b"]).is_err() && label("", &[&"x".repeat(41)]).is_err());
        let many: Vec<String> = (0..13).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(label("", &many).is_err() && label("", &many[..12]).is_ok());
    }
}
