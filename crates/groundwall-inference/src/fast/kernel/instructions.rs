//! The kernels by name, and which of them a CPU can run.

use super::{Kernel as _, Work, scalar};
#[cfg(target_arch = "x86_64")]
use super::{amx, avx2, avx512};
use std::fmt;

/// The kernels by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Amx,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Scalar,
}

impl Instructions {
    /// Every kernel that this CPU can run, the fastest first.
    pub(crate) fn available() -> Vec<Self> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        found.extend(
            [
                (amx::Amx::available(), Self::Amx),
                (avx512::Avx512Vnni::available(), Self::Avx512Vnni),
                (avx512::Avx512::available(), Self::Avx512),
                (avx2::Avx2::available(), Self::Avx2),
            ]
            .into_iter()
            .filter_map(|(available, kernel)| available.then_some(kernel)),
        );
        found.push(Self::Scalar);
        found
    }

    /// The fastest that this CPU can run.
    pub(crate) fn best() -> Self {
        Self::available().first().copied().unwrap_or(Self::Scalar)
    }

    /// Runs `work` compiled for these instructions. Panics where the CPU lacks them.
    pub(in super::super) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => amx::Amx::featured(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => avx512::Avx512Vnni::featured(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::Avx512::featured(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::Avx2::featured(work),
            Self::Scalar => scalar::Scalar::featured(work),
        }
    }

    /// Name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => "int8/amx",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => "int8/avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "int8/avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "int8/avx2",
            Self::Scalar => "int8/scalar",
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
