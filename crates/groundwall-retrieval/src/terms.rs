//! The terms of both backends, and where each stands in a sparse vector.

pub(crate) use groundwall_text::words::terms;

/// Index of a term in a sparse vector: FNV-1a, 32 bits.
pub(crate) fn index(term: &str) -> u32 {
    term.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
