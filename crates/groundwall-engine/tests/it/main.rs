//! Verification with the bundled models over the hand-written suite.

mod bench;
mod properties;
mod routing;
