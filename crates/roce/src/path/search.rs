//! The search for the longest datagram that one path carries.

use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::Time;

/// Rounds in which a length has to fail before it counts as too long.
const TRIES: u8 = 3;
/// The parts that a round divides the lengths in question into.
const PARTS: u32 = 8;
/// How long the first round waits for an answer. Rounds without any answer wait ever longer.
const WAIT: Duration = Duration::from_millis(30);
/// The most doublings of the wait.
const DOUBLINGS: u32 = 4;
/// The least time that longer probes have after the shortest one was answered: answers may
/// overtake each other.
const GRACE_MIN: Duration = Duration::from_millis(2);

/// A search. It sends rounds of probes: a few lengths, the longest first, and behind them one of
/// `base` bytes.
///
/// The answer to the short probe shows that the path and the peer work. Only then does a longer
/// probe without an answer count as too long for the path. So a search concludes nothing from a
/// cut, a stopped peer, or a peer that waits for its processor.
pub(super) struct Search {
    base: u32,
    /// What the probes of this search prove themselves with.
    token: u64,
    round: u16,
    /// The lengths of this round that have no answer.
    open: Vec<u32>,
    /// Rounds with these lengths that failed.
    tries: u8,
    /// The longest length that passed. Before anything was heard it is `base`.
    low: u32,
    /// The shortest length that is too long.
    high: u32,
    is_heard: bool,
    sent: Time,
    /// Whether the short probe of this round was answered.
    is_answered: bool,
    due: Time,
    /// Rounds without an answer since one was answered in time.
    silent: u32,
    /// The longest time to an answer in time.
    round_trip: Duration,
}

/// What to do after something happened to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Wait,
    /// Send the probes of [`Search::round`].
    Send,
    /// The path carries datagrams of this length.
    Found(u32),
}

impl Search {
    /// A search for lengths from `base` to `top`. Its first round is to be sent.
    pub(super) fn new(now: Time, base: u32, top: u32, token: u64) -> Search {
        let mut search = Search {
            base,
            token,
            round: 0,
            open: Vec::from([top]),
            tries: 0,
            low: base,
            high: top + 1,
            is_heard: false,
            sent: now,
            is_answered: false,
            due: now,
            silent: 0,
            round_trip: Duration::ZERO,
        };
        search.begin_round(now);
        search
    }

    pub(super) fn token(&self) -> u64 {
        self.token
    }

    pub(super) fn due(&self) -> Time {
        self.due
    }

    /// Rounds without an answer since one was answered in time.
    pub(super) fn silent(&self) -> u32 {
        self.silent
    }

    /// Whether any probe was answered.
    pub(super) fn is_heard(&self) -> bool {
        self.is_heard
    }

    /// The number of this round.
    pub(super) fn round(&self) -> u16 {
        self.round
    }

    /// The lengths of this round's probes, in the order in which they are sent.
    pub(super) fn probes(&self) -> impl Iterator<Item = u32> {
        let lengths = self.open.iter().copied();
        lengths.chain((!self.open.contains(&self.base)).then_some(self.base))
    }

    /// Handles the answer to a probe of this search.
    pub(super) fn answered(&mut self, now: Time, round: u16, bytes: u32) -> Step {
        self.is_heard = true;
        // An answer to an earlier round says that the waits are too short: they go on growing.
        if round == self.round {
            self.silent = 0;
            self.round_trip = self.round_trip.max(now.since(self.sent));
        }
        self.low = self.low.max(bytes);
        self.high = self.high.max(self.low + 1);
        self.open.retain(|&length| length > bytes);
        if round == self.round && bytes == self.base && !self.is_answered {
            self.is_answered = true;
            self.due = now + now.since(self.sent).max(GRACE_MIN);
        }
        if self.open.is_empty() {
            self.go_on(now)
        } else {
            Step::Wait
        }
    }

    /// Handles the report that this host's interface carries no datagram of `bytes`.
    pub(super) fn refused(&mut self, now: Time, bytes: u32) -> Step {
        if bytes <= self.low {
            return Step::Wait;
        }
        self.high = self.high.min(bytes);
        self.open.retain(|&length| length < bytes);
        if self.open.is_empty() {
            self.go_on(now)
        } else {
            Step::Wait
        }
    }

    /// Handles the end of a round.
    pub(super) fn timed_out(&mut self, now: Time) -> Step {
        if self.is_answered {
            self.tries += 1;
        } else {
            self.silent = self.silent.saturating_add(1);
        }
        if self.tries < TRIES {
            self.begin_round(now);
            return Step::Send;
        }
        self.high = self.open.iter().copied().min().unwrap_or(self.high);
        self.go_on(now)
    }

    /// Chooses the next lengths, or ends the search.
    fn go_on(&mut self, now: Time) -> Step {
        let span = self.high - self.low;
        let is_narrow = span <= (self.low / 64).max(8);
        if is_narrow && self.is_heard {
            return Step::Found(self.low);
        }
        let part = if is_narrow {
            span
        } else {
            span.div_ceil(PARTS)
        };
        let lengths = (1..PARTS).rev().map(|n| self.low + n * part);
        self.open = lengths.filter(|&length| length < self.high).collect();
        self.tries = 0;
        self.begin_round(now);
        Step::Send
    }

    fn begin_round(&mut self, now: Time) {
        self.round = self.round.wrapping_add(1);
        self.is_answered = false;
        self.sent = now;
        let wait = WAIT * (1 << self.silent.min(DOUBLINGS));
        self.due = now + wait.max(2 * self.round_trip);
    }
}
