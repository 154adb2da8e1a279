//! The judge on texts that were made to keep it busy.

use groundwall_core::{DocumentId, DocumentName, Evidence, Locator, NliScores, Stance, Window};
use groundwall_judge::{Lexicon, Reading, features};
use groundwall_testing::scaling::assert_linear;
use std::hint::black_box;
use std::time::Duration;

/// What takes less is not compared: machines differ by a factor of four.
const FLOOR: Duration = Duration::from_millis(200);

#[test]
fn reading_and_weighing_are_linear_or_capped() {
    let lexicon = Lexicon::default();
    let nli = NliScores {
        entailment: 0.2,
        neutral: 0.3,
        contradiction: 0.5,
    };
    let sentence = "The quay of Orm was built in 1931 for 2,400 kroner, and it was not closed.";
    let row = |claim: &str, window: &str| {
        let window = Evidence {
            window: Window {
                document: DocumentId("d".to_owned()),
                document_name: DocumentName::parse("d.txt").unwrap(),
                first_sentence: 0,
                last_sentence: 0,
                text: window.to_owned(),
                locator: Locator::default(),
            },
            similarity: None,
            coverage: 0.5,
            nli: Some(nli),
            read: None,
            stance: Stance::Silent,
        };
        black_box(features(claim, &[&window], &[], &lexicon));
    };
    assert_linear("Reading", 1_500, FLOOR, &mut |text| {
        drop(black_box(Reading::of(text, &lexicon)));
    });
    assert_linear("a claim", 400, FLOOR, &mut |claim| row(claim, sentence));
    assert_linear("a window", 1_500, FLOOR, &mut |window| {
        row(sentence, window);
    });
}
