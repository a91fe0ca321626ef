//! Maps addresses of this process's symmetric memory to offsets into segments.
//!
//! ```text
//!   this process:  symmetric heap                 program        library a   library b
//!                  │                              │ .data .bss   │           │
//!                  ▼                              ▼              ▼           ▼
//!   segment:   internal │ heap ................ │ table │ program │ a │ b │ ........
//! ```
//!
//! The addresses of the heap, of the program and of its libraries differ between processes. The
//! offsets are equal in all processes. Two comparisons convert an address to an offset.

#![allow(unsafe_code)]

use std::ptr::NonNull;
use std::sync::Arc;
use std::time::{Duration, Instant};

use farreach_node::{Arena, Memory, Segment, Span, say};

use crate::job::settings::Settings;
use crate::{Error, World};

/// How long a wait sleeps at a time after its report.
const LOOK_EVERY: Duration = Duration::from_hours(1);

/// Whether the variables of the program and its libraries become symmetric when a process joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Globals {
    /// The variables stay private.
    Private,
    /// The variables become symmetric memory at their addresses
    /// ([`World::join_sharing_variables`]).
    Symmetric,
}

impl Globals {
    /// With [`Globals::Symmetric`], waits until the variables of all processes of the node are in
    /// segments. After `stall` the wait is reported.
    pub(crate) fn wait_for_node(self, arena: &Arena, rank: u32, stall: Option<Duration>) {
        if self == Globals::Private {
            return;
        }
        let begun = Instant::now();
        let mut patience = stall.unwrap_or(LOOK_EVERY);
        while !farreach_node::Globals::wait_for_node(arena, patience) {
            if stall.is_some() && patience != LOOK_EVERY {
                let node = arena.layout().node;
                say(format_args!(
                    "rank {rank} has waited {:.0} s until all processes of node {node} have initialised the library; \
                     FARREACH_STALL=0 turns this message off",
                    begun.elapsed().as_secs_f64()
                ));
            }
            patience = LOOK_EVERY;
        }
    }
}

/// The addresses of this process's symmetric memory.
#[derive(Debug)]
pub(crate) struct Addresses {
    heap: Span,
    /// The program's variables. Empty if the variables are private.
    program: Span,
    /// The variables of the libraries, and further ranges of the program's variables.
    others: Vec<Span>,
}

impl Addresses {
    /// The addresses of `own`, the segment of process `local_index` in `arena`. A forked child has
    /// `fork_patience` to run another program before many variables are copied for the child.
    pub(crate) fn new(
        arena: &Arena,
        local_index: u32,
        own: &Memory,
        globals: Globals,
        fork_patience: Duration,
    ) -> Result<Addresses, Error> {
        let offset = arena.heap_offset();
        let heap = Span {
            first: own.as_mut_ptr().addr() + offset,
            len: arena.layout().heap_bytes as usize,
            offset,
        };
        let mut addresses = Addresses {
            heap,
            program: Span::default(),
            others: Vec::new(),
        };
        if globals == Globals::Symmetric {
            // SAFETY: this process joins once, under this index of the node. `Globals::Symmetric`
            // comes only from `World::join_sharing_variables`, whose caller vouches for what other
            // threads and other processes do with the variables.
            let shared =
                unsafe { farreach_node::Globals::share(arena, local_index, fork_patience) };
            let shared = shared.map_err(|source| Error::Globals {
                rank: arena.rank_of(local_index),
                source: Box::new(source),
            })?;
            let mut spans = shared.spans().iter().copied();
            addresses.program = spans.next().unwrap_or_default();
            addresses.others = spans.collect();
        }
        Ok(addresses)
    }

    /// The offset of `len` bytes at `address`, if they are all in one span.
    #[inline]
    fn offset(&self, address: usize, len: usize) -> Option<usize> {
        let found = find(&self.heap, address, len).or_else(|| find(&self.program, address, len));
        if found.is_none() && !self.others.is_empty() {
            return self.offset_in_others(address, len);
        }
        found
    }

    #[cold]
    fn offset_in_others(&self, address: usize, len: usize) -> Option<usize> {
        let mut others = self.others.iter();
        others.find_map(|span| find(span, address, len))
    }

    /// The address of the variable at `offset`.
    fn variable(&self, offset: usize) -> Option<usize> {
        let all = std::iter::once(&self.program).chain(&self.others);
        all.map(|span| (span, offset.wrapping_sub(span.offset)))
            .find(|(span, at)| *at < span.len)
            .map(|(span, at)| span.first + at)
    }
}

/// The offset of `len` bytes at `address`, if they are all in `span`.
#[inline]
fn find(span: &Span, address: usize, len: usize) -> Option<usize> {
    let at = address.wrapping_sub(span.first);
    (at < span.len && len <= span.len - at).then(|| span.offset + at)
}

impl World {
    /// Joins as [`World::join`] does, and makes the variables of the program and its libraries
    /// symmetric memory. The variables keep their addresses. Other processes reach a variable at
    /// the offset that [`World::locate`] returns.
    ///
    /// The libraries are all that are loaded so far, without the system's. The variables stay
    /// private if FARREACH_GLOBALS is 0, or if the program is linked statically with its C library.
    ///
    /// This is for programs in C and Fortran, whose compilers expect variables to change at any
    /// time.
    ///
    /// # Safety
    ///
    /// While this runs, no other thread may store into a variable of the program or of these
    /// libraries: the stored value may be lost.
    ///
    /// From then on any process of the job may write to the variables, by functions that are safe
    /// to call there. No process may write to a variable on which the soundness of safe code rests.
    /// In Rust these are all variables, including those of the allocator and of the standard
    /// library, except atomics and variables that are only used through raw pointers.
    pub unsafe fn join_sharing_variables(settings: Settings) -> Result<Arc<World>, Error> {
        World::join_with(settings, Globals::Symmetric)
    }

    /// The offset in the segment of `len` bytes of this process's symmetric memory at `address`. An
    /// offset means the same variable in every process.
    ///
    /// `None` unless all bytes are in the symmetric heap, or all are in the variables of the
    /// program or of one library ([`World::join_sharing_variables`]).
    #[inline]
    pub fn locate(&self, address: *const u8, len: usize) -> Option<usize> {
        self.addresses().offset(address.addr(), len)
    }

    /// The process of this node, and the offset in its segment, of `len` bytes at an address that [`World::silent_pointer`] or
    /// [`World::pointer`] returned.
    pub fn locate_near(&self, address: *const u8, len: usize) -> Option<(u32, usize)> {
        let address = address.addr();
        let mut ranks =
            (0..self.arena().layout().local_size).map(|index| self.arena().rank_of(index));
        ranks.find_map(|rank| {
            let bytes = self.near(rank)?.bytes;
            let at = address.checked_sub(bytes.as_non_null().addr().get())?;
            (at < bytes.len() && len <= bytes.len() - at).then_some((rank, at))
        })
    }

    /// The address at which this process can load and store the memory at `offset` of `pe`'s
    /// segment. `None` if `pe` is on another node, or if there is no such rank or byte. The address
    /// is valid until the world ends.
    ///
    /// A store at the address wakes no sleeper. After the first such call for a rank, a waiting
    /// `pe` therefore checks its wait every millisecond.
    pub fn pointer(&self, pe: u32, offset: usize) -> Option<NonNull<u8>> {
        self.address_in(pe, offset, Segment::lend)
    }

    /// The address that [`World::pointer`] returns, for a program whose processes never wait in this
    /// library for a store at the address. `pe` sleeps as long as it likes.
    ///
    /// Collectives order such stores: what a process stored before a barrier, other processes load
    /// behind it.
    pub fn silent_pointer(&self, pe: u32, offset: usize) -> Option<NonNull<u8>> {
        self.address_in(pe, offset, Segment::address)
    }

    fn address_in<'w>(
        &'w self,
        pe: u32,
        offset: usize,
        find: impl FnOnce(Segment<'w>, usize) -> Option<NonNull<u8>>,
    ) -> Option<NonNull<u8>> {
        if pe == self.rank()
            && let Some(address) = self.addresses().variable(offset)
        {
            return NonNull::new(std::ptr::with_exposed_provenance_mut(address));
        }
        find(self.near(pe)?, offset)
    }
}

#[cfg(test)]
mod tests;
