//! Incast: many senders to one receiver, each on its own node.

use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::shmem::{Reduction, Symmetric};

use crate::sample::{Sample, Unit};
use crate::worker::Session;

const BYTES: usize = 1 << 20;
/// Puts before a quiet.
const WINDOW: usize = 4;
/// Factor of the time per case, since processes share cores and each needs many turns.
const BUDGETS: u32 = 10;

pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let senders = pe.n_pes() - 1;
    let local = pe.alloc::<u8>(BYTES)?;
    let remote = pe.alloc::<u8>(senders as usize * BYTES)?;
    pe.write(local, &vec![pe.my_pe() as u8; BYTES])?;
    if !session.is_initiator() {
        window(session, &local, &remote)?;
    }
    let [one] = rates(session, &local, &remote, 1)?[..1] else {
        unreachable!("a rate for each process");
    };
    let all = rates(session, &local, &remote, senders)?;
    if session.is_initiator() {
        check(session, &remote)?;
        let total = all.iter().sum();
        let fastest = all.iter().copied().fold(0.0, f64::max);
        let slowest = all.iter().copied().fold(f64::INFINITY, f64::min);
        let case = format!("put 1 MiB, {senders} senders to one receiver");
        Sample::new(format!("{case}, total"), total, Unit::Bandwidth)
            .beside("one of them alone", one)
            .emit();
        Sample::new(format!("{case}, fastest sender"), fastest, Unit::Bandwidth)
            .beside("the slowest", slowest)
            .emit();
    }
    Ok(())
}

/// The bytes per second of each of the first `senders` senders, which send at the same time. All
/// ranks get the result.
fn rates(
    session: &Session,
    local: &Symmetric<u8>,
    remote: &Symmetric<u8>,
    senders: u32,
) -> Result<Vec<f64>> {
    let pe = &session.pe;
    let mut rates = vec![0.0; pe.n_pes() as usize - 1];
    pe.barrier_all()?;
    if (1..=senders).contains(&pe.my_pe()) {
        let (begun, mut moved) = (Instant::now(), 0);
        while begun.elapsed() < session.task.budget() * BUDGETS {
            window(session, local, remote)?;
            moved += WINDOW * BYTES;
        }
        rates[pe.my_pe() as usize - 1] = moved as f64 / begun.elapsed().as_secs_f64();
    }
    pe.barrier_all()?;
    pe.all_reduce(&mut rates, Reduction::Sum)?;
    rates.truncate(senders as usize);
    Ok(rates)
}

/// Checks that each sender's bytes are at their place.
fn check(session: &Session, remote: &Symmetric<u8>) -> Result<()> {
    let mut found = vec![0; remote.len()];
    session.pe.read(remote, &mut found)?;
    for (place, bytes) in found.chunks(BYTES).enumerate() {
        let sender = place + 1;
        let is_right = bytes.iter().all(|&byte| byte == sender as u8);
        ensure!(is_right, "what rank {sender} put is not at the receiver");
    }
    Ok(())
}

/// Puts this sender's bytes to their place at the receiver.
fn window(session: &Session, local: &Symmetric<u8>, remote: &Symmetric<u8>) -> Result<()> {
    let pe = &session.pe;
    let place = (pe.my_pe() as usize - 1) * BYTES;
    for _ in 0..WINDOW {
        pe.put_nbi(remote.range(place..).on(0), local.range(..BYTES))?;
    }
    Ok(pe.quiet()?)
}
