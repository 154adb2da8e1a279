//! The description of the API: paths from a file, schemas from the types that are served.

use super::{
    batches, calibration, collections, compat, documents, keys, operation, push, reviews,
    structured as structured_answers, uploads, v1,
};
use crate::adapters::{chat, litellm, models, verdicts};
use crate::structured;
use actix_web::HttpResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use utoipa::OpenApi as _;

/// Everything but the schemas. Each operation names the statuses of its problems once, as numbers.
const PATHS: &str = include_str!("../../assets/paths.json");
const SCHEMAS: &str = "#/components/schemas/";

/// What is sent and served; what these types are made of is found through them.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(
    batches::Batches,
    calibration::Decided,
    chat::Extension,
    collections::Collections,
    collections::Deleted,
    compat::ClearBody,
    compat::DeleteBody,
    compat::DeleteRequest,
    compat::QueryBody,
    compat::QueryRequest,
    compat::StatusBody,
    compat::UploadBody,
    compat::VerifyBody,
    compat::VerifyRequest,
    documents::Listing,
    documents::Headers,
    documents::Taken,
    groundwall_core::AuditPage,
    groundwall_core::Batch,
    groundwall_core::calibration::Calibration,
    groundwall_core::CollectionChange,
    groundwall_core::Conversation,
    groundwall_core::DocumentText,
    groundwall_core::Insights,
    groundwall_core::NewCollection,
    groundwall_core::NewKey,
    groundwall_core::Problem,
    groundwall_core::Report,
    groundwall_core::ReportLabel,
    groundwall_core::ReportPage,
    groundwall_core::ReviewPage,
    groundwall_core::StoredTable,
    groundwall_core::UploadQueue,
    groundwall_core::review::Decided,
    groundwall_core::review::Dispute,
    keys::Keys,
    keys::Made,
    litellm::Decision,
    litellm::Guardrail,
    models::Models,
    operation::Health,
    operation::Readiness,
    push::Push,
    reviews::Assignment,
    reviews::Many,
    reviews::Outcomes,
    structured::Checked,
    structured_answers::Request,
    uploads::Pause,
    uploads::Queued,
    v1::Conversations,
    v1::QuestionRequest,
    v1::Tables,
    v1::VerificationRequest,
    verdicts::Verdicts<'static>,
)))]
struct Types;

/// Whose form a problem has.
#[derive(Clone, Copy, Default, Deserialize)]
enum Form {
    #[default]
    Problem,
    OpenAiProblem,
}

impl Form {
    fn response(self) -> Value {
        let name = match self {
            Self::Problem => "Problem",
            Self::OpenAiProblem => "OpenAiProblem",
        };
        json!({"$ref": format!("#/components/responses/{name}")})
    }
}

/// An operation as the file has it, and without the last two fields as it is served.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Operation {
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<Value>,
    responses: Map<String, Value>,
    #[serde(default, skip_serializing)]
    problems: Vec<u16>,
    #[serde(default, skip_serializing)]
    problem: Form,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Components {
    #[serde(skip_deserializing)]
    schemas: Map<String, Value>,
    responses: Value,
    security_schemes: Value,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    openapi: String,
    info: Value,
    paths: Paths,
    components: Components,
    security: Value,
}

/// Operations by path and method, in the order of the file.
type Paths = Map<String, Value>;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    described().unwrap_or_else(|error| {
        tracing::error!(%error, "the description of the API cannot be read");
        Value::Null
    })
});

fn described() -> serde_json::Result<Value> {
    let mut document: Document = serde_json::from_str(PATHS)?;
    for operations in document.paths.values_mut() {
        for operation in operations
            .as_object_mut()
            .into_iter()
            .flat_map(Map::values_mut)
        {
            *operation = with_problems(operation.take())?;
        }
    }
    let components = Types::openapi().components.unwrap_or_default();
    if let Value::Object(schemas) = serde_json::to_value(components.schemas)? {
        document.components.schemas = flat(schemas);
    }
    serde_json::to_value(document)
}

fn with_problems(operation: Value) -> serde_json::Result<Value> {
    let mut operation: Operation = serde_json::from_value(operation)?;
    let problem = operation.problem.response();
    let problems = operation.problems.iter();
    let responses = problems.map(|status| (status.to_string(), problem.clone()));
    operation.responses.extend(responses);
    serde_json::to_value(operation)
}

fn named<'a>(schema: &Value, schemas: &'a Map<String, Value>) -> Option<&'a Value> {
    let address = schema.get("$ref")?.as_str()?;
    schemas.get(address.strip_prefix(SCHEMAS)?)
}

/// Types whose fields another type has as its own stand as one object, as they do on the wire.
fn flat(schemas: Map<String, Value>) -> Map<String, Value> {
    let one = |schema: &Value| {
        let parts = schema.get("allOf").and_then(Value::as_array);
        let Some(parts) = parts else {
            return schema.clone();
        };
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for part in parts {
            let part = named(part, &schemas).unwrap_or(part);
            let fields = part.get("properties").and_then(Value::as_object);
            properties.extend(fields.cloned().unwrap_or_default());
            let always = part.get("required").and_then(Value::as_array);
            required.extend(always.cloned().unwrap_or_default());
        }
        let mut whole = Map::new();
        whole.insert("type".to_owned(), json!("object"));
        whole.insert("properties".to_owned(), properties.into());
        whole.insert("required".to_owned(), required.into());
        if let Some(description) = schema.get("description") {
            whole.insert("description".to_owned(), description.clone());
        }
        whole.into()
    };
    schemas
        .iter()
        .map(|(name, schema)| (name.clone(), one(schema)))
        .collect()
}

pub(crate) async fn document() -> HttpResponse {
    HttpResponse::Ok().json(&*DOCUMENT)
}

/// Method, path and summary of every operation, in the order of the description.
pub(crate) fn operations() -> Vec<(String, String, String)> {
    let paths = DOCUMENT.get("paths").and_then(Value::as_object);
    let of = |(path, methods): (&String, &Value)| -> Vec<(String, String, String)> {
        let methods = methods.as_object().into_iter().flatten();
        methods
            .map(|(method, operation)| {
                let summary = operation.get("summary").and_then(Value::as_str);
                let summary = summary.unwrap_or_default().to_owned();
                (method.to_uppercase(), path.clone(), summary)
            })
            .collect()
    };
    paths.into_iter().flatten().flat_map(of).collect()
}

/// How many names deep a schema that stands alone says what is in it; below that it says only what type it is.
const DEPTH: usize = 2;

/// A schema of the description that stands alone: what it names stands in it.
pub(crate) fn schema(name: &str) -> Value {
    let Some(schemas) = DOCUMENT
        .pointer("/components/schemas")
        .and_then(Value::as_object)
    else {
        return Value::Null;
    };
    let mut found = schemas.get(name).cloned().unwrap_or_default();
    inline(&mut found, schemas, DEPTH);
    found
}

fn inline(value: &mut Value, schemas: &Map<String, Value>, depth: usize) {
    let mut left = depth;
    if let Some(named) = named(value, schemas) {
        *value = match depth.checked_sub(1) {
            Some(less) => {
                left = less;
                named.clone()
            }
            None => named
                .get("type")
                .map_or_else(|| json!({}), |kind| json!({"type": kind})),
        };
    }
    match value {
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| inline(field, schemas, left)),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| inline(item, schemas, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{DOCUMENT, SCHEMAS, Types};
    use serde_json::Value;
    use std::collections::BTreeMap;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{OpenApi as _, ToSchema as _};

    #[test]
    fn a_schema_stands_alone() {
        let report = super::schema("Report");
        assert_eq!(report["properties"]["claims"]["items"]["type"], "object");
        assert!(!report.to_string().contains("$ref"));
        assert_eq!(super::schema("Nothing"), serde_json::Value::Null);
    }

    #[test]
    fn every_operation_says_what_it_does() {
        let operations = super::operations();
        assert!(operations.len() >= 15);
        for (method, path, what) in operations {
            assert!(
                matches!(method.as_str(), "GET" | "POST" | "PUT" | "PATCH" | "DELETE")
                    && path.starts_with('/')
                    && what.len() > 8,
                "{method} {path}: {what}"
            );
        }
    }

    fn names(value: &Value, found: &mut Vec<String>) {
        if let Some(address) = value.get("$ref").and_then(Value::as_str) {
            found.push(address.to_owned());
        }
        match value {
            Value::Object(fields) => fields.values().for_each(|field| names(field, found)),
            Value::Array(items) => items.iter().for_each(|item| names(item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn every_name_leads_to_what_it_names() {
        let mut found = Vec::new();
        names(&DOCUMENT, &mut found);
        assert!(found.len() > 500, "{}", found.len());
        for address in found {
            let pointer = address.trim_start_matches('#');
            assert!(DOCUMENT.pointer(pointer).is_some(), "{address}");
        }
    }

    /// Two types with one name would silently take each other's place.
    #[test]
    fn a_name_means_one_type() {
        let mut all: Vec<(String, RefOr<Schema>)> = Vec::new();
        groundwall_core::Report::schemas(&mut all);
        groundwall_core::Batch::schemas(&mut all);
        groundwall_core::calibration::Calibration::schemas(&mut all);
        groundwall_core::ReviewPage::schemas(&mut all);
        crate::structured::Checked::schemas(&mut all);
        crate::adapters::verdicts::Verdicts::schemas(&mut all);
        let components = Types::openapi().components.unwrap();
        for (name, schema) in components.schemas {
            all.push((name, schema));
        }
        let mut seen = BTreeMap::new();
        for (name, schema) in all {
            let schema = serde_json::to_value(schema).unwrap();
            let before = seen.insert(name.clone(), schema.clone());
            assert!(
                before.is_none_or(|before| before == schema),
                "{SCHEMAS}{name}"
            );
        }
    }
}
