//! Transfers by pointers, of private and of symmetric memory.

#![allow(unsafe_code)]

use farreach_runtime::{Signal, SignalOp};
use farreach_shmem::{Compare, Error, Pe, Symmetric};

use crate::pattern::{assert_same, bytes, effort, mix, own};

const SIZES: &[usize] = &[0, 1, 8, 9, 100, 1024, 1025, 5000, 65_535, 65_536, 200_001];

fn seed(from: u32, to: u32, round: usize) -> u64 {
    mix(u64::from(from) << 32 | u64::from(to), round as u64)
}

/// This PE's part of an object.
fn pointer(pe: &Pe, object: &Symmetric<u8>) -> *mut u8 {
    let segment = pe.world().own_segment();
    let part = segment.slice(object.offset(), object.len());
    part.expect("an object of the segment").as_mut_ptr()
}

/// Checks that each PE's bytes arrived at `object`.
fn assert_arrived(pe: &Pe, object: &Symmetric<u8>, round: usize, len: usize) -> Result<(), Error> {
    let room = object.len() / pe.n_pes() as usize;
    for from in 0..pe.n_pes() {
        let got = own(pe, object, room * from as usize, len)?;
        assert_same(&got, &bytes(seed(from, pe.my_pe(), round), len), || {
            format!("{len} bytes of {from}")
        });
    }
    Ok(())
}

/// Blocking puts and gets.
pub(super) fn pointers(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let room = SIZES[SIZES.len() - 1];
    let object = pe.alloc::<u8>(room * n as usize)?;
    let symmetric = pe.alloc::<u8>(room)?;
    for (round, &len) in SIZES.iter().enumerate() {
        for to in 0..n {
            let at = object.offset() + room * me as usize;
            let data = bytes(seed(me, to, round), len);
            let mut back = vec![0; len];
            let (from, into) = if (to as usize + round).is_multiple_of(2) {
                pe.write(symmetric, &data)?;
                (
                    pointer(pe, &symmetric).cast_const(),
                    pointer(pe, &symmetric),
                )
            } else {
                (data.as_ptr(), back.as_mut_ptr())
            };
            // SAFETY: `len` bytes of a vector or of symmetric memory.
            unsafe { pe.world().direct().put_raw(to, at, from, len)? };
            pe.quiet()?;
            if into == pointer(pe, &symmetric) {
                pe.write(symmetric, &vec![0; len])?;
            }
            // SAFETY: the same, which nothing refers to meanwhile.
            unsafe { pe.world().direct().get_raw(to, at, into, len)? };
            if into == pointer(pe, &symmetric) {
                back = own(pe, &symmetric, 0, len)?;
            }
            assert_same(&back, &data, || format!("{len} bytes back from {to}"));
        }
        pe.barrier_all()?;
        assert_arrived(pe, &object, round, len)?;
        pe.barrier_all()?;
    }
    let nothing = std::ptr::null_mut();
    // SAFETY: no bytes.
    let refused = unsafe {
        [
            pe.world().direct().put_raw(n, 0, nothing, 0),
            pe.world().direct().get_raw(n, 0, nothing, 0),
            pe.world().direct().put_raw_nbi(n, 0, nothing, 0),
            pe.world().direct().get_raw_nbi(n, 0, nothing, 0),
        ]
    };
    for result in refused {
        assert!(matches!(result, Err(Error::NoSuchRank { .. })));
    }
    Ok(())
}

/// Puts and gets that `quiet` completes, of all sizes at the same time, and more small ones than
/// may be under way.
pub(super) fn pointers_without_waiting(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    for (round, &len) in SIZES.iter().enumerate() {
        let object = pe.alloc::<u8>(len * n as usize)?;
        let symmetric = pe.alloc::<u8>(len)?;
        let at = object.offset() + len * me as usize;
        let mut sources: Vec<Vec<u8>> = Vec::new();
        for to in 0..n {
            sources.push(bytes(seed(me, to, round), len));
            let from = sources[to as usize].as_ptr();
            // SAFETY: the bytes stay where they are, and as they are, until `quiet`.
            unsafe { pe.world().direct().put_raw_nbi(to, at, from, len)? };
        }
        pe.barrier_all()?;
        assert_arrived(pe, &object, round, len)?;
        let mut back: Vec<Vec<u8>> = (0..n).map(|_| vec![0; len]).collect();
        for from in 0..n {
            let into = if from == n / 2 {
                pointer(pe, &symmetric)
            } else {
                back[from as usize].as_mut_ptr()
            };
            // SAFETY: nothing refers to the bytes until `quiet`.
            unsafe { pe.world().direct().get_raw_nbi(from, at, into, len)? };
        }
        pe.quiet()?;
        back[n as usize / 2] = own(pe, &symmetric, 0, len)?;
        for (of, (got, wanted)) in back.iter().zip(&sources).enumerate() {
            assert_same(got, wanted, || format!("{len} bytes got from {of}"));
        }
        pe.barrier_all()?;
        pe.free(symmetric)?;
        pe.free(object)?;
    }
    many_words(pe)
}

fn many_words(pe: &Pe) -> Result<(), Error> {
    let count = effort(pe, 6000) as usize;
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let words = pe.alloc::<u64>(count)?;
    let own: Vec<u64> = (0..count).map(|at| seed(me, 0, at)).collect();
    pe.write(words, &own)?;
    pe.barrier_all()?;
    let mut got = vec![0_u64; count];
    let first = got.as_mut_ptr();
    for at in 0..count {
        let (from, offset) = (at as u32 % n, words.offset() + 8 * at);
        // SAFETY: a word of the vector, to which nothing refers until `quiet`.
        unsafe {
            let into = first.add(at).cast();
            pe.world().direct().get_raw_nbi(from, offset, into, 8)?;
        }
    }
    pe.quiet()?;
    for (at, word) in got.iter().enumerate() {
        assert_eq!(*word, seed(at as u32 % n, 0, at), "word {at}");
    }
    pe.barrier_all()
}

/// A visible signal means that the bytes have arrived. Signals are set and added, blocking and
/// non-blocking.
pub(super) fn pointers_with_signals(pe: &Pe) -> Result<(), Error> {
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let object = pe.alloc::<u8>(SIZES[SIZES.len() - 1])?;
    let words = pe.alloc::<u64>(2)?;
    let rounds = effort(pe, 64) as usize;
    let mut sum = 0;
    for round in 1..=rounds {
        let len = SIZES[round % SIZES.len()];
        let data = bytes(seed(me, right, round), len);
        let (op, value) = if round.is_multiple_of(3) {
            (SignalOp::Add, 1 << 40)
        } else {
            (SignalOp::Set, (sum & (u64::MAX << 40)) | round as u64)
        };
        let signal = Signal {
            offset: words.offset(),
            op,
            value,
        };
        sum = match op {
            SignalOp::Set => value,
            SignalOp::Add => sum + value,
        };
        let at = object.offset();
        // SAFETY: the bytes are there until `quiet`, below.
        unsafe {
            if round.is_multiple_of(2) {
                pe.world()
                    .direct()
                    .put_signal_raw(right, at, data.as_ptr(), len, signal)?;
            } else {
                pe.world()
                    .direct()
                    .put_signal_raw_nbi(right, at, data.as_ptr(), len, signal)?;
            }
        }
        pe.wait_until(words.at(0), Compare::Eq, sum)?;
        let got = own(pe, &object, 0, len)?;
        assert_same(&got, &bytes(seed(left, me, round), len), || {
            format!("message {round} of {left}")
        });
        // Keeps the sender from overtaking the reader.
        let taken = Signal {
            offset: words.offset() + 8,
            op: SignalOp::Add,
            value: 1,
        };
        pe.world().direct().signal(left, taken)?;
        pe.wait_until(words.at(1), Compare::Ge, round as u64)?;
        pe.quiet()?;
    }
    pe.barrier_all()
}
