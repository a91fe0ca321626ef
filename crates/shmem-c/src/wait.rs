//! Waiting for variables, and looking at them.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::bits;
use crate::fault::Fault;
use crate::state;

/// How a variable (left) is compared with a value (right): `SHMEM_CMP_…`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compare(c_int);

impl Compare {
    #[inline]
    pub(crate) fn new(cmp: c_int) -> Result<Compare, Fault> {
        if (1..=6).contains(&cmp) {
            Ok(Compare(cmp))
        } else {
            Err(no_comparison(cmp))
        }
    }

    #[inline]
    pub(crate) fn holds<T: PartialOrd>(self, word: T, value: T) -> bool {
        match self.0 {
            1 => word == value,
            2 => word != value,
            3 => word > value,
            4 => word >= value,
            5 => word < value,
            _ => word <= value,
        }
    }
}

#[cold]
fn no_comparison(cmp: c_int) -> Fault {
    Fault::argument(
        "cmp",
        format!("{cmp} is none of SHMEM_CMP_EQ, NE, GT, GE, LT, LE"),
    )
}

/// The variable now; what was put before it is visible.
///
/// # Safety
/// It must be there, and aligned.
#[inline]
pub(crate) unsafe fn load<T: Copy>(ivar: *const T) -> T {
    // SAFETY: the caller vouches for the variable; as wide as the word.
    bits::to(unsafe {
        match size_of::<T>() {
            1 => u64::from(AtomicU8::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            2 => u64::from(AtomicU16::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            4 => u64::from(AtomicU32::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire)),
            _ => AtomicU64::from_ptr(ivar.cast_mut().cast()).load(Ordering::Acquire),
        }
    })
}

/// Waits until the variable compares with the value.
///
/// # Safety
/// `ivar` must be a variable.
#[inline]
pub(crate) unsafe fn until<T: Copy + PartialOrd>(
    ivar: *mut T,
    cmp: c_int,
    cmp_value: T,
) -> Result<(), Fault> {
    let state = state::get()?;
    let compare = Compare::new(cmp)?;
    state.check_words(ivar, 1, "ivar")?;
    // SAFETY: checked to be in the own segment, and aligned.
    let holds = || compare.holds(unsafe { load(ivar) }, cmp_value);
    if !holds() {
        state.world.wait_until("shmem_wait_until", holds);
    }
    Ok(())
}
