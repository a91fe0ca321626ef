//! What the generated files use, and functions that no table has.

#![allow(unsafe_code)]

pub(crate) use std::ffi::c_char;

pub(crate) use farreach_c::exports;

use crate::bits::Real16;
pub(crate) use crate::bits::{Complex, LongDouble};
pub(crate) use crate::context::{Ctx, DEFAULT, SessionConfig};
pub(crate) use crate::extension::Statistics;
use crate::fault::Fault;
use crate::state::LIBRARY;
pub(crate) use crate::team::{TeamConfig, TeamHandle};
pub(crate) use crate::{
    active_set, atomic, collective, context, extension, heap, lock, ordering, reduction, rma,
    setup, signal, state, strided, team, wait,
};

/// Returns the result of a function, or ends the job.
#[inline]
pub(crate) fn finish<T>(function: &'static str, result: Result<T, Fault>) -> T {
    LIBRARY.finish(function, result)
}

/// `shmem_ctx_longdouble_p`, with the value behind a pointer.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_longdouble_p(
    ctx: Ctx,
    dest: *mut LongDouble,
    value: *const LongDouble,
    pe: i32,
) {
    // SAFETY: `native.c` passes a value, and what the program gave it.
    finish("shmem_longdouble_p", unsafe {
        rma::p(ctx, dest, *value, pe)
    });
}

/// `shmem_ctx_longdouble_g`, with the value behind a pointer.
#[unsafe(no_mangle)]
unsafe extern "C" fn farreach_longdouble_g(
    ctx: Ctx,
    value: *mut LongDouble,
    source: *const LongDouble,
    pe: i32,
) {
    // SAFETY: `native.c` passes room for a value, and what the program gave it.
    unsafe { *value = finish("shmem_longdouble_g", rma::g(ctx, source, pe)) };
}

/// Exports the reductions that only Fortran has, `shmem_real16_…_to_all`. C calls them by the names
/// in front.
macro_rules! real16_reductions {
    ($($name:ident = $fortran:literal, $reduction:ident;)+) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            dest: *mut Real16,
            source: *const Real16,
            nreduce: i32,
            start: i32,
            log_stride: i32,
            size: i32,
            work: *mut Real16,
            sync: *mut i64,
        ) {
            // SAFETY: `fortran.c` passes what the program gave it.
            finish($fortran, unsafe {
                active_set::$reduction(dest, source, nreduce, start, log_stride, size, work, sync)
            });
        }
    )+ };
}

real16_reductions! {
    farreach_real16_max_to_all = "shmem_real16_max_to_all", max;
    farreach_real16_min_to_all = "shmem_real16_min_to_all", min;
    farreach_real16_sum_to_all = "shmem_real16_sum_to_all", sum;
    farreach_real16_prod_to_all = "shmem_real16_prod_to_all", prod;
}
