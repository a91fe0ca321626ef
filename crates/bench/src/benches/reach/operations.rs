//! Operations by size: small puts and gets, transfers in chunks, and atomics of each kind and width.

use anyhow::{Result, ensure};
use farreach::armci::{Armci, Patch};

use crate::limits::size_name;
use crate::meter;
use crate::sample::{Sample, Unit};
use crate::worker::{Session, TARGET};

use super::WARM_UP;

/// Bytes of small puts and gets.
const SMALL: [usize; 3] = [16, 512, 8 << 10];
/// Chunks of transfers, and how many of them one transfer moves. They lie four times their length apart.
const STRIDED: [(usize, usize); 2] = [(1 << 10, 1024), (64 << 10, 16)];
/// Bytes of each strided transfer.
const MOVED: usize = 1 << 20;
/// Bytes of a number.
const NUMBER: usize = size_of::<f64>();

/// Puts and gets of some bytes, one at a time.
pub(super) fn small(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let local = pe.alloc::<u8>(SMALL[SMALL.len() - 1])?;
    let remote = pe.alloc::<u8>(SMALL[SMALL.len() - 1])?;
    session.one_sided(|| {
        for bytes in SMALL {
            let put = meter::each(budget, WARM_UP, |_| {
                pe.put_nbi(remote.on(TARGET), local.range(..bytes))?;
                Ok(pe.quiet()?)
            })?;
            let case = format!("put {} + quiet", size_name(bytes));
            Sample::new(case, put.median(), Unit::Microseconds).emit();
            let get = meter::each(budget, WARM_UP, |_| {
                pe.get_nbi(remote.on(TARGET), local.range(..bytes))?;
                Ok(pe.quiet()?)
            })?;
            let case = format!("get {} + quiet", size_name(bytes));
            Sample::new(case, get.median(), Unit::Microseconds).emit();
        }
        Ok(())
    })
}

/// Puts, gets and accumulates, in one piece and in chunks. Each gives the bytes of a second.
pub(super) fn large(session: &Session, armci: &Armci) -> Result<()> {
    let budget = session.task.budget();
    let span = 4 * MOVED / NUMBER;
    let block = armci.allocate::<f64>(span)?;
    block.fill(0.0)?;
    session.one_sided(|| {
        let data = vec![1.0; span];
        let mut into = data.clone();
        let emit = |what: &str, seconds: f64| {
            Sample::new(what, MOVED as f64 / seconds, Unit::Bandwidth).emit();
        };
        let whole = MOVED / NUMBER;
        let add = meter::batches(budget, |_| {
            block.accumulate(TARGET, 0, 1.0, &data[..whole])?;
            Ok(armci.fence(TARGET)?)
        })?;
        emit("accumulate 1 MiB", add.seconds);
        for (chunk, count) in STRIDED {
            let name = format!("{count} x {}", size_name(chunk));
            let stride = [4 * chunk / NUMBER];
            let patch = Patch::new(&[chunk / NUMBER, count], &stride, &stride)?;
            let put = meter::batches(budget, |_| {
                block.put_patch(TARGET, 0, &data, &patch)?;
                Ok(armci.fence(TARGET)?)
            })?;
            emit(&format!("strided put, {name}"), put.seconds);
            let get = meter::batches(budget, |_| {
                Ok(block.get_patch(TARGET, 0, &mut into, &patch)?)
            })?;
            emit(&format!("strided get, {name}"), get.seconds);
            ensure!(
                into[0].to_bits() == 1.0_f64.to_bits(),
                "a strided get brought {}",
                into[0]
            );
            let add = meter::batches(budget, |_| {
                block.accumulate_patch(TARGET, 0, 1.0, &data, &patch)?;
                Ok(armci.fence(TARGET)?)
            })?;
            emit(&format!("strided accumulate, {name}"), add.seconds);
        }
        Ok(())
    })?;
    Ok(block.free()?)
}

/// All atomics that give the old value, of both widths.
pub(super) fn atomics(session: &Session) -> Result<()> {
    let (pe, budget) = (&session.pe, session.task.budget());
    let wide = pe.alloc_zeroed::<u64>(1)?;
    let narrow = pe.alloc_zeroed::<u32>(1)?;
    session.one_sided(|| {
        macro_rules! measure {
            ($word:expr, $width:literal, $kind:ty) => {
                let word = $word.at(0).on(TARGET);
                // Each operation is followed by a look at what the one before left.
                let mut value: $kind = pe.get(word)?;
                let mut each = |name: &str,
                                op: &mut dyn FnMut($kind) -> Result<($kind, $kind)>|
                 -> Result<()> {
                    let measured = meter::each(budget, WARM_UP, |_| {
                        let (old, new) = op(value)?;
                        ensure!(old == value, "an atomic brought {old}, not {value}");
                        value = new;
                        Ok(())
                    })?;
                    let case = format!("{name} {} bits", $width);
                    Sample::new(case, measured.median(), Unit::Microseconds).emit();
                    Ok(())
                };
                each("fetch-add", &mut |at| {
                    Ok((pe.fetch_add(word, 3)?, at.wrapping_add(3)))
                })?;
                each("compare-swap", &mut |at| {
                    let new = at.wrapping_add(1);
                    Ok((pe.compare_swap(word, at, new)?, new))
                })?;
                each("swap", &mut |at| {
                    let new = at.wrapping_add(5);
                    Ok((pe.swap(word, new)?, new))
                })?;
                each("fetch-and", &mut |at| {
                    Ok((pe.fetch_and(word, 0xffff_fff0)?, at & 0xffff_fff0))
                })?;
                each("fetch-or", &mut |at| Ok((pe.fetch_or(word, 9)?, at | 9)))?;
                each("fetch-xor", &mut |at| Ok((pe.fetch_xor(word, 7)?, at ^ 7)))?;
            };
        }
        measure!(wide, 64, u64);
        measure!(narrow, 32, u32);
        Ok(())
    })
}
