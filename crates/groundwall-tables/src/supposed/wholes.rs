//! Senses of single places put together.

use super::senses::{Place, Sense};
use crate::link::Meaning;

/// What is kept while senses are put together.
const KEPT: usize = 400;

/// All ways to give each place a sense, with the mean of how much alike their words are, the most alike first. A sense that covers several places stands for all of them.
pub(super) fn of<'s>(places: &[Place], offered: &'s [Vec<Sense>]) -> Vec<(f32, Vec<&'s Sense>)> {
    let mut wholes: Vec<(f32, Vec<&Sense>)> = vec![(0.0, Vec::new())];
    for (place, senses) in places.iter().zip(offered) {
        let mut longer: Vec<(f32, Vec<&Sense>)> = Vec::new();
        for (sum, whole) in wholes {
            let covering = whole
                .iter()
                .find(|sense| sense.piece.from <= place.from && place.to <= sense.piece.to);
            if let Some(covering) = covering {
                longer.push((sum + covering.alike, whole));
                continue;
            }
            for sense in senses {
                if whole.iter().all(|other| apart(other, sense)) {
                    let mut with = whole.clone();
                    with.push(sense);
                    longer.push((sum + sense.alike, with));
                }
            }
        }
        longer.sort_by(|a, b| b.0.total_cmp(&a.0));
        longer.truncate(KEPT);
        wholes = longer;
    }
    let places = places.len().max(1) as f32;
    wholes
        .into_iter()
        .map(|(sum, whole)| (sum / places, whole))
        .collect()
}

/// Whether two senses stand beside each other: at words of their own, and for things of their own.
fn apart(a: &Sense, b: &Sense) -> bool {
    let words = a.piece.to <= b.piece.from || b.piece.to <= a.piece.from;
    let stands = matches!(
        a.piece.meaning,
        Meaning::Column(_) | Meaning::Category { .. }
    );
    words && !(stands && a.piece.meaning == b.piece.meaning)
}
