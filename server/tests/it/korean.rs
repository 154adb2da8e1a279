//! Questions and claims in Korean, which no bundled model reads.

use crate::running::Running;
use serde_json::{Value, json};

const RULES: &str = "# 누리 독서회 회칙

제3조(회비) 회비는 매월 20,000원이다. 납부한 회비는 돌려주지 않는다.

제4조(임기) 회장의 임기는 2년으로 하며 한 번만 연임할 수 있다.

제5조(대출) 회원은 한 번에 책을 5권까지 빌릴 수 있다. 대출 기간은 14일 이내로 한다.

제6조(모임) 정기 모임은 매주 수요일 저녁에 연다. 회장은 모임의 일정을 3일 전까지 회원에게 알려야 한다.
";

async fn server() -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("누리 회칙.md", RULES.as_bytes().to_vec())])
        .await;
    assert_eq!(status, 200);
    (dir, server)
}

#[tokio::test]
async fn a_claim_in_other_endings_is_verified_and_its_opposite_refuted() {
    let (_dir, server) = server().await;
    let claims = [
        ("회비는 매월 2만 원입니다.", "supported"),
        ("누리 독서회의 회비는 매월 20,000원입니다.", "supported"),
        (
            "회칙에 따르면 회장은 모임의 일정을 3일 전까지 회원에게 알려야 합니다.",
            "supported",
        ),
        ("납부한 회비는 돌려줍니다.", "refuted"),
        ("회비는 매월 30,000원입니다.", "refuted"),
        // Must is not may, and somebody else.
        (
            "회장은 모임의 일정을 3일 전까지 회원에게 알릴 수 있습니다.",
            "unsupported",
        ),
        (
            "회원은 모임의 일정을 3일 전까지 회장에게 알려야 합니다.",
            "unsupported",
        ),
    ];
    let texts: Vec<&str> = claims.iter().map(|(claim, _)| *claim).collect();
    let (status, report) = server
        .post("/api/v1/verifications", &json!({ "claims": texts }))
        .await;
    assert_eq!(status, 201, "{report}");
    for (place, (claim, verdict)) in claims.iter().enumerate() {
        let judged = &report["claims"][place];
        assert_eq!(judged["verdict"], *verdict, "{claim}: {judged}");
    }
}

#[tokio::test]
async fn a_question_is_answered_by_the_sentence_that_speaks_of_it() {
    let (_dir, server) = server().await;
    let ask = async |question: &str| -> Value {
        let (status, report) = server
            .post("/api/v1/questions", &json!({ "question": question }))
            .await;
        assert_eq!(status, 201, "{report}");
        report
    };
    for (question, answer) in [
        ("회장 임기는 몇 년인가요?", "2년"),
        ("책은 한 번에 몇 권까지 빌릴 수 있어요?", "5권"),
        ("정기 모임은 언제 여나요?", "수요일"),
    ] {
        let report = ask(question).await;
        let text = report["delivered"].as_str().unwrap_or_default();
        assert!(text.contains(answer), "{question}: {report}");
        assert!(!text.contains("회비"), "{question}: {report}");
    }
    // No sentence has a sum of that, and nothing speaks of it.
    for question in [
        "도서관 주차 요금은 얼마예요?",
        "화성 탐사선은 누가 만들었나요?",
    ] {
        let report = ask(question).await;
        assert_eq!(report["state"], "not_covered", "{question}: {report}");
    }
}
