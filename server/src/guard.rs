//! What stands before every handler: Host, Origin, key, and the headers of every response.
//!
//! A browser sends `Origin` with every mutating request and `Sec-Fetch-Site` with every request; both must name this server. That is the protection
//! against cross-site request forgery: no page of another site can make a browser send a request that passes.

use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, ResponseError as _, web};
use groundwall_core::{Problem, ProblemCode};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Name of the session cookie.
pub(crate) const COOKIE: &str = "groundwall_session";

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a signed-in browser sends back: a hash of the key, never the key.
pub(crate) fn session(key: &str) -> String {
    Sha256::digest(format!("groundwall session {key}")).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The middleware.
pub(crate) async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let context = request.app_data::<web::Data<Context>>().cloned();
    let method = request.method().to_string();
    let path = request.path().to_owned();
    let refused = context.as_ref().and_then(|context| refuse(&request, context));
    let mut response = match refused {
        Some(problem) if problem.code == ProblemCode::Unauthorized && wants_page(&request) => {
            request.into_response(HttpResponse::SeeOther().insert_header((header::LOCATION, "/login")).finish())
        }
        Some(problem) => request.into_response(HttpError(problem).error_response()),
        None => next.call(request).await?.map_into_boxed_body(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !path.starts_with("/assets/") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(context) = context {
        context.metrics.request(&method, response.status().as_u16());
    }
    Ok(response)
}

fn wants_page(request: &ServiceRequest) -> bool {
    !request.path().starts_with("/api/")
        && request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

/// Host without port, lower case, without the brackets of IPv6.
fn bare_host(host: &str) -> String {
    let host = if let Some(rest) = host.strip_prefix('[') {
        rest.split(']').next().unwrap_or_default()
    } else {
        host.split(':').next().unwrap_or_default()
    };
    host.to_lowercase()
}

fn refuse(request: &ServiceRequest, context: &Context) -> Option<Problem> {
    let text = |name: header::HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("\u{0}").to_owned());
    let forbidden = |message: &str| Some(Problem::new(ProblemCode::Forbidden, message));
    let host = text(header::HOST).or_else(|| request.uri().host().map(str::to_owned)).unwrap_or_default();
    let bare = bare_host(&host);
    let bound = bare_host(&context.config.server.addr);
    let known = ["localhost", "127.0.0.1", "::1"].contains(&bare.as_str())
        || bare == bound
        || context.config.server.hosts.iter().any(|other| bare_host(other) == bare);
    if !known {
        return forbidden("This host name is not one of the server's. Add it to server.hosts if it should be.");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        if let Some(origin) = text(header::ORIGIN) {
            let same = origin
                .parse::<Uri>()
                .ok()
                .and_then(|origin| origin.authority().map(|authority| authority.as_str().eq_ignore_ascii_case(&host)));
            if same != Some(true) {
                return forbidden("This request comes from another site and was refused.");
            }
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        if site.is_some_and(|site| site != "same-origin" && site != "none") {
            return forbidden("This request comes from another site and was refused.");
        }
    }
    let open = matches!(request.path(), "/healthz" | "/readyz" | "/login") || request.path().starts_with("/assets/");
    let key = context.config.server.api_key.as_ref().filter(|_| !open)?;
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned));
    let cookie = request.cookie(COOKIE).map(|cookie| cookie.value().to_owned());
    let right =
        bearer.is_some_and(|sent| session(&sent) == session(key.expose())) || cookie.is_some_and(|sent| sent == session(key.expose()));
    (!right).then(|| {
        Problem::new(ProblemCode::Unauthorized, "This server needs its API key: send it as Authorization: Bearer, or sign in at /login.")
    })
}

#[cfg(test)]
mod tests {
    use super::bare_host;

    #[test]
    fn hosts_lose_their_ports() {
        assert_eq!(bare_host("LocalHost:3000"), "localhost");
        assert_eq!(bare_host("[::1]:3000"), "::1");
        assert_eq!(bare_host("127.0.0.1"), "127.0.0.1");
    }
}
