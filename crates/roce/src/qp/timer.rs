//! The retransmission timer: when to send again, and when to give up.
//!
//! ```text
//!   silence:   2 round trips   4      8     timeout          2 timeouts                 4 timeouts
//!   ─────────────────┼─────────┼───────┼───────┼─────────────────┼───────────────────────────┼──▶
//!                  probe     probe   probe   all again         all again                  all again     or give up
//!              (between our own adapters)
//! ```

use core::time::Duration;

use farreach_verbs::{Retry, Time};

/// Measured round-trip times, and the timeout that follows from them (Jacobson and Karels, as in
/// RFC 6298).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// The smoothed round-trip time and its variation. The first is 0 before the first sample.
    srtt_ns: u64,
    variation_ns: u64,
    /// The timeout before the first sample.
    initial_ns: u64,
    min_ns: u64,
    max_ns: u64,
    /// Doublings of the timeout since the last progress.
    backoff: u8,
    /// Retries since the last progress.
    tries: u8,
    rnr_tries: u8,
    retry: Retry,
    rnr_retry: Retry,
    /// When the timer last had to expire.
    due: Time,
    /// When the last progress was made, or when something was sent after nothing was outstanding.
    since: Time,
    /// When the first RNR NAK since the last progress arrived.
    rnr_since: Option<Time>,
    /// The packet whose round trip is measured, and when it was sent.
    sample: Option<(u64, Time)>,
    /// Whether another packet was sent again meanwhile. The acknowledgement of the measured packet
    /// may then wait for the other packet.
    has_repeated: bool,
    probing: Probing,
    /// Probes since the last progress.
    probes: u8,
    /// Whether the acknowledgement of the last packet may wait for a request that carries it.
    is_patient: bool,
}

/// Whether a silent peer is probed before the timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probing {
    /// Never, as the standard has it.
    Never,
    /// Soon after an answer was due, [`PROBES`] times at growing intervals, with one packet each
    /// (after the tail loss probe of RFC 8985). A probe reveals loss at the end of a burst, where
    /// no later packet would reveal it.
    WhenSilent,
}

/// What to do after a timer has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Probe: send one packet again.
    Probe,
    Retry,
    GiveUp,
}

/// How long a patient acknowledgement may wait for a request that carries it.
pub(crate) const PATIENCE: Duration = Duration::from_millis(2);
const BACKOFF_MAX: u8 = 10;
/// The number of probes before everything is sent again.
const PROBES: u8 = 3;
/// The least time before a probe is the least timeout divided by this. The least timeout says how
/// long a peer may be busy.
const PROBE_PART: u64 = 8;
/// Time without progress after which the path may have become narrower.
const STUCK_AFTER: Duration = Duration::from_millis(300);
/// If a timer is handled later than this, this process was stopped or made no progress.
const ABSENCE: Duration = Duration::from_secs(1);

impl Timing {
    pub(crate) fn new(
        initial: Duration,
        min: Duration,
        max: Duration,
        retry: Retry,
        rnr_retry: Retry,
        probing: Probing,
    ) -> Self {
        let nanos = |duration: Duration| duration.as_nanos().min(u128::from(u64::MAX / 4)) as u64;
        Timing {
            srtt_ns: 0,
            variation_ns: 0,
            initial_ns: nanos(initial).max(nanos(min)),
            min_ns: nanos(min),
            max_ns: nanos(max).max(nanos(initial)).max(nanos(min)),
            backoff: 0,
            tries: 0,
            rnr_tries: 0,
            retry,
            rnr_retry,
            due: Time::ZERO,
            since: Time::ZERO,
            rnr_since: None,
            sample: None,
            has_repeated: false,
            probing,
            probes: 0,
            is_patient: false,
        }
    }

    /// The retransmission deadline of what is sent at `now`, not later than the time to give up.
    pub(crate) fn deadline(&mut self, now: Time) -> Time {
        let base = if self.srtt_ns == 0 {
            self.initial_ns
        } else {
            (self.srtt_ns + 4 * self.variation_ns).clamp(self.min_ns, self.max_ns)
        };
        let timeout = if self.may_probe() {
            let late = self.srtt_ns + self.srtt_ns.max(4 * self.variation_ns);
            (late.max(self.min_ns / PROBE_PART) << self.probes).min(base)
        } else {
            (base << self.backoff).min(self.max_ns)
        };
        let timeout = if self.is_patient {
            timeout + 2 * PATIENCE.as_nanos() as u64
        } else {
            timeout
        };
        let deadline = now + Duration::from_nanos(timeout);
        self.due = match self.retry {
            Retry::For(limit) => deadline.min((self.since + limit).max(now)),
            Retry::Count(_) => deadline,
        };
        self.due
    }

    /// Whether the next deadline is for a probe. A peer that once did not answer in time is not
    /// probed until a new round trip is measured.
    fn may_probe(&self) -> bool {
        self.probing == Probing::WhenSilent
            && self.srtt_ns > 0
            && self.backoff == 0
            && self.probes < PROBES
    }

    /// Starts the peer's time anew: something was sent after nothing was outstanding, or could not
    /// be sent.
    pub(crate) fn begin(&mut self, now: Time) {
        self.since = now;
    }

    /// The time since the peer was last heard, or since its time started.
    pub(crate) fn silent_for(&self, now: Time) -> Duration {
        now.since(self.since)
    }

    /// Starts a measurement: packet `psn` is sent for the first time, and will be acknowledged at
    /// once.
    pub(crate) fn measure(&mut self, psn: u64, now: Time) {
        if self.sample.is_none() {
            self.sample = Some((psn, now));
            self.has_repeated = false;
        }
    }

    /// Sets whether the acknowledgement of the last packet may wait. Returns the previous value.
    pub(crate) fn set_patient(&mut self, is_patient: bool) -> bool {
        core::mem::replace(&mut self.is_patient, is_patient)
    }

    /// Ends the measurement. A packet that is sent twice gives no valid round-trip time.
    pub(crate) fn abandon_measurement(&mut self) {
        self.sample = None;
    }

    /// Notes that the packet `psn` is sent again.
    pub(crate) fn repeated(&mut self, psn: u64) {
        self.has_repeated = true;
        if self.sample.is_some_and(|(measured, _)| measured == psn) {
            self.sample = None;
        }
    }

    /// Notes that the responder holds the packets for which `is_held` holds, and said so at once.
    /// Returns the packet whose round trip was measured, and when it was sent.
    pub(crate) fn held(&mut self, is_held: impl Fn(u64) -> bool, now: Time) -> Option<(u64, Time)> {
        let (psn, sent) = self.sample.take_if(|(psn, _)| is_held(*psn))?;
        self.add_sample(now.since(sent).as_nanos() as u64);
        Some((psn, sent))
    }

    /// Notes that everything before `una` is newly acknowledged. Returns the packet whose round
    /// trip was measured, and when it was sent.
    pub(crate) fn progress(&mut self, una: u64, now: Time) -> Option<(u64, Time)> {
        self.tries = 0;
        self.probes = 0;
        self.rnr_tries = 0;
        self.rnr_since = None;
        self.since = now;
        let measured = self.sample.take_if(|(psn, _)| *psn < una);
        if let Some((psn, sent)) = measured
            && !self.has_repeated
        {
            self.backoff = 0;
            self.add_sample(now.since(sent).as_nanos() as u64);
            Some((psn, sent))
        } else {
            // A packet that was sent twice gives no round-trip time (Karn's algorithm). If the
            // timeout did not shrink, a peer behind a lossy network would be waited for too long.
            // If it shrank at once, everything would be sent several times to a slow peer.
            self.backoff = self.backoff.saturating_sub(1);
            None
        }
    }

    fn add_sample(&mut self, rtt_ns: u64) {
        let rtt_ns = rtt_ns.max(1);
        if self.srtt_ns == 0 {
            self.srtt_ns = rtt_ns;
            self.variation_ns = rtt_ns / 2;
        } else {
            let deviation = self.srtt_ns.abs_diff(rtt_ns);
            self.variation_ns = (3 * self.variation_ns + deviation) / 4;
            self.srtt_ns = ((7 * self.srtt_ns + rtt_ns) / 8).max(1);
        }
    }

    /// Handles an expired timer with packets outstanding.
    pub(crate) fn expired(&mut self, now: Time) -> Verdict {
        // If the timer is handled much too late, this process did not run. This says nothing about
        // the peer.
        if now.since(self.due) > ABSENCE {
            self.since = now;
        }
        if self.may_probe() {
            self.probes += 1;
            return Verdict::Probe;
        }
        self.backoff = (self.backoff + 1).min(BACKOFF_MAX);
        self.tries = self.tries.saturating_add(1);
        verdict(self.retry, self.tries, now.since(self.since))
    }

    /// Whether packets are sent again and again, though others may arrive.
    pub(crate) fn is_stuck(&self, now: Time) -> bool {
        self.silent_for(now) > STUCK_AFTER
    }

    /// Handles an RNR NAK: the responder is alive but had no receive posted.
    pub(crate) fn not_ready(&mut self, now: Time) -> Verdict {
        self.since = now;
        self.tries = 0;
        self.rnr_tries = self.rnr_tries.saturating_add(1);
        let since = *self.rnr_since.get_or_insert(now);
        verdict(self.rnr_retry, self.rnr_tries, now.since(since))
    }
}

fn verdict(retry: Retry, tries: u8, passed: Duration) -> Verdict {
    let again = match retry {
        Retry::Count(limit) => tries <= limit,
        Retry::For(limit) => passed < limit,
    };
    if again {
        Verdict::Retry
    } else {
        Verdict::GiveUp
    }
}

#[cfg(test)]
mod tests;
