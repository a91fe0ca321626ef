//! `wait_until` and `test`.

use std::fmt::Debug;

use farreach_runtime::Plain;
use farreach_shmem::{AtomicWord, Compare, Error, Pe};

const ALL: [Compare; 6] = [
    Compare::Eq,
    Compare::Ne,
    Compare::Lt,
    Compare::Le,
    Compare::Gt,
    Compare::Ge,
];

/// Every comparison on every type.
pub(super) fn comparisons(pe: &Pe) -> Result<(), Error> {
    compare(pe, [0u32, 5, 9])?;
    compare(pe, [-5i32, 0, 5])?;
    compare(pe, [1u64, 1 << 40, u64::MAX])?;
    compare(pe, [i64::MIN, -1, 1])?;
    compare(pe, [-1.5f32, 0.0, 2.5])?;
    compare(pe, [-1.5f64, 0.25, 1e300])
}

/// Whether the comparison of `low`, `middle` or `high` with `middle` holds.
fn holds(compare: Compare, place: usize) -> bool {
    match compare {
        Compare::Eq => place == 1,
        Compare::Ne => place != 1,
        Compare::Lt => place < 1,
        Compare::Le => place <= 1,
        Compare::Gt => place > 1,
        Compare::Ge => place >= 1,
    }
}

fn compare<T: AtomicWord + Plain + Debug>(pe: &Pe, values: [T; 3]) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let right = (me + 1) % n;
    let word = pe.alloc::<T>(1)?;
    for compare in ALL {
        for place in 0..3 {
            pe.write(word, &[values[place]])?;
            let test = pe.test(word.at(0), compare, values[1])?;
            assert_eq!(
                test,
                holds(compare, place),
                "{values:?} {compare:?} {place}"
            );
        }
        let wrong = (0..3).find(|&place| !holds(compare, place)).expect("some");
        let right_value = (0..3).rfind(|&place| holds(compare, place)).expect("some");
        pe.write(word, &[values[wrong]])?;
        pe.barrier_all()?;
        // PE 0 begins. The others wait, most of them asleep, until the wave reaches them.
        if me != 0 {
            pe.wait_until(word.at(0), compare, values[1])?;
        }
        pe.set(word.at(0).on(right), values[right_value])?;
        pe.wait_until(word.at(0), compare, values[1])?;
        pe.barrier_all()?;
    }
    pe.free(word)
}

/// `test` makes progress by itself.
pub(super) fn tests(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let words = pe.alloc::<u64>(2)?;
    for round in 1..=50 {
        pe.put(words.at(0).on(right), round)?;
        while !pe.test(words.at(0), Compare::Ge, round)? {
            std::thread::yield_now();
        }
        pe.put(words.at(1).on(left), round)?;
        while !pe.test(words.at(1), Compare::Ge, round)? {
            std::thread::yield_now();
        }
    }
    pe.barrier_all()
}
