//! The file of the embedded store: refused when it is damaged, without what was deleted, whole when it is closed.

use super::contract::{EMBEDDER, document, name, query};
use groundwall_core::CollectionId;
use groundwall_ports::PassageStore as _;
use groundwall_retrieval::SqliteStore;
use std::path::Path;

async fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, EMBEDDER, 3).await.unwrap()
}

/// Whether any file of a folder has the text in it.
fn holds(dir: &Path, text: &str) -> bool {
    std::fs::read_dir(dir).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    })
}

#[tokio::test]
async fn a_damaged_file_is_refused_and_not_taken_for_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("p.sqlite");
    let store = open(&path).await;
    let boats = document("boats.txt", &["Boats lie at the quay."]);
    store.put(boats).await.unwrap();
    store.close().await;
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[0] ^= 1;
    for damaged in [
        Vec::new(),
        flipped,
        whole[..whole.len() / 4096 / 2 * 4096].to_vec(),
    ] {
        std::fs::write(&path, &damaged).unwrap();
        let refused = SqliteStore::open(&path, EMBEDDER, 3).await.err().unwrap();
        assert!(
            refused.to_string().contains("p.sqlite is damaged"),
            "{refused}"
        );
    }
    std::fs::write(&path, &whole).unwrap();
    let found = open(&path).await.search(&query("boats")).await.unwrap();
    assert_eq!(found.candidates.len(), 1);
}

#[tokio::test]
async fn what_was_deleted_or_replaced_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let collection = CollectionId::default();
    let store = open(&dir.path().join("p.sqlite")).await;
    let texts = |secret: &str| {
        (0..40)
            .map(|number| format!("{secret} number {number} lies at the quay."))
            .collect::<Vec<String>>()
    };
    for (secret, name_of) in [
        ("Zanzibarian", "a.txt"),
        ("Xylophonic", "b.txt"),
        ("Quixotic", "c.txt"),
        ("Lasting", "d.txt"),
    ] {
        let texts = texts(secret);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        store.put(document(name_of, &texts)).await.unwrap();
        assert!(holds(dir.path(), secret));
    }
    let removed = store.remove(&collection, &name("a.txt")).await.unwrap();
    assert!(removed.existed);
    assert!(!holds(dir.path(), "Zanzibarian"), "removed");
    store
        .put(document("b.txt", &["Bread is in the oven."]))
        .await
        .unwrap();
    assert!(!holds(dir.path(), "Xylophonic"), "replaced");
    assert!(holds(dir.path(), "Quixotic") && holds(dir.path(), "Lasting"));
    store.clear(&collection).await.unwrap();
    assert!(!holds(dir.path(), "Quixotic") && !holds(dir.path(), "Lasting"));
    store.close().await;
    assert!(!holds(dir.path(), "Lasting"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_that_goes_away_leaves_file_and_memory_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("p.sqlite");
    let collection = CollectionId::default();
    let store = open(&path).await;
    let (mut stored, mut cancelled) = (0, 0);
    for number in 0..80_u64 {
        let (file, text) = (
            format!("{number}.txt"),
            format!("Boat number {number} lies at the quay."),
        );
        let put = store.put(document(&file, &[&text]));
        let time = std::time::Duration::from_micros(number * number * 25);
        match tokio::time::timeout(time, put).await {
            Ok(result) => {
                result.unwrap();
                stored += 1;
            }
            Err(_) => cancelled += 1,
        }
    }
    assert!(
        stored > 0 && cancelled > 0,
        "{stored} stored, {cancelled} cancelled"
    );
    // The next writer begins when the one before has ended.
    store.put(document("last.txt", &["Gulls."])).await.unwrap();
    let documents = store.documents(&collection).await.unwrap().len();
    let stats = store.stats(&collection).await.unwrap();
    assert!(documents > stored, "{documents} of {stored}");
    assert_eq!(
        (stats.documents as usize, stats.passages as usize),
        (documents, documents)
    );
    store.close().await;
    let again = open(&path).await.stats(&collection).await.unwrap();
    assert_eq!(again, stats);
}
