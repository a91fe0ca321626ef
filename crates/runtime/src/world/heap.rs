//! The symmetric heap. Every process has the same blocks at the same offsets, because all processes
//! make the same calls with the same arguments.

use std::sync::{MutexGuard, PoisonError};

use farreach_node::{HeapError, Reallocated, SEGMENT_ALIGN, SymmetricHeap};

use super::World;
use crate::Error;
use crate::collectives::{Operator, Target};

impl World {
    /// Allocates `bytes` bytes of symmetric memory at a multiple of `align`. Returns the offset in
    /// the segments, which is the same on all processes. The memory is zero when it is first
    /// allocated. Collective, with the same arguments everywhere: all processes get the memory, or
    /// all get an error.
    pub fn allocate(&self, bytes: usize, align: usize) -> Result<usize, Error> {
        let rank = self.rank;
        if !align.is_power_of_two() || align as u64 > SEGMENT_ALIGN {
            let source = HeapError::Alignment {
                align: align as u64,
            };
            return Err(Error::Heap { rank, source });
        }
        self.agree(
            "alloc",
            &[("bytes", bytes as u64), ("alignment", align as u64)],
        )?;
        let heap_offset = self.heap_offset as u64;
        let allocated = self.heap().alloc(bytes as u64, align as u64);
        let offset = allocated.map_err(|source| Error::Heap { rank, source })?;
        let offset = (heap_offset + offset) as usize;
        if let Err(error) = self.reserve("alloc", offset, bytes) {
            let freed = self.heap().free(offset as u64 - heap_offset);
            freed.expect("allocated above");
            return Err(error);
        }
        Ok(offset)
    }

    /// Changes the size of what [`World::allocate`] returned to `bytes` bytes, in place if there is
    /// room behind it. Otherwise returns the offset of another block: the caller copies the bytes,
    /// and frees the old block. Collective, with the same arguments everywhere. If it fails, it
    /// fails everywhere, and nothing has changed.
    pub fn reallocate(&self, offset: usize, bytes: usize) -> Result<usize, Error> {
        let rank = self.rank;
        let quiet = self.direct().quiet();
        self.agree(
            "realloc",
            &[("offset", offset as u64), ("bytes", bytes as u64)],
        )?;
        quiet?;
        let heap_offset = self.heap_offset as u64;
        let old = (offset as u64).wrapping_sub(heap_offset);
        let len = self.heap().block_len(old).unwrap_or(0);
        let reallocated = self.heap().realloc(old, bytes as u64);
        let new = match reallocated.map_err(|source| Error::Heap { rank, source })? {
            Reallocated::InPlace => old,
            Reallocated::Moved { offset, .. } => offset,
        };
        let offset = (heap_offset + new) as usize;
        if let Err(error) = self.reserve("realloc", offset, bytes) {
            let undone = if new == old {
                self.heap().realloc(old, len).map(drop)
            } else {
                self.heap().free(new)
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
        let reserved = self.arena.reserve(self.local_index, range);
        let mut all = [u8::from(reserved.is_ok())];
        let both = |into: &mut [u8], other: &[u8]| into[0] &= other[0];
        let operator = Operator {
            unit: 1,
            combine: &both,
            identity: &[1],
        };
        self.collectives()
            .named(what)
            .all_reduce(Target::Private(&mut all), &operator)?;
        if all == [1] {
            return Ok(());
        }
        Err(match reserved {
            Err(source) => Error::Reserve { rank, source },
            Ok(()) => Error::FailedElsewhere {
                rank,
                bytes: bytes as u64,
            },
        })
    }

    /// Allocates as [`World::allocate`] does, but without communication, and so without a
    /// connection. The caller ensures that all processes make the same calls in the same order.
    /// Other processes may put into the memory before this process has allocated it.
    pub fn allocate_unagreed(&self, bytes: usize, align: usize) -> Result<usize, Error> {
        let rank = self.rank;
        let allocated = self.heap().alloc(bytes as u64, align as u64);
        let offset = allocated.map_err(|source| Error::Heap { rank, source })?;
        let offset = self.heap_offset as u64 + offset;
        self.arena
            .reserve(self.local_index, offset..offset + bytes as u64)
            .map_err(|source| Error::Reserve { rank, source })?;
        Ok(offset as usize)
    }

    /// Frees what [`World::allocate`] returned. Collective. No process may use the memory any more.
    pub fn free(&self, offset: usize) -> Result<(), Error> {
        let quiet = self.direct().quiet();
        self.agree("free", &[("offset", offset as u64)])?;
        quiet?;
        let offset = (offset as u64).wrapping_sub(self.heap_offset as u64);
        let freed = self.heap().free(offset);
        freed.map_err(|source| Error::Heap {
            rank: self.rank,
            source,
        })?;
        Ok(())
    }

    /// Checks that all processes call with the same arguments. Otherwise all get an error.
    fn agree(&self, what: &'static str, arguments: &[(&str, u64)]) -> Result<(), Error> {
        // Finds the smallest of each argument and, by its complement, the greatest.
        let own = arguments.iter().flat_map(|&(_, value)| [value, !value]);
        let mut bytes: Vec<u8> = own.flat_map(u64::to_ne_bytes).collect();
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
            return Ok(());
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

    pub(super) fn heap(&self) -> MutexGuard<'_, SymmetricHeap> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
