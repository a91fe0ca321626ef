//! Signs of life between the head and an agent of another host.
//!
//! Both ends send a beat in each interval, and count how long they have heard nothing. Only time in
//! which the own event loop ran is counted. A process that was stopped, or whose host slept, therefore
//! takes nobody for lost because of that.

use std::time::Duration;

/// Intervals between two beats that fit into the longest silence.
const BEATS: u64 = 5;
/// The longest interval between two beats.
const INTERVAL_NS_MAX: u64 = 1_000_000_000;

/// One end's count of the other end's silence.
#[derive(Debug)]
pub(crate) struct Pulse {
    limit_ns: u64,
    interval_ns: u64,
    /// When the last turn was.
    turned_ns: u64,
    beat_due_ns: u64,
    silent_ns: u64,
    /// Whether the other end has said that it will be silent.
    is_paused: bool,
}

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Nothing,
    Beat,
    /// The other end has been silent for too long.
    Lost,
}

impl Pulse {
    pub(crate) fn new(limit: Duration, now_ns: u64) -> Pulse {
        let limit_ns = u64::try_from(limit.as_nanos())
            .unwrap_or(u64::MAX / 2)
            .max(1);
        let interval_ns = (limit_ns / BEATS).clamp(1, INTERVAL_NS_MAX);
        Pulse {
            limit_ns,
            interval_ns,
            turned_ns: now_ns,
            beat_due_ns: now_ns + interval_ns,
            silent_ns: 0,
            is_paused: false,
        }
    }

    /// Notes that something came from the other end.
    pub(crate) fn hear(&mut self) {
        self.silent_ns = 0;
        self.is_paused = false;
    }

    /// Notes that the other end will be silent until it sends something again.
    pub(crate) fn pause(&mut self) {
        self.is_paused = true;
    }

    /// When the next turn is due.
    pub(crate) fn due_ns(&self) -> u64 {
        self.beat_due_ns
    }

    /// One turn of the event loop. Turns come at least once in each interval.
    pub(crate) fn turn(&mut self, now_ns: u64) -> Turn {
        let passed_ns = now_ns.saturating_sub(self.turned_ns);
        self.turned_ns = now_ns;
        if !self.is_paused {
            self.silent_ns += passed_ns.min(2 * self.interval_ns);
        }
        if self.silent_ns >= self.limit_ns {
            return Turn::Lost;
        }
        if now_ns < self.beat_due_ns {
            return Turn::Nothing;
        }
        self.beat_due_ns = now_ns + self.interval_ns;
        Turn::Beat
    }
}

#[cfg(test)]
mod tests {
    use super::{Pulse, Turn};
    use std::time::Duration;

    const SECOND: u64 = 1_000_000_000;

    fn lost_after(pulse: &mut Pulse, from_ns: u64) -> u64 {
        let mut now_ns = from_ns;
        while pulse.turn(now_ns) != Turn::Lost {
            now_ns += SECOND / 100;
        }
        now_ns - from_ns
    }

    #[test]
    fn silence_is_counted_from_the_last_sign() {
        let mut pulse = Pulse::new(Duration::from_secs(10), 7);
        assert_eq!(pulse.turn(7), Turn::Nothing);
        assert_eq!(pulse.turn(7 + SECOND), Turn::Beat);
        assert_eq!(pulse.turn(8 + SECOND), Turn::Nothing);
        pulse.hear();
        let lost = lost_after(&mut pulse, 8 + SECOND);
        assert!(
            (10 * SECOND..=10 * SECOND + SECOND / 50).contains(&lost),
            "{lost}"
        );
    }

    #[test]
    fn who_was_stopped_takes_nobody_for_lost() {
        let mut pulse = Pulse::new(Duration::from_secs(10), 0);
        assert_eq!(pulse.turn(SECOND), Turn::Beat);
        assert_eq!(pulse.turn(3600 * SECOND), Turn::Beat);
        assert!(lost_after(&mut pulse, 3600 * SECOND) > 6 * SECOND);
        pulse.hear();
        pulse.pause();
        for second in 4000..5000 {
            assert_ne!(pulse.turn(second * SECOND), Turn::Lost);
        }
        pulse.hear();
        assert!(lost_after(&mut pulse, 5000 * SECOND) >= 9 * SECOND);
    }
}
