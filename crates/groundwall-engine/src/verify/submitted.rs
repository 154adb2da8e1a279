//! Sources that come with a verification: cut like documents, used for it and not stored.

use crate::Firewall;
use groundwall_core::request::InlineSource;
use groundwall_core::{
    Block, BlockKind, DocumentId, DocumentName, ExtractedDocument, Format, Locator, Passage,
    Problem,
};

/// Passages of the given sources.
pub(crate) fn inline_passages(
    firewall: &Firewall,
    sources: &[InlineSource],
) -> Result<Vec<Passage>, Problem> {
    let mut passages = Vec::new();
    for source in sources {
        let name = DocumentName::parse(&source.id)?;
        let mut blocks = Vec::new();
        let heading: Vec<String> = source.title.iter().cloned().collect();
        let mut line = 1;
        for paragraph in source.text.split("\n\n") {
            if !paragraph.trim().is_empty() {
                let lead = paragraph.len() - paragraph.trim_start_matches('\n').len();
                let locator = Locator {
                    heading: heading.clone(),
                    line: Some(line + lead as u32),
                    ..Locator::default()
                };
                blocks.push(Block {
                    kind: BlockKind::Paragraph,
                    text: paragraph.trim_matches('\n').to_owned(),
                    locator,
                });
            }
            line += paragraph.matches('\n').count() as u32 + 2;
        }
        let document = ExtractedDocument {
            format: Format::Text,
            blocks,
            tables: Vec::new(),
            hidden: Vec::new(),
            pages: None,
            notes: Vec::new(),
        };
        let id = DocumentId(format!("inline:{}", source.id));
        passages.extend(firewall.passages(&document, &id, &name).0);
    }
    Ok(passages)
}
