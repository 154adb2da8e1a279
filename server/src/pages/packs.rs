//! The page of rule packs: which there are, what they do, which are on, and a text tried against them.

use super::forms::{form, to};
use super::{html, problem_page, query};
use crate::admission::Kind;
use crate::api::Shared;
use crate::http_error::{shown, status_of};
use crate::structured;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, PackExample, PackRule, PackTrial, PackTried, PackView, PacksView, Page};
use groundwall_core::{Policy, Problem, ProblemCode, RuleOff};
use groundwall_governance::guard::Guard;
use groundwall_governance::pack::{
    ALWAYS, Active, BUNDLED, Pack, Packs, Part, Subject, examples, language_of,
};
use groundwall_ports::PortError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Characters of each field of a trial.
const LONGEST: usize = 20_000;

/// What the address of the page may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    notice: Option<String>,
}

fn internal(error: impl std::fmt::Display) -> PortError {
    PortError::internal(format!("rule packs: {error}"))
}

fn view_of(pack: &Arc<Pack>, on: &Active, beside: Option<&Path>) -> Result<PackView, PortError> {
    let broken: Vec<BTreeSet<String>> = examples::broken(pack).map_err(internal)?;
    let of_rule = |id: &str| {
        let named = broken
            .iter()
            .enumerate()
            .filter(|(_, rules)| rules.contains(id));
        named.map(|(place, _)| place).collect()
    };
    let identity = &pack.identity;
    let over_json = structured::packs::section(pack, beside).map_err(internal)?;
    let over_json = over_json.map_or_else(Vec::new, |section| section.pack.rules());
    let file = format!("{}.toml", identity.name);
    let switched = pack.switched();
    Ok(PackView {
        name: identity.name.clone(),
        version: identity.version.clone(),
        sha256: identity.sha256.clone(),
        description: pack.description.clone(),
        shipped: BUNDLED.iter().any(|(known, _)| *known == file),
        on: on.packs().iter().any(|other| other.identity == *identity),
        always: identity.name == ALWAYS,
        tables: pack.speaks_of_tables(),
        structured: pack.structured_section().is_some(),
        rules: pack
            .rules()
            .into_iter()
            .chain(over_json)
            .map(|rule| PackRule {
                sort: rule.sort.to_owned(),
                examples: of_rule(&rule.id),
                on: switched
                    .contains(&rule.id)
                    .then(|| !on.is_off(&identity.name, &rule.id)),
                id: rule.id,
                text: rule.text,
                actions: rule
                    .actions
                    .split(", ")
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
            })
            .collect(),
        examples: pack
            .examples
            .iter()
            .map(|example| PackExample {
                name: example.name.clone(),
                input: example.input.clone(),
                question: example.question.clone(),
                findings: example.findings.iter().cloned().collect(),
                text: example.text.clone(),
            })
            .collect(),
    })
}

fn trial(active: &Active, tried: &PackTried, policy: &Policy) -> PackTrial {
    let text = tried.text.trim();
    let parts: Vec<Part<'_>> = examples::sentences(text)
        .into_iter()
        .map(Part::of)
        .collect();
    let question = Some(tried.question.trim()).filter(|text| !text.is_empty());
    let said = [tried.evidence.trim()];
    let evidence = (!said.concat().is_empty()).then_some(&said[..]);
    let subject = Subject {
        parts: &parts,
        question,
        evidence,
    };
    let checked = active.check(&subject);
    let governed = checked.apply(&subject);
    let language = language_of(question.unwrap_or(text));
    PackTrial {
        intents: checked
            .intents
            .iter()
            .map(|intent| intent.answer(language))
            .collect(),
        actions: governed
            .taken
            .iter()
            .map(|action| action.name().to_owned())
            .collect(),
        left: (governed.blocked.is_none() && !text.is_empty()).then(|| governed.text()),
        blocked: governed.blocked,
        warnings: governed.warnings,
        findings: checked.findings,
        rules: checked.rules,
        guard: question
            .zip(Guard::bundled().ok())
            .map(|(question, guard)| guard.question(question, policy.guard).reading(policy.guard)),
    }
}

/// The packs that a trial is made with: one by its name, or those that are on.
fn chosen(packs: &Packs, with: &str, on: Arc<Active>) -> Result<Arc<Active>, Problem> {
    if with.is_empty() {
        return Ok(on);
    }
    let wrong = |error: String| Problem::new(ProblemCode::Unprocessable, format!("{error}."));
    let pack = packs.find(with).map_err(|error| wrong(error.to_string()))?;
    let active = Active::of(vec![pack]).map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(active))
}

fn fits(tried: &PackTried) -> Result<(), Problem> {
    let fields = [&tried.text, &tried.question, &tried.evidence];
    if fields.iter().any(|field| field.chars().count() > LONGEST) {
        return Err(Problem::new(
            ProblemCode::TooLarge,
            format!("Each field may have {LONGEST} characters."),
        ));
    }
    if tried.text.trim().is_empty() && tried.question.trim().is_empty() {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            "Type a text or a question to try.",
        ));
    }
    Ok(())
}

async fn view(
    context: &Shared,
    tried: Option<PackTried>,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<PacksView, PortError> {
    let settings = &context.settings;
    let (packs, policy) = (Arc::clone(settings.packs()), settings.policy());
    let (fixed, saved) = (
        settings.packs_are_fixed(),
        settings.packs_are_saved().await?,
    );
    let beside = context.config.packs.dir.clone();
    let _turn = context.admission.turn(Kind::Judge).await?;
    // Reading texts takes a while: not on a thread that serves others.
    let made = web::block(move || -> Result<PacksView, PortError> {
        let on = packs.active(&policy.packs).map_err(internal)?;
        let all = packs.all();
        let views = all.iter().map(|pack| view_of(pack, &on, beside.as_deref()));
        let views = views.collect::<Result<Vec<_>, _>>()?;
        let mut problem = problem;
        let mut found = None;
        if let Some(tried) = &tried {
            let ready = fits(tried).and_then(|()| chosen(&packs, &tried.with, on));
            match ready {
                Ok(active) => found = Some(trial(&active, tried, &policy)),
                Err(fault) => problem = Some(shown(fault)),
            }
        }
        Ok(PacksView {
            packs: views,
            fixed,
            saved,
            tried: tried.unwrap_or_default(),
            trial: found,
            notice,
            problem,
        })
    });
    made.await.map_err(internal)?
}

async fn answer(
    context: &Shared,
    tried: Option<PackTried>,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> HttpResponse {
    match view(context, tried, notice, problem).await {
        Ok(view) => {
            let status = view.problem.as_ref().map_or(StatusCode::OK, status_of);
            html(status, Page::Packs(Box::new(view)))
        }
        Err(error) => problem_page(error.problem),
    }
}

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    let notice = context.notice(query::<Query>(&request).notice.as_deref());
    let stays = || {
        let wrong = context.settings.packs().wrong()?;
        Some(Notice {
            text: format!("A file of packs.dir is wrong, and the packs of before go on: {wrong}"),
            refused: Vec::new(),
            undo: None,
        })
    };
    answer(&context, None, notice.or_else(stays), None).await
}

/// Tries a text. Nothing is kept.
async fn try_out(payload: web::Payload, context: Shared) -> HttpResponse {
    let tried: PackTried = match form(payload, &context).await {
        Ok(tried) => tried,
        Err(problem) => return problem_page(problem),
    };
    let tried = PackTried {
        text: tried.text.replace("\r\n", "\n"),
        evidence: tried.evidence.replace("\r\n", "\n"),
        ..tried
    };
    answer(&context, Some(tried), None, None).await
}

/// Switches packs on and off.
async fn save(payload: web::Payload, context: Shared) -> HttpResponse {
    let fields: BTreeMap<String, String> = match form(payload, &context).await {
        Ok(fields) => fields,
        Err(problem) => return problem_page(problem),
    };
    let names = fields.keys().filter_map(|name| name.strip_prefix("pack."));
    let mut on = vec![ALWAYS.to_owned()];
    on.extend(names.filter(|name| *name != ALWAYS).map(str::to_owned));
    // A rule that is off stays so as long as its pack is on.
    let policy = context.settings.policy();
    let off = policy
        .packs
        .iter()
        .filter(|entry| RuleOff::of(entry).is_some_and(|off| on.contains(&off.pack)));
    let off: Vec<String> = off.cloned().collect();
    on.extend(off);
    let text = "Saved. These packs read texts from the next question on.".to_owned();
    keep(&context, on, text, "").await
}

/// Saves a choice of packs, and goes back to a place of the page.
async fn keep(context: &Shared, packs: Vec<String>, text: String, place: &str) -> HttpResponse {
    match context.settings.keep_packs(packs).await {
        Ok(()) => {
            let id = context.leave_notice(Notice {
                text,
                refused: Vec::new(),
                undo: None,
            });
            to(&format!("/packs?notice={id}{place}"))
        }
        Err(error) => answer(context, None, None, Some(shown(error.problem))).await,
    }
}

/// Switches one rule of a pack.
async fn switch(path: web::Path<(String, String, String)>, context: Shared) -> HttpResponse {
    let (pack, rule, to) = path.into_inner();
    let off = RuleOff { pack, rule };
    let entry = off.to_string();
    let mut packs = context.settings.policy().packs.clone();
    packs.retain(|other| *other != entry);
    let said = match to.as_str() {
        "off" => {
            packs.push(entry);
            "off: every report says that it did not look"
        }
        "on" => "on",
        _ => {
            let what = "A rule is switched on or off.";
            return problem_page(Problem::new(ProblemCode::NotFound, what));
        }
    };
    let RuleOff { pack, rule } = off;
    let text = format!("{rule} of {pack} is {said}, from the next question on.");
    keep(&context, packs, text, &format!("#pack-{pack}")).await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/packs", web::get().to(show))
        .route("/packs/save", web::get().to(show))
        .route("/packs/save", web::post().to(save))
        .route("/packs/{pack}/{rule}/{to}", web::post().to(switch))
        .route("/packs/try", web::get().to(show))
        .route("/packs/try", web::post().to(try_out));
}
