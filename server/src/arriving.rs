//! A body on its way: it has to come within a time, at a rate, and to fit into what all bodies may hold.

use crate::admission::{Admission, Share};
use crate::config::ServerConfig;
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures::{Stream, StreamExt as _, stream};
use groundwall_core::{Problem, ProblemCode};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// What a body holds while somebody works on it.
pub(crate) type Held = Rc<RefCell<Share>>;

/// A body that is being received.
pub(crate) struct Arriving<S> {
    payload: S,
    held: Held,
    /// When all of it has to be here.
    end: Instant,
    whole: Duration,
    /// In each of these, `least` bytes have to come.
    window: Duration,
    least: u64,
    window_end: Instant,
    came: u64,
}

/// Farther away than any body takes; what the configuration puts beyond it is no time that a clock can hold.
const FAR: Duration = Duration::from_hours(24);

fn later(now: Instant, by: Duration) -> Instant {
    now.checked_add(by)
        .or_else(|| now.checked_add(FAR))
        .unwrap_or(now)
}

impl<S: Stream<Item = Result<Bytes, PayloadError>> + Unpin> Arriving<S> {
    pub(crate) fn new(payload: S, admission: &Admission, config: &ServerConfig) -> Self {
        let whole = Duration::from_secs(config.body_seconds.max(1));
        let window = Duration::from_secs(config.body_window_seconds.max(1));
        let least = config.body_rate.saturating_mul(window.as_secs());
        Self::within(payload, admission.share(), whole, (window, least))
    }

    /// All of it within `whole`, and so many bytes within each window.
    fn within(payload: S, share: Share, whole: Duration, (window, least): (Duration, u64)) -> Self {
        let now = Instant::now();
        Self {
            payload,
            held: Rc::new(RefCell::new(share)),
            end: later(now, whole),
            whole,
            window,
            least,
            window_end: later(now, window),
            came: 0,
        }
    }

    pub(crate) fn held(&self) -> Held {
        Rc::clone(&self.held)
    }

    /// The next bytes; none at the end of the body.
    pub(crate) async fn next(&mut self) -> Option<Result<Bytes, Problem>> {
        loop {
            let until = self.end.min(self.window_end);
            // What has come is taken first: only who is waited for can be late.
            match timeout_at(until, self.payload.next()).await {
                Ok(None) => return None,
                Ok(Some(Ok(bytes))) => return Some(self.took(bytes)),
                Ok(Some(Err(error))) => {
                    return Some(Err(Problem::new(
                        ProblemCode::Malformed,
                        format!("The body cannot be read: {error}."),
                    )));
                }
                Err(_) if until == self.end || self.came < self.least => {
                    return Some(Err(self.late()));
                }
                Err(_) => {
                    self.came = 0;
                    self.window_end = later(Instant::now(), self.window);
                }
            }
        }
    }

    fn took(&mut self, bytes: Bytes) -> Result<Bytes, Problem> {
        if Instant::now() > self.end {
            return Err(self.late());
        }
        self.came = self.came.saturating_add(bytes.len() as u64);
        self.held.borrow_mut().grow(bytes.len())?;
        Ok(bytes)
    }

    fn late(&self) -> Problem {
        Problem::new(
            ProblemCode::TooSlow,
            format!(
                "The request came too slowly: {} bytes are expected every {} s, and all of it within {} s. Send it again, in parts where it is large.",
                self.least,
                self.window.as_secs(),
                self.whole.as_secs()
            ),
        )
    }

    /// The bytes as a payload. A problem travels inside of its error; [`problem_in`] finds it again.
    pub(crate) fn into_payload(self) -> impl Stream<Item = Result<Bytes, PayloadError>> {
        stream::unfold(self, async |mut body| {
            let next = body.next().await?;
            let next = next.map_err(|problem| PayloadError::Io(std::io::Error::other(problem)));
            Some((next, body))
        })
        // The reader of forms asks again after the end.
        .fuse()
    }
}

/// The problem that ended a body.
pub(crate) fn problem_in(error: &PayloadError) -> Option<Problem> {
    let PayloadError::Io(error) = error else {
        return None;
    };
    error.get_ref()?.downcast_ref::<Problem>().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Receives a body that sends so many bytes after each pause in milliseconds: how many came, and how it ended. It has 2.5 s, in each of which 100 bytes have
    /// to come, and may hold 1,000 bytes.
    async fn received(parts: &[(u64, usize)]) -> (usize, Option<ProblemCode>) {
        let parts = stream::iter(parts.to_vec()).then(async |(pause, bytes)| {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            Ok(Bytes::from(vec![b'a'; bytes]))
        });
        let admission = Admission::new(&ServerConfig {
            body_bytes: 1_000,
            ..ServerConfig::default()
        });
        let pace = (Duration::from_secs(1), 100);
        let whole = Duration::from_millis(2_500);
        let mut body = Arriving::within(Box::pin(parts), admission.share(), whole, pace);
        let mut count = 0;
        while let Some(next) = body.next().await {
            match next {
                Ok(bytes) => count += bytes.len(),
                Err(problem) => return (count, Some(problem.code)),
            }
        }
        (count, None)
    }

    #[tokio::test]
    async fn a_body_keeps_its_pace_or_ends() {
        let slow = Some(ProblemCode::TooSlow);
        let large = Some(ProblemCode::TooLarge);
        let (quick, short, late, stopped, long, much) = tokio::join!(
            received(&[(0, 5), (300, 5)]),
            received(&[(0, 99), (1_500, 1)]),
            received(&[(0, 100), (1_500, 1)]),
            received(&[(0, 100), (4_000, 1)]),
            received(&[(0, 200), (700, 200), (700, 200), (700, 200), (700, 1)]),
            received(&[(0, 900), (0, 101)]),
        );
        assert_eq!(quick, (10, None), "a small body needs no pace");
        assert_eq!(short, (99, slow), "too little in the first second");
        assert_eq!(
            late,
            (101, None),
            "enough in the first, and the end in the second"
        );
        assert_eq!(stopped, (100, slow), "nothing in the second");
        assert_eq!(long, (800, slow), "all of it has its time");
        assert_eq!(much, (900, large));
    }

    #[tokio::test]
    async fn a_payload_that_has_ended_may_be_asked_again() {
        let parts = stream::iter([Ok(Bytes::from_static(b"abc"))]);
        let config = ServerConfig::default();
        let body = Arriving::new(parts, &Admission::new(&config), &config);
        let mut payload = Box::pin(body.into_payload());
        assert_eq!(payload.next().await.unwrap().unwrap(), "abc");
        assert!(payload.next().await.is_none() && payload.next().await.is_none());
    }

    #[test]
    fn a_problem_comes_out_of_a_payload_as_it_went_in() {
        let problem = Problem::new(ProblemCode::TooSlow, "x");
        let error = PayloadError::Io(std::io::Error::other(problem.clone()));
        assert_eq!(problem_in(&error), Some(problem));
        assert_eq!(problem_in(&PayloadError::Overflow), None);
    }
}
