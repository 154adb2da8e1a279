//! The bytes of a streamed response, with comments in between that show whether its client is still there.

use crate::working::Working;
use actix_web::web::Bytes;
use futures::{Stream, stream};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;

/// Time between comments while nothing leaves; they show that a client is gone.
const BEAT: Duration = Duration::from_secs(1);

/// What leaves while the work goes on.
pub(super) fn body(
    said: Receiver<Bytes>,
    work: Working<()>,
) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold((said, Some(work)), async |(mut said, mut work)| {
        let next = async {
            loop {
                let Some(under_way) = &mut work else {
                    return said.recv().await;
                };
                tokio::select! {
                    biased;
                    Some(bytes) = said.recv() => return Some(bytes),
                    _ = under_way => work = None,
                }
            }
        };
        let next = tokio::time::timeout(BEAT, next).await;
        match next {
            Ok(Some(bytes)) => Some((Ok(bytes), (said, work))),
            Ok(None) => None,
            Err(_) => Some((Ok(Bytes::from_static(b": under way\n\n")), (said, work))),
        }
    })
}
