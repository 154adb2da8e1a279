//! What the kernels of x86-64 have in common.

/// Keeps the low byte of each 16-bit half.
pub(super) const LOW: i32 = 0x00ff_00ff;

/// `Kernel::featured`: the work is compiled for the features that are named, and run where the CPU has them.
macro_rules! featured {
    ($features:literal) => {
        #[inline]
        fn featured<W: Work>(work: W) -> W::Output {
            #[target_feature(enable = $features)]
            fn compiled<W: Work, K: Kernel>(work: W) -> W::Output {
                work.run::<K>()
            }
            assert!(
                Self::available(),
                "a kernel was taken on a CPU without its features"
            );
            // SAFETY: the features that `compiled` is built for have just been detected.
            unsafe { compiled::<W, Self>(work) }
        }
    };
}

pub(super) use featured;
