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

#![allow(unsafe_code)]

use std::ptr::NonNull;
use std::time::{Duration, Instant};

use farreach_node::{Arena, Memory, Span};

use crate::job::settings::Settings;
use crate::{Error, World};

/// How long a wait sleeps after it has been reported.
const LOOK_EVERY: Duration = Duration::from_hours(1);

/// What becomes of the variables of the program and its libraries when a process joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Globals {
    /// Nothing: they stay the process's own.
    Private,
    /// They become symmetric memory, where they are ([`World::join_sharing_variables`]).
    Symmetric,
}

impl Globals {
    /// Waits until the variables of all processes of the node are in their segments, if they are to be.
    pub(crate) fn wait_for_node(self, arena: &Arena, rank: u32, stall: Option<Duration>) {
        if self == Globals::Private {
            return;
        }
        let begun = Instant::now();
        let mut patience = stall.unwrap_or(LOOK_EVERY);
        while !farreach_node::Globals::wait_for_node(arena, patience) {
            if stall.is_some() && patience != LOOK_EVERY {
                let node = arena.layout().node;
                eprintln!(
                    "farreach: rank {rank} has waited {:.0} s until all processes of node {node} have initialised the library; \
                     FARREACH_STALL=0 turns this message off",
                    begun.elapsed().as_secs_f64(),
                );
            }
            patience = LOOK_EVERY;
        }
    }
}

/// Where this process's symmetric memory is.
#[derive(Debug)]
pub(crate) struct Addresses {
    heap: Span,
    /// The program's variables; none if they aren't symmetric.
    program: Span,
    /// The libraries', and what the program has in other places.
    others: Vec<Span>,
}

impl Addresses {
    /// Those of the own segment of `arena`, the process `local_index`'s. A forked child has `fork_patience` to run another program before
    /// many variables are copied for it.
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
            // SAFETY: this process joins once, as this one of the node. What other threads and other processes do with the
            // variables is what the caller of `World::join_sharing_variables` vouches for: nothing else asks for it.
            let shared =
                unsafe { farreach_node::Globals::share(arena, local_index, fork_patience) };
            let shared = shared.map_err(|source| Error::Globals {
                rank: arena.layout().first_rank + local_index,
                source: Box::new(source),
            })?;
            let mut spans = shared.spans().iter().copied();
            addresses.program = spans.next().unwrap_or_default();
            addresses.others = spans.collect();
        }
        Ok(addresses)
    }

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

    /// The address of a variable.
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
    /// [Joins](World::join), and makes the variables of the program and its libraries symmetric memory, where they are: other
    /// processes reach them at the offset that [`World::locate`] gives.
    ///
    /// The libraries are those loaded so far, but for the system's. Nothing happens to the variables where FARREACH_GLOBALS is 0
    /// or the program is linked statically with its C library.
    ///
    /// This is for programs in C and Fortran, whose variables are meant to change at any time.
    ///
    /// # Safety
    ///
    /// While this runs, no other thread stores into a variable of the program or of those libraries: what it stores may be lost.
    /// From then on any process of the job may write to those variables, by functions that are safe to call there: the
    /// variables that the soundness of safe code rests on (in Rust, all of them but atomics and those that are only used through raw
    /// pointers, with those of the allocator and of the standard library) must not be at offsets that anybody writes to.
    pub unsafe fn join_sharing_variables(settings: Settings) -> Result<World, Error> {
        World::join_with(settings, Globals::Symmetric)
    }

    /// The offset in the segment of `len` bytes of this process's symmetric memory at `address`; the same offset means the
    /// same variable in every process. `None` if they are not all in the symmetric heap, or in the variables of one program or
    /// library ([`World::join_sharing_variables`]).
    #[inline]
    pub fn locate(&self, address: *const u8, len: usize) -> Option<usize> {
        self.addresses().offset(address.addr(), len)
    }

    /// The address at which this process can load and store what is at `offset` of `pe`'s segment; `None` if `pe` is on
    /// another node or there is no such rank or byte. It is good until the world ends.
    ///
    /// Stores there wake nobody: from the first such address on, `pe` looks every millisecond at what it waits for.
    pub fn pointer(&self, pe: u32, offset: usize) -> Option<NonNull<u8>> {
        if pe == self.rank()
            && let Some(address) = self.addresses().variable(offset)
        {
            return NonNull::new(std::ptr::with_exposed_provenance_mut(address));
        }
        self.near(pe)?.lend(offset)
    }
}

#[cfg(test)]
mod tests;
