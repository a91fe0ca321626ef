//! Large puts and gets: a window of non-blocking operations and one quiet.

use std::time::Duration;

use anyhow::{Result, ensure};
use farreach::shmem::{Steps, Symmetric};

use crate::benches::{cost, incast, loss};
use crate::limits::{Limit, size_name};
use crate::meter;
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

/// A strided put of long blocks, beside a contiguous put of as many bytes.
fn strided(session: &Session) -> Result<()> {
    const BLOCK: usize = 64 << 10;
    let (pe, budget, count) = (&session.pe, session.task.budget(), 64);
    let remote = pe.alloc::<u8>(2 * count * BLOCK)?;
    let blocks = pattern(1000, count * BLOCK);
    session.one_sided(|| {
        let to = Steps::every(2 * BLOCK).blocks_of(BLOCK);
        let from = Steps::every(BLOCK).blocks_of(BLOCK);
        let put = meter::batches(budget, |_| {
            pe.put_strided(remote.steps(to).on(TARGET), &blocks, from, count)?;
            Ok(pe.quiet()?)
        })?;
        let whole = meter::batches(budget, |_| {
            pe.put_slice(remote.on(TARGET), &blocks)?;
            Ok(pe.quiet()?)
        })?;
        session.count_payload((count * BLOCK) as u64 * (put.operations + whole.operations));
        let rate = |seconds: f64| (count * BLOCK) as f64 / seconds;
        let case = format!("strided put, {count} x {}", size_name(BLOCK));
        let beside = rate(whole.seconds);
        Sample::new(case, rate(put.seconds), Unit::Bandwidth)
            .beside("as many bytes in one piece", beside)
            .emit();
        Ok(())
    })
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
