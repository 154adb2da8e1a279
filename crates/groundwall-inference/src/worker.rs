//! A model on its own OS thread behind a bounded queue.
//!
//! The thread works in rounds. A round takes inputs from every job that waits, about [`ROUND`] bytes of text in all, so that a question is not kept
//! waiting by an upload; tokenises them; sorts them by length; and runs them on all cores in groups of at most [`GROUP`] tokens. A job whose caller has
//! gone is dropped between two rounds.

use crate::tokens::Tokens;
use candle_core::Result as Candle;
use groundwall_ports::PortError;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use tokio::sync::oneshot;
use tracing::Span;

/// Requests that may wait. One more is refused as overloaded.
const QUEUE: usize = 64;
/// Requests that are worked on together.
const ACTIVE: usize = 16;
/// Bytes of text of a round; the jobs share them.
const ROUND: usize = 16 * 1_024;
/// Tokens that one core runs packed together, at most (a longer sequence runs alone): what they need stays in a core's cache.
const GROUP: usize = 256;

/// Starts the threads that all models compute on; `first` runs at the beginning of each. Without this they start with the first computation.
///
/// Says whether they were started: not where they run already, or cannot.
pub fn start_threads(first: impl Fn() + Send + Sync + 'static) -> bool {
    rayon::ThreadPoolBuilder::new()
        .thread_name(|_| "model".to_owned())
        .start_handler(move |_| first())
        .build_global()
        .is_ok()
}

/// A text, or several, that become one sequence.
pub(crate) trait Input: Send + Sync + 'static {
    /// Bytes of text.
    fn bytes(&self) -> usize;
}

struct Job<I, O> {
    inputs: Vec<I>,
    reply: oneshot::Sender<Result<Vec<O>, PortError>>,
    span: Span,
    /// Outputs of the first inputs; the rest is still to do.
    outputs: Vec<O>,
}

/// Handle of a worker thread; the thread ends when the last handle is dropped.
pub(crate) struct Worker<I, O> {
    queue: SyncSender<Job<I, O>>,
}

impl<I: Input, O: Send + 'static> Worker<I, O> {
    /// Starts the thread. `tokenize` and `run` are called on several cores at once; `run` gives an output a sequence, in order.
    pub(crate) fn start<T, F>(name: &str, tokenize: T, run: F) -> std::io::Result<Self>
    where
        T: Fn(&I) -> Candle<Tokens> + Send + Sync + 'static,
        F: Fn(&[Tokens]) -> Candle<Vec<O>> + Send + Sync + 'static,
    {
        let (queue, jobs) = sync_channel::<Job<I, O>>(QUEUE);
        std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || serve(&jobs, &tokenize, &run))?;
        Ok(Self { queue })
    }

    /// Queues the inputs and waits for their outputs, in order.
    pub(crate) async fn call(&self, inputs: Vec<I>) -> Result<Vec<O>, PortError> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let (reply, answer) = oneshot::channel();
        let job = Job {
            outputs: Vec::with_capacity(inputs.len()),
            inputs,
            reply,
            span: Span::current(),
        };
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => {
                PortError::overloaded("The model's queue is full. Try again in a few seconds.")
            }
            TrySendError::Disconnected(_) => {
                PortError::degraded("The model's thread has ended. Restart the server.")
            }
        })?;
        answer
            .await
            .map_err(|_| PortError::degraded("The model's thread has ended. Restart the server."))?
    }
}

fn serve<I: Input, O: Send>(
    jobs: &Receiver<Job<I, O>>,
    tokenize: &(impl Fn(&I) -> Candle<Tokens> + Sync),
    run: &(impl Fn(&[Tokens]) -> Candle<Vec<O>> + Sync),
) {
    let mut active: VecDeque<Job<I, O>> = VecDeque::new();
    loop {
        if active.is_empty() {
            match jobs.recv() {
                Ok(job) => active.push_back(job),
                Err(_) => return,
            }
        }
        while active.len() < ACTIVE {
            match jobs.try_recv() {
                Ok(job) => active.push_back(job),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        active.retain(|job| !job.reply.is_closed());
        round(&mut active, tokenize, run);
        active = active.into_iter().filter_map(finish).collect();
    }
}

/// Answers a job that has all its outputs; gives one back that has not.
fn finish<I, O>(job: Job<I, O>) -> Option<Job<I, O>> {
    if job.outputs.len() < job.inputs.len() {
        return Some(job);
    }
    // A caller that has gone is not an error.
    let _ = job.reply.send(Ok(job.outputs));
    None
}

/// Runs the next inputs of every job. A job with an input that fails is answered and taken out.
fn round<I: Input, O: Send>(
    active: &mut VecDeque<Job<I, O>>,
    tokenize: &(impl Fn(&I) -> Candle<Tokens> + Sync),
    run: &(impl Fn(&[Tokens]) -> Candle<Vec<O>> + Sync),
) {
    let share = ROUND / active.len().max(1);
    let mut taken: Vec<(usize, &I)> = Vec::new();
    for (place, job) in active.iter().enumerate() {
        let mut bytes = 0;
        for input in &job.inputs[job.outputs.len()..] {
            taken.push((place, input));
            bytes += input.bytes();
            if bytes >= share {
                break;
            }
        }
    }
    let spans: Vec<Span> = active.iter().map(|job| job.span.clone()).collect();
    let _entered: Vec<_> = spans.iter().map(Span::enter).collect();
    let results = outputs(&taken, tokenize, run);
    let of: Vec<usize> = taken.iter().map(|(place, _)| *place).collect();
    let mut failed: Vec<Option<InputError>> = active.iter().map(|_| None).collect();
    for (place, result) in of.into_iter().zip(results) {
        match result {
            Ok(output) => active[place].outputs.push(output),
            Err(error) => failed[place] = Some(error),
        }
    }
    let mut failed = failed.into_iter();
    *active = std::mem::take(active)
        .into_iter()
        .filter_map(|job| match failed.next().flatten() {
            None => Some(job),
            Some(error) => {
                let _ = job
                    .reply
                    .send(Err(PortError::internal(format!("model: {error}"))));
                None
            }
        })
        .collect();
}

/// Why an input has no output.
#[derive(Debug, Clone, thiserror::Error)]
enum InputError {
    /// An error in a group is that of all its inputs, so it is shared.
    #[error(transparent)]
    Model(Arc<candle_core::Error>),
    #[error("an output is missing")]
    Missing,
}

impl From<candle_core::Error> for InputError {
    fn from(error: candle_core::Error) -> Self {
        Self::Model(Arc::new(error))
    }
}

/// An output or an error for each input, in order. An error in a group is that of all its inputs.
fn outputs<I: Input, O: Send>(
    taken: &[(usize, &I)],
    tokenize: &(impl Fn(&I) -> Candle<Tokens> + Sync),
    run: &(impl Fn(&[Tokens]) -> Candle<Vec<O>> + Sync),
) -> Vec<Result<O, InputError>> {
    let mut results: Vec<Option<Result<O, InputError>>> = taken.iter().map(|_| None).collect();
    let tokens: Vec<Candle<Tokens>> = taken.par_iter().map(|(_, input)| tokenize(input)).collect();
    let mut ready: Vec<(usize, Tokens)> = Vec::with_capacity(taken.len());
    for (place, tokens) in tokens.into_iter().enumerate() {
        match tokens {
            Ok(tokens) => ready.push((place, tokens)),
            Err(error) => results[place] = Some(Err(error.into())),
        }
    }
    // The longest first, so that the cores end together.
    ready.sort_by_key(|(_, tokens)| std::cmp::Reverse(tokens.ids.len()));
    let groups = grouped(ready);
    let done: Vec<(Vec<usize>, Candle<Vec<O>>)> = groups
        .into_par_iter()
        .with_max_len(1)
        .map(|(places, tokens)| (places, run(&tokens)))
        .collect();
    for (places, outputs) in done {
        match outputs {
            Ok(outputs) => places
                .into_iter()
                .zip(outputs)
                .for_each(|(place, output)| results[place] = Some(Ok(output))),
            Err(error) => {
                let error = InputError::from(error);
                for place in places {
                    results[place] = Some(Err(error.clone()));
                }
            }
        }
    }
    results
        .into_iter()
        .map(|result| result.unwrap_or_else(|| Err(InputError::Missing)))
        .collect()
}

/// Sequences that run packed together, with their places: as many as fit the budget, and at least two groups a core where there are as many sequences.
fn grouped(sequences: Vec<(usize, Tokens)>) -> Vec<(Vec<usize>, Vec<Tokens>)> {
    let total: usize = sequences.iter().map(|(_, tokens)| tokens.ids.len()).sum();
    let budget = total.div_ceil(2 * rayon::current_num_threads()).min(GROUP);
    let mut groups: Vec<(Vec<usize>, Vec<Tokens>)> = Vec::new();
    let mut room = 0usize;
    for (place, tokens) in sequences {
        let length = tokens.ids.len();
        match groups.last_mut().filter(|_| length <= room) {
            Some((places, group)) => {
                room -= length;
                places.push(place);
                group.push(tokens);
            }
            None => {
                room = budget.saturating_sub(length);
                groups.push((vec![place], vec![tokens]));
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Input for i32 {
        fn bytes(&self) -> usize {
            1_024
        }
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the worker hands references out"
    )]
    fn one(n: &i32) -> Candle<Tokens> {
        let n = *n;
        Ok(Tokens {
            ids: vec![n.unsigned_abs(); 3],
            types: vec![u32::from(n < 0); 3],
        })
    }

    fn double(group: &[Tokens]) -> Candle<Vec<u32>> {
        group
            .iter()
            .map(|tokens| {
                if tokens.types[0] == 1 {
                    Err(candle_core::Error::Msg("negative".into()))
                } else {
                    Ok(tokens.ids[0] * 2)
                }
            })
            .collect()
    }

    #[tokio::test]
    async fn keeps_the_order_and_reports_a_failure() {
        let worker = Worker::start("test", one, double).unwrap();
        assert_eq!(
            worker.call((0..100).collect()).await.unwrap(),
            (0..100).map(|n| n * 2).collect::<Vec<u32>>()
        );
        assert!(worker.call(vec![1, -1]).await.is_err());
        assert_eq!(worker.call(vec![4]).await.unwrap(), [8]);
    }

    #[test]
    fn groups_keep_within_the_budget_and_lose_nothing() {
        let sequences = |lengths: &[usize]| -> Vec<(usize, Tokens)> {
            lengths
                .iter()
                .enumerate()
                .map(|(place, length)| {
                    (
                        place,
                        Tokens {
                            ids: vec![1; *length],
                            types: vec![0; *length],
                        },
                    )
                })
                .collect()
        };
        let lengths: Vec<usize> = (0..200).map(|n| 300 - n).collect();
        let groups = grouped(sequences(&lengths));
        let mut places: Vec<usize> = groups
            .iter()
            .flat_map(|(places, _)| places.clone())
            .collect();
        places.sort_unstable();
        assert_eq!(places, (0..200).collect::<Vec<_>>());
        for (_, group) in &groups {
            assert!(
                group.len() == 1
                    || group.iter().map(|tokens| tokens.ids.len()).sum::<usize>() <= GROUP
            );
        }
        assert!(
            groups.iter().any(|(_, group)| group.len() > 1),
            "short sequences share a group"
        );
    }

    #[tokio::test]
    async fn a_full_queue_is_overloaded_and_not_a_hang() {
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(gate);
        let worker = Worker::start("test", one, move |group: &[Tokens]| {
            let _ = gate.lock().unwrap().recv();
            Ok(vec![(); group.len()])
        })
        .unwrap();
        let calls: Vec<_> = (0..QUEUE + ACTIVE + 8)
            .map(|_| worker.call(vec![1]))
            .collect();
        let mut polled = futures::future::join_all(calls);
        let overloaded =
            tokio::time::timeout(std::time::Duration::from_millis(200), &mut polled).await;
        assert!(overloaded.is_err(), "the queued calls wait");
        drop(release);
        let results = polled.await;
        let refused =
            results.iter().filter(|result| matches!(result, Err(error) if error.class == groundwall_ports::ErrorClass::Overloaded)).count();
        assert!(
            (8..=8 + ACTIVE).contains(&refused),
            "{refused} were refused"
        );
    }

    #[tokio::test]
    async fn a_short_request_does_not_wait_for_a_long_one_and_a_caller_that_goes_frees_the_thread()
    {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let ran = std::sync::Arc::new(AtomicUsize::new(0));
        let count = std::sync::Arc::clone(&ran);
        let worker = Worker::start("test", one, move |group: &[Tokens]| {
            count.fetch_add(group.len(), Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(2));
            double(group)
        })
        .unwrap();
        let long = worker.call((0..20_000).collect());
        let short = async {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            worker.call(vec![21]).await
        };
        tokio::pin!(long);
        let answer = tokio::select! {
            _ = &mut long => panic!("the long request was done first"),
            answer = short => answer,
        };
        assert_eq!(answer.unwrap(), [42]);
        // A future that was polled is dropped with its caller.
        let gone = tokio::time::timeout(
            std::time::Duration::from_millis(5),
            worker.call((0..20_000).collect()),
        )
        .await;
        assert!(gone.is_err());
        assert!(
            ran.load(Ordering::SeqCst) < 20_000,
            "the long request was not run to its end first"
        );
    }
}
