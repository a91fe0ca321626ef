//! Earlier puts become visible before later ones.

use farreach_shmem::{Compare, Error, Pe};

use crate::pattern::{assert_same, bytes, effort, own};

const SLOTS: usize = 8;
const ROOM: usize = 12_000;

fn size(round: u64) -> usize {
    match round % 8 {
        0 => 0,
        1 => 8,
        2 => 120,
        3 => 129,
        4 => 1000,
        5 => 4096,
        6 => 9001,
        _ => 1 + (round as usize * 37) % ROOM,
    }
}

/// A visible signal means visible data: thousands of messages around a ring, some slots ahead of
/// the reader.
pub(super) fn signals(pe: &Pe) -> Result<(), Error> {
    let rounds = effort(pe, 2400);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let data = pe.alloc::<u8>(SLOTS * ROOM)?;
    let signal = pe.alloc::<u64>(SLOTS)?;
    let taken = pe.alloc::<u64>(1)?;
    let seed = |from: u32, round: u64| u64::from(from) << 40 | round;
    let mut read = 0;
    for round in 1..=rounds + SLOTS as u64 {
        if round <= rounds {
            let ahead = round.saturating_sub(SLOTS as u64);
            pe.wait_until(taken.at(0), Compare::Ge, ahead)?;
            let slot = round as usize % SLOTS;
            let out = bytes(seed(me, round), size(round));
            pe.put_signal(
                data.range(slot * ROOM..).on(right),
                &out,
                signal.at(slot).signal().set(round),
            )?;
        }
        // A single PE must not wait for itself: it reads at once what it wrote.
        let lag = if n == 1 { 0 } else { SLOTS as u64 / 2 };
        while read < rounds && read + lag < round {
            read += 1;
            let slot = read as usize % SLOTS;
            pe.wait_until(signal.at(slot), Compare::Ge, read)?;
            let got = own(pe, &data, slot * ROOM, size(read))?;
            assert_same(&got, &bytes(seed(left, read), size(read)), || {
                format!("message {read} of {left}")
            });
            pe.put(taken.at(0).on(left), read)?;
        }
    }
    assert_eq!(read, rounds);
    pe.barrier_all()
}

/// A flag after data, with a fence in between: by a put, by an atomic, and by a non-blocking put.
pub(super) fn flags(pe: &Pe) -> Result<(), Error> {
    let rounds = effort(pe, 600);
    let (me, n) = (pe.my_pe(), pe.n_pes());
    let (right, left) = ((me + 1) % n, (me + n - 1) % n);
    let data = pe.alloc::<u8>(SLOTS * ROOM)?;
    let source = pe.alloc::<u8>(ROOM)?;
    let flag = pe.alloc::<u64>(1)?;
    let answer = pe.alloc::<u64>(1)?;
    let seed = |from: u32, round: u64| u64::from(from) << 40 | round | 1 << 39;
    for round in 1..=rounds {
        let slot = round as usize % SLOTS;
        let out = bytes(seed(me, round), size(round));
        match round % 3 {
            0 => pe.put_slice(data.range(slot * ROOM..).on(right), &out)?,
            1 => pe.put_copied_nbi(data.range(slot * ROOM..).on(right), &out)?,
            _ => {
                pe.quiet()?;
                pe.write(source, &out)?;
                pe.put_nbi(
                    data.range(slot * ROOM..).on(right),
                    source.range(..out.len()),
                )?;
            }
        }
        pe.fence();
        match round % 4 {
            0 => pe.put(flag.at(0).on(right), round)?,
            1 => pe.set(flag.at(0).on(right), round)?,
            2 => pe.inc(flag.at(0).on(right))?,
            _ => pe.put_copied_nbi(flag.on(right), &[round])?,
        }
        pe.wait_until(flag.at(0), Compare::Eq, round)?;
        let got = own(pe, &data, slot * ROOM, size(round))?;
        assert_same(&got, &bytes(seed(left, round), size(round)), || {
            format!("message {round} of {left}")
        });
        // The answer keeps the sender from setting a flag that was not seen yet.
        pe.put(answer.at(0).on(left), round)?;
        pe.wait_until(answer.at(0), Compare::Ge, round)?;
    }
    pe.barrier_all()
}
