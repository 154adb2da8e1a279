//! Which files a language model is, and what those that were pulled must hash to.

use crate::LoadError;
use groundwall_core::model::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Component, Path, PathBuf};

/// The list of pulled language models, in the hub's directory.
const LIST: &str = "generators.toml";
const TOKENIZER: &str = "tokenizer.json";

/// A language model that was pulled, with the hashes of its files at that time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PulledGenerator {
    /// Its id on the hub.
    pub id: String,
    pub commit: String,
    pub license: String,
    /// Relative to the hub's directory.
    pub dir: PathBuf,
    /// Name of the GGUF file.
    pub file: String,
    /// SHA-256 of the GGUF file, lower-case hexadecimal.
    pub sha256: String,
    /// SHA-256 of `tokenizer.json`; none where the GGUF file holds the tokenizer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokenizer_sha256: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    generator: Vec<PulledGenerator>,
}

/// The files of a language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorFiles {
    /// As it is shown.
    pub name: String,
    pub gguf: PathBuf,
    /// None where the GGUF file holds the tokenizer.
    pub tokenizer: Option<PathBuf>,
    /// What they must hash to; none for files that were not pulled.
    pub pinned: Option<PulledGenerator>,
}

fn unread(path: &Path) -> impl FnOnce(std::io::Error) -> LoadError {
    let path = path.to_owned();
    move |source| LoadError::Read { path, source }
}

/// The language models that were pulled into a hub's directory.
///
/// # Errors
/// Fails when the list cannot be read or understood, or names a file outside of the directory.
pub fn pulled_generators(cache: &Path) -> Result<Vec<PulledGenerator>, LoadError> {
    let path = cache.join(LIST);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&path).map_err(unread(&path))?;
    let list: List = toml::from_str(&text).map_err(|error| LoadError::Format {
        path: path.clone(),
        why: error.to_string(),
    })?;
    let inside = |path: &Path| path.components().all(|c| matches!(c, Component::Normal(_)));
    match list
        .generator
        .iter()
        .find(|one| !inside(&one.dir) || !inside(Path::new(&one.file)))
    {
        None => Ok(list.generator),
        Some(one) => Err(LoadError::Format {
            path,
            why: format!("{} lies outside of this directory", one.id),
        }),
    }
}

/// Takes files that were just downloaded into `dir`, a directory under `cache`, into the list with their hashes. The same commit of the same model may not
/// come with other contents: [`LoadError::Changed`]. Another commit replaces the one before.
///
/// # Errors
/// Fails when `dir` does not lie under `cache`, a file or the list cannot be read or written, or the same commit came with other contents before.
pub fn pin_generator(
    cache: &Path,
    dir: &Path,
    [id, commit, license, file]: [&str; 4],
) -> Result<PulledGenerator, LoadError> {
    let relative = dir.strip_prefix(cache).map_err(|_| LoadError::Format {
        path: dir.to_owned(),
        why: format!("it is not under {}", cache.display()),
    })?;
    let tokenizer = dir.join(TOKENIZER);
    let pulled = PulledGenerator {
        id: id.to_owned(),
        commit: commit.to_owned(),
        license: license.to_owned(),
        dir: relative.to_owned(),
        file: file.to_owned(),
        sha256: hash_at(&dir.join(file))?,
        tokenizer_sha256: tokenizer
            .is_file()
            .then(|| hash_at(&tokenizer))
            .transpose()?,
    };
    let mut all = pulled_generators(cache)?;
    let same = |one: &&PulledGenerator| one.id == id && one.commit == commit && one.file == file;
    if let Some(before) = all.iter().find(same) {
        GeneratorFiles::of(cache, before).check()?;
    }
    all.retain(|one| one.id != id);
    all.push(pulled.clone());
    let path = cache.join(LIST);
    let text =
        toml::to_string_pretty(&List { generator: all }).map_err(|error| LoadError::Format {
            path: path.clone(),
            why: error.to_string(),
        })?;
    // Whole or not at all.
    let beside = cache.join(format!("{LIST}.new"));
    std::fs::write(&beside, text).map_err(unread(&beside))?;
    std::fs::rename(&beside, &path).map_err(unread(&path))?;
    Ok(pulled)
}

impl GeneratorFiles {
    /// The files of `choice`: a GGUF file, a directory with one GGUF file, or the hub id of a model that was pulled into `cache`. A `tokenizer.json` beside
    /// the GGUF file goes before the tokenizer inside of it.
    ///
    /// # Errors
    /// Fails when the choice is neither a GGUF file, nor a directory with exactly one, nor the id of a pulled model, or when the list of pulled models cannot be read.
    pub fn find(choice: &str, cache: &Path) -> Result<Self, LoadError> {
        let path = Path::new(choice);
        let pulled = pulled_generators(cache)?;
        if let Some(one) = pulled.iter().find(|one| one.id == choice) {
            return Ok(Self::of(cache, one));
        }
        let gguf = if path.is_dir() {
            only_gguf(path)?
        } else if path.is_file() {
            path.to_owned()
        } else {
            let ids: Vec<&str> = pulled.iter().map(|one| one.id.as_str()).collect();
            return Err(LoadError::Unsupported {
                what: format!("generator.local = {choice:?}"),
                why: format!(
                    "it is neither a GGUF file, nor a directory with one, nor the id of a pulled model ({}). Pull it first: groundwall models pull generator {choice}",
                    if ids.is_empty() {
                        "none was pulled".to_owned()
                    } else {
                        format!("pulled: {}", ids.join(", "))
                    }
                ),
            });
        };
        let tokenizer = gguf.with_file_name(TOKENIZER);
        Ok(Self {
            name: gguf
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            gguf,
            tokenizer: tokenizer.is_file().then_some(tokenizer),
            pinned: None,
        })
    }

    /// The files of a model that was pulled into `cache`.
    pub fn of(cache: &Path, pulled: &PulledGenerator) -> Self {
        let dir = cache.join(&pulled.dir);
        Self {
            name: pulled.id.clone(),
            gguf: dir.join(&pulled.file),
            tokenizer: pulled
                .tokenizer_sha256
                .as_ref()
                .map(|_| dir.join(TOKENIZER)),
            pinned: Some(pulled.clone()),
        }
    }

    /// Compares files that were pulled with their hashes; [`LoadError::Changed`] where one differs.
    ///
    /// # Errors
    /// Fails when a file cannot be read, or is not what was pulled.
    pub fn check(&self) -> Result<(), LoadError> {
        let gguf = File::open(&self.gguf).map_err(unread(&self.gguf))?;
        self.open_checked(&gguf).map(drop)
    }

    /// The bytes of `tokenizer.json`, if there is one, when it and the opened GGUF file are what they were when they were pulled.
    pub(super) fn open_checked(&self, gguf: &File) -> Result<Option<Vec<u8>>, LoadError> {
        let tokenizer = self
            .tokenizer
            .as_ref()
            .map(|path| std::fs::read(path).map_err(unread(path)))
            .transpose()?;
        let Some(pinned) = &self.pinned else {
            return Ok(tokenizer);
        };
        same(
            &self.gguf,
            &pinned.sha256,
            hash(gguf).map_err(unread(&self.gguf))?,
        )?;
        if let (Some(path), Some(bytes), Some(expected)) =
            (&self.tokenizer, &tokenizer, &pinned.tokenizer_sha256)
        {
            same(path, expected, hex(&Sha256::digest(bytes)))?;
        }
        Ok(tokenizer)
    }
}

fn only_gguf(dir: &Path) -> Result<PathBuf, LoadError> {
    let entries = std::fs::read_dir(dir).map_err(unread(dir))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "gguf"))
        .collect();
    match (files.pop(), files.is_empty()) {
        (Some(file), true) => Ok(file),
        (found, _) => Err(LoadError::Format {
            path: dir.to_owned(),
            why: if found.is_some() {
                "it has several GGUF files; name one of them".to_owned()
            } else {
                "it has no GGUF file".to_owned()
            },
        }),
    }
}

fn same(path: &Path, expected: &str, actual: String) -> Result<(), LoadError> {
    if actual == expected {
        return Ok(());
    }
    Err(LoadError::Changed {
        path: path.to_owned(),
        expected: expected.to_owned(),
        actual,
    })
}

fn hash_at(path: &Path) -> Result<String, LoadError> {
    File::open(path)
        .and_then(|file| hash(&file))
        .map_err(unread(path))
}

/// SHA-256 of a file, read in pieces; it stands at its beginning afterwards.
fn hash(mut file: &File) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    let mut piece = vec![0; 1 << 20];
    file.seek(SeekFrom::Start(0))?;
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            break;
        }
        hasher.update(&piece[..read]);
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(hex(&hasher.finalize()))
}
