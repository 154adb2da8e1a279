//! Vectors of the vocabulary.

/// A vector of so many values for each word: as int8 with a scale for each where that loses nothing, else in f32.
pub(super) enum Words {
    Bytes {
        bytes: Vec<i8>,
        scales: Vec<f32>,
        width: usize,
    },
    Floats {
        values: Vec<f32>,
        width: usize,
    },
}

/// What a value may be off by, as a share of its row's largest: the rounding of f32. More, and the rows were not made from int8.
const ROUNDING: f32 = 1e-6;

impl Words {
    /// Packs rows of `width` values. Weights that were stored as int8 come back to a quarter of their size in f32, the same to the rounding.
    pub(super) fn pack(values: Vec<f32>, width: usize) -> Self {
        let mut bytes = Vec::with_capacity(values.len());
        let mut scales = Vec::with_capacity(values.len() / width);
        for row in values.chunks_exact(width) {
            let most = row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
            let scale = (most / 127.0).max(f32::MIN_POSITIVE);
            scales.push(scale);
            for value in row {
                let byte = (value / scale).round();
                if (byte * scale - value).abs() > most * ROUNDING {
                    return Self::Floats { values, width };
                }
                bytes.push(byte as i8);
            }
        }
        Self::Bytes {
            bytes,
            scales,
            width,
        }
    }

    /// Writes a word's vector over `x`; none when there is no such word.
    pub(super) fn put(&self, word: usize, x: &mut [f32]) -> Option<()> {
        match self {
            Self::Floats { values, width } => {
                x.copy_from_slice(values.get(word * width..(word + 1) * width)?);
            }
            Self::Bytes {
                bytes,
                scales,
                width,
            } => {
                let scale = scales.get(word)?;
                let bytes = bytes.get(word * width..(word + 1) * width)?;
                for (value, byte) in x.iter_mut().zip(bytes) {
                    *value = f32::from(*byte) * scale;
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn only_rows_that_were_int8_are_kept_as_int8() {
        let made: Vec<f32> = (0..64)
            .map(|n| (n * 37 % 255 - 127) as f32 * if n < 32 { 0.013 } else { 2.7 })
            .collect();
        let other: Vec<f32> = made.iter().map(|value| value * value.sin()).collect();
        for (values, int8) in [(made, true), (other, false)] {
            let words = Words::pack(values.clone(), 32);
            assert_eq!(matches!(words, Words::Bytes { .. }), int8);
            let mut x = [0.0; 32];
            words.put(1, &mut x).unwrap();
            assert!(
                x.iter()
                    .zip(&values[32..])
                    .all(|(a, b)| (a - b).abs() <= 1e-4),
                "{x:?}"
            );
            assert!(words.put(2, &mut x).is_none());
        }
    }
}
