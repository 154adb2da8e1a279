//! Which route needs what: the one table. What does not stand here needs everything.

use groundwall_core::KeyScope;

/// What a route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Any key.
    Nothing,
    /// A scope; which collections are reached is held by the service.
    Scope(KeyScope),
    /// A scope, and every collection: it concerns the whole server.
    Whole(KeyScope),
    /// Every scope and every collection.
    Everything,
}

const READ: Need = Need::Scope(KeyScope::Read);
const ASK: Need = Need::Scope(KeyScope::Ask);
const MANAGE: Need = Need::Scope(KeyScope::Manage);
const REVIEW: Need = Need::Scope(KeyScope::Review);
const WHOLE_READ: Need = Need::Whole(KeyScope::Read);
const WHOLE_MANAGE: Need = Need::Whole(KeyScope::Manage);

/// Method, pattern as it is registered, need.
const ROUTES: [(&str, &str, Need); 158] = [
    ("GET", "/healthz", Need::Nothing),
    ("GET", "/readyz", Need::Nothing),
    ("GET", "/login", Need::Nothing),
    ("POST", "/login", Need::Nothing),
    ("POST", "/logout", Need::Nothing),
    ("GET", "/assets/style.css", Need::Nothing),
    ("GET", "/assets/app.js", Need::Nothing),
    ("GET", "/assets/icon.svg", Need::Nothing),
    ("GET", "/assets/fonts/{name}", Need::Nothing),
    ("GET", "/api/openapi.json", Need::Nothing),
    ("GET", "/api/docs", Need::Nothing),
    // Each tool has a need of its own.
    ("POST", "/mcp", Need::Nothing),
    ("GET", "/api/status", READ),
    ("GET", "/api/v1/documents", READ),
    ("GET", "/api/v1/documents/{id}", READ),
    ("GET", "/api/v1/uploads", READ),
    ("GET", "/api/v1/collections", READ),
    ("GET", "/api/v1/collections/{id}", READ),
    ("GET", "/api/v1/tables", READ),
    ("GET", "/api/v1/tables/{id}/{index}", READ),
    ("GET", "/api/v1/conversations", READ),
    ("GET", "/api/v1/conversations/{id}", READ),
    ("GET", "/api/v1/conversations/{id}/export", READ),
    ("GET", "/api/v1/reports", READ),
    ("GET", "/api/v1/reports/{id}", READ),
    ("GET", "/api/v1/reports/{id}/export", READ),
    ("GET", "/api/v1/batches", READ),
    ("GET", "/api/v1/batches/{id}", READ),
    ("GET", "/api/v1/batches/{id}/export", READ),
    ("POST", "/api/query", ASK),
    ("POST", "/api/verify", ASK),
    ("POST", "/api/v1/questions", ASK),
    ("POST", "/api/v1/verifications", ASK),
    ("POST", "/api/v1/structured-answers", ASK),
    ("POST", "/v1/chat/completions", ASK),
    ("POST", "/v1/responses", ASK),
    ("GET", "/v1/models", ASK),
    ("GET", "/v1/models/{id:.+}", ASK),
    ("POST", "/halugate/v1/chat/completions", ASK),
    ("POST", "/beta/litellm_basic_guardrail_api", ASK),
    ("POST", "/request", ASK),
    ("POST", "/response", ASK),
    ("POST", "/api/v1/batches", ASK),
    ("POST", "/api/v1/batches/{id}/retry", ASK),
    ("PATCH", "/api/v1/batches/{id}", MANAGE),
    ("DELETE", "/api/v1/batches/{id}", MANAGE),
    ("POST", "/api/upload", MANAGE),
    ("POST", "/api/clear-uploads", MANAGE),
    ("POST", "/api/delete-file", MANAGE),
    ("POST", "/api/v1/documents", MANAGE),
    ("POST", "/api/v1/uploads", MANAGE),
    ("DELETE", "/api/v1/uploads/{id}", MANAGE),
    ("POST", "/api/v1/uploads/{id}/retry", MANAGE),
    ("PUT", "/api/v1/documents/{id}/headers", MANAGE),
    ("POST", "/api/v1/documents/{id}/review", MANAGE),
    ("PATCH", "/api/v1/collections/{id}", MANAGE),
    ("DELETE", "/api/v1/collections/{id}", MANAGE),
    ("PUT", "/api/v1/tables/{name}", MANAGE),
    ("PATCH", "/api/v1/reports/{id}", MANAGE),
    ("DELETE", "/api/v1/reports/{id}", MANAGE),
    ("PATCH", "/api/v1/uploads", WHOLE_MANAGE),
    ("POST", "/api/v1/collections", WHOLE_MANAGE),
    ("GET", "/api/v1/keys", WHOLE_MANAGE),
    ("POST", "/api/v1/keys", WHOLE_MANAGE),
    ("DELETE", "/api/v1/keys/{id}", WHOLE_MANAGE),
    ("GET", "/api/v1/audit", WHOLE_MANAGE),
    ("POST", "/api/v1/reports/{id}/disputes", REVIEW),
    ("GET", "/api/v1/calibration", WHOLE_MANAGE),
    ("POST", "/api/v1/calibration", WHOLE_MANAGE),
    ("POST", "/api/v1/calibration/{id}/decision", WHOLE_MANAGE),
    ("GET", "/api/v1/reviews", REVIEW),
    ("POST", "/api/v1/reviews/decisions", REVIEW),
    ("GET", "/api/v1/reviews/{id}", REVIEW),
    ("POST", "/api/v1/reviews/{id}/decision", REVIEW),
    ("DELETE", "/api/v1/reviews/{id}/decision", REVIEW),
    ("PUT", "/api/v1/reviews/{id}/assignee", REVIEW),
    ("GET", "/api/v1/insights", WHOLE_READ),
    ("GET", "/metrics", WHOLE_READ),
    ("GET", "/", READ),
    ("GET", "/ask", READ),
    ("GET", "/conversations/{id}", READ),
    ("GET", "/upload", READ),
    ("GET", "/uploads", READ),
    ("GET", "/collections", READ),
    ("GET", "/collections/{id}", READ),
    ("GET", "/verify", READ),
    ("GET", "/batches", READ),
    ("GET", "/batches/{id}", READ),
    ("GET", "/reports", READ),
    ("GET", "/reports/{id}", READ),
    ("GET", "/reports/{id}/edit", READ),
    ("GET", "/documents/{id}", READ),
    ("GET", "/documents/{id}/original", READ),
    ("GET", "/documents/{id}/pages/{number}", READ),
    ("GET", "/documents/{id}/pages/{number}/picture", READ),
    ("GET", "/tables", READ),
    ("GET", "/tables/{document}/{index}", READ),
    ("GET", "/about", READ),
    ("POST", "/ask", ASK),
    ("POST", "/verify", ASK),
    ("POST", "/batches", ASK),
    ("POST", "/batches/{id}/retry", ASK),
    ("POST", "/reports/{id}/corrections", ASK),
    ("POST", "/batches/{id}/pause", MANAGE),
    ("POST", "/batches/{id}/resume", MANAGE),
    ("POST", "/batches/{id}/delete", MANAGE),
    ("POST", "/documents/{id}/header", MANAGE),
    ("POST", "/upload", MANAGE),
    ("POST", "/uploads", MANAGE),
    ("POST", "/uploads/{id}/retry", MANAGE),
    ("POST", "/uploads/{id}/remove", MANAGE),
    ("POST", "/collections/{id}/name", MANAGE),
    ("POST", "/collections/{id}/policy", MANAGE),
    ("POST", "/collections/{id}/delete", MANAGE),
    ("POST", "/samples", MANAGE),
    ("POST", "/documents/delete", MANAGE),
    ("POST", "/documents/{id}/review", MANAGE),
    ("POST", "/documents/restore", MANAGE),
    ("POST", "/documents/clear", MANAGE),
    ("POST", "/reports/{id}/label", MANAGE),
    ("POST", "/reports/{id}/delete", MANAGE),
    ("POST", "/uploads/pause", WHOLE_MANAGE),
    ("POST", "/uploads/resume", WHOLE_MANAGE),
    ("POST", "/uploads/forget", WHOLE_MANAGE),
    ("POST", "/collections", WHOLE_MANAGE),
    ("GET", "/packs", WHOLE_MANAGE),
    ("GET", "/packs/save", WHOLE_MANAGE),
    ("POST", "/packs/save", WHOLE_MANAGE),
    ("POST", "/packs/{pack}/{rule}/{to}", WHOLE_MANAGE),
    ("GET", "/packs/try", WHOLE_MANAGE),
    ("POST", "/packs/try", WHOLE_MANAGE),
    ("GET", "/settings", WHOLE_MANAGE),
    ("GET", "/settings/preview", WHOLE_MANAGE),
    ("POST", "/settings/preview", WHOLE_MANAGE),
    ("GET", "/settings/save", WHOLE_MANAGE),
    ("POST", "/settings/save", WHOLE_MANAGE),
    ("POST", "/settings/reset", WHOLE_MANAGE),
    ("GET", "/settings/model/try", WHOLE_MANAGE),
    ("POST", "/settings/model/try", WHOLE_MANAGE),
    ("GET", "/settings/model/save", WHOLE_MANAGE),
    ("POST", "/settings/model/save", WHOLE_MANAGE),
    ("POST", "/settings/model/forget", WHOLE_MANAGE),
    ("GET", "/settings/further/add", WHOLE_MANAGE),
    ("POST", "/settings/further/add", WHOLE_MANAGE),
    ("POST", "/settings/further/remove", WHOLE_MANAGE),
    ("GET", "/keys", WHOLE_MANAGE),
    ("POST", "/keys", WHOLE_MANAGE),
    ("POST", "/keys/{id}/revoke", WHOLE_MANAGE),
    ("POST", "/reports/{id}/disputes", REVIEW),
    ("GET", "/review", REVIEW),
    ("GET", "/review/calibration", WHOLE_MANAGE),
    ("POST", "/review/calibration", WHOLE_MANAGE),
    ("POST", "/review/calibration/{id}/decision", WHOLE_MANAGE),
    ("POST", "/review/decisions", REVIEW),
    ("POST", "/review/{id}/decision", REVIEW),
    ("POST", "/review/{id}/assignee", REVIEW),
    ("POST", "/review/{id}/undo", REVIEW),
    ("GET", "/insights", WHOLE_READ),
];

/// What a request needs. Without a pattern there is no route, and the answer says so to everybody.
pub(crate) fn need(method: &str, pattern: Option<&str>) -> Need {
    let Some(pattern) = pattern else {
        return Need::Nothing;
    };
    let method = if method == "HEAD" { "GET" } else { method };
    let row = ROUTES
        .iter()
        .find(|(known, of, _)| *known == method && *of == pattern);
    row.map_or(Need::Everything, |(_, _, need)| *need)
}

#[cfg(test)]
mod tests {
    use super::{Need, ROUTES, need};
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// The routes that a file registers: every method with the path before it.
    fn registered(source: &str) -> Vec<(String, String)> {
        const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
        let mut found = Vec::new();
        let mut path = String::new();
        let mut rest = source
            .split_once("ServiceConfig)")
            .map_or("", |(_, rest)| rest);
        while let Some(at) = rest.find(['"', 'w']) {
            rest = &rest[at..];
            if let Some(text) = rest.strip_prefix('"') {
                let (text, more) = text.split_once('"').unwrap();
                text.clone_into(&mut path);
                rest = more;
                continue;
            }
            for method in METHODS {
                if rest.starts_with(&format!("web::{method}()")) {
                    found.push((method.to_uppercase(), path.clone()));
                }
            }
            rest = &rest[1..];
        }
        found
    }

    /// Every source file in a folder and below, so that no part can be left out that registers routes of its own.
    fn read_below(folder: &Path, sources: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read_below(&path, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                sources.push((path, source));
            }
        }
    }

    #[test]
    fn every_route_that_is_registered_stands_in_the_table_and_no_other() {
        let mut all: BTreeSet<(String, String)> = BTreeSet::new();
        let mut sources = Vec::new();
        read_below(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut sources,
        );
        // This file speaks of routes and registers none.
        sources.retain(|(file, _)| !file.ends_with("access/routes.rs"));
        for (file, source) in &sources {
            let found = registered(source);
            assert!(
                !found.is_empty() || !source.contains("ServiceConfig)"),
                "{} configures the server and registers nothing",
                file.display()
            );
            all.extend(found);
        }
        let table: BTreeSet<(String, String)> = ROUTES
            .iter()
            .map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned()))
            .collect();
        assert_eq!(table.len(), ROUTES.len(), "no route stands twice");
        let missing: Vec<_> = all.difference(&table).collect();
        let gone: Vec<_> = table.difference(&all).collect();
        assert!(
            missing.is_empty() && gone.is_empty(),
            "missing {missing:?}, gone {gone:?}"
        );
    }

    #[test]
    fn what_is_not_known_needs_everything() {
        assert_eq!(need("PUT", Some("/api/status")), Need::Everything);
        assert_eq!(need("GET", Some("/made/up")), Need::Everything);
        assert_eq!(need("GET", None), Need::Nothing);
        assert_eq!(need("HEAD", Some("/ask")), need("GET", Some("/ask")));
    }
}
