//! The heap of a process: symmetric blocks at its start, own blocks at its end.
//!
//! Every process has the same symmetric blocks at the same offsets, because all processes make the
//! same calls with the same arguments. The blocks may have another length in each process
//! ([`World::allocate_of_own_size`]). Own blocks are a process's own affair (`heap/own.rs`).
//!
//! Processes that allocate symmetric memory agree by one reduction on two numbers: the greatest
//! length, and the lowest start of any process's own blocks. No addresses are exchanged.

mod own;

use std::sync::{MutexGuard, PoisonError};

use farreach_node::{HeapError, OwnHeap, Reallocated, SEGMENT_ALIGN, SymmetricHeap};

use super::World;
use crate::Error;
use crate::collectives::{Operator, Order, Target};

/// The record of which bytes of this process's heap are allocated.
pub(super) struct Heap {
    symmetric: SymmetricHeap,
    own: OwnHeap,
}

impl Heap {
    /// The empty heap of `size` bytes.
    pub(super) fn new(size: u64) -> Heap {
        Heap {
            symmetric: SymmetricHeap::new(size),
            own: OwnHeap::new(size),
        }
    }

    /// Allocated bytes, after rounding.
    pub(super) fn in_use(&self) -> u64 {
        self.symmetric.in_use() + self.own.in_use()
    }
}

/// Symmetric memory of another length in each process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnSized {
    /// The offset in the segments.
    pub offset: usize,
    /// The greatest length of all processes, in bytes.
    pub greatest: usize,
}

impl World {
    /// Allocates `bytes` bytes of symmetric memory at a multiple of `align`. Returns the offset in
    /// the segments, which is the same on all processes. The memory is zero when it is first
    /// allocated. Collective, with the same arguments everywhere: all processes get the memory, or
    /// all get an error.
    pub fn allocate(&self, bytes: usize, align: usize) -> Result<usize, Error> {
        self.check_alignment(align)?;
        let arguments = [("bytes", bytes as u64), ("alignment", align as u64)];
        let agreed = self.agree("alloc", &arguments, 0)?;
        self.allocate_agreed("alloc", (bytes, align), agreed.limit, bytes)
    }

    /// Allocates symmetric memory of another length in each process, which may be zero. Returns the
    /// offset in the segments, which is the same on all processes, and the greatest length. Only a
    /// process's own `own` bytes are reserved. Collective, with the same `align`
    /// everywhere. Otherwise as [`World::allocate`]. [`World::free`] frees the memory.
    pub fn allocate_of_own_size(&self, own: usize, align: usize) -> Result<OwnSized, Error> {
        self.check_alignment(align)?;
        let arguments = [("alignment", align as u64)];
        let agreed = self.agree("alloc", &arguments, own as u64)?;
        // A length that no address has can't be allocated either.
        let most = usize::try_from(agreed.greatest).unwrap_or(usize::MAX);
        let offset = self.allocate_agreed("alloc", (most, align), agreed.limit, own)?;
        Ok(OwnSized {
            offset,
            greatest: most,
        })
    }

    /// Allocates a block on which all processes have agreed, and reserves its first `own` bytes.
    fn allocate_agreed(
        &self,
        what: &'static str,
        (bytes, align): (usize, usize),
        limit: u64,
        own: usize,
    ) -> Result<usize, Error> {
        let rank = self.rank;
        let heap_offset = self.heap_offset as u64;
        let allocated = self
            .heap()
            .symmetric
            .alloc_below(bytes as u64, align as u64, limit);
        let offset = allocated.map_err(|source| Error::Heap { rank, source })?;
        let offset = (heap_offset + offset) as usize;
        if let Err(error) = self.reserve(what, offset, own) {
            let freed = self.heap().symmetric.free(offset as u64 - heap_offset);
            freed.expect("allocated above");
            return Err(error);
        }
        Ok(offset)
    }

    fn check_alignment(&self, align: usize) -> Result<(), Error> {
        if align.is_power_of_two() && align as u64 <= SEGMENT_ALIGN {
            return Ok(());
        }
        let source = HeapError::Alignment {
            align: align as u64,
        };
        let rank = self.rank;
        Err(Error::Heap { rank, source })
    }

    /// Changes the size of what [`World::allocate`] returned to `bytes` bytes, in place if there is
    /// room behind it. Otherwise returns the offset of another block: the caller copies the bytes,
    /// and frees the old block. Collective, with the same arguments everywhere. If it fails, it
    /// fails everywhere, and nothing has changed.
    pub fn reallocate(&self, offset: usize, bytes: usize) -> Result<usize, Error> {
        let rank = self.rank;
        let quiet = self.direct().quiet();
        let arguments = [("offset", offset as u64), ("bytes", bytes as u64)];
        let limit = self.agree("realloc", &arguments, 0)?.limit;
        quiet?;
        let heap_offset = self.heap_offset as u64;
        let old = (offset as u64).wrapping_sub(heap_offset);
        let len = self.heap().symmetric.block_len(old).unwrap_or(0);
        let reallocated = self
            .heap()
            .symmetric
            .realloc_below(old, bytes as u64, limit);
        let new = match reallocated.map_err(|source| Error::Heap { rank, source })? {
            Reallocated::InPlace => old,
            Reallocated::Moved { offset, .. } => offset,
        };
        let offset = (heap_offset + new) as usize;
        if let Err(error) = self.reserve("realloc", offset, bytes) {
            let undone = if new == old {
                self.heap().symmetric.realloc(old, len).map(drop)
            } else {
                self.heap().symmetric.free(new)
            };
            undone.expect("the heap as it was");
            return Err(error);
        }
        Ok(offset)
    }

    /// Reserves the memory of a block that was allocated, on all processes or on none.
    fn reserve(&self, what: &'static str, offset: usize, bytes: usize) -> Result<(), Error> {
        let rank = self.rank;
        let range = offset as u64..(offset + bytes) as u64;
        let reserved = self.check_apart(range.end).and_then(|()| {
            let reserved = self.arena.reserve(self.local_index, range);
            reserved.map_err(|source| Error::Reserve { rank, source })
        });
        let mut all = [u8::from(reserved.is_ok())];
        let both = |into: &mut [u8], other: &[u8]| into[0] &= other[0];
        let operator = Operator {
            unit: 1,
            combine: &both,
            identity: &[1],
            order: Order::Any,
        };
        self.collectives()
            .named(what)
            .all_reduce(Target::Private(&mut all), &operator)?;
        if all == [1] {
            return Ok(());
        }
        Err(match reserved {
            Err(error) => error,
            Ok(()) => Error::FailedElsewhere {
                rank,
                bytes: bytes as u64,
            },
        })
    }

    /// Fails if own blocks were allocated below `end`, the end of a symmetric block, since the
    /// processes agreed on the limit.
    fn check_apart(&self, end: u64) -> Result<(), Error> {
        let (rank, heap_offset) = (self.rank, self.heap_offset as u64);
        let low = self.heap().own.low();
        if end <= heap_offset + low {
            return Ok(());
        }
        let wanted = end - heap_offset - low;
        let source = self.heap().symmetric.exhausted(wanted, 1, low);
        Err(Error::Heap { rank, source })
    }

    /// Allocates as [`World::allocate`] does, but without communication, and so without a
    /// connection. The caller ensures that all processes make the same calls in the same order.
    /// Other processes may put into the memory before this process has allocated it.
    pub fn allocate_unagreed(&self, bytes: usize, align: usize) -> Result<usize, Error> {
        let rank = self.rank;
        let allocated = {
            let mut heap = self.heap();
            let limit = heap.own.low();
            heap.symmetric
                .alloc_below(bytes as u64, align as u64, limit)
        };
        let offset = allocated.map_err(|source| Error::Heap { rank, source })?;
        let offset = self.heap_offset as u64 + offset;
        self.arena
            .reserve(self.local_index, offset..offset + bytes as u64)
            .map_err(|source| Error::Reserve { rank, source })?;
        Ok(offset as usize)
    }

    /// Frees what [`World::allocate`] or [`World::allocate_of_own_size`] returned. Collective. No process may use the memory any more.
    pub fn free(&self, offset: usize) -> Result<(), Error> {
        let quiet = self.direct().quiet();
        self.agree("free", &[("offset", offset as u64)], 0)?;
        quiet?;
        let offset = (offset as u64).wrapping_sub(self.heap_offset as u64);
        let freed = self.heap().symmetric.free(offset);
        freed.map_err(|source| Error::Heap {
            rank: self.rank,
            source,
        })?;
        Ok(())
    }

    /// Checks that all processes call with the same arguments. Otherwise all get an error. Returns
    /// the greatest `own`, and where symmetric blocks must end.
    fn agree(
        &self,
        what: &'static str,
        arguments: &[(&str, u64)],
        own: u64,
    ) -> Result<Agreed, Error> {
        // Finds the smallest of each argument and, by its complement, the greatest.
        let words = arguments.iter().flat_map(|&(_, value)| [value, !value]);
        let words = words.chain([!own, self.heap().own.low()]);
        let mut bytes: Vec<u8> = words.flat_map(u64::to_ne_bytes).collect();
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        let least = |into: &mut [u8], other: &[u8]| {
            for (a, b) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
                a.copy_from_slice(&word(a).min(word(b)).to_ne_bytes());
            }
        };
        let operator = Operator {
            unit: 8,
            combine: &least,
            identity: &[0xff; 8],
            order: Order::Any,
        };
        self.collectives()
            .named(what)
            .all_reduce(Target::Private(&mut bytes), &operator)?;
        let all = arguments.iter().zip(bytes.chunks_exact(16));
        let all = all.map(|(given, both)| (given, word(&both[..8]), !word(&both[8..])));
        let differing: Vec<String> = all
            .filter(|(_, least, greatest)| least != greatest)
            .map(|((name, own), least, greatest)| {
                format!("{name} {own}, all processes {least} to {greatest}")
            })
            .collect();
        if differing.is_empty() {
            let (greatest, limit) = bytes[arguments.len() * 16..].split_at(8);
            return Ok(Agreed {
                greatest: !word(greatest),
                limit: word(limit),
            });
        }
        let what = format!(
            "{what}: this process gives {}: all must call it, with the same arguments (if one calls another collective, or exits, the \
             numbers have no meaning; FARREACH_DEBUG=on tells who calls what)",
            differing.join(", and "),
        );
        Err(Error::Mismatch {
            rank: self.rank,
            what,
        })
    }

    pub(super) fn heap(&self) -> MutexGuard<'_, Heap> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the processes agree on when they allocate.
struct Agreed {
    /// The greatest length of a block.
    greatest: u64,
    /// The least start of the own blocks of a process.
    limit: u64,
}

/// Refuses a heap that is larger than the machine's memory.
pub(super) fn check_heap(heap: u64, rank: u32) -> Result<(), Error> {
    let info = rustix::system::sysinfo();
    let memory = info.totalram as u64 * u64::from(info.mem_unit);
    if heap > memory {
        return Err(Error::HeapTooLarge { rank, heap, memory });
    }
    Ok(())
}
