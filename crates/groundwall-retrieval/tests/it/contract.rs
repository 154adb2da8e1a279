//! What every backend must do. With `QDRANT_URL` set, the suite also runs against that server, in a collection that it clears.

mod content;
mod naming;
mod samples;

pub(crate) use samples::{EMBEDDER, document, found, name, names, query, table};

use groundwall_core::{CollectionId, HiddenText};
use groundwall_ports::{NewDocument, PassageStore, SearchQuery};

/// The suite: one contract, step by step; each step finds what the one before has left.
pub(crate) async fn contract(store: &dyn PassageStore) {
    is_empty_once_cleared(store).await;
    takes_documents(store).await;
    ranks_by_both_kinds_of_search(store).await;
    content::gives_documents_back(store).await;
    keeps_to_a_scope_and_adds_identifiers(store).await;
    searches_together(store).await;
    let version = naming::replaces_by_name_and_joins_by_content(store).await;
    naming::takes_rivals_under_one_name(store).await;
    naming::links_a_name(store).await;
    naming::keeps_a_review(store).await;
    naming::drops_content_with_its_last_name(store, version).await;
    content::keeps_tables(store).await;
    let hidden = content::keeps_hidden_text_apart(store).await;
    clears_all(store, hidden).await;
}

/// Nothing is left after a clear, and nothing is found.
async fn is_empty_once_cleared(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    store.clear(&collection).await.unwrap();
    assert_eq!(store.stats(&collection).await.unwrap().passages, 0);
    let nothing = store.search(&query("boats")).await.unwrap();
    assert!(
        nothing.candidates.is_empty()
            && nothing.rare_terms.is_empty()
            && nothing.best_similarity == 0.0
    );
}

/// Three documents are taken in and listed.
async fn takes_documents(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    store
        .put(document(
            "boats.txt",
            &[
                "Boats lie at the quay.",
                "The harbour has a red boat named LK-42.",
            ],
        ))
        .await
        .unwrap();
    store
        .put(document("bread.txt", &["The oven bakes bread."]))
        .await
        .unwrap();
    store
        .put(document(
            "birds.txt",
            &["Gulls and terns nest on the quay."],
        ))
        .await
        .unwrap();
    let stats = store.stats(&collection).await.unwrap();
    assert_eq!((stats.documents, stats.passages), (3, 4));
    let size = store.size(&collection).await.unwrap();
    assert_eq!((size.documents, size.passages), (3, 4));
    assert_eq!(
        names(store).await,
        [["birds.txt"], ["boats.txt"], ["bread.txt"]]
    );
}

/// Both kinds of search, ranked, with the cosine of the best.
async fn ranks_by_both_kinds_of_search(store: &dyn PassageStore) {
    let result = store
        .search(&query("Which bread does the oven bake?"))
        .await
        .unwrap();
    assert_eq!(result.candidates[0].passage.text, "The oven bakes bread.");
    assert_eq!(result.candidates[0].rank, 1);
    assert!(
        (result.candidates[0].similarity - result.best_similarity).abs() < 1e-5
            && result.best_similarity > 0.9
    );
    assert!(
        (result.candidates[0].score - 2.0 / 61.0).abs() < 1e-6,
        "first in both lists: {}",
        result.candidates[0].score
    );
    assert_eq!(result.rare_terms, ["bake", "bread", "oven"]);
}

/// A scope leaves everything else out; an identifier brings its passage in.
async fn keeps_to_a_scope_and_adds_identifiers(store: &dyn PassageStore) {
    let scoped = SearchQuery {
        documents: vec![name("birds.txt")],
        ..query("boats at the quay")
    };
    assert_eq!(
        found(store, &scoped).await,
        ["Gulls and terns nest on the quay."]
    );
    let unknown = SearchQuery {
        documents: vec![name("absent.txt")],
        ..query("boats at the quay")
    };
    assert!(found(store, &unknown).await.is_empty());
    let coded = SearchQuery {
        identifiers: vec!["lk-42".to_owned()],
        top_k: 1,
        ..query("gulls")
    };
    let texts = found(store, &coded).await;
    assert_eq!(
        (texts.len(), texts[1].as_str()),
        (2, "The harbour has a red boat named LK-42.")
    );
}

/// Several searches at once find what each finds by itself.
async fn searches_together(store: &dyn PassageStore) {
    let queries = [
        query("Which bread does the oven bake?"),
        SearchQuery {
            documents: vec![name("birds.txt")],
            ..query("boats at the quay")
        },
        query("boats"),
        query("?"),
    ];
    let together = store.search_all(&queries).await.unwrap();
    assert_eq!(together.len(), queries.len());
    for (query, found) in queries.iter().zip(&together) {
        let alone = store.search(query).await.unwrap();
        assert_eq!(found.candidates, alone.candidates, "{}", query.text);
        assert_eq!(found.rare_terms, alone.rare_terms, "{}", query.text);
    }
    assert!(store.search_all(&[]).await.unwrap().is_empty());
}

/// A clear takes hidden text along.
async fn clears_all(store: &dyn PassageStore, hidden: Vec<HiddenText>) {
    let collection = CollectionId::default();
    store
        .put(NewDocument {
            hidden,
            ..document("seen.txt", &["The quay is long."])
        })
        .await
        .unwrap();
    store.clear(&collection).await.unwrap();
    assert!(names(store).await.is_empty() && found(store, &query("boats")).await.is_empty());
}
