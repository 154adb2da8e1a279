//! What runs beside the data: models, the process that reads files, other servers.

use super::Check;
use crate::child::ChildExtractor;
use crate::compose;
use crate::config::Config;
use groundwall_core::Problem;
use groundwall_inference::Manifest;
use groundwall_ports::{Embedder as _, NliModel as _, Pair};
use std::time::Duration;
use url::Url;

/// For another server to answer.
const WAIT: Duration = Duration::from_secs(5);

pub(super) fn hashes(config: &Config) -> Check {
    let name = "models";
    let dir = config.models_dir();
    let todo = "put back the models directory of this version, or name another one as models.dir";
    let manifest = match Manifest::read(&dir) {
        Ok(manifest) => manifest,
        Err(error) => return Check::failed(name, error.to_string(), todo),
    };
    for model in &manifest.model {
        if let Err(error) = manifest.files(model.role) {
            return Check::failed(name, error.to_string(), todo);
        }
    }
    let count = manifest.model.len();
    Check::ok(
        name,
        format!("{count} in {}, hashes as in the manifest", dir.display()),
    )
}

/// Loads what the server loads and has each model read something.
pub(super) async fn models(config: &Config) -> Vec<Check> {
    let todo = "see models.embedder, models.verifier and models.precision";
    let models = match compose::models(config, &|_| ()).await {
        Ok(models) => models,
        Err(error) => return vec![Check::failed("embedder", format!("{error:#}"), todo)],
    };
    let text = vec!["The quay was built in 1931.".to_owned()];
    let mut checks = Vec::new();
    let embedded = models.embedder.embed(&text).await;
    checks.push(match embedded {
        Ok(vectors) if vectors.len() == 1 => {
            let identity = models.embedder.identity();
            Check::ok(
                "embedder",
                format!("{} ({})", identity.name, identity.kernel),
            )
        }
        Ok(_) => Check::failed("embedder", "it gave no vector", todo),
        Err(error) => Check::failed("embedder", error.to_string(), todo),
    });
    let pair = Pair {
        window: "The quay was built in 1931.".to_owned(),
        claim: "The quay was built in 1931.".to_owned(),
    };
    let screened = models.nli.judge(std::slice::from_ref(&pair)).await;
    checks.push(match screened {
        Ok(_) => {
            let identity = models.nli.identity();
            Check::ok(
                "verifier",
                format!("{} ({})", identity.name, identity.kernel),
            )
        }
        Err(error) => Check::failed("verifier", error.to_string(), todo),
    });
    let Some(reader) = models.reader else {
        checks.push(Check::warning(
            "reader",
            "there is none: answers are at most partly verified",
            "it comes with the bundled verifier alone; leave models.verifier out to have it",
        ));
        return checks;
    };
    let read = match reader.ready().await {
        Ok(()) => reader.judge(std::slice::from_ref(&pair)).await,
        Err(error) => Err(error),
    };
    checks.push(match read {
        Ok(_) => {
            let identity = reader.identity();
            Check::ok("reader", format!("{} ({})", identity.name, identity.kernel))
        }
        Err(error) => Check::failed("reader", error.to_string(), todo),
    });
    checks
}

/// Has the process that reads files read one, and says what binds it.
pub(super) async fn sandbox(config: &Config) -> Check {
    let name = "file reader";
    let bound = ChildExtractor::new(config.limits).bounds().await;
    let bound = match bound {
        Ok(bound) => bound,
        Err(error) => {
            let Problem { message, .. } = error.problem;
            return Check::failed(
                name,
                message,
                "the process that reads files does not run: see limits.memory_bytes, and whether this user may start processes",
            );
        }
    };
    let said = bound.join(", ");
    if bound
        .iter()
        .any(|one| one.starts_with("no ") && one.ends_with(')'))
    {
        return Check::warning(
            name,
            said,
            "limits of memory and time still hold; a newer kernel, or a container that allows Landlock and seccomp, binds it further",
        );
    }
    Check::ok(name, said)
}

/// Why nothing listens at an address.
#[derive(Debug, thiserror::Error)]
enum Silent {
    #[error(transparent)]
    Unreachable(std::io::Error),
    #[error("no answer within {} s", WAIT.as_secs())]
    Late,
}

/// Whether something listens at the host and port of an address.
async fn listens(address: &Url) -> Result<(), Silent> {
    let host = address.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = address.port_or_known_default().unwrap_or(0);
    let connected = tokio::net::TcpStream::connect((host, port));
    match tokio::time::timeout(WAIT, connected).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Silent::Unreachable(error)),
        Err(_) => Err(Silent::Late),
    }
}

/// An address without user and password.
fn shown(address: &Url) -> String {
    let mut shown = address.clone();
    let _ = shown.set_username("");
    let _ = shown.set_password(None);
    shown.to_string()
}

pub(super) async fn qdrant(config: &Config) -> Option<Check> {
    let name = "qdrant";
    let given = config.store.qdrant_url.as_ref()?;
    let todo = "start Qdrant, or see store.qdrant_url (the gRPC port, 6334 as it comes)";
    let Ok(address) = given.parse::<Url>() else {
        return Some(Check::failed(name, "store.qdrant_url is no address", todo));
    };
    let at = shown(&address);
    Some(match listens(&address).await {
        Ok(()) => Check::ok(name, format!("{at} can be reached")),
        Err(why) => Check::failed(name, format!("{at}: {why}"), todo),
    })
}

/// The chat endpoint is asked for its models; any answer shows that it is there.
pub(super) async fn endpoint(config: &Config) -> Option<Check> {
    let name = "chat endpoint";
    let base = config.generator.base_url.as_ref()?;
    let todo = "start it, or see generator.base_url; until then no answer is drafted by it";
    let Ok(address) = base.parse::<Url>() else {
        return Some(Check::failed(
            name,
            "generator.base_url is no address",
            todo,
        ));
    };
    let at = shown(&address);
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(WAIT)
        .build();
    let client = match client {
        Ok(client) => client,
        Err(error) => return Some(Check::failed(name, error.to_string(), todo)),
    };
    let mut request = client.get(format!("{}/models", base.trim_end_matches('/')));
    if let Some(key) = &config.generator.api_key {
        request = request.bearer_auth(key.expose());
    }
    Some(
        match request
            .send()
            .await
            .map(|response| response.status().as_u16())
        {
            Ok(status @ (401 | 403)) => Check::failed(
                name,
                format!("{at} refuses the key ({status})"),
                "see generator.api_key",
            ),
            Ok(status @ 500..) => Check::warning(
                name,
                format!("{at} answers {status}"),
                "look at its log; it may still be loading",
            ),
            Ok(_) => Check::ok(name, format!("{at} answers")),
            Err(error) => Check::failed(name, format!("{at}: {}", error.without_url()), todo),
        },
    )
}
