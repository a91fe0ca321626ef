use farreach_verbs::Time;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Queue;

/// Random additions and limits, beside a list that is sorted by time and order of adding.
#[test]
fn entries_come_by_time_and_in_the_order_of_adding() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut queue = Queue::new();
    let mut model: Vec<(Time, u32)> = Vec::new();
    let mut base = 0u64;
    let mut taken = 0;
    for number in 0..20_000 {
        if random.random_bool(0.5) {
            // Short and long distances, and many equal times.
            let away = random.random_range(0..4u64) << random.random_range(0..40);
            let at = Time(base + away);
            queue.add(at, number);
            let behind = model.partition_point(|&(other, _)| other <= at);
            model.insert(behind, (at, number));
        } else {
            let limit = Time(base + (1 << random.random_range(0..44)));
            let next = model.first().copied().filter(|&(at, _)| at <= limit);
            assert_eq!(queue.take(limit), next);
            if let Some((at, _)) = next {
                base = at.0;
                model.remove(0);
                taken += 1;
            }
        }
    }
    assert!(taken > 5_000, "{taken}");
    for left in model {
        assert_eq!(queue.take(Time(u64::MAX)), Some(left));
    }
    assert_eq!(queue.take(Time(u64::MAX)), None);
}

/// An entry that is later than the limit is not the base of what is added next.
#[test]
fn what_is_added_before_the_first_entry_comes_first() {
    let mut queue = Queue::new();
    queue.add(Time(100), 'b');
    assert_eq!(queue.take(Time(50)), None);
    queue.add(Time(60), 'a');
    assert_eq!(queue.take(Time(100)), Some((Time(60), 'a')));
    assert_eq!(queue.take(Time(100)), Some((Time(100), 'b')));
    queue.add(Time(100), 'c');
    assert_eq!(queue.take(Time(99)), None);
    assert_eq!(queue.take(Time(100)), Some((Time(100), 'c')));
}
