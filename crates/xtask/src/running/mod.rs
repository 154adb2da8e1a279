//! A server that runs on loopback, and those who ask it: what attacks and measurements share.

pub(crate) mod clients;
pub(crate) mod figures;
pub(crate) mod http;
mod random;
pub(crate) mod server;

pub(crate) use random::Random;
