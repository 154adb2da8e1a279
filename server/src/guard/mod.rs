//! What stands before every handler: Host, Origin, key, and the headers of every response.
//!
//! A browser sends `Origin` with every mutating request and `Sec-Fetch-Site` with every request; both must name this server. That is the protection
//! against cross-site request forgery: no page of another site can make a browser send a request that passes.

mod here;

pub(crate) use here::bare_host;

use crate::access::{Access, Holder, Keys, SHAPE, Scoped, need};
use crate::actor;
use crate::adapters;
use crate::config::ServerConfig;
use crate::context::{Context, out_of_time};
use crate::pages;
use crate::proxy;
use crate::sessions::same;
use crate::traces::{self, Parent};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use here::{comes_from_here, header_of};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Name of the session cookie.
pub(crate) const COOKIE: &str = "groundwall_session";

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

tokio::task_local! {
    /// Whether the request under way comes from a browser that is signed in.
    static SIGNED_IN: bool;
}

/// Whether the request that is answered comes from a browser that is signed in, and may therefore sign out.
pub(crate) fn signed_in() -> bool {
    SIGNED_IN.try_with(|signed_in| *signed_in).unwrap_or(false)
}

/// Who a request comes from.
#[derive(Default)]
struct Admitted {
    /// A browser that is signed in.
    signed_in: bool,
    access: Access,
}

/// Why a request goes no further.
struct Refused {
    problem: Problem,
    /// When to come again.
    wait: Option<Duration>,
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self {
            problem,
            wait: None,
        }
    }
}

/// Whole seconds until somebody may come again, never too few.
pub(crate) fn seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(1)
}

/// The middleware.
pub(crate) async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let context = request.app_data::<web::Data<Context>>().cloned();
    let method = request.method().to_string();
    let route = request.match_pattern();
    let path = request.path().to_owned();
    let entry = match &context {
        Some(context) => {
            context.keys.refresh(Instant::now()).await;
            admit(&request, route.as_deref(), context)
        }
        None => Ok(Admitted::default()),
    };
    let mut response = match entry {
        Err(Refused { problem, .. })
            if problem.code == ProblemCode::Unauthorized && wants_page(&request) =>
        {
            request.into_response(
                HttpResponse::SeeOther()
                    .insert_header((header::LOCATION, "/login"))
                    .finish(),
            )
        }
        Err(Refused { problem, wait }) => {
            let mut response = if wants_page(&request) {
                pages::written_out(problem)
            } else {
                adapters::refused(&path, problem)
            };
            if let Some(wait) = wait {
                response
                    .headers_mut()
                    .insert(header::RETRY_AFTER, HeaderValue::from(seconds(wait)));
            }
            request.into_response(response)
        }
        Ok(Admitted { signed_in, access }) => {
            let seconds = context
                .as_ref()
                .map_or(u64::MAX, |context| longest(&method, &context.config.server));
            let page = wants_page(&request);
            let who = context.as_ref().map_or_else(actor::current, |context| {
                let server = &context.config.server;
                let has_key = server.api_key.is_some();
                let has_key = has_key || server.require_key;
                let key = access.name();
                actor::of(&request, signed_in, key, has_key, server.behind_proxy)
            });
            let traced = request.headers().get("traceparent");
            let traced = traced.and_then(|header| Parent::read(header.to_str().ok()?));
            let answer = traces::continues(traced, next.call(request));
            let answer = actor::acts(who.clone(), answer);
            let answer = SIGNED_IN.scope(signed_in, access.clone().holds_for(answer));
            let failed = match timeout(Duration::from_secs(seconds), answer).await {
                Ok(Ok(response)) => Ok(response.map_body(|_, body| {
                    let body = body.boxed();
                    Scoped {
                        access,
                        actor: who,
                        body,
                    }
                    .boxed()
                })),
                Ok(Err(error)) => Err(error.error_response()),
                Err(_) if page => Err(pages::written_out(out_of_time(seconds))),
                Err(_) => Err(adapters::refused(&path, out_of_time(seconds))),
            };
            match failed {
                Ok(response) => response,
                // The request is gone with the handler; its response goes the way of errors.
                Err(mut response) => {
                    dress(response.headers_mut(), &path);
                    if let Some(context) = context {
                        let status = response.status().as_u16();
                        context.metrics.request(&method, route, status);
                    }
                    return Err(InternalError::from_response("refused", response).into());
                }
            }
        }
    };
    dress(response.headers_mut(), &path);
    if let Some(context) = context {
        let status = response.status().as_u16();
        context.metrics.request(&method, route, status);
    }
    Ok(response)
}

/// Seconds for a whole request: to arrive, to wait for its turn, and to be worked on. What runs has its own, shorter deadlines; this one holds for everything.
fn longest(method: &str, server: &ServerConfig) -> u64 {
    /// For the turn, and for what little is done besides.
    const SLACK: u64 = 30;
    let work = match method {
        "GET" | "HEAD" | "OPTIONS" => server.deadline_seconds,
        _ => server
            .deadline_seconds
            .max(server.upload_seconds)
            .saturating_add(server.body_seconds),
    };
    work.saturating_add(SLACK)
}

/// The headers of every response.
fn dress(headers: &mut HeaderMap, path: &str) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !path.starts_with("/assets/") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

fn wants_page(request: &ServiceRequest) -> bool {
    !request.path().starts_with("/api/")
        && !adapters::speaks_openai(request.path())
        && request
            .headers()
            .get(header::ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .is_some_and(|accept| accept.contains("text/html"))
}

/// The holder of a key that was sent with its whole.
pub(crate) fn holder_of(sent: &str, server: &ServerConfig, keys: &Keys) -> Option<Holder> {
    let own = server.api_key.as_ref();
    if own.is_some_and(|key| same(sent, key.expose())) {
        return Some(Holder::Server);
    }
    keys.find(sent).map(Holder::Key)
}

/// Whose request it is and what they may do, where it may go on.
fn admit(
    request: &ServiceRequest,
    route: Option<&str>,
    context: &Context,
) -> Result<Admitted, Refused> {
    let server = &context.config.server;
    comes_from_here(request, server)?;
    let open = matches!(request.path(), "/healthz" | "/readyz" | "/login")
        || request.path().starts_with("/assets/");
    if open {
        return Ok(Admitted::default());
    }
    let now = Instant::now();
    let Some((holder, signed_in)) = holder(request, context, now)? else {
        return Ok(Admitted::default());
    };
    let Holder::Key(id) = holder else {
        return Ok(Admitted {
            signed_in,
            access: Access::default(),
        });
    };
    let Some(access) = context.keys.access(&id) else {
        return Err(no_key().into());
    };
    if let Err(wait) = context.keys.count(&id, now) {
        return Err(Refused {
            problem: Problem::new(
                ProblemCode::Overloaded,
                "This key has used up its requests of this minute. Come again later.",
            ),
            wait: Some(wait),
        });
    }
    access.allows(need(request.method().as_str(), route))?;
    Ok(Admitted { signed_in, access })
}

fn no_key() -> Problem {
    Problem::new(
        ProblemCode::Unauthorized,
        "This server needs an API key: send it as Authorization: Bearer, or sign in at /login.",
    )
}

/// Whose key came with a request, and whether by a browser that is signed in; none where nobody needs one. A key that is none opens nothing, also where none
/// is needed, if it looks like one of ours: a program whose key was revoked is to hear of it.
fn holder(
    request: &ServiceRequest,
    context: &Context,
    now: Instant,
) -> Result<Option<(Holder, bool)>, Refused> {
    let server = &context.config.server;
    let required = server.api_key.is_some() || server.require_key;
    let bearer = header_of(request, &header::AUTHORIZATION)
        .and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned));
    if let Some(sent) = bearer.filter(|sent| required || sent.starts_with(SHAPE)) {
        if let Some(holder) = holder_of(&sent, server, &context.keys) {
            return Ok(Some((holder, false)));
        }
        let peer = proxy::address(request.headers(), request.peer_addr(), server.behind_proxy);
        if let Err(wait) = context.throttle.attempt(peer, now) {
            return Err(Refused {
                problem: Problem::new(
                    ProblemCode::Overloaded,
                    "Too many wrong keys came from this address. Come again later with the right one.",
                ),
                wait: Some(wait),
            });
        }
        tracing::warn!(%peer, "a request with a wrong API key");
        if !required {
            return Err(no_key().into());
        }
    }
    let cookie = request.cookie(COOKIE);
    let session = cookie.and_then(|cookie| context.sessions.holds(cookie.value(), now));
    match session {
        Some(holder) => Ok(Some((holder, true))),
        None if required => Err(no_key().into()),
        None => Ok(None),
    }
}
