//! Which collection a form is about.

use crate::access;
use crate::api::Shared;
use app::Choice;
use groundwall_core::{Collection, DocumentName};
use groundwall_ports::PortError;

/// What a form that is about a collection offers; a name or id that is none is an error.
pub(super) async fn choice(
    context: &Shared,
    given: Option<&str>,
    documents: Vec<DocumentName>,
) -> Result<Choice, PortError> {
    let collections = context.service.collections().await?;
    let chosen = match given.filter(|given| !given.trim().is_empty()) {
        Some(given) => {
            let found = Collection::find(&collections, given);
            found.ok_or_else(|| Collection::unknown(given))?.id.clone()
        }
        None => access::current().home(),
    };
    Ok(Choice {
        collections,
        chosen,
        documents,
    })
}
