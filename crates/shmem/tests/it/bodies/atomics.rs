//! Atomics on words that all PEs update at the same time, from the same node and from others.

use std::fmt::Debug;

use farreach_shmem::{AtomicInteger, AtomicWord, Element, Error, Pe, Symmetric};

use crate::pattern::{effort, mix};

/// A new object that is all zeros. It may lie where a freed one was.
fn zeroed<T: Element>(pe: &Pe, len: usize) -> Result<Symmetric<T>, Error> {
    let object = pe.alloc::<T>(len)?;
    pe.write(object, &vec![T::new_zeroed(); len])?;
    pe.barrier_all()?;
    Ok(object)
}

/// `fetch_inc` gives each number once.
pub(super) fn tickets(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 300) as usize;
    let n = pe.n_pes() as usize;
    let home = pe.n_pes() / 2;
    let counter = zeroed::<u64>(pe, 1)?;
    let drawn = zeroed::<u32>(pe, each * n)?;
    for _ in 0..each {
        let ticket = pe.fetch_inc(counter.at(0).on(home))?;
        pe.inc(drawn.at(ticket as usize).on(home))?;
    }
    pe.barrier_all()?;
    assert_eq!(pe.fetch(counter.at(0).on(home))?, (each * n) as u64);
    let mut times = vec![0; each * n];
    pe.get_slice(drawn.on(home), &mut times)?;
    assert!(times.iter().all(|&times| times == 1), "{times:?}");
    pe.barrier_all()
}

/// Sums of every type, by all additions, exact.
pub(super) fn sums(pe: &Pe) -> Result<(), Error> {
    sum(pe, |word| word as u32, u32::wrapping_add)?;
    sum(pe, |word| word as i32, i32::wrapping_add)?;
    sum(pe, |word| word, u64::wrapping_add)?;
    sum(pe, |word| word as i64, i64::wrapping_add)
}

fn sum<T: AtomicInteger + Debug>(
    pe: &Pe,
    value: impl Fn(u64) -> T,
    plus: impl Fn(T, T) -> T,
) -> Result<(), Error> {
    let rounds = effort(pe, 60);
    let n = pe.n_pes();
    // The middle word is updated. The words beside it must not change.
    let words = zeroed::<T>(pe, 3)?;
    let value = |from: u32, to: u32, round: u64| value(mix(u64::from(from * n + to), round));
    for round in 0..rounds {
        for to in 0..n {
            let value = value(pe.my_pe(), to, round);
            if round.is_multiple_of(2) {
                pe.add(words.at(1).on(to), value)?;
            } else {
                pe.fetch_add(words.at(1).on(to), value)?;
            }
            pe.inc(words.at(1).on(to))?;
        }
    }
    pe.barrier_all()?;
    let zero = T::from_bits(0);
    let mut wanted = zero;
    for from in 0..n {
        for round in 0..rounds {
            wanted = plus(plus(wanted, value(from, pe.my_pe(), round)), T::ONE);
        }
    }
    let mut got = [zero; 3];
    pe.read(words, &mut got)?;
    assert_eq!(got, [zero, wanted, zero]);
    pe.barrier_all()?;
    pe.free(words)
}

/// Bitwise atomics of every type. Each PE changes its own bits.
pub(super) fn bits(pe: &Pe) -> Result<(), Error> {
    bits_of::<u32>(pe, 32)?;
    bits_of::<i32>(pe, 32)?;
    bits_of::<u64>(pe, 64)?;
    bits_of::<i64>(pe, 64)
}

fn bits_of<T: AtomicInteger + Debug>(pe: &Pe, width: u32) -> Result<(), Error> {
    let rounds = effort(pe, 24);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let home = n - 1;
    let full = u64::MAX >> (64 - width);
    let words = zeroed::<T>(pe, 4)?;
    let word = |bits: u64| T::from_bits(bits & full);
    if me == home {
        pe.set(words.at(2).on(home), word(full))?;
        pe.set(words.at(3).on(home), word(full))?;
    }
    pe.barrier_all()?;
    for bit in (0..width).filter(|bit| bit % n == me) {
        let mask = 1u64 << bit;
        for round in 0..rounds {
            // An odd number of flips.
            pe.xor(words.at(0).on(home), word(mask))?;
            let before = pe.fetch_xor(words.at(0).on(home), word(mask))?.to_bits();
            assert_eq!(before & mask, mask, "flipped {round} times");
        }
        pe.xor(words.at(0).on(home), word(mask))?;
        if bit % 2 == 0 {
            pe.or(words.at(1).on(home), word(mask))?;
            pe.and(words.at(2).on(home), word(!mask))?;
        } else {
            assert_eq!(
                pe.fetch_or(words.at(1).on(home), word(mask))?.to_bits() & mask,
                0
            );
            let before = pe.fetch_and(words.at(2).on(home), word(!mask))?.to_bits();
            assert_eq!(before & mask, mask);
        }
        // Each PE's bit of the last word is set and cleared by fetching atomics.
        pe.fetch_and(words.at(3).on(home), word(!mask))?;
        pe.fetch_or(words.at(3).on(home), word(mask))?;
    }
    pe.barrier_all()?;
    let got: Vec<u64> = (0..4)
        .map(|at| pe.fetch(words.at(at).on(home)).map(AtomicWord::to_bits))
        .collect::<Result<_, _>>()?;
    assert_eq!(got, [full, full, 0, full]);
    pe.barrier_all()?;
    pe.free(words)
}

/// Each value that is swapped in is swapped out once.
pub(super) fn swaps(pe: &Pe) -> Result<(), Error> {
    swaps_of(pe, |word| word as u32)?;
    swaps_of(pe, |word| word as i32)?;
    swaps_of(pe, |word| word)?;
    swaps_of(pe, |word| word as i64)?;
    swaps_of(pe, |word| word as f32)?;
    swaps_of(pe, |word| word as f64)
}

fn swaps_of<T: AtomicWord + Debug>(pe: &Pe, value: impl Fn(u64) -> T) -> Result<(), Error> {
    let each = effort(pe, 100);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let word = zeroed::<T>(pe, 1)?;
    let seen = zeroed::<u32>(pe, (each * u64::from(n)) as usize + 1)?;
    // The values are small enough to be exact as floats. The word begins with 0.
    let tokens: Vec<T> = (0..=each * u64::from(n)).map(&value).collect();
    let number = |token: T| {
        let found = tokens.iter().position(|known| *known == token);
        found.unwrap_or_else(|| panic!("{token:?} was never put in"))
    };
    for round in 0..each {
        let token = tokens[(1 + u64::from(me) * each + round) as usize];
        let old = pe.swap(word.at(0).on(0), token)?;
        pe.inc(seen.at(number(old)).on(0))?;
    }
    pe.barrier_all()?;
    if me == 0 {
        let last = pe.fetch(word.at(0).on(0))?;
        pe.inc(seen.at(number(last)).on(0))?;
        let mut times = vec![0; seen.len()];
        pe.read(seen, &mut times)?;
        assert!(times.iter().all(|&times| times == 1), "{times:?}");
    }
    pe.barrier_all()?;
    pe.set(word.at(0).on((me + 1) % n), tokens[7])?;
    pe.barrier_all()?;
    assert_eq!(pe.fetch(word.at(0).on(me))?, tokens[7]);
    pe.barrier_all()?;
    pe.free(seen)?;
    pe.free(word)
}

/// A lock by `compare_swap` protects a counter that is read and written by gets and puts.
pub(super) fn lock(pe: &Pe) -> Result<(), Error> {
    let each = effort(pe, 40);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let home = n - 1;
    let lock = zeroed::<i32>(pe, 1)?;
    let guarded = zeroed::<u64>(pe, 2)?;
    for _ in 0..each {
        while pe.compare_swap(lock.at(0).on(home), 0, me as i32 + 1)? != 0 {
            std::thread::yield_now();
        }
        let mut values = [0; 2];
        pe.get_slice(guarded.on(home), &mut values)?;
        assert_eq!(values[0], values[1]);
        pe.put(guarded.at(0).on(home), values[0] + 1)?;
        pe.put_slice(guarded.range(1..).on(home), &[values[1] + 1])?;
        pe.quiet()?;
        let held = pe.compare_swap(lock.at(0).on(home), me as i32 + 1, 0)?;
        assert_eq!(held, me as i32 + 1, "nobody else had it");
    }
    pe.barrier_all()?;
    assert_eq!(pe.get(guarded.at(0).on(home))?, each * u64::from(n));
    assert_eq!(pe.get(guarded.at(1).on(home))?, each * u64::from(n));
    pe.barrier_all()
}
