//! Each store keeps the contract, and what is its own.

use crate::contract::{EMBEDDER, contract, document, found, names, query};
use crate::loopback::Loopback;
use groundwall_core::CollectionId;
use groundwall_ports::PassageStore as _;
use groundwall_retrieval::{QdrantStore, SqliteStore};

#[tokio::test]
async fn sqlite_keeps_the_contract() {
    let dir = tempfile::tempdir().unwrap();
    contract(
        &SqliteStore::open(&dir.path().join("p.sqlite"), EMBEDDER, 3)
            .await
            .unwrap(),
    )
    .await;
}

#[tokio::test]
async fn qdrant_keeps_the_contract() {
    let url = Loopback::default().start().await;
    contract(&QdrantStore::connect(&url, None, EMBEDDER, 3).await.unwrap()).await;
    if let Ok(url) = std::env::var("QDRANT_URL") {
        let key = std::env::var("QDRANT_API_KEY").ok();
        contract(
            &QdrantStore::connect(&url, key, "contract-suite", 3)
                .await
                .unwrap(),
        )
        .await;
    }
}

#[tokio::test]
async fn sqlite_survives_a_restart_and_refuses_another_embedder() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("p.sqlite");
    let store = SqliteStore::open(&path, EMBEDDER, 3).await.unwrap();
    store
        .put(document("boats.txt", &["Boats lie at the quay."]))
        .await
        .unwrap();
    let before = store.search(&query("boats")).await.unwrap().candidates;
    drop(store);
    let store = SqliteStore::open(&path, EMBEDDER, 3).await.unwrap();
    assert_eq!(
        store.search(&query("boats")).await.unwrap().candidates,
        before
    );
    drop(store);
    let refused = SqliteStore::open(&path, "another embedder", 3)
        .await
        .err()
        .unwrap();
    assert!(refused.to_string().contains("embedder"), "{refused}");
}

#[tokio::test]
async fn an_upload_to_qdrant_that_was_cut_off_is_absent_as_a_whole() {
    let server = Loopback::default();
    let store = QdrantStore::connect(&server.start().await, None, EMBEDDER, 3)
        .await
        .unwrap();
    let texts: Vec<String> = (0..200)
        .map(|n| format!("Boat number {n} lies at the quay."))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for writes in 0..4 {
        server.break_after(Some(writes));
        assert!(
            store.put(document("boats.txt", &texts)).await.is_err(),
            "{writes} of five writes are not enough"
        );
        server.break_after(None);
        assert!(
            names(&store).await.is_empty() && found(&store, &query("boats")).await.is_empty(),
            "after {writes} writes"
        );
        assert!(
            store
                .search(&query("boats"))
                .await
                .unwrap()
                .rare_terms
                .is_empty()
        );
    }
    store.put(document("boats.txt", &texts)).await.unwrap();
    assert_eq!(
        store
            .stats(&CollectionId::default())
            .await
            .unwrap()
            .passages,
        200
    );
}

#[tokio::test]
async fn searches_of_qdrant_take_two_requests_however_many_terms_they_have() {
    let server = Loopback::default();
    let store = QdrantStore::connect(&server.start().await, None, EMBEDDER, 3)
        .await
        .unwrap();
    store
        .put(document("boats.txt", &["Boats lie at the quay."]))
        .await
        .unwrap();
    let before = server.reads();
    let queries = [
        query("boats"),
        query("Which red boats lie at the long quay beside the old harbour?"),
    ];
    store.search_all(&queries).await.unwrap();
    assert_eq!(server.reads() - before, 2);
}

#[tokio::test]
async fn a_qdrant_that_does_not_answer_is_a_clear_error() {
    let error = QdrantStore::connect("http://127.0.0.1:9", None, EMBEDDER, 3)
        .await
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("Qdrant does not answer"),
        "{error}"
    );
}
