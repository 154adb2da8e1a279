//! Whether something is at a web address that a text cites.

use super::{NoTarget, Target};
use async_trait::async_trait;
use groundwall_core::LookedUp;
use groundwall_ports::WebLook;
use reqwest::{Method, StatusCode};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use url::Url;

/// How long one address is waited for.
const WAIT: Duration = Duration::from_secs(5);
/// What an address said is true for so long, of so many addresses.
const REMEMBERED: Duration = Duration::from_mins(10);
const KEPT: usize = 1_000;

/// Asks for the head of what is at an address: the address alone goes out, no redirect is followed, and nothing is read.
pub(crate) struct WebLookUp {
    /// Whether addresses that are not public, and any port, are gone to: for tests.
    private: bool,
    known: Mutex<HashMap<String, (Instant, LookedUp)>>,
}

/// What a status says of what is there. Who asks for a key, or to be asked less often, is there.
fn told(status: StatusCode) -> LookedUp {
    match status.as_u16() {
        401 | 403 | 405 | 407 | 429 => LookedUp::Answers,
        failed @ 400.. => LookedUp::Fails(failed),
        _ => LookedUp::Answers,
    }
}

impl WebLookUp {
    /// One that goes to no address that is not public, and to the ports of the web alone.
    pub(crate) fn of_the_public_web() -> Self {
        Self {
            private: false,
            known: Mutex::default(),
        }
    }

    fn known(&self, address: &str) -> Option<LookedUp> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, found) = known.get(address)?;
        (at.elapsed() < REMEMBERED).then_some(*found)
    }

    fn keep(&self, address: &str, found: LookedUp) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(address.to_owned(), (Instant::now(), found));
    }

    async fn asked(&self, address: &str) -> LookedUp {
        let Ok(url) = address.parse::<Url>() else {
            return LookedUp::NotAsked;
        };
        let web = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && (self.private || url.port().is_none());
        if !web {
            return LookedUp::NotAsked;
        }
        let target = match Target::resolve(&url, self.private).await {
            Ok(target) => target,
            Err(NoTarget::Private(_)) => return LookedUp::NotAsked,
            Err(NoTarget::Unknown(_) | NoTarget::Nowhere) => return LookedUp::Unreachable,
        };
        let client = target.client().timeout(WAIT).user_agent("groundwall");
        let client = client.build();
        let Ok(client) = client else {
            return LookedUp::NotAsked;
        };
        for method in [Method::HEAD, Method::GET] {
            match client.request(method, url.clone()).send().await {
                // Some know only how to send the whole.
                Ok(answer)
                    if matches!(
                        answer.status(),
                        StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED
                    ) => {}
                Ok(answer) => return told(answer.status()),
                Err(_) => return LookedUp::Unreachable,
            }
        }
        LookedUp::Answers
    }
}

#[async_trait]
impl WebLook for WebLookUp {
    async fn look_up(&self, address: &str) -> LookedUp {
        if let Some(known) = self.known(address) {
            return known;
        }
        let found = tokio::time::timeout(WAIT, self.asked(address))
            .await
            .unwrap_or(LookedUp::Unreachable);
        tracing::debug!(?found, "a cited address was looked up");
        self.keep(address, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// Answers `HEAD` and `GET` with these statuses, and counts.
    async fn web(head: u16, get: u16) -> (String, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/page", listener.local_addr().unwrap());
        let count: Arc<AtomicUsize> = Arc::default();
        let counted = Arc::clone(&count);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                let mut said = [0; 2_048];
                let length = stream.read(&mut said).await.unwrap();
                let status = if said[..length].starts_with(b"HEAD") {
                    head
                } else {
                    get
                };
                let answer = format!(
                    "HTTP/1.1 {status} S\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        (url, count)
    }

    fn private() -> WebLookUp {
        WebLookUp {
            private: true,
            known: Mutex::default(),
        }
    }

    #[tokio::test]
    async fn a_status_says_whether_something_is_there() {
        for (head, get, found, asked) in [
            (200, 500, LookedUp::Answers, 1),
            (301, 500, LookedUp::Answers, 1),
            (403, 500, LookedUp::Answers, 1),
            (404, 200, LookedUp::Fails(404), 1),
            (410, 200, LookedUp::Fails(410), 1),
            (500, 200, LookedUp::Fails(500), 1),
            (405, 200, LookedUp::Answers, 2),
            (501, 404, LookedUp::Fails(404), 2),
        ] {
            let (url, count) = web(head, get).await;
            let look = private();
            assert_eq!(look.look_up(&url).await, found, "{head} {get}");
            assert_eq!(look.look_up(&url).await, found, "remembered");
            assert_eq!(count.load(Ordering::SeqCst), asked, "{head} {get}");
        }
    }

    #[tokio::test]
    async fn nobody_at_an_address_is_unreachable() {
        let look = private();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        for address in [
            format!("http://127.0.0.1:{port}/"),
            "https://no-such-host.invalid/page".to_owned(),
        ] {
            assert_eq!(
                look.look_up(&address).await,
                LookedUp::Unreachable,
                "{address}"
            );
        }
    }

    #[tokio::test]
    async fn what_is_not_of_the_public_web_is_not_gone_to() {
        let (url, count) = web(200, 200).await;
        let look = WebLookUp::of_the_public_web();
        let port = url.rsplit(':').next().unwrap().to_owned();
        for address in [
            url.as_str(),
            "http://127.0.0.1/",
            "http://localhost/",
            "http://169.254.169.254/latest/meta-data/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "https://8.8.8.8:8443/",
            "https://name:word@8.8.8.8/",
            "ftp://8.8.8.8/",
            &format!("http://2130706433:{port}"),
            "http://2130706433/",
        ] {
            assert_eq!(look.look_up(address).await, LookedUp::NotAsked, "{address}");
        }
        assert_eq!(count.load(Ordering::SeqCst), 0);
    }
}
