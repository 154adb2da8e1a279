//! What is served has the form that the description of the API says, field by field.

use crate::running::Running;
use serde_json::{Value, json};

/// What does not fit its schema, with where it stands.
struct Description(Value);

impl Description {
    fn faults(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        if let Some(address) = schema["$ref"].as_str() {
            let named = self.0.pointer(address.trim_start_matches('#'));
            return named.map_or_else(
                || vec![format!("{at}: {address} is not described")],
                |named| self.faults(named, value, at),
            );
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(forms) = schema[choice].as_array() {
                let all: Vec<_> = forms
                    .iter()
                    .map(|form| self.faults(form, value, at))
                    .collect();
                let fits = all.iter().any(Vec::is_empty);
                return if fits { Vec::new() } else { all.concat() };
            }
        }
        let mut faults = Vec::new();
        if !has_type(&schema["type"], value) {
            faults.push(format!("{at}: {value} is no {}", schema["type"]));
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            faults.push(format!("{at}: {value} is none of {words:?}"));
        }
        match value {
            Value::Object(fields) => {
                for name in schema["required"].as_array().into_iter().flatten() {
                    if !fields.contains_key(name.as_str().unwrap()) {
                        faults.push(format!("{at} lacks {name}"));
                    }
                }
                for (name, field) in fields {
                    let at = format!("{at}.{name}");
                    faults.extend(self.field_faults(schema, name, field, &at));
                }
            }
            Value::Array(items) => {
                let (first, rest) = (schema["prefixItems"].as_array(), &schema["items"]);
                for (number, item) in items.iter().enumerate() {
                    let form = first.and_then(|forms| forms.get(number)).unwrap_or(rest);
                    faults.extend(self.faults(form, item, &format!("{at}[{number}]")));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        faults
    }

    /// A field that is served and not described is a fault, too.
    fn field_faults(&self, schema: &Value, name: &str, field: &Value, at: &str) -> Vec<String> {
        if let Some(form) = schema["properties"].get(name) {
            return self.faults(form, field, at);
        }
        match (&schema["additionalProperties"], &schema["properties"]) {
            (Value::Object(_), _) => self.faults(&schema["additionalProperties"], field, at),
            (_, Value::Object(_)) => vec![format!("{at} is not described")],
            _ => Vec::new(),
        }
    }

    /// The schema of an operation's answer.
    fn answer(&self, method: &str, path: &str, status: u16) -> &Value {
        let response = &self.0["paths"][path][method]["responses"][status.to_string()];
        let response = match response["$ref"].as_str() {
            Some(address) => self.0.pointer(address.trim_start_matches('#')).unwrap(),
            None => response,
        };
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path} {status} has no schema");
        schema
    }

    fn fits(&self, (method, path, status): (&str, &str, u16), body: &Value) {
        let faults = self.faults(self.answer(method, path, status), body, path);
        assert!(faults.is_empty(), "{method} {path}:\n{}", faults.join("\n"));
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    match types {
        Value::String(_) => is(types),
        Value::Array(names) => names.iter().any(is),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
    }
}

async fn description(server: &Running) -> Description {
    Description(server.json("/api/openapi.json").await)
}

#[tokio::test]
async fn a_wrong_form_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let described = description(&Running::start(dir.path(), &[])).await;
    let problem = described.answer("get", "/api/v1/reports/{id}", 404);
    let right = json!({"error": {"code": "not_found", "message": "x"}, "detail": "x"});
    assert_eq!(described.faults(problem, &right, "p"), Vec::<String>::new());
    for wrong in [
        json!({"error": {"code": "not_found", "message": "x"}}),
        json!({"error": {"code": "lost", "message": "x"}, "detail": "x"}),
        json!({"error": {"code": "not_found", "message": 4}, "detail": "x"}),
        json!({"error": {"code": "not_found", "message": "x"}, "detail": "x", "more": 1}),
    ] {
        let faults = described.faults(problem, &wrong, "p");
        assert_eq!(faults.len(), 1, "{wrong}: {faults:?}");
    }
}

#[tokio::test]
async fn what_is_served_has_the_form_that_is_described() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let described = description(&server).await;
    let text = "The Timber Quay was built in 1931. The crane lifts 12 tonnes.";
    let files = [
        ("quay.txt", text),
        ("stock.csv", "Item,Amount\nRope,12\nTar,30\n"),
    ];
    for (name, content) in files {
        let part = reqwest::multipart::Part::text(content).file_name(name);
        let form = reqwest::multipart::Form::new().part("file", part);
        let sent = server.client.post(server.url("/api/v1/documents"));
        let response = sent.multipart(form).send().await.unwrap();
        assert_eq!(response.status(), 201);
        let taken: Value = response.json().await.unwrap();
        described.fits(("post", "/api/v1/documents", 201), &taken);
    }
    let listed = server.json("/api/v1/documents").await;
    described.fits(("get", "/api/v1/documents", 200), &listed);
    let id = listed["documents"][0]["id"].as_str().unwrap();
    let one = server.json(&format!("/api/v1/documents/{id}")).await;
    described.fits(("get", "/api/v1/documents/{id}", 200), &one);

    let asked = json!({"question": "When was the Timber Quay built?", "conversation": "new"});
    let summed = json!({"question": "What is the sum of Amount?"});
    let claims = [
        "The Timber Quay was built in 1940.",
        "The crane lifts 12 tonnes.",
    ];
    for (path, body) in [
        ("/api/v1/questions", asked),
        ("/api/v1/questions", summed),
        ("/api/v1/verifications", json!({"claims": claims})),
        (
            "/api/v1/verifications",
            json!({"answer": "I think so.", "sources": [{"id": "a", "text": "No."}]}),
        ),
    ] {
        let (status, report) = server.post(path, &body).await;
        assert_eq!(status, 201, "{report}");
        described.fits(("post", path, 201), &report);
        let kept = format!("/api/v1/reports/{}", report["id"].as_str().unwrap());
        let kept = server.json(&kept).await;
        described.fits(("get", "/api/v1/reports/{id}", 200), &kept);
    }
    let (status, problem) = server.post("/api/v1/verifications", &json!({})).await;
    assert_eq!(status, 422);
    described.fits(("post", "/api/v1/verifications", 422), &problem);
    let mut seen = 0;
    for (path, methods) in described.0["paths"].as_object().unwrap() {
        let plain =
            methods["get"]["responses"]["200"]["content"]["application/json"]["schema"].as_object();
        if path.contains('{') || plain.is_none() {
            continue;
        }
        described.fits(("get", path, 200), &server.json(path).await);
        seen += 1;
    }
    assert!(seen >= 12, "{seen} lists were compared");
}
