//! Messages that are matched by tag: latency, rate, bandwidth, the cost of matching, and how much of
//! a transfer is hidden behind computing.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use farreach_node::Memory;
use farreach_runtime::{Destination, Pattern, SendMode, TaggedRequest, World};

use crate::limits::{Limit, size_name};
use crate::sample::{Sample, Terms, Unit, emit};
use crate::series::median;
use crate::worker::{Session, TARGET};

/// The tag of the messages, and that of answers.
const TAG: u32 = 1;
const ANSWER: u32 = 2;
/// A tag that no message has.
const NEVER: u32 = 3;
/// Messages of a window.
const WINDOW: usize = 64;
/// Messages whose time is a ping-pong's.
const SIZES: [usize; 5] = [8, 512, 4 << 10, 16 << 10, 1 << 20];
/// Messages whose bandwidth is measured.
const STREAMED: [usize; 3] = [4 << 10, 64 << 10, 1 << 20];
/// The time of the computing behind which a transfer is hidden.
const COMPUTING: Duration = Duration::from_millis(10);
/// The transfer that is hidden behind computing.
const HIDDEN: usize = 4 << 20;

fn to(pe: u32, tag: u32) -> Destination {
    Destination {
        pe,
        context: 0,
        tag,
    }
}

fn from(pe: u32, tag: u32) -> Pattern {
    Pattern {
        context: 0,
        source: Some(pe),
        tag: Some(tag),
    }
}

/// A message's two processes, of which this is one.
struct Pair<'a> {
    session: &'a Session,
    world: &'a World,
    other: u32,
}

/// Half of the time of a message there and back, in seconds. Both processes call this.
pub(super) fn half_round_trip(session: &Session, bytes: usize) -> Result<f64> {
    Pair::of(session).half_round_trip(bytes)
}

pub(crate) fn run(session: &Session) -> Result<()> {
    let pair = Pair::of(session);
    for bytes in SIZES {
        let half = pair.half_round_trip(bytes)?;
        pair.report_half(&size_name(bytes), bytes, half);
    }
    pair.symmetric()?;
    pair.rate()?;
    pair.unexpected()?;
    for bytes in STREAMED {
        pair.stream(bytes)?;
    }
    pair.matching()?;
    pair.hidden()
}

impl<'a> Pair<'a> {
    fn of(session: &'a Session) -> Pair<'a> {
        Pair {
            session,
            world: session.pe.world(),
            other: if session.is_initiator() { TARGET } else { 0 },
        }
    }
}

impl Pair<'_> {
    fn wait(&self, requests: &[TaggedRequest]) {
        for request in requests {
            self.world
                .wait_for_tagged("the bench's messages", || request.has_ended());
        }
    }

    /// How often a ping-pong is timed, and its trips each time.
    fn shape(&self, bytes: usize) -> (u32, u32) {
        match (self.session.is_cross_node(), bytes > 64 << 10) {
            (true, false) => (20, 50),
            (false, false) => (50, 500),
            (_, true) => (20, 10),
        }
    }

    /// Times trips, in which the initiator sends first, and returns the median half of one.
    fn ping_pong(
        &self,
        bytes: usize,
        mut send: impl FnMut() -> Result<()>,
        mut receive: impl FnMut() -> Result<()>,
    ) -> Result<f64> {
        let (batches, trips) = self.shape(bytes);
        let mut halves = Vec::new();
        self.session.pe.barrier_all()?;
        for _ in 0..=batches {
            let begun = Instant::now();
            for _ in 0..trips {
                if self.session.is_initiator() {
                    send()?;
                    receive()?;
                } else {
                    receive()?;
                    send()?;
                }
            }
            halves.push(begun.elapsed().as_secs_f64() / f64::from(2 * trips));
        }
        Ok(median(&halves[1..]))
    }

    /// Half of the time of a message there and back, between private buffers.
    fn half_round_trip(&self, bytes: usize) -> Result<f64> {
        let source = vec![7; bytes];
        let mut target = vec![0; bytes];
        let half = self.ping_pong(
            bytes,
            || {
                Ok(self
                    .world
                    .send_tagged(to(self.other, TAG), &source, SendMode::Standard)?)
            },
            || {
                self.world
                    .receive_tagged(&from(self.other, TAG), &mut target)?;
                Ok(())
            },
        )?;
        ensure!(target == source, "{bytes} bytes did not arrive");
        Ok(half)
    }

    fn report_half(&self, case: &str, bytes: usize, half: f64) {
        if !self.session.is_initiator() {
            return;
        }
        let case = format!("{case}, half round trip");
        if self.session.is_cross_node() {
            let limit = Limit::UdpRoundTrip.times(0.5);
            emit(case, half, Unit::Microseconds, limit);
        } else if bytes <= 512 {
            emit(case, half, Unit::Nanoseconds, Limit::CacheLines.once());
        } else {
            let limit = Limit::MemcpyTime(bytes).once();
            emit(case, half, Unit::Nanoseconds, limit);
        }
    }

    /// Long messages from symmetric memory.
    fn symmetric(&self) -> Result<()> {
        let bytes = 1 << 20;
        let memory = self.session.pe.alloc::<u8>(bytes)?;
        let source = self.world.own_segment().slice(memory.offset(), bytes)?;
        let mut target = vec![0; bytes];
        source.copy_in(0, &vec![9; bytes])?;
        let half = self.ping_pong(
            bytes,
            || {
                let to = to(self.other, TAG);
                self.wait(&[self
                    .world
                    .begin_send(to, source.clone(), SendMode::Standard)?]);
                Ok(())
            },
            || {
                self.world
                    .receive_tagged(&from(self.other, TAG), &mut target)?;
                Ok(())
            },
        )?;
        ensure!(
            target.iter().all(|&byte| byte == 9),
            "a message did not arrive"
        );
        let case = format!("{} from symmetric memory", size_name(bytes));
        self.report_half(&case, bytes, half);
        Ok(())
    }

    /// Sends windows of messages, each answered when all of it has come. Returns the median time
    /// of a window.
    fn windows(&self, bytes: usize, count: usize) -> Result<f64> {
        let buffers: Vec<_> = (0..count)
            .map(|_| Memory::copy_of(&vec![7; bytes]))
            .collect();
        let (batches, _) = self.shape(bytes);
        let mut times = Vec::new();
        self.session.pe.barrier_all()?;
        for _ in 0..=4 * batches {
            let begun = Instant::now();
            let begin = |buffer: &Memory| {
                if self.session.is_initiator() {
                    let to = to(self.other, TAG);
                    self.world
                        .begin_send(to, buffer.clone(), SendMode::Standard)
                } else {
                    self.world
                        .begin_receive(&from(self.other, TAG), buffer.clone())
                }
            };
            let requests: Result<Vec<_>, _> = buffers.iter().map(begin).collect();
            self.wait(&requests?);
            if self.session.is_initiator() {
                self.world
                    .receive_tagged(&from(self.other, ANSWER), &mut [])?;
            } else {
                self.world
                    .send_tagged(to(self.other, ANSWER), &[], SendMode::Standard)?;
            }
            times.push(begun.elapsed().as_secs_f64());
        }
        Ok(median(&times[1..]))
    }

    fn rate(&self) -> Result<()> {
        const COUNT: usize = 1024;
        let seconds = self.windows(8, COUNT)?;
        if self.session.is_initiator() {
            let limit: Terms = if self.session.is_cross_node() {
                Limit::UdpSends.once()
            } else {
                Limit::StoreRate.once()
            };
            emit("8 B, messages", COUNT as f64 / seconds, Unit::Rate, limit);
        }
        Ok(())
    }

    /// Messages that come before their receives are posted.
    fn unexpected(&self) -> Result<()> {
        // All are eager, whatever the receiver has not returned yet of the sender's budget.
        const COUNT: usize = 512;
        const ROUNDS: usize = 50;
        let nothing = Memory::copy_of(&[0; 8]);
        let mut times = Vec::new();
        for _ in 0..=ROUNDS {
            let mut sends = Vec::new();
            if self.session.is_initiator() {
                for _ in 0..COUNT {
                    let to = to(self.other, TAG);
                    sends.push(
                        self.world
                            .begin_send(to, nothing.clone(), SendMode::Standard)?,
                    );
                }
            } else {
                // All have come before the first is received.
                self.world.wait_for_tagged("the bench's messages", || {
                    self.world.unexpected_messages().0 >= COUNT
                });
                let begun = Instant::now();
                let mut target = [0; 8];
                for _ in 0..COUNT {
                    self.world
                        .receive_tagged(&from(self.other, TAG), &mut target)?;
                }
                times.push(begun.elapsed().as_secs_f64());
            }
            self.wait(&sends);
            self.session.pe.barrier_all()?;
        }
        if self.session.is_initiator() {
            let mut seconds = [0; 8];
            self.world
                .receive_tagged(&from(self.other, ANSWER), &mut seconds)?;
            let seconds = f64::from_ne_bytes(seconds);
            let case = "8 B that came before their receives";
            let limit = Limit::StoreRate.once();
            emit(case, COUNT as f64 / seconds, Unit::Rate, limit);
        } else {
            let seconds = median(&times[1..]).to_ne_bytes();
            self.world
                .send_tagged(to(self.other, ANSWER), &seconds, SendMode::Standard)?;
        }
        Ok(())
    }

    fn stream(&self, bytes: usize) -> Result<()> {
        let count = WINDOW.min((16 << 20) / bytes);
        let seconds = self.windows(bytes, count)?;
        if self.session.is_initiator() {
            let limit = if self.session.is_cross_node() {
                Limit::UdpStream.once()
            } else {
                Limit::Memcpy(bytes).once()
            };
            let rate = (count * bytes) as f64 / seconds;
            emit(
                format!("{}, stream", size_name(bytes)),
                rate,
                Unit::Bandwidth,
                limit,
            );
        }
        Ok(())
    }

    /// A short message beside receives that it does not match.
    fn matching(&self) -> Result<()> {
        let mut alone = 0.0;
        for others in [10, 10_000] {
            let nothing = Memory::copy_of(&[]);
            let post = |number: u32| {
                let tag = NEVER + number;
                self.world
                    .begin_receive(&from(self.other, tag), nothing.clone())
            };
            let posted: Result<Vec<_>, _> = (0..others).map(post).collect();
            let half = self.half_round_trip(8)?;
            for request in posted? {
                self.world.cancel(&request);
                ensure!(request.has_ended(), "nobody sends that");
            }
            if others == 10 {
                alone = half;
            } else if self.session.is_initiator() {
                let case = format!("8 B beside {others} receives, half round trip");
                Sample::new(case, half, Unit::Nanoseconds)
                    .beside("beside 10 receives", alone)
                    .emit();
            }
        }
        Ok(())
    }

    /// The part of a transfer that is hidden behind computing which never calls the library.
    fn hidden(&self) -> Result<()> {
        const ROUNDS: usize = 9;
        let source = Memory::copy_of(&vec![5; HIDDEN]);
        let target = Memory::copy_of(&vec![0; HIDDEN]);
        let round = |computing: Duration| -> Result<f64> {
            self.session.pe.barrier_all()?;
            let begun = Instant::now();
            let request = if self.session.is_initiator() {
                self.world
                    .begin_send(to(self.other, TAG), source.clone(), SendMode::Standard)?
            } else {
                self.world
                    .begin_receive(&from(self.other, TAG), target.clone())?
            };
            compute(computing);
            self.wait(&[request]);
            Ok(begun.elapsed().as_secs_f64())
        };
        let (mut alone, mut both) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            alone.push(round(Duration::ZERO)?);
            both.push(round(COMPUTING)?.max(COMPUTING.as_secs_f64()) - COMPUTING.as_secs_f64());
        }
        if self.session.is_initiator() {
            let (alone, exposed) = (median(&alone), median(&both));
            let hidden = (1.0 - exposed / alone).clamp(0.0, 1.0);
            Sample::new(
                format!("{} hidden behind computing", size_name(HIDDEN)),
                hidden,
                Unit::Percent,
            )
            .emit();
        }
        Ok(())
    }
}

/// Computes for this long and calls nothing.
fn compute(time: Duration) {
    let begun = Instant::now();
    let mut sum = 0u64;
    while begun.elapsed() < time {
        for value in 0..1000 {
            sum = black_box(sum.wrapping_mul(31).wrapping_add(value));
        }
    }
}
