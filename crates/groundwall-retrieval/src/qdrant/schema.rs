//! The Qdrant collections: how they are called, and what is made of them before the first point.

use super::{QdrantStore, failed};
use groundwall_core::CollectionId;
use groundwall_ports::PortError;
use qdrant_client::qdrant::{
    CreateCollectionBuilder, CreateFieldIndexCollectionBuilder, Distance, FieldType, Modifier,
    SparseVectorParamsBuilder, SparseVectorsConfigBuilder, VectorParamsBuilder,
    VectorsConfigBuilder,
};

impl QdrantStore {
    /// The Qdrant collection: the embedder's hash is part of the name, so vectors of two models never mix.
    pub(super) fn table(&self, collection: &CollectionId) -> String {
        format!(
            "groundwall_{}_{}",
            collection.0,
            &self.embedder_sha256[..self.embedder_sha256.len().min(12)]
        )
    }

    pub(super) async fn ensure(&self, collection: &CollectionId) -> Result<String, PortError> {
        let table = self.table(collection);
        if self
            .client
            .collection_exists(&table)
            .await
            .map_err(failed)?
        {
            return Ok(table);
        }
        let mut dense = VectorsConfigBuilder::default();
        dense.add_named_vector_params(
            "dense",
            VectorParamsBuilder::new(self.dimensions as u64, Distance::Cosine),
        );
        let mut sparse = SparseVectorsConfigBuilder::default();
        sparse.add_named_vector_params(
            "bm25",
            SparseVectorParamsBuilder::default().modifier(Modifier::Idf),
        );
        self.client
            .create_collection(
                CreateCollectionBuilder::new(&table)
                    .vectors_config(dense)
                    .sparse_vectors_config(sparse),
            )
            .await
            .map_err(failed)?;
        let keyword = |field| (field, FieldType::Keyword);
        let keywords = ["document", "tables_of", "hidden_of", "names", "terms"].map(keyword);
        for (field, kind) in keywords.into_iter().chain([("live", FieldType::Bool)]) {
            let request = CreateFieldIndexCollectionBuilder::new(&table, field, kind).wait(true);
            self.client
                .create_field_index(request)
                .await
                .map_err(failed)?;
        }
        Ok(table)
    }
}
