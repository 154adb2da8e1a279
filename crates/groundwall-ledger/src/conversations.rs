//! Reports by the conversation that they belong to. It stands in their lines, so that an older file needs an index and no other schema.

use crate::json;
use groundwall_core::report::ReportLine;
use groundwall_core::{ConversationId, ConversationLine};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};

/// Questions of one conversation that are read, at most.
const QUESTIONS: u32 = 1_000;

/// Makes the index, where a file has none yet.
pub(crate) async fn index(database: &Database) -> Result<(), PortError> {
    let mut tx = database.write().await?;
    sqlx::query("CREATE INDEX IF NOT EXISTS reports_by_conversation ON reports (json_extract(line, '$.conversation'))")
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
    tx.commit().await
}

/// The lines of a conversation, oldest first.
pub(crate) async fn lines(
    database: &Database,
    id: &ConversationId,
) -> Result<Vec<ReportLine>, PortError> {
    let lines: Vec<String> = sqlx::query_scalar(
        "SELECT line FROM reports WHERE json_extract(line, '$.conversation') = ? ORDER BY number LIMIT ?",
    )
    .bind(&id.0)
    .bind(QUESTIONS)
    .fetch_all(database.pool())
    .await
    .map_err(fault)?;
    lines
        .iter()
        .map(|line| serde_json::from_str(line).map_err(json))
        .collect()
}

/// The conversations that were gone on with last, newest first.
pub(crate) async fn newest(
    database: &Database,
    limit: u32,
) -> Result<Vec<ConversationLine>, PortError> {
    let rows: Vec<(String, u32, String, String)> = sqlx::query_as(
        "WITH newest AS (
            SELECT json_extract(line, '$.conversation') AS id, count(*) AS questions, min(number) AS first, max(number) AS last
            FROM reports WHERE json_extract(line, '$.conversation') IS NOT NULL
            GROUP BY json_extract(line, '$.conversation') ORDER BY last DESC LIMIT ?
        )
        SELECT newest.id, newest.questions, one.line, other.line FROM newest
        JOIN reports one ON one.number = newest.first JOIN reports other ON other.number = newest.last
        ORDER BY newest.last DESC",
    )
    .bind(limit)
    .fetch_all(database.pool())
    .await
    .map_err(fault)?;
    rows.into_iter()
        .map(|(id, questions, first, last)| {
            let first: ReportLine = serde_json::from_str(&first).map_err(json)?;
            let last: ReportLine = serde_json::from_str(&last).map_err(json)?;
            Ok(ConversationLine {
                id: ConversationId(id),
                title: first.title,
                questions,
                last_at: last.created_at,
                state: last.state,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{SqliteLedger, tests::report};
    use groundwall_core::ConversationId;
    use groundwall_ports::Ledger;

    #[tokio::test]
    async fn questions_are_found_by_their_conversation_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
            .await
            .unwrap();
        let asked = [
            ("1", "Who?", Some("a")),
            ("2", "When?", Some("b")),
            ("3", "Alone?", None),
            ("4", "Why?", Some("a")),
        ];
        for (id, question, conversation) in asked {
            let mut report = report(id, question);
            report.conversation = conversation.map(|id| ConversationId(id.to_owned()));
            ledger.record(&report).await.unwrap();
        }
        let titles: Vec<String> = ledger
            .conversation(&ConversationId("a".into()))
            .await
            .unwrap()
            .into_iter()
            .map(|line| line.title)
            .collect();
        assert_eq!(titles, ["Who?", "Why?"]);
        let newest = ledger.conversations(9).await.unwrap();
        let told: Vec<(&str, &str, u32)> = newest
            .iter()
            .map(|line| (line.id.0.as_str(), line.title.as_str(), line.questions))
            .collect();
        assert_eq!(told, [("a", "Who?", 2), ("b", "When?", 1)]);
        assert_eq!(ledger.conversations(1).await.unwrap().len(), 1);
        let none = ledger.conversation(&ConversationId("c".into())).await;
        assert!(none.unwrap().is_empty());
    }
}
