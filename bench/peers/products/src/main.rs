//! Products of 192 × 384 × 1536 on one core by libraries, beside `groundwall bench roofline`. Optional; nothing of the project needs it.
//!
//! Weights are packed beforehand where the library can. Groundwall's figure includes turning sums into f32 with scales and bias; the others give i32.

use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions};
use rten_tensor::NdTensorView;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tract_data::prelude::{DatumType, Tensor};
use tract_linalg::mmm::{AsInputValue, FusedSpec, MatMatMul};

const M: usize = 192;
const K: usize = 384;
const N: usize = 1_536;

fn rate(name: &str, mut work: impl FnMut()) {
    work();
    let started = Instant::now();
    let mut rounds = 0;
    while started.elapsed() < Duration::from_millis(500) {
        work();
        rounds += 1;
    }
    println!("{name:44} {:6.0} · 10⁹ multiply-adds a second", (M * K * N * rounds) as f64 / started.elapsed().as_secs_f64() / 1e9);
}

fn rten() {
    let (x, w) = (vec![3u8; M * K], vec![2i8; K * N]);
    let (x, w) = (NdTensorView::from_data([M, K], &x[..]), NdTensorView::from_data([K, N], &w[..]));
    let executor = GemmExecutor::<u8, i8, i32>::new();
    let packed = executor.prepack_b(w);
    let mut y = vec![0i32; M * N];
    rate(&format!("rten-gemm u8 × i8 ({})", executor.kernel_name()), || {
        executor.gemm(black_box(&mut y), GemmInputA::Unpacked(x), GemmInputB::Packed(&packed), GemmOptions::default()).expect("a product");
    });
    let (x, w) = (vec![3f32; M * K], vec![2f32; K * N]);
    let (x, w) = (NdTensorView::from_data([M, K], &x[..]), NdTensorView::from_data([K, N], &w[..]));
    let executor = GemmExecutor::<f32, f32, f32>::new();
    let packed = executor.prepack_b(w);
    let mut y = vec![0f32; M * N];
    rate(&format!("rten-gemm f32 ({})", executor.kernel_name()), || {
        executor.gemm(black_box(&mut y), GemmInputA::Unpacked(x), GemmInputB::Packed(&packed), GemmOptions::default()).expect("a product");
    });
}

fn gemm() {
    let (x, w, mut y) = (vec![3f32; M * K], vec![2f32; K * N], vec![0f32; M * N]);
    rate("gemm f32 (candle's)", || {
        // SAFETY: the pointers reach over M × K, K × N and M × N values in row-major order.
        unsafe {
            gemm::gemm(
                M, N, K, black_box(y.as_mut_ptr()), 1, N as isize, false, x.as_ptr(), 1, K as isize, w.as_ptr(), 1, N as isize, 0.0, 1.0,
                false, false, false, gemm::Parallelism::None,
            );
        }
    });
}

fn tract(name: &str, mmm: &dyn MatMatMul, kind: DatumType, packing: usize) {
    let (a, b) = (Tensor::zero_dt(kind, &[M, K]).expect("a tensor"), Tensor::zero_dt(kind, &[K, N]).expect("a tensor"));
    let (pack_a, pack_b) = &mmm.packings()[packing];
    let weights = pack_b.prepare_one(&b, 0, 1).expect("packed weights");
    // SAFETY: the scratch space is this product's own.
    let mut scratch = unsafe { mmm.allocate_scratch_space() };
    rate(name, || {
        let rows = pack_a.prepare_one(&a, 1, 0).expect("packed rows");
        let product = [FusedSpec::AddMatMul { a: AsInputValue::Borrowed(&*rows), b: AsInputValue::Borrowed(&*weights), packing }];
        // SAFETY: the packed operands have the shapes that are named.
        unsafe { mmm.run_with_scratch_space(M, N, scratch.as_mut(), &product).expect("a product") };
    });
}

fn main() {
    println!("one core, {M} × {K} × {N}");
    rten();
    gemm();
    #[cfg(target_arch = "x86_64")]
    {
        let mmm = tract_linalg::x86_64::mmm::avx512_mmm_f32_16x12.mmm();
        tract(&format!("tract-linalg f32 ({})", mmm.name()), &*mmm, DatumType::F32, 0);
        let mmm = tract_linalg::x86_64::mmm::avx512vnni_mmm_i32_16x16.mmm();
        tract(&format!("tract-linalg i8 × i8 ({})", mmm.name()), &*mmm, DatumType::I8, 1);
    }
    if let Some(binary) = std::env::args().nth(1) {
        let status = std::process::Command::new(binary).args(["bench", "roofline"]).status().expect("groundwall runs");
        assert!(status.success(), "groundwall bench roofline failed");
    }
}
