//! The pages of the collections: the list, one of them, and what their forms do.

use super::forms::{form, to};
use super::{Query, html, page, problem_page, query};
use crate::api::Shared;
use crate::api::collections::{all_held, held};
use crate::api::uploads::on_disk;
use crate::http_error::{shown, status_of};
use actix_web::{HttpRequest, HttpResponse, web};
use app::{CollectionView, CollectionsView, Notice, Page, PolicyFields};
use groundwall_core::{CollectionChange, NewCollection, PolicyOverride, Problem, ProblemCode};
use groundwall_ports::PortError;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Fields of the form that are words of the policy itself.
const PLAIN: [&str; 3] = ["final_action", "prompt_mode", "verifier"];
/// Fields that are `true` or `false`.
const SWITCHES: [&str; 2] = ["second_opinion", "table_queries"];

/// A policy as its form has it.
fn fields(policy: &PolicyOverride) -> PolicyFields {
    let value = serde_json::to_value(policy).unwrap_or_default();
    let mut fields = PolicyFields::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(on) => on.to_string(),
            Value::Number(number) if name == "support_threshold" => {
                let percent = number.as_f64().unwrap_or_default() * 100.0;
                let text = format!("{percent:.2}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            Value::Number(number) => number.to_string(),
            Value::Array(packs) if packs.is_empty() => "-".to_owned(),
            Value::Array(packs) => {
                let names = packs.iter().filter_map(Value::as_str);
                names.collect::<Vec<_>>().join(", ")
            }
            Value::Null | Value::Object(_) => continue,
        };
        fields.insert(name.clone(), text);
    }
    fields
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// The policy that a form asks for. What the form does not have stays as it was.
fn asked_for(form: &PolicyFields, before: &PolicyOverride) -> Result<PolicyOverride, Problem> {
    let mut values = match serde_json::to_value(before) {
        Ok(Value::Object(values)) => values,
        Ok(_) | Err(_) => Map::new(),
    };
    let typed = |name: &str| form.get(name).map(|text| text.trim()).unwrap_or_default();
    let mut set = |name: &str, value: Option<Value>| match value {
        Some(value) => drop(values.insert(name.to_owned(), value)),
        None => drop(values.remove(name)),
    };
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    for name in PLAIN {
        set(name, some(typed(name)).map(Value::String));
    }
    for name in SWITCHES {
        set(
            name,
            some(typed(name)).map(|text| Value::Bool(text == "true")),
        );
    }
    let share = some(typed("support_threshold").trim_end_matches('%').trim());
    let share = share
        .map(|text| text.replace(',', ".").parse::<f64>())
        .transpose()
        .map_err(|_| wrong("The statements that must be supported are a number in percent."))?;
    set(
        "support_threshold",
        share.map(|percent| Value::from(percent / 100.0)),
    );
    let drafts = some(typed("max_regenerations"))
        .map(|text| text.parse::<u32>())
        .transpose()
        .map_err(|_| wrong("Further drafts are a number from 0 to 2."))?;
    set("max_regenerations", drafts.map(Value::from));
    let packs = some(typed("packs")).map(|text| {
        let names = text.split(',').map(str::trim);
        let names = names.filter(|name| !name.is_empty() && *name != "-");
        Value::from(names.collect::<Vec<_>>())
    });
    set("packs", packs);
    serde_json::from_value(Value::Object(values))
        .map_err(|error| wrong(format!("The policy does not fit: {error}.")))
}

/// The page of one collection, with what was typed.
struct Typed {
    name: Option<String>,
    policy: Option<PolicyFields>,
    notice: Option<Notice>,
    problem: Option<Problem>,
}

async fn one(context: &Shared, given: &str, typed: Typed) -> Result<Page, PortError> {
    let collection = context.service.collection(given).await?;
    let tables = context.service.tables_of(&collection.id).await?;
    Ok(Page::Collection(Box::new(CollectionView {
        status: context.service.status_of(&collection.id).await?,
        tables,
        name: typed.name.unwrap_or_else(|| collection.name.clone()),
        policy: typed.policy.unwrap_or_else(|| fields(&collection.policy)),
        held: held(context, collection).await?,
        notice: typed.notice,
        problem: typed.problem,
    })))
}

async fn all(
    context: &Shared,
    name: String,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    Ok(Page::Collections(CollectionsView {
        held: all_held(context).await?,
        name,
        notice,
        problem,
    }))
}

async fn list(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let notice = context.notice(query::<Query>(&request).notice.as_deref());
        all(&context, String::new(), notice, None).await
    })
    .await
}

async fn show(request: HttpRequest, id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let typed = Typed {
            name: None,
            policy: None,
            notice: context.notice(query::<Query>(&request).notice.as_deref()),
            problem: None,
        };
        one(&context, &id.into_inner(), typed).await
    })
    .await
}

/// To a page, with a sentence on it.
fn said(context: &Shared, address: &str, text: String) -> HttpResponse {
    let id = context.leave_notice(Notice {
        text,
        refused: Vec::new(),
        undo: None,
    });
    to(&format!("{address}?notice={id}"))
}

#[derive(Deserialize)]
struct NameForm {
    name: String,
}

async fn create(payload: web::Payload, context: Shared) -> HttpResponse {
    let NameForm { name } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let new = NewCollection {
        name: name.clone(),
        policy: PolicyOverride::default(),
    };
    match context.service.create_collection(new).await {
        Ok(made) => {
            let text = format!(
                "{} was made. It is empty: upload documents into it.",
                made.name
            );
            said(&context, &format!("/collections/{}", made.id), text)
        }
        Err(error) => {
            let problem = shown(error.problem);
            let status = status_of(&problem);
            match all(&context, name, None, Some(problem.clone())).await {
                Ok(page) => html(status, page),
                Err(_) => problem_page(problem),
            }
        }
    }
}

/// The page of a collection again, with what was typed and why it was not taken.
async fn refused(context: &Shared, id: &str, typed: Typed) -> HttpResponse {
    let problem = typed.problem.clone();
    match (one(context, id, typed).await, problem) {
        (Ok(page), Some(problem)) => html(status_of(&problem), page),
        (Ok(page), None) => html(actix_web::http::StatusCode::OK, page),
        (Err(_), Some(problem)) => problem_page(problem),
        (Err(error), None) => problem_page(error.problem),
    }
}

async fn rename(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let NameForm { name } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let id = id.into_inner();
    let change = CollectionChange {
        name: Some(name.clone()),
        policy: None,
    };
    let changed = async {
        let of = context.service.collection(&id).await?.id;
        context.service.change_collection(&of, change).await
    };
    match changed.await {
        Ok(one) => {
            let text = format!("The name {} was saved.", one.name);
            said(&context, &format!("/collections/{}", one.id), text)
        }
        Err(error) => {
            let typed = Typed {
                name: Some(name),
                policy: None,
                notice: None,
                problem: Some(shown(error.problem)),
            };
            refused(&context, &id, typed).await
        }
    }
}

async fn set_policy(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let typed: PolicyFields = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let id = id.into_inner();
    let changed = async {
        let before = context.service.collection(&id).await?;
        let change = CollectionChange {
            name: None,
            policy: Some(asked_for(&typed, &before.policy)?),
        };
        context.service.change_collection(&before.id, change).await
    };
    match changed.await {
        Ok(one) => {
            let text = "Its policy was saved. It decides from the next question on.".to_owned();
            said(&context, &format!("/collections/{}", one.id), text)
        }
        Err(error) => {
            let typed = Typed {
                name: None,
                policy: Some(typed),
                notice: None,
                problem: Some(shown(error.problem)),
            };
            refused(&context, &id, typed).await
        }
    }
}

async fn delete(id: web::Path<String>, context: Shared) -> HttpResponse {
    let deleted = async {
        let of = context.service.collection(&id.into_inner()).await?.id;
        let gone = context.service.delete_collection(&of).await?;
        context.forget_deleted_of(&of);
        let shared = context.clone();
        on_disk(move || {
            shared.batches.forget_of(&of)?;
            shared.uploads.forget_of(&of)
        })
        .await?;
        Ok::<_, PortError>(gone)
    };
    match deleted.await {
        Ok((one, held)) => {
            let plural = |count: u64, noun: &str| {
                let end = if count == 1 { "" } else { "s" };
                format!("{count} {noun}{end}")
            };
            let text = format!(
                "{} was deleted, with {} and {}.",
                one.name,
                plural(u64::from(held.documents), "document"),
                plural(held.reports, "report")
            );
            said(&context, "/collections", text)
        }
        Err(error) => problem_page(error.problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/collections", web::get().to(list))
        .route("/collections", web::post().to(create))
        .route("/collections/{id}", web::get().to(show))
        .route("/collections/{id}/name", web::post().to(rename))
        .route("/collections/{id}/policy", web::post().to(set_policy))
        .route("/collections/{id}/delete", web::post().to(delete));
}

#[cfg(test)]
mod tests {
    use super::{PolicyFields, PolicyOverride, asked_for, fields};
    use groundwall_core::{Closeness, FinalAction};

    fn typed(values: &[(&str, &str)]) -> PolicyFields {
        let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        values.iter().map(owned).collect()
    }

    #[test]
    fn a_form_sets_what_it_has_and_leaves_the_rest() {
        let before = PolicyOverride {
            top_k: Some(3),
            verifier: Some(Closeness::Fast),
            ..PolicyOverride::default()
        };
        let form = typed(&[
            ("support_threshold", "72,5 %"),
            ("final_action", "withhold"),
            ("verifier", ""),
            ("second_opinion", "false"),
            ("packs", "bank-statements, web-citations"),
        ]);
        let policy = asked_for(&form, &before).unwrap();
        assert_eq!(policy.support_threshold, Some(0.725));
        assert_eq!(policy.final_action, Some(FinalAction::Withhold));
        assert_eq!((policy.verifier, policy.top_k), (None, Some(3)));
        assert_eq!(policy.second_opinion, Some(false));
        assert_eq!(policy.packs.as_ref().map(Vec::len), Some(2));
        let shown = fields(&policy);
        assert_eq!(shown["support_threshold"], "72.5");
        assert_eq!(shown["packs"], "bank-statements, web-citations");
        assert_eq!(asked_for(&shown, &policy).unwrap(), policy);
        let none = asked_for(&typed(&[("packs", "-")]), &before).unwrap();
        assert_eq!(none.packs, Some(Vec::new()));
        assert_eq!(fields(&none)["packs"], "-");
    }

    #[test]
    fn what_is_no_value_is_named() {
        for (name, text, said) in [
            ("support_threshold", "much", "percent"),
            ("max_regenerations", "-1", "drafts"),
            ("final_action", "shout", "shout"),
        ] {
            let problem = asked_for(&typed(&[(name, text)]), &PolicyOverride::default());
            assert!(problem.unwrap_err().message.contains(said), "{name}");
        }
    }
}
