//! Work for a response that is streamed: it goes on whether or not somebody reads, so that its deadline is kept and its turn is given back, and it ends with the response.

use crate::actor;
use groundwall_ports::PortError;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::task::JoinHandle;

/// Work under way on this thread, for who acts here. Dropping it ends it.
pub(crate) struct Working<T>(JoinHandle<T>);

impl<T: 'static> Working<T> {
    pub(crate) fn start(work: impl Future<Output = T> + 'static) -> Self {
        Self(actix_web::rt::spawn(actor::carried(work)))
    }
}

impl<T> Drop for Working<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<T> Future for Working<T> {
    type Output = Result<T, PortError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map_err(|error| PortError::internal(format!("the work ended early: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::Working;
    use crate::actor;
    use std::rc::Rc;
    use std::time::Duration;

    #[actix_web::test]
    async fn work_goes_on_unread_for_who_asked_and_ends_when_it_is_dropped() {
        let asked = async {
            let work = Working::start(async { actor::current() });
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(work.0.is_finished(), "nobody has looked yet");
            assert_eq!(work.await.unwrap(), "Astrid");
        };
        actor::acts("Astrid".to_owned(), asked).await;
        let held = Rc::new(());
        let known = Rc::clone(&held);
        let work = Working::start(async move {
            std::future::pending::<()>().await;
            drop(known);
        });
        tokio::task::yield_now().await;
        drop(work);
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(Rc::strong_count(&held), 1);
    }
}
