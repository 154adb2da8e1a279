//! What a proxy in front says of a request. It is believed only with `server.behind_proxy`: anybody else could say it too.

use actix_web::http::header::{
    HeaderMap, HeaderName, X_FORWARDED_FOR as FOR, X_FORWARDED_PROTO as PROTO,
};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The last entry of a list over one or more headers: the one that the nearest proxy added.
fn last(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = headers.get_all(name).last()?.to_str().ok()?;
    Some(value.rsplit(',').next()?.trim().to_owned())
}

/// Whether the browser speaks TLS. This server itself never does.
pub(crate) fn is_secure(headers: &HeaderMap, behind_proxy: bool) -> bool {
    behind_proxy && last(headers, &PROTO).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
}

/// The address that a request comes from.
pub(crate) fn address(headers: &HeaderMap, peer: Option<SocketAddr>, behind_proxy: bool) -> IpAddr {
    let told = behind_proxy
        .then(|| last(headers, &FOR)?.parse().ok())
        .flatten();
    told.or_else(|| peer.map(|peer| peer.ip()))
        .unwrap_or(Ipv4Addr::UNSPECIFIED.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    #[test]
    fn a_proxy_is_believed_only_where_there_is_one() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (FOR, "203.0.113.9, 198.51.100.1"),
            (FOR, "192.0.2.1, 192.0.2.2"),
            (PROTO, "https"),
        ] {
            headers.append(name, HeaderValue::from_static(value));
        }
        let peer: SocketAddr = "127.0.0.1:1".parse().unwrap();
        let of = |believed| address(&headers, Some(peer), believed).to_string();
        assert_eq!(
            (of(false), of(true)),
            ("127.0.0.1".into(), "192.0.2.2".into())
        );
        assert!(is_secure(&headers, true) && !is_secure(&headers, false));
        headers.append(PROTO, HeaderValue::from_static("http"));
        assert!(!is_secure(&headers, true), "the nearest one counts");
        headers.append(FOR, HeaderValue::from_static("somebody"));
        assert_eq!(address(&headers, Some(peer), true), peer.ip());
    }
}
