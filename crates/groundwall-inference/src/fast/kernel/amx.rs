//! AMX: products of whole tiles of bytes, 16 rows by 16 channels by 64 inputs in one instruction. What is not such a product runs as with AVX-512 VNNI.
#![expect(
    unsafe_code,
    reason = "tile instructions have no stable intrinsics, and Linux gives the tiles only to a process that asks"
)]

use super::avx512::Avx512Vnni;
use super::{Block, Channels, Kernel, LANES, Matrix, Output, Panels, Row, Word, Work, panels};
use std::arch::asm;
use std::arch::x86_64::{__cpuid_count, __m512i, _mm512_load_si512};
use std::sync::LazyLock;

/// Rows of a tile, and the words of one of its rows.
const TILE: usize = 16;

/// Tiles of int8 with AVX-512 VNNI beside them.
#[derive(Clone, Copy)]
pub(super) struct Amx;

/// Sums of a tile: 16 rows of 16 channels.
#[repr(C, align(64))]
struct Sums([[Word; LANES]; TILE]);

/// What `ldtilecfg` reads: palette 1, then the bytes of a row and the rows of each of eight tiles.
#[repr(C, align(64))]
struct Shapes([u8; 64]);

/// The shapes are loaded while this lives; tiles that are not needed any more cost every change of threads.
struct Tiles;

impl Tiles {
    /// Tiles 0 to 3 are sums and 4 and 5 rows of bytes, of `rows` rows each; 6 and 7 are weights.
    ///
    /// # Safety
    /// The CPU and the process have AMX.
    #[inline(always)]
    unsafe fn shaped(rows: usize) -> Self {
        let mut shapes = Shapes([0; 64]);
        shapes.0[0] = 1;
        for tile in 0..8 {
            shapes.0[16 + 2 * tile] = 64;
            shapes.0[48 + tile] = if tile < 6 { rows as u8 } else { TILE as u8 };
        }
        // SAFETY: the caller vouches for AMX; 64 bytes are read, which say a palette and shapes that every CPU with AMX has.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) shapes.0.as_ptr(), options(nostack, preserves_flags, readonly));
        };
        Self
    }
}

impl Drop for Tiles {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: a value of this type was made where the CPU and the process have AMX.
        unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) };
    }
}

/// Two tiles of rows with two block columns: `sums` are those of the first rows with both columns, then of the second.
///
/// # Safety
/// Inside [`Tiles::shaped`]; `rows` and `columns` point to `steps` times 64 bytes of every row, `stride` bytes apart, and to `steps` times 16 blocks.
#[inline(always)]
unsafe fn two_by_two(
    rows: [*const Word; 2],
    stride: usize,
    columns: [*const Block; 2],
    steps: usize,
    sums: &mut [Sums; 4],
) {
    // SAFETY: the caller vouches for what is read; 4 · 1,024 bytes of `sums` are written. Tile registers are used by nothing that the compiler makes.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3",
            "2:",
            "tileloadd tmm4, [{first} + {stride}]",
            "tileloadd tmm6, [{left} + {line}]",
            "tileloadd tmm7, [{right} + {line}]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tileloadd tmm5, [{second} + {stride}]",
            "tdpbusd tmm1, tmm4, tmm7",
            "tdpbusd tmm2, tmm5, tmm6",
            "tdpbusd tmm3, tmm5, tmm7",
            "add {first}, 64", "add {second}, 64", "add {left}, 1024", "add {right}, 1024",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {line}], tmm0",
            "tilestored [{sums} + {line} + 1024], tmm1",
            "tilestored [{sums} + {line} + 2048], tmm2",
            "tilestored [{sums} + {line} + 3072], tmm3",
            first = inout(reg) rows[0] => _, second = inout(reg) rows[1] => _, stride = in(reg) stride,
            left = inout(reg) columns[0] => _, right = inout(reg) columns[1] => _, line = in(reg) 64usize,
            steps = inout(reg) steps => _, sums = in(reg) sums.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack)
        );
    };
}

/// One tile of rows with two block columns.
///
/// # Safety
/// As [`two_by_two`].
#[inline(always)]
unsafe fn one_by_two(
    rows: *const Word,
    stride: usize,
    columns: [*const Block; 2],
    steps: usize,
    sums: &mut [Sums; 4],
) {
    // SAFETY: see `two_by_two`; 2 · 1,024 bytes of `sums` are written.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1",
            "2:",
            "tileloadd tmm4, [{first} + {stride}]",
            "tileloadd tmm6, [{left} + {line}]",
            "tileloadd tmm7, [{right} + {line}]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tdpbusd tmm1, tmm4, tmm7",
            "add {first}, 64", "add {left}, 1024", "add {right}, 1024",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {line}], tmm0",
            "tilestored [{sums} + {line} + 1024], tmm1",
            first = inout(reg) rows => _, stride = in(reg) stride,
            left = inout(reg) columns[0] => _, right = inout(reg) columns[1] => _, line = in(reg) 64usize,
            steps = inout(reg) steps => _, sums = in(reg) sums.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm4") _, out("tmm6") _, out("tmm7") _,
            options(nostack)
        );
    };
}

/// Rows of a tile that have not been handed out yet.
#[derive(Clone, Copy)]
struct Fresh {
    /// The tile's first row.
    start: usize,
    /// Rows of the tile before this one were in another tile already.
    from: usize,
    /// Rows of the tile.
    rows: usize,
}

/// Hands the sums of a tile out.
///
/// # Safety
/// Runs inside [`Kernel::featured`].
#[inline(always)]
unsafe fn give(tile: Fresh, column: usize, sums: &Sums, out: &mut impl Output) {
    for (row, sums) in sums.0.iter().enumerate().take(tile.rows).skip(tile.from) {
        // SAFETY: the caller vouches for the features; a row of sums is 64 bytes at an address that is a multiple of 64.
        unsafe {
            let sums: __m512i = _mm512_load_si512(sums.as_ptr().cast());
            out.take::<Amx>(tile.start + row, column, sums);
        };
    }
}

/// All rows with all block columns. The last tile of rows begins early enough to be full; what it shares with the one before is handed out once.
///
/// # Safety
/// Runs inside [`Kernel::featured`]; the depth is a multiple of 16 words, and there is a row.
#[inline(always)]
unsafe fn tiles(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut impl Output) {
    let (depth, columns) = (weights.width, weights.rows());
    let (stride, steps) = (depth * size_of::<Word>(), depth / TILE);
    let high = x.rows.min(TILE);
    let mut sums: [Sums; 4] = [const { Sums([[0; LANES]; TILE]) }; 4];
    // SAFETY: the caller runs inside `featured`.
    let _shaped = unsafe { Tiles::shaped(high) };
    for column in (0..columns).step_by(2) {
        // An odd column stands in for its missing neighbour.
        let pair = [column, (column + 1).min(columns - 1)];
        let blocks = pair.map(|column| weights.row(column).as_ptr());
        for row in (0..x.rows).step_by(2 * TILE) {
            let tile = |row: usize| {
                let start = row.min(x.rows - high);
                Fresh {
                    start,
                    from: row - start,
                    rows: high,
                }
            };
            let words = |tile: Fresh| x.words[tile.start * depth..].as_ptr();
            let first = tile(row);
            // SAFETY: the rows from a tile's start on have `depth` words each and end with the panel; a block column has `depth` blocks.
            unsafe {
                if row + TILE < x.rows {
                    let second = tile(row + TILE);
                    two_by_two(
                        [words(first), words(second)],
                        stride,
                        blocks,
                        steps,
                        &mut sums,
                    );
                    for place in 0..=pair[1] - pair[0] {
                        give(second, pair[place], &sums[2 + place], out);
                    }
                } else {
                    one_by_two(words(first), stride, blocks, steps, &mut sums);
                }
                for place in 0..=pair[1] - pair[0] {
                    give(first, pair[place], &sums[place], out);
                }
            }
        }
    }
}

impl Amx {
    /// Whether the CPU has tiles of int8 and Linux lets this process use them.
    pub(super) fn available() -> bool {
        static ALLOWED: LazyLock<bool> = LazyLock::new(|| {
            // Bits 24 and 25 of leaf 7: tiles, and products of int8 in them.
            const TILES_OF_BYTES: u32 = 0b11 << 24;
            __cpuid_count(7, 0).edx & TILES_OF_BYTES == TILES_OF_BYTES && asked()
        });
        Avx512Vnni::available() && *ALLOWED
    }
}

/// Asks Linux for the tiles, for all threads of the process (`Documentation/arch/x86/xstate.rst` of its sources).
#[cfg(target_os = "linux")]
fn asked() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: i64 = 0x1023;
    const XFEATURE_XTILEDATA: i64 = 18;
    let answer: i64;
    // SAFETY: the call changes what the process may use, and nothing in memory; where it is unknown it answers with an error.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => answer, in("rdi") ARCH_REQ_XCOMP_PERM, in("rsi") XFEATURE_XTILEDATA, out("rcx") _, out("r11") _,
            options(nostack)
        );
    };
    answer == 0
}

#[cfg(not(target_os = "linux"))]
fn asked() -> bool {
    false
}

impl Kernel for Amx {
    type Sum = <Avx512Vnni as Kernel>::Sum;
    type Bytes = <Avx512Vnni as Kernel>::Bytes;
    type Weights = <Avx512Vnni as Kernel>::Weights;
    type Pair = <Avx512Vnni as Kernel>::Pair;
    type Pairs = <Avx512Vnni as Kernel>::Pairs;
    /// Rows one after the other: a tile is loaded with a stride.
    const PANEL: usize = 1;

    #[inline]
    fn featured<W: Work>(work: W) -> W::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma")]
        fn compiled<W: Work>(work: W) -> W::Output {
            work.run::<Amx>()
        }
        assert!(
            Self::available(),
            "a kernel was taken on a CPU without its features"
        );
        // SAFETY: the features that `compiled` is built for have just been detected.
        unsafe { compiled::<W>(work) }
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        // SAFETY: as for all functions here, the caller runs inside `featured`, which has seen the features of the other kernel too.
        unsafe { Avx512Vnni::zero() }
    }

    #[inline(always)]
    unsafe fn bytes(word: Word) -> Self::Bytes {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::bytes(word) }
    }

    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::weights(block) }
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self::Sum, bytes: Self::Bytes, weights: Self::Weights) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::add_bytes(sum, bytes, weights) }
    }

    #[inline(always)]
    unsafe fn pair(word: Word) -> Self::Pair {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::pair(word) }
    }

    #[inline(always)]
    unsafe fn pairs(block: &Block) -> Self::Pairs {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::pairs(block) }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::add_pairs(sum, pair, pairs) }
    }

    #[inline(always)]
    unsafe fn scaled(sum: Self::Sum, factor: f32, out: &mut [f32; LANES]) {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::scaled(sum, factor, out) };
    }

    #[inline(always)]
    unsafe fn dequantised(
        sum: Self::Sum,
        row: Row,
        channels: &Channels<'_>,
        out: &mut [f32; LANES],
    ) {
        // SAFETY: see `zero`.
        unsafe { Avx512Vnni::dequantised(sum, row, channels, out) };
    }

    #[inline(always)]
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O) {
        assert!(
            x.words.len() >= x.rows * weights.width,
            "rows of {} words",
            weights.width
        );
        // SAFETY: callers run inside `featured`.
        unsafe {
            if x.rows > 0 && weights.width.is_multiple_of(TILE) {
                tiles(x, weights, out);
            } else {
                panels::<Self, 1, 4>(x, weights, out);
            }
        }
    }

    #[inline(always)]
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { super::tiles::<Self, 7, 2>(x, weights, out) }
    }
}
