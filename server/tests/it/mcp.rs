//! The tools of the Model Context Protocol: for a program that starts the binary, and over HTTP.

use crate::running::{Running, binary};
use reqwest::header::ORIGIN;
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{RoleClient, RunningService};
use serde_json::{Value, json};
use std::process::Stdio;

const SOURCE: &str =
    "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const KEY: &str = "the key of the whole server";
const TOOLS: [&str; 4] = ["verify_claims", "ask", "list_documents", "get_report"];

fn text(result: &CallToolResult) -> String {
    let content = serde_json::to_value(&result.content).unwrap();
    content[0]["text"].as_str().unwrap().to_owned()
}

/// With floats to nine digits: the last one may change on its way through a text.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            json!(format!("{:.9}", number.as_f64().unwrap()))
        }
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| (name.clone(), rounded(field)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

async fn called(
    client: &RunningService<RoleClient, ()>,
    tool: &'static str,
    arguments: Value,
) -> CallToolResult {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    let call = CallToolRequestParams::new(tool).with_arguments(arguments);
    client.call_tool(call).await.unwrap()
}

#[tokio::test]
async fn a_program_that_starts_it_has_every_tool() {
    let docs = tempfile::tempdir().unwrap();
    std::fs::write(docs.path().join("quay.txt"), SOURCE).unwrap();
    let mut command = tokio::process::Command::from(binary());
    command
        .args(["mcp", "--docs"])
        .arg(docs.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let pipes = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let client = ().serve(pipes).await.unwrap();
    let server = client.peer_info().unwrap();
    assert_eq!(server.server_info.clone().unwrap().name, "groundwall");
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, TOOLS);

    let listed = called(&client, "list_documents", json!({})).await;
    let documents = listed.structured_content.unwrap();
    assert_eq!(
        documents["documents"][0]["names"][0], "quay.txt",
        "{documents}"
    );
    let claims = json!({"claims": ["The Timber Quay was built in 1940."]});
    let verified = called(&client, "verify_claims", claims).await;
    assert!(text(&verified).contains("refuted"), "{}", text(&verified));
    let report = verified.structured_content.unwrap();
    assert_eq!(report["claims"][0]["verdict"], "refuted", "{report}");
    let given = json!({"text": "The mast is 9 metres high.", "sources": [{"id": "mast", "text": "The mast is 9 metres high."}]});
    let given = called(&client, "verify_claims", given).await;
    let given = given.structured_content.unwrap();
    assert_eq!(given["claims"][0]["verdict"], "supported", "{given}");
    let question = json!({"question": "When was the Timber Quay built?"});
    let asked = called(&client, "ask", question).await;
    assert!(text(&asked).contains("1931"), "{}", text(&asked));
    let again = called(&client, "get_report", json!({"id": report["id"]})).await;
    assert_eq!(
        rounded(&again.structured_content.unwrap()),
        rounded(&report)
    );

    for (tool, arguments, says) in [
        ("verify_claims", json!({}), "Give either text or claims."),
        (
            "verify_claims",
            json!({"claims": [""]}),
            "no claim to verify",
        ),
        (
            "verify_claims",
            json!({"claim": "x"}),
            "unknown field `claim`",
        ),
        ("ask", json!({"question": " "}), "The question is empty."),
        ("ask", json!({"question": 7}), "The arguments do not fit"),
        ("list_documents", json!({"collection": "wrecks"}), "wrecks"),
        (
            "get_report",
            json!({"id": "none"}),
            "no report with this id",
        ),
    ] {
        let refused = called(&client, tool, arguments).await;
        assert_eq!(refused.is_error, Some(true), "{tool}");
        assert!(text(&refused).contains(says), "{tool}: {}", text(&refused));
    }
    let unknown = client.call_tool(CallToolRequestParams::new("forget_all"));
    assert!(unknown.await.is_err());
    client.cancel().await.unwrap();
    let ended = tokio::time::timeout(std::time::Duration::from_secs(20), child.wait());
    assert_eq!(ended.await.unwrap().unwrap().code(), Some(0));
}

/// A message to `/mcp`; status and body.
async fn sent(server: &Running, key: &str, message: &Value) -> (u16, Value) {
    let request = server
        .client
        .post(server.url("/mcp"))
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-06-18")
        .bearer_auth(key)
        .json(message);
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or(Value::Null))
}

async fn result(server: &Running, key: &str, method: &str, params: Value) -> Value {
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let (status, body) = sent(server, key, &message).await;
    assert_eq!((status, &body["id"]), (200, &json!(7)), "{body}");
    body["result"].clone()
}

async fn tool(server: &Running, key: &str, name: &str, arguments: Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    result(server, key, "tools/call", params).await
}

/// The message of a tool's error.
fn error(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap()
}

async fn made(server: &Running, new: &Value) -> String {
    let request = server.client.post(server.url("/api/v1/keys"));
    let response = request.bearer_auth(KEY).json(new).send().await.unwrap();
    assert_eq!(response.status(), 201);
    let made: Value = response.json().await.unwrap();
    made["key"].as_str().unwrap().to_owned()
}

async fn with_documents() -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__API_KEY", KEY)]);
    let part = reqwest::multipart::Part::bytes(SOURCE.as_bytes().to_vec()).file_name("quay.txt");
    let form = reqwest::multipart::Form::new().part("file", part);
    let upload = server.client.post(server.url("/api/v1/documents"));
    let upload = upload
        .bearer_auth(KEY)
        .multipart(form)
        .send()
        .await
        .unwrap();
    assert_eq!(upload.status(), 201);
    let papers = server.client.post(server.url("/api/v1/collections"));
    let papers = papers
        .bearer_auth(KEY)
        .json(&json!({"name": "Board papers"}));
    assert_eq!(papers.send().await.unwrap().status(), 201);
    (dir, server)
}

#[tokio::test]
async fn over_http_it_is_the_same_firewall_behind_the_same_doors() {
    let (_dir, server) = with_documents().await;
    let client = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let begun = result(&server, KEY, "initialize", client).await;
    assert_eq!(begun["protocolVersion"], "2025-06-18", "{begun}");
    assert_eq!(begun["serverInfo"]["name"], "groundwall");
    let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(sent(&server, KEY, &told).await.0, 202);
    let offered = result(&server, KEY, "tools/list", json!({})).await;
    let names: Vec<&str> = offered["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, TOOLS);

    let listed = tool(&server, KEY, "list_documents", json!({})).await;
    let documents = &listed["structuredContent"]["documents"];
    assert_eq!(documents[0]["names"][0], "quay.txt", "{listed}");
    let claims = json!({"claims": ["The crane on the Timber Quay lifts 15 tonnes."]});
    let verified = tool(&server, KEY, "verify_claims", claims).await;
    let report = &verified["structuredContent"];
    assert_eq!(report["claims"][0]["verdict"], "refuted", "{report}");
    let question = json!({"question": "When was the Timber Quay built?"});
    let asked = tool(&server, KEY, "ask", question).await;
    assert_eq!(asked["structuredContent"]["state"], "verified", "{asked}");
    let id = report["id"].as_str().unwrap();
    let again = tool(&server, KEY, "get_report", json!({"id": id})).await;
    let api = server
        .client
        .get(server.url(&format!("/api/v1/reports/{id}")));
    let api: Value = api
        .bearer_auth(KEY)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let again = rounded(&again["structuredContent"]);
    assert_eq!(again, rounded(&api), "the same JSON as the API");
    let wrong = tool(&server, KEY, "ask", json!({"question": ""})).await;
    assert!(error(&wrong).contains("Write at least one word"), "{wrong}");

    // The doors.
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let post = || server.client.post(server.url("/mcp")).json(&list);
    assert_eq!(post().send().await.unwrap().status(), 401);
    let foreign = post()
        .bearer_auth(KEY)
        .header(ORIGIN, "http://elsewhere.example");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
    let host = post().bearer_auth(KEY).header("host", "elsewhere.example");
    assert_eq!(host.send().await.unwrap().status(), 403);
    let old = post()
        .bearer_auth(KEY)
        .header("mcp-protocol-version", "1999-01-01");
    assert_eq!(old.send().await.unwrap().status(), 400);
    let listen = server.client.get(server.url("/mcp")).bearer_auth(KEY);
    assert_eq!(listen.send().await.unwrap().status(), 405);
    for (body, code) in [("{\"jsonrpc\": ", -32700), ("[]", -32600), ("{}", -32600)] {
        let request = server.client.post(server.url("/mcp")).bearer_auth(KEY);
        let request = request
            .header("content-type", "application/json")
            .body(body);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 400, "{body}");
        let said: Value = response.json().await.unwrap();
        assert_eq!(said["error"]["code"], code, "{body}: {said}");
    }
    let unknown = json!({"jsonrpc": "2.0", "id": 1, "method": "nope"});
    let (_, said) = sent(&server, KEY, &unknown).await;
    assert_eq!(said["error"]["code"], -32601, "{said}");
    assert_eq!(said["error"]["message"], "unknown method “nope”");
    let large =
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "y".repeat(3 << 20)}});
    assert_eq!(sent(&server, KEY, &large).await.0, 413);
}

#[tokio::test]
async fn a_key_binds_the_tools_as_it_binds_the_api() {
    let (_dir, server) = with_documents().await;
    let claims = json!({"claims": ["The Timber Quay was built in 1931."]});
    let own = tool(&server, KEY, "verify_claims", claims.clone()).await;
    let report = own["structuredContent"]["id"].clone();
    let reader = made(&server, &json!({"name": "reader", "scopes": ["read"]})).await;
    let listed = tool(&server, &reader, "list_documents", json!({})).await;
    assert_eq!(listed["structuredContent"]["passages"], 1, "{listed}");
    let seen = tool(&server, &reader, "get_report", json!({"id": report})).await;
    assert_eq!(seen["structuredContent"]["id"], report);
    for (name, arguments) in [
        ("ask", json!({"question": "When was the quay built?"})),
        ("verify_claims", claims),
    ] {
        let refused = tool(&server, &reader, name, arguments).await;
        let says = error(&refused);
        assert!(says.contains("reader") && says.contains("ask"), "{says}");
    }
    let clerk =
        json!({"name": "clerk", "scopes": ["read", "ask"], "collections": ["Board papers"]});
    let clerk = made(&server, &clerk).await;
    let listed = tool(&server, &clerk, "list_documents", json!({})).await;
    assert_eq!(listed["structuredContent"]["documents"], json!([]));
    let foreign = tool(&server, &clerk, "get_report", json!({"id": report})).await;
    assert!(
        error(&foreign).contains("no report with this id"),
        "{foreign}"
    );
    let asked = json!({"question": "When was the Timber Quay built?"});
    let asked = tool(&server, &clerk, "ask", asked).await;
    assert_eq!(
        asked["structuredContent"]["state"], "not_covered",
        "{asked}"
    );
    let (status, _) = sent(&server, "gw_00000000_made_up", &json!({})).await;
    assert_eq!(status, 401);
}
