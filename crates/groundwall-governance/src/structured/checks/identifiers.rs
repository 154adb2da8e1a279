//! Numbers of accounts and the like: placeholders, lengths, shapes, and whether the document has them.

use super::{Look, of};
use crate::structured::finding::{Findings, Found};
use crate::structured::fold::unseparated;
use crate::structured::items::{Item, Reading};
use crate::structured::rule::Rule;
use crate::structured::section::Role;

/// The one thing that is wrong with an identifier, the worst first.
fn wrong(look: &Look<'_>, reading: &Reading<'_>) -> Option<Found> {
    let rules = &look.pack.identifier;
    let value = unseparated(&reading.text);
    let in_document = look.presence.holds(&reading.text);
    let placeholder = rules.placeholders.contains(&value)
        || rules
            .placeholder_patterns
            .iter()
            .any(|pattern| pattern.is_match(&value));
    if placeholder {
        return Some(of(
            Rule::Placeholder,
            reading,
            "This is a placeholder and no number of a real account or record.",
        ));
    }
    let masked = rules
        .masked
        .as_ref()
        .is_some_and(|masked| masked.is_match(&value));
    if masked {
        let made_up = || {
            of(
                Rule::Placeholder,
                reading,
                "Most of this number is masked, and no number of the document ends so.",
            )
        };
        let ends_so = look.presence.ends_number(&reading.text);
        return (!ends_so).then(made_up);
    }
    let length = value.chars().count();
    let (least, most) = rules.lengths;
    if length < least || length > most {
        let found = of(
            Rule::IdentifierLength,
            reading,
            format!("It has {length} characters, which is unusual."),
        );
        let expected = Some(format!("{least} to {most} characters"));
        return Some(Found { expected, ..found });
    }
    if let Some(shape) = &rules.shape
        && !shape.is_match(&value)
    {
        return Some(of(
            Rule::IdentifierShape,
            reading,
            "It has characters that do not belong into it.",
        ));
    }
    (!in_document).then(|| {
        of(
            Rule::IdentifierAbsent,
            reading,
            "The document does not have this number.",
        )
    })
}

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for reading in item.of(Role::Identifier) {
        if let Some(found) = wrong(look, reading) {
            out.add(place, found);
        }
    }
}
