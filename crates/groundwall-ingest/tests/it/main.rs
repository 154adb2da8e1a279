//! What the crate promises of whole files.

mod docx;
mod html;
mod markdown;
mod pdf;
mod pdf_seen;
mod pdf_tables;
mod pdf_text;
mod scaling;
mod shared;
mod sheets;
mod tables;
mod xls;
