//! Claims to verdicts: every claim fetches its own windows; checks and the NLI model speak; the table of the contract decides.

mod case;
mod checked;
mod found;
mod orders;
mod other_names;
mod parts;
mod ports;
mod reading;
mod recomputed;
mod run;
mod second_opinion;
mod self_contradiction;
mod submitted;
mod weigh;
mod windows;

pub(crate) use run::Verifier;
pub(crate) use second_opinion::Opinions;
pub(crate) use submitted::inline_passages;
