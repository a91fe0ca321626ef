//! Two processes: what `peers/armci.c` does.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use farreach::armci::{self, Armci, Block, Patch};

use super::super::catalogue::{Action, CHUNK, Operation, STRIDE, TRANSFER_MAX};
use super::row;
use crate::meter;

const TARGET: u32 = 1;
/// As in `peers/measure.h`.
const STREAM_WINDOW: usize = 16;
/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();
/// Numbers of each side's memory, as in `peers/armci.c`.
const NUMBERS: usize = (16 << 20) / NUMBER;

struct Pair<'a> {
    armci: &'a Armci,
    memory: Block<'a, f64>,
    words: Block<'a, i64>,
    budget: Duration,
}

/// Number `index` of the data with this seed: an integer, so that sums are exact.
fn number_of(seed: u32, index: usize) -> f64 {
    f64::from(seed) * 65536.0 + (index % 65521) as f64
}

/// Measures all operations, one after the other.
pub(super) fn measure(budget: Duration, operations: &[Operation]) -> Result<()> {
    let armci = armci::init()?;
    let pair = Pair {
        armci: &armci,
        memory: armci.allocate(NUMBERS)?,
        words: armci.allocate(1)?,
        budget,
    };
    for (index, &operation) in operations.iter().enumerate() {
        // The seeds differ, so that data of one operation is not taken for another's.
        pair.run(operation, index as u32 + 1)
            .with_context(|| operation.to_string())?;
    }
    let Pair { memory, words, .. } = pair;
    memory.free()?;
    words.free()?;
    Ok(armci.finalize()?)
}

impl Pair<'_> {
    fn run(&self, operation: Operation, seed: u32) -> Result<()> {
        let bytes = operation.bytes;
        ensure!(
            (NUMBER..=TRANSFER_MAX).contains(&bytes) && bytes.is_multiple_of(NUMBER),
            "{bytes} bytes are not numbers up to {TRANSFER_MAX} bytes"
        );
        let is_get = matches!(operation.action, Action::Get | Action::StridedGet);
        let own = self.armci.rank();
        let data: Vec<f64> = (0..NUMBERS).map(|index| number_of(seed, index)).collect();
        if is_get {
            self.memory.put(own, 0, &data)?;
        } else {
            self.memory.fill(0.0)?;
        }
        self.words.fill(0)?;
        self.armci.barrier()?;
        let messages = self.armci.messages();
        if own == TARGET {
            let mut times = [0; 8];
            messages.receive(Some(0), 0, &mut times)?;
            if !is_get {
                self.check(operation, &data, u64::from_ne_bytes(times))?;
            }
        } else {
            let times = self.initiate(operation, &data)?;
            messages.send(TARGET, 0, &times.to_ne_bytes())?;
        }
        Ok(self.armci.barrier()?)
    }

    /// Measures the initiator's part. Returns how often the operation was done.
    fn initiate(&self, operation: Operation, data: &[f64]) -> Result<u64> {
        let (memory, armci, budget) = (&self.memory, self.armci, self.budget);
        let numbers = operation.bytes / NUMBER;
        let patch = patch(operation.bytes)?;
        let from = &data[..numbers];
        let bandwidth = |bytes: usize, seconds: f64| bytes as f64 / seconds;
        let (batches, value) = match operation.action {
            Action::Put => {
                let put = meter::batches(budget, |_| {
                    black_box(memory).put(TARGET, 0, black_box(from))?;
                    Ok(armci.fence(TARGET)?)
                })?;
                (put.operations, put.seconds)
            }
            Action::Get => {
                let mut into = vec![0.0; numbers];
                let get = meter::batches(budget, |_| {
                    Ok(black_box(memory).get(TARGET, 0, black_box(&mut into))?)
                })?;
                ensure!(into == from, "a get returned something else");
                (get.operations, get.seconds)
            }
            Action::Accumulate => {
                let ones = vec![1.0; numbers];
                let add = meter::batches(budget, |_| {
                    black_box(memory).accumulate(TARGET, 0, 1.0, black_box(&ones))?;
                    Ok(armci.fence(TARGET)?)
                })?;
                (add.operations, add.seconds)
            }
            Action::FetchAdd => {
                let words = &self.words;
                let add = meter::batches(budget, |number| {
                    let before = black_box(words).fetch_add(TARGET, 0, 1)?;
                    ensure!(before == number as i64, "a fetch-add was lost or doubled");
                    Ok(())
                })?;
                (add.operations, add.seconds)
            }
            Action::PutStream => {
                let put = meter::batches(budget, |_| {
                    armci.scope(|scope| {
                        for _ in 0..STREAM_WINDOW {
                            scope.put(black_box(memory), TARGET, 0, black_box(from))?;
                        }
                        Ok::<_, armci::Error>(())
                    })?;
                    Ok(armci.fence(TARGET)?)
                })?;
                let bytes = STREAM_WINDOW * operation.bytes;
                (put.operations, bandwidth(bytes, put.seconds))
            }
            Action::StridedPut => {
                let put = meter::batches(budget, |_| {
                    black_box(memory).put_patch(TARGET, 0, black_box(data), &patch)?;
                    Ok(armci.fence(TARGET)?)
                })?;
                (put.operations, bandwidth(operation.bytes, put.seconds))
            }
            Action::StridedGet => {
                let mut into = vec![0.0; NUMBERS];
                let get = meter::batches(budget, |_| {
                    Ok(black_box(memory).get_patch(TARGET, 0, black_box(&mut into), &patch)?)
                })?;
                let is_right = places(operation.bytes).all(|at| is_same(into[at], data[at]));
                ensure!(is_right, "a strided get returned something else");
                (get.operations, bandwidth(operation.bytes, get.seconds))
            }
            Action::StridedAccumulate => {
                let ones = vec![1.0; NUMBERS];
                let add = meter::batches(budget, |_| {
                    black_box(memory).accumulate_patch(TARGET, 0, 1.0, black_box(&ones), &patch)?;
                    Ok(armci.fence(TARGET)?)
                })?;
                (add.operations, bandwidth(operation.bytes, add.seconds))
            }
            other => anyhow::bail!("{} is not an operation of this group", other.name()),
        };
        row(operation, value);
        Ok(batches)
    }

    /// Checks what the operation has left in the target's memory.
    fn check(&self, operation: Operation, data: &[f64], times: u64) -> Result<()> {
        if operation.action == Action::FetchAdd {
            let mut word = [0];
            self.words.get(TARGET, 0, &mut word)?;
            ensure!(word == [times as i64], "{} of {times} additions", word[0]);
            return Ok(());
        }
        let mut memory = vec![0.0; NUMBERS];
        self.memory.get(TARGET, 0, &mut memory)?;
        let expected = |at: usize| match operation.action {
            Action::Accumulate | Action::StridedAccumulate => times as f64,
            _ => data[at],
        };
        let is_strided = matches!(
            operation.action,
            Action::StridedPut | Action::StridedAccumulate
        );
        let is_right = if is_strided {
            places(operation.bytes).all(|at| is_same(memory[at], expected(at)))
        } else {
            (0..operation.bytes / NUMBER).all(|at| is_same(memory[at], expected(at)))
        };
        ensure!(is_right, "the target's memory has something else");
        Ok(())
    }
}

/// Whether a number is another one, bit for bit.
fn is_same(number: f64, other: f64) -> bool {
    number.to_bits() == other.to_bits()
}

/// The patch of a strided transfer of `bytes` bytes.
fn patch(bytes: usize) -> Result<Patch> {
    let stride = [STRIDE / NUMBER];
    let counts = [CHUNK / NUMBER, (bytes / CHUNK).max(1)];
    Ok(Patch::new(&counts, &stride, &stride)?)
}

/// The numbers of a strided transfer of `bytes` bytes.
fn places(bytes: usize) -> impl Iterator<Item = usize> {
    (0..bytes / CHUNK).flat_map(|chunk| {
        let first = chunk * STRIDE / NUMBER;
        first..first + CHUNK / NUMBER
    })
}
