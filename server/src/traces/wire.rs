//! Spans and events as OTLP writes them in JSON: names in lowerCamelCase, ids in hex, 64-bit numbers as text.

use serde::Serialize;
use serde_json::json;
use std::time::{Duration, SystemTime};

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) enum Given {
    #[serde(rename = "stringValue")]
    Text(String),
    #[serde(rename = "intValue")]
    Count(String),
    #[serde(rename = "doubleValue")]
    Number(f64),
}

impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Given {
    fn from(count: u32) -> Self {
        Self::Count(count.to_string())
    }
}

impl From<f64> for Given {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Attribute {
    pub(super) key: &'static str,
    pub(super) value: Given,
}

/// An attribute.
pub(super) fn given(key: &'static str, value: impl Into<Given>) -> Attribute {
    let value = value.into();
    Attribute { key, value }
}

/// What a span is, for who draws it.
pub(super) const INTERNAL: u8 = 1;
pub(super) const SERVER: u8 = 2;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Status {
    pub(super) code: u8,
}

impl Status {
    pub(super) const ERROR: Self = Self { code: 2 };
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "as OTLP names them")]
pub(super) struct Span {
    pub(super) trace_id: String,
    pub(super) span_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parent_span_id: Option<String>,
    pub(super) name: String,
    pub(super) kind: u8,
    pub(super) start_time_unix_nano: String,
    pub(super) end_time_unix_nano: String,
    pub(super) attributes: Vec<Attribute>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<Status>,
}

/// An event is a record of a log with a name; events inside of spans are deprecated.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "as OTLP names them")]
pub(super) struct Event {
    pub(super) time_unix_nano: String,
    pub(super) observed_time_unix_nano: String,
    pub(super) severity_number: u8,
    pub(super) event_name: &'static str,
    pub(super) trace_id: String,
    pub(super) span_id: String,
    pub(super) attributes: Vec<Attribute>,
}

/// Nanoseconds since 1970, as text.
pub(super) fn nanos(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO).as_nanos().to_string()
}

/// What is posted to `/v1/traces` (`resourceSpans`, `scopeSpans`, `spans`) or `/v1/logs`.
fn posted(service: &str, kind: &str, records: &str, sent: impl Serialize) -> serde_json::Value {
    let version = env!("CARGO_PKG_VERSION");
    let resource = [
        given("service.name", service),
        given("service.version", version),
    ];
    let scope = json!({"name": "groundwall", "version": version});
    let scoped = json!({"scope": scope, records: sent});
    let (resources, scopes) = (format!("resource{kind}"), format!("scope{kind}"));
    json!({resources: [{"resource": {"attributes": resource}, scopes: [scoped]}]})
}

pub(super) fn spans(service: &str, spans: &[Span]) -> String {
    posted(service, "Spans", "spans", spans).to_string()
}

pub(super) fn events(service: &str, events: &[Event]) -> String {
    posted(service, "Logs", "logRecords", events).to_string()
}
