//! Collections of any size from a seed: text by Zipf's law over real words, vectors near those of real texts, so that nothing has to be embedded.

use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, Format, Locator, Passage, PassageId,
    Sentence, SentenceKind, Span,
};
use groundwall_ports::NewDocument;
use std::collections::HashMap;

/// Words of the vocabulary; beyond the real ones they are made of two.
const VOCABULARY: usize = 50_000;
/// Sentences of a passage.
const SENTENCES: usize = 7;
/// Length of what is added to a unit vector: the sum has a cosine of about 0.8 with it.
const DISTANCE: f32 = 0.75;

/// The same numbers on every machine (xorshift).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The seed decides everything that comes.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit.max(1) as u64) as usize
    }

    /// Between 0 and 1.
    fn share(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Makes documents.
pub struct Corpus {
    rng: Rng,
    words: Vec<String>,
    real: Vec<Vec<f32>>,
    made: usize,
}

impl Corpus {
    /// `texts` give the words, the commonest first; `vectors` are unit vectors of real texts.
    pub fn new(seed: u64, texts: &[String], vectors: Vec<Vec<f32>>) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for word in texts
            .iter()
            .flat_map(|text| text.split(|c: char| !c.is_alphabetic()))
            .filter(|word| !word.is_empty())
        {
            *counts.entry(word.to_lowercase()).or_default() += 1;
        }
        let mut counted: Vec<(String, usize)> = counts.into_iter().collect();
        counted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let mut words: Vec<String> = counted.into_iter().map(|(word, _)| word).collect();
        let mut rng = Rng::new(seed);
        let real = words.len();
        while real > 0 && words.len() < VOCABULARY {
            let made = format!("{}{}", words[rng.below(real)], words[rng.below(real)]);
            words.push(made);
        }
        Self {
            rng,
            words,
            real: vectors,
            made: 0,
        }
    }

    /// A word; its rank is drawn so that the n-th word is as likely as 1/n.
    fn word(&mut self) -> &str {
        let rank = (self.words.len() as f64).powf(self.rng.share()) as usize;
        self.words
            .get(rank.saturating_sub(1))
            .map_or("word", String::as_str)
    }

    /// Some words side by side.
    pub fn phrase(&mut self, words: usize) -> String {
        (0..words)
            .map(|_| self.word().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A unit vector near one of the real ones.
    pub fn vector(&mut self) -> Vec<f32> {
        let base = self.rng.below(self.real.len());
        let dimensions = self.real[base].len();
        let spread = DISTANCE * (3.0 / dimensions as f32).sqrt();
        let noise: Vec<f32> = (0..dimensions)
            .map(|_| (self.rng.share() as f32 * 2.0 - 1.0) * spread)
            .collect();
        let moved: Vec<f32> = self.real[base]
            .iter()
            .zip(noise)
            .map(|(value, noise)| value + noise)
            .collect();
        let norm = moved.iter().map(|value| value * value).sum::<f32>().sqrt();
        moved.into_iter().map(|value| value / norm).collect()
    }

    /// A document of some passages.
    pub fn document(&mut self, passages: usize) -> NewDocument {
        self.made += 1;
        let number = self.made;
        let id = DocumentId(uuid(number, 0));
        let name = DocumentName::parse(&format!("made-{number}.txt")).expect("a plain name");
        let passages: Vec<Passage> = (0..passages)
            .map(|index| {
                let sentences: Vec<Sentence> = (0..SENTENCES)
                    .map(|place| self.sentence(index * SENTENCES + place, index))
                    .collect();
                Passage {
                    id: PassageId(uuid(number, index + 1)),
                    document: id.clone(),
                    document_name: name.clone(),
                    index: u32::try_from(index).unwrap_or(u32::MAX),
                    span: Span { start: 0, end: 0 },
                    locator: Locator::default(),
                    text: sentences
                        .iter()
                        .map(|sentence| sentence.text.as_str())
                        .collect::<Vec<_>>()
                        .join(" "),
                    sentences,
                }
            })
            .collect();
        NewDocument {
            document: Document {
                id,
                collection: CollectionId::default(),
                names: vec![name],
                format: Format::Text,
                sha256: number.to_string(),
                bytes: 0,
                characters: 0,
                passages: u32::try_from(passages.len()).unwrap_or(u32::MAX),
                pages: None,
                added_at: "2026-01-01T00:00:00Z".to_owned(),
                reviewed_at: None,
                notes: Vec::new(),
            },
            vectors: passages.iter().map(|_| self.vector()).collect(),
            tables: Vec::new(),
            hidden: Vec::new(),
            passages,
            original: Vec::new(),
        }
    }

    fn sentence(&mut self, index: usize, section: usize) -> Sentence {
        let words = 8 + self.rng.below(16);
        let text = self.phrase(words);
        let mut chars = text.chars();
        let text = chars
            .next()
            .map(|first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
            .unwrap_or_default();
        Sentence {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            section: u32::try_from(section).unwrap_or(u32::MAX),
            kind: SentenceKind::Prose,
            span: Span {
                start: 0,
                end: text.len(),
            },
            text,
            locator: Locator::default(),
        }
    }
}

fn uuid(document: usize, passage: usize) -> String {
    format!("{document:08x}-0000-4000-8000-{passage:012x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Corpus {
        let texts = [
            "the pilot boards the ship in the harbour".to_owned(),
            "the ship waits".to_owned(),
        ];
        Corpus::new(
            7,
            &texts,
            vec![vec![1.0, 0.0, 0.0, 0.0], vec![0.0, 1.0, 0.0, 0.0]],
        )
    }

    #[test]
    fn the_same_seed_gives_the_same_documents_and_words_are_unequal() {
        let (mut a, mut b) = (corpus(), corpus());
        let (first, second) = (a.document(30), b.document(30));
        assert_eq!(
            (&first.passages, &first.vectors),
            (&second.passages, &second.vectors)
        );
        assert_ne!(first.passages, a.document(30).passages);
        let text = first
            .passages
            .iter()
            .map(|passage| passage.text.to_lowercase())
            .collect::<Vec<_>>()
            .join(" ");
        let count = |word: &str| {
            text.split(|c: char| !c.is_alphabetic())
                .filter(|other| *other == word)
                .count()
        };
        assert!(
            count("the") > 2 * count("boards"),
            "{} and {}",
            count("the"),
            count("boards")
        );
        for vector in &first.vectors {
            let norm: f32 = vector.iter().map(|value| value * value).sum();
            assert!((norm - 1.0).abs() < 1e-4);
        }
    }
}
