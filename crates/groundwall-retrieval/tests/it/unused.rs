//! The methods of the two services that the store never calls.

macro_rules! unused {
    ($($name:ident($request:ident) -> $response:ident;)*) => {
        $(fn $name<'a, 'b>(&'a self, _: tonic::Request<qdrant_client::qdrant::$request>) -> std::pin::Pin<Box<dyn Future<Output = Result<tonic::Response<qdrant_client::qdrant::$response>, tonic::Status>> + Send + 'b>>
        where 'a: 'b, Self: 'b {
            Box::pin(async { Err(tonic::Status::unimplemented(stringify!($name))) })
        })*
    };
}

macro_rules! unused_points {
    () => {
        unused! {
            get(GetPoints) -> GetResponse;
            update_vectors(UpdatePointVectors) -> PointsOperationResponse;
            delete_vectors(DeletePointVectors) -> PointsOperationResponse;
            overwrite_payload(SetPayloadPoints) -> PointsOperationResponse;
            delete_payload(DeletePayloadPoints) -> PointsOperationResponse;
            clear_payload(ClearPayloadPoints) -> PointsOperationResponse;
            delete_field_index(DeleteFieldIndexCollection) -> PointsOperationResponse;
            create_vector_name(CreateVectorNameRequest) -> PointsOperationResponse;
            delete_vector_name(DeleteVectorNameRequest) -> PointsOperationResponse;
            search(SearchPoints) -> SearchResponse;
            search_batch(SearchBatchPoints) -> SearchBatchResponse;
            search_groups(SearchPointGroups) -> SearchGroupsResponse;
            recommend(RecommendPoints) -> RecommendResponse;
            recommend_batch(RecommendBatchPoints) -> RecommendBatchResponse;
            recommend_groups(RecommendPointGroups) -> RecommendGroupsResponse;
            discover(DiscoverPoints) -> DiscoverResponse;
            discover_batch(DiscoverBatchPoints) -> DiscoverBatchResponse;
            update_batch(UpdateBatchPoints) -> UpdateBatchResponse;
            query(QueryPoints) -> QueryResponse;
            query_groups(QueryPointGroups) -> QueryGroupsResponse;
            facet(FacetCounts) -> FacetResponse;
            search_matrix_pairs(SearchMatrixPoints) -> SearchMatrixPairsResponse;
            search_matrix_offsets(SearchMatrixPoints) -> SearchMatrixOffsetsResponse;
        }
    };
}

macro_rules! unused_collections {
    () => {
        unused! {
            get(GetCollectionInfoRequest) -> GetCollectionInfoResponse;
            list(ListCollectionsRequest) -> ListCollectionsResponse;
            update(UpdateCollection) -> CollectionOperationResponse;
            update_aliases(ChangeAliases) -> CollectionOperationResponse;
            list_collection_aliases(ListCollectionAliasesRequest) -> ListAliasesResponse;
            list_aliases(ListAliasesRequest) -> ListAliasesResponse;
            collection_cluster_info(CollectionClusterInfoRequest) -> CollectionClusterInfoResponse;
            update_collection_cluster_setup(UpdateCollectionClusterSetupRequest) -> UpdateCollectionClusterSetupResponse;
            create_shard_key(CreateShardKeyRequest) -> CreateShardKeyResponse;
            delete_shard_key(DeleteShardKeyRequest) -> DeleteShardKeyResponse;
            list_shard_keys(ListShardKeysRequest) -> ListShardKeysResponse;
        }
    };
}

pub(crate) use {unused, unused_collections, unused_points};
