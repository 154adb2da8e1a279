#![doc = include_str!("../README.md")]

pub mod consensus;
pub mod guard;
pub mod pack;
pub mod personal;
pub mod review;
pub mod structured;
pub mod uncertainty;
