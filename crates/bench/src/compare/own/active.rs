//! Active messages between two processes, as in `peers/active.c`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use farreach::gasnet::{Endpoint, Handlers, Medium, Short};
use farreach::shmem::Pe;

use super::super::catalogue::{Action, Operation};
use super::row;
use crate::meter;

const TARGET: u32 = 1;
/// As in `peers/active.c`.
const RATE_WINDOW: u64 = 1024;
/// The longest message whose bytes are arguments.
const SHORT_MAX: usize = 8;

/// What handlers count and check.
#[derive(Default)]
struct Seen {
    requests: AtomicU64,
    replies: AtomicU64,
    is_wrong: AtomicBool,
}

impl Seen {
    /// Notes that a payload has come, which is `number` in all bytes.
    fn check(&self, number: u32, payload: &[u8]) {
        if payload
            .last()
            .is_some_and(|&last| u32::from(last) != number)
        {
            self.is_wrong.store(true, Ordering::Relaxed);
        }
    }
}

/// The handlers.
struct Calls<'w> {
    endpoint: Endpoint<'w>,
    seen: Arc<Seen>,
    echo: Short,
    echo_bytes: Medium,
    count: Short,
    count_bytes: Medium,
}

fn attach(pe: &Pe) -> Result<Calls<'_>> {
    let seen = Arc::new(Seen::default());
    let mut handlers = Handlers::new();
    let of = Arc::clone(&seen);
    let done = handlers.short("done", move |_, _| {
        of.replies.fetch_add(1, Ordering::Relaxed);
    });
    let of = Arc::clone(&seen);
    let done_bytes = handlers.medium("done with bytes", move |_, words, payload| {
        of.check(words[0], payload);
        of.replies.fetch_add(1, Ordering::Relaxed);
    });
    let echo = handlers.short("echo", move |token, words| {
        token.reply_short(done, words).expect("few arguments");
    });
    let of = Arc::clone(&seen);
    let echo_bytes = handlers.medium("echo with bytes", move |token, words, payload| {
        of.check(words[0], payload);
        let sent = token.reply_medium(done_bytes, words, payload);
        sent.expect("as long as the request");
    });
    let of = Arc::clone(&seen);
    let count = handlers.short("count", move |token, _| {
        let served = of.requests.fetch_add(1, Ordering::Relaxed) + 1;
        if served.is_multiple_of(RATE_WINDOW) {
            token.reply_short(done, &[]).expect("no arguments");
        }
    });
    let of = Arc::clone(&seen);
    let count_bytes = handlers.medium("count with bytes", move |token, words, payload| {
        of.check(words[0], payload);
        let served = of.requests.fetch_add(1, Ordering::Relaxed) + 1;
        if served.is_multiple_of(RATE_WINDOW) {
            token.reply_short(done, &[]).expect("no arguments");
        }
    });
    let endpoint = Endpoint::attach(pe.world(), handlers)?;
    Ok(Calls {
        endpoint,
        seen,
        echo,
        echo_bytes,
        count,
        count_bytes,
    })
}

/// Measures all operations, one after the other.
pub(super) fn measure(pe: &Pe, budget: Duration, operations: &[Operation]) -> Result<()> {
    let calls = attach(pe)?;
    for (&operation, number) in operations.iter().zip(1..) {
        let bytes = operation.bytes;
        ensure!(
            bytes <= calls.endpoint.max_medium(),
            "{bytes} bytes are more than a medium message has"
        );
        pe.barrier_all()?;
        if pe.my_pe() != TARGET {
            calls
                .ask(operation, number, budget)
                .with_context(|| operation.to_string())?;
        }
        // The target serves in here.
        pe.barrier_all()?;
        let is_wrong = calls.seen.is_wrong.load(Ordering::Relaxed);
        ensure!(!is_wrong, "{operation}: what came is not what was sent");
    }
    Ok(())
}

impl Calls<'_> {
    fn ask(&self, operation: Operation, number: u32, budget: Duration) -> Result<()> {
        let payload = vec![number as u8; operation.bytes];
        let is_short = operation.bytes <= SHORT_MAX;
        let replies = || self.seen.replies.load(Ordering::Relaxed);
        let endpoint = &self.endpoint;
        let seconds = |window: u64, short: Short, medium: Medium| -> Result<f64> {
            let measured = meter::batches(budget, |_| {
                let answered = replies() + 1;
                for _ in 0..window {
                    if is_short {
                        endpoint.request_short(TARGET, short, &[number, 0])?;
                    } else {
                        endpoint.request_medium(TARGET, medium, &[number], &payload)?;
                    }
                }
                endpoint.block_until(|| replies() >= answered);
                Ok(())
            })?;
            Ok(measured.seconds)
        };
        match operation.action {
            Action::ActivePingPong => row(operation, seconds(1, self.echo, self.echo_bytes)? / 2.0),
            Action::ActiveRate => {
                let window = seconds(RATE_WINDOW, self.count, self.count_bytes)?;
                row(operation, RATE_WINDOW as f64 / window);
            }
            _ => bail!("it is no active message"),
        }
        Ok(())
    }
}
