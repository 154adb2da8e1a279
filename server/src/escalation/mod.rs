//! Overdue reviews are told to a webhook, where one is configured: signed, a bounded number of times, and to no address that was not meant.

mod signed;
mod undelivered;

use crate::config::WebhookConfig;
use crate::outward::Target;
use groundwall_core::Review;
use groundwall_core::review::severity_name;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::PortError;
use serde_json::json;
use signed::signature;
use std::sync::Arc;
use std::time::Duration;
use undelivered::Undelivered;
use url::Url;

/// Time between looks at the queue.
const LOOK: Duration = Duration::from_secs(20);
/// Tries, each after twice the time of the one before: 30 s, 1, 2, 4 minutes.
const TRIES: u32 = 5;
const FIRST_WAIT: u32 = 30;
/// Time for one delivery.
const DELIVERY: Duration = Duration::from_secs(10);

/// What is sent: no text of a document, question or answer.
fn message(review: &Review) -> String {
    let reasons: Vec<_> = review
        .reasons
        .iter()
        .map(|reason| reason.rule.as_str())
        .collect();
    json!({
        "event": "review.overdue", "report": review.report, "priority": severity_name(review.priority), "state": review.state.name(),
        "flagged_at": review.flagged_at, "due_at": review.due_at, "reasons": reasons, "page": format!("/reports/{}", review.report),
    })
    .to_string()
}

/// Where it is sent, checked at the start.
pub(crate) struct Webhook {
    url: Url,
    secret: String,
    private: bool,
}

impl Webhook {
    /// The configured one; none where nothing is configured.
    pub(crate) fn of(config: &WebhookConfig) -> anyhow::Result<Option<Self>> {
        let Some(text) = &config.url else {
            return Ok(None);
        };
        let url: Url = text
            .parse()
            .map_err(|_| anyhow::anyhow!("review.webhook.url is no address"))?;
        let scheme = url.scheme();
        anyhow::ensure!(
            scheme == "https" || (scheme == "http" && config.private),
            "review.webhook.url must begin with https:// (http:// is for review.webhook.private = true)"
        );
        anyhow::ensure!(
            url.username().is_empty() && url.password().is_none() && url.host().is_some(),
            "review.webhook.url needs a host, and has no place for a user"
        );
        let secret = config
            .secret
            .as_ref()
            .map(groundwall_generator::Secret::expose);
        let secret = secret.filter(|secret| secret.len() >= 16);
        let secret = secret.ok_or_else(|| {
            anyhow::anyhow!(
                "review.webhook.secret needs at least 16 characters: it signs what is sent"
            )
        })?;
        Ok(Some(Self {
            url,
            secret: secret.to_owned(),
            private: config.private,
        }))
    }

    /// Sends once; an error says why it did not arrive.
    async fn send(&self, body: &str) -> Result<(), Undelivered> {
        let target = Target::resolve(&self.url, self.private).await?;
        self.deliver(&target, body).await
    }

    async fn deliver(&self, target: &Target, body: &str) -> Result<(), Undelivered> {
        let client = target.client().timeout(DELIVERY).build()?;
        let time = jiff::Timestamp::now().as_second();
        let response = client
            .post(self.url.clone())
            .header("content-type", "application/json")
            .header("groundwall-event", "review.overdue")
            .header("groundwall-signature", signature(&self.secret, time, body))
            .body(body.to_owned())
            .send()
            .await
            .map_err(reqwest::Error::without_url)?;
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        Err(Undelivered::Refused(status.as_u16()))
    }
}

/// Tells of what is overdue now.
async fn look(ledger: &SqliteLedger, webhook: &Webhook) -> Result<(), PortError> {
    for (review, tried) in ledger.to_escalate(TRIES).await? {
        let sent = webhook.send(&message(&review)).await;
        let last = tried.saturating_add(1) >= TRIES;
        if let Err(why) = &sent {
            tracing::warn!(report = %review.report, %why, last, "an overdue review could not be escalated");
        }
        let wait = FIRST_WAIT.saturating_mul(1 << tried.min(8));
        ledger.escalated(&review, sent.is_ok(), last, wait).await?;
    }
    Ok(())
}

/// Looks at the queue for as long as the server runs.
pub(crate) async fn watch(ledger: Arc<SqliteLedger>, webhook: Webhook) {
    loop {
        if let Err(error) = look(&ledger, &webhook).await {
            tracing::error!(%error, "overdue reviews cannot be escalated");
        }
        tokio::time::sleep(LOOK).await;
    }
}

#[cfg(test)]
mod tests;
