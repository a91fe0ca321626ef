//! Two processes: what `peers/rma.c` and the one-sided part of `peers/shmem.c` do, with their
//! windows and sizes.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use farreach::shmem::{Compare, Pe, Symmetric};

use super::super::catalogue::{Action, CHUNK, Operation, STRIDE, TRANSFER_MAX};
use super::row;
use crate::clock::process_cpu_seconds;
use crate::meter;

const TARGET: u32 = 1;
/// As in `peers/measure.h`.
const RATE_WINDOW: usize = 1024;
const STREAM_WINDOW: usize = 16;
/// Words of each side's memory for transfers, as in `peers/measure.h`.
const MEMORY_WORDS: usize = (16 << 20) / 8;

/// The distance in words between control words: a cache line.
const LINE: usize = 8;
/// The control word with the number of the operation that the initiator has finished.
const STOP: usize = 0;
/// The control word with the processor time of [`Action::PutCpu`]'s target.
const USED: usize = LINE;
/// The control word that asks [`Action::PutCpu`]'s target for its processor time.
const THERE: usize = 2 * LINE;
const WORDS: usize = 3 * LINE;
/// Bytes of a word.
const WORD: usize = 8;

struct Pair<'a> {
    pe: &'a Pe,
    budget: Duration,
    /// The source of transfers and the target of gets.
    local: Symmetric<u64>,
    /// The target of puts and the source of gets.
    memory: Symmetric<u64>,
    words: Symmetric<u64>,
}

/// Word `index` of the data with this seed.
fn word_of(seed: u32, index: usize) -> u64 {
    (index as u64 + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(u64::from(seed) << 40)
}

fn data(seed: u32, words: usize) -> Vec<u64> {
    (0..words).map(|index| word_of(seed, index)).collect()
}

/// Measures all operations, one after the other.
pub(super) fn measure(pe: &Pe, budget: Duration, operations: &[Operation]) -> Result<()> {
    let pair = Pair {
        pe,
        budget,
        local: pe.alloc(MEMORY_WORDS)?,
        memory: pe.alloc(MEMORY_WORDS)?,
        words: pe.alloc(WORDS)?,
    };
    for (index, &operation) in operations.iter().enumerate() {
        // The seeds differ, so that data of one operation is not taken for another's.
        pair.run(operation, index as u32 + 1)
            .with_context(|| operation.to_string())?;
    }
    Ok(())
}

impl Pair<'_> {
    fn is_initiator(&self) -> bool {
        self.pe.my_pe() == 0
    }

    fn run(&self, operation: Operation, seed: u32) -> Result<()> {
        let bytes = operation.bytes;
        ensure!(
            (WORD..=TRANSFER_MAX).contains(&bytes) && bytes.is_multiple_of(WORD),
            "{bytes} bytes are not words up to {TRANSFER_MAX} bytes"
        );
        let (pe, pattern, nothing) = (self.pe, data(seed, MEMORY_WORDS), vec![0; MEMORY_WORDS]);
        let is_get = matches!(operation.action, Action::Get | Action::GetStream);
        let target_has_it = is_get && !self.is_initiator();
        pe.write(self.memory, if target_has_it { &pattern } else { &nothing })?;
        pe.write(self.local, if is_get { &nothing } else { &pattern })?;
        pe.write(self.words.range(THERE..), &[0; WORDS - THERE])?;
        pe.barrier_all()?;
        match operation.action {
            _ if self.is_initiator() => {
                row(operation, self.one_sided(operation, seed)?);
                pe.put(self.words.at(STOP).on(TARGET), u64::from(seed))?;
                pe.quiet()?;
            }
            _ => self.serve(operation, seed)?,
        }
        let checked = match operation.action {
            Action::Get | Action::GetStream | Action::FetchAdd => false,
            _ => !self.is_initiator(),
        };
        if checked {
            self.check(operation, seed)?;
        }
        Ok(pe.barrier_all()?)
    }

    /// Seconds, operations per second or bytes per second of an operation of the initiator alone.
    fn one_sided(&self, operation: Operation, seed: u32) -> Result<f64> {
        let (pe, budget, bytes) = (self.pe, self.budget, operation.bytes);
        let (local, memory, words) = (&self.local, &self.memory, bytes / WORD);
        let pattern = data(seed, words);
        let seconds = |op: &mut dyn FnMut() -> Result<()>| -> Result<f64> {
            Ok(meter::batches(budget, |_| op())?.seconds)
        };
        match operation.action {
            Action::Put if words == 1 => {
                let put = meter::batches(budget, |_| {
                    pe.put(black_box(memory).at(0).on(TARGET), black_box(pattern[0]))?;
                    Ok(pe.quiet()?)
                })?;
                Ok(put.seconds)
            }
            Action::Put => {
                let put = meter::batches(budget, |_| {
                    pe.put_slice(black_box(memory).on(TARGET), black_box(&pattern))?;
                    Ok(pe.quiet()?)
                })?;
                Ok(put.seconds)
            }
            Action::Get if words == 1 => {
                let mut differences = 0;
                let get = meter::batches(budget, |_| {
                    differences |= pe.get(black_box(memory).at(0).on(TARGET))? ^ pattern[0];
                    Ok(())
                })?;
                ensure!(differences == 0, "a get returned something else");
                Ok(get.seconds)
            }
            Action::Get => {
                let mut into = vec![0; words];
                let get = meter::batches(budget, |_| {
                    Ok(pe.get_slice(black_box(memory).on(TARGET), black_box(&mut into))?)
                })?;
                ensure!(into == pattern, "a get returned something else");
                Ok(get.seconds)
            }
            Action::FetchAdd => {
                let add = meter::batches(budget, |number| {
                    let before = pe.fetch_add(black_box(memory).at(0).on(TARGET), 1)?;
                    ensure!(before == number, "an addition was lost");
                    Ok(())
                })?;
                Ok(add.seconds)
            }
            Action::PutRate => {
                let window = seconds(&mut || {
                    for at in 0..RATE_WINDOW {
                        pe.put_nbi(
                            black_box(memory).range(at * words..).on(TARGET),
                            local.range(at * words..at * words + words),
                        )?;
                    }
                    Ok(pe.quiet()?)
                })?;
                Ok(RATE_WINDOW as f64 / window)
            }
            Action::PutStream => {
                let window = seconds(&mut || self.put_window(words))?;
                Ok((STREAM_WINDOW * bytes) as f64 / window)
            }
            Action::PutCpu => self.put_cpu(bytes),
            Action::GetStream => {
                let window = seconds(&mut || {
                    for _ in 0..STREAM_WINDOW {
                        pe.get_nbi(memory.on(TARGET), local.range(..words))?;
                    }
                    Ok(pe.quiet()?)
                })?;
                let mut got = vec![0; words];
                pe.read(local, &mut got)?;
                ensure!(got == pattern, "a get returned something else");
                Ok((STREAM_WINDOW * bytes) as f64 / window)
            }
            Action::StridedPut => {
                let put = seconds(&mut || {
                    for chunk in 0..bytes / CHUNK {
                        let at = chunk * STRIDE / WORD;
                        pe.put_nbi(
                            memory.range(at..).on(TARGET),
                            local.range(at..at + CHUNK / WORD),
                        )?;
                    }
                    Ok(pe.quiet()?)
                })?;
                Ok(bytes as f64 / put)
            }
            _ => bail!("it is none of two processes'"),
        }
    }

    fn put_window(&self, words: usize) -> Result<()> {
        for _ in 0..STREAM_WINDOW {
            self.pe
                .put_nbi(self.memory.on(TARGET), self.local.range(..words))?;
        }
        Ok(self.pe.quiet()?)
    }

    /// Processor seconds of both sides per MiB.
    fn put_cpu(&self, bytes: usize) -> Result<f64> {
        let pe = self.pe;
        let before = process_cpu_seconds();
        let windows = meter::batches(self.budget, |_| self.put_window(bytes / WORD))?;
        let used = process_cpu_seconds() - before;
        pe.put(self.words.at(THERE).on(TARGET), 1)?;
        pe.wait_until(self.words.at(USED), Compare::Ne, 0)?;
        let others = f64::from_bits(pe.get(self.words.at(USED).on(0))?);
        let moved = windows.operations as f64 * (STREAM_WINDOW * bytes) as f64;
        Ok((used + others) / (moved / f64::from(1 << 20)))
    }

    /// Keeps the target inside the library until the initiator has finished.
    fn serve(&self, operation: Operation, seed: u32) -> Result<()> {
        let (pe, before) = (self.pe, process_cpu_seconds());
        let until = |word: usize, value: u64| -> Result<()> {
            while !pe.test(self.words.at(word), Compare::Eq, value)? {}
            Ok(())
        };
        if operation.action == Action::PutCpu {
            until(THERE, 1)?;
            let used = process_cpu_seconds() - before;
            pe.put(self.words.at(USED).on(0), used.to_bits())?;
            pe.quiet()?;
        }
        until(STOP, u64::from(seed))
    }

    /// Checks that the target's memory has the operation's data.
    fn check(&self, operation: Operation, seed: u32) -> Result<()> {
        let words = operation.bytes / WORD;
        let (stride, chunk) = (STRIDE / WORD, CHUNK / WORD);
        let is_moved = |index: usize| match operation.action {
            Action::PutRate => index < RATE_WINDOW * words,
            Action::StridedPut => index < words / chunk * stride && index % stride < chunk,
            _ => index < words,
        };
        let mut found = vec![0; MEMORY_WORDS];
        self.pe.read(self.memory, &mut found)?;
        let wrong = (0..MEMORY_WORDS).find(|&index| {
            let expected = if is_moved(index) {
                word_of(seed, index)
            } else {
                0
            };
            found[index] != expected
        });
        if let Some(index) = wrong {
            bail!("word {index} at the target is not what was put");
        }
        Ok(())
    }
}
