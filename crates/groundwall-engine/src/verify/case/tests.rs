//! The cascade is held against judging every window.

use super::*;
use crate::verify::windows::{Joined, Scored};
use groundwall_core::report::Outcome;
use groundwall_core::{
    DocumentId, DocumentName, FindingKind, Locator, ModelIdentity, Thresholds, Verdict, Window,
};
use groundwall_judge::Judge;
use proptest::prelude::*;

const CLAIMS: [&str; 4] = [
    "The tower is 27 metres high.",
    "Henrik Lund built the tower in 1871.",
    "Pilots board every ship longer than ninety metres.",
    "The keeper was not paid in winter.",
];
const WINDOWS: [&str; 8] = [
    "The tower is 27 metres high.",
    "The tower measures 31 metres from the rock to the lamp.",
    "Henrik Lund built it in 1871 for the harbour board.",
    "Pilots board ships longer than ninety metres unless they are exempt.",
    "The keeper was paid in summer and in winter.",
    "The crane was greased twice a year.",
    "The tower was painted white in 1902.",
    "In winter the keeper drew half of his pay.",
];

fn claim(text: &str) -> Claim {
    crate::claims::decompose(text).remove(0).claims.remove(0)
}

/// A window and what the models will say of it when they are asked.
fn window(
    text: usize,
    document: u8,
    coverage: f32,
    similarity: f32,
    nli: [f32; 3],
) -> (Scored, f32, NliScores) {
    let window = Window {
        document: DocumentId(format!("d{document}")),
        document_name: DocumentName::parse(&format!("d{document}.txt")).unwrap(),
        first_sentence: 0,
        last_sentence: 0,
        text: WINDOWS[text].to_owned(),
        locator: Locator::default(),
    };
    let context = WINDOWS[text].to_owned();
    let scored = Scored::new(window, context, coverage);
    (scored, similarity, NliScores::from_logits(nli, 1.0))
}

/// A window with its scores.
fn judged(scored: &Scored, similarity: Option<f32>, nli: NliScores) -> Scored {
    let mut scored = scored.clone();
    (scored.evidence.similarity, scored.evidence.nli) = (similarity, Some(nli));
    scored
}

/// The screen alone, with the bundled judge.
fn screening() -> Weigher<'static> {
    Weigher {
        thresholds: Thresholds {
            entailment: 0.5,
            contradiction: 0.5,
            temperature: 1.0,
            calibrated: false,
        },
        judge: Some(bundled_judge()),
        precise: false,
    }
}

/// Windows without joined text.
fn alone(claim: &Claim, windows: Vec<Scored>) -> Found {
    Found {
        text: claim.text.as_str().into(),
        windows,
        joined: Vec::new(),
        rivals: Vec::new(),
        namings: Arc::default(),
    }
}

fn windows() -> impl Strategy<Value = Vec<(Scored, f32, NliScores)>> {
    let one = (
        0..WINDOWS.len(),
        0u8..3,
        0f32..1.0,
        0f32..1.0,
        prop::array::uniform3(-4f32..4.0),
    )
        .prop_map(|(text, document, coverage, similarity, nli)| {
            window(text, document, coverage, similarity, nli)
        });
    prop::collection::vec(one, 0..=6)
}

/// The bundled judge.
fn bundled_judge() -> &'static Judge {
    static JUDGE: std::sync::LazyLock<Judge> = std::sync::LazyLock::new(|| {
        let file = |name: &str| {
            std::fs::read(format!(
                "{}/../../models/judge/{name}",
                env!("CARGO_MANIFEST_DIR")
            ))
            .unwrap()
        };
        let text = |text: &str| text.to_owned();
        let identity = ModelIdentity {
            name: text("judge"),
            revision: text("1"),
            license: text("MIT"),
            sha256: text("0"),
            kernel: text("trees"),
        };
        Judge::parse(
            &file("judge.json"),
            None,
            None,
            &String::from_utf8(file("lexicon.txt")).unwrap(),
            identity,
        )
        .unwrap()
    });
    &JUDGE
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn skipping_work_never_changes_a_verdict(number in 0..CLAIMS.len(), windows in windows(), preset in 0..4usize, learned in any::<bool>()) {
        let claim = claim(CLAIMS[number]);
        let preset = [Preset::Firewall, Preset::SimilarityNli, Preset::Cosine, Preset::Nli][preset];
        let policy = Policy { preset, ..Policy::default() };
        let thresholds = Thresholds { entailment: 0.5, contradiction: 0.5, temperature: 1.0, calibrated: false };
        let weigher = Some(Weigher { thresholds, judge: learned.then(bundled_judge), precise: false });
        let all = windows.iter().map(|(scored, similarity, nli)| judged(scored, Some(*similarity), *nli));
        let exhaustive = Case::open(&claim, alone(&claim, all.collect()), &policy, weigher, 2026).close();
        let mut case = Case::open(&claim, alone(&claim, windows.iter().map(|(scored, ..)| scored.clone()).collect()), &policy, weigher, 2026);
        let mut judged = 0;
        loop {
            let (judge, embed) = (case.to_judge(), case.to_embed());
            if judge.is_empty() && embed.is_empty() {
                break;
            }
            judged += judge.len();
            for place in judge {
                case.windows()[place].evidence.nli = Some(windows[place].2);
            }
            for place in embed {
                case.windows()[place].evidence.similarity = Some(windows[place].1);
            }
        }
        let settled = case.settled() || policy.preset == Preset::Cosine;
        let verdict = case.close().verdict;
        prop_assert_eq!(verdict, exhaustive.verdict, "{} against {:?}", claim.text, windows);
        prop_assert!(judged <= windows.len());
        prop_assert!(settled || judged == windows.len(), "{} of {} windows were judged", judged, windows.len());
    }
}

#[test]
fn the_models_read_a_value_in_the_units_of_the_evidence() {
    let policy = Policy::default();
    let open = |text: &str| {
        let claim = Box::leak(Box::new(claim(text)));
        let windows = vec![window(0, 0, 1.0, 0.9, [3.0, 0.0, -3.0]).0];
        let policy = Box::leak(Box::new(policy.clone()));
        Case::open(
            claim,
            alone(claim, windows),
            policy,
            Some(screening()),
            2026,
        )
    };
    let case = open("The tower is 2,700 cm high.");
    assert_eq!(case.read(), "The tower is 27 metres high.");
    let judged = case.close();
    assert_eq!(
        (judged.claim.text.as_str(), judged.read_as.as_deref()),
        (
            "The tower is 2,700 cm high.",
            Some("The tower is 27 metres high.")
        )
    );
    assert_eq!(open("The tower is 27 metres high.").close().read_as, None);
    let false_one = open("The tower is 27 feet high.").close();
    assert_eq!(
        (false_one.verdict, false_one.read_as),
        (Verdict::Refuted, None),
        "{}",
        false_one.why
    );
}

#[test]
fn a_claim_that_is_read_without_the_name_of_its_document_says_so() {
    let policy = Policy::default();
    let claim = claim("In the rowing bylaws, the tower is 27 metres high.");
    let (scored, ..) = window(0, 0, 1.0, 0.9, [3.0, 0.0, -3.0]);
    let document = scored.evidence.window.document.clone();
    let weigher = Weigher {
        judge: None,
        ..screening()
    };
    let read = |names: &str| {
        let found = Found {
            namings: Arc::new(Namings::of_one(&document, names)),
            ..alone(&claim, vec![scored.clone()])
        };
        let mut case = Case::open(&claim, found, &policy, Some(weigher), 2026);
        assert_eq!(case.to_judge(), [0]);
        case.windows()[0].evidence.nli = Some(NliScores::from_logits([6.0, 0.0, -6.0], 1.0));
        case.close().read_as
    };
    assert_eq!(
        read("rowing bylaws").as_deref(),
        Some("The tower is 27 metres high.")
    );
    assert_eq!(read("pilots winter"), None);
}

/// A case whose windows, all of one document, the screen has judged, before the reader.
fn screened<'a>(claim: &'a Claim, policy: &'a Policy, windows: &[(usize, [f32; 3])]) -> Case<'a> {
    let windows: Vec<_> = windows.iter().map(|(text, nli)| (*text, 0, *nli)).collect();
    screened_of(claim, policy, &windows)
}

/// The same with the document of each window.
fn screened_of<'a>(
    claim: &'a Claim,
    policy: &'a Policy,
    windows: &[(usize, u8, [f32; 3])],
) -> Case<'a> {
    let weigher = Weigher {
        precise: true,
        ..screening()
    };
    let windows = windows.iter().map(|(text, document, nli)| {
        let (scored, _, nli) = window(*text, *document, 0.8, 0.9, *nli);
        judged(&scored, None, nli)
    });
    let joined = Joined {
        document: DocumentId("d0".to_owned()),
        text: "The tower is high. It was built in 1899.".to_owned(),
        read: None,
    };
    let found = Found {
        joined: vec![joined],
        ..alone(claim, windows.collect())
    };
    Case::open(claim, found, policy, Some(weigher), 2026)
}

#[test]
fn the_reader_reads_what_the_screen_picks_and_what_did_not_run_is_not_passed() {
    let policy = Policy::default();
    let claim = claim("The keeper drew less pay in winter.");
    let judged = [
        (2, [0.1, 2.0, 0.1]),
        (3, [0.1, 2.0, 0.2]),
        (1, [0.1, 2.0, 3.0]),
        (4, [3.0, 0.0, 0.0]),
        (0, [0.0, 2.0, 0.0]),
    ];
    let case = screened(&claim, &policy, &judged);
    assert_eq!(
        case.to_read(),
        [
            Place::Window(0),
            Place::Window(2),
            Place::Window(3),
            Place::Joined(0)
        ]
    );
    let mut case = screened(&claim, &policy, &judged);
    case.miss_reading();
    let missed = case.close();
    assert_eq!(missed.verdict, Verdict::Unsupported, "{}", missed.why);
    assert!(
        missed
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::NotRun),
        "{:?}",
        missed.findings
    );
    assert!(
        missed
            .checks
            .iter()
            .any(|check| check.outcome == Outcome::NotRun)
            && missed.decided_by_check()
    );
}

#[test]
fn what_is_settled_or_stands_there_word_for_word_needs_no_reader() {
    let policy = Policy::default();
    for text in ["The tower is 72 metres high.", WINDOWS[4]] {
        let claim = claim(text);
        let mut case = screened(
            &claim,
            &policy,
            &[(0, [1.0, 0.0, 0.0]), (4, [1.0, 0.0, 0.0])],
        );
        assert_eq!(case.to_read(), [], "{text}");
        case.miss_reading();
        let verdict = case.close().verdict;
        assert_eq!(
            verdict,
            if text == WINDOWS[4] {
                Verdict::Supported
            } else {
                Verdict::Refuted
            },
            "{text}"
        );
    }
}

#[test]
fn another_document_differs_only_where_the_reader_finds_so_too() {
    let policy = Policy::default();
    let claim = claim(WINDOWS[4]);
    let (entails, contradicts, open) = ([5.0, 0.0, 0.0], [0.0, 0.0, 5.0], [0.0, 5.0, 0.0]);
    let judged = [(4, 0, entails), (7, 1, contradicts), (5, 1, open)];
    for (read, verdict) in [
        (open, Verdict::Supported),
        (contradicts, Verdict::Unsupported),
    ] {
        let mut case = screened_of(&claim, &policy, &judged);
        assert_eq!(case.to_read(), [Place::Window(1)]);
        case.take_reading(Place::Window(1), NliScores::from_logits(read, 1.0));
        let found = case.close();
        assert_eq!(found.verdict, verdict, "{}", found.why);
    }
}
