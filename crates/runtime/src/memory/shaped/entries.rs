//! Puts and gets of blocks that follow each other at the other process, where the device has no operations of many blocks.
//!
//! ```text
//!   here    ██····██····██····██····██      long blocks: the scatter/gather entries of one request
//!            │     │     │     │     │      short ones:  one request for a copy of them
//!   there   ██████████
//! ```
//!
//! A request has few entries. Where that many blocks have fewer bytes than a copy moves at a time, the copy costs less.

#![allow(unsafe_code)]

use farreach_engine::{Op, Target, Tracking};
use farreach_node::View;
use farreach_verbs::{Access, Spacing};

use super::packed::parts;
use crate::Error;
use crate::memory::posting::{Leaving, begin_put};
use crate::memory::raw::lent;
use crate::memory::rma::IN_PLACE_MIN;
use crate::memory::shape::Shape;
use crate::progress::LaneContext;

/// The least bytes of a request of several entries, and the most bytes that are copied to a row.
const ROW: usize = 8 << 10;
/// The most bytes that are put before the packets are handed to the kernel.
const BURST: usize = 64 << 10;

/// Whether the blocks of each run of `shape` follow each other at the other process, and lie apart here.
fn are_rows(shape: &Shape) -> bool {
    let (block, (inner, _)) = (shape.block(), shape.runs());
    inner.count >= 2 && inner.there == block && inner.here >= block
}

/// The blocks of a request of at most `most` entries, if such requests are worth it.
fn each(shape: &Shape, most: usize) -> Option<usize> {
    let is_worth_it = most >= 2 && shape.block() * most >= ROW && shape.bytes() >= IN_PLACE_MIN;
    is_worth_it.then_some(most)
}

/// The ways of a put whose blocks follow each other at the target.
#[derive(Default)]
pub(super) struct Rows {
    /// As entries of requests, at most so many each.
    pub(super) entries: Option<usize>,
    /// Whether [`LaneContext::put_rows`] is better than a put of each block.
    pub(super) are_copied: bool,
}

impl LaneContext<'_> {
    /// How the blocks of a put to `pe`, which is on another node, travel as rows, if they do.
    pub(super) fn rows(self, pe: u32, shape: &Shape) -> Result<Rows, Error> {
        if !are_rows(shape) {
            return Ok(Rows::default());
        }
        let network = self.network_to(pe)?;
        Ok(network.peek_often(
            |_| false,
            |core, _| {
                let (engine, is_short) = (&core.engine, 2 * shape.block() <= ROW);
                let most = (!engine.has_blocks()).then(|| engine.gathered_max());
                Rows {
                    entries: most.and_then(|most| each(shape, most)),
                    are_copied: is_short && !engine.has_lists(),
                }
            },
        ))
    }

    /// Puts copies of the blocks of `shape` to `pe`, whole rows at a time. The source may be reused when this returns.
    pub(super) fn put_rows(
        self,
        pe: u32,
        offset: usize,
        from: View<'_>,
        shape: &Shape,
    ) -> Result<(), Error> {
        let (block, (inner, runs)) = (shape.block(), shape.runs());
        let rows = runs.flat_map(|run| parts(run, inner, ROW / block));
        let (mut rows, mut copy) = (rows.peekable(), [0; ROW]);
        while rows.peek().is_some() {
            self.post(pe, Leaving::AtOnce, |core, now| {
                for row in rows.by_ref().take(BURST / ROW) {
                    let copy = &mut copy[..row.count * block];
                    for (at, bytes) in copy.chunks_exact_mut(block).enumerate() {
                        let copied = from.copy_out(row.here + at * inner.here, bytes);
                        copied.expect("inside the span");
                    }
                    let to = offset + row.there;
                    begin_put(core, now, pe, (to, copy), Tracking::Implicit);
                }
            })?;
        }
        Ok(())
    }

    /// The most blocks of `shape` that one request fetches from `pe`, which is on another node, as its entries. `None` if the
    /// blocks are fetched otherwise.
    pub(super) fn scattered_max(self, pe: u32, shape: &Shape) -> Result<Option<usize>, Error> {
        if !are_rows(shape) || shape.block() >= IN_PLACE_MIN {
            return Ok(None);
        }
        let network = self.network_to(pe)?;
        let most = network.peek_often(|_| false, |core, _| core.engine.scattered_max());
        Ok(each(shape, most))
    }

    /// Copies the blocks of `shape` from `pe`, up to `each` of them by one request. The bytes are here when this returns.
    pub(super) fn get_scattered(
        self,
        pe: u32,
        offset: usize,
        into: View<'_>,
        shape: &Shape,
        each: usize,
    ) -> Result<(), Error> {
        // SAFETY: `into` is valid until this returns, and the registration ends before. The device writes blocks only.
        let memory = unsafe { lent(into, 0, into.len()) };
        let lent = self.lend(memory, Access::LOCAL_WRITE)?;
        let region = lent.region();
        let (block, (inner, runs)) = (shape.block(), shape.runs());
        let here = Spacing {
            block: block as u32,
            stride: inner.here as u64,
        };
        let gets = runs.flat_map(|run| parts(run, inner, each)).map(|part| {
            let span = part.span_here(block, inner);
            Op::GetScattered {
                into: Target::Region(region.sge(part.here as u64, span as u32)),
                here,
                len: (part.count * block) as u32,
                offset: (offset + part.there) as u64,
            }
        });
        self.all(pe, self.under_way_max(shape.blocks()), gets, |_, _| {})
    }
}
