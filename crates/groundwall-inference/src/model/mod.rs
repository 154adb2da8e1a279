//! Architectures. Each runs one sequence without padding.

mod bert;
mod deberta;
mod mpnet;

use crate::LoadError;
use crate::fast::Instructions;
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::{Device, IndexOp as _, Tensor};
use candle_nn::{Linear, Module as _, VarBuilder, linear};

pub(crate) use bert::BertEncoder;

/// How a model's arithmetic is chosen. The int8 kernels give the same numbers to the bit; they differ in speed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// int8 by the fastest instructions of the CPU where the model's shape allows it, else f32.
    #[default]
    Auto,
    /// int8 by AMX, tiles of bytes.
    Amx,
    /// int8 by AVX-512 with VNNI.
    Avx512Vnni,
    /// int8 by AVX-512 without VNNI.
    Avx512,
    /// int8 by AVX2.
    Avx2,
    /// int8 in plain arithmetic.
    Scalar,
    /// f32 in candle, everywhere.
    F32,
}

impl Precision {
    /// Every choice but `Auto` that this CPU can run, the fastest first.
    pub fn available() -> Vec<Self> {
        Instructions::available()
            .into_iter()
            .map(Self::from)
            .chain([Self::F32])
            .collect()
    }

    /// The name of the kernel that runs a model of a shape with a fast path. An error when the CPU lacks it.
    ///
    /// # Errors
    /// Fails when this CPU lacks the instructions.
    pub fn kernel(self) -> Result<&'static str, LoadError> {
        Ok(self
            .instructions()?
            .map_or("f32/candle", Instructions::name))
    }

    /// The int8 kernel; none for f32. An error when the CPU lacks it.
    fn instructions(self) -> Result<Option<Instructions>, LoadError> {
        match self {
            Self::Auto => Ok(Some(Instructions::best())),
            Self::F32 => Ok(None),
            Self::Amx | Self::Avx512Vnni | Self::Avx512 | Self::Avx2 | Self::Scalar => {
                let found = Instructions::available()
                    .into_iter()
                    .find(|instructions| Self::from(*instructions) == self);
                found.map(Some).ok_or_else(|| LoadError::Unsupported {
                    what: format!("precision {self:?}"),
                    why: "this CPU lacks the instructions; set models.precision to \"auto\""
                        .to_owned(),
                })
            }
        }
    }
}

impl From<Instructions> for Precision {
    fn from(instructions: Instructions) -> Self {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Amx => Self::Amx,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512Vnni => Self::Avx512Vnni,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => Self::Avx512,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => Self::Avx2,
            Instructions::Scalar => Self::Scalar,
        }
    }
}

/// A three-way classifier over one tokenised pair.
pub(crate) enum Classifier {
    Bert(Box<bert::BertClassifier>),
    Deberta(Box<deberta::DebertaClassifier>),
    Mpnet(Box<mpnet::MpnetClassifier>),
}

impl Classifier {
    pub(crate) fn load(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let kind = files
            .config
            .get("model_type")
            .and_then(serde_json::Value::as_str)
            .unwrap_or("none");
        match kind {
            "bert" => Ok(Self::Bert(Box::new(bert::BertClassifier::load(files, precision)?))),
            "deberta-v2" => Ok(Self::Deberta(Box::new(deberta::DebertaClassifier::load(files, precision)?))),
            "mpnet" => Ok(Self::Mpnet(Box::new(mpnet::MpnetClassifier::load(files, precision)?))),
            other => Err(LoadError::Unsupported {
                what: format!("model_type {other:?}"),
                why: "the verifier must be BERT, DeBERTa-v2/v3 or MPNet with a sequence-classification head".to_owned(),
            }),
        }
    }

    /// The kernel's name in reports.
    pub(crate) fn kernel(&self) -> &'static str {
        match self {
            Self::Bert(model) => model.kernel(),
            Self::Deberta(model) => model.kernel(),
            Self::Mpnet(model) => model.kernel(),
        }
    }

    /// Logits of each sequence in the model's own label order.
    pub(crate) fn logits(&self, batch: &[Tokens]) -> candle_core::Result<Vec<Vec<f32>>> {
        match self {
            Self::Bert(model) => model.logits(batch),
            Self::Deberta(model) => model.logits(batch),
            Self::Mpnet(model) => model.logits(batch),
        }
    }
}

/// What follows an encoder in a classifier: the first token's state, a dense layer, its activation, the classes.
pub(crate) struct Head {
    hidden: usize,
    pooler: Linear,
    activation: fn(&Tensor) -> candle_core::Result<Tensor>,
    classifier: Linear,
}

impl Head {
    /// `pooler` holds the dense layer, `classes` the layer behind it.
    fn load(
        files: &LoadedFiles,
        hidden: usize,
        pooler: VarBuilder,
        classes: VarBuilder,
        activation: fn(&Tensor) -> candle_core::Result<Tensor>,
    ) -> Result<Self, LoadError> {
        let (_, count) = crate::nli::label_order(&files.config)?;
        Ok(Self {
            hidden,
            pooler: linear(hidden, hidden, pooler)?,
            activation,
            classifier: linear(hidden, count, classes)?,
        })
    }

    /// Logits from the hidden states of a sequence.
    fn logits(&self, states: &[f32]) -> candle_core::Result<Vec<f32>> {
        let first = Tensor::from_slice(&states[..self.hidden], (1, self.hidden), &Device::Cpu)?;
        self.classifier
            .forward(&(self.activation)(&self.pooler.forward(&first)?)?)?
            .i(0)?
            .to_vec1()
    }
}

/// Ids and types as tensors of shape (1, length).
fn tensors(tokens: &Tokens) -> candle_core::Result<(Tensor, Tensor)> {
    let ids = Tensor::new(tokens.ids.as_slice(), &Device::Cpu)?.unsqueeze(0)?;
    let types = Tensor::new(tokens.types.as_slice(), &Device::Cpu)?.unsqueeze(0)?;
    Ok((ids, types))
}
