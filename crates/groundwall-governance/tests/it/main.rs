//! Figures of the guard on its rows.

mod guard;
