//! Structured logs on standard error; `RUST_LOG` sets what is shown. Texts of documents and questions appear at TRACE only.

use tracing_subscriber::EnvFilter;

pub(crate) fn start() {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("warn,groundwall=info"));
    // It tells whole messages, and with them texts, from DEBUG on.
    let filter = match "rmcp=warn".parse() {
        Ok(bound) => filter.add_directive(bound),
        Err(_) => filter,
    };
    let json = std::env::var("GROUNDWALL_LOG").is_ok_and(|format| format == "json");
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // A log that cannot be written, on a full disk, ends nothing.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    // A second start (in tests) keeps the first.
    let _ = if json {
        builder.json().try_init()
    } else {
        builder.compact().try_init()
    };
}
