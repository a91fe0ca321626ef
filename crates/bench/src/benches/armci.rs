//! ARMCI: single operations beside those of the runtime, strides and accumulates beside one contiguous put
//! of as many bytes, and strides on a node beside a local copy of the same blocks.

pub(crate) mod protocols;
mod together;

use std::hint::black_box;

use anyhow::Result;
use farreach::armci::{self, Armci, Block, Patch};
use farreach::shmem::Symmetric;

use crate::limits::size_name;
use crate::meter;
use crate::sample::{Sample, Unit};
use crate::task::Scenario;
use crate::worker::{Session, TARGET};

/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();
/// Bytes of accumulates where protocols are compared.
pub(crate) const COMPARED: [usize; 9] = [
    8,
    128,
    256,
    512,
    1 << 10,
    2 << 10,
    8 << 10,
    64 << 10,
    1 << 20,
];
/// Chunks of strided transfers, and how many of them one transfer moves. They lie four times their length
/// apart.
const STRIDED: [(usize, usize); 5] = [
    (64, 8192),
    (512, 1024),
    (1 << 10, 512),
    (8 << 10, 64),
    (64 << 10, 64),
];
/// Bytes from the first chunk of the longest strided transfer to the gap behind the last one.
const SPAN: usize = 4 * 64 * (64 << 10);
/// Bytes of accumulates.
const SIZES: [usize; 5] = [8, 512, 8 << 10, 64 << 10, 1 << 20];

pub(crate) fn run(session: &Session) -> Result<()> {
    let armci = armci::init()?;
    match session.task.scenario {
        Scenario::Together => together::run(session, &armci)?,
        Scenario::Accumulates => numbers(session, &armci)?,
        _ => pair(session, &armci)?,
    }
    Ok(armci.finalize()?)
}

/// Two processes.
fn pair(session: &Session, armci: &Armci) -> Result<()> {
    let block = armci.allocate::<f64>(SPAN / NUMBER)?;
    let words = armci.allocate::<i64>(1)?;
    block.fill(0.0)?;
    words.fill(0)?;
    // Collective, so not in what the initiator does alone.
    let symmetric = (session.pe.alloc(1)?, session.pe.alloc(1)?);
    armci.barrier()?;
    session.one_sided(|| {
        single(session, armci, &block, &words, symmetric)?;
        strided(session, armci, &block)?;
        accumulates(session, armci, &block)
    })?;
    block.free()?;
    Ok(words.free()?)
}

/// Accumulates of floating-point numbers and of integers, for a comparison of protocols.
fn numbers(session: &Session, armci: &Armci) -> Result<()> {
    let doubles = armci.allocate::<f64>(COMPARED[COMPARED.len() - 1] / NUMBER)?;
    let integers = armci.allocate::<i64>(COMPARED[COMPARED.len() - 1] / NUMBER)?;
    doubles.fill(0.0)?;
    integers.fill(0)?;
    session.one_sided(|| {
        let (ones, units) = (vec![1.0; doubles.len()], vec![1; integers.len()]);
        for bytes in COMPARED {
            let numbers = bytes / NUMBER;
            let add = meter::batches(session.task.budget(), |_| {
                doubles.accumulate(TARGET, 0, 1.0, &ones[..numbers])?;
                Ok(armci.fence(TARGET)?)
            })?;
            let case = format!("accumulate {} of doubles and fence", size_name(bytes));
            Sample::new(case, add.seconds, Unit::Microseconds).emit();
            let add = meter::batches(session.task.budget(), |_| {
                integers.accumulate(TARGET, 0, 1, &units[..numbers])?;
                Ok(armci.fence(TARGET)?)
            })?;
            let case = format!("accumulate {} of integers and fence", size_name(bytes));
            Sample::new(case, add.seconds, Unit::Microseconds).emit();
        }
        Ok(())
    })?;
    doubles.free()?;
    Ok(integers.free()?)
}

/// Reports seconds beside those of something else.
fn report(session: &Session, case: &str, seconds: f64, beside: &str, others: f64) {
    let unit = if session.is_cross_node() {
        Unit::Microseconds
    } else {
        Unit::Nanoseconds
    };
    Sample::new(case, seconds, unit)
        .beside(beside, others)
        .emit();
}

/// One operation at a time, beside the same of the runtime.
fn single(
    session: &Session,
    armci: &Armci,
    block: &Block<'_, f64>,
    words: &Block<'_, i64>,
    symmetric: (Symmetric<f64>, Symmetric<i64>),
) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let (memory, word) = symmetric;
    let seconds = |op: &mut dyn FnMut() -> Result<()>| -> Result<f64> {
        Ok(meter::batches(budget, |_| op())?.seconds)
    };
    let shmem = "OpenSHMEM's";
    let put = seconds(&mut || {
        black_box(block).put(TARGET, 0, black_box(&[1.0]))?;
        Ok(armci.fence(TARGET)?)
    })?;
    let other = seconds(&mut || {
        pe.put(black_box(&memory).at(0).on(TARGET), black_box(1.0))?;
        Ok(pe.quiet()?)
    })?;
    report(session, "put 8 B and fence", put, shmem, other);
    let mut into = [0.0];
    let get = seconds(&mut || Ok(black_box(block).get(TARGET, 0, black_box(&mut into))?))?;
    let other = seconds(&mut || {
        black_box(pe.get(black_box(&memory).at(0).on(TARGET))?);
        Ok(())
    })?;
    report(session, "get 8 B", get, shmem, other);
    let add = seconds(&mut || {
        black_box(black_box(words).fetch_add(TARGET, 0, 1)?);
        Ok(())
    })?;
    let other = seconds(&mut || {
        black_box(pe.fetch_add(black_box(&word).at(0).on(TARGET), 1)?);
        Ok(())
    })?;
    report(session, "fetch-add 64 bits", add, shmem, other);
    Ok(())
}

/// Puts, gets and accumulates in chunks, beside one contiguous put or get of as many bytes.
fn strided(session: &Session, armci: &Armci, block: &Block<'_, f64>) -> Result<()> {
    let budget = session.task.budget();
    let data = vec![1.0; SPAN / NUMBER];
    let mut into = data.clone();
    for (chunk, count) in STRIDED {
        let (bytes, stride) = (chunk * count, [4 * chunk / NUMBER]);
        let rate = |seconds: f64| bytes as f64 / seconds;
        let name = format!("{count} x {}", size_name(chunk));
        let patch = Patch::new(&[chunk / NUMBER, count], &stride, &stride)?;
        let whole_put = meter::batches(budget, |_| {
            block.put(TARGET, 0, &data[..bytes / NUMBER])?;
            Ok(armci.fence(TARGET)?)
        })?;
        let put = meter::batches(budget, |_| {
            block.put_patch(TARGET, 0, &data, &patch)?;
            Ok(armci.fence(TARGET)?)
        })?;
        let whole_get = meter::batches(budget, |_| {
            Ok(block.get(TARGET, 0, &mut into[..bytes / NUMBER])?)
        })?;
        let get = meter::batches(budget, |_| {
            Ok(block.get_patch(TARGET, 0, &mut into, &patch)?)
        })?;
        let add = meter::batches(budget, |_| {
            block.accumulate_patch(TARGET, 0, 1.0, &data, &patch)?;
            Ok(armci.fence(TARGET)?)
        })?;
        if !session.is_cross_node() {
            let copy = meter::batches(budget, |_| {
                let to = black_box(&mut into).chunks_mut(stride[0]);
                let from = black_box(&data).chunks(stride[0]);
                for (to, from) in to.zip(from).take(count) {
                    to[..chunk / NUMBER].copy_from_slice(&from[..chunk / NUMBER]);
                }
                Ok(())
            })?;
            for (what, seconds) in [("put", put.seconds), ("get", get.seconds)] {
                Sample::new(
                    format!("strided {what}, {name}, here"),
                    rate(seconds),
                    Unit::Bandwidth,
                )
                .beside("a copy of the same blocks", rate(copy.seconds))
                .emit();
            }
        }
        let moved = put.operations + get.operations + add.operations;
        let moved = moved + whole_put.operations + whole_get.operations;
        session.count_payload(bytes as u64 * moved);
        for (what, seconds, whole, beside) in [
            ("put", put.seconds, whole_put.seconds, "put"),
            ("get", get.seconds, whole_get.seconds, "get"),
            ("accumulate", add.seconds, whole_put.seconds, "put"),
        ] {
            let case = format!("strided {what}, {name}");
            Sample::new(case, rate(seconds), Unit::Bandwidth)
                .beside(
                    format!("a {beside} of as many bytes in one piece"),
                    rate(whole),
                )
                .emit();
        }
    }
    Ok(())
}

/// Accumulates with a factor and without, beside puts of as many bytes.
fn accumulates(session: &Session, armci: &Armci, block: &Block<'_, f64>) -> Result<()> {
    let budget = session.task.budget();
    let ones = vec![1.0; SIZES[SIZES.len() - 1] / NUMBER];
    for bytes in SIZES {
        let ones = &ones[..bytes / NUMBER];
        let put = meter::batches(budget, |_| {
            block.put(TARGET, 0, black_box(ones))?;
            Ok(armci.fence(TARGET)?)
        })?;
        session.count_payload(bytes as u64 * put.operations);
        for (name, scale) in [("", 1.0), (" times a factor", 0.5)] {
            let add = meter::batches(budget, |_| {
                block.accumulate(TARGET, 0, scale, black_box(ones))?;
                Ok(armci.fence(TARGET)?)
            })?;
            session.count_payload(bytes as u64 * add.operations);
            let case = format!("accumulate {}{name} and fence", size_name(bytes));
            report(session, &case, add.seconds, "a put", put.seconds);
        }
    }
    Ok(())
}
