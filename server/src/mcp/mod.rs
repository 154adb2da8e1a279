//! The firewall as tools of the Model Context Protocol: on standard input and output for a program that starts it, and over HTTP at `/mcp`.
//!
//! The tools read the same requests, call the same functions and return the same JSON as `/api/v1`. Sessions, messages and versions are those of `rmcp`.

mod desk;
mod http;
mod offered;
mod tools;

pub(crate) use desk::Desk;
pub(crate) use http::routes;
pub(crate) use tools::Tools;
