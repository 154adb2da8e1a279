//! What a verification uses of the firewall.

use super::Opinions;
use crate::Firewall;
use crate::cache::WindowVectors;
use crate::naming::KnownNamings;
use crate::tables::Tables;
use groundwall_core::CollectionId;
use groundwall_governance::pack::Packs;
use groundwall_judge::Judge;
use groundwall_ports::{ChatModel, Embedder, NliModel, PassageStore, PortError, WebLook};
use groundwall_tables::{TablePack, View};
use std::sync::Arc;

/// The ports of a verification, with what is remembered of earlier ones.
#[derive(Clone, Copy)]
pub(crate) struct Ports<'a> {
    pub(crate) store: &'a dyn PassageStore,
    pub(crate) embedder: &'a dyn Embedder,
    /// Reads every window; none where its model is missing.
    pub(crate) screen: Option<&'a dyn NliModel>,
    /// Reads closely what the screen picks; none where its model is missing.
    pub(crate) reader: Option<&'a dyn NliModel>,
    /// Weighs what both say; none where none was trained for them.
    pub(crate) judge: Option<&'a Judge>,
    /// Gives second opinions; none where no language model is set.
    pub(crate) chat: Option<&'a dyn ChatModel>,
    /// Looks cited web addresses up; none where nothing goes out.
    pub(crate) web: Option<&'a dyn WebLook>,
    pub(crate) packs: &'a Packs,
    /// Vectors of windows that were embedded before.
    pub(crate) windows: &'a WindowVectors,
    /// Second opinions that were given before.
    pub(crate) opinions: &'a Opinions,
    /// What documents were called before.
    pub(crate) namings: &'a KnownNamings,
    tables: &'a Tables,
    table_packs: &'a [TablePack],
}

impl Ports<'_> {
    /// The tables of a collection, made ready.
    pub(super) async fn views(
        &self,
        collection: &CollectionId,
    ) -> Result<Arc<Vec<View>>, PortError> {
        self.tables
            .views(self.store, self.table_packs, collection)
            .await
    }
}

impl Firewall {
    /// The ports of a verification.
    pub(crate) fn verifying(&self) -> Ports<'_> {
        let parts = &self.parts;
        Ports {
            store: parts.store.as_ref(),
            embedder: parts.embedder.as_ref(),
            screen: parts.nli.as_deref(),
            reader: parts.reader.as_deref(),
            judge: parts.judge.as_deref(),
            chat: parts.generator.chat(),
            web: parts.web.as_deref(),
            packs: &parts.packs,
            windows: &self.windows,
            opinions: &self.opinions,
            namings: &self.namings,
            tables: &self.tables,
            table_packs: &parts.table_packs,
        }
    }
}
