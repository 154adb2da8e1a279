//! Buffers whose first value lies at the beginning of a line of the cache: rows of whole lines are then read and written a line at a time. Anywhere else each vector
//! of 64 bytes, and each row of a tile, takes two; a layer of 192 × 384 × 1,536 then takes half as long again with AMX.

/// Bytes of a line.
const LINE: usize = 64;

/// Room for values that are written before they are read. It only grows.
#[derive(Default)]
pub(super) struct Buffer<T>(Vec<T>);

impl<T: Copy + Default> Buffer<T> {
    /// The first `length` values; what they were before is of no account.
    #[inline(always)]
    pub(super) fn room(&mut self, length: usize) -> &mut [T] {
        let spare = LINE / size_of::<T>() - 1;
        if self.0.len() < length + spare {
            self.0.resize(length + spare, T::default());
        }
        let first = self.first();
        &mut self.0[first..][..length]
    }

    /// The first `length` values, which were written since there was last [`Self::room`] for more.
    #[inline(always)]
    pub(super) fn written(&self, length: usize) -> &[T] {
        &self.0[self.first()..][..length]
    }

    /// Values before the first line begins.
    #[inline(always)]
    fn first(&self) -> usize {
        self.0.as_ptr().addr().wrapping_neg() % LINE / size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_begins_a_line_and_what_was_written_stays() {
        let mut buffer: Buffer<f32> = Buffer::default();
        for length in [1, 16, 17, 1_000, 3] {
            let room = buffer.room(length);
            assert_eq!((room.len(), room.as_ptr().addr() % LINE), (length, 0));
            room.fill(length as f32);
            assert_eq!(buffer.written(length), vec![length as f32; length]);
        }
    }
}
