//! The description of the API, one file that is served as it stands.

use actix_web::HttpResponse;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../assets/openapi.json");

pub(crate) async fn document() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(DOCUMENT)
}

/// Method, path and summary of every operation, in the order of the description.
pub(crate) fn operations() -> Vec<(String, String, String)> {
    let Ok(document) = serde_json::from_str::<Value>(DOCUMENT) else {
        return Vec::new();
    };
    let paths = document
        .get("paths")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let of = |path: String, methods: &Value| -> Vec<(String, String, String)> {
        let methods = methods.as_object().cloned().unwrap_or_default();
        methods
            .into_iter()
            .map(|(method, operation)| {
                (
                    method.to_uppercase(),
                    path.clone(),
                    operation
                        .get("summary")
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned(),
                )
            })
            .collect()
    };
    paths
        .into_iter()
        .flat_map(|(path, methods)| of(path, &methods))
        .collect()
}

/// How deep schemas name each other at most.
const DEPTH: usize = 16;

/// A schema of the description that stands alone: what it names stands in it.
pub(crate) fn schema(name: &str) -> Value {
    let document: Value = serde_json::from_str(DOCUMENT).unwrap_or_default();
    let schemas = document
        .pointer("/components/schemas")
        .cloned()
        .unwrap_or_default();
    let mut found = schemas.get(name).cloned().unwrap_or_default();
    inline(&mut found, &schemas, DEPTH);
    found
}

fn inline(value: &mut Value, schemas: &Value, depth: usize) {
    let named = value
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|named| named.strip_prefix("#/components/schemas/"))
        .and_then(|name| schemas.get(name));
    if let Some(named) = named {
        *value = named.clone();
    }
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match value {
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| inline(field, schemas, depth)),
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| inline(item, schemas, depth)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
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
}
