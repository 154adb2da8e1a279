//! The firewall as tools of the Model Context Protocol: on standard input and output for a program that starts it, and over HTTP at `/mcp`.
//!
//! The tools read the same requests, call the same functions and return the same JSON as `/api/v1`. Sessions, messages and versions are those of `rmcp`.

mod desk;
mod http;
mod lines;
mod offered;
mod tools;

pub(crate) use desk::Desk;
pub(crate) use http::routes;
pub(crate) use lines::Lines;
pub(crate) use tools::Tools;

use rmcp::model::{ErrorCode, ErrorData};

/// What is wrong with a body or a line that is no message.
fn unread(what: &str, error: &serde_json::Error) -> ErrorData {
    let code = if error.is_data() {
        ErrorCode::INVALID_REQUEST
    } else {
        ErrorCode::PARSE_ERROR
    };
    let problem = format!("The {what} is no single JSON-RPC 2.0 message of MCP: {error}.");
    ErrorData::new(code, problem, None)
}
