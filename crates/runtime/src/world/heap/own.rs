//! Blocks that a process allocates by itself, or with a group of processes.
//!
//! Every process of the job reaches the blocks of all others, as it reaches symmetric memory: by an
//! offset in the segment of the block's process. The offsets differ from process to process. The
//! device reads and writes the blocks as they lie.

use super::World;
use crate::Error;
use crate::collectives::{Group, Source, Target};

/// Stands for the offset of a block that a member of a group could not allocate.
const NONE: u64 = u64::MAX;

impl World {
    /// Allocates `bytes` bytes of this process's segment for this process alone, at a multiple of
    /// `align`. Returns the offset. No other process takes part. The memory is zero when it is first
    /// allocated. [`World::free_alone`] frees the memory.
    pub fn allocate_alone(&self, bytes: usize, align: usize) -> Result<usize, Error> {
        let rank = self.rank;
        self.check_alignment(align)?;
        let heap_offset = self.heap_offset as u64;
        let allocated = {
            let mut heap = self.heap();
            let floor = heap.symmetric.end();
            heap.own.alloc(bytes as u64, align as u64, floor)
        };
        let offset = allocated.map_err(|source| Error::Heap { rank, source })?;
        let range = heap_offset + offset..heap_offset + offset + bytes as u64;
        if let Err(source) = self.arena.reserve(self.local_index, range) {
            let freed = self.heap().own.free(offset);
            freed.expect("allocated above");
            return Err(Error::Reserve { rank, source });
        }
        Ok((heap_offset + offset) as usize)
    }

    /// Frees what [`World::allocate_alone`] or [`World::allocate_among`] returned for this process.
    /// No process may use the memory any more.
    pub fn free_alone(&self, offset: usize) -> Result<(), Error> {
        let rank = self.rank;
        let offset = (offset as u64).wrapping_sub(self.heap_offset as u64);
        let freed = self.heap().own.free(offset);
        freed.map_err(|source| Error::Heap { rank, source })
    }

    /// Allocates memory in the segments of the members of `group`, of another length in each, which
    /// may be zero. Returns the offset in each member's segment, in the order of the members.
    /// Collective among the members, with the same `align`: all get the memory, or all get an error.
    ///
    /// A process outside of the group reaches the memory too, once it is told the offsets. Each
    /// member frees its own block by [`World::free_alone`], behind a barrier of the group.
    pub fn allocate_among(
        &self,
        group: &Group,
        bytes: usize,
        align: usize,
    ) -> Result<Vec<usize>, Error> {
        let allocated = self.allocate_alone(bytes, align);
        let own = allocated.as_ref().map_or(NONE, |&offset| offset as u64);
        let mut all = vec![0; group.size() as usize * 8];
        let gathered = self.collectives_of(group).named("alloc").all_gather(
            Source::Private(&own.to_ne_bytes()),
            Target::Private(&mut all),
        );
        let words = all.chunks_exact(8);
        let words = words.map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes")));
        let offsets: Vec<u64> = words.collect();
        let offset = allocated?;
        let failed = gathered.and_then(|()| {
            if !offsets.contains(&NONE) {
                return Ok(());
            }
            Err(Error::FailedElsewhere {
                rank: self.rank,
                bytes: bytes as u64,
            })
        });
        match failed {
            Ok(()) => Ok(offsets.into_iter().map(|offset| offset as usize).collect()),
            Err(error) => {
                self.free_alone(offset)?;
                Err(error)
            }
        }
    }
}
