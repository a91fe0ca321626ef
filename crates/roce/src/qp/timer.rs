//! When to send again, and when to give up.
//!
//! ```text
//!   silence:   2 round trips   4      8     timeout          2 timeouts                 4 timeouts
//!   ─────────────────┼─────────┼───────┼───────┼─────────────────┼───────────────────────────┼──▶
//!                  probe     probe   probe   all again         all again                  all again     or give up
//!              (between our own adapters)
//! ```

use core::time::Duration;

use farreach_verbs::{Retry, Time};

/// Round-trip times as measured, and what follows from them (Jacobson and Karels, as in RFC 6298).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    /// Smoothed round-trip time and its variation; the first is 0 before the first sample.
    srtt_ns: u64,
    variation_ns: u64,
    /// The timeout before anything was measured.
    initial_ns: u64,
    min_ns: u64,
    max_ns: u64,
    /// Doublings of the timeout since the last progress.
    backoff: u8,
    /// Tries since the last progress.
    tries: u8,
    rnr_tries: u8,
    retry: Retry,
    rnr_retry: Retry,
    /// When the timer was last to run out.
    due: Time,
    /// When progress was made, or something was first sent after nothing was outstanding.
    since: Time,
    /// When the first RNR NAK since the last progress came.
    rnr_since: Option<Time>,
    /// The packet whose acknowledgement is being timed, and when it left.
    sample: Option<(u64, Time)>,
    probing: Probing,
    /// Probes since the last progress.
    probes: u8,
    /// The acknowledgement of what was sent last may wait for company.
    is_patient: bool,
}

/// Whether a silent peer is asked before the timeout proper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probing {
    /// The standard's way.
    Never,
    /// Soon after an answer should have come, [`PROBES`] times at growing intervals (after the tail loss probe of
    /// RFC 8985): one packet each, for what is lost at the end of a burst, where nothing comes after that would show it.
    WhenSilent,
}

/// What a retry decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Ask, by sending one packet again.
    Probe,
    Retry,
    GiveUp,
}

/// How long an acknowledgement that nobody waits for may wait for a request that takes it along.
pub(crate) const PATIENCE: Duration = Duration::from_millis(2);
const BACKOFF_MAX: u8 = 10;
/// How often a silent peer is asked before everything is sent again.
const PROBES: u8 = 3;
/// The least time before it is asked, as a part of the least timeout: that says how long a peer may be busy otherwise.
const PROBE_PART: u64 = 8;
/// A timer that is later than this was not looked at: this process was stopped, or made no progress.
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
            probing,
            probes: 0,
            is_patient: false,
        }
    }

    /// When to send again what leaves at `now`; not later than the moment to give up.
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

    /// Whether the next deadline is one to ask at. A peer that did not answer in time once is not asked until its
    /// round trips are known again.
    fn may_probe(&self) -> bool {
        self.probing == Probing::WhenSilent
            && self.srtt_ns > 0
            && self.backoff == 0
            && self.probes < PROBES
    }

    /// Something was sent after nothing was outstanding, or could not be sent: the peer's time starts anew.
    pub(crate) fn begin(&mut self, now: Time) {
        self.since = now;
    }

    /// How long ago the last sign of life came, or the peer's time started.
    pub(crate) fn silent_for(&self, now: Time) -> Duration {
        now.since(self.since)
    }

    /// Packet `psn` leaves for the first time and is to be acknowledged at once.
    pub(crate) fn measure(&mut self, psn: u64, now: Time) {
        if self.sample.is_none() {
            self.sample = Some((psn, now));
        }
    }

    /// Says whether the acknowledgement of what was sent last may wait for company, and returns whether it was so before.
    pub(crate) fn set_patient(&mut self, is_patient: bool) -> bool {
        core::mem::replace(&mut self.is_patient, is_patient)
    }

    /// What is sent from here on may be sent for the second time: its round trip says nothing.
    pub(crate) fn abandon_measurement(&mut self) {
        self.sample = None;
    }

    /// Everything before `una` is acknowledged, which it was not before.
    pub(crate) fn progress(&mut self, una: u64, now: Time) {
        self.tries = 0;
        self.probes = 0;
        self.rnr_tries = 0;
        self.rnr_since = None;
        self.since = now;
        if let Some((_, sent)) = self.sample.filter(|&(psn, _)| psn < una) {
            self.sample = None;
            self.backoff = 0;
            self.add_sample(now.since(sent).as_nanos() as u64);
        } else {
            // What was sent twice tells no round-trip time. A peer that became slow would otherwise be sent
            // everything several times for ever; one behind a lossy network should not be waited for long.
            self.backoff = self.backoff.saturating_sub(1);
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

    /// The timer ran out with packets outstanding.
    pub(crate) fn expired(&mut self, now: Time) -> Verdict {
        // A timer that runs out much too late tells of ourselves, who did not run, and not of the peer.
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

    /// The responder had no receive posted; it is alive, though.
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
