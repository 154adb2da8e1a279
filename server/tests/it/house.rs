//! The house keeps its shape: directions of dependencies, features, the description of the API, contrast of colours.

use crate::running::{Running, root};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use serde_json::Value;
use std::collections::BTreeMap;

/// Which packages of the workspace each may use, tests apart.
fn allowed() -> BTreeMap<&'static str, Vec<&'static str>> {
    let (core, ports) = ("groundwall-core", "groundwall-ports");
    let (text, values) = ("groundwall-text", "groundwall-values");
    BTreeMap::from([
        (core, vec![]),
        (ports, vec![core]),
        (text, vec![]),
        (values, vec![core, text]),
        ("groundwall-ingest", vec![core, text, values]),
        ("groundwall-checks", vec![core, text, values]),
        (
            "groundwall-claims",
            vec![core, text, values, "groundwall-checks"],
        ),
        ("groundwall-judge", vec![core, text, values]),
        ("groundwall-audit", vec![core]),
        ("groundwall-tables", vec![core, text, values]),
        (
            "groundwall-governance",
            vec![core, text, "groundwall-checks"],
        ),
        ("groundwall-inference", vec![core, ports]),
        ("groundwall-sqlite", vec![ports]),
        (
            "groundwall-retrieval",
            vec![core, ports, text, "groundwall-sqlite"],
        ),
        ("groundwall-generator", vec![core, ports]),
        (
            "groundwall-ledger",
            vec![core, ports, "groundwall-audit", "groundwall-sqlite"],
        ),
        (
            "groundwall-engine",
            vec![
                core,
                ports,
                text,
                values,
                "groundwall-ingest",
                "groundwall-claims",
                "groundwall-checks",
                "groundwall-governance",
                "groundwall-judge",
                "groundwall-tables",
            ],
        ),
        (
            "groundwall-eval",
            vec![core, ports, "groundwall-governance"],
        ),
        ("groundwall-export", vec![core]),
        ("groundwall-testing", vec![]),
        ("app", vec![core]),
        (
            "groundwall-fuzz",
            vec![
                core,
                ports,
                "groundwall-ingest",
                "groundwall-checks",
                "groundwall-claims",
                "groundwall-governance",
                "groundwall-inference",
            ],
        ),
        ("xtask", vec![core, "groundwall-governance"]),
    ])
}

fn workspace() -> Metadata {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .other_options(vec!["--offline".to_owned()])
        .exec()
        .unwrap()
}

#[test]
fn dependencies_point_one_way() {
    let metadata = workspace();
    let names: Vec<String> = metadata
        .packages
        .iter()
        .map(|package| package.name.to_string())
        .collect();
    let allowed = allowed();
    for package in &metadata.packages {
        for dependency in &package.dependencies {
            if !names.contains(&dependency.name) {
                continue;
            }
            assert_ne!(
                dependency.name, "groundwall-server",
                "nobody depends on the server"
            );
            if dependency.kind == DependencyKind::Development
                || package.name.as_str() == "groundwall-server"
            {
                continue;
            }
            let may = allowed
                .get(package.name.as_str())
                .unwrap_or_else(|| panic!("{} is not in the table of directions", package.name));
            assert!(
                may.contains(&dependency.name.as_str()),
                "{} must not depend on {}",
                package.name,
                dependency.name
            );
            assert_ne!(
                dependency.name, "groundwall-testing",
                "only tests use groundwall-testing"
            );
        }
    }
}

#[test]
fn core_stays_small() {
    let metadata = workspace();
    let core = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == "groundwall-core")
        .unwrap();
    for dependency in core
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal)
    {
        // The description of the API comes from the types; whoever does not ask for it, builds none of it.
        let describes = dependency.name == "utoipa" && dependency.optional;
        assert!(
            describes || ["serde", "thiserror"].contains(&dependency.name.as_str()),
            "core must not depend on {}",
            dependency.name
        );
    }
}

#[test]
fn the_client_is_never_built_into_the_host() {
    let output = std::process::Command::new(env!("CARGO"))
        .current_dir(root())
        .args([
            "tree",
            "--offline",
            "--workspace",
            "-e",
            "features",
            "-i",
            "leptos",
        ])
        .output()
        .unwrap();
    let tree = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && tree.contains("leptos feature \"ssr\""),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(!tree.contains("leptos feature \"hydrate\""), "{tree}");
}

/// What stands in the description under the name that is given in its place.
fn named<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(address) => document.pointer(address.trim_start_matches('#')).unwrap(),
        None => value,
    }
}

#[tokio::test]
async fn every_described_operation_exists_and_answers_in_its_shape() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let document = server.json("/api/openapi.json").await;
    let mut seen = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let url = server.url(&path.replace("{id}", "00000000-0000-0000-0000-000000000000"));
            let request = match method.as_str() {
                "get" => server.client.get(url),
                "put" => server.client.put(url).header("content-type", "text/plain"),
                "patch" => server
                    .client
                    .patch(url)
                    .header("content-type", "text/plain"),
                "delete" => server.client.delete(url),
                _ => server.client.post(url).header("content-type", "text/plain"),
            };
            let response = request.send().await.unwrap();
            let status = response.status().as_u16().to_string();
            assert!(
                operation["responses"].get(&status).is_some(),
                "{method} {path} answers {status}, which is not described"
            );
            let body = response.text().await.unwrap();
            let response = named(&document, &operation["responses"][&status]);
            let schema = named(
                &document,
                &response["content"]["application/json"]["schema"],
            );
            let Some(required) = schema["required"].as_array() else {
                continue;
            };
            let body: Value = serde_json::from_str(&body).unwrap();
            for field in required {
                assert!(
                    body.get(field.as_str().unwrap()).is_some(),
                    "{method} {path} lacks {field}"
                );
            }
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen} shapes were compared");
    let metrics = server.get("/metrics").await.1;
    assert!(
        metrics.contains("groundwall_http_requests_total{"),
        "{metrics}"
    );
}

fn luminance(hex: &str) -> f64 {
    let digits: Vec<u32> = hex
        .trim_start_matches('#')
        .chars()
        .map(|c| c.to_digit(16).unwrap())
        .collect();
    let channel = |at: usize| {
        let value = f64::from(digits[at] * 16 + digits[at + 1]) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

/// WCAG 2 contrast.
fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_pair_of_text_and_ground_can_be_read() {
    let css = std::fs::read_to_string(root().join("style/tokens.css")).unwrap();
    let (light, dark) = css
        .split_once("@media (prefers-color-scheme: dark)")
        .unwrap();
    let tokens = |css: &str| -> BTreeMap<String, String> {
        let pair = |part: &str| {
            part.split_once(": #").map(|(name, hex)| {
                (
                    name.trim().trim_start_matches("--").to_owned(),
                    format!("#{hex}"),
                )
            })
        };
        css.split([';', '{', '}']).filter_map(pair).collect()
    };
    for tokens in [tokens(light), tokens(dark)] {
        for ground in ["paper", "raised"] {
            for text in [
                "ink",
                "soft",
                "accent",
                "supported",
                "refuted",
                "unsupported",
                "conflict",
                "quiet",
            ] {
                let ratio = contrast(&tokens[text], &tokens[ground]);
                assert!(ratio >= 4.5, "{text} on {ground}: {ratio:.2}");
            }
            assert!(
                contrast(&tokens["edge"], &tokens[ground]) >= 3.0,
                "edge on {ground}: {:.2}",
                contrast(&tokens["edge"], &tokens[ground])
            );
        }
        for (text, ground) in [
            ("accent-ink", "accent"),
            ("mark-ink", "mark"),
            ("paper", "refuted"),
            ("ink", "supported-wash"),
            ("ink", "refuted-wash"),
            ("ink", "unsupported-wash"),
            ("ink", "conflict-wash"),
        ] {
            let ratio = contrast(&tokens[text], &tokens[ground]);
            assert!(ratio >= 4.5, "{text} on {ground}: {ratio:.2}");
        }
    }
}
