//! Puts and gets of contiguous elements.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::mem::MaybeUninit;

use farreach_c::needed;

use crate::bits;
use crate::context::{On, Site};
use crate::fault::{self, Fault};
use crate::state::{self, State};

/// The bytes of `count` elements.
#[inline]
pub(crate) fn length<T>(count: usize) -> Result<usize, Fault> {
    match count.checked_mul(size_of::<T>()) {
        Some(len) if isize::try_from(len).is_ok() => Ok(len),
        _ => Err(too_many(count, size_of::<T>())),
    }
}

#[cold]
fn too_many(count: usize, size: usize) -> Fault {
    let what = format!("{count} elements of {size} bytes are more than any memory has");
    Fault::argument("nelems", what)
}

/// The ends of a transfer.
pub(crate) struct Ends {
    pub(crate) site: Site,
    pub(crate) rank: u32,
    /// The offset in the segment of `rank`.
    pub(crate) offset: usize,
    pub(crate) len: usize,
}

/// The ends of a transfer of `nelems` elements. `near` is the program's own memory, `far` names the
/// memory at `pe`. `None` if there is nothing to transfer.
#[expect(
    clippy::inline_always,
    reason = "what is left of it in an exported function is a few instructions"
)]
#[inline(always)]
pub(crate) fn ends<T>(
    state: &'static State,
    ctx: impl On,
    near: (*const T, &'static str),
    far: (*const T, &'static str),
    nelems: usize,
    pe: c_int,
) -> Result<Option<Ends>, Fault> {
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let len = length::<T>(nelems)?;
    if len == 0 {
        return Ok(None);
    }
    needed(near.0, near.1)?;
    let offset = state.range(far.0, len, far.1)?;
    Ok(Some(Ends {
        site,
        rank,
        offset,
        len,
    }))
}

/// Defines a transfer from or to the program's own memory.
macro_rules! transfer {
    ($(#[$about:meta])* $name:ident($dest:ident, $source:ident), $near:ident, $far:ident, $by:ident) => {
        $(#[$about])*
        ///
        /// # Safety
        /// The program's own elements must be there, until the transfer is complete.
        #[inline(always)]
        pub(crate) unsafe fn $name<T>(
            ctx: impl On,
            $dest: *mut T,
            $source: *const T,
            nelems: usize,
            pe: c_int,
        ) -> Result<(), Fault> {
            let state = state::get()?;
            let near: (*const T, _) = ($near, stringify!($near));
            let far: (*const T, _) = ($far, stringify!($far));
            let Some(ends) = ends::<T>(state, ctx, near, far, nelems, pe)? else {
                return Ok(());
            };
            let Ends { site, rank, offset, len } = ends;
            // SAFETY: as the caller vouches.
            let done = unsafe { site.through.$by(rank, offset, $near.cast(), len) };
            done.map_err(|error| fault::of_transfer(error, pe))
        }
    };
}

transfer! {
    /// Copies elements to a PE.
    put(dest, source), source, dest, put_raw
}
transfer! {
    /// Begins to copy elements to a PE.
    put_nbi(dest, source), source, dest, put_raw_nbi
}
transfer! {
    /// Copies elements from a PE.
    get(dest, source), dest, source, get_raw
}
transfer! {
    /// Begins to copy elements from a PE.
    get_nbi(dest, source), dest, source, get_raw_nbi
}

/// Stores an element at a PE.
#[expect(
    clippy::inline_always,
    reason = "what is left of it in an exported function is a few instructions"
)]
#[inline(always)]
pub(crate) fn p<T: Copy>(ctx: impl On, dest: *mut T, value: T, pe: c_int) -> Result<(), Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let offset = state.offset(dest, "dest")?;
    let through = site.through;
    let put = match size_of::<T>() {
        1 => through.put_word(rank, offset, bits::of(value) as u8),
        2 => through.put_word(rank, offset, bits::of(value) as u16),
        4 => through.put_word(rank, offset, bits::of(value) as u32),
        8 => through.put_word(rank, offset, bits::of(value)),
        // SAFETY: a local value.
        len => unsafe { through.put_raw(rank, offset, (&raw const value).cast(), len) },
    };
    put.map_err(|error| fault::of_word(error, pe, dest, "dest"))
}

/// Loads an element from a PE.
#[expect(
    clippy::inline_always,
    reason = "what is left of it in an exported function is a few instructions"
)]
#[inline(always)]
pub(crate) fn g<T: Copy>(ctx: impl On, source: *const T, pe: c_int) -> Result<T, Fault> {
    let state = state::get()?;
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let offset = state.offset(source, "source")?;
    load(site, rank, offset).map_err(|error| fault::of_word(error, pe, source, "source"))
}

#[expect(
    clippy::inline_always,
    reason = "what is left of it in an exported function is a few instructions"
)]
#[inline(always)]
fn load<T: Copy>(site: Site, rank: u32, offset: usize) -> Result<T, farreach_runtime::Error> {
    let through = site.through;
    Ok(bits::to(match size_of::<T>() {
        1 => u64::from(through.get_word::<u8>(rank, offset)?),
        2 => u64::from(through.get_word::<u16>(rank, offset)?),
        4 => u64::from(through.get_word::<u32>(rank, offset)?),
        8 => through.get_word(rank, offset)?,
        len => {
            let mut value = MaybeUninit::<T>::uninit();
            // SAFETY: local room for a value, which any bits make.
            return unsafe {
                through.get_raw(rank, offset, value.as_mut_ptr().cast(), len)?;
                Ok(value.assume_init())
            };
        }
    }))
}
