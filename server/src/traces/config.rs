//! Where traces go.

use groundwall_generator::Secret;
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

/// Where traces go, and what they may say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TelemetryConfig {
    /// Address of a collector that takes OTLP as JSON over HTTP, as `http://127.0.0.1:4318`. No traces without it.
    pub(crate) endpoint: Option<String>,
    /// Sent with everything, as `authorization=Bearer%20..,x-tenant=7`.
    pub(crate) headers: Option<Secret>,
    /// What this server is called in traces.
    pub(crate) service_name: Option<String>,
    /// Whether traces have texts: question, answer, claims, reasons.
    pub(crate) texts: bool,
}

/// Takes what the configuration leaves open from the variables that every program with OpenTelemetry knows.
pub(crate) fn from_environment(
    config: &mut TelemetryConfig,
    variable: impl Fn(&str) -> Option<String>,
) {
    let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
    if config.service_name.is_none() {
        config.service_name = set("OTEL_SERVICE_NAME");
    }
    let off = set("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    if config.endpoint.is_some() || off {
        return;
    }
    config.endpoint = set("OTEL_EXPORTER_OTLP_ENDPOINT");
    if config.headers.is_none() {
        config.headers = set("OTEL_EXPORTER_OTLP_HEADERS").map(Secret::new);
    }
}

/// A collector, checked.
pub(super) struct Target {
    pub(super) traces: Url,
    pub(super) logs: Url,
    pub(super) headers: HeaderMap,
    pub(super) service: String,
    pub(super) texts: bool,
}

impl Target {
    /// The configured one; none where nothing is configured.
    pub(super) fn of(config: &TelemetryConfig) -> anyhow::Result<Option<Self>> {
        let Some(text) = &config.endpoint else {
            return Ok(None);
        };
        let base: Url = text.parse().map_err(|_| {
            anyhow::anyhow!(
                "telemetry.endpoint is no address; write it as http://127.0.0.1:4318 (OTLP as JSON over HTTP)"
            )
        })?;
        anyhow::ensure!(
            matches!(base.scheme(), "http" | "https")
                && base.host().is_some()
                && base.username().is_empty()
                && base.password().is_none()
                && base.query().is_none(),
            "telemetry.endpoint must begin with http:// or https://, needs a host, and has no place for a user or a query; what gives access goes into telemetry.headers"
        );
        let at = |path: &str| {
            let mut url = base.clone();
            url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
            url
        };
        let headers = config.headers.as_ref().map_or("", Secret::expose);
        let service = config.service_name.clone();
        Ok(Some(Self {
            traces: at("/v1/traces"),
            logs: at("/v1/logs"),
            headers: read(headers)?,
            service: service.unwrap_or_else(|| "groundwall".to_owned()),
            texts: config.texts,
        }))
    }
}

/// `name=value,name=value`, values percent-encoded.
fn read(text: &str) -> anyhow::Result<HeaderMap> {
    let wrong = || {
        anyhow::anyhow!(
            "telemetry.headers must read name=value,name=value, with values in percent encoding"
        )
    };
    let mut headers = HeaderMap::new();
    for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
        let name: HeaderName = name.trim().parse().map_err(|_| wrong())?;
        let value = decoded(value.trim()).ok_or_else(wrong)?;
        let mut value = HeaderValue::from_bytes(&value).map_err(|_| wrong())?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Bytes of a text in percent encoding.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, behind) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = behind;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(endpoint: &str, headers: &str) -> anyhow::Result<Option<Target>> {
        Target::of(&TelemetryConfig {
            endpoint: Some(endpoint.to_owned()),
            headers: Some(Secret::new(headers)),
            ..TelemetryConfig::default()
        })
    }

    #[test]
    fn an_address_gets_the_paths_of_the_standard_and_bad_ones_are_said() {
        assert!(Target::of(&TelemetryConfig::default()).unwrap().is_none());
        for (endpoint, traces) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("https://host/otlp/", "https://host/otlp/v1/traces"),
        ] {
            let target = of(endpoint, "a=b%20c, x-y = z=").unwrap().unwrap();
            assert_eq!(target.traces.as_str(), traces);
            assert!(target.logs.as_str().ends_with("/v1/logs"));
            assert_eq!(target.headers["a"], "b c");
            assert_eq!(target.headers["x-y"], "z=");
        }
        for endpoint in ["localhost:4318", "grpc://host", "http://me:pw@host", "no"] {
            let said = format!("{:#}", of(endpoint, "").err().unwrap());
            assert!(said.contains("telemetry.endpoint"), "{said}");
            assert!(!said.contains("pw"), "{said}");
        }
        for headers in [
            "s3cret",
            "a b=s3cret",
            "a=s3cret%",
            "a=s3cret%zz",
            "a=s3cret%0a",
        ] {
            let said = format!("{:#}", of("http://host", headers).err().unwrap());
            assert!(
                said.contains("telemetry.headers") && !said.contains("s3cret"),
                "{said}"
            );
        }
    }

    #[test]
    fn the_standard_variables_fill_what_is_open() {
        let read = |endpoint: Option<&str>, variables: &[(&str, &str)]| {
            let mut config = TelemetryConfig {
                endpoint: endpoint.map(str::to_owned),
                ..TelemetryConfig::default()
            };
            from_environment(&mut config, |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            config
        };
        let all = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "k=v"),
            ("OTEL_SERVICE_NAME", "gate"),
        ];
        let config = read(None, &all);
        assert_eq!(config.endpoint.as_deref(), Some("http://collector:4318"));
        assert_eq!(config.service_name.as_deref(), Some("gate"));
        assert!(config.headers.is_some());
        let own = read(Some("http://mine"), &all);
        assert_eq!(own.endpoint.as_deref(), Some("http://mine"));
        assert!(own.headers.is_none(), "a key goes to no other address");
        let off = [all[0], ("OTEL_SDK_DISABLED", "true")];
        assert!(read(None, &off).endpoint.is_none());
        assert!(
            read(None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")])
                .endpoint
                .is_none()
        );
    }
}
