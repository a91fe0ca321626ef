//! Symmetric variables: the pages of a program's `.data` and `.bss` become pages of its segment.
//!
//! ```text
//!   this process                                        the segment in the node's file
//!   program   .text │ relro │ .data .bss │              internal │ heap │ table │ program │ liba │ ...
//!   liba.so   .text │ relro │ .data .bss │                                       ▲
//!                             └─ copied (pages that aren't zero), then mapped ───┘ over themselves
//! ```
//!
//! The variables keep their addresses and values, so that the program does not notice the change.
//! They become memory of the segment, like the heap's, for the node's processes and for adapters. A
//! variable's address may differ between processes; its offset in the segment does not. The program
//! and its libraries are placed in load order. Their order and sizes must therefore be the same in
//! all processes (`table.rs` checks this).
//!
//! What is shared:
//! - the program, and the libraries that were loaded with it and do not belong to the system
//!   ([`modules`]). Copies that the program has of a C library's variables, such as `stdout`, are
//!   the program's and keep their values.
//! - libraries that were loaded by `dlopen` before. They stay loaded from then on, since their
//!   addresses stand for offsets.
//!
//! What is not shared:
//! - variables of the C library, the loader and this library. What these do in a forked child, for
//!   example, must not reach the parent. (If this library is linked statically, its variables are
//!   the program's and are shared.)
//! - pages that the loader protects after relocation (RELRO), and thread-local variables.
//! - all variables of a program that is linked statically with its C library, since they include
//!   the C library's.
//!
//! Memory: untouched pages of `.bss` stay untouched, whatever the size of `.bss`. They are
//! allocated on first use, as ordinary variables are. The file has no limit of its own, so a
//! process that takes too much ends as it would without sharing. Only copied pages are reserved
//! first, and a failed reservation is an error.
//!
//! `madvise(MADV_DONTNEED)` does not zero shared variables; `MADV_REMOVE` does.
//!
//! Processes compare stamps of what they share: on a node through the arena, between nodes in
//! connect messages. Initialisation waits until the node's processes have their variables in place,
//! and does not wait for other nodes. Requests of other nodes are held until the segment is
//! complete.
//!
//! The program's allocator may keep its state in variables. Nothing is allocated between the look
//! at a page and its mapping.
//!
//! After `fork` the child has its own copies, with the values at the time of the fork (`fork.rs`).

#![allow(unsafe_code)]

mod copy;
mod exposed;
mod fork;
mod modules;
mod table;
#[cfg(test)]
mod tests;

pub use exposed::{ExposeError, Exposed, pages_of};

use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use thiserror::Error;

use copy::PageMap;
use modules::Module;

use crate::layout::PAGE;
use crate::reserve::ReserveError;
use crate::{Arena, futex, signals};

/// A range of addresses of this process, and the offset of its first byte in the segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first address.
    pub first: usize,
    /// Length in bytes.
    pub len: usize,
    /// The offset of the first byte in the segment.
    pub offset: usize,
}

/// The shared variables of this process.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    spans: Vec<Span>,
}

/// Why variables can't be shared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GlobalsError {
    /// The variables need more bytes than the segment's area has.
    #[error(
        "the variables of the program and its libraries take {wanted} bytes ({largest} alone {largest_bytes}), but there \
         is room for {limit}: raise FARREACH_GLOBALS"
    )]
    TooLarge {
        /// Bytes of all variables.
        wanted: u64,
        /// The program or library with the most bytes.
        largest: String,
        /// Bytes of its variables.
        largest_bytes: u64,
        /// Bytes of the segment's area for variables.
        limit: u64,
    },
    /// Memory for the copied pages can't be reserved.
    #[error("sharing the variables of {module}: {source}")]
    Reserve {
        /// The program or library.
        module: String,
        /// The cause.
        source: ReserveError,
    },
    /// The operating system refused.
    #[error("sharing {bytes} bytes of variables of {module}: {what} failed: {source}")]
    Os {
        /// The program or library.
        module: String,
        /// What was tried.
        what: &'static str,
        /// Bytes of its variables.
        bytes: usize,
        /// The cause.
        source: io::Error,
    },
    /// Another process of the node runs a different program or library.
    #[error(
        "{own} differs from {other} of rank {rank}: all processes of a job must run the same program with the same \
         libraries, so that their variables correspond"
    )]
    Differs {
        /// This process's program or library, with its bytes.
        own: String,
        /// The other process's program or library, with its bytes.
        other: String,
        /// The rank of the other process.
        rank: u32,
    },
}

impl Globals {
    /// Makes the variables of the program and its libraries memory of the segment of process
    /// `local_index`. Checks that the node's other processes share the same variables. Shares
    /// nothing if the arena has no area for variables. Call it once in a process. A forked child
    /// copies a large amount of data only if it has not run another program within `fork_patience`.
    ///
    /// # Safety
    ///
    /// - `local_index` is the calling process, and nothing has used the area for variables in its
    ///   segment.
    /// - Stores of other threads to the variables during the call may be lost, so there should be
    ///   none. The allocator may be the program's and may keep its state in variables. Therefore
    ///   this call allocates nothing while a store could be lost.
    /// - Afterwards other processes may read and write the variables at any time. A variable that
    ///   matters for the program's soundness must not be at an offset to which another process
    ///   puts.
    pub unsafe fn share(
        arena: &Arena,
        local_index: u32,
        fork_patience: Duration,
    ) -> Result<Globals, GlobalsError> {
        let limit = arena.layout().globals_bytes;
        let Some(file) = arena.file().filter(|_| limit > 0) else {
            return Ok(Globals::default());
        };
        let modules = modules::with_variables();
        let base = arena.globals_offset();
        let mut end = base as u64 + PAGE;
        let mut spans = Vec::new();
        for piece in modules.iter().flat_map(|module| &module.pieces) {
            spans.push(Span {
                first: piece.first,
                len: piece.len,
                offset: end as usize,
            });
            end += (piece.len as u64).next_multiple_of(PAGE);
        }
        if end - base as u64 > limit {
            return Err(too_large(&modules, end - base as u64, limit));
        }
        table::enter(arena, local_index, &modules);
        table::check(arena, local_index, &modules)?;
        modules.iter().for_each(Module::keep_loaded);
        let segment = arena.segment_offset(local_index);
        let pages = PageMap::open();
        let mut placed = spans.iter();
        for module in &modules {
            let failed = |what, source: Errno| GlobalsError::Os {
                module: module.name.clone(),
                what,
                bytes: module.bytes(),
                source: source.into(),
            };
            for (piece, span) in module.pieces.iter().zip(&mut placed) {
                let at = (segment + span.offset) as u64;
                // SAFETY: the piece is mapped and readable, and no thread writes to it now, as the
                // caller promised.
                let room = unsafe { copy::check_room(piece, &pages) };
                room.map_err(|source| GlobalsError::Reserve {
                    module: module.name.clone(),
                    source,
                })?;
                // The allocator's state and other variables may lie in the pages that are replaced.
                // So nothing is allocated here, and no other variable is written.
                let moved = signals::without_signals(|| {
                    // SAFETY: the piece is mapped and no thread writes to it now. The caller
                    // vouches for later accesses of other processes.
                    unsafe { copy::replace(piece, &pages, file, at) }
                });
                moved.map_err(|(what, source)| failed(what, source))?;
            }
        }
        fork::keep_apart(file, segment, &spans, fork_patience).map_err(|source| {
            GlobalsError::Os {
                module: "the program".to_owned(),
                what: "preparing for fork",
                bytes: spans.iter().map(|span| span.len).sum(),
                source,
            }
        })?;
        count(arena);
        Ok(Globals { spans })
    }

    /// Waits until all processes of the node share their variables. Before that, the variables of
    /// other processes aren't in their segments. Returns `false` if the wait exceeds `timeout`.
    pub fn wait_for_node(arena: &Arena, timeout: Duration) -> bool {
        let begun = Instant::now();
        let (sharing, all) = (
            &arena.directory_control().sharing,
            arena.layout().local_size,
        );
        loop {
            let count = sharing.load(Ordering::SeqCst);
            let left = timeout.saturating_sub(begun.elapsed());
            if count >= all || arena.layout().globals_bytes == 0 {
                return true;
            }
            if left.is_zero() {
                return false;
            }
            futex::wait(sharing, count, Some(left));
        }
    }

    /// A hash of the programs and libraries whose variables the node's processes share. Zero if no
    /// process shares any yet.
    pub fn stamp(arena: &Arena) -> u64 {
        arena.directory_control().globals.load(Ordering::SeqCst)
    }

    /// The ranges of shared addresses. The program's ranges come first.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }
}

/// Counts one more process of the node that shares its variables.
fn count(arena: &Arena) {
    let sharing = &arena.directory_control().sharing;
    if sharing.fetch_add(1, Ordering::SeqCst) + 1 == arena.layout().local_size {
        futex::wake_all(sharing);
    }
}

fn too_large(modules: &[Module], wanted: u64, limit: u64) -> GlobalsError {
    let largest = modules
        .iter()
        .max_by_key(|module| module.bytes())
        .expect("nothing fits into anything");
    GlobalsError::TooLarge {
        wanted,
        largest: largest.name.clone(),
        largest_bytes: largest.bytes() as u64,
        limit,
    }
}
