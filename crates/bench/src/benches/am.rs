//! Active messages: the time of a request and its reply, and requests per second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use farreach::gasnet::{Endpoint, Error, Handlers, Medium, Short};
use farreach::shmem::Compare;

use crate::benches::tagged;
use crate::limits::{Limit, size_name};
use crate::meter;
use crate::sample::{Sample, Terms, Unit, emit};
use crate::series::median;
use crate::worker::{Session, TARGET};

/// Requests before the initiator waits for the target.
const WINDOW: u64 = 1024;
/// Payloads of medium messages.
const SIZES: [usize; 2] = [512, 4 << 10];

/// Bytes of a message that is matched by tag.
const MESSAGE: usize = 8;

/// What handlers count.
#[derive(Default)]
struct Counts {
    /// Requests that the target has served.
    served: AtomicU64,
    /// Replies that the initiator has got.
    replies: AtomicU64,
}

/// The handlers of the bench.
struct Calls<'w> {
    endpoint: Endpoint<'w>,
    counts: Arc<Counts>,
    echo: Short,
    count: Short,
    carry: Medium,
    carry_back: Medium,
}

impl Calls<'_> {
    /// Attaches the handlers, on all processes.
    fn attach(session: &Session) -> Result<Calls<'_>> {
        let counts = Arc::new(Counts::default());
        let mut handlers = Handlers::new();
        let replied = || {
            let counts = Arc::clone(&counts);
            move || {
                counts.replies.fetch_add(1, Ordering::Relaxed);
            }
        };
        let served = || {
            let counts = Arc::clone(&counts);
            move || counts.served.fetch_add(1, Ordering::Relaxed) + 1
        };
        let note = replied();
        let done = handlers.short("done", move |_, _| note());
        let note = replied();
        let done_medium = handlers.medium("done medium", move |_, _, _| note());
        let echo = handlers.short("echo", move |token, arguments| {
            token.reply_short(done, arguments).expect("few arguments");
        });
        // One reply for a window of requests.
        let serve = served();
        let count = handlers.short("count", move |token, _| {
            if serve().is_multiple_of(WINDOW) {
                token.reply_short(done, &[]).expect("no arguments");
            }
        });
        let serve = served();
        let carry = handlers.medium("carry", move |token, _, _| {
            if serve().is_multiple_of(WINDOW) {
                token.reply_short(done, &[]).expect("no arguments");
            }
        });
        let carry_back = handlers.medium("carry back", move |token, _, payload| {
            let sent = token.reply_medium(done_medium, &[], payload);
            sent.expect("as long as the request");
        });
        let endpoint = Endpoint::attach(session.pe.world(), handlers)?;
        Ok(Calls {
            endpoint,
            counts,
            echo,
            count,
            carry,
            carry_back,
        })
    }

    fn replies(&self) -> u64 {
        self.counts.replies.load(Ordering::Relaxed)
    }

    fn await_replies(&self, number: u64) {
        self.endpoint.block_until(|| self.replies() >= number);
    }
}

pub(crate) fn run(session: &Session) -> Result<()> {
    let before = tagged::half_round_trip(session, MESSAGE)?;
    let calls = Calls::attach(session)?;
    let beside = tagged::half_round_trip(session, MESSAGE)?;
    if session.is_initiator() {
        let case = format!(
            "tagged message of {}, half round trip, beside handlers",
            size_name(MESSAGE)
        );
        Sample::new(case, beside, Unit::Microseconds)
            .beside("before handlers were attached", before)
            .emit();
    }
    put_and_wait(session)?;
    session.one_sided(|| {
        half_round_trip(session, &calls, "short 8 B", || {
            calls.endpoint.request_short(TARGET, calls.echo, &[1, 2])
        })?;
        for size in SIZES {
            let payload = vec![7; size];
            let case = format!("medium {}", size_name(size));
            half_round_trip(session, &calls, &case, || {
                let endpoint = &calls.endpoint;
                endpoint.request_medium(TARGET, calls.carry_back, &[], &payload)
            })?;
        }
        rate(session, &calls, "short 8 B", || {
            calls.endpoint.request_short(TARGET, calls.count, &[1, 2])
        })?;
        for size in SIZES {
            let payload = vec![7; size];
            let case = format!("medium {}", size_name(size));
            rate(session, &calls, &case, || {
                let endpoint = &calls.endpoint;
                endpoint.request_medium(TARGET, calls.carry, &[], &payload)
            })?;
        }
        Ok(())
    })
}

fn shape(session: &Session) -> (u32, u32) {
    if session.is_cross_node() {
        (20, 50)
    } else {
        (50, 500)
    }
}

/// What an active message is compared with: each side in turn puts a word and waits for the
/// other's word.
fn put_and_wait(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let words = pe.alloc_zeroed::<u64>(16)?;
    let (there, back) = (words.at(0), words.at(8));
    let (batches, trips) = shape(session);
    let mut halves = Vec::new();
    let mut number = 0;
    for _ in 0..=batches {
        let begun = Instant::now();
        for _ in 0..trips {
            number += 1;
            if session.is_initiator() {
                pe.put(there.on(TARGET), number)?;
                pe.wait_until(back, Compare::Eq, number)?;
            } else {
                pe.wait_until(there, Compare::Eq, number)?;
                pe.put(back.on(0), number)?;
            }
        }
        halves.push(begun.elapsed().as_secs_f64() / f64::from(2 * trips));
    }
    if session.is_initiator() {
        report_half(session, "put 8 B and wait", median(&halves[1..]));
    }
    Ok(())
}

/// Half of the time from a request to its reply, each waited for.
fn half_round_trip(
    session: &Session,
    calls: &Calls<'_>,
    case: &str,
    request: impl Fn() -> Result<(), Error>,
) -> Result<()> {
    let (batches, trips) = shape(session);
    let mut halves = Vec::new();
    for _ in 0..=batches {
        let begun = Instant::now();
        for _ in 0..trips {
            let number = calls.replies() + 1;
            request()?;
            calls.await_replies(number);
        }
        halves.push(begun.elapsed().as_secs_f64() / f64::from(2 * trips));
    }
    report_half(session, case, median(&halves[1..]));
    Ok(())
}

/// Requests per second, with one reply for a window of them.
fn rate(
    session: &Session,
    calls: &Calls<'_>,
    case: &str,
    request: impl Fn() -> Result<(), Error>,
) -> Result<()> {
    let measured = meter::batches(session.task.budget(), |_| {
        let number = calls.replies() + 1;
        for _ in 0..WINDOW {
            request()?;
        }
        calls.await_replies(number);
        Ok(())
    })?;
    let limit: Terms = if session.is_cross_node() {
        Limit::UdpSends.once()
    } else {
        Limit::StoreRate.once()
    };
    let per_second = WINDOW as f64 / measured.seconds;
    emit(format!("{case}, requests"), per_second, Unit::Rate, limit);
    Ok(())
}

fn report_half(session: &Session, case: &str, half: f64) {
    let case = format!("{case}, half round trip");
    if session.is_cross_node() {
        emit(
            case,
            half,
            Unit::Microseconds,
            Limit::UdpRoundTrip.times(0.5),
        );
    } else {
        emit(case, half, Unit::Nanoseconds, Limit::CacheLines.once());
    }
}
