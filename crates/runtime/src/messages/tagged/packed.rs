//! Messages in blocks to processes of this node. They are packed before they are announced.
//!
//! ```text
//!   source   ██··██··██··██       packed when the send begins
//!               ▼
//!   buffer   ████████             in the sender's segment, which the receiver has mapped
//!               ▼
//!   target   ██····██····         unpacked
//! ```
//!
//! Cross-memory attach looks up the pages of each block by itself, and reads blocks of 1 KiB at an
//! eighth of the speed of bytes in a row.
//!
//! The buffers are own blocks of the heap, and have at most [`BYTES_MAX`] together. A message for
//! which that or the heap leaves no room is announced as it is, and sent in pieces.

use std::sync::Arc;

use farreach_node::{Memory, Scattered, View};

use super::operations::NEAR_EAGER_MAX;
use super::request::{Held, Request};
use super::{Shared, lock};
use crate::World;

/// The most bytes of all buffers of a process.
const BYTES_MAX: usize = 8 << 20;
/// The length of a buffer is a multiple of this.
const UNIT: usize = 64 << 10;
/// The alignment of a buffer: a cache line.
const ALIGN: usize = 64;
/// Bytes that are read and unpacked at a time, so that they stay in the processor's cache.
const PART: usize = 32 << 10;

/// A buffer for a packed message, in this process's segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buffer {
    offset: usize,
    len: usize,
}

/// The buffers of packed messages.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// Those that no message uses, the one that was freed last at the end.
    free: Vec<Buffer>,
    /// The bytes of all buffers, used or not.
    bytes: usize,
}

impl Buffers {
    /// Takes a buffer of at least `len` bytes. `None` if the buffers in use leave no room for it, or
    /// `allocate` gives no memory. Free buffers that are in its way are given to `release`.
    fn take(
        &mut self,
        len: usize,
        allocate: impl FnOnce(usize) -> Option<usize>,
        mut release: impl FnMut(Buffer),
    ) -> Option<Buffer> {
        let fits = |buffer: &Buffer| (len..=len.saturating_mul(4)).contains(&buffer.len);
        if let Some(at) = self.free.iter().rposition(fits) {
            return Some(self.free.remove(at));
        }
        let len = len.checked_next_multiple_of(UNIT)?;
        let free: usize = self.free.iter().map(|buffer| buffer.len).sum();
        if len > BYTES_MAX - (self.bytes - free) {
            return None;
        }
        while self.bytes + len > BYTES_MAX {
            let oldest = self.free.remove(0);
            self.bytes -= oldest.len;
            release(oldest);
        }
        let offset = allocate(len)?;
        self.bytes += len;
        Some(Buffer { offset, len })
    }

    /// Frees a buffer.
    pub(super) fn free(&mut self, buffer: Buffer) {
        self.free.push(buffer);
    }
}

impl World {
    /// A packed copy of a message to a process of this node, if the message is long and in blocks.
    /// `None` if it is sent from where it is.
    pub(super) fn pack(
        &self,
        shared: &Shared,
        source: &Memory,
        request: &Request,
    ) -> Option<Memory> {
        let source = source.as_scattered()?;
        let len = source.len();
        if len <= NEAR_EAGER_MAX {
            return None;
        }
        let allocate = |bytes| self.allocate_alone(bytes, ALIGN).ok();
        let release = |buffer: Buffer| {
            let freed = self.free_alone(buffer.offset);
            freed.expect("allocated for a buffer");
        };
        let buffer = lock(&shared.buffers).take(len, allocate, release)?;
        let packed = self.own_segment().slice(buffer.offset, len);
        let packed = packed.expect("a block of the heap");
        source.read_to(0, packed.view());
        request.hold(Held::Packed(buffer));
        Some(packed)
    }
}

/// Unpacks the first `len` bytes of a message that `read` copies: from a place in the message. Returns
/// the first failure.
pub(super) fn unpack<E>(
    into: &Arc<dyn Scattered>,
    len: usize,
    mut read: impl FnMut(usize, View<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut part = vec![0; PART.min(len)];
    for at in (0..len).step_by(PART) {
        let part = &mut part[..PART.min(len - at)];
        read(at, View::from(&mut *part))?;
        into.write(at, part);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_reused_and_bounded() {
        let (mut buffers, mut next, mut released) = (Buffers::default(), 0, Vec::new());
        let mut take = |buffers: &mut Buffers, len| {
            let allocate = |bytes| {
                next += bytes;
                Some(next - bytes)
            };
            buffers.take(len, allocate, |buffer| released.push(buffer.offset))
        };
        let quarter = BYTES_MAX / 4;
        let all: Vec<Buffer> = (0..4)
            .map_while(|_| take(&mut buffers, quarter - 5))
            .collect();
        assert_eq!((all.len(), buffers.bytes), (4, BYTES_MAX));
        assert_eq!(take(&mut buffers, 1), None);
        assert_eq!(take(&mut buffers, usize::MAX), None);
        for buffer in &all {
            buffers.free(*buffer);
        }
        assert_eq!(take(&mut buffers, quarter / 2), Some(all[3]));
        // Others are dropped for a short message, which gets a buffer of its own.
        let short = take(&mut buffers, 100).expect("there is room");
        assert_eq!((short.len, released), (UNIT, vec![all[0].offset]));
        assert_eq!(buffers.bytes, BYTES_MAX - quarter + UNIT);
        assert_eq!(buffers.take(BYTES_MAX / 2, |_| None, |_| ()), None);
    }
}
