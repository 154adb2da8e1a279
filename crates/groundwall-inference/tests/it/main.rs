//! The bundled models against what PyTorch computed with the same weights, and the hub protocol against a loopback server.

mod generator;
mod hub;
mod reference;
