//! Tensors of safetensors files, in one part or several, read as f32 whatever they are stored in.
//!
//! A matrix may be stored as int8 with one scale a row: `NAME` holds the bytes, `NAME.scale` the scales, value = byte · scale.

use crate::LoadError;
use candle_core::safetensors::Load as _;
use candle_core::{DType, Device, Error, Result, Shape, Tensor};
use candle_nn::var_builder::SimpleBackend;
use candle_nn::{Init, VarBuilder};
use safetensors::tensor::{Dtype, SafeTensors};
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a model's weights, in order.
#[derive(Clone)]
pub struct Weights(Arc<Vec<Vec<u8>>>);

impl Weights {
    /// Weights of these files' contents.
    pub fn new(parts: Vec<Vec<u8>>) -> Self {
        Self(Arc::new(parts))
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// The tensors by name. Each is read when it is asked for, so that only one is held in f32 beside its stored form.
    pub(crate) fn tensors(&self) -> std::result::Result<VarBuilder<'static>, LoadError> {
        for part in self.parts() {
            SafeTensors::read_metadata(part).map_err(|error| LoadError::Format {
                path: PathBuf::from("model.safetensors"),
                why: error.to_string(),
            })?;
        }
        Ok(VarBuilder::from_backend(
            Box::new(self.clone()),
            DType::F32,
            Device::Cpu,
        ))
    }

    /// What `take` makes of the tensor of this name; none where no part has it.
    fn find<T>(
        &self,
        name: &str,
        take: impl Fn(safetensors::tensor::TensorView<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        for part in self.parts() {
            if let Ok(view) = SafeTensors::deserialize(part)
                .map_err(Error::wrap)?
                .tensor(name)
            {
                return take(view).map(Some);
            }
        }
        Ok(None)
    }

    fn scaled(&self, name: &str, bytes: &[u8], shape: &[usize], device: &Device) -> Result<Tensor> {
        let missing = || Error::Msg(format!("{name} is int8 and has no {name}.scale")).bt();
        let scales = self.find(&format!("{name}.scale"), |view| {
            view.load(device)?.to_dtype(DType::F32)?.to_vec1::<f32>()
        })?;
        let scales = scales.ok_or_else(missing)?;
        let [rows, columns] = *shape else {
            return Err(Error::Msg(format!("{name} is int8 and no matrix")).bt());
        };
        if scales.len() != rows || bytes.len() != rows * columns || columns == 0 {
            return Err(Error::Msg(format!(
                "{name} has {} scales for {rows} rows",
                scales.len()
            ))
            .bt());
        }
        let row = |(bytes, scale): (&[u8], f32)| {
            bytes
                .iter()
                .map(|byte| f32::from(byte.cast_signed()) * scale)
                .collect::<Vec<_>>()
        };
        let values: Vec<f32> = bytes
            .chunks_exact(columns)
            .zip(scales)
            .flat_map(row)
            .collect();
        Tensor::from_vec(values, shape, device)
    }
}

impl SimpleBackend for Weights {
    fn get(
        &self,
        shape: Shape,
        name: &str,
        _: Init,
        dtype: DType,
        device: &Device,
    ) -> Result<Tensor> {
        let tensor = self.get_unchecked(name, dtype, device)?;
        if tensor.shape() != &shape {
            let (expected, got) = (shape, tensor.shape().clone());
            return Err(Error::UnexpectedShape {
                msg: format!("shape mismatch for {name}"),
                expected,
                got,
            }
            .bt());
        }
        Ok(tensor)
    }

    fn get_unchecked(&self, name: &str, dtype: DType, device: &Device) -> Result<Tensor> {
        let tensor = self.find(name, |view| {
            if view.dtype() == Dtype::I8 {
                self.scaled(name, view.data(), view.shape(), device)
            } else {
                view.load(device)
            }
        })?;
        tensor
            .ok_or_else(|| {
                Error::CannotFindTensor {
                    path: name.to_owned(),
                }
                .bt()
            })?
            .to_dtype(dtype)
    }

    fn contains_tensor(&self, name: &str) -> bool {
        self.find(name, |_| Ok(()))
            .is_ok_and(|found| found.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::tensor::TensorView;

    fn part(tensors: &[(&str, Dtype, &[usize], &[u8])]) -> Vec<u8> {
        let views = tensors.iter().map(|(name, dtype, shape, data)| {
            (
                *name,
                TensorView::new(*dtype, shape.to_vec(), data).unwrap(),
            )
        });
        safetensors::serialize(views, None).unwrap()
    }

    #[test]
    fn int8_matrices_are_scaled_row_by_row_across_parts() {
        let scales: Vec<u8> = [0.5f32, 2.0]
            .iter()
            .flat_map(|scale| scale.to_le_bytes())
            .collect();
        let bytes: Vec<u8> = [1i8, -2, 3, -4]
            .iter()
            .map(|value| value.cast_unsigned())
            .collect();
        let one = part(&[
            ("m", Dtype::I8, &[2, 2], &bytes),
            ("lost", Dtype::I8, &[2, 2], &bytes),
        ]);
        let other = part(&[("m.scale", Dtype::F32, &[2], &scales)]);
        let vb = Weights::new(vec![one, other]).tensors().unwrap();
        assert_eq!(
            vb.get((2, 2), "m").unwrap().to_vec2::<f32>().unwrap(),
            [[0.5, -1.0], [6.0, -8.0]]
        );
        assert!(vb.contains_tensor("m.scale") && !vb.contains_tensor("n"));
        for (name, shape) in [("lost", (2, 2)), ("n", (2, 2)), ("m", (2, 3))] {
            assert!(vb.get(shape, name).is_err(), "{name} {shape:?}");
        }
        assert!(
            Weights::new(vec![b"no weights".to_vec()])
                .tensors()
                .is_err()
        );
    }
}
