//! Where a turn stands on its page: its parts have addresses of their own, in a conversation too.

use groundwall_core::governance::StaleDocument;

/// What stands before the ids of a turn's parts, and how high its heading ranks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) before: &'a str,
    pub(crate) first_heading: bool,
    /// The report's id, where its verdicts can be disputed.
    pub(crate) report: &'a str,
    /// The claim that the address names: it stands open and marked.
    pub(crate) open: Option<u32>,
    /// Whether the text is somebody's own, so that a value of it can be put right.
    pub(crate) corrects: bool,
    /// Documents that were past their review when the report was made.
    pub(crate) stale: &'a [StaleDocument],
}

impl Place<'_> {
    /// The page holds this turn alone.
    pub(crate) const ALONE: Place<'static> = Place {
        before: "",
        first_heading: true,
        report: "",
        open: None,
        corrects: false,
        stale: &[],
    };

    /// The id of a part: `c3`, or `t2-c3`.
    pub(crate) fn id(self, kind: &str, number: u32) -> String {
        format!("{}{kind}{number}", self.before)
    }

    /// The class of what belongs to the claim that the address names.
    pub(crate) fn here(self, claim: u32) -> &'static str {
        if self.open == Some(claim) {
            " here"
        } else {
            ""
        }
    }

    /// The address of that part.
    pub(crate) fn to(self, kind: &str, number: u32) -> String {
        format!("#{}{kind}{number}", self.before)
    }
}
