//! The real binary, on a free port, as a person or a program meets it.

mod admission;
mod backup;
mod bad_input;
mod collections;
mod command_line;
mod confinement;
mod conversations;
mod documents;
mod durability;
mod events;
mod faults;
mod formats;
mod gateways;
mod generation;
mod history;
mod house;
mod local;
mod main_job;
mod packs;
mod proxy;
mod reference;
mod running;
mod safety;
mod settings;
mod structured;
mod tables;
