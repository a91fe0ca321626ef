//! Non-blocking puts and gets.

use std::mem::forget;

use farreach_shmem::{Error, Pe};

use crate::pattern::{assert_same, bytes, effort, mix, own};

const SIZES: &[usize] = &[
    1,
    8,
    100,
    129,
    4096,
    5000,
    64 << 10,
    (64 << 10) + 3,
    600_000,
];

fn seed(from: u32, to: u32, round: usize) -> u64 {
    mix(u64::from(from) << 32 | u64::from(to), round as u64)
}

/// Operations that `quiet` completes.
pub(super) fn implicit(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let room: usize = SIZES.iter().sum::<usize>() + 3 * SIZES.len();
    let object = pe.alloc::<u8>(room * n as usize)?;
    let source = pe.alloc::<u8>(room)?;
    let result = pe.alloc::<u8>(room)?;
    let place = |from: u32, round: usize| {
        room * from as usize + SIZES[..round].iter().sum::<usize>() + 3 * round
    };
    // Every second PE puts from its segment. The others put from a buffer that is copied.
    for to in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            let data = bytes(seed(me, to, round), size);
            if (to + round as u32).is_multiple_of(2) {
                let from = place(0, round);
                pe.write(source.range(from..), &data)?;
                pe.put_nbi(
                    object.range(place(me, round)..).on(to),
                    source.range(from..from + size),
                )?;
            } else {
                pe.put_copied_nbi(object.range(place(me, round)..).on(to), &data)?;
            }
        }
        // The next PE's data goes to the same place.
        pe.quiet()?;
    }
    pe.barrier_all()?;
    for from in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            let got = own(pe, &object, place(from, round), size)?;
            assert_same(&got, &bytes(seed(from, me, round), size), || {
                format!("{size} bytes of {from}")
            });
        }
    }
    for of in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            pe.get_nbi(
                object.range(place(me, round)..).on(of),
                result.range(place(0, round)..place(0, round) + size),
            )?;
        }
        pe.quiet()?;
        for (round, &size) in SIZES.iter().enumerate() {
            let got = own(pe, &result, place(0, round), size)?;
            assert_same(&got, &bytes(seed(me, of, round), size), || {
                format!("{size} bytes got from {of}")
            });
        }
    }
    many_small(pe)
}

/// More small operations than may be under way at the same time.
fn many_small(pe: &Pe) -> Result<(), Error> {
    let count = effort(pe, 6000) as usize;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let words = pe.alloc::<u64>(count)?;
    let sums = pe.alloc::<u64>(1)?;
    let right = (me + 1) % n;
    let left = (me + n - 1) % n;
    for at in 0..count {
        pe.put_copied_nbi(words.range(at..).on(right), &[seed(me, right, at)])?;
        pe.add(sums.at(0).on(right), at as u64)?;
    }
    pe.barrier_all()?;
    let got = own(pe, &words, 0, count)?;
    assert!((0..count).all(|at| got[at] == seed(left, me, at)));
    let sum = (count * (count - 1) / 2) as u64;
    assert_eq!(pe.fetch(sums.at(0).on(me))?, sum);
    pe.barrier_all()
}

/// Operations with handles, which are waited for in another order.
pub(super) fn handles(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let room: usize = SIZES.iter().sum();
    let object = pe.alloc::<u8>(room * n as usize)?;
    let place =
        |from: u32, round: usize| room * from as usize + SIZES[..round].iter().sum::<usize>();
    let mut puts = Vec::new();
    for to in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            let data = bytes(seed(me, to, round), size);
            puts.push(pe.put_start(object.range(place(me, round)..).on(to), &data)?);
        }
    }
    for (number, put) in puts.into_iter().rev().enumerate() {
        if number % 3 == 0 {
            while !pe.test_pending(&put)? {
                std::thread::yield_now();
            }
            assert!(pe.test_pending(&put)?, "it stays done");
        }
        pe.wait(&put)?;
    }
    // All puts have arrived without a barrier: the target's own loads see them.
    let mut gets = Vec::new();
    for of in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            let get = pe.get_start(
                object
                    .range(place(me, round)..place(me, round) + size)
                    .on(of),
            )?;
            gets.push((of, round, get));
        }
    }
    for (of, round, get) in gets.into_iter().rev() {
        let got = pe.wait_get(&get)?;
        assert_same(&got, &bytes(seed(me, of, round), SIZES[round]), || {
            format!("got from {of}")
        });
    }
    pe.barrier_all()?;
    for from in 0..n {
        for (round, &size) in SIZES.iter().enumerate() {
            let got = own(pe, &object, place(from, round), size)?;
            assert_same(&got, &bytes(seed(from, me, round), size), || {
                format!("put by {from}")
            });
        }
    }
    pe.free(object)
}

/// Handles that nobody waits for. The next `quiet` completes the puts, and nothing else changes.
pub(super) fn leaks(pe: &Pe) -> Result<(), Error> {
    const LEN: usize = 24;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let count = effort(pe, 2000) as usize;
    let object = pe.alloc::<u64>(count * LEN)?;
    let right = (me + 1) % n;
    let left = (me + n - 1) % n;
    for at in 0..count {
        let words = [mix(u64::from(me), at as u64); LEN];
        forget(pe.put_start(object.range(at * LEN..).on(right), &words)?);
        if at.is_multiple_of(7) {
            forget(pe.get_start(object.range(at * LEN..at * LEN + LEN).on(right))?);
        }
        if at.is_multiple_of(11) {
            drop(pe.put_start(object.range(at * LEN..).on(right), &words)?);
        }
    }
    pe.quiet()?;
    // The target sees the puts after a barrier, although the barrier's messages may take other
    // paths.
    pe.barrier_all()?;
    for at in 0..count {
        let words = own(pe, &object, at * LEN, LEN)?;
        assert_eq!(words, [mix(u64::from(left), at as u64); LEN], "put {at}");
    }
    pe.barrier_all()?;
    pe.free(object)
}
