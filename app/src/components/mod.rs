//! Parts that pages are made of.

pub(crate) mod area;
pub(crate) mod attempts;
pub(crate) mod banner;
pub(crate) mod claim_card;
pub(crate) mod icons;
pub(crate) mod marked;
pub(crate) mod notices;
pub(crate) mod prose;
pub(crate) mod stages;
pub(crate) mod table_answer;
