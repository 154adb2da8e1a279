//! The claim as the models read it.

use crate::language::ENGLISH;
use groundwall_checks::{Observation, Text, as_the_evidence_writes, words::capitalised};
use groundwall_core::Claim;

/// The claim, whose text was read as `text`, without a hedge, whose fact is checked all the same, and with its values as the evidence writes them. None where that is the claim itself.
pub(super) fn reading(claim: &Claim, text: &Text, said: &[Observation]) -> Option<String> {
    let Some(plain) = without_hedge(claim) else {
        return as_the_evidence_writes(text, said);
    };
    as_the_evidence_writes(&plain.as_str().into(), said).or(Some(plain))
}

fn without_hedge(claim: &Claim) -> Option<String> {
    let hedge = claim
        .hedge
        .as_deref()
        .filter(|hedge| ENGLISH.claims.hedging_adverbs.has(hedge))?;
    let words: Vec<&str> = claim
        .text
        .split(' ')
        .filter(|word| !word.trim_end_matches(',').eq_ignore_ascii_case(hedge))
        .collect();
    Some(capitalised(&words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::reading;
    use crate::claims::given;

    #[test]
    fn a_hedge_is_taken_out_and_nothing_else() {
        let read = |text: &str| reading(&given(1, text), &text.into(), &[]);
        assert_eq!(
            read("The tower is probably 27 metres high.").as_deref(),
            Some("The tower is 27 metres high.")
        );
        assert_eq!(
            read("Perhaps the bridge opened in 1999.").as_deref(),
            Some("The bridge opened in 1999.")
        );
        assert_eq!(read("It is likely to rain."), None);
        assert_eq!(read("The tower is 27 metres high."), None);
    }
}
