//! Large puts and gets: a window of non-blocking operations and one quiet.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, ensure};
use farreach::shmem::{Steps, Symmetric};

use crate::benches::{cost, incast, loss};
use crate::limits::{Limit, size_name};
use crate::meter::{self, Batches};
use crate::sample::{Sample, Unit, emit};
use crate::task::Scenario;
use crate::worker::{Session, TARGET};

const WINDOW: usize = 16;
const SIZES: [usize; 5] = [4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20];

/// Byte `index` of message `message`.
fn byte(message: usize, index: usize) -> u8 {
    (index as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((message as u32).wrapping_mul(0x85EB_CA6B))
        .to_be_bytes()[0]
}

fn pattern(message: usize, bytes: usize) -> Vec<u8> {
    (0..bytes).map(|index| byte(message, index)).collect()
}

pub(crate) fn run(session: &Session) -> Result<()> {
    match session.task.scenario {
        Scenario::Cost => return cost::run(session),
        Scenario::Loss => return loss::run(session),
        Scenario::Incast => return incast::run(session),
        _ => {}
    }
    let largest = SIZES[SIZES.len() - 1];
    let local = session.pe.alloc::<u8>(largest)?;
    let remote = session.pe.alloc::<u8>(largest)?;
    for (index, bytes) in SIZES.into_iter().enumerate() {
        measure(session, bytes, 2 * index, local, remote)?;
        check_window(session, bytes, local, remote)?;
    }
    strided(session)
}

/// The blocks of strided transfers: their number, bytes, and distance.
const STRIDED: [(usize, usize, usize); 2] = [(64, 64 << 10, 128 << 10), (512, 1 << 10, 4 << 10)];

/// Strided puts and gets, beside contiguous ones of as many bytes. Within a node, beside copies of
/// the blocks from private memory to private memory.
fn strided(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    for (count, block, stride) in STRIDED {
        let bytes = count * block;
        let remote = pe.alloc::<u8>(count * stride)?;
        let mut blocks = pattern(1000, bytes);
        let mut apart = vec![0; count * stride];
        session.one_sided(|| {
            let there = Steps::every(stride).blocks_of(block);
            let here = Steps::every(block).blocks_of(block);
            let size = size_name(block);
            let put = meter::batches(budget, |_| {
                pe.put_strided(remote.steps(there).on(TARGET), &blocks, here, count)?;
                Ok(pe.quiet()?)
            })?;
            let beside = if session.is_cross_node() {
                meter::batches(budget, |_| {
                    pe.put_slice(remote.on(TARGET), &blocks)?;
                    Ok(pe.quiet()?)
                })?
            } else {
                meter::batches(budget, |_| {
                    for (at, block) in blocks.chunks_exact(block).enumerate() {
                        apart[at * stride..][..block.len()].copy_from_slice(block);
                    }
                    black_box(&mut apart);
                    Ok(())
                })?
            };
            report_strided(
                session,
                format!("strided put, {count} x {size}"),
                bytes,
                &[put, beside],
            );
            let get = meter::batches(budget, |_| {
                let from = remote.steps(there).on(TARGET);
                Ok(pe.get_strided(from, &mut blocks, here, count)?)
            })?;
            let beside = if session.is_cross_node() {
                meter::batches(
                    budget,
                    |_| Ok(pe.get_slice(remote.on(TARGET), &mut blocks)?),
                )?
            } else {
                meter::batches(budget, |_| {
                    for (at, block) in blocks.chunks_exact_mut(block).enumerate() {
                        block.copy_from_slice(&apart[at * stride..][..block.len()]);
                    }
                    black_box(&mut blocks);
                    Ok(())
                })?
            };
            report_strided(
                session,
                format!("strided get, {count} x {size}"),
                bytes,
                &[get, beside],
            );
            Ok(())
        })?;
    }
    Ok(())
}

/// Reports the bandwidth of a strided transfer, and of what it is compared with.
fn report_strided(session: &Session, case: String, bytes: usize, measured: &[Batches; 2]) {
    let rate = |measured: &Batches| bytes as f64 / measured.seconds;
    if session.is_cross_node() {
        let operations: u64 = measured.iter().map(|measured| measured.operations).sum();
        session.count_payload(bytes as u64 * operations);
    } else {
        session.count_payload(bytes as u64 * measured[0].operations);
    }
    let beside = if session.is_cross_node() {
        "as many bytes in one piece"
    } else {
        "a local copy of the blocks"
    };
    Sample::new(case, rate(&measured[0]), Unit::Bandwidth)
        .beside(beside, rate(&measured[1]))
        .emit();
}

/// Measures with reused buffers, as memcpy and the TCP stream reuse theirs.
fn measure(
    session: &Session,
    bytes: usize,
    message: usize,
    local: Symmetric<u8>,
    remote: Symmetric<u8>,
) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    session.one_sided(|| {
        pe.write(local, &pattern(message, bytes))?;
        let put = windows(session, budget, bytes, || {
            for _ in 0..WINDOW {
                pe.put_nbi(remote.on(TARGET), local.range(..bytes))?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "put", bytes, put);
        Ok(())
    })?;
    expect(session, 1, remote, 0, message, bytes)?;

    // The gets bring bytes that differ from the present ones.
    if !session.is_initiator() {
        pe.write(remote, &pattern(message + 1, bytes))?;
    }
    session.one_sided(|| {
        let get = windows(session, budget, bytes, || {
            for _ in 0..WINDOW {
                pe.get_nbi(remote.on(TARGET), local.range(..bytes))?;
            }
            Ok(pe.quiet()?)
        })?;
        report(session, "get", bytes, get);
        Ok(())
    })?;
    expect(session, 0, local, 0, message + 1, bytes)
}

fn report(session: &Session, what: &str, bytes: usize, rate: f64) {
    let case = format!("{what} {}", size_name(bytes));
    if !session.is_cross_node() {
        return emit(case, rate, Unit::Bandwidth, Limit::Memcpy(bytes).once());
    }
    emit(case.clone(), rate, Unit::Bandwidth, Limit::TcpStream.once());
    if bytes == 1 << 20 {
        let case = format!("{case} (beside gathered UDP)");
        emit(case, rate, Unit::Bandwidth, Limit::UdpStream.once());
    }
}

/// Bytes per second of `window`, which moves [`WINDOW`] messages of `bytes`.
fn windows(
    session: &Session,
    budget: Duration,
    bytes: usize,
    mut window: impl FnMut() -> Result<()>,
) -> Result<f64> {
    let measured = meter::batches(budget, |_| window())?;
    let moved = (WINDOW * bytes) as u64;
    session.count_payload(moved * measured.operations);
    Ok(moved as f64 / measured.seconds)
}

/// A window of different messages to different places: each must arrive at its place.
fn check_window(
    session: &Session,
    bytes: usize,
    local: Symmetric<u8>,
    remote: Symmetric<u8>,
) -> Result<()> {
    let pe = &session.pe;
    let room = local.len() / bytes;
    let count = room.min(WINDOW);
    session.one_sided(|| {
        for message in 0..count {
            pe.write(
                local.range(message * bytes..),
                &pattern(100 + message, bytes),
            )?;
        }
        for message in 0..count {
            // In reverse order, so that each message's place differs from its source.
            let to = (count - 1 - message) * bytes;
            pe.put_nbi(
                remote.range(to..).on(TARGET),
                local.range(message * bytes..message * bytes + bytes),
            )?;
        }
        Ok(pe.quiet()?)
    })?;
    for message in 0..count {
        expect(
            session,
            1,
            remote,
            (count - 1 - message) * bytes,
            100 + message,
            bytes,
        )?;
    }
    Ok(())
}

/// Checks on rank `on` that the bytes at `at` are those of `message`.
fn expect(
    session: &Session,
    on: u32,
    object: Symmetric<u8>,
    at: usize,
    message: usize,
    bytes: usize,
) -> Result<()> {
    if session.pe.my_pe() != on {
        return Ok(());
    }
    let mut found = vec![0; bytes];
    session.pe.read(object.range(at..), &mut found)?;
    let wrong = found
        .iter()
        .enumerate()
        .position(|(index, &found)| found != byte(message, index));
    ensure!(
        wrong.is_none(),
        "byte {} of a message of {bytes} bytes is not what was sent",
        wrong.unwrap_or_default()
    );
    Ok(())
}
