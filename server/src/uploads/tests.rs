use super::Uploads;
use groundwall_core::{CollectionId, DocumentId, ProblemCode, UploadRead, UploadState};
use groundwall_ports::Upload;
use std::path::{Path, PathBuf};

const MOST: u64 = 1_000;

fn open(dir: &Path) -> Uploads {
    Uploads::open(dir, MOST).unwrap()
}

fn file(name: &str, bytes: usize) -> Upload {
    Upload {
        name: name.to_owned(),
        bytes: vec![b'x'; bytes],
    }
}

fn add(uploads: &Uploads, files: Vec<Upload>) -> Result<usize, ProblemCode> {
    let added = uploads.add(&CollectionId::default(), files, ("Astrid", "now"));
    added
        .map(|taken| taken.len())
        .map_err(|error| error.problem.code)
}

fn read() -> UploadRead {
    UploadRead {
        document: DocumentId("d".to_owned()),
        passages: 1,
        pages: None,
        tables: Vec::new(),
        notes: Vec::new(),
        same_as: None,
    }
}

fn path(dir: &Path, number: u64, end: &str) -> PathBuf {
    dir.join(format!("uploads/{number:012}.{end}"))
}

/// Puts a folder where a file is to be written, as if the disk failed there.
fn broken(path: &Path) -> Option<Vec<u8>> {
    let before = std::fs::read(path).ok();
    let _ = std::fs::remove_file(path);
    std::fs::create_dir_all(path.join("in the way")).unwrap();
    before
}

fn mended(path: &Path, before: Option<Vec<u8>>) {
    std::fs::remove_dir_all(path).unwrap();
    if let Some(before) = before {
        std::fs::write(path, before).unwrap();
    }
}

#[test]
fn files_are_kept_all_or_none() {
    let dir = tempfile::tempdir().unwrap();
    let uploads = open(dir.path());
    let second = path(dir.path(), 2, "file");
    broken(&second);
    let two = || vec![file("a.txt", 3), file("b.txt", 3)];
    assert_eq!(add(&uploads, two()), Err(ProblemCode::InsufficientStorage));
    assert!(uploads.queue().files.is_empty(), "nobody was told of them");
    assert!(!path(dir.path(), 1, "file").exists());
    mended(&second, None);
    assert_eq!(add(&uploads, two()), Ok(2));
    assert!(open(dir.path()).queue().files.len() == 2);
}

#[test]
fn a_disk_that_fails_is_not_the_fault_of_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let uploads = open(dir.path());
    add(&uploads, vec![file("a.txt", 3)]).unwrap();
    let record = path(dir.path(), 1, "json");
    let before = broken(&record);
    for _ in 0..10 {
        assert!(uploads.begin().is_err());
    }
    mended(&record, before);
    let (number, who, _) = uploads.begin().unwrap().unwrap();
    assert_eq!((number, who.as_str()), (1, "Astrid"));
    assert_eq!(uploads.state().files[&1].attempts, 1);
    // What became of it is not lost either.
    let before = broken(&record);
    assert!(uploads.end(1, Ok(read())).is_err());
    assert!(
        uploads.begin().unwrap().is_none(),
        "it counts as being read"
    );
    mended(&record, before);
    uploads.end(1, Ok(read())).unwrap();
    assert_eq!(uploads.queue().files[0].state, UploadState::Done);
    assert!(!path(dir.path(), 1, "file").exists());
}

#[test]
fn a_file_that_is_put_back_says_why_and_has_lost_no_attempt() {
    let dir = tempfile::tempdir().unwrap();
    let uploads = open(dir.path());
    add(&uploads, vec![file("a.txt", 3)]).unwrap();
    uploads.begin().unwrap();
    let record = path(dir.path(), 1, "json");
    let before = broken(&record);
    let why = || Some("The disk is full.".to_owned());
    assert!(uploads.put_back(1, why()).is_err());
    mended(&record, before);
    uploads.put_back(1, why()).unwrap();
    let queue = open(dir.path()).queue();
    assert_eq!(queue.files[0].state, UploadState::Waiting);
    assert_eq!(queue.files[0].reason, why());
    assert_eq!(uploads.state().files[&1].attempts, 0);
    uploads.begin().unwrap();
    assert_eq!(uploads.queue().files[0].reason, None);
}

#[test]
fn room_is_kept_for_what_is_being_written() {
    let dir = tempfile::tempdir().unwrap();
    let uploads = open(dir.path());
    let large = [file("a.txt", 15_000)];
    let coming = uploads.reserve(&large).unwrap();
    let refused = add(&uploads, vec![file("b.txt", 15_000)]);
    assert_eq!(refused, Err(ProblemCode::Overloaded));
    drop(coming);
    assert_eq!(add(&uploads, vec![file("b.txt", 15_000)]), Ok(1));
}

#[test]
fn bytes_that_a_kill_left_behind_are_taken_away() {
    let dir = tempfile::tempdir().unwrap();
    let uploads = open(dir.path());
    add(&uploads, vec![file("a.txt", 3), file("b.txt", 3)]).unwrap();
    uploads.begin().unwrap();
    uploads.end(1, Ok(read())).unwrap();
    for (number, end) in [(1, "file"), (9, "file"), (2, "new")] {
        std::fs::write(path(dir.path(), number, end), "x").unwrap();
    }
    assert_eq!(open(dir.path()).queue().left, 1);
    assert!(path(dir.path(), 2, "file").exists());
    for (number, end) in [(1, "file"), (9, "file"), (2, "new")] {
        assert!(!path(dir.path(), number, end).exists(), "{number}.{end}");
    }
}
