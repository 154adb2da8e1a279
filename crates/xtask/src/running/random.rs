//! Numbers that are the same in every run.

/// A row of such numbers (xorshift64*, Vigna 2016).
pub(crate) struct Random(u64);

impl Random {
    /// The row of a seed, which is not 0.
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_differ_and_come_again() {
        let numbers = || {
            let mut random = Random::of(20);
            (0..50).map(|_| random.below(1_000)).collect::<Vec<_>>()
        };
        let different: std::collections::BTreeSet<u64> = numbers().into_iter().collect();
        assert!(different.len() > 40 && numbers() == numbers());
    }
}
