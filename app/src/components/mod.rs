//! Parts that pages are made of.

pub(crate) mod area;
pub(crate) mod attempts;
pub(crate) mod banner;
pub(crate) mod charts;
pub(crate) mod choice;
pub(crate) mod claim_card;
pub(crate) mod files;
pub(crate) mod governed;
pub(crate) mod history;
pub(crate) mod how;
pub(crate) mod icons;
pub(crate) mod marked;
pub(crate) mod next;
pub(crate) mod notices;
pub(crate) mod place;
pub(crate) mod policy_choices;
pub(crate) mod prose;
pub(crate) mod queue;
pub(crate) mod review;
pub(crate) mod row;
pub(crate) mod scores;
pub(crate) mod sources;
pub(crate) mod stages;
pub(crate) mod table_answer;
pub(crate) mod turn;
