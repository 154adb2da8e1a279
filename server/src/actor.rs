//! Who does what is done, for the audit log: the request under way, or who started the program.

use crate::access;
use crate::{proxy, traces};
use actix_web::dev::ServiceRequest;
use std::future::Future;

tokio::task_local! {
    static ACTOR: String;
}

/// Who acts where nobody said.
const PROGRAM: &str = "program";

/// Who does what is done now.
pub(crate) fn current() -> String {
    ACTOR
        .try_with(Clone::clone)
        .unwrap_or_else(|_| PROGRAM.to_owned())
}

/// What somebody does without waiting.
pub(crate) fn acts_now<T>(who: &str, work: impl FnOnce() -> T) -> T {
    ACTOR.sync_scope(who.to_owned(), work)
}

/// Work that somebody does.
pub(crate) async fn acts<T>(who: String, work: impl Future<Output = T>) -> T {
    ACTOR.scope(who, work).await
}

/// Work that goes on elsewhere for who acts here, with the rights that hold here, in the trace that it belongs to.
pub(crate) fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let work = access::current().holds_for(traces::carried(work));
    ACTOR.scope(current(), work)
}

/// Who sends a request: how they were let in, by which key where it has a name, and their address.
pub(crate) fn of(
    request: &ServiceRequest,
    signed_in: bool,
    key: Option<&str>,
    has_key: bool,
    behind_proxy: bool,
) -> String {
    let address = proxy::address(request.headers(), request.peer_addr(), behind_proxy);
    match (key, signed_in, has_key) {
        (Some(name), true, _) => format!("key “{name}”, signed in, at {address}"),
        (Some(name), false, _) => format!("key “{name}”, at {address}"),
        (None, true, _) => format!("signed in, at {address}"),
        (None, false, true) => format!("API key, at {address}"),
        (None, false, false) => format!("at {address}"),
    }
}

/// Who runs a command.
pub(crate) fn of_command() -> String {
    let user = std::env::var("USER").unwrap_or_default();
    if user.is_empty() {
        "command line".to_owned()
    } else {
        format!("command line, {user}")
    }
}

#[cfg(test)]
mod tests {
    use super::{acts, carried, current};

    #[tokio::test]
    async fn who_acts_goes_along_to_other_threads() {
        assert_eq!(current(), "program");
        let told = acts("Astrid".to_owned(), async {
            let here = tokio::spawn(async { current() }).await.unwrap();
            let carried = tokio::spawn(carried(async { current() })).await.unwrap();
            (here, carried)
        });
        assert_eq!(told.await, ("program".to_owned(), "Astrid".to_owned()));
    }
}
