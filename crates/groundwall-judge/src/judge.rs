//! The judge: trees, their thresholds, and the lexicon they read with.

use crate::answering::Answering;
use crate::boosted::Boosted;
use crate::cues;
use crate::features;
use crate::lexicon::{Lexicon, LexiconError};
use groundwall_core::report::AskedReading;
use groundwall_core::{Evidence, ModelIdentity, NliScores};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// A judge's file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("the judge is not readable: {0}")]
    Format(#[from] serde_json::Error),
    #[error(
        "the judge was trained on a column {0} that this version does not compute; train it again with models/judge/training"
    )]
    Column(String),
    #[error(
        "the judge was trained with other word lists than this version has; train it again with models/judge/training"
    )]
    Lists,
    #[error("the judge's trees are damaged")]
    Damaged,
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
}

/// SHA-256 of the word lists that the columns are computed with, as hexadecimal digits: `data/cues.toml` and that of `groundwall-text`, one behind the other.
pub fn lists() -> String {
    let mut hash = Sha256::new();
    hash.update(cues::FILE);
    for list in groundwall_text::language::LISTS {
        hash.update(list);
    }
    groundwall_core::model::hex(&hash.finalize())
}

/// Trees and thresholds over some of the columns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// SHA-256 of the screen whose scores it was trained on.
    verifier: String,
    /// [`lists`] of the version that it was trained with.
    lists: String,
    /// SHA-256 of the reader, where it was trained on what that says.
    #[serde(default)]
    reader: Option<String>,
    columns: Vec<String>,
    support: Boosted,
    refute: Boosted,
    /// Probability of support from which a claim is supported.
    supported: f32,
    /// Probability that a claim which is not supported is contradicted, from which it is refuted.
    refuted: f32,
    /// Probability of support up to which a claim may be refuted; one that is likelier supported is at most unsupported.
    #[serde(default = "always")]
    refuted_up_to: f32,
    /// Probabilities of support, from and to, between which more than a tenth of its verdicts were wrong on the rows it was trained on, each judged by trees that had not seen it.
    undecided: (f32, f32),
}

fn always() -> f32 {
    1.0
}

/// What the judge makes of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Probability that the claim is supported, calibrated on rows of which half are.
    pub support: f32,
    /// Probability that the documents contradict it, given that they do not support it.
    pub refute: f32,
    pub supported: bool,
    pub refuted: bool,
}

impl File {
    fn parse(bytes: &[u8]) -> Result<Trees, JudgeError> {
        let file: Self = serde_json::from_slice(bytes)?;
        if file.lists != lists() {
            return Err(JudgeError::Lists);
        }
        let names = features::names();
        let place = |name: &String| {
            names
                .iter()
                .position(|own| own == name)
                .ok_or_else(|| JudgeError::Column(name.clone()))
        };
        let places: Vec<usize> = file.columns.iter().map(place).collect::<Result<_, _>>()?;
        if !file.support.is_sound(places.len()) || !file.refute.is_sound(places.len()) {
            return Err(JudgeError::Damaged);
        }
        Ok(Trees { file, places })
    }
}

/// A file with the places of its columns among all of them.
#[derive(Debug)]
struct Trees {
    file: File,
    places: Vec<usize>,
}

impl Trees {
    fn opinion(&self, row: &[f32]) -> Opinion {
        let row: Vec<f32> = self.places.iter().map(|place| row[*place]).collect();
        let (support, refute) = (
            sigmoid(self.file.support.score(&row)),
            sigmoid(self.file.refute.score(&row)),
        );
        Opinion {
            support,
            refute,
            supported: support >= self.file.supported,
            // What is more likely supported than contradicted is at most unsupported.
            refuted: refute >= self.file.refuted
                && support <= self.file.refuted_up_to
                && (1.0 - support) * refute > support,
        }
    }
}

/// The judge: one set of trees for what the screen says alone, one for both readers.
#[derive(Debug)]
pub struct Judge {
    identity: ModelIdentity,
    fast: Trees,
    precise: Option<Trees>,
    answering: Option<Answering>,
    lexicon: Lexicon,
}

/// The probability of log odds.
pub fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

impl Judge {
    /// Reads `judge.json`, where there is a reader `precise.json` and `answering.json`, and `lexicon.txt`; `identity` is what reports name.
    ///
    /// # Errors
    /// Fails when a file is no JSON of its shape, has a column that this version does not compute, or has damaged trees, or when the lexicon cannot be read.
    pub fn parse(
        fast: &[u8],
        precise: Option<&[u8]>,
        answering: Option<&[u8]>,
        lexicon: &str,
        identity: ModelIdentity,
    ) -> Result<Self, JudgeError> {
        let precise = precise.map(File::parse).transpose()?;
        Ok(Self {
            identity,
            fast: File::parse(fast)?,
            precise,
            answering: answering.map(Answering::parse).transpose()?,
            lexicon: Lexicon::parse(lexicon)?,
        })
    }

    /// What reports name.
    pub fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    /// SHA-256 of the screen whose scores it reads; it knows nothing of another's.
    pub fn verifier(&self) -> &str {
        &self.fast.file.verifier
    }

    /// SHA-256 of the reader whose scores it reads.
    pub fn reader(&self) -> Option<&str> {
        self.precise
            .as_ref()
            .filter(|trees| trees.file.verifier == self.fast.file.verifier)?
            .file
            .reader
            .as_deref()
    }

    /// The probability that a part of a question is answered by the surest run, and whether that is enough; none where nothing was fitted for that reader.
    pub fn answered(&self, reader: &str, read: &AskedReading) -> Option<(f32, bool)> {
        Some(self.answering(reader)?.weigh(read))
    }

    /// The same for a part that is answered, by what else is known of it; `several` where it asks for several things. None where nothing was fitted for that reader
    /// or the part was not read with words left out.
    pub fn surely(
        &self,
        reader: &str,
        read: &AskedReading,
        question: &str,
        several: bool,
    ) -> Option<f32> {
        self.answering(reader)?.surely(read, question, several)
    }

    fn answering(&self, reader: &str) -> Option<&Answering> {
        self.answering.as_ref().filter(|own| own.reader == reader)
    }

    /// Probabilities of support from which and below which it does not know: measured with the training, an error of one in ten to either side.
    pub fn undecided(&self, precise: bool) -> std::ops::Range<f32> {
        let (low, high) = self.trees(precise).file.undecided;
        low..high
    }

    fn trees(&self, precise: bool) -> &Trees {
        self.precise
            .as_ref()
            .filter(|_| precise)
            .unwrap_or(&self.fast)
    }

    /// Whether a folded word, or its base form, is a word of the language as its dictionary has it; names of people and most places are none.
    pub fn knows(&self, word: &str) -> bool {
        self.lexicon.knows(word)
    }

    /// What the judge makes of a claim, its judged windows and what the reader says of joined text; none without windows. Where the reader has read a
    /// window, the trees over both readers decide.
    pub fn judge(
        &self,
        claim: &str,
        windows: &[&Evidence],
        joined: &[NliScores],
    ) -> Option<Opinion> {
        let row = features::features(claim, windows, joined, &self.lexicon)?;
        Some(
            self.trees(windows.iter().any(|window| window.read.is_some()))
                .opinion(&row),
        )
    }
}
