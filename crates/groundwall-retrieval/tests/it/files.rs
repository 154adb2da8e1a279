//! The file of the embedded store: refused when it is damaged, without what was deleted, whole when it is closed.

use super::contract::{EMBEDDER, document, name, query, table};
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

/// Makes a database of one that an earlier version wrote.
async fn of_version(path: &Path, version: &str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let mut statements = Vec::new();
    if version < "4" {
        statements.push("DROP TABLE outdated");
    }
    if version < "3" {
        statements.push("DROP TABLE hidden");
    }
    if version < "2" {
        statements.push("DROP TABLE tables");
    }
    for statement in statements {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    sqlx::query("UPDATE meta SET value = ? WHERE key = 'schema_version'")
        .bind(version)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
}

#[tokio::test]
async fn what_an_earlier_version_read_is_kept_until_it_is_read_again_and_gets_its_tables_then() {
    for version in ["1", "2", "3", "4"] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("p.sqlite");
        let collection = CollectionId::default();
        let boats = || document("boats.txt", &["Boats lie at the quay.", "Ropes are dear."]);
        let first = boats();
        let store = open(&path).await;
        let added = store.put(first).await.unwrap();
        let id = added.id.clone();
        store
            .link(&collection, &id, &name("copy.txt"))
            .await
            .unwrap();
        store
            .put(document("bread.txt", &["Bread is in the oven."]))
            .await
            .unwrap();
        store.close().await;
        of_version(&path, version).await;

        let store = open(&path).await;
        assert_eq!(
            store.outdated(&collection).await.unwrap().len(),
            2,
            "{version}"
        );
        let found = store.search(&query("boats")).await.unwrap();
        assert_eq!(found.candidates[0].passage.text, "Boats lie at the quay.");
        let linked = store
            .link(&collection, &id, &name("boats.txt"))
            .await
            .unwrap();
        assert!(linked.is_none(), "it has to be read");

        let at = "2026-02-01T00:00:00Z";
        store.review(&collection, &id, at).await.unwrap().unwrap();
        let mut again = boats();
        again.document.added_at = "2030-01-01T00:00:00Z".to_owned();
        again.tables = vec![table(&[])];
        let put = store.put(again).await.unwrap();
        assert_eq!(
            (put.names.len(), &put.added_at, put.reviewed_at.as_deref()),
            (2, &added.added_at, Some(at)),
            "{version}"
        );
        assert_eq!(
            store.tables(&collection).await.unwrap().len(),
            1,
            "{version}"
        );
        let left = store.outdated(&collection).await.unwrap();
        assert!(left.len() == 1 && !left.contains(&id), "{version}");
        let stats = store.stats(&collection).await.unwrap();
        assert_eq!((stats.documents, stats.passages), (2, 3), "{version}");
        // One that is deleted is not waited for.
        store.remove(&collection, &name("bread.txt")).await.unwrap();
        assert!(store.outdated(&collection).await.unwrap().is_empty());
        store.close().await;

        let store = open(&path).await;
        assert!(store.outdated(&collection).await.unwrap().is_empty());
        let found = store.search(&query("boats")).await.unwrap();
        let texts: Vec<&str> = found
            .candidates
            .iter()
            .map(|candidate| candidate.passage.text.as_str())
            .collect();
        assert_eq!(
            texts
                .iter()
                .filter(|text| text.starts_with("Boats"))
                .count(),
            1
        );
    }
}
