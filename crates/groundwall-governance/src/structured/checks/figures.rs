//! Figures that the document does not have.

use super::{Look, of};
use crate::structured::figure;
use crate::structured::finding::Findings;
use crate::structured::items::Item;
use crate::structured::rule::Rule;
use crate::structured::section::Role;

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for reading in item.of(Role::Figure) {
        let said = figure::of_value(reading.value, &reading.text);
        if !look.presence.states_figures(&said) {
            let description = "The document does not have this figure.";
            out.add(place, of(Rule::FigureAbsent, reading, description));
        }
    }
}
