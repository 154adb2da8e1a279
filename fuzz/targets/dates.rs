//! Dates, names, quotes, citations and what is asserted: in a text, and a claim against a window.
#![no_main]

use groundwall_checks::assertion::{Around, standing};
use groundwall_checks::{Prepared, Scored, Text, citation, date, identifier, quote};

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| {
    let (claim, window) = texts;
    let claim = &claim[..claim.floor_char_boundary(4_000)];
    let _ = (
        date::extract(window),
        identifier::extract(&window.into()),
        citation::extract(window),
    );
    let windows = [Scored {
        context: claim.into(),
        document: window.into(),
        ..Scored::alone(window)
    }];
    let claim = &Text::from(claim);
    let prepared = Prepared::new(claim, &windows);
    let _ = (
        date::check(&prepared),
        identifier::check(&prepared, &|_| false),
        quote::check(&prepared),
        citation::check(&prepared),
    );
    let around = Around {
        opening: claim,
        behind: claim,
    };
    let _ = standing(claim, window, around);
});
