//! Barriers, broadcasts and reductions.

use std::fmt::Debug;

use farreach_shmem::{Element, Error, Pe, Reducible, Reduction};

use crate::pattern::{assert_same, bytes, effort, mix, own};

/// No PE leaves a barrier before all have arrived.
pub(super) fn barriers(pe: &Pe) -> Result<(), Error> {
    let rounds = effort(pe, 1000);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let count = pe.alloc::<u64>(2)?;
    let came = pe.alloc::<u64>(n as usize)?;
    for round in 1..=rounds {
        let home = (round % u64::from(n)) as u32;
        // Two proofs of arrival: an atomic on one PE, and a put to a neighbour.
        pe.inc(count.at((round % 2) as usize).on(home))?;
        pe.put(came.at(me as usize).on((me + 1) % n), round)?;
        pe.barrier_all()?;
        // Before all PEs have passed here, the other word has at most the increments of the next
        // round.
        let laps = (0..=round)
            .filter(|lap| lap % u64::from(n) == u64::from(home) && lap % 2 == round % 2)
            .filter(|&lap| lap > 0)
            .count() as u64;
        let seen = pe.fetch(count.at((round % 2) as usize).on(home))?;
        assert_eq!(seen, laps * u64::from(n), "round {round}");
        let left = (me + n - 1) % n;
        let came = own(pe, &came, left as usize, 1)?[0];
        assert!(came == round || came == round + 1, "{came} in {round}");
    }
    pe.barrier_all()
}

/// Many barriers of two PEs in a row, more than their channels hold, without another collective
/// between.
pub(super) fn barriers_in_a_row(pe: &Pe) -> Result<(), Error> {
    let n = pe.n_pes();
    let apart = n.max(2) as i32 - 1;
    let pair = pe.team_world().split_strided(0, apart, n.min(2))?;
    if let Some(pair) = pair {
        for _ in 0..10_000 {
            pair.sync()?;
        }
        pair.destroy()?;
    }
    pe.barrier_all()
}

/// Broadcasts from every root, of many sizes.
pub(super) fn broadcasts(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    for size in [0, 1, 8, 100, 4095, 4096, 4097, 20_001] {
        for root in 0..n {
            let wanted = bytes(mix(u64::from(root), size as u64), size);
            let mut values = if me == root {
                wanted.clone()
            } else {
                vec![0xee; size]
            };
            pe.broadcast(&mut values, root)?;
            assert_same(&values, &wanted, || format!("{size} bytes of root {root}"));
        }
    }
    let mut wide = [[me; 3]; 1000];
    pe.broadcast(&mut wide, n - 1)?;
    assert_eq!(wide, [[n - 1; 3]; 1000]);
    // Broadcasts in a row from changing roots.
    for round in 0..effort(pe, 200) {
        let mut value = [u64::from(me) << 32 | round];
        let root = (round % u64::from(n)) as u32;
        pe.broadcast(&mut value, root)?;
        assert_eq!(value, [u64::from(root) << 32 | round]);
    }
    Ok(())
}

const OF_INTEGERS: [Reduction; 7] = [
    Reduction::Sum,
    Reduction::Product,
    Reduction::Min,
    Reduction::Max,
    Reduction::And,
    Reduction::Or,
    Reduction::Xor,
];

/// Every reduction of every integer type.
pub(super) fn reductions(pe: &Pe) -> Result<(), Error> {
    integers(pe, |word| word as u8)?;
    integers(pe, |word| word as i8)?;
    integers(pe, |word| word as u16)?;
    integers(pe, |word| word as i16)?;
    integers(pe, |word| word as u32)?;
    integers(pe, |word| word as i32)?;
    integers(pe, |word| word)?;
    integers(pe, |word| word as i64)?;
    integers(pe, |word| word as usize)?;
    integers(pe, |word| word as isize)
}

fn integers<T: Reducible + PartialEq + Debug>(
    pe: &Pe,
    value: impl Fn(u64) -> T,
) -> Result<(), Error> {
    let of = |rank: u32, len: usize| -> Vec<T> {
        let words = (0..len).map(|at| mix(u64::from(rank) + 77, at as u64) | 1);
        words.map(&value).collect()
    };
    for reduction in OF_INTEGERS {
        for len in [0, 1, 3, 6000 / size_of::<T>()] {
            let mut values = of(pe.my_pe(), len);
            pe.all_reduce(&mut values, reduction)?;
            let mut wanted = of(0, len);
            for rank in 1..pe.n_pes() {
                for (into, other) in wanted.iter_mut().zip(of(rank, len)) {
                    *into = into.combine(other, reduction);
                }
            }
            assert_eq!(values, wanted, "{reduction:?} of {len}");
        }
    }
    Ok(())
}

/// Reductions of floats: close to the true value, and the same bits on all PEs.
pub(super) fn floats(pe: &Pe) -> Result<(), Error> {
    for len in [1, 5, 3000] {
        let of = |rank: u32| -> Vec<f64> {
            let words = (0..len).map(|at| mix(u64::from(rank) + 5, at as u64));
            words.map(|word| 1.0 + (word >> 40) as f64 * 1e-7).collect()
        };
        let of_narrow = |rank: u32| -> Vec<f32> { of(rank).iter().map(|&x| x as f32).collect() };
        for (reduction, combine) in [
            (Reduction::Sum, (|a, b| a + b) as fn(f64, f64) -> f64),
            (Reduction::Product, |a, b| a * b),
            (Reduction::Min, f64::min),
            (Reduction::Max, f64::max),
        ] {
            let mut wide = of(pe.my_pe());
            let mut narrow = of_narrow(pe.my_pe());
            pe.all_reduce(&mut wide, reduction)?;
            pe.all_reduce(&mut narrow, reduction)?;
            let mut wanted = of(0);
            for rank in 1..pe.n_pes() {
                for (into, other) in wanted.iter_mut().zip(of(rank)) {
                    *into = combine(*into, other);
                }
            }
            for at in 0..len {
                let near = |got: f64, error: f64| ((got - wanted[at]) / wanted[at]).abs() < error;
                assert!(near(wide[at], 1e-13), "{reduction:?} {wide:?}");
                assert!(
                    near(f64::from(narrow[at]), 1e-4),
                    "{reduction:?} {narrow:?}"
                );
            }
            same_bits(pe, &wide)?;
            same_bits(pe, &narrow)?;
        }
    }
    let mut bad = [1.0f64];
    let error = pe
        .all_reduce(&mut bad, Reduction::Xor)
        .expect_err("not for floats");
    let text = error.to_string();
    assert!(
        text.contains(&format!("rank {}", pe.my_pe())) && text.contains("Xor"),
        "{text}"
    );
    Ok(())
}

fn same_bits<T: Element>(pe: &Pe, values: &[T]) -> Result<(), Error> {
    let object = pe.alloc::<T>(values.len())?;
    pe.write(object, values)?;
    pe.barrier_all()?;
    let mut of_zero = vec![T::new_zeroed(); values.len()];
    pe.get_slice(object.on(0), &mut of_zero)?;
    let bytes = |values: &[T]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.as_bytes().to_vec())
            .collect()
    };
    assert_same(&bytes(values), &bytes(&of_zero), || {
        "bits of the result".into()
    });
    pe.barrier_all()?;
    pe.free(object)
}
