//! What is open while a page is drawn: states to come back to, and marked parts.

use super::KEPT;
use crate::extract::pdf::state::Graphics;

/// States that are kept for later.
#[derive(Default)]
pub(super) struct Kept {
    states: Vec<Graphics>,
    /// Those that were too many to be kept.
    over: u32,
}

impl Kept {
    pub(super) fn keep(&mut self, state: &Graphics) {
        if self.states.len() < KEPT {
            self.states.push(state.clone());
        } else {
            self.over += 1;
        }
    }

    pub(super) fn give_back(&mut self) -> Option<Graphics> {
        if self.over > 0 {
            self.over -= 1;
            return None;
        }
        self.states.pop()
    }
}

/// For each part that is marked and open, whether it belongs to a layer that is off.
#[derive(Default)]
pub(super) struct Marked {
    off: Vec<bool>,
    /// Parts within those, too many to be told apart.
    deeper: u32,
}

impl Marked {
    /// How many more layers are off with this part.
    pub(super) fn open(&mut self, is_off: impl FnOnce() -> bool) -> u32 {
        if self.off.len() >= KEPT {
            self.deeper += 1;
            return 0;
        }
        let off = is_off();
        self.off.push(off);
        u32::from(off)
    }

    /// How many fewer are off with its end.
    pub(super) fn close(&mut self) -> u32 {
        if self.deeper > 0 {
            self.deeper -= 1;
            return 0;
        }
        u32::from(self.off.pop().unwrap_or(false))
    }

    /// Those that no end was found for.
    pub(super) fn left(&self) -> u32 {
        self.off.iter().filter(|off| **off).count() as u32
    }
}
