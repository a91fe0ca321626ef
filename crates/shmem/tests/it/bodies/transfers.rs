//! Blocking puts and gets.

use std::fmt::Debug;

use farreach_runtime::Plain;
use farreach_shmem::{Element, Error, Pe};

use crate::pattern::{assert_same, bytes, mix, own};

/// Puts and gets of one element of every type, from all PEs to all others.
pub(super) fn words(pe: &Pe) -> Result<(), Error> {
    each_word(pe, |word| word as u8)?;
    each_word(pe, |word| word as i8)?;
    each_word(pe, |word| word as u16)?;
    each_word(pe, |word| word as i16)?;
    each_word(pe, |word| word as u32)?;
    each_word(pe, |word| word as i32)?;
    each_word(pe, |word| word)?;
    each_word(pe, |word| word as i64)?;
    each_word(pe, |word| word as f32)?;
    each_word(pe, |word| word as f64)
}

fn each_word<T: Element + Plain + PartialEq + Debug>(
    pe: &Pe,
    value: impl Fn(u64) -> T,
) -> Result<(), Error> {
    const ROUNDS: usize = 3;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let words = pe.alloc::<T>(ROUNDS * n as usize)?;
    let from_to = |from: u32, to: u32, round: usize| {
        value(mix(u64::from(from) << 32 | u64::from(to), round as u64))
    };
    for to in 0..n {
        for round in 0..ROUNDS {
            let at = me as usize * ROUNDS + round;
            pe.put(words.at(at).on(to), from_to(me, to, round))?;
        }
    }
    pe.barrier_all()?;
    let got = own(pe, &words, 0, words.len())?;
    for from in 0..n {
        for round in 0..ROUNDS {
            let at = from as usize * ROUNDS + round;
            assert_eq!(got[at], from_to(from, me, round), "put by {from}");
        }
    }
    for to in 0..n {
        for from in 0..n {
            let got = pe.get(words.at(from as usize * ROUNDS).on(to))?;
            assert_eq!(got, from_to(from, to, 0), "from {from}, at {to}");
        }
    }
    pe.free(words)
}

const SIZES: &[usize] = &[
    0,
    1,
    7,
    8,
    9,
    63,
    64,
    127,
    128,
    129,
    1000,
    4095,
    4096,
    4097,
    (64 << 10) - 1,
    64 << 10,
    (64 << 10) + 1,
    1 << 20,
    (3 << 20) + 5,
];

/// Puts and gets of many sizes at all alignments. The bytes beside them are unchanged.
pub(super) fn sizes(pe: &Pe) -> Result<(), Error> {
    /// Bytes around the target.
    const GUARD: usize = 16;
    const LARGE: usize = 1 << 18;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let largest = SIZES[SIZES.len() - 1];
    let room = largest + 2 * GUARD;
    // One place for each PE that may put here in a round.
    let places = n.min(8);
    let object = pe.alloc::<u8>(room * places as usize)?;
    for (round, &size) in SIZES.iter().enumerate() {
        // A large put goes to the right neighbour and to the opposite PE.
        let reaches =
            |from: u32, to: u32| size < LARGE || to == (from + 1) % n || to == (from + n / 2) % n;
        let start = |from: u32| room * from as usize + GUARD + (round + from as usize) % 9;
        let seed = |from: u32, to: u32| mix(u64::from(from * n + to), round as u64);
        for from in 0..n {
            let blank = vec![0xa5; size + 2 * GUARD - 9];
            pe.write(object.range(room * from as usize..), &blank)?;
        }
        pe.barrier_all()?;
        for to in (0..n).filter(|&to| reaches(me, to)) {
            pe.put_slice(object.range(start(me)..).on(to), &bytes(seed(me, to), size))?;
        }
        pe.barrier_all()?;
        for from in (0..n).filter(|&from| reaches(from, me)) {
            let got = own(pe, &object, room * from as usize, size + 2 * GUARD - 9)?;
            let lead = start(from) - room * from as usize;
            let what = || format!("{size} bytes put by {from}");
            assert!(got[..lead].iter().all(|&byte| byte == 0xa5), "{}", what());
            let tail = &got[(lead + size).min(got.len())..];
            assert!(tail.iter().all(|&byte| byte == 0xa5), "{}", what());
            let got = own(pe, &object, start(from), size)?;
            assert_same(&got, &bytes(seed(from, me), size), what);
        }
        for to in 0..n {
            for from in (0..n).filter(|&from| reaches(from, to) && (size < LARGE || to != me)) {
                let mut got = vec![0; size];
                pe.get_slice(object.range(start(from)..).on(to), &mut got)?;
                assert_same(&got, &bytes(seed(from, to), size), || {
                    format!("{size} bytes got from {to}")
                });
            }
        }
        pe.barrier_all()?;
    }
    pe.free(object)
}

/// Elements that are no words.
pub(super) fn structures(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let object = pe.alloc::<[u16; 3]>(10)?;
    let floats = pe.alloc::<[f32; 5]>(10)?;
    let right = (me + 1) % n;
    let left = (me + n - 1) % n;
    let value = |from: u32, at: u32| [from as u16, at as u16, 0xffff];
    let float = |from: u32, at: u32| [from as f32, at as f32, 0.5, -0.0, f32::INFINITY];
    let values: Vec<_> = (0..7).map(|at| value(me, at)).collect();
    let many: Vec<_> = (0..7).map(|at| float(me, at)).collect();
    pe.put_slice(object.range(3..).on(right), &values)?;
    pe.put_slice(floats.range(2..).on(right), &many)?;
    pe.barrier_all()?;
    for at in 0..7u32 {
        assert_eq!(own(pe, &object, 3 + at as usize, 1)?, [value(left, at)]);
        assert_eq!(own(pe, &floats, 2 + at as usize, 1)?, [float(left, at)]);
    }
    let mut got = [[0; 3]; 2];
    pe.get_slice(object.range(8..).on(right), &mut got)?;
    assert_eq!(got, [value(me, 5), value(me, 6)]);
    let part = floats.range(4..4 + 3);
    let mut got = [[0.0; 5]; 3];
    pe.get_slice(part.on(right), &mut got)?;
    assert_eq!(got, [float(me, 2), float(me, 3), float(me, 4)]);
    assert!(
        pe.get_slice(floats.range(4..11).on(right), &mut [[0.0; 5]; 7])
            .is_err()
    );
    pe.barrier_all()?;
    pe.free(floats)?;
    pe.free(object)
}
