//! ARMCI with many processes: a counter for all, fences toward many, a shift and a transpose.

use std::time::Instant;

use anyhow::{Result, ensure};
use farreach::armci::{Armci, Patch};
use farreach::shmem::Reduction;

use crate::limits::size_name;
use crate::meter;
use crate::sample::{Sample, Unit};
use crate::worker::Session;

/// Factor of the time per case, since processes share cores and each needs many turns.
const BUDGETS: u32 = 10;
/// Operations between two looks at the clock.
const BURST: usize = 16;
/// Bytes that a process shifts to the next one.
const SHIFTED: usize = 64 << 10;
/// Rows of a process in the transpose, and columns of a block. A block has a chunk of 512 bytes in each row.
const ROWS: usize = 64;

pub(super) fn run(session: &Session, armci: &Armci) -> Result<()> {
    counter(session, armci)?;
    fences(session, armci)?;
    let shift = shift(session, armci)?;
    transpose(session, armci, shift)
}

/// What all processes but `idle` do at a time, summed up. `burst` does something, and returns how much that was. All
/// get the result.
fn together(
    session: &Session,
    idle: Option<u32>,
    mut burst: impl FnMut() -> Result<usize>,
) -> Result<(f64, f64)> {
    let pe = &session.pe;
    pe.barrier_all()?;
    let (mut done, mut rate) = (0, 0.0);
    if idle != Some(pe.my_pe()) {
        let begun = Instant::now();
        while begun.elapsed() < session.task.budget() * BUDGETS {
            done += burst()?;
        }
        rate = done as f64 / begun.elapsed().as_secs_f64();
    }
    pe.barrier_all()?;
    let mut sums = [done as f64, rate];
    pe.all_reduce(&mut sums, Reduction::Sum)?;
    Ok((sums[0], sums[1]))
}

/// All others add to a word of process 0.
fn counter(session: &Session, armci: &Armci) -> Result<()> {
    let word = armci.allocate::<i64>(usize::from(session.is_initiator()))?;
    word.fill(0)?;
    let (done, rate) = together(session, Some(0), || {
        for _ in 0..BURST {
            word.fetch_add(0, 0, 1)?;
        }
        Ok(BURST)
    })?;
    if session.is_initiator() {
        let mut counted = [0];
        word.get(0, 0, &mut counted)?;
        ensure!(
            counted[0] == done as i64,
            "{} of {done} additions were counted",
            counted[0]
        );
        let case = format!("fetch-add on process 0 by {} others", armci.size() - 1);
        Sample::new(case, rate, Unit::Rate).emit();
    }
    Ok(word.free()?)
}

/// Process 0 puts to some others, and fences. A fence behind it has nothing to wait for.
fn fences(session: &Session, armci: &Armci) -> Result<()> {
    let word = armci.allocate::<i64>(1)?;
    session.one_sided(|| {
        let mut alone = None;
        for targets in doubling(armci.size() - 1) {
            let puts = meter::batches(session.task.budget(), |number| {
                for target in 1..=targets {
                    word.put(target, 0, &[number as i64])?;
                }
                Ok(armci.all_fence()?)
            })?;
            let case = format!("put 8 B to {targets} and fence");
            Sample::new(case, puts.seconds, Unit::Microseconds).emit();
            let before = session.pe.world().stats();
            let fence = meter::batches(session.task.budget(), |_| Ok(armci.all_fence()?))?;
            let after = session.pe.world().stats();
            let case = format!("fence after {targets} have answered");
            let first = *alone.get_or_insert(fence.seconds);
            Sample::new(format!("{case}, time"), fence.seconds, Unit::Nanoseconds)
                .beside("after one has", first)
                .emit();
            let sent = (after.rc_bytes + after.ud_bytes) - (before.rc_bytes + before.ud_bytes);
            Sample::new(
                format!("{case}, sent and received by {} fences", fence.operations),
                sent as f64,
                Unit::Bytes,
            )
            .emit();
        }
        Ok(())
    })?;
    Ok(word.free()?)
}

/// 1, 2, 4 and so on, and the most.
fn doubling(most: u32) -> impl Iterator<Item = u32> {
    let powers = (0..32).map(|power| 1 << power);
    powers.take_while(move |&power| power < most).chain([most])
}

/// Each process puts to the next one. Returns the bytes per second of all.
fn shift(session: &Session, armci: &Armci) -> Result<f64> {
    let memory = armci.allocate::<u8>(SHIFTED)?;
    let data = vec![armci.rank() as u8; SHIFTED];
    let next = (armci.rank() + 1) % armci.size();
    let (_, rate) = together(session, None, || {
        memory.put(next, 0, &data)?;
        armci.fence(next)?;
        Ok(SHIFTED)
    })?;
    let mut found = vec![0; SHIFTED];
    memory.get(next, 0, &mut found)?;
    ensure!(found == data, "what was shifted is not at the next process");
    if session.is_initiator() {
        let case = format!("shift of {} by all", size_name(SHIFTED));
        Sample::new(case, rate, Unit::Bandwidth).emit();
    }
    armci.barrier()?;
    memory.free()?;
    Ok(rate)
}

/// A matrix lies in the processes by rows. Each process puts each of its blocks where the transposed matrix has
/// it.
fn transpose(session: &Session, armci: &Armci, shift: f64) -> Result<()> {
    let (size, own) = (armci.size() as usize, armci.rank() as usize);
    let columns = size * ROWS;
    let data: Vec<f64> = (0..ROWS * columns)
        .map(|at| (own * ROWS * columns + at) as f64)
        .collect();
    let matrix = armci.allocate::<f64>(data.len())?;
    let block = Patch::new(&[ROWS, ROWS], &[columns], &[columns])?;
    let (_, rate) = together(session, None, || {
        for step in 0..size {
            let to = (own + step) % size;
            matrix.put_patch(to as u32, own * ROWS, &data[to * ROWS..], &block)?;
        }
        armci.all_fence()?;
        Ok(size_of_val(data.as_slice()))
    })?;
    let mut found = vec![0.0; data.len()];
    matrix.get(armci.rank(), 0, &mut found)?;
    for (at, &number) in found.iter().enumerate() {
        let (row, column) = (at / columns, at % columns);
        let from = (column / ROWS * ROWS + row) * columns + own * ROWS + column % ROWS;
        ensure!(
            number.to_bits() == (from as f64).to_bits(),
            "row {row}, column {column} of process {own} has {number}, not {from}"
        );
    }
    if session.is_initiator() {
        let case = format!(
            "transpose by all, blocks of {ROWS} x {}",
            size_name(8 * ROWS)
        );
        Sample::new(case, rate, Unit::Bandwidth)
            .beside("the shift", shift)
            .emit();
    }
    armci.barrier()?;
    Ok(matrix.free()?)
}
