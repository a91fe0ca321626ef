//! Addresses of this process's symmetric memory, and the offsets into segments that stand for them.
//!
//! ```text
//!   this process:  symmetric heap                 program        library a   library b
//!                  │                              │ .data .bss   │           │
//!                  ▼                              ▼              ▼           ▼
//!   segment:   internal │ heap ................ │ table │ program │ a │ b │ ........
//! ```
//!
//! The heap's place differs between processes, and so do those of the program and its libraries; the offsets are the same.

use std::ptr::NonNull;

use farreach_node::{Arena, Memory};

use crate::World;

/// What becomes of the variables of the program and its libraries when a process joins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Globals {
    /// Nothing: they stay the process's own.
    #[default]
    Private,
    /// They become symmetric memory, where they are: other processes reach them at [`World::locate`]'s offset.
    ///
    /// To be asked for while the process has one thread: what another one stores meanwhile may be lost.
    Symmetric,
}

/// A range of addresses, and the offset of its first byte in the segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    first: usize,
    len: usize,
    offset: usize,
}

impl Span {
    #[inline]
    fn find(self, address: usize, len: usize) -> Option<usize> {
        let at = address.wrapping_sub(self.first);
        (at < self.len && len <= self.len - at).then(|| self.offset + at)
    }
}

/// Where this process's symmetric memory is.
#[derive(Debug)]
pub(crate) struct Addresses {
    heap: Span,
}

impl Addresses {
    /// Those of the own segment of `arena`.
    pub(crate) fn new(arena: &Arena, own: &Memory) -> Addresses {
        let offset = arena.heap_offset();
        let heap = Span {
            first: own.as_mut_ptr().addr() + offset,
            len: arena.layout().heap_bytes as usize,
            offset,
        };
        Addresses { heap }
    }
}

impl World {
    /// The offset in the segment of `len` bytes of this process's symmetric memory at `address`; the same offset means the
    /// same variable in every process. `None` if they are not all in the symmetric heap, or in the variables of one program or
    /// library ([`Globals::Symmetric`]).
    #[inline]
    pub fn locate(&self, address: *const u8, len: usize) -> Option<usize> {
        self.addresses().heap.find(address.addr(), len)
    }

    /// The address at which this process can load and store what is at `offset` of `pe`'s segment; `None` if `pe` is on
    /// another node or there is no such rank or byte. It is good until the world ends.
    ///
    /// Stores there wake nobody: from the first such address on, `pe` looks every millisecond at what it waits for.
    pub fn pointer(&self, pe: u32, offset: usize) -> Option<NonNull<u8>> {
        self.near(pe)?.lend(offset)
    }
}
