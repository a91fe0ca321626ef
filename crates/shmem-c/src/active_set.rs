//! Collectives of active sets: PEs at distances of powers of two, which each call names.
//!
//! Only PEs of the set should call them. Programs call them on all PEs, and other libraries permit
//! that. A call on a PE outside the set is an error only with `FARREACH_DEBUG=on`.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_long};

use farreach_c::unsigned;
use farreach_openshmem::Reduction;
use farreach_runtime::collectives::{ActiveSet, Collectives};

use crate::collective::{self, broadcast_to, root, source, target};
use crate::fault::Fault;
use crate::reduction::{Number, reduce_by};
use crate::state::{self, State};

/// `SHMEM_SYNC_SIZE` and `SHMEM_SYNC_VALUE` of the header. The library never writes to `pSync`, so
/// wrong contents do no harm.
const SYNC_WORDS: usize = 33;
const SYNC_VALUE: c_long = 0;

/// Runs a collective of an active set.
fn of_set(
    pe_start: c_int,
    log_stride: c_int,
    pe_size: c_int,
    psync: *mut c_long,
    run: impl FnOnce(&State, &Collectives<'_>, u32) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let state = state::get()?;
    let number = |name, value: c_int, least: c_int| {
        u32::try_from(value)
            .ok()
            .filter(|_| value >= least)
            .ok_or_else(|| Fault::argument(name, format!("{value} is less than {least}")))
    };
    let set = ActiveSet {
        start: number("PE_start", pe_start, 0)?,
        log_stride: number("logPE_stride", log_stride, 0)?,
        size: number("PE_size", pe_size, 1)?,
    };
    if !set.has(state.world.rank()) && !state.world.settings().debug {
        return Ok(());
    }
    state.check_words(psync, 1, "pSync")?;
    if state.world.settings().debug {
        check_sync(state, psync)?;
    }
    let mut fault = None;
    let is_ordered = !state::has_threads();
    let done = state.world.with_active_set(set, is_ordered, |members| {
        if let Err(error) = run(state, &members, set.size) {
            fault = Some(error);
        }
        Ok(())
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(done?),
    }
}

/// Checks that the words of `pSync` have the contents that other libraries need.
fn check_sync(state: &State, psync: *mut c_long) -> Result<(), Fault> {
    state.check_words(psync, SYNC_WORDS, "pSync")?;
    let offset = state.offset(psync, "pSync")?;
    let own = state.world.own_segment();
    for at in 0..SYNC_WORDS {
        let word = own.load_u64(offset + at * size_of::<c_long>());
        let word = word.expect("checked before") as c_long;
        if word != SYNC_VALUE {
            let what = format!(
                "element {at} is {word}: all {SYNC_WORDS} are SHMEM_SYNC_VALUE, which is {SYNC_VALUE}, before each \
                 collective (FARREACH_DEBUG)"
            );
            return Err(Fault::argument("pSync", what));
        }
    }
    Ok(())
}

pub(crate) fn barrier(
    pe_start: c_int,
    logpe_stride: c_int,
    pe_size: c_int,
    psync: *mut c_long,
) -> Result<(), Fault> {
    of_set(pe_start, logpe_stride, pe_size, psync, |_, members, _| {
        Ok(members.barrier()?)
    })
}

pub(crate) fn sync(
    pe_start: c_int,
    logpe_stride: c_int,
    pe_size: c_int,
    psync: *mut c_long,
) -> Result<(), Fault> {
    of_set(pe_start, logpe_stride, pe_size, psync, |_, members, _| {
        Ok(members.named("sync").barrier()?)
    })
}

/// Copies elements of one PE to all other PEs of the set.
///
/// # Safety
/// As of [`source`].
#[expect(clippy::too_many_arguments, reason = "those of the specification")]
pub(crate) unsafe fn broadcast<T>(
    dest: *mut T,
    from: *const T,
    nelems: usize,
    pe_root: c_int,
    pe_start: c_int,
    logpe_stride: c_int,
    pe_size: c_int,
    psync: *mut c_long,
) -> Result<(), Fault> {
    of_set(
        pe_start,
        logpe_stride,
        pe_size,
        psync,
        |state, members, size| {
            let root = root(pe_root, size)?;
            if nelems == 0 {
                return Ok(());
            }
            // SAFETY: as the caller vouches.
            let from = unsafe { source(state, from, nelems)? };
            // The root's target is unchanged.
            let is_root = members.index_is(root);
            broadcast_to(members, root, from, target(state, dest, nelems), is_root)
        },
    )
}

macro_rules! same_shape {
    ($($name:ident, |$state:ident, $members:ident, $size:ident, $dest:ident, $source:ident, $nelems:ident| $run:expr;)+) => { $(
        /// The collective with the name `$name`.
        ///
        /// # Safety
        /// As of [`source`].
        pub(crate) unsafe fn $name<T>(
            $dest: *mut T,
            $source: *const T,
            $nelems: usize,
            pe_start: c_int,
            logpe_stride: c_int,
            pe_size: c_int,
            psync: *mut c_long,
        ) -> Result<(), Fault> {
            of_set(pe_start, logpe_stride, pe_size, psync, |$state, $members, $size| {
                // SAFETY: as the caller vouches.
                unsafe { $run }
            })
        }
    )+ };
}

same_shape! {
    collect, |state, members, _size, dest, source, nelems| collective::collect_by(state, members, dest, source, nelems);
    fcollect, |state, members, size, dest, source, nelems| collective::fcollect_by(state, members, size, dest, source, nelems);
    alltoall, |state, members, size, dest, source, nelems| collective::alltoalls_by(state, members, size, dest, source, (1, 1), nelems);
}

/// Sends elements at distances from each PE to each.
///
/// # Safety
/// As of [`source`].
#[expect(clippy::too_many_arguments, reason = "those of the specification")]
pub(crate) unsafe fn alltoalls<T>(
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    nelems: usize,
    pe_start: c_int,
    logpe_stride: c_int,
    pe_size: c_int,
    psync: *mut c_long,
) -> Result<(), Fault> {
    of_set(
        pe_start,
        logpe_stride,
        pe_size,
        psync,
        |state, members, size| {
            // SAFETY: as the caller vouches.
            unsafe {
                collective::alltoalls_by(state, members, size, dest, source, (dst, sst), nelems)
            }
        },
    )
}

/// Combines elements of all PEs of the set.
///
/// # Safety
/// As of [`source`].
unsafe fn reduce<T: Number>(
    (dest, source): (*mut T, *const T),
    nreduce: c_int,
    (pe_start, log_stride, pe_size): (c_int, c_int, c_int),
    psync: *mut c_long,
    reduction: Reduction,
) -> Result<(), Fault> {
    let count = unsigned(nreduce, "nreduce")?;
    of_set(pe_start, log_stride, pe_size, psync, |state, members, _| {
        // SAFETY: as the caller vouches.
        unsafe { reduce_by(state, members, dest, source, count, reduction) }
    })
}

macro_rules! reductions {
    ($($name:ident: $reduction:ident;)+) => { $(
        /// Combines elements of all PEs of the set. The work array is not used.
        ///
        /// # Safety
        /// As of [`source`].
        #[expect(clippy::too_many_arguments, reason = "those of the specification")]
        pub(crate) unsafe fn $name<T: Number>(
            dest: *mut T,
            source: *const T,
            nreduce: c_int,
            pe_start: c_int,
            logpe_stride: c_int,
            pe_size: c_int,
            _pwrk: *mut T,
            psync: *mut c_long,
        ) -> Result<(), Fault> {
            let set = (pe_start, logpe_stride, pe_size);
            // SAFETY: as the caller vouches.
            unsafe { reduce((dest, source), nreduce, set, psync, Reduction::$reduction) }
        }
    )+ };
}

reductions! {
    and: And;
    or: Or;
    xor: Xor;
    max: Max;
    min: Min;
    sum: Sum;
    prod: Product;
}
