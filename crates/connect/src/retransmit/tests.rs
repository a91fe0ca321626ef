use alloc::vec::Vec;

use super::*;
use rand_pcg::rand_core::SeedableRng;

#[test]
fn delays_double_with_jitter_up_to_the_longest() {
    let plan = Retransmit {
        first: Duration::from_millis(2),
        max: Duration::from_millis(20),
    };
    let mut jitter = Pcg32::seed_from_u64(1);
    for (step, whole_ms) in [(0, 2), (1, 4), (2, 8), (3, 16), (4, 20), (40, 20)] {
        let whole = Duration::from_millis(whole_ms);
        let delays: Vec<_> = (0..50).map(|_| plan.delay(step, &mut jitter)).collect();
        assert!(delays.iter().all(|d| (whole / 2..=whole).contains(d)));
        assert!(delays.iter().any(|d| *d != delays[0]), "no jitter");
    }
}

#[test]
fn delays_of_nothing_are_nothing() {
    let plan = Retransmit {
        first: Duration::ZERO,
        max: Duration::ZERO,
    };
    assert_eq!(plan.delay(3, &mut Pcg32::seed_from_u64(1)), Duration::ZERO);
}

#[test]
fn timers_come_in_order_and_are_replaced() {
    let mut timers = Timers::default();
    timers.set(7, None, Some(Time(30)));
    timers.set(8, None, Some(Time(10)));
    timers.set(9, None, Some(Time(10)));
    assert_eq!(timers.next(), Some(Time(10)));
    assert_eq!(timers.due(Time(9)), []);
    assert_eq!(timers.due(Time(10)), [8, 9]);
    timers.set(8, Some(Time(10)), Some(Time(40)));
    timers.set(9, Some(Time(10)), None);
    assert_eq!(timers.due(Time(40)), [7, 8]);
    assert_eq!(timers.len(), 2);
}
