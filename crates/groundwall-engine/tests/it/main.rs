//! Verification with the bundled models over the hand-written suite.

mod answers;
mod assertions;
mod bench;
mod going_on;
mod headers;
mod naming;
mod properties;
mod recomputed;
mod routing;
mod scaling;
mod supposed;
mod told;
mod web;
