use crate::collections::Choice;
use crate::components::about_conversation::AboutConversation;
use crate::components::files::ConversationFiles;
use crate::components::history::History;
use crate::components::kept_scope::KeptScope;
use crate::components::next::QuestionBox;
use crate::components::place::Place;
use crate::components::problem_notice::ProblemNotice;
use crate::components::turn::Turn;
use groundwall_core::{Conversation, ConversationLine, Problem, Report, ReportLine, Scope};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A conversation that goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConversationView {
    pub conversation: Conversation,
    pub conversations: Vec<ConversationLine>,
    /// What stands in the box for the next question.
    pub question: String,
    pub problem: Option<Problem>,
    #[serde(default)]
    pub choice: Choice,
}

/// Questions that are too far back to be shown whole.
fn earlier(lines: &[ReportLine]) -> Option<AnyView> {
    let list: Vec<_> = lines
        .iter()
        .map(|line| {
            view! { <li><a href=format!("/reports/{}", line.id)>{line.title.clone()}</a></li> }
        })
        .collect();
    let label = if list.len() == 1 {
        "1 earlier question".to_owned()
    } else {
        format!("{} earlier questions", list.len())
    };
    (!list.is_empty()).then(|| {
        view! { <details class="earlier"><summary>{label}</summary><ol>{list}</ol></details> }
            .into_any()
    })
}

/// Where one can go from a turn of a conversation.
fn links(report: &Report, conversation: &Conversation) -> AnyView {
    let edit = format!(
        "/conversations/{}?from={}#question",
        conversation.id, report.id
    );
    view! {
        <a href=edit>"Edit and ask again"</a>
        <a href=format!("/reports/{}", report.id)>"Report"</a>
    }
    .into_any()
}

pub(crate) fn page(view: &ConversationView) -> AnyView {
    let ConversationView {
        conversation,
        conversations,
        question,
        problem,
        choice,
    } = view;
    let scope = Scope {
        documents: choice.documents.clone(),
        ..Scope::default()
    };
    let before = conversation
        .lines
        .len()
        .saturating_sub(conversation.turns.len());
    let turns: Vec<_> = (before..)
        .zip(&conversation.turns)
        .map(|(place, report)| {
            let before = format!("t{}-", place.saturating_add(1));
            let at = Place {
                before: &before,
                first_heading: false,
                ..Place::ALONE
            };
            view! { <Turn report=report at=at links=links(report, conversation) /> }
        })
        .collect();
    view! {
        <div class="desk talk">
            <div class="middle">
                <h1 class="visually-hidden">"Conversation"</h1>
                <AboutConversation choice=choice />
                {earlier(conversation.lines.get(..before).unwrap_or_default())}
                <div class="turns">{turns}</div>
                {(!conversation.turns.is_empty()).then(|| view! { <ConversationFiles id=&conversation.id /> })}
                <div class="next">
                    <ProblemNotice problem=problem.as_ref() />
                    <QuestionBox conversation=Some(&conversation.id) typed=question label="Next question" focus=!question.is_empty() of=view! { <KeptScope collection=&choice.chosen scope=&scope /> }.into_any() />
                </div>
            </div>
            <History lines=conversations current=Some(&conversation.id) />
        </div>
    }
    .into_any()
}
