//! Reports by the conversation that they belong to.

use crate::history::{Row, line_of};
use crate::json;
use groundwall_core::{ConversationId, ConversationLine, ReportLine, ReportState};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};

/// Questions of one conversation that are read, at most.
const QUESTIONS: u32 = 1_000;

/// The lines of a conversation, oldest first.
pub(crate) async fn lines(
    database: &Database,
    id: &ConversationId,
) -> Result<Vec<ReportLine>, PortError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT number, id, created_at, state, supported, refuted, unsupported, unverifiable, title, conversation, collection FROM reports WHERE conversation = ? ORDER BY number LIMIT ?",
    )
    .bind(&id.0)
    .bind(QUESTIONS)
    .fetch_all(database.pool())
    .await
    .map_err(fault)?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        lines.push(line_of(row, database.pool()).await?);
    }
    Ok(lines)
}

/// The conversations that were gone on with last, newest first.
pub(crate) async fn newest(
    database: &Database,
    limit: u32,
) -> Result<Vec<ConversationLine>, PortError> {
    let rows: Vec<(String, u32, String, String, String, String)> = sqlx::query_as(
        "WITH newest AS (
            SELECT conversation AS id, count(*) AS questions, min(number) AS first, max(number) AS last
            FROM reports WHERE conversation IS NOT NULL GROUP BY conversation ORDER BY last DESC LIMIT ?
        )
        SELECT newest.id, newest.questions, one.title, other.created_at, other.state,
            (SELECT json_group_array(DISTINCT asked.collection) FROM reports asked WHERE asked.conversation = newest.id)
        FROM newest
        JOIN reports one ON one.number = newest.first JOIN reports other ON other.number = newest.last
        ORDER BY newest.last DESC",
    )
    .bind(limit)
    .fetch_all(database.pool())
    .await
    .map_err(fault)?;
    rows.into_iter()
        .map(|(id, questions, title, last_at, state, collections)| {
            let unknown = || PortError::internal(format!("stored report: the state {state}"));
            Ok(ConversationLine {
                id: ConversationId(id),
                title,
                questions,
                last_at,
                collections: serde_json::from_str(&collections).map_err(json)?,
                state: ReportState::parse(&state).ok_or_else(unknown)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{SqliteLedger, tests::report};
    use groundwall_core::{ConversationId, ReportFilter};
    use groundwall_ports::Ledger;

    #[tokio::test]
    async fn a_follow_up_is_called_by_the_question_as_it_was_read_and_found_by_both() {
        let dir = tempfile::tempdir().unwrap();
        let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
            .await
            .unwrap();
        let mut report = report("1", "And in Mill Street?");
        report.asked_as = Some("How many lamps are there in Mill Street?".to_owned());
        ledger.record(&report).await.unwrap();
        for search in ["", "how many lamps", "and in mill"] {
            let filter = ReportFilter {
                search: search.to_owned(),
                ..ReportFilter::default()
            };
            let filter = filter.checked().unwrap();
            let found = ledger.reports(&filter).await.unwrap().reports;
            let titles: Vec<&str> = found.iter().map(|line| line.title.as_str()).collect();
            assert_eq!(
                titles,
                ["How many lamps are there in Mill Street?"],
                "{search}"
            );
        }
    }

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
