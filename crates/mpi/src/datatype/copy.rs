//! Packing and unpacking.
//!
//! A walk handles the bytes `from..to` of the packed form, so that a long message goes in pieces that
//! end anywhere. Finding a piece's place takes one division or binary search for each level of the
//! tree, and no allocation.

#![allow(unsafe_code)]

use std::ptr;

use super::Datatype;
use super::shape::{Even, Part, Repeat, Run, Shape};

impl Datatype {
    /// Copies the bytes from `position` on of the packed form of `count` elements at `from` to `into`,
    /// until either ends. Returns how many bytes these are.
    ///
    /// # Safety
    ///
    /// The blocks of the elements that hold these bytes, at their offsets from `from`, are valid for
    /// reads, and do not overlap `into`. `from` need not point to memory itself.
    pub unsafe fn pack(
        &self,
        count: usize,
        from: *const u8,
        position: usize,
        into: &mut [u8],
    ) -> usize {
        // SAFETY: the caller promises that the blocks are valid.
        unsafe { self.pack_to(count, from, position, (into.as_mut_ptr(), into.len())) }
    }

    /// Packs as [`Datatype::pack`] does, to `length` bytes that others may access.
    ///
    /// # Safety
    ///
    /// As for [`Datatype::pack`]. The bytes at `into` are valid for writes.
    pub(crate) unsafe fn pack_to(
        &self,
        count: usize,
        from: *const u8,
        position: usize,
        (into, length): (*mut u8, usize),
    ) -> usize {
        let to = self.end_of(count, position, length);
        let typed = from.cast_mut().wrapping_offset(self.0.placed.offset);
        // SAFETY: `into` has these bytes, and the caller promises that the blocks are valid. Packing
        // writes to `into` alone.
        unsafe { passes::<Pack>(self.passes(), typed, (position, to), into) };
        to - position
    }

    /// Copies `from` to the elements at `into`, of which there are `count`, from the byte `position`
    /// of their packed form on, until either ends. Returns how many bytes these are.
    ///
    /// # Safety
    ///
    /// The blocks of the elements that hold these bytes, at their offsets from `into`, are valid for
    /// writes, and do not overlap `from`. `into` need not point to memory itself.
    pub unsafe fn unpack(
        &self,
        count: usize,
        into: *mut u8,
        position: usize,
        from: &[u8],
    ) -> usize {
        // SAFETY: the caller promises that the blocks are valid.
        unsafe { self.unpack_from(count, into, position, (from.as_ptr(), from.len())) }
    }

    /// Unpacks as [`Datatype::unpack`] does, from `length` bytes that others may access.
    ///
    /// # Safety
    ///
    /// As for [`Datatype::unpack`]. The bytes at `from` are valid for reads.
    pub(crate) unsafe fn unpack_from(
        &self,
        count: usize,
        into: *mut u8,
        position: usize,
        (from, length): (*const u8, usize),
    ) -> usize {
        let to = self.end_of(count, position, length);
        let typed = into.wrapping_offset(self.0.placed.offset);
        // SAFETY: `from` has these bytes, and the caller promises that the blocks are valid.
        // Unpacking writes to the blocks alone.
        unsafe { passes::<Unpack>(self.passes(), typed, (position, to), from.cast_mut()) };
        to - position
    }

    /// Where a piece of at most `length` bytes from `position` on ends.
    fn end_of(&self, count: usize, position: usize, length: usize) -> usize {
        let total = self.size().saturating_mul(count);
        position.saturating_add(length).min(total).max(position)
    }

    fn passes(&self) -> Passes<'_> {
        Passes {
            stride: self.0.bounds.extent(),
            body: &self.0.placed.shape,
            body_size: self.size(),
        }
    }
}

/// Which way the bytes go.
pub(super) trait Direction {
    /// Moves `length` bytes between the typed buffer and the packed bytes.
    ///
    /// # Safety
    ///
    /// Both ranges are valid, the one that is written for writes, and do not overlap.
    unsafe fn move_bytes(typed: *mut u8, packed: *mut u8, length: usize);
}

/// From the typed buffer to packed bytes.
pub(super) struct Pack;
/// From packed bytes to the typed buffer.
pub(super) struct Unpack;

impl Direction for Pack {
    #[inline]
    unsafe fn move_bytes(typed: *mut u8, packed: *mut u8, length: usize) {
        // SAFETY: the caller's promise is that of the copy.
        unsafe { ptr::copy_nonoverlapping(typed.cast_const(), packed, length) }
    }
}

impl Direction for Unpack {
    #[inline]
    unsafe fn move_bytes(typed: *mut u8, packed: *mut u8, length: usize) {
        // SAFETY: the caller's promise is that of the copy.
        unsafe { ptr::copy_nonoverlapping(packed.cast_const(), typed, length) }
    }
}

/// Equal passes over a shape.
#[derive(Clone, Copy)]
pub(super) struct Passes<'a> {
    pub(super) stride: isize,
    pub(super) body: &'a Shape,
    pub(super) body_size: usize,
}

/// Moves the bytes `from..to` of the packed form of `passes`, of which the first is at `typed`.
/// `packed` is where the byte `from` belongs.
///
/// # Safety
///
/// The blocks of the passes that hold these bytes are valid at `typed`, and `to - from` bytes are
/// valid at `packed`; what is written is valid for writes, and the two do not overlap.
pub(super) unsafe fn passes<D: Direction>(
    passes: Passes<'_>,
    typed: *mut u8,
    (from, to): (usize, usize),
    mut packed: *mut u8,
) {
    let Passes {
        stride,
        body,
        body_size,
    } = passes;
    if from >= to {
        return;
    }
    let (mut index, mut skip) = (from / body_size, from % body_size);
    let mut left = to - from;
    let at = |index: usize| typed.wrapping_offset(stride.wrapping_mul(index as isize));
    if let Shape::Block(length) = *body {
        if stride == length as isize {
            // SAFETY: the blocks lie side by side, and the caller promises that those in the range are valid.
            unsafe { D::move_bytes(at(index).wrapping_add(skip), packed, left) };
            return;
        }
        if skip > 0 {
            let part = left.min(length - skip);
            // SAFETY: the part lies in one block and in the range.
            unsafe { D::move_bytes(at(index).wrapping_add(skip), packed, part) };
            packed = packed.wrapping_add(part);
            left -= part;
            index += 1;
        }
        let whole = left / length;
        // SAFETY: so many blocks lie in the range as a whole.
        unsafe { blocks::<D>(at(index), stride, length, whole, packed) };
        packed = packed.wrapping_add(whole * length);
        left -= whole * length;
        if left > 0 {
            // SAFETY: the rest lies in the next block and in the range.
            unsafe { D::move_bytes(at(index + whole), packed, left) };
        }
        return;
    }
    while left > 0 {
        let part = left.min(body_size - skip);
        // SAFETY: the part lies in one pass and in the range.
        unsafe { shape::<D>(body, at(index), (skip, skip + part), packed) };
        packed = packed.wrapping_add(part);
        left -= part;
        skip = 0;
        index += 1;
    }
}

/// Moves the bytes `from..to` of the packed form of `shape`, whose origin is `typed`.
///
/// # Safety
///
/// As for [`passes`].
unsafe fn shape<D: Direction>(
    shape: &Shape,
    typed: *mut u8,
    (from, to): (usize, usize),
    packed: *mut u8,
) {
    // SAFETY: each handles the bytes that it was asked for.
    unsafe {
        match shape {
            Shape::Block(_) => D::move_bytes(typed.wrapping_add(from), packed, to - from),
            Shape::Repeat(repeat) => {
                let Repeat {
                    stride,
                    body,
                    body_size,
                    ..
                } = &**repeat;
                let looped = Passes {
                    stride: *stride,
                    body,
                    body_size: *body_size,
                };
                passes::<D>(looped, typed, (from, to), packed);
            }
            Shape::Even(blocks) => even::<D>(blocks, typed, (from, to), packed),
            Shape::List(runs) => list::<D>(runs, typed, (from, to), packed),
            Shape::Sequence(parts) => sequence::<D>(parts, typed, (from, to), packed),
        }
    }
}

/// Moves `count` blocks of `length` bytes, `stride` bytes apart.
///
/// # Safety
///
/// The blocks and the packed bytes are valid, and do not overlap.
unsafe fn blocks<D: Direction>(
    typed: *mut u8,
    stride: isize,
    length: usize,
    count: usize,
    packed: *mut u8,
) {
    // The compiler makes a move of a constant length one or two instructions.
    // SAFETY: all of these move the same blocks.
    unsafe {
        match length {
            1 => blocks_of::<D, 1>(typed, stride, count, packed),
            2 => blocks_of::<D, 2>(typed, stride, count, packed),
            4 => blocks_of::<D, 4>(typed, stride, count, packed),
            8 => blocks_of::<D, 8>(typed, stride, count, packed),
            12 => blocks_of::<D, 12>(typed, stride, count, packed),
            16 => blocks_of::<D, 16>(typed, stride, count, packed),
            24 => blocks_of::<D, 24>(typed, stride, count, packed),
            32 => blocks_of::<D, 32>(typed, stride, count, packed),
            64 => blocks_of::<D, 64>(typed, stride, count, packed),
            _ => {
                let (mut typed, mut packed) = (typed, packed);
                for _ in 0..count {
                    D::move_bytes(typed, packed, length);
                    typed = typed.wrapping_offset(stride);
                    packed = packed.wrapping_add(length);
                }
            }
        }
    }
}

/// [`blocks`] of a constant length.
///
/// # Safety
///
/// As for [`blocks`].
unsafe fn blocks_of<D: Direction, const LENGTH: usize>(
    mut typed: *mut u8,
    stride: isize,
    count: usize,
    mut packed: *mut u8,
) {
    for _ in 0..count {
        // SAFETY: the caller's promise for this block.
        unsafe { D::move_bytes(typed, packed, LENGTH) };
        typed = typed.wrapping_offset(stride);
        packed = packed.wrapping_add(LENGTH);
    }
}

/// Moves bytes of blocks of one length.
///
/// # Safety
///
/// As for [`passes`].
unsafe fn even<D: Direction>(
    even: &Even,
    typed: *mut u8,
    (from, to): (usize, usize),
    mut packed: *mut u8,
) {
    let (mut index, skip) = (from / even.length, from % even.length);
    let mut left = to - from;
    if skip > 0 {
        let part = left.min(even.length - skip);
        let block = typed.wrapping_offset(even.offsets[index]);
        // SAFETY: the part lies in one block and in the range.
        unsafe { D::move_bytes(block.wrapping_add(skip), packed, part) };
        packed = packed.wrapping_add(part);
        left -= part;
        index += 1;
    }
    let whole = left / even.length;
    let offsets = &even.offsets[index..index + whole];
    // SAFETY: these blocks lie in the range as a whole.
    unsafe {
        match even.length {
            4 => scattered::<D, 4>(typed, offsets, packed),
            8 => scattered::<D, 8>(typed, offsets, packed),
            16 => scattered::<D, 16>(typed, offsets, packed),
            24 => scattered::<D, 24>(typed, offsets, packed),
            32 => scattered::<D, 32>(typed, offsets, packed),
            length => {
                let mut packed = packed;
                for offset in offsets {
                    D::move_bytes(typed.wrapping_offset(*offset), packed, length);
                    packed = packed.wrapping_add(length);
                }
            }
        }
    }
    left -= whole * even.length;
    if left > 0 {
        packed = packed.wrapping_add(whole * even.length);
        let block = typed.wrapping_offset(even.offsets[index + whole]);
        // SAFETY: the rest lies in the next block and in the range.
        unsafe { D::move_bytes(block, packed, left) };
    }
}

/// Moves whole blocks of a constant length.
///
/// # Safety
///
/// The blocks and the packed bytes are valid, and do not overlap.
unsafe fn scattered<D: Direction, const LENGTH: usize>(
    typed: *mut u8,
    offsets: &[isize],
    mut packed: *mut u8,
) {
    for offset in offsets {
        // SAFETY: the caller's promise for this block.
        unsafe { D::move_bytes(typed.wrapping_offset(*offset), packed, LENGTH) };
        packed = packed.wrapping_add(LENGTH);
    }
}

/// Moves bytes of blocks of any length.
///
/// # Safety
///
/// As for [`passes`].
unsafe fn list<D: Direction>(
    runs: &[Run],
    typed: *mut u8,
    (from, to): (usize, usize),
    mut packed: *mut u8,
) {
    let first = runs.partition_point(|run| run.start <= from) - 1;
    let mut skip = from - runs[first].start;
    let mut left = to - from;
    for run in &runs[first..] {
        if left == 0 {
            break;
        }
        let part = left.min(run.length - skip);
        let block = typed.wrapping_offset(run.offset).wrapping_add(skip);
        // SAFETY: the part lies in one block and in the range.
        unsafe { D::move_bytes(block, packed, part) };
        packed = packed.wrapping_add(part);
        left -= part;
        skip = 0;
    }
}

/// Moves bytes of other shapes.
///
/// # Safety
///
/// As for [`passes`].
unsafe fn sequence<D: Direction>(
    parts: &[Part],
    typed: *mut u8,
    (from, to): (usize, usize),
    mut packed: *mut u8,
) {
    let first = parts.partition_point(|part| part.start <= from) - 1;
    let mut from = from;
    for (index, part) in parts.iter().enumerate().skip(first) {
        if from >= to {
            break;
        }
        let end = match parts.get(index + 1) {
            Some(next) => next.start.min(to),
            None => to,
        };
        let block = typed.wrapping_offset(part.offset);
        // SAFETY: the piece lies in this part and in the range.
        unsafe {
            shape::<D>(
                &part.shape,
                block,
                (from - part.start, end - part.start),
                packed,
            );
        };
        packed = packed.wrapping_add(end - from);
        from = end;
    }
}
