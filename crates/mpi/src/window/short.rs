//! Accesses of elements in a row to memory in a row, which most are: without what others need.

#![allow(unsafe_code)]

use farreach_runtime::AtomicWidth;

use super::accumulate::word_of;
use super::epoch::Access;
use super::{Flavor, Window};
use crate::datatype::Basic;
use crate::error::Result;
use crate::op::Op;

/// Where bytes in a row are: the process, and the offset in its segment.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub(super) owner: u32,
    pub(super) offset: usize,
}

impl Window {
    /// Where `bytes` bytes of a member are that may be accessed now. `None` says nothing: then the access goes its long way.
    #[inline]
    pub fn place_of(&self, target: i32, displacement: i64, bytes: usize) -> Option<Place> {
        let member = self.members.get(usize::try_from(target).ok()?)?;
        let is_open = self.access.is(Access::OPEN) || member.access.is(Access::OPEN);
        let [only] = &member.parts[..] else {
            return None;
        };
        if !is_open || self.flavor == Flavor::Dynamic {
            return None;
        }
        let at = usize::try_from(displacement)
            .ok()?
            .checked_mul(member.unit)?;
        let end = at.checked_add(bytes)?;
        (end <= member.bytes && end <= only.bytes).then_some(Place {
            owner: member.owner,
            offset: only.offset + at,
        })
    }

    /// Copies bytes to a member.
    ///
    /// # Safety
    /// The bytes must be valid for reads until the next call that completes the access. `place` must be of as many bytes.
    #[inline]
    pub unsafe fn put_row(&self, place: Place, from: *const u8, bytes: usize) -> Result<()> {
        let direct = self.world().direct();
        // SAFETY: the caller's promise.
        Ok(unsafe { direct.put_raw_nbi(place.owner, place.offset, from, bytes) }?)
    }

    /// Copies bytes of a member.
    ///
    /// # Safety
    /// The bytes must be valid for writes until the next call that completes the access. `place` must be of as many bytes.
    #[inline]
    pub unsafe fn get_row(&self, place: Place, into: *mut u8, bytes: usize) -> Result<()> {
        let direct = self.world().direct();
        // SAFETY: the caller's promise.
        Ok(unsafe { direct.get_raw_nbi(place.owner, place.offset, into, bytes) }?)
    }

    /// Changes an element that is a word, and stores what it was. `None` says nothing: then the access goes its long way.
    ///
    /// # Safety
    /// An element must be valid for reads at `from` unless the operation needs none, and for writes at `into`. `place` must be
    /// of as many bytes.
    #[inline]
    pub unsafe fn fetch_word(
        &self,
        place: Place,
        (op, basic): (Op, Basic),
        from: *const u8,
        into: *mut u8,
    ) -> Option<Result<()>> {
        let Some(width) = word_of(basic) else {
            // SAFETY: the caller's promise.
            return unsafe { self.fetch_float(place, (op, basic), from, into) };
        };
        if !place.offset.is_multiple_of(width.bytes()) {
            return None;
        }
        let at = (place.owner, place.offset, width);
        // SAFETY: the caller's promise.
        let operand = unsafe {
            match width {
                _ if op == Op::NoOp => 0,
                AtomicWidth::W32 => from.cast::<u32>().read_unaligned().into(),
                AtomicWidth::W64 => from.cast::<u64>().read_unaligned(),
            }
        };
        let old = self.change_word(at, (op, basic), operand);
        Some(old.map(|old| {
            // SAFETY: the caller's promise.
            unsafe {
                match width {
                    AtomicWidth::W32 => into.cast::<u32>().write_unaligned(old as u32),
                    AtomicWidth::W64 => into.cast::<u64>().write_unaligned(old),
                }
            }
        }))
    }
}
