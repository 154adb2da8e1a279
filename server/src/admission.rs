//! How much runs and is held at the same time. Each kind of work has turns of its own, so that none keeps the others waiting; what bodies may hold together is counted in bytes.

use crate::config::ServerConfig;
use groundwall_core::{Problem, ProblemCode};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who may wait does so for so long before it is sent away.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a turn is taken for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// A question or a verification; few wait, in the order they came, and the next is sent away at once, since it is small and soon sent again.
    Judge,
    Upload,
    /// Records of an application.
    Push,
    /// An original, or a page or picture of one, that is made ready.
    View,
}

/// The turns of one kind.
type Turns = Arc<Semaphore>;

/// All turns, and the bytes that bodies may hold.
pub(crate) struct Admission {
    judge: Turns,
    /// A place for each question or verification that waits for its turn.
    waiting: Turns,
    upload: Turns,
    push: Turns,
    view: Turns,
    downloads: Turns,
    bodies: Turns,
    body_bytes: usize,
}

fn busy(what: &str) -> Problem {
    Problem::new(
        ProblemCode::Overloaded,
        format!("The server is busy with {what}. Try again in a few seconds."),
    )
}

/// The next turn, in the order of those who wait.
async fn waited(turns: &Turns, what: &str) -> Result<OwnedSemaphorePermit, Problem> {
    match tokio::time::timeout(PATIENCE, Arc::clone(turns).acquire_owned()).await {
        Ok(Ok(turn)) => Ok(turn),
        Ok(Err(_)) | Err(_) => Err(busy(what)),
    }
}

impl Admission {
    pub(crate) fn new(config: &ServerConfig) -> Self {
        let turns = |count: usize| Arc::new(Semaphore::new(count.max(1)));
        let body_bytes = config.body_bytes.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            judge: turns(config.max_concurrent),
            waiting: Arc::new(Semaphore::new(config.max_waiting)),
            upload: turns(config.max_uploads),
            push: turns(config.max_pushes),
            view: turns(config.max_views),
            downloads: turns(config.max_downloads),
            bodies: turns(body_bytes),
            body_bytes,
        }
    }

    /// A turn; overload is a clear answer and never a hang.
    pub(crate) async fn turn(&self, kind: Kind) -> Result<OwnedSemaphorePermit, Problem> {
        let (turns, what) = match kind {
            Kind::Judge => return self.judge().await,
            Kind::Upload => (&self.upload, "other uploads"),
            Kind::Push => (&self.push, "other tables"),
            Kind::View => (&self.view, "other originals"),
        };
        waited(turns, what).await
    }

    /// A turn at once, or after those who waited before: without places to wait a turn that is given back would go to who happens to ask next.
    async fn judge(&self) -> Result<OwnedSemaphorePermit, Problem> {
        const WHAT: &str = "other requests";
        if let Ok(turn) = Arc::clone(&self.judge).try_acquire_owned() {
            return Ok(turn);
        }
        let Ok(_place) = self.waiting.try_acquire() else {
            return Err(busy(WHAT));
        };
        waited(&self.judge, WHAT).await
    }

    /// A turn to be sent a file, for as long as that takes.
    pub(crate) fn download(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = Arc::clone(&self.downloads).try_acquire_owned();
        turn.map_err(|_| busy("other downloads"))
    }

    /// What a body holds of the budget, nothing so far.
    pub(crate) fn share(&self) -> Share {
        Share {
            bodies: Arc::clone(&self.bodies),
            budget: self.body_bytes,
            held: None,
        }
    }
}

/// The part of the budget that one body holds; it is given back when this is dropped.
pub(crate) struct Share {
    bodies: Turns,
    budget: usize,
    held: Option<OwnedSemaphorePermit>,
}

impl Share {
    /// Takes so many bytes more.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let held = self
            .held
            .as_ref()
            .map_or(0, OwnedSemaphorePermit::num_permits);
        let more = u32::try_from(bytes).unwrap_or(u32::MAX);
        if held.saturating_add(bytes) > self.budget {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "The request is over {} kB. Send it in parts.",
                    self.budget / 1_000
                ),
            ));
        }
        let more = Arc::clone(&self.bodies)
            .try_acquire_many_owned(more)
            .map_err(|_| busy("what others are sending"))?;
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admission() -> Admission {
        Admission::new(&ServerConfig {
            max_concurrent: 1,
            max_waiting: 0,
            max_uploads: 1,
            body_bytes: 100,
            ..ServerConfig::default()
        })
    }

    #[tokio::test]
    async fn kinds_have_turns_of_their_own() {
        let admission = admission();
        let judge = admission.turn(Kind::Judge).await.unwrap();
        let refused = admission.turn(Kind::Judge).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::Overloaded);
        let upload = admission.turn(Kind::Upload).await.unwrap();
        let push = admission.turn(Kind::Push).await;
        let view = admission.turn(Kind::View).await;
        assert!(push.is_ok() && view.is_ok());
        drop(judge);
        assert!(admission.turn(Kind::Judge).await.is_ok());
        // An upload waits for its turn.
        let (next, ()) = tokio::join!(admission.turn(Kind::Upload), async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            drop(upload);
        });
        assert!(next.is_ok());
    }

    #[tokio::test]
    async fn who_came_first_is_served_first_and_who_finds_no_place_is_sent_away() {
        let admission = Admission::new(&ServerConfig {
            max_concurrent: 1,
            max_waiting: 2,
            ..ServerConfig::default()
        });
        let turn = admission.turn(Kind::Judge).await.unwrap();
        let served = std::sync::Mutex::new(Vec::new());
        let ask = |who: u8| {
            let (admission, served) = (&admission, &served);
            async move {
                let turn = admission.turn(Kind::Judge).await;
                served.lock().unwrap().push((who, turn.is_ok()));
            }
        };
        // They are polled in this order: the third finds both places taken.
        tokio::join!(ask(1), ask(2), ask(3), async {
            tokio::task::yield_now().await;
            drop(turn);
        });
        assert_eq!(*served.lock().unwrap(), [(3, false), (1, true), (2, true)]);
        assert_eq!(admission.waiting.available_permits(), 2);
    }

    #[test]
    fn bodies_share_a_budget() {
        let admission = admission();
        let (mut one, mut two) = (admission.share(), admission.share());
        one.grow(40).unwrap();
        one.grow(30).unwrap();
        two.grow(30).unwrap();
        let refused = two.grow(1).unwrap_err();
        assert_eq!(refused.code, ProblemCode::Overloaded, "the others hold it");
        drop(one);
        two.grow(70).unwrap();
        let refused = two.grow(1).unwrap_err();
        assert_eq!(refused.code, ProblemCode::TooLarge, "nobody else holds it");
        drop(two);
        assert_eq!(admission.bodies.available_permits(), 100);
    }
}
