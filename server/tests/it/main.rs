//! The real binary, on a free port, as a person or a program meets it.

mod bad_input;
mod command_line;
mod documents;
mod durability;
mod events;
mod generation;
mod house;
mod main_job;
mod running;
mod safety;
mod tables;
