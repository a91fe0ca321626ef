//! Sums of all types, in an arena and in private memory, by several threads at once.

use std::ptr::NonNull;
use std::sync::{Arc, Barrier};
use std::thread;

use farreach_verbs::{Accumulation, AtomicOp, AtomicWidth, Combine, Memory as _, Number, Scale};

use super::{HELD_FAR, LOCKS, STRIPE, Stripe, add_alone};
use crate::memory::{Memory, View};
use crate::{Arena, ArenaLayout};

/// What `accumulate` has to do, number by number.
fn model(sums: &mut [u8], terms: &[u8], scale: Scale) {
    let mut terms = terms.to_vec();
    scale.multiply(&mut terms);
    scale.number().add(sums, &terms);
}

fn bytes_of(number: Number, count: usize, first: i32) -> Vec<u8> {
    let value = |at: usize| first + at as i32 % 100;
    let each = (0..count).flat_map(|at| match number {
        Number::I32 | Number::W32 => value(at).to_ne_bytes().to_vec(),
        Number::I64 | Number::W64 => (i64::from(value(at)) << 33).to_ne_bytes().to_vec(),
        Number::F32 => (value(at) as f32).to_ne_bytes().to_vec(),
        Number::F64 => f64::from(value(at)).to_ne_bytes().to_vec(),
        Number::C32 => [value(at) as f32, 0.5].map(f32::to_ne_bytes).concat(),
        Number::C64 => [f64::from(value(at)), -2.0].map(f64::to_ne_bytes).concat(),
    });
    each.collect()
}

fn scales(number: Number) -> [Scale; 2] {
    let other = match number {
        Number::I32 => Scale::I32(-3),
        Number::I64 => Scale::I64(5),
        Number::W32 => Scale::W32(-3),
        Number::W64 => Scale::W64(5),
        Number::F32 => Scale::F32(0.5),
        Number::F64 => Scale::F64(-0.25),
        Number::C32 => Scale::C32(2.0, -1.0),
        Number::C64 => Scale::C64(0.0, 1.0),
    };
    [Scale::one(number), other]
}

fn memories() -> [(&'static str, Memory); 2] {
    let arena = Arena::anonymous(ArenaLayout::block(1, 1, 0, 1 << 20)).expect("an arena");
    [
        ("arena", arena.segment(0)),
        ("private", Memory::allocate(1 << 20)),
    ]
}

fn view(bytes: &[u8]) -> View<'_> {
    // SAFETY: the slice is borrowed for as long, and only read.
    unsafe { View::from_raw_parts(NonNull::from(bytes).cast(), bytes.len()) }
}

#[test]
fn sums_are_those_of_the_numbers_alone() {
    for (name, memory) in memories() {
        for number in Number::ALL {
            // Numbers across several stripes, aligned and not.
            for (offset, count) in [
                (0, 1),
                (8, 3),
                (STRIPE - 16, 5000),
                (STRIPE - 3, 17),
                (5, 9000),
            ] {
                for scale in scales(number) {
                    let (mut sums, terms) =
                        (bytes_of(number, count, 7), bytes_of(number, count, -20));
                    memory.copy_in(offset, &sums).expect("inside");
                    let added =
                        memory
                            .stripes()
                            .accumulate(memory.view(), offset, scale, view(&terms));
                    added.expect("inside");
                    model(&mut sums, &terms, scale);
                    let mut got = vec![0; sums.len()];
                    memory.copy_out(offset, &mut got).expect("inside");
                    assert!(got == sums, "{name}, {scale:?}, {count} at {offset}");
                }
            }
        }
    }
}

#[test]
fn stored_numbers_are_those_times_the_factor() {
    for number in Number::ALL {
        for (name, memory) in memories() {
            for (count, offset) in [(1, 0), (5, 16), (100, 24)] {
                let terms = bytes_of(number, count, 3);
                for scale in scales(number) {
                    let mut expected = terms.clone();
                    scale.multiply(&mut expected);
                    memory.write_scaled(offset, scale, &terms).unwrap();
                    let mut found = vec![0; terms.len()];
                    memory.copy_out(offset, &mut found).unwrap();
                    assert_eq!(found, expected, "{count} of {number:?} in {name}");
                }
            }
            let end = memory.len() - 8;
            let beyond = bytes_of(number, 9, 0);
            assert!(
                memory
                    .write_scaled(end, scales(number)[1], &beyond)
                    .is_err()
            );
        }
    }
}

#[test]
fn each_addition_of_several_threads_counts() {
    const THREADS: usize = 4;
    const TIMES: usize = 2000;
    const COUNT: usize = 5;
    for (name, memory) in memories() {
        let offset = STRIPE - 2 * size_of::<f64>();
        memory.copy_in(offset, &[0; COUNT * 8]).expect("inside");
        let shared = Arc::new(memory.clone());
        let add = |_| {
            let memory = Arc::clone(&shared);
            thread::spawn(move || {
                let ones = [1.0_f64; COUNT].map(f64::to_ne_bytes).concat();
                for _ in 0..TIMES {
                    memory
                        .accumulate(offset, (Number::F64, Combine::Add), &ones)
                        .expect("inside");
                }
            })
        };
        let threads: Vec<_> = (0..THREADS).map(add).collect();
        for thread in threads {
            thread.join().expect("a thread that ends");
        }
        for at in 0..COUNT {
            let sum = f64::from_bits(memory.load_u64(offset + at * 8).expect("inside"));
            let wanted = (THREADS * TIMES) as f64;
            assert_eq!(sum.to_bits(), wanted.to_bits(), "{name}: {sum}");
        }
    }
}

/// Adders that hold no lock, and those that do.
#[test]
fn words_are_added_to_by_atomics_too() {
    const TIMES: usize = 20_000;
    for (name, memory) in memories() {
        for (number, width) in [
            (Number::W32, AtomicWidth::W32),
            (Number::W64, AtomicWidth::W64),
        ] {
            let offset = STRIPE - number.bytes();
            memory
                .copy_in(offset, &vec![0; 2 * number.bytes()])
                .expect("inside");
            let adders = {
                let memory = memory.clone();
                thread::spawn(move || {
                    let ones = vec![1_u8; 2 * number.bytes()];
                    for _ in 0..TIMES {
                        memory
                            .accumulate(offset, (number, Combine::Add), &ones)
                            .expect("inside");
                    }
                })
            };
            let one = u64::from_le_bytes([1; 8]);
            for _ in 0..TIMES {
                for at in [offset, offset + number.bytes()] {
                    memory
                        .atomic(at, width, AtomicOp::Add(one))
                        .expect("inside");
                }
            }
            adders.join().expect("a thread that ends");
            let wanted = one.wrapping_mul(2 * TIMES as u64);
            for at in [offset, offset + number.bytes()] {
                let found = memory.atomic(at, width, AtomicOp::Add(0)).expect("inside");
                let mask = u64::MAX >> (64 - 8 * number.bytes());
                assert_eq!(found, wanted & mask, "{name}, {number:?}");
            }
        }
    }
}

#[test]
fn numbers_outside_are_refused() {
    for (_, memory) in memories() {
        let end = memory.len();
        assert!(
            memory
                .accumulate(end - 8, (Number::F64, Combine::Add), &[0; 16])
                .is_err()
        );
        assert!(
            memory
                .accumulate(end - 8, (Number::F64, Combine::Add), &[0; 8])
                .is_ok()
        );
        assert!(
            memory
                .accumulate(usize::MAX, (Number::I32, Combine::Add), &[0; 4])
                .is_err()
        );
    }
}

/// A complex number's parts may lie in two stripes. Whoever adds takes the lock of its first byte.
#[test]
fn numbers_across_two_stripes_count() {
    const TIMES: usize = 20_000;
    for (name, memory) in memories() {
        for (number, scale, one) in [
            (
                Number::C64,
                Scale::C64(0.0, 1.0),
                [1.0_f64, -1.0].map(f64::to_ne_bytes).concat(),
            ),
            (
                Number::F64,
                Scale::F64(-1.0),
                1.0_f64.to_ne_bytes().to_vec(),
            ),
        ] {
            let offset = 3 * STRIPE - number.bytes() / 2;
            memory
                .copy_in(offset, &vec![0; number.bytes()])
                .expect("inside");
            let by_adapter = {
                let (memory, one) = (memory.clone(), one.clone());
                thread::spawn(move || {
                    for _ in 0..TIMES {
                        memory
                            .accumulate(offset, (number, Combine::Add), &one)
                            .expect("inside");
                    }
                })
            };
            for _ in 0..TIMES {
                let stripes = memory.stripes();
                let added = stripes.accumulate(memory.view(), offset, scale, view(&one));
                added.expect("inside");
            }
            by_adapter.join().expect("a thread that ends");
            let mut sum = vec![0; number.bytes()];
            memory.copy_out(offset, &mut sum).expect("inside");
            // (1 - i) + i (1 - i) = 2, and 1 - 1 = 0.
            let wanted = match number {
                Number::C64 => [2.0 * TIMES as f64, 0.0].map(f64::to_ne_bytes).concat(),
                _ => 0.0_f64.to_ne_bytes().to_vec(),
            };
            assert!(sum == wanted, "{name}, {number:?}: {sum:?}");
        }
    }
}

/// Another process holds the lock of a stripe: what comes before is added, and nothing else.
#[test]
fn a_held_lock_is_reported() {
    let arena = Arena::anonymous(ArenaLayout::block(2, 1, 0, 1 << 20)).expect("an arena");
    let internal = arena.heap_offset();
    let (segment, other) = (arena.segment(1), arena.segment(0));
    let at = internal + STRIPE - 16;
    let stripe = Stripe::of(at + 16);
    let lock = stripe.lock_offset(internal);
    let ones = [1.0_f64; 5].map(f64::to_ne_bytes).concat();
    let add = |memory: &Memory| {
        let stripes = arena.stripes();
        stripes.try_accumulate(memory.view(), at, Scale::F64(1.0), view(&ones))
    };
    segment.store_u64(lock, 1).expect("inside");
    assert_eq!(add(&segment), Ok(16));
    assert_eq!(add(&other), Ok(40), "each segment has its own locks");
    segment.store_u64(lock, 0).expect("inside");
    assert_eq!(add(&segment), Ok(40));
    for (nth, wanted) in [2.0, 2.0, 1.0, 1.0, 1.0, 0.0_f64].into_iter().enumerate() {
        let sum = segment.load::<f64>(at + 8 * nth).expect("inside");
        assert_eq!(sum.to_bits(), wanted.to_bits(), "{nth}: {sum}");
    }
    assert_eq!(segment.load_u64(lock), Ok(0));
}

/// Initiators on other nodes take every lock by compare-and-swaps. A word behind a lock that they hold can be swapped meanwhile:
/// whoever executes the compare-and-swap is to execute the release of the lock.
#[test]
fn locks_are_taken_by_adapters_which_wait_for_no_other_node() {
    let arena = Arena::anonymous(ArenaLayout::block(1, 1, 0, 32 << 20)).expect("an arena");
    let (segment, internal) = (arena.segment(0), arena.heap_offset());
    let first = Stripe::of(internal).0;
    let swap = |offset: usize, swap: u64| {
        let op = AtomicOp::CompareSwap { compare: 0, swap };
        segment.atomic(offset, AtomicWidth::W64, op)
    };
    for stripe in first..first + LOCKS {
        let lock = Stripe(stripe).lock_offset(internal);
        assert_eq!(swap(lock, HELD_FAR), Ok(0), "stripe {stripe}");
        assert_eq!(segment.load_u64(lock), Ok(HELD_FAR));
    }
    for stripe in first + 1..first + LOCKS {
        assert_eq!(swap(stripe * STRIPE, 7), Ok(0), "stripe {stripe}");
        assert_eq!(segment.load_u64(stripe * STRIPE), Ok(7));
    }
}

/// Compare-and-swaps and additions to one number exclude each other.
#[test]
fn numbers_are_changed_by_compare_and_swaps_too() {
    const TIMES: usize = 2000;
    for (name, memory) in memories() {
        let at = memory.len() - 8;
        memory.store(at, 0.0_f64).expect("inside");
        let one = 1.0_f64.to_ne_bytes();
        let add = || {
            for _ in 0..TIMES {
                memory
                    .accumulate(at, (Number::F64, Combine::Add), &one)
                    .expect("inside");
            }
        };
        let swap = || {
            for _ in 0..TIMES {
                let mut old = memory.load_u64(at).expect("inside");
                loop {
                    let swap = (f64::from_bits(old) + 1.0).to_bits();
                    let op = AtomicOp::CompareSwap { compare: old, swap };
                    let now = memory.atomic(at, AtomicWidth::W64, op).expect("inside");
                    if now == old {
                        break;
                    }
                    old = now;
                }
            }
        };
        thread::scope(|scope| {
            scope.spawn(add);
            swap();
        });
        let sum = memory.load::<f64>(at).expect("inside");
        assert_eq!(
            sum.to_bits(),
            ((2 * TIMES) as f64).to_bits(),
            "{name}: {sum}"
        );
    }
}

/// The bug that the other tests look for: whoever adds without a lock loses additions of others.
#[test]
fn additions_without_locks_are_lost() {
    const TIMES: usize = 2000;
    const ROUNDS: usize = 20_000;
    let memory = Memory::allocate(8);
    let one = 1.0_f64.to_ne_bytes();
    let is_lost = |_: &usize| {
        memory.store(0, 0.0_f64).expect("inside");
        let start = Barrier::new(2);
        let add = || {
            start.wait();
            for _ in 0..TIMES {
                add_alone(memory.view(), 0, Scale::F64(1.0), view(&one)).expect("inside");
            }
        };
        thread::scope(|scope| {
            scope.spawn(add);
            add();
        });
        memory.load::<f64>(0).expect("inside") < (2 * TIMES) as f64
    };
    assert!((0..ROUNDS).any(|round| is_lost(&round)), "{ROUNDS} rounds");
}

/// Terms that have all bits somewhere, no zero in some numbers, and NaN among floating-point numbers.
fn any_bytes(count: usize, number: Number, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let each = (0..count).flat_map(|_| {
        let of_number: Vec<u8> = (0..number.bytes()).map(|_| next() as u8).collect();
        if next().is_multiple_of(4) {
            vec![0; number.bytes()]
        } else {
            of_number
        }
    });
    each.collect()
}

/// Every operation that suits a type is that of the numbers alone, and the old numbers come in the place of the terms.
#[test]
fn operations_are_those_of_the_numbers_alone() {
    for (name, memory) in memories() {
        for number in Number::ALL {
            for op in Combine::ALL.into_iter().filter(|op| op.suits(number)) {
                // Numbers across several stripes, aligned and not.
                for (offset, count) in [(0, 1), (16, 3), (STRIPE - 32, 5000), (STRIPE - 3, 17)] {
                    let before = any_bytes(count, number, 7);
                    let terms = any_bytes(count, number, 11);
                    let mut wanted = before.clone();
                    number.combine(op, &mut wanted, &terms);
                    let what = format!("{name}, {op:?} of {count} {number:?} at {offset}");
                    let mut got = vec![0; before.len()];

                    memory.copy_in(offset, &before).expect("inside");
                    let how = Accumulation::Combine(number, op);
                    let stripes = memory.stripes();
                    let done = stripes.accumulate(memory.view(), offset, how, view(&terms));
                    assert_eq!(done, Ok(()), "{what}");
                    memory.copy_out(offset, &mut got).expect("inside");
                    assert!(got == wanted, "{what}");

                    memory.copy_in(offset, &before).expect("inside");
                    let done = memory.accumulate(offset, (number, op), &terms);
                    assert_eq!(done, Ok(()), "{what}, by an adapter");
                    memory.copy_out(offset, &mut got).expect("inside");
                    assert!(got == wanted, "{what}, by an adapter");

                    memory.copy_in(offset, &before).expect("inside");
                    let mut old = terms.clone();
                    // A lock of private memory may be held for another test.
                    let mut at = 0;
                    while at < old.len() {
                        let (view, how) = (memory.view(), (number, op));
                        let done = stripes.try_exchange(view, offset + at, how, &mut old[at..]);
                        at += done.unwrap_or_else(|error| panic!("{what}, exchanged: {error}"));
                    }
                    memory.copy_out(offset, &mut got).expect("inside");
                    assert!(got == wanted && old == before, "{what}, exchanged");
                }
            }
        }
    }
}

/// Exchanges, accumulates and atomics that return a word change one number, each exactly once: integers, which the lock guards.
#[test]
fn all_that_holds_the_lock_excludes_the_rest() {
    const TIMES: u64 = 5000;
    for (name, memory) in memories() {
        for (number, width) in [
            (Number::I32, AtomicWidth::W32),
            (Number::I64, AtomicWidth::W64),
        ] {
            let at = memory.len() - 8;
            memory.copy_in(at, &[0; 8]).expect("inside");
            let one = &1_u64.to_le_bytes()[..number.bytes()];
            let add = || {
                for _ in 0..TIMES {
                    let how = (number, Combine::Add);
                    memory.accumulate(at, how, one).expect("inside");
                }
            };
            let exchange = || {
                let mut last = None;
                for _ in 0..TIMES {
                    let mut term = one.to_vec();
                    let how = (number, Combine::Add);
                    while memory
                        .stripes()
                        .try_exchange(memory.view(), at, how, &mut term)
                        == Ok(0)
                    {
                        thread::yield_now();
                    }
                    let mut old = [0; 8];
                    old[..term.len()].copy_from_slice(&term);
                    let old = u64::from_le_bytes(old);
                    assert!(last < Some(old), "{name}: {old} after {last:?}");
                    last = Some(old);
                }
            };
            let fetch = || {
                for _ in 0..TIMES {
                    memory.atomic(at, width, AtomicOp::Add(1)).expect("inside");
                }
            };
            thread::scope(|scope| {
                scope.spawn(add);
                scope.spawn(exchange);
                fetch();
            });
            let sum = memory.atomic(at, width, AtomicOp::Add(0));
            assert_eq!(sum, Ok(3 * TIMES), "{name}, {number:?}");
        }
    }
}

/// Words are changed by atomics that hold no lock as well, whatever the operation.
#[test]
fn words_are_combined_beside_atomics() {
    const TIMES: u64 = 20_000;
    for (name, memory) in memories() {
        for (number, width) in [
            (Number::W32, AtomicWidth::W32),
            (Number::W64, AtomicWidth::W64),
        ] {
            let at = STRIPE;
            memory.copy_in(at, &[0; 8]).expect("inside");
            // The lowest bit belongs to the operations, and the others to the atomics.
            let flip = &1_u64.to_le_bytes()[..number.bytes()];
            thread::scope(|scope| {
                scope.spawn(|| {
                    for _ in 0..=2 * TIMES {
                        let how = (number, Combine::Xor);
                        memory.accumulate(at, how, flip).expect("inside");
                    }
                });
                for _ in 0..TIMES {
                    let add = memory.update(at, width, AtomicOp::Add(2));
                    add.expect("inside");
                }
            });
            let found = memory.atomic(at, width, AtomicOp::Add(0));
            assert_eq!(found, Ok(2 * TIMES + 1), "{name}, {number:?}");
        }
    }
}
