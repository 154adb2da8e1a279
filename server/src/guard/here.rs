//! Whether a request comes from this server's own pages, or from no page at all.

use crate::config::ServerConfig;
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{self, HeaderName};
use actix_web::http::uri::Authority;
use actix_web::http::{Method, Uri};
use groundwall_core::{Problem, ProblemCode};
use std::net::Ipv6Addr;

const OTHER_SITE: &str = "This request comes from another site and was refused.";

/// The host of `host[:port]`, lower case, without the brackets of IPv6; none where it is anything else.
pub(crate) fn bare_host(text: &str) -> Option<String> {
    let (host, rest) = if let Some(rest) = text.strip_prefix('[') {
        let (inner, rest) = rest.split_once(']')?;
        (inner.parse::<Ipv6Addr>().ok()?.to_string(), rest)
    } else {
        let end = text.find(':').unwrap_or(text.len());
        let (host, rest) = text.split_at(end);
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        if host.is_empty() || !host.chars().all(fits) {
            return None;
        }
        (host.to_ascii_lowercase(), rest)
    };
    if let Some(port) = rest.strip_prefix(':') {
        let number = port.chars().all(|c| c.is_ascii_digit());
        port.parse::<u16>().ok().filter(|_| number)?;
    } else if !rest.is_empty() {
        return None;
    }
    Some(host)
}

/// The host that a request is for; none where it has several, or one that is none.
fn host_of(request: &ServiceRequest) -> Option<String> {
    let mut named = request.headers().get_all(header::HOST);
    let (first, second) = (named.next(), named.next());
    if second.is_some() {
        return None;
    }
    let header = match first {
        Some(value) => Some(value.to_str().ok()?),
        None => None,
    };
    let target = request.uri().authority().map(Authority::as_str);
    match (header, target) {
        (Some(header), Some(target)) => header.eq_ignore_ascii_case(target).then_some(header),
        (header, target) => header.or(target),
    }
    .map(str::to_owned)
}

/// Whether a request comes from nowhere else than it may: its host, and for browsers its site.
pub(super) fn comes_from_here(
    request: &ServiceRequest,
    server: &ServerConfig,
) -> Result<(), Problem> {
    let forbidden = |message: &str| Err(Problem::new(ProblemCode::Forbidden, message));
    let host = host_of(request).unwrap_or_default();
    let known = bare_host(&host).is_some_and(|bare| {
        let mut others = server.hosts.iter().chain([&server.addr]);
        ["localhost", "127.0.0.1", "::1"].contains(&bare.as_str())
            || others.any(|other| bare_host(other).as_deref() == Some(&bare))
    });
    if !known {
        return forbidden(
            "This host name is not one of the server's. Add it to server.hosts if it should be.",
        );
    }
    if matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    ) {
        return Ok(());
    }
    if let Some(origin) = header_of(request, &header::ORIGIN) {
        let same = origin.parse::<Uri>().ok().and_then(|origin| {
            origin
                .authority()
                .map(|authority| authority.as_str().eq_ignore_ascii_case(&host))
        });
        if same != Some(true) {
            return forbidden(OTHER_SITE);
        }
    }
    let site = header_of(request, &HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return forbidden(OTHER_SITE);
    }
    Ok(())
}

/// A header as text; a character that is in no header where it is none.
pub(super) fn header_of(request: &ServiceRequest, name: &HeaderName) -> Option<String> {
    let value = request.headers().get(name)?;
    Some(value.to_str().unwrap_or("\u{0}").to_owned())
}

#[cfg(test)]
mod tests {
    use super::bare_host;

    #[test]
    fn hosts_lose_their_ports_and_nothing_else_is_a_host() {
        for (text, host) in [
            ("LocalHost:3000", "localhost"),
            ("[::1]:3000", "::1"),
            ("[0:0:0:0:0:0:0:1]", "::1"),
            ("127.0.0.1", "127.0.0.1"),
            ("wall.example.org:65535", "wall.example.org"),
        ] {
            assert_eq!(bare_host(text).as_deref(), Some(host), "{text}");
        }
        assert_eq!(
            bare_host("127.0.0.1.evil.com").as_deref(),
            Some("127.0.0.1.evil.com"),
            "a name like any other"
        );
        for text in [
            "",
            ":80",
            "[::1].evil.com",
            "[::1]evil.com:80",
            "[::1",
            "[localhost]",
            "::1",
            "localhost:80:80",
            "localhost:",
            "localhost:+80",
            "localhost:65536",
            "localhost:x",
            "localhost@evil.com",
            "evil.com/localhost",
            "localhost evil.com",
            "loc\u{e4}lhost",
            "\u{0}",
        ] {
            assert_eq!(bare_host(text), None, "{text}");
        }
    }
}
