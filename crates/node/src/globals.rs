//! Variables that other processes reach: the pages of a program's `.data` and `.bss` become pages of its segment.
//!
//! ```text
//!   this process                                        the segment in the node's file
//!   program   .text │ relro │ .data .bss │              internal │ heap │ table │ program │ liba │ ...
//!   liba.so   .text │ relro │ .data .bss │                                       ▲
//!                             └─ copied (pages that aren't zero), then mapped ───┘ over themselves
//! ```
//!
//! The variables keep their addresses and values, so that nobody who uses them notices; from then on they are memory of the
//! segment like the heap's, for the processes of the node and for adapters. A variable's address differs between processes,
//! its offset in the segment does not: programs and libraries are placed in the order in which they were loaded, which with
//! their sizes has to be the same everywhere (`table.rs`).
//!
//! What is shared, and what isn't:
//! - the program, and the libraries loaded with it that are not the system's ([`modules`]). The C library, the loader and this
//!   library keep their variables: what they do in a forked child, for example, must not reach the parent. (Linked statically
//!   into a program, this library's variables are the program's.) Copies that the program has of a C library's variables,
//!   such as `stdout`, are the program's; they point where they did.
//! - libraries that were loaded by `dlopen` before stay loaded from then on: their addresses stand for offsets.
//! - not what the loader protects after relocation, nor thread-local variables.
//! - nothing of a program linked statically with its C library, for that reason: its variables stay private.
//!
//! Memory: untouched pages of `.bss` stay untouched, whatever its size, and are had when they are used, as ordinary variables
//! are: the file has no limit of its own, so what ends a process that takes too much is the same as without sharing. For pages
//! that are copied there is an error instead.
//!
//! What frees pages of a mapping works otherwise from then on: `madvise(MADV_DONTNEED)` leaves the bytes (`MADV_REMOVE` zeroes them).
//!
//! After `fork` the child has copies of its own, as they were then (`fork.rs`).

#![allow(unsafe_code)]

mod copy;
mod fork;
mod modules;
mod table;
#[cfg(test)]
mod tests;

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

/// A range of addresses of this process, and the offset in its segment that stands for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first address.
    pub first: usize,
    /// Bytes.
    pub len: usize,
    /// The offset of the first byte in the segment.
    pub offset: usize,
}

/// The variables of this process that are shared.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    spans: Vec<Span>,
}

/// Why variables can't be shared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GlobalsError {
    /// There are too many of them.
    #[error(
        "the variables of the program and its libraries take {wanted} bytes ({largest} alone {largest_bytes}), but there \
         is room for {limit}: raise FARREACH_GLOBALS"
    )]
    TooLarge {
        /// Bytes that they take.
        wanted: u64,
        /// The program or library with the most.
        largest: String,
        /// Its bytes.
        largest_bytes: u64,
        /// Bytes that there are.
        limit: u64,
    },
    /// There is no memory for them.
    #[error("sharing the variables of {module}: {source}")]
    Reserve {
        /// The program or library.
        module: String,
        /// Why.
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
        /// Why.
        source: io::Error,
    },
    /// Another process of the node runs something else.
    #[error(
        "{own} differs from {other} of rank {rank}: all processes of a job must run the same program with the same \
         libraries, so that their variables correspond"
    )]
    Differs {
        /// This process's program or library, with its bytes.
        own: String,
        /// The other's.
        other: String,
        /// The other process.
        rank: u32,
    },
}

impl Globals {
    /// Makes the variables of the program and its libraries memory of the process `local_index`'s segment, and checks that the
    /// other processes of the node have the same. Nothing is shared if the arena has no room for variables at all. Once in
    /// a process. A forked child copies many bytes of them only when it has not run another program within `fork_patience`.
    ///
    /// # Safety
    ///
    /// `local_index` is the calling process, whose memory the segment's area for variables has not been. What other threads
    /// store into the variables meanwhile may be lost, so there should be none that store. (The allocator may be the program's, with
    /// its state among them: this thread does not call it while a variable could be lost.) From then on other processes may
    /// read and write the variables at any time: those that matter to the soundness of the program must not be at offsets
    /// that anybody puts to.
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
                // SAFETY: the piece is mapped, readable and written by nobody now, as the caller promised.
                let room = unsafe { copy::check_room(piece, &pages) };
                room.map_err(|source| GlobalsError::Reserve {
                    module: module.name.clone(),
                    source,
                })?;
                // Nothing is allocated in there, nor are other variables written: they may be among those that move.
                let moved = signals::without_signals(|| {
                    // SAFETY: as above; the caller vouches for what comes of it.
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

    /// Waits until all processes of the node share their variables: before, those of others aren't in their segments. Returns
    /// `false` if that takes longer than `timeout`.
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

    /// A number that stands for the programs and libraries whose variables the node's processes share; zero if none do so far.
    pub fn stamp(arena: &Arena) -> u64 {
        arena.directory_control().globals.load(Ordering::SeqCst)
    }

    /// Where they are; the program's come first.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }
}

/// Says that one more process of the node shares its variables.
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
