//! Faults of files and disks.

mod damage;
mod room;
