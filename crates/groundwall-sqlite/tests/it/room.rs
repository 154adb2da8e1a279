//! A full disk: nothing acknowledged is undone, nothing refused is kept, and everything works again when there is room.

use super::damage::{NEW, add, count};
use groundwall_core::ProblemCode;
use groundwall_sqlite::Database;
use std::path::Path;

const CONNECTIONS: u32 = 3;
/// More pages than any of these files gets.
const PLENTY: u32 = 1_000_000;

/// Lets the file grow to a number of pages and no further, on every connection, those that are opened later too. 1 is as many as it has.
async fn pages(database: &Database, most: u32) {
    let pool = database.pool();
    let options = (*pool.connect_options())
        .clone()
        .pragma("max_page_count", most.to_string());
    pool.set_connect_options(options);
    let mut all = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut connection = pool.acquire().await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
            "PRAGMA max_page_count = {most}"
        )))
        .execute(&mut *connection)
        .await
        .unwrap();
        all.push(connection);
    }
}

async fn open(path: &Path) -> Database {
    Database::open(path, CONNECTIONS, &NEW).await.unwrap()
}

#[tokio::test]
async fn a_full_disk_undoes_nothing_that_was_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("n.sqlite");
    let database = open(&path).await;
    let long = "salted herring ".repeat(2000);
    add(&database, "first").await.unwrap();
    for cycle in 0..20 {
        pages(&database, 1).await;
        for _ in 0..4 {
            let error = add(&database, &long).await.unwrap_err();
            assert_eq!(error.problem.code, ProblemCode::InsufficientStorage);
            assert!(error.to_string().contains("Make room"), "{error}");
        }
        // What needs no room goes through, on whatever connection, and stays.
        let mut tx = database.write().await.unwrap();
        let deleted = sqlx::query("DELETE FROM notes WHERE body = 'first'")
            .execute(&mut *tx)
            .await
            .unwrap()
            .rows_affected();
        tx.commit().await.unwrap();
        assert_eq!((deleted, count(&database).await), (1, 0), "cycle {cycle}");
        pages(&database, PLENTY).await;
        add(&database, "first").await.unwrap();
        assert_eq!(count(&database).await, 1);
    }
    add(&database, &long).await.unwrap();
    // As after a kill: the file is opened anew.
    let again = open(&path).await;
    assert_eq!(count(&again).await, 2);
}

#[tokio::test]
async fn what_was_not_committed_leaves_no_open_transaction_behind() {
    let dir = tempfile::tempdir().unwrap();
    let database = open(&dir.path().join("n.sqlite")).await;
    for _ in 0..10 {
        let mut tx = database.write().await.unwrap();
        sqlx::raw_sql("INSERT INTO notes (body) VALUES ('never')")
            .execute(&mut *tx)
            .await
            .unwrap();
        assert!(
            sqlx::raw_sql("INSERT INTO nowhere VALUES (1)")
                .execute(&mut *tx)
                .await
                .is_err()
        );
        drop(tx);
        add(&database, "kept").await.unwrap();
    }
    assert_eq!(count(&database).await, 10);
    assert!(database.pool().size() <= CONNECTIONS);
}
