use crate::components::page_head::PageHead;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The addresses of the HTTP API.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApiDocsView {
    /// Method, address and what it does.
    pub operations: Vec<(String, String, String)>,
}

pub(crate) fn page(view: &ApiDocsView) -> AnyView {
    let list = view.operations.clone();
    view! {
        <div class="column wide">
            <PageHead title="HTTP API" lead=view! { "JSON in and out. Errors have one shape everywhere. The full description: "<a href="/api/openapi.json">"openapi.json"</a>"." } />
            <div class="scroll">
                <table class="policy operations">
                    <thead><tr><th scope="col">"Method"</th><th scope="col">"Address"</th><th scope="col">"What it does"</th></tr></thead>
                    <tbody>
                        {list
                            .into_iter()
                            .map(|(method, path, what)| view! { <tr><td><code>{method}</code></td><td><code>{path}</code></td><td>{what}</td></tr> })
                            .collect_view()}
                    </tbody>
                </table>
            </div>
            <h2>"Errors"</h2>
            <pre tabindex="0"><code>"{\"error\": {\"code\": \"unprocessable\", \"message\": \"…\", \"details\": [\"…\"]}, \"detail\": \"…\"}"</code></pre>
        </div>
    }
    .into_any()
}
