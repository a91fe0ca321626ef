//! Parts of a segment, where a device pins what is registered: a process registers a part when it, or a
//! peer, first needs it. Peers ask for the keys of parts, and keep them.
//!
//! ```text
//!   initiator                                   owner
//!      │ a put to a range without a key: it waits │
//!      │ ──────────────── ASK offset, length ───▶ │ registers the range, rounded out to whole parts
//!      │ ◀──────── PART offset, length, rkey ──── │
//!      │ ═══════════════ the put, by RDMA ══════▶ │
//! ```
//!
//! An operation lies within one object of the program, so a range that was asked for once is covered from
//! then on. Parts may overlap: a range over the border of two parts is registered as another one.

use alloc::vec::Vec;
use core::ops::Range;

/// Parts of a segment with a key each.
#[derive(Clone, Debug)]
pub(crate) struct Parts<K> {
    parts: Vec<(Range<u64>, K)>,
    /// The part that was found last: the next operation is probably there too.
    latest: usize,
}

impl<K: Copy> Parts<K> {
    pub(crate) const fn new() -> Self {
        Parts {
            parts: Vec::new(),
            latest: 0,
        }
    }

    /// Whether there are no parts.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The key of a part that covers all of a range.
    pub(crate) fn find(&mut self, offset: u64, len: u64) -> Option<K> {
        let covers = |(part, _): &(Range<u64>, K)| {
            let end = offset.checked_add(len);
            part.start <= offset && end.is_some_and(|end| end <= part.end)
        };
        if let Some(found) = self.parts.get(self.latest).filter(|part| covers(part)) {
            return Some(found.1);
        }
        self.latest = self.parts.iter().position(covers)?;
        Some(self.parts[self.latest].1)
    }

    pub(crate) fn add(&mut self, part: Range<u64>, key: K) {
        self.latest = self.parts.len();
        self.parts.push((part, key));
    }
}

/// The part that is registered for a range of a segment of `limit` bytes. Its bounds are multiples of `grain`, or the segment's. `None` if
/// the range is outside.
pub(crate) fn around(offset: u64, len: u64, limit: u64, grain: u64) -> Option<Range<u64>> {
    let end = offset.checked_add(len).filter(|&end| end <= limit)?;
    // No device registers an empty part, so an empty range is in the part of the byte behind it, or before it at the end.
    let first = offset.min(limit.checked_sub(1)?);
    let end = end.max(first + 1).checked_next_multiple_of(grain)?;
    Some(first / grain * grain..end.min(limit))
}

#[cfg(test)]
mod tests;
