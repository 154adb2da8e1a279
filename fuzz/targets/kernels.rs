//! The kernels of inference: on any shape and any values all instructions say the same to the bit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| groundwall_inference::kernels_agree(bytes));
