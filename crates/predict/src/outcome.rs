//! What came of a simulation.

use std::time::Duration;

use farreach_connect::{ByKind, Manager};
use farreach_verbs::Time;

use crate::walk::Walk;

/// What came of a simulation.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Connections by rank.
    pub(crate) connections: Vec<u64>,
    /// Bytes of connections by rank, as the engine accounts for them. Zeros without an engine.
    pub(crate) connection_bytes: Vec<u64>,
    /// Bytes of the manager's state by rank.
    pub(crate) manager_bytes: Vec<u64>,
    /// The time from the last process's readiness to the end of its static connections.
    pub(crate) static_connections: Duration,
    /// From the first process's begin of the pattern to the last one's end.
    pub(crate) pattern: Duration,
    /// The same until the end of a process, as a mean over them.
    pub(crate) pattern_mean: Duration,
    /// Connect messages.
    pub(crate) messages: u64,
    /// Connect messages that were sent again.
    pub(crate) retransmitted: u64,
    /// Turns of the event loop.
    pub(crate) turns: u64,
    /// What two processes do not agree about at the end, or what is left over.
    pub(crate) disagreement: Option<String>,
}

/// How a process has ended.
pub(crate) struct End<'a> {
    pub(crate) walk: &'a Walk,
    pub(crate) began: Time,
    /// `None` if it still waits.
    pub(crate) ended: Option<Time>,
    pub(crate) connections: usize,
    pub(crate) connection_bytes: i64,
    pub(crate) manager: &'a Manager,
}

impl Outcome {
    /// What came of all processes, which are in the order of their ranks. `ready` is when all were ready, and `static_end` the end of the last
    /// static connection.
    pub(crate) fn of<'a>(
        ends: impl Iterator<Item = End<'a>>,
        (ready, static_end): (Time, Time),
        turns: u64,
        disagreement: Option<String>,
    ) -> Result<Outcome, Stuck> {
        let mut outcome = Outcome {
            connections: Vec::with_capacity(ends.size_hint().0),
            connection_bytes: Vec::with_capacity(ends.size_hint().0),
            manager_bytes: Vec::with_capacity(ends.size_hint().0),
            static_connections: static_end.since(ready),
            pattern: Duration::ZERO,
            pattern_mean: Duration::ZERO,
            messages: 0,
            retransmitted: 0,
            turns,
            disagreement,
        };
        let mut began: Option<Time> = None;
        let mut ended = Time::ZERO;
        let mut sum = 0u128;
        for (rank, one) in (0..).zip(ends) {
            let Some(end) = one.ended else {
                let (done, steps) = one.walk.progress();
                return Err(Stuck::Waits { rank, done, steps });
            };
            ended = ended.max(end);
            sum += u128::from(end.0);
            began = Some(began.map_or(one.began, |began| began.min(one.began)));
            outcome.connections.push(one.connections as u64);
            outcome
                .connection_bytes
                .push(one.connection_bytes.max(0) as u64);
            outcome.manager_bytes.push(one.manager.footprint() as u64);
            let counters = one.manager.counters();
            outcome.messages += total(counters.sent);
            outcome.retransmitted += counters.retransmitted;
        }
        let began = began.unwrap_or(ended).max(static_end);
        outcome.pattern = ended.since(began);
        let mean = sum / outcome.connections.len().max(1) as u128;
        outcome.pattern_mean = Time(u64::try_from(mean).unwrap_or(u64::MAX)).since(began);
        Ok(outcome)
    }
}

/// A simulation without an end. This is a defect of the simulator or of the connection manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// A process waits, and nothing is under way.
    #[error(
        "rank {rank} waits for ever, with {done} of its {steps} steps done: a defect of the simulator or of the connection manager"
    )]
    Waits {
        /// The process.
        rank: u32,
        /// Steps that it has done.
        done: usize,
        /// All its steps.
        steps: usize,
    },
    /// Processes have turns without end.
    #[error(
        "the job never comes to rest: {turns} turns, a defect of the simulator or of the connection manager"
    )]
    Restless {
        /// Turns.
        turns: u64,
    },
}

/// The sum of all kinds.
fn total(sent: ByKind) -> u64 {
    let ByKind {
        request,
        reply,
        confirm,
        hold,
        refused,
        close,
        keep,
        drain,
    } = sent;
    request + reply + confirm + hold + refused + close + keep + drain
}
