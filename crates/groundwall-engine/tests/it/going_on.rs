//! Questions to tables that go on from the one before.

use crate::bench::Bench;
use groundwall_core::{ConversationId, PolicyOverride, Question, Report, ReportState};
use groundwall_ports::FirewallService;

const WARDS: &str = "ward,candidate,party,votes\n\
    Alder,Ann Ash,Reds,310\n\
    Alder,Bo Birch,Greens,125\n\
    Birch,Cy Cedar,Reds,90\n\
    Birch,Di Dale,Greens,238\n";

/// The reports of questions that are asked one after another in a conversation.
async fn talk(bench: &Bench, questions: &[&str]) -> Vec<Report> {
    let mut reports = Vec::new();
    for text in questions {
        let question = Question {
            conversation: Some(ConversationId("talk".to_owned())),
            ..Question::parse(text, PolicyOverride::default()).unwrap()
        };
        reports.push(bench.firewall.ask(question).await.unwrap());
    }
    reports
}

#[tokio::test]
async fn the_figure_and_the_condition_of_the_question_before_go_on() {
    let bench = Bench::start().await;
    bench.take_in("wards.csv", WARDS.as_bytes().to_vec()).await;
    let asked = [
        "How many votes did Reds get in Alder?",
        "And the Greens?",
        "And in Birch?",
    ];
    let reports = talk(&bench, &asked).await;
    for (report, votes) in reports.iter().zip(["310", "125", "238"]) {
        let text = report.delivered.clone().unwrap_or_default();
        assert!(text.contains(votes), "{:?}: {text}", report.question);
        assert_eq!(report.state, ReportState::Verified);
    }
}

#[tokio::test]
async fn a_part_that_is_read_by_itself_is_not_verified() {
    let bench = Bench::start().await;
    bench.take_in("wards.csv", WARDS.as_bytes().to_vec()).await;
    let reports = talk(&bench, &["How many votes were cast?", "And the Greens?"]).await;
    let part = &reports[1];
    assert_eq!(part.asked_as, None);
    assert_ne!(part.state, ReportState::Verified, "{:?}", part.delivered);
    assert!(part.banner.contains("read by itself"), "{}", part.banner);
}
