//! Rule packs in the product: bands, findings, what becomes of an answer, and packs of one's own.

mod commands;
mod page;

use crate::running::{Running, binary};
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};
use std::process::Output;

const FUND: &[u8] = "The Hanbit fund buys bonds of Korean towns. The Hanbit fund was opened in 2019. The Hanbit fund charges 0.5% a year. The deposit rate of the Hanbit fund is 2.04% a year. Returns are guaranteed, said a leaflet of the Hanbit fund. Ask for the leaflet at leaflet@hanbit.co.kr."
    .as_bytes();

fn packs(args: &[&str]) -> Output {
    binary().arg("packs").args(args).output().unwrap()
}

fn out(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr];
    both.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .concat()
}

fn types(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array();
    findings
        .into_iter()
        .flatten()
        .filter_map(|finding| finding["type"].as_str())
        .collect()
}

fn rule<'r>(report: &'r Value, id: &str) -> &'r Value {
    let rules = report["rules"].as_array().unwrap();
    let found = rules.iter().find(|rule| rule["rule"] == id);
    found.unwrap_or_else(|| panic!("no answer of {id}: {report}"))
}

async fn verify(server: &Running, text: &str, source: &str, on: Value) -> Value {
    let body =
        json!({"answer": text, "sources": [{"id": "s", "text": source}], "policy": {"packs": on}});
    let (status, report) = server.post("/api/v1/verifications", &body).await;
    assert_eq!(status, 201, "{report}");
    report
}

#[tokio::test]
async fn a_pack_s_bands_decide_and_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (said, source) = (
        "The NOI was $1.25M for the property.",
        "The NOI was $1,200,000 for the property.",
    );
    let plain = verify(&server, said, source, json!([])).await;
    assert_eq!(plain["claims"][0]["verdict"], "refuted", "{plain}");
    let banded = verify(&server, said, source, json!(["real-estate"])).await;
    let claim = &banded["claims"][0];
    assert_eq!(claim["verdict"], "supported", "{banded}");
    assert_eq!(claim["findings"][0]["type"], "within_tolerance");
    assert_eq!(rule(&banded, "noi")["state"], "holds");
    assert_eq!(rule(&banded, "dscr")["state"], "no_data");
    let wrong = verify(
        &server,
        "The NOI was $1.5M for the property.",
        source,
        json!(["real-estate"]),
    )
    .await;
    assert_eq!(wrong["claims"][0]["verdict"], "refuted");
    assert_eq!(rule(&wrong, "noi")["state"], "broken");
    assert!(types(&wrong).is_empty(), "told once: {wrong}");
    let (status, problem) = server
        .post(
            "/api/v1/verifications",
            &json!({"answer": said, "policy": {"packs": ["real-state"]}}),
        )
        .await;
    assert_eq!(status, 422);
    assert!(problem.to_string().contains("real-estate"), "{problem}");
}

#[tokio::test]
async fn a_pack_s_findings_count_in_the_summary() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text =
        "The fund was opened in 2019. Buy now. Returns are guaranteed. Insider tip: it rises.";
    let source = "The fund was opened in 2019.";
    let report = verify(&server, text, source, json!(["finance-kr"])).await;
    assert_eq!(report["delivered"], text, "what is submitted stays");
    let found = types(&report);
    for kind in [
        "investment_solicitation",
        "return_guarantee",
        "insider_information",
    ] {
        assert!(found.contains(&kind), "{found:?}");
        assert_eq!(report["summary"]["findings_by_type"][kind], 1);
    }
    let guarantee = report["findings"].as_array().unwrap().iter();
    let guarantee = guarantee
        .clone()
        .find(|finding| finding["type"] == "return_guarantee")
        .unwrap();
    assert_eq!(guarantee["source"], "finance-kr/2 return-guarantee");
    let (start, end) = (
        guarantee["location"]["start"].as_u64().unwrap() as usize,
        guarantee["location"]["end"].as_u64().unwrap() as usize,
    );
    assert_eq!(text.get(start..end), Some("Returns are guaranteed"));
    assert_eq!(report["summary"]["overall_risk"], "critical");
    assert_eq!(report["summary"]["rejection_recommended"], true);
    assert_eq!(rule(&report, "CG-001")["actions"], json!(["replace"]));
    assert_eq!(rule(&report, "ESC-1")["escalation"]["within"], 5);
    let on = report["provenance"]["packs"].as_array().unwrap();
    assert_eq!(on[1]["name"], "finance-kr");
    assert_eq!(on[1]["sha256"].as_str().unwrap().len(), 64);
    let plain = verify(&server, text, source, json!([])).await;
    assert!(types(&plain).is_empty(), "{plain}");
}

#[tokio::test]
async fn what_a_check_and_a_pack_find_is_as_sure_as_the_pack_says() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text = "It is documented at https://fake-research.org/study. It drew approximately 50,000 visitors.";
    let report = verify(
        &server,
        text,
        "It drew many visitors.",
        json!(["web-citations"]),
    )
    .await;
    let claims = report["claims"].as_array().unwrap().iter();
    let of_claims = claims.flat_map(|claim| claim["findings"].as_array().unwrap());
    let all: Vec<&Value> = of_claims
        .chain(report["findings"].as_array().into_iter().flatten())
        .collect();
    let cited = all
        .iter()
        .find(|finding| finding["type"] == "fabricated_citation");
    let (start, end) = (text.find("https").unwrap(), text.find(". It drew").unwrap());
    assert_eq!(
        cited.unwrap()["location"],
        json!({"start": start, "end": end})
    );
    for (kind, confidence) in [("fabricated_citation", 0.7), ("suspicious_rounding", 0.6)] {
        let found = all.iter().find(|finding| finding["type"] == kind);
        let sure = found.unwrap()["confidence"].as_f64().unwrap();
        assert!((sure - confidence).abs() < 1e-6, "{kind} {sure}");
    }
}

async fn asked(chat: &ScriptedChat, question: &str) -> Value {
    ended(chat, question, "repair").await
}

/// The report of a question whose failed drafts end so.
async fn ended(chat: &ScriptedChat, question: &str, final_action: &str) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
            ("GROUNDWALL__GENERATOR__MODEL", "scripted-1"),
            ("GROUNDWALL__POLICY__PACKS", "[\"finance-kr\"]"),
            ("GROUNDWALL__POLICY__MAX_REGENERATIONS", "0"),
            ("GROUNDWALL__POLICY__FINAL_ACTION", final_action),
        ],
    );
    let (status, body) = server.upload(vec![("fund.txt", FUND.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    let (status, report) = server
        .post("/api/v1/questions", &json!({"question": question}))
        .await;
    assert_eq!(status, 201, "{report}");
    report
}

#[tokio::test]
async fn an_answer_goes_through_the_actions() {
    let draft = "The Hanbit fund buys bonds of Korean towns. Ask for the leaflet at leaflet@hanbit.co.kr. Buy now.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let report = asked(
        &chat,
        "What does the Hanbit fund buy for those who invest in it?",
    )
    .await;
    let text = report["delivered"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("The Hanbit fund buys bonds of Korean towns."),
        "{report}"
    );
    assert!(!text.contains("Buy now"), "{text}");
    assert!(!text.contains("leaflet@"), "{text}");
    assert!(
        text.contains("Note: this answer is general information"),
        "{text}"
    );
    assert_ne!(report["state"], "verified");
    assert!(
        !report.to_string().to_lowercase().contains("leaflet@hanbit"),
        "beside the text, in what it stands on, it could be read: {report}"
    );
    let remarks = report["remarks"].to_string();
    assert!(remarks.contains("Rule packs changed the text."), "{report}");
    assert_eq!(rule(&report, "CG-005")["state"], "broken");
}

#[tokio::test]
async fn inside_information_does_not_leave() {
    let draft = "The Hanbit fund buys bonds of Korean towns. An insider tip says so.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let report = asked(
        &chat,
        "What is the insider tip about the Hanbit fund's bonds?",
    )
    .await;
    if report["delivered"].is_null() {
        assert!(
            !report["attempts"].to_string().contains("insider"),
            "{report}"
        );
    } else {
        // The firewall itself took the sentence out.
        assert!(
            !report["delivered"].to_string().contains("insider"),
            "{report}"
        );
    }
    assert_eq!(rule(&report, "insider-information")["state"], "broken");
    assert_eq!(rule(&report, "ESC-1")["state"], "broken");
}

#[tokio::test]
async fn what_a_draft_told_is_known_though_the_verifier_takes_it_out() {
    let draft = "The Hanbit fund was opened in 2019. An insider tip says that it will merge. The Omega fund is a sure thing with guaranteed profit.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let report = asked(&chat, "When was the Hanbit fund opened?").await;
    let text = report["delivered"].as_str().unwrap_or_default();
    assert!(
        text.contains("2019") && !text.contains("insider"),
        "{report}"
    );
    let told = rule(&report, "ESC-1");
    assert_eq!(told["state"], "broken", "{told}");
    assert_eq!(told["escalation"]["within"], 5, "{told}");
    assert!(types(&report).contains(&"insider_information"), "{report}");
    let taken_out = rule(&report, "CG-002");
    assert_eq!(taken_out["state"], "holds", "{taken_out}");
    assert_eq!(
        taken_out["note"],
        "Nothing of it is in what was released; a draft had it."
    );
}

#[tokio::test]
async fn personal_data_of_a_draft_is_covered_though_the_verifier_takes_its_sentence_out() {
    let draft = "The Hanbit fund was opened in 2019. The borrower's SSN is 536-90-4399 and her mail is eva.holm@mail.test. Her date of birth is 3 May 1984.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let report = asked(&chat, "When was the Hanbit fund opened?").await;
    let text = report["delivered"].as_str().unwrap_or_default();
    assert!(text.contains("2019") && !text.contains("SSN"), "{report}");
    assert!(
        !report["removed"].as_array().unwrap().is_empty(),
        "{report}"
    );
    let told = report.to_string();
    for part in ["536 is", "536-90", "eva.holm", "3 May"] {
        assert!(!told.contains(part), "{part}: {report}");
    }
    let covered = rule(&report, "CG-006");
    assert_eq!(covered["state"], "broken", "{covered}");
    assert_eq!(covered["actions"], json!(["mask", "alert"]), "{covered}");
}

#[tokio::test]
async fn of_a_draft_that_is_withheld_no_word_is_told() {
    let draft = "The deposit rate of the Hanbit fund is 9.75% a year. An insider tip says that it will merge.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let question = "What is the deposit rate of the Hanbit fund?";
    let report = ended(&chat, question, "withhold").await;
    assert_eq!(report["delivered"], Value::Null, "{report}");
    assert_eq!(rule(&report, "ESC-1")["state"], "broken", "{report}");
    let rate = rule(&report, "CG-004");
    assert_eq!(rate["state"], "broken", "{report}");
    let note = rate["note"].as_str().unwrap();
    assert!(note.contains("What broke it is withheld"), "{note}");
    let told = report.to_string();
    assert!(
        !told.contains("9.75") && !told.contains("merge"),
        "{report}"
    );
}

#[tokio::test]
async fn a_rate_is_put_right_before_it_is_verified() {
    let draft = "The deposit rate of the Hanbit fund is 2.40% a year.";
    let chat = ScriptedChat::start([Reply::Text(draft.to_owned())]).await;
    let report = asked(&chat, "What is the deposit rate of the Hanbit fund?").await;
    let text = report["delivered"].as_str().unwrap_or_default();
    assert!(
        text.contains("2.04%") && !text.contains("2.40%"),
        "{report}"
    );
    assert_eq!(rule(&report, "CG-004")["state"], "broken", "{report}");
    assert_eq!(rule(&report, "CG-004")["actions"], json!(["correct"]));
    let remarks = report["remarks"].to_string();
    assert!(remarks.contains("put the documents' value in"), "{report}");
}

#[tokio::test]
async fn a_figure_is_found_by_another_of_its_names() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text =
        b"The NOI for the property was $1,200,000 in 2024. The DSCR of the property was 1.25.";
    let (status, body) = server.upload(vec![("property.txt", text.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    for (said, rule_id, state, verdict) in [
        (
            "Net operating income for the property was $1.2M in 2024.",
            "noi",
            "holds",
            "supported",
        ),
        (
            "The debt service coverage ratio of the property was 1.9.",
            "dscr",
            "broken",
            "refuted",
        ),
    ] {
        let body = json!({"answer": said, "policy": {"packs": ["real-estate"]}});
        let (status, report) = server.post("/api/v1/verifications", &body).await;
        assert_eq!(status, 201, "{report}");
        assert_eq!(report["claims"][0]["verdict"], verdict, "{said}: {report}");
        assert_eq!(report["claims"][0]["claim"]["text"], said);
        assert_eq!(rule(&report, rule_id)["state"], state, "{said}: {report}");
    }
    let nothing = verify(
        &server,
        "The property is old.",
        "The property is old.",
        json!(["web-citations"]),
    )
    .await;
    let rules = nothing["rules"].as_array().unwrap().iter();
    let mut of_addresses = rules
        .filter(|rule| rule["rule"].as_str().unwrap().starts_with("url-"))
        .peekable();
    assert!(of_addresses.peek().is_some());
    assert!(
        of_addresses.all(|rule| rule["state"] == "no_data"),
        "{nothing}"
    );
}

#[tokio::test]
async fn a_question_out_of_scope_is_declined() {
    let chat = ScriptedChat::start([]).await;
    let report = asked(&chat, "내일 날씨가 어때요?").await;
    assert_eq!(report["state"], "nothing_to_check", "{report}");
    assert_eq!(
        report["delivered"],
        "금융 업무와 관련이 없는 질문에는 답변하지 않습니다."
    );
    assert!(
        report["banner"]
            .as_str()
            .unwrap()
            .contains("finance-kr/2 out_of_scope")
    );
    assert!(chat.requests().is_empty());
}

#[tokio::test]
async fn documents_that_disagree_do_so_by_every_name_of_a_figure() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for packs in [json!([]), json!(["finance-kr"])] {
        let body = json!({
            "answer": "The loan rate is 3 %.",
            "sources": [{"id": "a", "text": "The loan rate is 3 %."}, {"id": "b", "text": "The loan rate is 5 %."}],
            "policy": {"packs": packs},
        });
        let (_, report) = server.post("/api/v1/verifications", &body).await;
        let claim = &report["claims"][0];
        assert_eq!(claim["verdict"], "unsupported", "{report}");
        let kinds = claim["findings"].as_array().unwrap().iter();
        assert!(
            kinds.clone().any(|finding| finding["type"] == "conflict"),
            "{report}"
        );
    }
}

#[tokio::test]
async fn what_a_check_read_of_personal_data_is_covered() {
    let dir = tempfile::tempdir().unwrap();
    let on = [("GROUNDWALL__POLICY__PACKS", "[\"finance-kr\"]")];
    let server = Running::start(dir.path(), &on);
    let text = b"The Plover guard was born on 3 July 1979. The Plover guard lives at 17 Marlowe Road, Cambridge CB3 9JX.";
    let (status, body) = server.upload(vec![("guard.txt", text.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    for question in [
        "When was the Plover guard born?",
        "Where does the Plover guard live?",
    ] {
        let (_, report) = server
            .post("/api/v1/questions", &json!({"question": question}))
            .await;
        let delivered = report["delivered"].as_str().unwrap_or_default();
        assert!(delivered.contains('['), "{report}");
        let told = report.to_string();
        assert!(
            !told.contains("1979") && !told.contains("Marlowe"),
            "{report}"
        );
    }
}
