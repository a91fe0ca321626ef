//! Puts with signals, and signals.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_runtime::{Signal, SignalOp};

use crate::context::On;
use crate::fault::{self, Fault};
use crate::rma::{Ends, ends};
use crate::state::{self, State};
use crate::wait;

fn operation(sig_op: c_int) -> Result<SignalOp, Fault> {
    match sig_op {
        1 => Ok(SignalOp::Set),
        2 => Ok(SignalOp::Add),
        other => Err(Fault::argument(
            "sig_op",
            format!("{other} is neither SHMEM_SIGNAL_SET nor SHMEM_SIGNAL_ADD"),
        )),
    }
}

fn signal_at(
    state: &State,
    sig_addr: *const u64,
    op: SignalOp,
    value: u64,
) -> Result<Signal, Fault> {
    state.check_words(sig_addr, 1, "sig_addr")?;
    let offset = state.offset(sig_addr, "sig_addr")?;
    Ok(Signal { offset, op, value })
}

macro_rules! put_signal {
    ($(#[$about:meta])* $name:ident, $by:ident) => {
        $(#[$about])*
        ///
        /// # Safety
        /// The elements must be there, until the transfer is complete.
        #[expect(clippy::too_many_arguments, reason = "those of the specification")]
        #[inline]
        pub(crate) unsafe fn $name<T>(
            ctx: impl On,
            dest: *mut T,
            source: *const T,
            nelems: usize,
            sig_addr: *mut u64,
            signal: u64,
            sig_op: c_int,
            pe: c_int,
        ) -> Result<(), Fault> {
            let state = state::get()?;
            let signal = signal_at(state, sig_addr, operation(sig_op)?, signal)?;
            let (near, far) = ((source, "source"), (dest.cast_const(), "dest"));
            let done = match ends(state, ctx, near, far, nelems, pe)? {
                // SAFETY: as the caller vouches.
                Some(Ends { site, rank, offset, len }) => unsafe {
                    site.through.$by(rank, offset, source.cast(), len, signal)
                },
                None => {
                    let site = ctx.site(state)?;
                    site.through.signal(site.rank(pe)?, signal)
                }
            };
            done.map_err(|error| fault::of_transfer(error, pe))
        }
    };
}

put_signal! {
    /// Copies elements to a PE, then updates a signal there.
    put_signal, put_signal_raw
}
put_signal! {
    /// Begins to copy elements to a PE and to update a signal there.
    put_signal_nbi, put_signal_raw_nbi
}

/// Sets a signal at a PE.
#[inline]
pub(crate) fn set(ctx: impl On, sig_addr: *mut u64, signal: u64, pe: c_int) -> Result<(), Fault> {
    send(ctx, sig_addr, SignalOp::Set, signal, pe)
}

/// Adds to a signal at a PE.
#[inline]
pub(crate) fn add(ctx: impl On, sig_addr: *mut u64, signal: u64, pe: c_int) -> Result<(), Fault> {
    send(ctx, sig_addr, SignalOp::Add, signal, pe)
}

#[inline]
fn send(
    ctx: impl On,
    sig_addr: *mut u64,
    op: SignalOp,
    value: u64,
    pe: c_int,
) -> Result<(), Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let signal = signal_at(state, sig_addr, op, value)?;
    let sent = site.through.signal(site.rank(pe)?, signal);
    sent.map_err(|error| fault::of_transfer(error, pe))
}

/// Loads this PE's signal.
///
/// # Safety
/// `sig_addr` must be a signal.
#[inline]
pub(crate) unsafe fn fetch(sig_addr: *const u64) -> Result<u64, Fault> {
    let state = state::get()?;
    state.check_words(sig_addr, 1, "sig_addr")?;
    state.world.poll();
    // SAFETY: checked.
    Ok(unsafe { wait::load(sig_addr) })
}

/// Waits until the comparison of this PE's signal with a value holds. Returns the signal.
///
/// # Safety
/// `sig_addr` must be a signal.
#[inline]
pub(crate) unsafe fn wait_until(
    sig_addr: *mut u64,
    cmp: c_int,
    cmp_value: u64,
) -> Result<u64, Fault> {
    // SAFETY: as the caller vouches.
    unsafe {
        wait::awaited(
            "shmem_signal_wait_until",
            (sig_addr, "sig_addr"),
            cmp,
            cmp_value,
        )
    }
}
