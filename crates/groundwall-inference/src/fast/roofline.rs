//! How near the int8 products come to what one core can do.

use super::kernel::{Block, First, Instructions, Kernel, LANES, Matrix, Panels, Work};
use super::linear::{Linear, Quantised};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rows, inputs and outputs of the largest product of a MiniLM over a passage.
const SHAPE: (usize, usize, usize) = (192, 384, 1_536);
/// Time that each figure is taken over.
const TIME: Duration = Duration::from_millis(300);

/// Multiply-adds a second on one core, in 10⁹.
#[derive(Debug, Clone)]
pub struct Roofline {
    /// The kernel's name.
    pub kernel: &'static str,
    /// The product's inner loop over data that stay in the nearest cache.
    pub peak: f64,
    /// A whole layer of 192 × 384 × 1,536: quantised rows to f32.
    pub product: f64,
}

/// Measures every kernel of this CPU.
pub fn roofline() -> Vec<Roofline> {
    Instructions::available()
        .into_iter()
        .map(|instructions| Roofline {
            kernel: instructions.name(),
            peak: instructions.run(Peak),
            product: instructions.run(Product),
        })
        .collect()
}

/// Repeats an expression of so many multiply-adds until the time is over: 10⁹ a second. A closure would not have the CPU features of where it stands.
macro_rules! rate {
    ($operations:expr, $work:expr) => {{
        $work;
        let started = Instant::now();
        let mut rounds = 0u32;
        while started.elapsed() < TIME {
            $work;
            rounds += 1;
        }
        $operations as f64 * f64::from(rounds) / started.elapsed().as_secs_f64() / 1e9
    }};
}

struct Peak;

impl Work for Peak {
    type Output = f64;

    #[inline(always)]
    fn run<K: Kernel>(self) -> f64 {
        // Deep enough that the ends of the loop do not count, and small enough for the nearest cache.
        let (depth, columns) = (64, 3);
        let (words, blocks) = (
            vec![0x0102_0304; K::PANEL * depth],
            vec![Block([0x0101_0101; LANES]); columns * depth],
        );
        let mut out = First(0.0);
        let figure = rate!(1_000 * K::PANEL * columns * LANES * depth * 4, {
            for _ in 0..1_000 {
                let panels = Panels {
                    words: black_box(&words),
                    rows: K::PANEL,
                };
                K::multiply_bytes(panels, Matrix::new(black_box(&blocks), depth), &mut out);
            }
        });
        black_box(out.0);
        figure
    }
}

struct Product;

impl Work for Product {
    type Output = f64;

    #[inline(always)]
    fn run<K: Kernel>(self) -> f64 {
        let (rows, inputs, outputs) = SHAPE;
        let value = |n: usize| (n * 7_919 % 1_009) as f32 / 504.0 - 1.0;
        let weight: Vec<f32> = (0..inputs * outputs).map(value).collect();
        let linear = Linear::pack(&weight, vec![0.0; outputs], inputs);
        let x: Vec<f32> = (0..rows * inputs).map(value).collect();
        let mut quantised = Quantised::default();
        quantised.take::<K>(&x, inputs);
        let mut y = vec![0.0; rows * outputs];
        let figure = rate!(
            rows * inputs * outputs,
            linear.forward::<K>(black_box(&quantised), black_box(&mut y))
        );
        black_box(y);
        figure
    }
}
