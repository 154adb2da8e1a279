//! The tools as they are offered: names, descriptions and schemas, read from one file. What a report looks like is said by the description of the HTTP API.

use crate::api;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

const FILE: &str = include_str!("../../assets/mcp-tools.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Offered {
    name: String,
    title: String,
    description: String,
    /// A schema of the API's description; none for the list of documents.
    output: Option<String>,
    input_schema: JsonObject,
}

/// The tools, in the order of the file.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| match serde_json::from_str(FILE) {
    Ok(offered) => <Vec<Offered>>::into_iter(offered).map(tool).collect(),
    Err(error) => {
        tracing::error!(%error, "the list of tools cannot be read");
        Vec::new()
    }
});

fn tool(offered: Offered) -> Tool {
    let Offered {
        name,
        title,
        description,
        output,
        input_schema,
    } = offered;
    let output = match output {
        Some(named) => api::schema(&named),
        None => json!({
            "type": "object",
            "properties": {
                "collection": {"type": "string"},
                "documents": {"type": "array", "items": {"type": "object"}},
                "passages": {"type": "integer"}
            },
            "required": ["collection", "documents", "passages"]
        }),
    };
    let hints = ToolAnnotations::new()
        .destructive(false)
        .open_world(false)
        .read_only(matches!(name.as_str(), "list_documents" | "get_report"));
    let tool = Tool::new(name, description, Arc::new(input_schema))
        .with_title(title)
        .with_annotations(hints);
    if let Value::Object(output) = output {
        tool.with_raw_output_schema(Arc::new(output))
    } else {
        tool
    }
}

pub(super) fn tools() -> &'static [Tool] {
    &TOOLS
}

#[cfg(test)]
mod tests {
    use super::tools;

    #[test]
    fn every_tool_says_what_it_takes_and_returns() {
        let names: Vec<&str> = tools().iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(
            names,
            ["verify_claims", "ask", "list_documents", "get_report"]
        );
        for tool in tools() {
            assert_eq!(tool.input_schema["type"], "object");
            assert_eq!(tool.input_schema["additionalProperties"], false);
            let output = tool.output_schema.as_ref().unwrap();
            assert_eq!(output["type"], "object", "{}", tool.name);
            assert!(output["required"].as_array().unwrap().len() >= 3);
        }
    }
}
