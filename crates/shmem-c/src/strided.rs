//! Puts and gets of elements and blocks at distances.

#![allow(unsafe_code)]

use std::ffi::c_int;

use farreach_c::needed;
use farreach_runtime::Blocks;

use crate::context::{On, Site};
use crate::fault::{self, Fault};
use crate::rma::length;
use crate::state::{self, State};

/// A transfer of blocks.
struct Apart {
    site: Site,
    rank: u32,
    offset: usize,
    blocks: Blocks,
}

/// The layout of the blocks at both ends, in elements.
#[derive(Clone, Copy)]
struct Shape {
    /// Elements of a block.
    block: usize,
    count: usize,
    /// The distance of blocks in the program's own memory, and the argument's name.
    here: (isize, &'static str),
    there: (isize, &'static str),
}

fn apart<T>(
    state: &'static State,
    ctx: impl On,
    near: (*const T, &'static str),
    far: (*const T, &'static str),
    shape: Shape,
    pe: c_int,
) -> Result<Option<Apart>, Fault> {
    let site = ctx.site(state)?;
    let rank = site.rank(pe)?;
    let bytes = length::<T>(shape.block)?;
    if bytes == 0 || shape.count == 0 {
        return Ok(None);
    }
    needed(near.0, near.1)?;
    let blocks = Blocks {
        bytes,
        count: shape.count,
        here: stride::<T>(shape.here, shape.block)?,
        there: stride::<T>(shape.there, shape.block)?,
    };
    let offset = state.range(far.0, blocks.span_there(), far.1)?;
    Ok(Some(Apart {
        site,
        rank,
        offset,
        blocks,
    }))
}

fn stride<T>((stride, name): (isize, &'static str), block: usize) -> Result<usize, Fault> {
    let least = block.max(1);
    match usize::try_from(stride) {
        Ok(stride) if stride >= least => length::<T>(stride),
        _ => Err(Fault::argument(
            name,
            format!(
                "{stride} is less than {least}, the least distance at which blocks don't overlap"
            ),
        )),
    }
}

macro_rules! strided {
    ($(#[$about:meta])* $name:ident, $blocks:ident($dest:ident, $source:ident, $dst:ident, $sst:ident), $near:ident by $near_stride:ident, $far:ident by $far_stride:ident, $by:ident) => {
        $(#[$about])*
        ///
        /// # Safety
        /// The program's own elements must be there.
        pub(crate) unsafe fn $name<T>(
            ctx: impl On,
            $dest: *mut T,
            $source: *const T,
            $dst: isize,
            $sst: isize,
            nelems: usize,
            pe: c_int,
        ) -> Result<(), Fault> {
            // SAFETY: as the caller vouches.
            unsafe { $blocks(ctx, $dest, $source, $dst, $sst, 1, nelems, pe) }
        }

        /// Transfers blocks of `bsize` elements.
        ///
        /// # Safety
        /// The program's own elements must be there.
        #[expect(clippy::too_many_arguments, reason = "those of the specification")]
        pub(crate) unsafe fn $blocks<T>(
            ctx: impl On,
            $dest: *mut T,
            $source: *const T,
            $dst: isize,
            $sst: isize,
            bsize: usize,
            nblocks: usize,
            pe: c_int,
        ) -> Result<(), Fault> {
            let near: (*const T, _) = ($near, stringify!($near));
            let far: (*const T, _) = ($far, stringify!($far));
            let shape = Shape {
                block: bsize,
                count: nblocks,
                here: ($near_stride, stringify!($near_stride)),
                there: ($far_stride, stringify!($far_stride)),
            };
            let Some(apart) = apart::<T>(state::get()?, ctx, near, far, shape, pe)? else {
                return Ok(());
            };
            let Apart { site, rank, offset, blocks } = apart;
            // SAFETY: as the caller vouches.
            let done = unsafe { site.through.$by(rank, offset, $near.cast(), blocks) };
            done.map_err(|error| fault::of_transfer(error, pe))
        }
    };
}

strided! {
    /// Copies elements to a PE.
    iput, ibput(dest, source, dst, sst), source by sst, dest by dst, put_strided_raw
}
strided! {
    /// Copies elements from a PE.
    iget, ibget(dest, source, dst, sst), dest by dst, source by sst, get_strided_raw
}
