use super::{TRIES, Target, Webhook, look, signature};
use crate::config::WebhookConfig;
use groundwall_core::review::{Dispute, Reason};
use groundwall_core::{Report, ReportFilter, Severity};

use groundwall_generator::Secret;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Ledger as _, Records as _};
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// A report with one statement.
fn report() -> Report {
    let claim = json!({
        "claim": {
            "id": 1, "kind": "date", "text": "It is blue.", "sentence": "It is blue.", "span": {"start": 0, "end": 11}, "specificity": "medium",
            "checkability": "checkable", "hedge": null, "vague": false,
        },
        "verdict": "refuted", "why": "The documents say otherwise.", "probability": 0.1, "checks": [], "findings": [], "evidence": [],
    });
    serde_json::from_value(json!({
        "id": "r1", "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": "Which colour has the boat?", "state": "not_verified",
        "banner": "b", "delivered": "It is blue.", "segments": [], "citations": [], "claims": [claim], "removed": [], "attempts": [], "candidates": [],
        "stages": [], "degraded": [], "elapsed_seconds": 0.1,
        "summary": {
            "counts": {"supported": 0, "refuted": 1, "unsupported": 0, "unverifiable": 0}, "support_ratio": 0.0, "findings_by_severity": {},
            "findings_by_type": {}, "findings_by_certainty": {}, "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null,
            "mean_entailment": null, "confidence": null, "adjusted_confidence": null,
        },
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
    }))
    .unwrap()
}

const SECRET: &str = "a secret of sixteen";

fn config(url: &str, private: bool) -> WebhookConfig {
    WebhookConfig {
        url: Some(url.to_owned()),
        secret: Some(Secret::new(SECRET)),
        private,
    }
}

fn webhook(url: &str, private: bool) -> anyhow::Result<Option<Webhook>> {
    Webhook::of(&config(url, private))
}

/// Answers every request with this head, and keeps what came.
async fn listening(answer: &'static str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let keep = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut said = vec![0; 16_384];
            let mut length = 0;
            while !String::from_utf8_lossy(&said[..length]).contains("\"page\"") {
                match stream.read(&mut said[length..]).await {
                    Ok(0) | Err(_) => break,
                    Ok(more) => length += more,
                }
            }
            let text = String::from_utf8_lossy(&said[..length]).into_owned();
            keep.lock().unwrap().push(text);
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (url, heard)
}

/// A ledger with a review that was due at once.
async fn overdue(dir: &tempfile::TempDir) -> SqliteLedger {
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    let due = Reason {
        rule: "disputed".to_owned(),
        why: "Somebody says so.".to_owned(),
        priority: Severity::High,
        within: Some(0),
    };
    let ledger = ledger.told(|| "a test".to_owned(), |_| None, due);
    let report = report();
    ledger.record(&report).await.unwrap();
    let dispute = Dispute {
        claim: report.claims[0].claim.id,
        note: "It is red.".to_owned(),
    };
    ledger.dispute(&report.id, &dispute).await.unwrap().unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    ledger
}

#[test]
fn what_is_configured_wrongly_is_said_at_the_start() {
    for (url, private) in [
        ("not an address", false),
        ("ftp://example.org/", true),
        ("http://example.org/", false),
        ("https://user:pass@example.org/", false),
    ] {
        assert!(webhook(url, private).is_err(), "{url}");
    }
    let mut short = config("https://example.org/", false);
    short.secret = Some(Secret::new("short"));
    assert!(Webhook::of(&short).is_err());
    assert!(webhook("https://example.org/", false).unwrap().is_some());
    assert!(Webhook::of(&WebhookConfig::default()).unwrap().is_none());
}

#[tokio::test]
async fn an_overdue_review_is_told_once_and_signed() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = overdue(&dir).await;
    let (url, heard) = listening("HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n").await;
    let webhook = webhook(&url, true).unwrap().unwrap();
    look(&ledger, &webhook).await.unwrap();
    look(&ledger, &webhook).await.unwrap();
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.len(), 1, "{heard:?}");
    let (head, body) = heard[0].split_once("\r\n\r\n").unwrap();
    let signed = head
        .lines()
        .find_map(|line| line.strip_prefix("groundwall-signature: "))
        .unwrap();
    let time = signed
        .split_once(',')
        .unwrap()
        .0
        .strip_prefix("t=")
        .unwrap();
    assert_eq!(signed, signature(SECRET, time.parse().unwrap(), body));
    let told: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(told["event"], "review.overdue");
    assert_eq!(told["priority"], "high");
    let reports = ledger.reports(&ReportFilter::default()).await.unwrap();
    assert!(
        !body.contains(&reports.reports[0].title),
        "no text is sent: {body}"
    );
    let log = ledger.audit(None, None, 1).await.unwrap();
    assert_eq!(log.entries[0].entry.outcome, "escalated");
}

#[tokio::test]
async fn an_answer_that_points_elsewhere_is_not_followed_and_tries_end() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = overdue(&dir).await;
    let (_, elsewhere) = listening("HTTP/1.1 204 No Content\r\n\r\n").await;
    let (url, heard) = listening(
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n",
    )
    .await;
    let webhook = webhook(&url, true).unwrap().unwrap();
    let (review, tried) = ledger.to_escalate(TRIES).await.unwrap().remove(0);
    assert_eq!(tried, 0);
    assert!(
        webhook
            .send("{\"page\":1}")
            .await
            .unwrap_err()
            .to_string()
            .contains("302")
    );
    for tried in 1..=TRIES {
        ledger
            .escalated(&review, false, tried == TRIES, 0)
            .await
            .unwrap();
    }
    assert!(ledger.to_escalate(TRIES).await.unwrap().is_empty());
    assert_eq!(heard.lock().unwrap().len(), 1);
    assert!(elsewhere.lock().unwrap().is_empty());
    let log = ledger.audit(None, None, 1).await.unwrap();
    assert_eq!(log.entries[0].entry.outcome, "not_escalated");
}

#[tokio::test]
async fn no_redirect_leads_a_webhook_on() {
    let (inside, reached) = listening("HTTP/1.1 204 No Content\r\n\r\n").await;
    for status in [
        "301 Moved",
        "302 Found",
        "303 See Other",
        "307 Temporary",
        "308 Permanent",
    ] {
        let answer =
            format!("HTTP/1.1 {status}\r\nlocation: {inside}\r\ncontent-length: 0\r\n\r\n");
        let (url, heard) = listening(Box::leak(answer.into_boxed_str())).await;
        let webhook = webhook(&url, true).unwrap().unwrap();
        let why = webhook.send("{\"page\":1}").await.unwrap_err().to_string();
        assert!(why.contains(&status[..3]), "{why}");
        assert_eq!(heard.lock().unwrap().len(), 1);
    }
    assert!(reached.lock().unwrap().is_empty());
}

/// A name that is given another address after it was checked: whoever looked it up again would find none here.
#[tokio::test]
async fn a_name_that_leads_elsewhere_later_changes_nothing() {
    let (url, heard) = listening("HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n").await;
    let address = url.trim_start_matches("http://").trim_end_matches("/hook");
    let address: std::net::SocketAddr = address.parse().unwrap();
    let named = format!("http://rebound.invalid:{}/hook", address.port());
    let webhook = webhook(&named, true).unwrap().unwrap();
    assert!(
        webhook.send("{\"page\":1}").await.is_err(),
        "nobody knows the name"
    );
    let target = Target {
        host: "rebound.invalid".to_owned(),
        addresses: vec![address],
    };
    webhook.deliver(&target, "{\"page\":1}").await.unwrap();
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard.len(), 1);
    assert!(heard[0].contains("host: rebound.invalid"), "{heard:?}");
}

#[tokio::test]
async fn what_is_on_this_machine_is_not_reached_unless_it_is_allowed() {
    let (url, heard) = listening("HTTP/1.1 204 No Content\r\n\r\n").await;
    let port = url.rsplit_once(':').unwrap().1;
    for host in [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "169.254.169.254",
    ] {
        let webhook = webhook(&format!("https://{host}:{port}"), false);
        let why = webhook
            .unwrap()
            .unwrap()
            .send("{}")
            .await
            .unwrap_err()
            .to_string();
        assert!(why.contains("private"), "{host}: {why}");
    }
    assert!(heard.lock().unwrap().is_empty());
}
