//! One finder a kind. Each reads the folded text and adds its candidates.

pub(super) mod address;
pub(super) mod birth;
pub(super) mod card;
pub(super) mod east;
pub(super) mod email;
pub(super) mod iban;
pub(super) mod phone;
