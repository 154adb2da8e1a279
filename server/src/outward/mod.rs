//! Where this server goes by itself: to addresses that were looked up once, and to none that is not public unless somebody meant it.

mod address;
mod look_up;

pub(crate) use address::{NoTarget, Target};
pub(crate) use look_up::WebLookUp;
