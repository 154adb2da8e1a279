//! Figures of the guard on its rows, and structured answers against the pack of bank statements.

mod attack_types;
mod disguises;
mod guard;
mod linear;
mod pack_files;
mod pack_reading;
mod packs;
mod scaling;
mod structured;
mod structured_properties;
mod structured_reference;
mod structured_values;
