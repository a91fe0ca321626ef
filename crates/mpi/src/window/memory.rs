//! The memory of windows: where its bytes are in a process's segment.
//!
//! Memory of the program is exposed by whole pages, which several windows may share. What can't be exposed, such as a stack, has
//! a copy in the segment, which other processes access. Calls that synchronise make both equal: a byte that has changed on one
//! side since the last time is taken over by the other. This is the model that MPI calls separate.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use farreach_runtime::{Exposure, World};

use super::transfer::There;
use super::{ATTACHED, ATTACHED_MAX, Flavor, PART_WORDS, Window};
use crate::error::{Class, Failure, Result};
use crate::mpi::{Mpi, lock};

/// The alignment of allocated memory.
const ALIGN: usize = 64;

/// Bytes in a row in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The place of the first byte: in the window, or its address in a dynamic one.
    pub(super) at: usize,
    pub(super) bytes: usize,
    /// The offset in the segment.
    pub(super) offset: usize,
}

impl Part {
    pub(super) fn into_words(self) -> [i64; PART_WORDS] {
        [self.at as i64, self.bytes as i64, self.offset as i64]
    }

    pub(super) fn of_words(words: &[i64]) -> Part {
        Part {
            at: words[0] as usize,
            bytes: words[1] as usize,
            offset: words[2] as usize,
        }
    }
}

/// What a window has of this process.
#[derive(Debug)]
pub(super) enum Kept {
    /// A block of the segment.
    Block(usize),
    /// Pages of the program that are exposed, by the addresses of their ranges.
    Pages(Vec<usize>),
    /// Memory of the program that is in the segment anyway.
    Segment,
    Copy(Copied),
    /// What the program has attached from this address on, of which these are the parts.
    Attached(usize, Vec<Part>, Box<Kept>),
}

/// Memory of the program that has a copy in the segment.
#[derive(Debug)]
pub(super) struct Copied {
    address: *mut u8,
    bytes: usize,
    offset: usize,
    /// What both were at the last synchronisation.
    before: Vec<u8>,
}

impl Kept {
    pub(super) fn is_copy(&self) -> bool {
        match self {
            Kept::Copy(_) => true,
            Kept::Attached(_, _, kept) => kept.is_copy(),
            _ => false,
        }
    }

    /// Gives the memory back.
    pub(super) fn give_back(mut self, mpi: &Mpi) -> Result<()> {
        self.synchronise(mpi.world())?;
        match self {
            Kept::Block(offset) | Kept::Copy(Copied { offset, .. }) => {
                Ok(mpi.world().free_alone(offset)?)
            }
            Kept::Pages(ranges) => lock(&mpi.exposures).release(mpi.world(), &ranges),
            Kept::Segment => Ok(()),
            Kept::Attached(_, _, kept) => kept.give_back(mpi),
        }
    }

    fn synchronise(&mut self, world: &World) -> Result<()> {
        match self {
            Kept::Copy(copied) => copied.synchronise(world),
            Kept::Attached(_, _, kept) => kept.synchronise(world),
            _ => Ok(()),
        }
    }
}

impl Copied {
    /// Makes the program's memory and its copy equal. The copy wins where both have changed.
    fn synchronise(&mut self, world: &World) -> Result<()> {
        let me = world.rank();
        let mut copy = vec![0; self.bytes];
        world.direct().get(me, self.offset, &mut copy)?;
        for (at, before) in self.before.iter_mut().enumerate() {
            // SAFETY: the program's memory is valid as long as the window has it.
            let own = unsafe { self.address.add(at) };
            if copy[at] != *before {
                *before = copy[at];
                // SAFETY: as above.
                unsafe { own.write_volatile(copy[at]) };
                continue;
            }
            // SAFETY: as above.
            let now = unsafe { own.read_volatile() };
            if now != *before {
                *before = now;
                world.direct().put(me, self.offset + at, &[now])?;
            }
        }
        Ok(())
    }
}

/// Allocates memory of the segment.
pub(super) fn allocate(world: &World, bytes: usize) -> Result<usize> {
    let allocated = world.allocate_alone(bytes, ALIGN);
    allocated.map_err(|error| Failure::new(Class::NoMem, error.to_string()))
}

/// Fills memory of this process's segment with zeros.
pub(super) fn clear(world: &World, offset: usize, bytes: usize) -> Result<()> {
    Ok(world.direct().put(world.rank(), offset, &vec![0; bytes])?)
}

/// The address here of memory of a process of the node.
pub(super) fn address(world: &World, rank: u32, offset: usize) -> *mut u8 {
    let place = world.silent_pointer(rank, offset);
    place.map_or(std::ptr::null_mut(), std::ptr::NonNull::as_ptr)
}

/// The pages of the program that are exposed for windows, by address.
#[derive(Debug, Default)]
pub(crate) struct Exposures(BTreeMap<usize, Range>);

#[derive(Debug)]
struct Range {
    bytes: usize,
    exposure: Exposure,
    users: usize,
}

impl Exposures {
    /// Exposes the pages of memory of the program. Returns the ranges, and where the memory is.
    ///
    /// # Safety
    /// As [`World::expose`].
    unsafe fn expose(
        &mut self,
        world: &World,
        address: usize,
        bytes: usize,
    ) -> std::result::Result<(Vec<usize>, Vec<Part>), farreach_runtime::Error> {
        let page = rustix::param::page_size();
        let (mut at, end) = (
            address / page * page,
            (address + bytes).next_multiple_of(page),
        );
        let (mut ranges, mut parts) = (Vec::new(), Vec::<Part>::new());
        while at < end {
            let before = self.0.range_mut(..=at).next_back();
            let known = before.filter(|(first, range)| **first + range.bytes > at);
            let (first, range) = if let Some((first, range)) = known {
                (*first, range)
            } else {
                let next = self.0.range(at..end).next().map_or(end, |(next, _)| *next);
                let first = std::ptr::with_exposed_provenance(at);
                // SAFETY: the caller's promise.
                let exposed = unsafe { world.expose(first, next - at) };
                let exposure = match exposed {
                    Ok(exposure) => exposure,
                    Err(error) => {
                        // The error is told. What was exposed for it is not wanted.
                        let _ = self.release(world, &ranges);
                        return Err(error);
                    }
                };
                let range = Range {
                    bytes: next - at,
                    exposure,
                    users: 0,
                };
                (at, self.0.entry(at).or_insert(range))
            };
            range.users += 1;
            ranges.push(first);
            let (from, to) = (at.max(address), (first + range.bytes).min(address + bytes));
            let offset = range.exposure.offset() + (from - first);
            match parts.last_mut() {
                Some(last) if last.offset + last.bytes == offset => last.bytes += to - from,
                _ => parts.push(Part {
                    at: from,
                    bytes: to - from,
                    offset,
                }),
            }
            at = first + range.bytes;
        }
        Ok((ranges, parts))
    }

    fn release(&mut self, world: &World, ranges: &[usize]) -> Result<()> {
        for first in ranges {
            let range = self.0.get_mut(first).expect("it is used");
            range.users -= 1;
            if range.users == 0 {
                let range = self.0.remove(first).expect("seen above");
                world.conceal(range.exposure)?;
            }
        }
        Ok(())
    }
}

impl Mpi {
    /// Makes memory of the program memory of windows. The parts begin at addresses.
    ///
    /// # Safety
    /// The memory must be valid until it is given back. Other processes read and write it.
    unsafe fn lend(self: &Arc<Self>, address: *mut u8, bytes: usize) -> Result<(Kept, Vec<Part>)> {
        let world = self.world();
        let at = address.expose_provenance();
        let whole = |offset| vec![Part { at, bytes, offset }];
        if let Some(offset) = world.locate(address, bytes) {
            return Ok((Kept::Segment, whole(offset)));
        }
        // SAFETY: the caller's promise.
        let exposed = unsafe { lock(&self.exposures).expose(world, at, bytes) };
        if let Ok((ranges, parts)) = exposed {
            return Ok((Kept::Pages(ranges), parts));
        }
        let offset = allocate(world, bytes)?;
        // SAFETY: the caller's promise.
        let before: Vec<u8> = (0..bytes)
            .map(|at| unsafe { address.add(at).read_volatile() })
            .collect();
        world.direct().put(world.rank(), offset, &before)?;
        let copied = Copied {
            address,
            bytes,
            offset,
            before,
        };
        Ok((Kept::Copy(copied), whole(offset)))
    }

    /// As [`Mpi::lend`], with places in a window.
    ///
    /// # Safety
    /// As for [`Mpi::lend`].
    pub(super) unsafe fn expose(
        self: &Arc<Self>,
        address: *mut u8,
        bytes: usize,
    ) -> Result<(Kept, Vec<Part>)> {
        // SAFETY: the caller's promise.
        let (kept, mut parts) = unsafe { self.lend(address, bytes) }?;
        for part in &mut parts {
            part.at -= address.addr();
        }
        Ok((kept, parts))
    }
}

impl Window {
    /// Makes the copies of this process's memory equal to it.
    pub fn synchronise(&self) -> Result<()> {
        if !self.is_unified() {
            for kept in lock(&self.kept).iter_mut() {
                kept.synchronise(self.world())?;
            }
        }
        Ok(())
    }

    /// Attaches memory of the program.
    ///
    /// # Safety
    /// The memory must be valid until it is detached. Other processes read and write it.
    pub unsafe fn attach(&self, address: *mut u8, bytes: usize) -> Result<()> {
        self.only_dynamic()?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (address.addr(), address.addr() + bytes);
        let mut kept = lock(&self.kept);
        let mut attached = kept.iter().filter_map(|kept| match kept {
            Kept::Attached(_, parts, _) => Some(parts),
            _ => None,
        });
        let overlaps = attached.any(|parts| {
            let mut parts = parts.iter();
            parts.any(|part| part.at < to && from < part.at + part.bytes)
        });
        if overlaps {
            let what = format!(
                "argument base: some of the {bytes} bytes at {address:p} are attached already"
            );
            return Err(Failure::new(Class::RmaAttach, what));
        }
        // SAFETY: the caller's promise.
        let (one, parts) = unsafe { self.mpi.lend(address, bytes) }?;
        if one.is_copy() {
            self.has_copies.store(true, Ordering::Relaxed);
        }
        kept.push(Kept::Attached(from, parts, Box::new(one)));
        self.tell_attached(&kept)
    }

    /// Detaches what was attached from an address on.
    pub fn detach(&self, address: *mut u8) -> Result<()> {
        self.only_dynamic()?;
        let mut kept = lock(&self.kept);
        let is_it =
            |kept: &Kept| matches!(kept, Kept::Attached(from, ..) if *from == address.addr());
        let Some(at) = kept.iter().position(is_it) else {
            let what = format!("argument base: nothing was attached at {address:p}");
            return Err(Failure::new(Class::RmaAttach, what));
        };
        let one = kept.remove(at);
        self.tell_attached(&kept)?;
        one.give_back(&self.mpi)
    }

    fn only_dynamic(&self) -> Result<()> {
        if self.flavor == Flavor::Dynamic {
            return Ok(());
        }
        let what = "argument win: not made by MPI_Win_create_dynamic";
        Err(Failure::new(Class::RmaFlavor, what))
    }

    /// Tells other processes what is attached: they read it from the control words.
    fn tell_attached(&self, kept: &[Kept]) -> Result<()> {
        let parts: Vec<Part> = kept
            .iter()
            .filter_map(|kept| match kept {
                Kept::Attached(_, parts, _) => Some(parts.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        if parts.len() > ATTACHED_MAX {
            let what = format!(
                "argument base: a process attaches at most {ATTACHED_MAX} parts to a window"
            );
            return Err(Failure::new(Class::RmaAttach, what));
        }
        let own = self.member(self.comm.rank());
        let (control, me) = (own.control, own.rank);
        let words: Vec<i64> = parts.iter().copied().flat_map(Part::into_words).collect();
        let direct = self.world().direct();
        direct.put(me, control + ATTACHED + 8, &crate::comm::words(&words))?;
        Ok(direct.put(me, control + ATTACHED, &(parts.len() as u64).to_ne_bytes())?)
    }

    /// What a member has attached.
    fn attached(&self, target: u32) -> Result<Vec<Part>> {
        let member = self.member(target);
        let direct = self.world().direct();
        let mut count = [0; 8];
        direct.get(member.rank, member.control + ATTACHED, &mut count)?;
        let count = u64::from_ne_bytes(count).min(ATTACHED_MAX as u64) as usize;
        let mut bytes = vec![0; count * PART_WORDS * 8];
        direct.get(member.rank, member.control + ATTACHED + 8, &mut bytes)?;
        let words: Vec<i64> = crate::comm::numbers(&bytes).collect();
        Ok(words.chunks_exact(PART_WORDS).map(Part::of_words).collect())
    }

    /// Calls `f` with each row of the elements of a member, the first of which is at `first`: its offset in the member's segment, the
    /// bytes of the elements before it, and its length.
    pub(super) fn each_row(
        &self,
        there: &There<'_>,
        first: isize,
        mut f: impl FnMut(usize, usize, usize) -> Result<()>,
    ) -> Result<()> {
        let mut done = 0;
        for (at, len) in there.blocks() {
            let place = (first + at) as usize;
            self.each_part(there.target, place, len, |offset, at, len| {
                f(offset, done + at, len)
            })?;
            done += len;
        }
        Ok(())
    }

    /// Calls `f` with the offset, the place in the bytes, and the length of each part of `bytes` bytes from `at` on of a member's
    /// memory. In a dynamic window `at` is an address.
    pub(super) fn each_part(
        &self,
        target: u32,
        at: usize,
        bytes: usize,
        mut f: impl FnMut(usize, usize, usize) -> Result<()>,
    ) -> Result<()> {
        let member = self.member(target);
        let parts;
        let parts = if self.flavor == Flavor::Dynamic {
            parts = self.attached(target)?;
            &parts
        } else {
            if let [only] = &member.parts[..]
                && at <= only.bytes
                && bytes <= only.bytes - at
            {
                return f(only.offset + at, 0, bytes);
            }
            &member.parts
        };
        let mut done = 0;
        while done < bytes {
            let from = at + done;
            let found = parts
                .iter()
                .find(|part| part.at <= from && from - part.at < part.bytes);
            let Some(part) = found else {
                return Err(self.outside(target, at, bytes));
            };
            let len = (bytes - done).min(part.at + part.bytes - from);
            f(part.offset + (from - part.at), done, len)?;
            done += len;
        }
        Ok(())
    }

    #[cold]
    pub(super) fn outside(&self, target: u32, at: usize, bytes: usize) -> Failure {
        let what = if self.flavor == Flavor::Dynamic {
            format!(
                "argument target_disp: rank {target} has not attached the {bytes} bytes at {at:#x}"
            )
        } else {
            let has = self.member(target).bytes;
            format!(
                "argument target_disp: {bytes} bytes from byte {} on, but rank {target} has {has} bytes in the window",
                at as isize
            )
        };
        Failure::new(Class::RmaRange, what)
    }
}
