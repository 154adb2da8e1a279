//! An inverted index in few bytes: for each term the slots of its passages, as differences in 7-bit groups, each with a weight of 16 bits.

use std::collections::HashMap;

/// Weights go up to 2.2 (k1 + 1).
const WEIGHT_STEPS: f32 = 65_535.0 / 2.25;

/// The passages of one term, by slot.
#[derive(Default)]
struct List {
    count: u32,
    last: u32,
    bytes: Vec<u8>,
}

impl List {
    fn push(&mut self, slot: u32, weight: u16) {
        let mut rest = slot - self.last;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
        self.bytes.extend(weight.to_le_bytes());
        self.last = slot;
        self.count += 1;
    }

    fn iter(&self) -> Postings<'_> {
        Postings {
            bytes: &self.bytes,
            slot: 0,
        }
    }
}

/// Slots with their weights, in rising order of the slots.
pub(crate) struct Postings<'a> {
    bytes: &'a [u8],
    slot: u32,
}

impl Postings<'_> {
    fn raw(&mut self) -> Option<(u32, u16)> {
        let (mut difference, mut shift) = (0u32, 0);
        loop {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            difference |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (weight, rest) = self.bytes.split_first_chunk::<2>()?;
        self.bytes = rest;
        self.slot += difference;
        Some((self.slot, u16::from_le_bytes(*weight)))
    }
}

impl Iterator for Postings<'_> {
    type Item = (u32, f32);

    fn next(&mut self) -> Option<Self::Item> {
        self.raw()
            .map(|(slot, weight)| (slot, f32::from(weight) / WEIGHT_STEPS))
    }
}

/// Lists by the index of their term.
#[derive(Default)]
pub(crate) struct Index {
    lists: HashMap<u32, List>,
}

impl Index {
    /// Adds a passage to a term's list; slots of a term come in rising order.
    pub(crate) fn push(&mut self, term: u32, slot: u32, weight: f32) {
        self.lists
            .entry(term)
            .or_default()
            .push(slot, (weight * WEIGHT_STEPS).round() as u16);
    }

    /// Passages of a term.
    pub(crate) fn count(&self, term: u32) -> usize {
        self.lists.get(&term).map_or(0, |list| list.count as usize)
    }

    pub(crate) fn postings(&self, term: u32) -> Postings<'_> {
        self.lists.get(&term).map_or(
            Postings {
                bytes: &[],
                slot: 0,
            },
            List::iter,
        )
    }

    /// Gives back what growing took beyond the lists.
    pub(crate) fn shrink(&mut self) {
        self.lists
            .values_mut()
            .for_each(|list| list.bytes.shrink_to_fit());
        self.lists.shrink_to_fit();
    }

    /// Moves every slot to where `moved` says, or takes it out; the order of the slots stays.
    pub(crate) fn renumber(&mut self, moved: &[Option<u32>]) {
        self.lists.retain(|_, list| {
            let mut postings = list.iter();
            let mut next = List::default();
            while let Some((slot, weight)) = postings.raw() {
                if let Some(slot) = moved[slot as usize] {
                    next.push(slot, weight);
                }
            }
            *list = next;
            list.count > 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_weights_come_back() {
        let mut index = Index::default();
        let slots = [0u32, 1, 127, 128, 300, 20_000, 3_000_000, 4_000_000_000];
        for slot in slots {
            index.push(7, slot, (slot % 22) as f32 / 10.0);
        }
        let found: Vec<(u32, f32)> = index.postings(7).collect();
        assert_eq!(
            found.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(),
            slots
        );
        assert!(
            found
                .iter()
                .all(|(slot, weight)| (weight - (slot % 22) as f32 / 10.0).abs() < 2e-5),
            "{found:?}"
        );
        assert_eq!(
            (index.count(7), index.count(8), index.postings(8).count()),
            (slots.len(), 0, 0)
        );
    }

    #[test]
    fn renumbering_closes_gaps_and_drops_empty_lists() {
        let mut index = Index::default();
        for (term, slot) in [(1, 0), (1, 2), (1, 3), (2, 1)] {
            index.push(term, slot, 1.0);
        }
        index.renumber(&[Some(0), None, Some(1), Some(2)]);
        assert_eq!(
            index.postings(1).map(|(slot, _)| slot).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        assert_eq!((index.count(1), index.count(2)), (3, 0));
    }
}
