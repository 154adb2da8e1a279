//! A language model of one layer that says one thing, as a GGUF file with its tokenizer.

use candle_core::quantized::gguf_file::{self, Value};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{DType, Device, Tensor};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file that [`Tiny::write`] writes.
pub const TINY: &str = "tiny-q4_k_m.gguf";

/// Width of the model, and most words of its vocabulary.
const WIDTH: usize = 64;

const CHAT_ML: [&str; 2] = ["<|im_start|>", "<|im_end|>"];
const LLAMA_3: [&str; 4] = [
    "<|eot_id|>",
    "<|begin_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
];

/// What the model is. Attention and the inner products are nothing: each word leads to the next one.
pub struct Tiny<'a> {
    /// As `general.architecture` says it. `llama` has the tokens of Llama 3, everything else those of ChatML.
    pub architecture: &'a str,
    /// Words apart by spaces, none twice. They are said whatever is asked.
    pub says: &'a str,
    /// Whether the turn ends behind them; otherwise they begin again, for ever.
    pub ends: bool,
}

impl Tiny<'_> {
    /// Writes the model and `tokenizer.json` into a directory, and returns the path of the model.
    pub fn write(&self, dir: &Path) -> PathBuf {
        let words = self.words();
        let ids: BTreeMap<&str, usize> = words.iter().copied().zip(0..).collect();
        assert!(ids.len() == words.len(), "a word stands twice");
        assert!(words.len() <= WIDTH, "too many words");
        std::fs::write(dir.join("tokenizer.json"), self.tokenizer(&ids).to_string())
            .expect("the tokenizer can be written");
        let path = dir.join(TINY);
        let mut file = std::fs::File::create(&path).expect("the model can be written");
        let (metadata, tensors) = (self.metadata(), self.tensors(&ids));
        let metadata: Vec<(&str, &Value)> = metadata
            .iter()
            .map(|(key, value)| (&**key, value))
            .collect();
        let tensors: Vec<(&str, &QTensor)> = tensors
            .iter()
            .map(|(name, tensor)| (&**name, tensor))
            .collect();
        gguf_file::write(&mut file, &metadata, &tensors).expect("the model can be written");
        path
    }

    fn marks(&self) -> &'static [&'static str] {
        if self.architecture == "llama" {
            &LLAMA_3
        } else {
            &CHAT_ML
        }
    }

    fn words(&self) -> Vec<&str> {
        let roles = ["<unk>", "system", "user", "assistant"];
        let said = self.says.split(' ');
        roles
            .into_iter()
            .chain(self.marks().iter().copied())
            .chain(said)
            .collect()
    }

    fn tokenizer(&self, ids: &BTreeMap<&str, usize>) -> serde_json::Value {
        let added: Vec<_> = self
            .marks()
            .iter()
            .map(|mark| {
                json!({
                    "id": ids[mark], "content": mark, "single_word": false, "lstrip": false, "rstrip": false,
                    "normalized": false, "special": true,
                })
            })
            .collect();
        json!({
            "version": "1.0", "truncation": null, "padding": null, "added_tokens": added, "normalizer": null,
            "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": null, "decoder": null,
            "model": {"type": "WordLevel", "vocab": ids, "unk_token": "<unk>"},
        })
    }

    fn metadata(&self) -> Vec<(String, Value)> {
        let name = Value::String(self.architecture.to_owned());
        let mut metadata = vec![("general.architecture".to_owned(), name)];
        for (key, value) in [
            ("attention.head_count", 2),
            ("attention.head_count_kv", 1),
            ("embedding_length", WIDTH as u32),
            ("context_length", 1 << 16),
            ("block_count", 1),
            ("rope.dimension_count", WIDTH as u32 / 2),
        ] {
            metadata.push((format!("{}.{key}", self.architecture), Value::U32(value)));
        }
        let epsilon = format!("{}.attention.layer_norm_rms_epsilon", self.architecture);
        metadata.push((epsilon, Value::F32(1e-6)));
        metadata
    }

    fn tensors(&self, ids: &BTreeMap<&str, usize>) -> Vec<(String, QTensor)> {
        let (wide, half, count) = (WIDTH, WIDTH / 2, ids.len());
        let mut embeddings = vec![0f32; count * wide];
        (0..count).for_each(|id| embeddings[id * wide + id] = 1.0);
        let mut follows = vec![0f32; count * wide];
        for (word, next) in self.chain() {
            follows[ids[next] * wide + ids[word]] = 1.0;
        }
        let matrix = |values: Vec<f32>| quantised(values, (count, wide));
        let mut tensors = vec![
            ("token_embd.weight".to_owned(), matrix(embeddings)),
            ("output.weight".to_owned(), matrix(follows)),
            ("output_norm.weight".to_owned(), plain(1.0)),
            ("blk.0.attn_norm.weight".to_owned(), plain(1.0)),
            ("blk.0.ffn_norm.weight".to_owned(), plain(1.0)),
        ];
        for (name, rows) in [
            ("attn_q", wide),
            ("attn_k", half),
            ("attn_v", half),
            ("attn_output", wide),
            ("ffn_gate", wide),
            ("ffn_down", wide),
            ("ffn_up", wide),
        ] {
            let nothing = quantised(vec![0.0; rows * wide], (rows, wide));
            tensors.push((format!("blk.0.{name}.weight"), nothing));
        }
        for (name, length) in [("attn_q", wide), ("attn_k", half), ("attn_v", half)] {
            tensors.push((format!("blk.0.{name}.bias"), vector(0.0, length)));
        }
        tensors
    }

    /// Each word with the one that follows it.
    fn chain(&self) -> Vec<(&str, &str)> {
        let said: Vec<&str> = self.says.split(' ').collect();
        let marks = self.marks();
        let (first, last) = (said[0], said[said.len() - 1]);
        let end = if self.architecture == "llama" {
            marks[0]
        } else {
            marks[1]
        };
        let mut chain = vec![
            ("assistant", first),
            (marks[marks.len() - 1], first),
            (last, if self.ends { end } else { first }),
        ];
        chain.retain(|(word, _)| *word != "<|im_end|>");
        chain.extend(said.windows(2).map(|pair| (pair[0], pair[1])));
        chain
    }
}

fn quantised(values: Vec<f32>, shape: (usize, usize)) -> QTensor {
    let tensor = Tensor::from_vec(values, shape, &Device::Cpu).expect("values fit their shape");
    QTensor::quantize(&tensor, GgmlDType::Q8_0).expect("rows are of whole blocks")
}

fn plain(value: f32) -> QTensor {
    vector(value, WIDTH)
}

fn vector(value: f32, length: usize) -> QTensor {
    let tensor = Tensor::full(value, length, &Device::Cpu).and_then(|t| t.to_dtype(DType::F32));
    QTensor::quantize(&tensor.expect("a vector is small"), GgmlDType::F32)
        .expect("nothing is rounded")
}
