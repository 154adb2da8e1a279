//! Signing in and out.

use super::forms::{form, to};
use super::{html, problem_page};
use crate::api::Shared;
use crate::http_error::status_of;
use crate::{guard, proxy};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use app::{LoginView, Page};
use groundwall_core::{Problem, ProblemCode};
use serde::Deserialize;
use std::time::Instant;

#[derive(Deserialize)]
struct LoginForm {
    key: String,
}

/// The cookie of a session; an empty token is that of none.
fn cookie(token: String, secure: bool) -> Cookie<'static> {
    Cookie::build(guard::COOKIE, token)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .finish()
}

fn login_problem(code: ProblemCode, message: impl Into<String>) -> HttpResponse {
    let problem = Problem::new(code, message);
    html(
        status_of(&problem),
        Page::Login(LoginView {
            problem: Some(problem),
        }),
    )
}

async fn show() -> HttpResponse {
    html(StatusCode::OK, Page::Login(LoginView { problem: None }))
}

async fn login(request: HttpRequest, payload: web::Payload, context: Shared) -> HttpResponse {
    let sent = match form::<LoginForm>(payload, &context).await {
        Ok(form) => form.key,
        Err(problem) => return problem_page(problem),
    };
    let server = &context.config.server;
    let peer = proxy::address(request.headers(), request.peer_addr(), server.behind_proxy);
    let now = Instant::now();
    if let Err(wait) = context.throttle.attempt(peer, now) {
        let wait = guard::seconds(wait);
        let mut response = login_problem(
            ProblemCode::Overloaded,
            format!("Too many wrong keys were tried. Try again in {wait} s."),
        );
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, header::HeaderValue::from(wait));
        return response;
    }
    context.keys.refresh(now).await;
    let Some(holder) = guard::holder_of(&sent, server, &context.keys) else {
        tracing::warn!(%peer, "a wrong API key at /login");
        return login_problem(
            ProblemCode::Unauthorized,
            "This is no key of this server, or not any more.",
        );
    };
    context.throttle.right(peer);
    if let Some(before) = request.cookie(guard::COOKIE) {
        context.sessions.end(before.value());
    }
    let secure = proxy::is_secure(request.headers(), server.behind_proxy);
    with_cookie("/", &cookie(context.sessions.begin(holder, now), secure))
}

async fn logout(request: HttpRequest, context: Shared) -> HttpResponse {
    if let Some(open) = request.cookie(guard::COOKIE) {
        context.sessions.end(open.value());
    }
    let server = &context.config.server;
    let secure = proxy::is_secure(request.headers(), server.behind_proxy);
    let mut gone = cookie(String::new(), secure);
    gone.make_removal();
    with_cookie("/login", &gone)
}

fn with_cookie(address: &str, cookie: &Cookie<'_>) -> HttpResponse {
    let mut response = to(address);
    if response.add_cookie(cookie).is_err() {
        return problem_page(Problem::new(
            ProblemCode::Internal,
            "The session cookie cannot be set.",
        ));
    }
    response
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/login", web::get().to(show))
        .route("/login", web::post().to(login))
        .route("/logout", web::post().to(logout));
}
