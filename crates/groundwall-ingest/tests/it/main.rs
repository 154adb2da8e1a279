//! What the crate promises of whole files.

mod docx;
mod html;
mod pdf;
mod scaling;
mod shared;
mod sheets;
