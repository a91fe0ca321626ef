//! Operations through an adapter of the host, beside those of perftest on the same adapter, and what it costs to register buffers.

use anyhow::{Result, ensure};
use farreach::shmem::{Compare, Symmetric};
use farreach_runtime::Blocks;

use crate::limits::{Limit, size_name};
use crate::meter;
use crate::sample::{Unit, emit};
use crate::worker::{Session, TARGET};

const WARM_UP: u64 = 50;
/// Bytes of the large puts, and how many are under way at one time: perftest's are as many.
pub(crate) const LARGE: usize = 1 << 20;
pub(crate) const WINDOW: usize = 8;
/// Bytes of the puts from buffers that are registered anew, and from one that stays registered.
const MEDIUM: [usize; 4] = [8 << 10, 16 << 10, 32 << 10, 64 << 10];
/// Bytes of all blocks of a column, and of one block.
const COLUMN: usize = 128 << 10;
const BLOCKS: [usize; 3] = [64, 1 << 10, 4 << 10];
/// More buffers than the engine remembers.
const BUFFERS: usize = 128;
/// Elements of a cache line, for words in distinct lines.
const LINE: usize = 8;
/// Round trips of the ping-pong.
const TRIPS: u64 = 500;

pub(crate) fn run(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let words = pe.alloc::<u64>(2 * LINE)?;
    let objects = [pe.alloc::<u8>(LARGE)?, pe.alloc::<u8>(LARGE)?];
    ping_pong(session, words)?;
    // The target sleeps, as the server of perftest does.
    pe.barrier_all()?;
    if session.is_initiator() {
        let get = meter::each(budget, WARM_UP, |_| {
            pe.get(words.at(0).on(TARGET))?;
            Ok(())
        })?;
        report("get 8 B", &get, Some(Limit::PerftestRead));
        let added = meter::each(budget, WARM_UP, |number| {
            let old = pe.fetch_add(words.at(LINE).on(TARGET), 1)?;
            ensure!(old == number, "an addition was lost");
            Ok(())
        })?;
        report("fetch-add 8 B", &added, Some(Limit::PerftestAtomic));
        medium(session, objects[0])?;
        columns(session, objects[0])?;
        large(session, objects)?;
    }
    Ok(pe.barrier_all()?)
}

/// Each side in turn puts a word and waits for the other's word, as perftest's `ib_write_lat`.
fn ping_pong(session: &Session, words: Symmetric<u64>) -> Result<()> {
    let pe = &session.pe;
    let (there, back) = (0, LINE);
    pe.write(words, &[0; 2 * LINE])?;
    pe.barrier_all()?;
    let mut trip = |number: u64| {
        if session.is_initiator() {
            pe.put(words.at(there).on(TARGET), number + 1)?;
            pe.wait_until(words.at(back), Compare::Eq, number + 1)?;
        } else {
            pe.wait_until(words.at(there), Compare::Eq, number + 1)?;
            pe.put(words.at(back).on(0), number + 1)?;
        }
        Ok(())
    };
    let trips = meter::each_of(TRIPS, &mut trip)?;
    pe.barrier_all()?;
    pe.write(words, &[0; 2 * LINE])?;
    if session.is_initiator() {
        let case = "put 8 B to visible, half round trip";
        let limit = Limit::PerftestWrite.once();
        emit(case, trips.median() / 2.0, Unit::Microseconds, limit);
        session.count_payload(16 * TRIPS);
    }
    Ok(())
}

/// Puts from private buffers: each time another, which is registered or copied, and always the same, which stays registered.
fn medium(session: &Session, object: Symmetric<u8>) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    for bytes in MEDIUM {
        let buffers = vec![1; bytes * BUFFERS];
        for (what, buffers) in [
            ("another buffer each time", &buffers[..]),
            ("one buffer", &buffers[..bytes]),
        ] {
            let count = (buffers.len() / bytes) as u64;
            let put = meter::each(budget, 2 * count, |number| {
                let start = (number % count) as usize * bytes;
                pe.put_slice(object.on(TARGET), &buffers[start..][..bytes])?;
                Ok(pe.quiet()?)
            })?;
            let end = pe.get(object.at(bytes - 1).on(TARGET))?;
            ensure!(end == 1, "a put of {bytes} bytes did not arrive");
            report(&format!("put {}, {what}", size_name(bytes)), &put, None);
            session.count_payload(bytes as u64 * put.operations);
        }
    }
    Ok(())
}

/// Blocks that lie apart in a private buffer and follow each other at the target, there and back: a column of a matrix.
fn columns(session: &Session, object: Symmetric<u8>) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    for bytes in BLOCKS {
        let blocks = Blocks {
            bytes,
            count: COLUMN / bytes,
            here: 2 * bytes,
            there: bytes,
        };
        let (direct, offset) = (pe.world().direct(), object.offset());
        let mut matrix = vec![3; 2 * COLUMN];
        let put = meter::each(budget, 2, |_| {
            direct.put_strided(TARGET, offset, &matrix, blocks)?;
            Ok(pe.quiet()?)
        })?;
        let block = size_name(bytes);
        report(&format!("put 128 KiB in blocks of {block}"), &put, None);
        matrix.fill(4);
        let get = meter::each(budget, 2, |_| {
            Ok(direct.get_strided(TARGET, offset, &mut matrix, blocks)?)
        })?;
        report(&format!("get 128 KiB in blocks of {block}"), &get, None);
        let mut blocks = matrix.chunks(bytes).zip([3, 4].into_iter().cycle());
        let is_right = blocks.all(|(block, value)| block.iter().all(|&byte| byte == value));
        ensure!(is_right, "blocks of {bytes} bytes did not arrive");
        let moved = COLUMN as u64 * (put.operations + get.operations);
        session.count_payload(moved);
    }
    Ok(())
}

/// Puts of a MiB, several under way at one time.
fn large(session: &Session, [local, remote]: [Symmetric<u8>; 2]) -> Result<()> {
    let pe = &session.pe;
    pe.write(local, &vec![2; LARGE])?;
    let window = meter::each(session.task.budget(), 2, |_| {
        for _ in 0..WINDOW {
            pe.put_nbi(remote.on(TARGET), local)?;
        }
        Ok(pe.quiet()?)
    })?;
    let end = pe.get(remote.at(LARGE - 1).on(TARGET))?;
    ensure!(end == 2, "a put did not arrive");
    let moved = WINDOW * LARGE;
    let rate = moved as f64 / window.median();
    let limit = Limit::PerftestBandwidth.once();
    emit("put 1 MiB, 8 at a time", rate, Unit::Bandwidth, limit);
    session.count_payload(moved as u64 * window.operations);
    Ok(())
}

fn report(case: &str, measured: &meter::Each, limit: Option<Limit>) {
    let limit = limit.map_or_else(Vec::new, Limit::once);
    emit(case, measured.median(), Unit::Microseconds, limit);
}
