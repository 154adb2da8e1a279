use crate::components::empty_list::EmptyList;
use crate::components::moment::day;
use crate::components::notice::NoticeOf;
use crate::components::post_button::PostButton;
use crate::page::Notice;
use groundwall_core::calibration::{Calibration, Effect, Otherwise, Proposal, ProposalState};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What decisions say about the policy, and the changes that wait for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CalibrationView {
    pub found: Calibration,
    /// Values of the policy that the configuration sets.
    pub fixed: Vec<String>,
    pub notice: Option<Notice>,
}

/// "3 statements", "1 report"
fn counted(count: u32, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

fn example(one: &Otherwise) -> AnyView {
    let claim = one.claim.as_ref().map(|claim| format!(": “{claim}”"));
    view! {
        <li><a href=format!("/reports/{}", one.report)>{one.title.clone()}</a>{claim}" – "{one.was.clone()}" → "{one.would_be.clone()}</li>
    }
    .into_any()
}

fn effect(effect: &Effect, outcomes: bool) -> AnyView {
    let told = match (effect.statements, effect.outcomes) {
        (statements @ 1.., 0) if !outcomes => format!(
            "In the last {}, {} would be otherwise.",
            counted(effect.reports, "report"),
            counted(statements, "statement")
        ),
        (0, 0) => format!(
            "Nothing in the last {} would be otherwise.",
            counted(effect.reports, "report")
        ),
        (statements, outcomes) => format!(
            "In the last {}, {} and {} would be otherwise.",
            counted(effect.reports, "report"),
            counted(statements, "statement"),
            counted(outcomes, "outcome")
        ),
    };
    let examples = (!effect.examples.is_empty()).then(|| {
        let lines = effect.examples.iter().map(example).collect_view();
        let all = effect.statements.saturating_add(effect.outcomes);
        let shown = u32::try_from(effect.examples.len()).unwrap_or(u32::MAX);
        let more = (all > shown).then(|| {
            view! { <li>{format!("and {} more", all.saturating_sub(shown))}</li> }
        });
        view! { <details><summary>"What would be otherwise"</summary><ul class="effects">{lines}{more}</ul></details> }
    });
    let untold = effect.untold.join(" ");
    let untold = (!untold.is_empty())
        .then(|| view! { <p class="aside">{format!("The records do not tell: {untold}")}</p> });
    view! { <p>{told}</p>{examples}{untold} }.into_any()
}

fn proposal(one: &Proposal, fixed: &[String]) -> AnyView {
    let name = one.change.name();
    let set = fixed.iter().any(|known| {
        let within = |outer: &str, inner: &str| {
            let rest = inner.strip_prefix(outer);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        within(known, name) || within(name, known)
    });
    let agreement = one.agreement;
    let accept = if set {
        view! { <p class="aside">"The configuration sets this and wins: it can be accepted there alone."</p> }.into_any()
    } else {
        view! { <button type="submit" name="decision" value="accepted">"Accept the change"</button> }.into_any()
    };
    let act = match (one.state, one.decided_at.as_deref()) {
        (ProposalState::Open, _) => view! {
            <form method="post" action=format!("/review/calibration/{}/decision", one.id) class="decide">
                {accept}
                <button type="submit" name="decision" value="rejected" class="quiet">"Reject it"</button>
            </form>
        }
        .into_any(),
        (ProposalState::Accepted, at) => {
            view! { <p class="aside">{format!("Accepted on {}", day(at.unwrap_or_default()))}</p> }.into_any()
        }
        (ProposalState::Rejected, at) => {
            view! { <p class="aside">{format!("Rejected on {}", day(at.unwrap_or_default()))}</p> }.into_any()
        }
    };
    view! {
        <li class="case">
            <p><b>{one.why.clone()}</b></p>
            <p>{format!("{} of {} decisions agree now, {} then. ", agreement.now, agreement.decisions, agreement.then)}<code>{name}</code></p>
            {effect(&one.effect, one.change.tells_outcomes())}
            {act}
        </li>
    }
    .into_any()
}

/// "3 reviews are decided; .."
fn told(found: &Calibration) -> String {
    if found.decided == 0 {
        return format!(
            "Nobody has decided on a review yet. From {} that decisions are clear about, this page says how far the probabilities are off.",
            counted(found.needed, "statement")
        );
    }
    let error = match found.error {
        Some(error) => format!(
            "On {} about which the decisions are clear, the probability of support is off by {:.3} on average (expected calibration error); reports count that to their uncertainty.",
            counted(found.statements, "statement"),
            error
        ),
        None => format!(
            "The decisions are clear about {}; {} are needed to say how far the probability of support is off, so reports leave that out of their uncertainty.",
            counted(found.statements, "statement"),
            found.needed
        ),
    };
    format!("{} decided. {error}", counted(found.decided, "review"))
}

pub(crate) fn page(view: &CalibrationView) -> AnyView {
    let CalibrationView {
        found,
        fixed,
        notice,
    } = view;
    let all = found
        .proposals
        .iter()
        .map(|one| proposal(one, fixed))
        .collect_view();
    let list = if found.proposals.is_empty() {
        view! { <EmptyList text="No change is proposed." /> }.into_any()
    } else {
        view! { <ol class="reviews">{all}</ol> }.into_any()
    };
    // Without a decision each of them would say the same.
    let notes = (!found.notes.is_empty() && found.decided > 0).then(|| {
        let lines = found.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
        view! { <section aria-labelledby="notes"><h2 id="notes">"What the decisions do not say yet"</h2><ul>{lines}</ul></section> }
    });
    view! {
        <div class="column wide">
            <h1>"Calibration"</h1>
            <NoticeOf notice=notice.as_ref() />
            <p class="lead">{told(found)}</p>
            <p>"Which settings and rule packs would have agreed with more of the decisions in Review? Nothing changes until you accept a proposal. Accepting one is kept in the audit log, and Settings can take it back."</p>
            <PostButton action="/review/calibration" label="Make proposals from the decisions" />
            {list}
            {notes}
            <p class="aside"><a href="/review">"Back to Review"</a></p>
        </div>
    }
    .into_any()
}
