use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::Time;

use super::{Congestion, LASTING, MIN_PACKETS, Round, full};

const MTU: u32 = 1408;
const MOST: u64 = 1 << 20;

/// A connection whose window is always full, on a path of 20 µs.
struct Line {
    congestion: Congestion,
    window: u64,
    psn: u64,
    now: Time,
}

impl Line {
    fn new() -> Line {
        let (congestion, window) = Congestion::new(MTU, MOST);
        Line {
            congestion,
            window,
            psn: 0,
            now: Time(1),
        }
    }

    /// A round trip that waits in the queue for `queue_us`.
    fn round(&mut self, queue_us: u64) {
        self.psn += 1;
        self.now = self.now + Duration::from_micros(20 + queue_us);
        let rtt_ns = (20 + queue_us) * 1_000;
        let round = Round {
            now: self.now,
            psn: self.psn,
            rtt_ns,
            delay_ns: rtt_ns,
        };
        self.congestion.limited();
        self.window = self
            .congestion
            .round(self.window, MOST, MTU, self.psn, &round);
    }
}

#[test]
fn the_first_window_doubles_until_there_is_a_queue() {
    let mut line = Line::new();
    let first = line.window;
    line.round(0);
    line.round(0);
    assert_eq!(line.window, 4 * first);
    line.round(400);
    assert_eq!(line.window, 4 * first);
    (0..20).for_each(|_| line.round(0));
    assert_eq!(line.window, MOST);
}

#[test]
fn only_a_queue_that_lasts_shrinks_the_window() {
    let mut line = Line::new();
    (0..20).for_each(|_| line.round(0));
    for _ in 0..20 {
        (1..LASTING).for_each(|_| line.round(5_000));
        line.round(0);
        assert_eq!(line.window, MOST);
    }
    (0..LASTING).for_each(|_| line.round(5_000));
    assert!(line.window <= MOST / 2 + 1, "{}", line.window);
    (0..100).for_each(|_| line.round(5_000));
    assert_eq!(line.window, MIN_PACKETS * full(MTU));
}

#[test]
fn time_that_hosts_take_is_no_queue() {
    let mut line = Line::new();
    for _ in 0..40 {
        line.psn += 1;
        line.now = line.now + Duration::from_millis(5);
        let round = Round {
            now: line.now,
            psn: line.psn,
            rtt_ns: 5_000_000,
            delay_ns: 15_000,
        };
        line.congestion.limited();
        line.window = line
            .congestion
            .round(line.window, MOST, MTU, line.psn, &round);
    }
    assert_eq!(line.window, MOST);
}

#[test]
fn a_longer_path_is_accepted_in_the_end() {
    let mut line = Line::new();
    (0..20).for_each(|_| line.round(0));
    (0..1_000).for_each(|_| line.round(3_000));
    assert!(line.window > 8 * full(MTU), "{}", line.window);
}

#[test]
fn the_first_round_trip_of_late_comers_does_not_matter() {
    let target = |base_ns| {
        let (mut congestion, _) = Congestion::new(MTU, MOST);
        congestion.base_ns = base_ns;
        congestion.path_ns()
    };
    assert_eq!(target(20_000), 20_000);
    assert_eq!(target(120_000), target(400_000));
    let all: Vec<u64> = (0..2_000).map(|us| target(us * 1_000)).collect();
    assert!(all.is_sorted());
    assert!((0..2_000).zip(&all).all(|(us, path)| *path <= us * 1_000));
}
