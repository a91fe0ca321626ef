//! Memory that processes allocate together, and memory of one process that the adapter reads as it lies.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::ptr;

use farreach_armci::Group;
use farreach_c::{Fault, lock, unsigned};
use farreach_runtime::World;
use farreach_runtime::collectives::{Operator, Order, Source, Target};
use zerocopy::IntoBytes;

use crate::group::{self, GroupObject};
use crate::state::{self, State};

/// What is allocated, by the offset in this process's segment.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    blocks: BTreeMap<usize, Block>,
}

/// An allocation.
#[derive(Debug)]
enum Block {
    /// Of all processes, at one offset.
    All,
    /// Of a group, at these offsets of its members, which are named by rank in the job.
    Group(Vec<(u32, usize)>),
    /// Of this process alone.
    Own,
}

/// Where blocks begin: enough for any type, and for a cache line.
const ALIGN: usize = 64;

/// # Safety
/// There must be room for a pointer of each process at `pointers`.
pub(crate) unsafe fn malloc(pointers: *mut *mut u8, bytes: i64) -> Result<c_int, Fault> {
    let state = state::get()?;
    let bytes = unsigned(bytes, "size")?;
    let offset = state.world.allocate_of_own_size(bytes, ALIGN)?.offset;
    lock(&state.heap).blocks.insert(offset, Block::All);
    for rank in 0..state.world.size() {
        // SAFETY: the caller's promise.
        unsafe {
            let place = pointers.add(rank as usize);
            place.write(state.address(rank, offset));
        };
    }
    Ok(0)
}

/// # Safety
/// There must be room for a pointer of each member at `pointers`. `group` must be a group.
pub(crate) unsafe fn malloc_group(
    pointers: *mut *mut u8,
    bytes: i64,
    group: *mut GroupObject,
) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let Some(group) = (unsafe { group::find(state, group) })? else {
        // SAFETY: the caller's promise.
        return unsafe { malloc(pointers, bytes) };
    };
    let places = group.allocate(unsigned(bytes, "bytes")?)?;
    let own = places[group.rank() as usize].1;
    for (at, &(rank, offset)) in places.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { pointers.add(at).write(state.address(rank, offset)) };
    }
    lock(&state.heap).blocks.insert(own, Block::Group(places));
    Ok(0)
}

/// The ranks of a group's members and what they give.
fn exchange(group: &Group<'_>, own: usize) -> Result<Vec<(u32, usize)>, Fault> {
    let mut all = vec![0_u64; group.size() as usize];
    let own = own as u64;
    let target = Target::Private(all.as_mut_slice().as_mut_bytes());
    let collectives = group.collectives();
    collectives.all_gather(Source::Private(own.as_bytes()), target)?;
    let places = all.iter().zip(0..).map(|(&offset, member)| {
        let rank = group.job_rank(member).expect("a member");
        (rank, offset as usize)
    });
    Ok(places.collect())
}

/// `ARMCI_Free`: by the pointer of any process. A process may give none, if it wanted no bytes.
pub(crate) fn free(pointer: *mut u8) -> Result<c_int, Fault> {
    let state = state::get()?;
    let own = if pointer.is_null() {
        u64::MAX
    } else {
        let known = state.own_block(pointer, |_, block| matches!(block, Block::All));
        known.ok_or_else(|| unknown(pointer))? as u64
    };
    let offset = least(state.world, own)?;
    if offset == u64::MAX {
        return Ok(0);
    }
    if own != u64::MAX && own != offset {
        let what = format!(
            "{pointer:p} is of another allocation than that of other processes: all free the same one"
        );
        return Err(Fault::argument("ptr", what));
    }
    state.world.free(offset as usize)?;
    lock(&state.heap).blocks.remove(&(offset as usize));
    Ok(0)
}

/// The least number of all processes.
fn least(world: &World, own: u64) -> Result<u64, Fault> {
    let mut bytes = own.to_ne_bytes();
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
    let combine = |into: &mut [u8], other: &[u8]| {
        for (into, other) in into.chunks_exact_mut(8).zip(other.chunks_exact(8)) {
            let least = word(into).min(word(other));
            into.copy_from_slice(&least.to_ne_bytes());
        }
    };
    let operator = Operator {
        unit: 8,
        combine: &combine,
        identity: &[0xff; 8],
        order: Order::Any,
    };
    let collectives = world.collectives().named("ARMCI_Free");
    collectives.all_reduce(Target::Private(&mut bytes), &operator)?;
    Ok(word(&bytes))
}

/// # Safety
/// `group` must be a group.
pub(crate) unsafe fn free_group(pointer: *mut u8, group: *mut GroupObject) -> Result<c_int, Fault> {
    let state = state::get()?;
    // SAFETY: the caller's promise.
    let Some(group) = (unsafe { group::find(state, group) })? else {
        return free(pointer);
    };
    // Nobody uses the memory any more when all have called.
    let members = exchange(&group, 0)?;
    let own = if pointer.is_null() {
        None
    } else {
        // A process of another node may have blocks of two groups where this process sees them at one
        // address. So the members decide too.
        let known = state.own_block(pointer, |rank_and_offset, block| match block {
            Block::Group(places) => {
                let ranks = places.iter().map(|place| place.0);
                places.contains(&rank_and_offset) && ranks.eq(members.iter().map(|place| place.0))
            }
            _ => false,
        });
        Some(known.ok_or_else(|| unknown(pointer))?)
    };
    if let Some(offset) = own {
        state.world.free_alone(offset)?;
        lock(&state.heap).blocks.remove(&offset);
    }
    Ok(0)
}

/// Memory of this process. Falls back on the system's allocator, so that a program which
/// allocates more than the adapter can have still runs.
pub(crate) fn malloc_local(bytes: i64) -> Result<*mut u8, Fault> {
    let state = state::get()?;
    let bytes = unsigned(bytes, "size")?;
    if let Ok(offset) = state.world.allocate_alone(bytes, ALIGN) {
        lock(&state.heap).blocks.insert(offset, Block::Own);
        return Ok(state.address(state.world.rank(), offset));
    }
    // SAFETY: any number of bytes may be asked for.
    Ok(unsafe { libc::malloc(bytes) }.cast())
}

/// # Safety
/// `pointer` must be of [`malloc_local`], or null.
pub(crate) unsafe fn free_local(pointer: *mut u8) -> Result<c_int, Fault> {
    let state = state::get()?;
    let offset = pointer.addr().wrapping_sub(state.segment.0);
    if pointer.is_null() || offset >= state.segment.1 {
        // SAFETY: the caller's promise.
        unsafe { libc::free(pointer.cast()) };
        return Ok(0);
    }
    let is_own = matches!(lock(&state.heap).blocks.get(&offset), Some(Block::Own));
    if !is_own {
        let what = format!("{pointer:p} is not of ARMCI_Malloc_local, or is free already");
        return Err(Fault::argument("ptr", what));
    }
    state.world.free_alone(offset)?;
    lock(&state.heap).blocks.remove(&offset);
    Ok(0)
}

/// # Safety
/// As for [`malloc`].
pub(crate) unsafe fn malloc_memdev(
    pointers: *mut *mut u8,
    bytes: i64,
    _device: *const u8,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise. There is one kind of memory.
    unsafe { malloc(pointers, bytes) }
}

/// # Safety
/// As for [`malloc_group`].
pub(crate) unsafe fn malloc_group_memdev(
    pointers: *mut *mut u8,
    bytes: i64,
    group: *mut GroupObject,
    _device: *const u8,
) -> Result<c_int, Fault> {
    // SAFETY: the caller's promise. There is one kind of memory.
    unsafe { malloc_group(pointers, bytes, group) }
}

/// Whether processes of a node share memory.
pub(crate) fn uses_shm() -> Result<c_int, Fault> {
    Ok(c_int::from(state::get()?.world.local_size() > 1))
}

pub(crate) fn uses_shm_group(_group: *mut GroupObject) -> Result<c_int, Fault> {
    uses_shm()
}

/// The limit is FARREACH_HEAP, which is set before the job starts.
pub(crate) fn set_shm_limit(_bytes: u64) -> Result<(), Fault> {
    state::get().map(drop)
}

#[cold]
fn unknown(pointer: *mut u8) -> Fault {
    let what = format!("{pointer:p} is not of an allocation, or is free already");
    Fault::argument("ptr", what)
}

impl State {
    /// The offset here of the block that a pointer to the beginning of some process's part names.
    fn own_block(
        &self,
        pointer: *const u8,
        is_it: impl Fn((u32, usize), &Block) -> bool,
    ) -> Option<usize> {
        let heap = lock(&self.heap);
        let own = self.world.rank();
        // Addresses of processes that are not on this node are in this process's own segment.
        let ranks = std::iter::once(own).chain(0..self.world.size());
        for rank in ranks {
            let Some(offset) = self.offset(rank, pointer) else {
                continue;
            };
            let block = heap.blocks.get(&offset).filter(|block| match block {
                Block::All => is_it((rank, offset), block),
                _ => false,
            });
            if block.is_some() {
                return Some(offset);
            }
            let mut groups = heap.blocks.iter();
            let found = groups.find(|(_, block)| match block {
                Block::Group(_) => is_it((rank, offset), block),
                _ => false,
            });
            if let Some((&own, _)) = found {
                return Some(own);
            }
        }
        None
    }
}

/// Copies a pointer of each process to all others.
///
/// # Safety
/// There must be a pointer of each member of `group` at `pointers`.
pub(crate) unsafe fn exchange_pointers(
    state: &State,
    pointers: *mut *mut u8,
    group: &Group<'_>,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise.
    let own = unsafe { *pointers.add(group.rank() as usize) };
    let offset = own.addr().wrapping_sub(state.segment.0);
    for (at, (rank, offset)) in exchange(group, offset)?.into_iter().enumerate() {
        let address = if offset < state.segment.1 {
            state.address(rank, offset)
        } else {
            ptr::null_mut()
        };
        // SAFETY: the caller's promise.
        unsafe { pointers.add(at).write(address) };
    }
    Ok(())
}
