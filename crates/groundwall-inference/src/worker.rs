//! A model on its own OS thread behind a bounded queue.

use groundwall_ports::PortError;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use tokio::sync::oneshot;
use tracing::Span;

/// Requests that may wait. One more is refused as overloaded.
const QUEUE: usize = 64;
/// Sequences between two looks at whether the caller still waits.
const SLICE: usize = 64;
/// Sequences that one core runs packed together, at most.
const GROUP: usize = 8;

struct Job<I, O> {
    inputs: Vec<I>,
    reply: oneshot::Sender<Result<Vec<O>, PortError>>,
    span: Span,
}

/// Handle of a worker thread; the thread ends when the last handle is dropped.
pub(crate) struct Worker<I, O> {
    queue: SyncSender<Job<I, O>>,
}

impl<I: Send + Sync + 'static, O: Send + 'static> Worker<I, O> {
    /// Starts the thread. `run` handles a few sequences, in order, and is called on several cores at once.
    pub(crate) fn start<F>(name: &str, run: F) -> std::io::Result<Self>
    where
        F: Fn(&[I]) -> candle_core::Result<Vec<O>> + Send + Sync + 'static,
    {
        let (queue, jobs) = sync_channel::<Job<I, O>>(QUEUE);
        std::thread::Builder::new().name(name.to_owned()).spawn(move || serve(&jobs, &run))?;
        Ok(Self { queue })
    }

    /// Queues the inputs and waits for their outputs, in order.
    pub(crate) async fn call(&self, inputs: Vec<I>) -> Result<Vec<O>, PortError> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let (reply, answer) = oneshot::channel();
        self.queue.try_send(Job { inputs, reply, span: Span::current() }).map_err(|error| match error {
            TrySendError::Full(_) => PortError::overloaded("The model's queue is full. Try again in a few seconds."),
            TrySendError::Disconnected(_) => PortError::degraded("The model's thread has ended. Restart the server."),
        })?;
        answer.await.map_err(|_| PortError::degraded("The model's thread has ended. Restart the server."))?
    }
}

fn serve<I: Sync, O: Send>(jobs: &Receiver<Job<I, O>>, run: &(impl Fn(&[I]) -> candle_core::Result<Vec<O>> + Sync)) {
    while let Ok(Job { inputs, reply, span }) = jobs.recv() {
        let _entered = span.enter();
        let mut outputs = Vec::with_capacity(inputs.len());
        let mut failed = None;
        for slice in inputs.chunks(SLICE) {
            if reply.is_closed() {
                break;
            }
            match slice_outputs(slice, run) {
                Ok(part) => outputs.extend(part),
                Err(error) => {
                    failed = Some(PortError::internal(format!("model: {error}")));
                    break;
                }
            }
        }
        // A caller that has gone is not an error.
        let _ = reply.send(failed.map_or(Ok(outputs), Err));
    }
}

fn slice_outputs<I: Sync, O: Send>(
    inputs: &[I],
    run: &(impl Fn(&[I]) -> candle_core::Result<Vec<O>> + Sync),
) -> candle_core::Result<Vec<O>> {
    use rayon::prelude::*;
    // At least two groups a core, so that none waits long for the other.
    let group = inputs.len().div_ceil(2 * rayon::current_num_threads()).clamp(1, GROUP);
    let parts: Vec<Vec<O>> = inputs.par_chunks(group).with_max_len(1).map(run).collect::<candle_core::Result<_>>()?;
    Ok(parts.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::Worker;

    #[tokio::test]
    async fn keeps_the_order_and_reports_a_failure() {
        let worker = Worker::start("test", |group: &[i32]| {
            group.iter().map(|n| if *n < 0 { Err(candle_core::Error::Msg("negative".into())) } else { Ok(n * 2) }).collect()
        })
        .unwrap();
        assert_eq!(worker.call((0..100).collect()).await.unwrap(), (0..100).map(|n| n * 2).collect::<Vec<_>>());
        assert!(worker.call(vec![1, -1]).await.is_err());
        assert_eq!(worker.call(vec![4]).await.unwrap(), [8]);
    }

    #[tokio::test]
    async fn a_full_queue_is_overloaded_and_not_a_hang() {
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(gate);
        let worker = Worker::start("test", move |group: &[()]| {
            let _ = gate.lock().unwrap().recv();
            Ok(group.to_vec())
        })
        .unwrap();
        let calls: Vec<_> = (0..super::QUEUE + 8).map(|_| worker.call(vec![()])).collect();
        let mut polled = futures::future::join_all(calls);
        let overloaded = tokio::time::timeout(std::time::Duration::from_millis(200), &mut polled).await;
        assert!(overloaded.is_err(), "the queued calls wait");
        drop(release);
        let results = polled.await;
        let refused =
            results.iter().filter(|result| matches!(result, Err(error) if error.class == groundwall_ports::ErrorClass::Overloaded)).count();
        assert!((6..=8).contains(&refused), "{refused} were refused");
    }
}
