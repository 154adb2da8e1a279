//! Taking a text apart, on texts that were made to keep it busy.

use groundwall_engine::claims::{decompose, given};
use groundwall_testing::scaling::{adversarial, assert_linear};
use std::hint::black_box;
use std::time::Duration;

/// 15 kB in less than this are not compared: machines differ by a factor of four.
const FLOOR: Duration = Duration::from_millis(200);

#[test]
fn decomposition_is_linear() {
    assert_linear("decompose", 1_500, FLOOR, &mut |text| {
        drop(black_box(decompose(text)));
    });
    assert_linear("given", 400, FLOOR, &mut |text| {
        drop(black_box(given(1, text)));
    });
}

#[test]
fn no_text_makes_a_claim_that_is_longer_than_one_may_be_given_or_loses_a_letter() {
    for (name, text) in adversarial(30_000) {
        let sentences = decompose(&text);
        let told: String = sentences
            .iter()
            .flat_map(|sentence| [sentence.gap.as_str(), sentence.text.as_str()])
            .collect();
        assert!(text.starts_with(&told), "{name}");
        let spans = sentences.iter().map(|sentence| {
            (
                sentence.span.end - sentence.span.start,
                sentence.text.chars().count(),
            )
        });
        assert!(
            spans.into_iter().all(|(span, length)| span == length),
            "{name}"
        );
        let longest = sentences
            .iter()
            .flat_map(|sentence| &sentence.claims)
            .map(|claim| claim.text.len())
            .max()
            .unwrap_or(0);
        assert!(longest <= 4_500, "{name}: {longest}");
        let all: usize = sentences
            .iter()
            .flat_map(|sentence| &sentence.claims)
            .map(|claim| claim.text.len())
            .sum();
        assert!(all <= 4 * text.len() + 1_000, "{name}: {all}");
    }
}
