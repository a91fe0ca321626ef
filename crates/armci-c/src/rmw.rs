//! Words that are read, modified and written in one step.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::{Fault, needed};
use farreach_runtime::{AtomicOp, AtomicWidth};

use crate::state;

/// `ARMCI_Rmw`: `local` gets the word that was there. With a swap the word becomes what is at
/// `local`, else `value` is added to it. An addition is taken for a draw from a counter.
///
/// # Safety
/// A word of the operation's type must be at `local`.
#[inline]
pub(crate) unsafe fn rmw(
    op: c_int,
    local: *mut u8,
    remote: *mut u8,
    value: c_int,
    proc: c_int,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    let word = state.place(proc, remote, "prem")?;
    let (pe, offset) = (word.pe, word.offset);
    let through = state.world.direct();
    needed(local, "ploc")?;
    // SAFETY: the caller's promise.
    unsafe {
        match op {
            0 => {
                let add = || AtomicOp::Add(u64::from(value as u32));
                let old = through.atomic(pe, offset, AtomicWidth::W32, add)?;
                local.cast::<u32>().write_unaligned(old as u32);
            }
            1 => {
                let add = || AtomicOp::Add(i64::from(value) as u64);
                let old = through.atomic(pe, offset, AtomicWidth::W64, add)?;
                local.cast::<u64>().write_unaligned(old);
            }
            2 => {
                let new = local.cast::<u32>().read_unaligned();
                let swap = || AtomicOp::Swap(u64::from(new));
                let old = through.atomic(pe, offset, AtomicWidth::W32, swap)?;
                local.cast::<u32>().write_unaligned(old as u32);
            }
            3 => {
                let new = local.cast::<u64>().read_unaligned();
                let swap = || AtomicOp::Swap(new);
                let old = through.atomic(pe, offset, AtomicWidth::W64, swap)?;
                local.cast::<u64>().write_unaligned(old);
            }
            _ => {
                let what =
                    format!("{op} is none of ARMCI_FETCH_AND_ADD to ARMCI_SWAP_LONG, 0 to 3");
                return Err(Fault::argument("op", what));
            }
        }
    }
    if op < 2 {
        state.world.has_drawn(pe);
    }
    Ok(0)
}
