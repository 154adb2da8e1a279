//! Questions and claims to whole tables, whose answers were computed by another program.

mod around;
mod asked;
mod attendance;
mod breadth;
mod called;
mod claims;
mod codes;
mod durations;
mod everyday;
mod further;
mod groups;
mod large;
mod material;
mod monthly;
mod offices;
mod places;
mod proposals;
mod published;
mod roles;
mod searched;
mod stated;
mod statistics;
mod supposed;
mod vocabulary;
mod widened;
mod wild;
