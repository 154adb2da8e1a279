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

#[cfg(test)]
mod tests {
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
