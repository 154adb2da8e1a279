//! Whether what leaves answers the question, with a reader and a generator from a script.

use crate::bench::Bench;
use async_trait::async_trait;
use groundwall_core::{Draft, ModelIdentity, NliScores, Prompt, ReportState, Thresholds};
use groundwall_generator::ExtractiveGenerator;
use groundwall_ports::{ErrorClass, Generator, NliModel, Pair, PortError};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Says that a text answers a question when it holds the words that the script has for the question.
struct Scripted {
    /// Words of a question, and of the texts that answer it.
    answers: &'static [(&'static str, &'static str)],
    fails: Option<PortError>,
    identity: ModelIdentity,
}

impl Scripted {
    fn reader(
        answers: &'static [(&'static str, &'static str)],
        fails: Option<PortError>,
    ) -> Option<Arc<dyn NliModel>> {
        let text = || "scripted".to_owned();
        let identity = ModelIdentity {
            name: text(),
            revision: text(),
            license: text(),
            sha256: text(),
            kernel: text(),
        };
        Some(Arc::new(Self {
            answers,
            fails,
            identity,
        }))
    }
}

#[async_trait]
impl NliModel for Scripted {
    async fn judge(&self, pairs: &[Pair]) -> Result<Vec<NliScores>, PortError> {
        if let Some(error) = &self.fails {
            return Err(error.clone());
        }
        let answers = |pair: &Pair| {
            self.answers
                .iter()
                .any(|(asked, told)| pair.claim.contains(asked) && pair.window.contains(told))
        };
        let score = |entailment| NliScores {
            entailment,
            neutral: 1.0 - entailment,
            contradiction: 0.0,
        };
        Ok(pairs
            .iter()
            .map(|pair| score(if answers(pair) { 0.98 } else { 0.01 }))
            .collect())
    }

    fn reads(&self, _: &str) -> bool {
        true
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::default()
    }

    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }
}

/// Says one text, and counts how often it is asked.
struct Says(&'static str, AtomicUsize);

impl Says {
    fn text(text: &'static str) -> Arc<Self> {
        Arc::new(Self(text, AtomicUsize::new(0)))
    }
}

#[async_trait]
impl Generator for Says {
    async fn draft(&self, _: &Prompt) -> Result<Draft, PortError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Ok(Draft {
            text: self.0.to_owned(),
            model: "scripted".to_owned(),
            token_entropy: None,
        })
    }

    fn name(&self) -> String {
        "scripted".to_owned()
    }
}

const QUAY: &str = "The quay was built in 1931 by the Solheim family. It belongs to the municipality. Boats under ten metres moor for free.\n\nBefore a boat leaves, its skipper must:\n\n- pay the harbour dues\n- sign the log book\n- hand in the key\n\nThe crane lifts 12 tonnes. Gulls nest on the roof of the shed.";
const BUILT: &[(&str, &str)] = &[
    ("When was", "1931"),
    ("skipper", "sign the log book"),
    ("moors", "for free"),
];

async fn quay(reader: Option<Arc<dyn NliModel>>, generator: Arc<dyn Generator>) -> Bench {
    let bench = Bench::of(true, reader, generator).await;
    bench.add("quay.txt", QUAY, 1_000).await;
    bench
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_passage_answers_no_draft_is_asked_for() {
    let says = Says::text("The quay was built in 1931.");
    let bench = quay(
        Scripted::reader(BUILT, None),
        Arc::clone(&says) as Arc<dyn Generator>,
    )
    .await;
    let report = bench.ask("Who designed the crane on the quay?").await;
    assert_eq!(
        (report.state, says.1.load(Ordering::Relaxed)),
        (ReportState::NotCovered, 0),
        "{}",
        report.banner
    );
    assert!(report.delivered.is_none() && !report.candidates.is_empty() && !report.is_verified());
    assert_eq!(report.asked[0].found, Some(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn true_sentences_that_answer_another_question_are_not_covered() {
    let says = Says::text("The crane lifts 12 tonnes.");
    let bench = quay(Scripted::reader(BUILT, None), says).await;
    let report = bench.ask("When was the quay built?").await;
    assert_eq!(
        (report.state, report.is_verified()),
        (ReportState::NotCovered, false),
        "{}",
        report.banner
    );
    assert!(
        report
            .banner
            .starts_with("The text does not answer the question."),
        "{}",
        report.banner
    );
    assert_eq!(
        report.delivered.as_deref(),
        Some("The crane lifts 12 tonnes.")
    );
    let bench = quay(
        Scripted::reader(BUILT, None),
        Says::text("The quay was built in 1931 by the Solheim family."),
    )
    .await;
    let report = bench.ask("When was the quay built?").await;
    assert_eq!(
        (report.state, report.is_verified()),
        (ReportState::Verified, true),
        "{}",
        report.banner
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_are_not_found_are_named() {
    let bench = quay(Scripted::reader(BUILT, None), Arc::new(ExtractiveGenerator)).await;
    let report = bench.ask("When was the quay built and who leads it?").await;
    assert_eq!(
        (report.state, report.is_verified()),
        (ReportState::PartlyVerified, false),
        "{}",
        report.banner
    );
    assert!(
        report
            .banner
            .ends_with("1 of 2 parts found; not found: “Who leads the quay?”."),
        "{}",
        report.banner
    );
    assert_eq!(
        report
            .asked
            .iter()
            .map(|part| part.found)
            .collect::<Vec<_>>(),
        [Some(true), Some(false)]
    );
    assert_eq!(
        report.delivered.as_deref(),
        Some("The quay was built in 1931 by the Solheim family.")
    );
    let both = bench
        .ask("When was the quay built? Who moors there for free?")
        .await;
    assert_eq!(both.state, ReportState::Verified, "{}", both.banner);
    assert_eq!(
        both.delivered.as_deref(),
        Some(
            "The quay was built in 1931 by the Solheim family.\n\nBoats under ten metres moor for free."
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_comes_with_its_items() {
    let bench = quay(Scripted::reader(BUILT, None), Arc::new(ExtractiveGenerator)).await;
    let report = bench
        .ask("What must a skipper do before a boat leaves?")
        .await;
    let list = "Before a boat leaves, its skipper must:\n- pay the harbour dues.\n- sign the log book.\n- hand in the key.";
    assert_eq!(
        report.attempts[0].draft.as_deref(),
        Some(list),
        "{}",
        report.banner
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_back_an_answer_comes_with_it() {
    let answers = &[("rope", "is required")];
    let reader = Scripted::reader(answers, None);
    let bench = Bench::of(true, reader, Arc::new(ExtractiveGenerator)).await;
    let text = "Some skippers claim that a second rope is required. Not so, it is optional. Gulls nest on the roof of the shed.";
    bench.add("ropes.txt", text, 1_000).await;
    let report = bench.ask("Is a second rope required?").await;
    assert_eq!(
        report.attempts[0].draft.as_deref(),
        Some("Some skippers claim that a second rope is required. Not so, it is optional."),
        "{}",
        report.banner
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_question_asks_why_the_reason_comes_with_what_it_is_for() {
    let answers = &[("darker", "turns out darker")];
    let text = "Beer from a partial boil turns out darker. This is due to the sugars, which brown. Gulls nest on the roof.";
    for (question, delivered) in [
        (
            "Why is beer from a partial boil darker?",
            "Beer from a partial boil turns out darker. This is due to the sugars, which brown.",
        ),
        (
            "Is beer from a partial boil darker?",
            "Beer from a partial boil turns out darker.",
        ),
    ] {
        let reader = Scripted::reader(answers, None);
        let bench = Bench::of(true, reader, Arc::new(ExtractiveGenerator)).await;
        bench.add("beer.txt", text, 1_000).await;
        let report = bench.ask(question).await;
        let draft = report.attempts[0].draft.as_deref();
        assert_eq!(draft, Some(delivered), "{}", report.banner);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_does_not_answer_what_two_rows_are_compared_for() {
    let answers = &[("wrecks", "Wrecks: 12")];
    let reader = Scripted::reader(answers, None);
    let bench = Bench::of(true, reader, Arc::new(ExtractiveGenerator)).await;
    let text = "# Wrecks\n\n| Bay | Year | Wrecks |\n|---|---|---|\n| Aldersund | 2016 | 12 |\n| Aldersund | 2015 | 9 |\n";
    bench.add("wrecks.md", text, 1_000).await;
    let report = bench
        .ask("How many more wrecks did Aldersund have in 2016 than the year before, roughly put?")
        .await;
    assert_eq!(report.state, ReportState::NotCovered, "{}", report.banner);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_remark_is_answered_without_a_search() {
    let bench = quay(Scripted::reader(BUILT, None), Says::text("Never.")).await;
    let report = bench.ask("Hello there!").await;
    assert_eq!(report.state, ReportState::NothingToCheck);
    assert!(
        report
            .delivered
            .is_some_and(|line| line.starts_with("Hello."))
            && report.stages.is_empty()
            && report.candidates.is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_reader_an_answer_is_at_most_partly_verified_and_says_so() {
    for reader in [
        None,
        Scripted::reader(BUILT, Some(PortError::degraded("gone"))),
        Scripted::reader(BUILT, Some(PortError::internal("broken"))),
    ] {
        let bench = quay(reader, Arc::new(ExtractiveGenerator)).await;
        let report = bench.ask("When was the quay built?").await;
        assert_eq!(
            (report.state, report.is_verified()),
            (ReportState::PartlyVerified, false),
            "{}",
            report.banner
        );
        assert!(
            report
                .banner
                .ends_with("Whether the text answers the question was not judged."),
            "{}",
            report.banner
        );
        assert!(
            report
                .degraded
                .iter()
                .any(|line| line.contains("is not judged")),
            "{:?}",
            report.degraded
        );
        assert_eq!(report.asked[0].found, None);
    }
    let busy = quay(
        Scripted::reader(BUILT, Some(PortError::overloaded("full"))),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    assert_eq!(
        busy.try_ask("When was the quay built?")
            .await
            .unwrap_err()
            .class,
        ErrorClass::Overloaded
    );
}

const SINCE: &[(&str, &str)] = &[("runs", "runs the ferry"), ("Since which year", "since")];

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_names_nothing_is_sought_beside_what_answers_the_one_before() {
    let bench = Bench::of(
        true,
        Scripted::reader(SINCE, None),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    let ferry =
        "Ingrid Solheim runs the ferry. The ferry has been hers since 1998. It is painted red.";
    bench.add("ferry.txt", ferry, 1_000).await;
    let mill = "The mill has stood since 1712. Since which year the wheel turns is not known.";
    bench.add("mill.txt", mill, 1_000).await;
    let report = bench.ask("Who runs the ferry? Since which year?").await;
    let text = report.delivered.unwrap_or_default();
    assert!(
        text.contains("since 1998") && !text.contains("mill"),
        "{text}"
    );
    let read = report.asked[1].read.as_ref().map(|read| &read.text);
    assert!(read.is_some_and(|text| text.contains("1998")));
    // Where the first part is not found, nobody knows what the second one is about.
    let unknown = bench.ask("Who built the ferry? Since which year?").await;
    assert_eq!(
        (unknown.state, unknown.asked[1].found),
        (ReportState::NotCovered, Some(false)),
        "{}",
        unknown.banner
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sentence_that_speaks_of_what_follows_opens_the_list_behind_it() {
    const TRAIL: &[(&str, &str)] = &[("trail", "following records")];
    let bench = Bench::of(
        true,
        Scripted::reader(TRAIL, None),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    let text = "The office opens at nine.\n\nThe following records make up the trail.\n\n- the delegation\n- the user agreement\n";
    bench.add("trail.md", text, 1_000).await;
    let report = bench.ask("Which records make up the trail?").await;
    let draft = report.attempts[0].draft.clone().unwrap_or_default();
    assert!(
        draft.starts_with("The following records") && draft.contains("user agreement"),
        "{draft}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_numbered_list_behind_a_list_belongs_to_no_line_above_that() {
    const NEED: &[(&str, &str)] = &[("need", "will need")];
    let bench = Bench::of(
        true,
        Scripted::reader(NEED, None),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    let text = "The report is made once a month.\n\nYou will need:\n- a current version of R\n- access to the data\n1. Open the folder.\n2. Run the script.\n";
    bench.add("steps.txt", text, 1_000).await;
    let report = bench.ask("What do I need for the report?").await;
    let draft = report.attempts[0].draft.clone().unwrap_or_default();
    assert!(
        draft.contains("access to the data") && !draft.contains("Open the folder"),
        "{draft}"
    );
}

/// Questions with answers, none of them marked as headings.
const FAQ: &str = "How do I cancel my contract?\n\nWrite to the office. A letter is enough. You get a receipt within a week.\n\nHow long is the season?\n\nIt lasts from May to October. The crane rests in winter.\n\nWhat do I bring?\n\nThe office wants some papers. Bring these:\n\n- the letter\n- the key\n- the log book\n- a photograph\n\nIs there a crane?\n\nThere is one. It lifts 12 tonnes. It belongs to the municipality. Its driver is Ottar Brekke. He lives at the quay. Nobody else may use the crane.";
/// The first is true of whatever stands beside the question of the document.
const SAME: &[(&str, &str)] = &[
    ("get rid of my contract", "cancel my contract"),
    ("papers do I take along", "a photograph"),
    ("who may use the crane", "Nobody else may use the crane"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_question_of_a_document_is_answered_by_all_that_follows_it() {
    let bench = Bench::of(
        true,
        Scripted::reader(SAME, None),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    bench.add("faq.txt", FAQ, 1_000).await;
    let report = bench.ask("How can I get rid of my contract?").await;
    assert_eq!(
        (report.state, report.delivered.as_deref()),
        (
            ReportState::Verified,
            Some("Write to the office. A letter is enough. You get a receipt within a week.")
        ),
        "{}",
        report.banner
    );
    // A list comes whole.
    let report = bench.ask("Which papers do I take along?").await;
    let delivered = report.delivered.unwrap_or_default();
    assert!(
        ["the letter", "the key", "the log book", "a photograph"]
            .iter()
            .all(|item| delivered.contains(item)),
        "{delivered}"
    );
    // What stands further below answers by itself.
    let report = bench.ask("Please tell me who may use the crane.").await;
    let delivered = report.delivered.unwrap_or_default();
    assert!(
        delivered.contains("Nobody else may use the crane.") && !delivered.contains('?'),
        "{delivered}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_that_a_question_is_about_is_read_by_itself_where_others_come_nearer() {
    const BYLAWS: &str = "Dogs in Montague stay on a lead. The town pool opens in May. The fence of the cemetery is painted green. No mast is high above the roofs.\n\nA bathing place has a wall of 4 feet around it.";
    const ANSWERS: &[(&str, &str)] = &[("How high", "4 feet")];
    let bench = Bench::of(
        true,
        Scripted::reader(ANSWERS, None),
        Arc::new(ExtractiveGenerator),
    )
    .await;
    let rules: Vec<String> = (1..40)
        .map(|number| format!("The fence around pool {number} is high."))
        .collect();
    bench.add("robots.txt", &rules.join(" "), 1_000).await;
    bench.add("bylaws.txt", BYLAWS, 1_000).await;
    let report = bench
        .ask("How high is the fence around a pool in Montague?")
        .await;
    assert_eq!(
        report.delivered.as_deref(),
        Some(
            "The fence of the cemetery is painted green. No mast is high above the roofs. A bathing place has a wall of 4 feet around it."
        ),
        "{}",
        report.banner
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_answers_is_read_though_many_sentences_share_more_words_with_the_question() {
    const PRICE: &str = "Whoever stays until morning pays the harbour 12 euros.";
    let mut paragraphs: Vec<String> = (1..=24)
        .map(|pier| format!("Those who moor overnight at pier {pier} sell 90 fish and pay visits."))
        .collect();
    paragraphs.extend(["# Prices".to_owned(), PRICE.to_owned()]);
    let knows = Scripted::reader(&[("overnight", "12 euros")], None);
    let bench = Bench::of(true, knows, Arc::new(ExtractiveGenerator)).await;
    bench
        .add("moorings.md", &paragraphs.join("\n\n"), 1_000)
        .await;
    let report = bench.ask("How much do I pay when I moor overnight?").await;
    assert_eq!(
        report.delivered.as_deref(),
        Some(PRICE),
        "{}",
        report.banner
    );
}
