//! The processor time that moving 1 MiB to another node takes on both sides.

use std::time::Instant;

use anyhow::Result;

use crate::clock::process_cpu_seconds;
use crate::limits::Limit;
use crate::sample::{Unit, emit};
use crate::worker::{Session, TARGET};

const BYTES: usize = 1 << 20;
/// Puts before a quiet.
const WINDOW: usize = 16;

/// The target waits in a barrier, so that it takes processor time only for what arrives.
pub(crate) fn run(session: &Session) -> Result<()> {
    let pe = &session.pe;
    let (local, remote) = (pe.alloc::<u8>(BYTES)?, pe.alloc::<u8>(BYTES)?);
    let windows = || -> Result<f64> {
        let (begun, mut moved) = (Instant::now(), 0);
        while begun.elapsed() < session.task.budget() {
            for _ in 0..WINDOW {
                pe.put_nbi(remote.on(TARGET), local.range(..BYTES))?;
            }
            pe.quiet()?;
            moved += WINDOW;
        }
        session.count_payload((moved * BYTES) as u64);
        Ok(moved as f64)
    };
    if session.is_initiator() {
        windows()?;
    }
    pe.barrier_all()?;
    let before = process_cpu_seconds();
    let mut mebibytes = [0.0];
    let mut used = [0.0; 2];
    if session.is_initiator() {
        mebibytes[0] = windows()?;
        used[0] = process_cpu_seconds() - before;
    }
    pe.barrier_all()?;
    if !session.is_initiator() {
        used[1] = process_cpu_seconds() - before;
    }
    pe.all_reduce(&mut used, farreach::shmem::Reduction::Sum)?;
    if session.is_initiator() {
        let [initiator, target] = used.map(|seconds| seconds / mebibytes[0]);
        let unit = Unit::Microseconds;
        let case = "CPU time of putting 1 MiB";
        emit(format!("{case}, initiator"), initiator, unit, Vec::new());
        emit(format!("{case}, target"), target, unit, Vec::new());
        let both = initiator + target;
        let case = format!("{case}, both sides");
        emit(case.clone(), both, unit, Limit::TcpCpu.once());
        let case = format!("{case} (beside gathered UDP)");
        emit(case, both, unit, Limit::UdpCpu.once());
    }
    Ok(())
}
