//! One contract suite over every backend, and the agreement of both on real questions.

mod agreement;
mod contract;
mod files;
mod loopback;
mod stores;
mod unused;
