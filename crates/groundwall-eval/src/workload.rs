//! The texts that speed is measured on: the same in the criterion benchmarks, in `groundwall bench` and in the peers' scripts (bench/peers).

use groundwall_ports::Pair;

const SENTENCES: [&str; 4] = [
    "The fairway north of the island was dredged to a depth of eight and a half metres before the winter storms came.",
    "Ships longer than ninety metres must take a pilot on board unless the harbour master has exempted them in writing.",
    "The board discussed the offers of three suppliers and chose the one with the earlier delivery and the longer warranty.",
    "In the years after the war most of the catch was salted on the quay and sent south by rail the same evening.",
];

/// Passages of about 195 tokens, no two alike.
pub fn passages(count: usize) -> Vec<String> {
    let sentence = |place: usize| SENTENCES[place % SENTENCES.len()];
    (0..count)
        .map(|number| {
            format!(
                "Report {number}. {}",
                (0..8)
                    .map(|place| sentence(number + place))
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        })
        .collect()
}

/// Pairs of about 65 tokens, no two alike.
pub fn pairs(count: usize) -> Vec<Pair> {
    let sentence = |place: usize| SENTENCES[place % SENTENCES.len()];
    (0..count)
        .map(|number| Pair {
            window: format!(
                "In year {number} {} {}",
                sentence(number),
                sentence(number + 1)
            ),
            claim: format!("In year {number} the fairway was dredged by {number} ships."),
        })
        .collect()
}
