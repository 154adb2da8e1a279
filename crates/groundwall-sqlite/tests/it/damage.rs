//! What is no whole database is refused by name; what is deleted is gone; a copy is made while others write.

use groundwall_sqlite::{Database, New, copy};
use std::path::{Path, PathBuf};

pub(crate) const NEW: New<'static> = New {
    schema: &["CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"],
    meta: &[("schema_version", "1")],
};

pub(crate) async fn add(
    database: &Database,
    body: &str,
) -> Result<(), groundwall_ports::PortError> {
    let mut tx = database.write().await?;
    sqlx::query("INSERT INTO notes (body) VALUES (?)")
        .bind(body)
        .execute(&mut *tx)
        .await
        .map_err(groundwall_sqlite::fault)?;
    tx.commit().await
}

pub(crate) async fn count(database: &Database) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM notes")
        .fetch_one(database.pool())
        .await
        .unwrap()
}

/// A closed file of some pages.
async fn filled(dir: &Path) -> PathBuf {
    let path = dir.join("n.sqlite");
    let database = Database::open(&path, 2, &NEW).await.unwrap();
    for number in 0..200 {
        add(&database, &format!("{number}: {}", "herring ".repeat(100)))
            .await
            .unwrap();
    }
    database.close().await;
    path
}

async fn refusal(path: &Path) -> String {
    let error = Database::open(path, 2, &NEW)
        .await
        .err()
        .expect("a damaged file is refused");
    assert_eq!(error.problem.code, groundwall_core::ProblemCode::Internal);
    let said = error.to_string();
    assert!(
        said.contains(&format!("{} is damaged", path.display()))
            && said.contains("groundwall restore")
            && said.contains("away"),
        "{said}"
    );
    said
}

#[tokio::test]
async fn damaged_files_are_refused_by_name_and_left_as_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let path = filled(dir.path()).await;
    let whole = std::fs::read(&path).unwrap();
    assert!(whole.len() > 20 * 4096);

    std::fs::write(&path, b"").unwrap();
    assert!(refusal(&path).await.contains("empty"));
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);

    let mut headless = whole.clone();
    headless[3] ^= 0x20;
    std::fs::write(&path, &headless).unwrap();
    assert!(refusal(&path).await.contains("does not begin"));
    std::fs::write(&path, &whole[..7]).unwrap();
    assert!(refusal(&path).await.contains("does not begin"));

    // Cut off in the middle, at the end of a page and inside of one.
    for length in [whole.len() / 2 / 4096 * 4096, whole.len() - 2000] {
        std::fs::write(&path, &whole[..length]).unwrap();
        refusal(&path).await;
    }

    // A page of the table is overwritten.
    let mut flipped = whole.clone();
    let middle = whole.len() / 2 / 4096 * 4096;
    for byte in &mut flipped[middle..middle + 64] {
        *byte ^= 0xff;
    }
    std::fs::write(&path, &flipped).unwrap();
    refusal(&path).await;
    assert_eq!(std::fs::read(&path).unwrap(), flipped);

    // The file was lost and its log with acknowledged rows was not.
    std::fs::remove_file(&path).unwrap();
    std::fs::write(dir.path().join("n.sqlite-wal"), b"rows").unwrap();
    assert!(refusal(&path).await.contains("gone"));
    assert!(!path.exists());
    std::fs::remove_file(dir.path().join("n.sqlite-wal")).unwrap();

    // A database without the tables of this program.
    std::fs::write(&path, &whole).unwrap();
    let database = Database::open(&path, 2, &NEW).await.unwrap();
    assert_eq!(count(&database).await, 200);
    sqlx::raw_sql("DROP TABLE meta")
        .execute(database.pool())
        .await
        .unwrap();
    database.close().await;
    assert!(refusal(&path).await.contains("no tables"));
}

#[tokio::test]
async fn what_is_left_of_a_file_that_was_never_finished_is_made_anew() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("n.sqlite");
    std::fs::write(dir.path().join("n.sqlite.new"), b"half a f").unwrap();
    let database = Database::open(&path, 2, &NEW).await.unwrap();
    add(&database, "one").await.unwrap();
    assert_eq!(count(&database).await, 1);
    assert!(!dir.path().join("n.sqlite.new").exists());
    for name in ["n.sqlite", "n.sqlite-wal"] {
        let rights = std::fs::metadata(dir.path().join(name)).unwrap();
        assert_eq!(rights.permissions().mode() & 0o777, 0o600, "{name}");
    }
    database.close().await;
    let log = std::fs::metadata(dir.path().join("n.sqlite-wal"));
    assert_eq!(log.map_or(0, |log| log.len()), 0);
}

#[tokio::test]
async fn deleted_text_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("n.sqlite");
    let database = Database::open(&path, 2, &NEW).await.unwrap();
    let secret = "xylophone-of-the-harbourmaster";
    // Short, and so long that it fills pages of its own.
    add(&database, secret).await.unwrap();
    add(&database, &secret.repeat(1000)).await.unwrap();
    add(&database, "what stays").await.unwrap();
    let holds = |text: &str| {
        std::fs::read_dir(dir.path()).unwrap().any(|file| {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        })
    };
    assert!(holds(secret));
    let mut tx = database.write().await.unwrap();
    sqlx::raw_sql("DELETE FROM notes WHERE id < 3")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    database.empty_log().await;
    assert!(!holds(secret), "while the file is open");
    assert!(holds("what stays"));
    database.close().await;
    assert!(!holds(secret), "after it is closed");
}

#[tokio::test]
async fn a_copy_is_whole_while_others_write() {
    let dir = tempfile::tempdir().unwrap();
    let path = filled(dir.path()).await;
    let database = Database::open(&path, 2, &NEW).await.unwrap();
    add(&database, "in the log and not in the file")
        .await
        .unwrap();
    let mut open = database.write().await.unwrap();
    sqlx::raw_sql("DELETE FROM notes")
        .execute(&mut *open)
        .await
        .unwrap();
    let to = dir.path().join("copy.sqlite");
    assert_eq!(copy(&path, &to).await.unwrap(), "1");
    drop(open);
    let copied = Database::open(&to, 2, &NEW).await.unwrap();
    assert_eq!(count(&copied).await, 201);
    assert!(
        copy(&path, &to).await.is_err(),
        "a file that is there is not overwritten"
    );
    assert_eq!(count(&copied).await, 201);
    let absent = copy(&dir.path().join("absent.sqlite"), &dir.path().join("c")).await;
    assert!(absent.unwrap_err().to_string().contains("absent.sqlite"));
}
