//! Accumulates of integers by one atomic a number: the protocol `atomics`.

use farreach_node::View;
use farreach_verbs::{AtomicOp, AtomicWidth, Number, Scale};

use crate::Error;
use crate::memory::atomics::begin_atomic;
use crate::memory::posting::Leaving;
use crate::memory::raw::with_copy;
use crate::progress::LaneContext;

/// Bytes of numbers that are multiplied at a time.
const PART: usize = 2 << 10;

/// The width of an integer.
pub(super) fn width_of(number: Number) -> AtomicWidth {
    match number.bytes() {
        4 => AtomicWidth::W32,
        _ => AtomicWidth::W64,
    }
}

impl LaneContext<'_> {
    /// Adds the integers of blocks to those at offsets of `pe`'s segment. All were checked, except
    /// that numbers are aligned.
    pub(super) fn accumulate_integers<'a>(
        self,
        pe: u32,
        blocks: impl Iterator<Item = (View<'a>, usize)>,
        scale: Scale,
    ) -> Result<(), Error> {
        let width = width_of(scale.number());
        for (from, there) in blocks {
            self.world.check_aligned(pe, there, width)?;
            for at in (0..from.len()).step_by(PART) {
                let len = PART.min(from.len() - at);
                let part = from.part(at, len).expect("inside the block");
                let mut terms = [0; PART];
                let terms = &mut terms[..len];
                with_copy(part, |numbers| terms.copy_from_slice(numbers));
                scale.multiply(terms);
                self.add_each(pe, there + at, width, terms)?;
            }
        }
        Ok(())
    }

    /// Adds terms to consecutive words.
    fn add_each(
        self,
        pe: u32,
        offset: usize,
        width: AtomicWidth,
        terms: &[u8],
    ) -> Result<(), Error> {
        let words = terms.chunks_exact(width.bytes()).map(|term| {
            let mut word = [0; 8];
            // The low half of a word in the host's order is at its start or its end.
            let at = if cfg!(target_endian = "little") {
                0
            } else {
                8 - term.len()
            };
            word[at..at + term.len()].copy_from_slice(term);
            AtomicOp::Add(u64::from_ne_bytes(word))
        });
        let words = (offset..).step_by(width.bytes()).zip(words);
        let Some(near) = self.world.near_for_atomics(pe, width) else {
            self.post(pe, Leaving::PromptlyInLists, |core, now| {
                for (at, op) in words {
                    begin_atomic(core, now, pe, at as u64, (width, op));
                }
            })?;
            // Atomics on words of this node have ended when their call returns.
            if self.world.is_near(pe) {
                self.quiet()?;
                self.ring_near(pe);
            }
            return Ok(());
        };
        for (at, op) in words {
            let added = near.bytes.atomic(at, width, op);
            added.map_err(|error| Error::memory(self.world.rank(), pe, error))?;
        }
        near.ring();
        Ok(())
    }
}
