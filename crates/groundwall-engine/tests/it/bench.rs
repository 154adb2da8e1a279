//! A firewall over a throwaway store, with the bundled models and judge.

use async_trait::async_trait;
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, ExtractedDocument, Format, HeaderRow,
    ModelIdentity, Policy, Question, Report, Verification,
};
use groundwall_engine::{Firewall, FirewallParts, Moment};
use groundwall_generator::ExtractiveGenerator;
use groundwall_inference::{CandleEmbedder, CandleNli, Manifest, Precision, Role};
use groundwall_ingest::{Chunker, Limits, PassageSize, extract, extract_with};
use groundwall_judge::Judge;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{
    Embedder, Extractor, FirewallService as _, Generator, NewDocument, NliModel, PassageStore,
    PortError, Upload, WebLook,
};
use groundwall_retrieval::SqliteStore;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

struct InProcess;

#[async_trait]
impl Extractor for InProcess {
    async fn extract(&self, name: &str, bytes: Vec<u8>) -> Result<ExtractedDocument, PortError> {
        Ok(extract(name, &bytes, &Limits::default())?)
    }

    async fn extract_with(
        &self,
        name: &str,
        bytes: Vec<u8>,
        headers: &[HeaderRow],
    ) -> Result<ExtractedDocument, PortError> {
        Ok(extract_with(name, &bytes, &Limits::default(), headers)?)
    }
}

/// The bundled embedder, with the number of texts that it was given.
struct Counting {
    embedder: Arc<CandleEmbedder>,
    texts: Arc<AtomicUsize>,
}

#[async_trait]
impl Embedder for Counting {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, PortError> {
        self.texts.fetch_add(texts.len(), Ordering::Relaxed);
        self.embedder.embed(texts).await
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.embedder.count_tokens(text)
    }

    fn max_tokens(&self) -> usize {
        self.embedder.max_tokens()
    }

    fn dimensions(&self) -> usize {
        self.embedder.dimensions()
    }

    fn identity(&self) -> &ModelIdentity {
        self.embedder.identity()
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The bundled models, loaded once.
struct Models {
    embedder: Arc<CandleEmbedder>,
    nli: Arc<CandleNli>,
    reader: Arc<CandleNli>,
    judge: Arc<Judge>,
}

fn models() -> &'static Models {
    static MODELS: OnceLock<Models> = OnceLock::new();
    MODELS.get_or_init(|| {
        let manifest = Manifest::read(&root().join("models")).unwrap();
        let identity: ModelIdentity = manifest.identity(Role::Judge, ".json", "trees").unwrap();
        let files = manifest.files(Role::Judge).unwrap();
        let lexicon = String::from_utf8(files["lexicon.txt"].clone()).unwrap();
        Models {
            embedder: Arc::new(
                CandleEmbedder::start(&manifest.load(Role::Embedder).unwrap(), Precision::Auto)
                    .unwrap(),
            ),
            nli: Arc::new(
                CandleNli::start(&manifest.load(Role::Verifier).unwrap(), Precision::Auto).unwrap(),
            ),
            reader: Arc::new(
                CandleNli::start(&manifest.load(Role::Reader).unwrap(), Precision::Auto).unwrap(),
            ),
            judge: Arc::new(
                Judge::parse(
                    &files["judge.json"],
                    files.get("precise.json").map(Vec::as_slice),
                    files.get("answering.json").map(Vec::as_slice),
                    &lexicon,
                    identity,
                )
                .unwrap(),
            ),
        }
    })
}

/// A firewall and its store.
pub(crate) struct Bench {
    pub(crate) firewall: Firewall,
    store: Arc<SqliteStore>,
    /// Texts that were embedded so far.
    embedded: Arc<AtomicUsize>,
    _dir: tempfile::TempDir,
}

impl Bench {
    pub(crate) async fn start() -> Self {
        Self::with(true).await
    }

    /// `nli` false: as if the verifier could not be loaded.
    pub(crate) async fn with(nli: bool) -> Self {
        let reader = Arc::clone(&models().reader) as Arc<dyn NliModel>;
        Self::of(nli, Some(reader), Arc::new(ExtractiveGenerator)).await
    }

    /// With another reader, or none, and another generator.
    pub(crate) async fn of(
        nli: bool,
        reader: Option<Arc<dyn NliModel>>,
        generator: Arc<dyn Generator>,
    ) -> Self {
        Self::with_web(nli, reader, generator, None).await
    }

    /// With somebody who looks web addresses up.
    pub(crate) async fn with_web(
        nli: bool,
        reader: Option<Arc<dyn NliModel>>,
        generator: Arc<dyn Generator>,
        web: Option<Arc<dyn WebLook>>,
    ) -> Self {
        let Models {
            embedder,
            nli: verifier,
            reader: _,
            judge,
        } = models();
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(
            SqliteStore::open(
                &dir.path().join("p.sqlite"),
                &embedder.identity().sha256,
                embedder.dimensions(),
            )
            .await
            .unwrap(),
        );
        let embedded = Arc::new(AtomicUsize::new(0));
        let firewall = Firewall::new(FirewallParts {
            extractor: Arc::new(InProcess),
            nli: nli.then(|| Arc::clone(verifier) as Arc<dyn NliModel>),
            reader,
            judge: Some(Arc::clone(judge)),
            embedder: Arc::new(Counting {
                embedder: Arc::clone(embedder),
                texts: Arc::clone(&embedded),
            }),
            store: Arc::clone(&store) as Arc<dyn PassageStore>,
            table_packs: table_packs(),
            packs: Arc::new(groundwall_governance::pack::Packs::bundled().unwrap()),
            generator,
            web,
            ledger: Arc::new(
                SqliteLedger::open(&dir.path().join("l.sqlite"))
                    .await
                    .unwrap(),
            ),
            passages: PassageSize::default(),
            policy: Policy::default(),
            clock: Arc::new(|| Moment {
                rfc3339: "2026-01-01T00:00:00Z".to_owned(),
                year: 2026,
            }),
        })
        .unwrap();
        Self {
            firewall,
            store,
            embedded,
            _dir: dir,
        }
    }

    /// Stores a text cut into passages of `size` characters.
    pub(crate) async fn add(&self, name: &str, text: &str, size: usize) {
        let embedder = &models().embedder;
        let count = |text: &str| embedder.count_tokens(text);
        let chunker = Chunker {
            size,
            overlap: size / 5,
            max_tokens: embedder.max_tokens(),
            count_tokens: &count,
        };
        let (id, name) = (
            DocumentId(format!("{name}-{size}")),
            DocumentName::parse(name).unwrap(),
        );
        let extracted = extract(name.as_str(), text.as_bytes(), &Limits::default()).unwrap();
        let passages = chunker.cut(&extracted, &id, &name).passages;
        let texts: Vec<String> = passages
            .iter()
            .map(|passage| passage.text.clone())
            .collect();
        let document = Document {
            id,
            collection: CollectionId::default(),
            names: vec![name],
            format: Format::Text,
            sha256: format!("{size}{}", text.len()),
            bytes: text.len() as u64,
            characters: text.chars().count() as u64,
            passages: u32::try_from(passages.len()).unwrap(),
            pages: None,
            added_at: "2026-01-01T00:00:00Z".to_owned(),
            reviewed_at: None,
            notes: Vec::new(),
        };
        let vectors = embedder.embed(&texts).await.unwrap();
        self.put(NewDocument {
            document,
            passages,
            vectors,
            tables: Vec::new(),
            hidden: Vec::new(),
            original: Vec::new(),
        })
        .await;
    }

    pub(crate) async fn put(&self, document: NewDocument) {
        self.store.put(document).await.unwrap();
    }

    pub(crate) fn embedded(&self) -> usize {
        self.embedded.load(Ordering::Relaxed)
    }

    pub(crate) async fn embed(texts: &[String]) -> Vec<Vec<f32>> {
        models().embedder.embed(texts).await.unwrap()
    }

    /// Takes in a file of the repository's data.
    pub(crate) async fn upload(&self, path: &str) {
        let name = path.rsplit('/').next().unwrap();
        let bytes = std::fs::read(root().join("data").join(path)).unwrap();
        self.take_in(name, bytes).await;
    }

    /// Takes in a file.
    pub(crate) async fn take_in(&self, name: &str, bytes: Vec<u8>) {
        let name = name.to_owned();
        for outcome in self
            .firewall
            .upload(vec![Upload { name, bytes }])
            .await
            .unwrap()
        {
            outcome.result.unwrap();
        }
    }

    pub(crate) async fn ask(&self, question: &str) -> Report {
        self.try_ask(question).await.unwrap()
    }

    pub(crate) async fn try_ask(&self, question: &str) -> Result<Report, PortError> {
        self.firewall
            .ask(Question::parse(question, PolicyOverride::default()).unwrap())
            .await
    }

    pub(crate) async fn verify(&self, subject: Subject) -> Report {
        self.firewall
            .verify(Verification::of(subject))
            .await
            .unwrap()
    }
}

/// The packs that ship.
fn table_packs() -> Vec<groundwall_tables::TablePack> {
    let read = |name: &str| std::fs::read_to_string(root().join("data/packs").join(name)).unwrap();
    ["core.toml", "student-records.toml"]
        .iter()
        .map(|name| groundwall_tables::TablePack::parse(&read(name)).unwrap())
        .collect()
}
