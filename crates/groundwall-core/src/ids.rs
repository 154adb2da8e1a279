//! Identities. Each is a string on the wire; what it is made of is the business of who made it.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A separate set of documents with its own policy and version.
    CollectionId
);
id!(
    /// One stored content within a collection: a UUID (v5) over collection and SHA-256.
    DocumentId
);
id!(
    /// One retrievable unit: a UUID (v5) over document and index.
    PassageId
);
id!(
    /// One report: a UUID (v4).
    ReportId
);
id!(
    /// Questions that were asked one after another: a UUID (v4).
    ConversationId
);

impl Default for CollectionId {
    /// `default`, which always exists.
    fn default() -> Self {
        Self("default".to_owned())
    }
}
