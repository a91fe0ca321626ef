//! The segments of a node's processes and their bells, found by arithmetic.
//!
//! [`Segments`] itself holds all that a put, get or atomic inside the node needs. After an atomic
//! instruction a processor loads nothing until the instruction is complete, so each further pointer
//! to follow would add to the operation's time.

#![allow(unsafe_code)]

use std::ptr::NonNull;
use std::sync::atomic::Ordering;

use crate::arena::{Arena, Words};
use crate::memory::View;
use crate::process::ProcessControl;

/// The segments of all processes of a node. Immutable.
#[derive(Debug)]
pub struct Segments {
    /// The first segment's first byte.
    first: NonNull<u8>,
    stride: usize,
    /// Bytes of each segment.
    len: usize,
    count: usize,
    /// One control block for each segment. The handle keeps the arena mapped.
    controls: Words<[ProcessControl]>,
}

// SAFETY: the pointer is to the arena's mapping, which `controls` keeps alive wherever this goes.
// It is returned only as a `View`, whose accesses are atomics and raw copies.
unsafe impl Send for Segments {}
// SAFETY: as for `Send`. No field changes.
unsafe impl Sync for Segments {}

/// A process's segment and bell.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The segment's bytes.
    pub bytes: View<'a>,
    control: &'a ProcessControl,
}

impl Segments {
    /// The segments of the processes that share `arena`.
    pub fn new(arena: &Arena) -> Segments {
        let count = arena.layout().local_size as usize;
        let start = |index: usize| arena.segment_offset(index as u32);
        let memory = arena.memory();
        let len = arena.segment(0).len();
        let stride = if count > 1 { start(1) - start(0) } else { 0 };
        let last = start(0) + (count - 1) * stride;
        assert!(
            stride >= len || count == 1,
            "segments of {len} bytes every {stride}"
        );
        assert!(last + len <= memory.len(), "the plan was checked");
        let first = memory.at(start(0), len);
        let first = first.unwrap_or_else(|e| unreachable!("the plan was checked: {e}"));
        let controls = arena.all_process_words();
        assert_eq!(controls.len(), count, "a control block for each process");
        Segments {
            first: NonNull::new(first).expect("nothing is mapped at zero"),
            stride,
            len,
            count,
            controls,
        }
    }

    /// The number of segments.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The segment of the process with local index `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Segment<'_>> {
        if index >= self.count {
            return None;
        }
        // SAFETY: `new` checked that `count` segments and as many control blocks lie in the mapping, which `controls`
        // keeps for as long as `self` is borrowed.
        unsafe {
            Some(Segment {
                bytes: View::from_raw_parts(self.first.add(index * self.stride), self.len),
                control: self.controls.get_unchecked(index),
            })
        }
    }
}

impl Segment<'_> {
    /// The address of the byte at `offset`, for stores that ring no bell. From now on the process
    /// looks for such stores itself. `None` if `offset` lies outside.
    pub fn lend(self, offset: usize) -> Option<NonNull<u8>> {
        let byte = self.bytes.at(offset, 1).ok()?;
        if !self.control.is_lent() {
            self.control.once.lent.store(1, Ordering::SeqCst);
            // The process may already be in a long sleep.
            self.ring();
        }
        NonNull::new(byte)
    }

    /// The address of the byte at `offset`, for stores that the process does not wait for in a
    /// sleep. `None` if `offset` lies outside.
    pub fn address(self, offset: usize) -> Option<NonNull<u8>> {
        NonNull::new(self.bytes.at(offset, 1).ok()?)
    }

    /// Wakes the process if it sleeps. Call this after the store that the process may wait for.
    /// Costs one relaxed load if the process does not sleep.
    #[inline]
    pub fn ring(self) {
        self.control.wake_if_sleeping();
    }
}

#[cfg(test)]
mod tests;
