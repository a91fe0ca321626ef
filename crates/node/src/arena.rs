//! The node's arena: one mapping that every process of the node shares.

#![allow(unsafe_code)]

mod cores;

use std::fs::File;
use std::io;
use std::iter;
use std::ops::{Deref, Range};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use farreach_forks::Descriptor;
use farreach_verbs::{Memory as _, MemoryError};
use rustix::fs::{
    MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, ftruncate, memfd_create,
};
use rustix::io::Errno;
use thiserror::Error;

use crate::accumulate::Stripes;
use crate::directory::Directory;
use crate::layout::{ArenaLayout, HEADER_BYTES, LayoutError, Plan, SectionKind};
use crate::placement::Placement;
use crate::reserve::{self, ReserveError};
use crate::ring::Ring;
use crate::shared::{
    CollectiveControl, DirectoryControl, DirectoryEntry, DomainControl, DomainProcess,
    ProcessControl,
};
use crate::{Mapping, Memory, Size, fence, order};
use cores::Cores;

/// A node's mapped arena. Clones are handles to one mapping.
#[derive(Clone, Debug)]
pub struct Arena {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    plan: Plan,
    placement: Placement,
    memory: Memory,
    mapping: Arc<Mapping>,
    /// The memfd; `None` if the memory is private to this process.
    file: Option<Descriptor<File>>,
    cores: Cores,
    /// Pages that this process reserved last. Reserved pages are never given back, and small
    /// allocations often lie in this range.
    taken: Mutex<Range<u64>>,
}

/// Why there is no arena.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The parameters or the header are wrong.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The operating system refused.
    #[error("node arena of {}: {what} failed: {source}", Size(*bytes))]
    Os {
        /// What was tried.
        what: &'static str,
        /// The arena's bytes, as far as known.
        bytes: u64,
        /// The cause.
        source: io::Error,
    },
    /// The process's address space limit is too small for the arena.
    #[error(
        "the node's arena takes {} of address space, which a limit does not allow (ulimit -v): raise it, set a smaller FARREACH_HEAP \
         and FARREACH_GLOBALS, or start fewer processes on a node (--nodes); each process takes {} besides these two",
        Size(*bytes),
        Size(ArenaLayout::INTERNAL_BYTES)
    )]
    AddressSpace {
        /// The arena's bytes.
        bytes: u64,
    },
    /// The process's limit of the size of files is too small for the arena.
    #[error(
        "the node's arena takes {} in a file of memory, which a limit of files does not allow (ulimit -f): raise it; pages that nobody \
         uses take no memory",
        Size(*bytes)
    )]
    FileSize {
        /// The arena's bytes.
        bytes: u64,
    },
    /// The memfd is not sealed against shrinking. A shortened file would kill each process that
    /// touches the missing pages.
    #[error("the inherited file is not a sealed memfd: it was not made by a Farreach agent")]
    NotSealed,
    /// The arena's table of ranks is not one.
    #[error(
        "node arena: the table of the ranks on {nodes} nodes is damaged (on node {node}): use one version of Farreach in a job"
    )]
    Placement {
        /// This node.
        node: u32,
        /// Nodes of the job.
        nodes: u32,
    },
}

impl Arena {
    /// Creates a node's arena in a memfd that is closed on exec.
    ///
    /// No page takes memory until it is touched or reserved.
    ///
    /// # Panics
    /// If the layout has a table ([`Arena::placed`]).
    pub fn create(layout: ArenaLayout) -> Result<Arena, ArenaError> {
        assert!(!layout.has_table, "the arena is made with its placement");
        Arena::create_with_table(layout, iter::empty())
    }

    /// Creates a node's arena, as [`Arena::create`] does, for ranks in this placement. `layout` is of
    /// one of the placement's nodes.
    pub fn placed(layout: ArenaLayout, placement: &Placement) -> Result<Arena, ArenaError> {
        assert_eq!(layout.has_table, !placement.is_even());
        Arena::create_with_table(layout, placement.words())
    }

    fn create_with_table(
        layout: ArenaLayout,
        table: impl Iterator<Item = u32>,
    ) -> Result<Arena, ArenaError> {
        let plan = Plan::new(layout)?;
        let os = os_error(plan.total);
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let fd = memfd_create("farreach", flags).map_err(|e| os("memfd_create", e.into()))?;
        ftruncate(&fd, plan.total).map_err(|errno| match errno {
            Errno::FBIG => ArenaError::FileSize { bytes: plan.total },
            errno => os("ftruncate", errno.into()),
        })?;
        let seals = SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        fcntl_add_seals(&fd, seals).map_err(|e| os("sealing", e.into()))?;
        let file = Descriptor::from(File::from(fd));
        file.write_all_at(&plan.encode(), 0)
            .map_err(|e| os("writing the header", e))?;
        let table: Vec<u8> = table.flat_map(u32::to_ne_bytes).collect();
        file.write_all_at(&table, plan.section(SectionKind::Placement).offset)
            .map_err(|e| os("writing the table of ranks", e))?;
        Arena::map(plan, Some(file))
    }

    /// Maps the arena that another process created. The file's header, size and seals are checked
    /// first.
    pub fn attach(fd: OwnedFd) -> Result<Arena, ArenaError> {
        let file = Descriptor::from(File::from(fd));
        let size = file.metadata().map_err(|e| os_error(0)("fstat", e))?.len();
        let os = os_error(size);
        let sealed = fcntl_get_seals(&file).is_ok_and(|seals| seals.contains(SealFlags::SHRINK));
        if !sealed {
            return Err(ArenaError::NotSealed);
        }
        if size < HEADER_BYTES as u64 {
            return Err(ArenaError::Layout(LayoutError::Size {
                expected: HEADER_BYTES as u64,
                actual: size,
            }));
        }
        let mut header = [0; HEADER_BYTES];
        file.read_exact_at(&mut header, 0)
            .map_err(|e| os("reading the header", e))?;
        let plan = Plan::decode(&header, size)?;
        Arena::map(plan, Some(file))
    }

    /// Creates an arena in memory that is private to this process, for a job of one process.
    pub fn anonymous(layout: ArenaLayout) -> Result<Arena, ArenaError> {
        let plan = Plan::new(layout)?;
        let arena = Arena::map(plan, None)?;
        arena
            .inner
            .memory
            .write(0, &plan.encode())
            .expect("the header lies inside the arena");
        Ok(arena)
    }

    fn map(plan: Plan, file: Option<Descriptor<File>>) -> Result<Arena, ArenaError> {
        let len = plan.total as usize;
        let mapping = match &file {
            Some(file) => Mapping::shared(file, len),
            None => Mapping::anonymous(len),
        };
        let mapping = mapping.map_err(|errno| match errno {
            Errno::NOMEM => ArenaError::AddressSpace { bytes: plan.total },
            errno => os_error(plan.total)("mmap", errno.into()),
        })?;
        let mapping = Arc::new(mapping.into_arena(plan.striped()));
        let memory = Memory::of_mapping(Arc::clone(&mapping));
        let placement = placement(&plan, &memory)?;
        let inner = Inner {
            cores: Cores::new(&plan.layout),
            plan,
            placement,
            memory,
            mapping,
            file,
            taken: Mutex::new(0..0),
        };
        let arena = Arena {
            inner: Arc::new(inner),
        };
        arena.count_threads();
        if fence::register().is_err() {
            let word = &arena.directory_control().no_expedited_fence;
            word.store(1, Ordering::SeqCst);
            // A process that has not seen this store and sleeps without a limit has announced its
            // sleep before. This process sees that announcement from now on.
            order::everything();
        }
        Ok(arena)
    }

    /// The arena's parameters, with rounded sizes.
    pub fn layout(&self) -> &ArenaLayout {
        &self.inner.plan.layout
    }

    /// Which ranks are on which node.
    pub fn placement(&self) -> &Placement {
        &self.inner.placement
    }

    /// The rank of the process with index `local_index` on this node.
    pub fn rank_of(&self, local_index: u32) -> u32 {
        let node = self.layout().node;
        self.inner.placement.rank_on(node, local_index)
    }

    /// The memfd, if the arena is shared.
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.inner.file.as_ref().map(AsFd::as_fd)
    }

    /// The memfd as a `File`, if the arena is shared.
    pub(crate) fn file(&self) -> Option<&File> {
        self.inner.file.as_deref()
    }

    /// All bytes of the arena. A registration of this memory covers every segment at
    /// [`Arena::segment_offset`].
    pub fn memory(&self) -> &Memory {
        &self.inner.memory
    }

    /// The locks of accumulates to the arena's memory.
    pub fn stripes(&self) -> Stripes<'_> {
        self.inner.memory.stripes()
    }

    /// The offset of a process's segment in [`Arena::memory`].
    ///
    /// # Panics
    /// If `local_index` is not below the layout's `local_size`. All methods with a `local_index`
    /// panic in this case.
    pub fn segment_offset(&self, local_index: u32) -> usize {
        self.check_local(local_index);
        self.inner.plan.segment_offset(local_index) as usize
    }

    /// A process's segment: the internal area, the symmetric heap at [`Arena::heap_offset`], and
    /// the program's shared variables, if any, at [`Arena::globals_offset`].
    pub fn segment(&self, local_index: u32) -> Memory {
        let len = self.inner.plan.segment_bytes() as usize;
        self.part(self.segment_offset(local_index), len)
    }

    /// The offset of the symmetric heap in a segment, which is the length of the internal area.
    pub fn heap_offset(&self) -> usize {
        self.layout().internal_bytes as usize
    }

    /// The offset of the shared variables in a segment, directly behind the symmetric heap.
    pub fn globals_offset(&self) -> usize {
        let layout = self.layout();
        (layout.internal_bytes + layout.heap_bytes) as usize
    }

    /// The directory of the job's ranks.
    pub fn directory(&self) -> Directory<'_> {
        Directory::new(self.directory_entries())
    }

    /// The control block of a process of this node.
    pub fn process(&self, local_index: u32) -> &ProcessControl {
        self.check_local(local_index);
        let section = self.inner.plan.section(SectionKind::Processes);
        let offset = section.offset as usize + local_index as usize * size_of::<ProcessControl>();
        // SAFETY: `ProcessControl` consists of atomics.
        unsafe { &self.words::<ProcessControl>(offset, 1)[0] }
    }

    /// Reserves memory for `range`, in bytes of a process's segment. Touching the range later can't
    /// end in SIGBUS or in the out-of-memory killer. The reservation fails if it exceeds what this
    /// process may still take.
    ///
    /// The call returns at once if `range` lies within the contiguous pages that this process
    /// reserved last. Otherwise it reads a few small files and zeroes the pages that are new.
    /// Processes of a node take turns, so that no memory is promised twice.
    pub fn reserve(&self, local_index: u32, range: Range<u64>) -> Result<(), ReserveError> {
        let limit = self.inner.plan.segment_bytes();
        if range.start > range.end || range.end > limit {
            return Err(ReserveError::OutOfBounds {
                start: range.start,
                end: range.end,
                limit,
            });
        }
        let start = self.segment_offset(local_index) as u64;
        let range = reserve::pages(start + range.start..start + range.end);
        let mut taken = self
            .inner
            .taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if taken.start <= range.start && range.end <= taken.end {
            return Ok(());
        }
        match &self.inner.file {
            Some(file) => reserve::file(file, range.clone())?,
            None => reserve::private(&self.inner.mapping, range.clone())?,
        }
        let touches = range.start <= taken.end && taken.start <= range.end;
        *taken = if touches {
            taken.start.min(range.start)..taken.end.max(range.end)
        } else {
            range
        };
        Ok(())
    }

    /// The segments of all processes. The first byte is the first byte of process 0's segment.
    pub(crate) fn all_segments(&self) -> Memory {
        let count = self.layout().local_size as usize;
        let len = (count - 1) * self.segment_stride() as usize;
        self.part(
            self.segment_offset(0),
            len + self.inner.plan.segment_bytes() as usize,
        )
    }

    /// The distance between the segments of two processes.
    pub(crate) fn segment_stride(&self) -> u64 {
        self.inner.plan.segment_stride()
    }

    /// The head of the XRC domain's section.
    pub(crate) fn domain_control(&self) -> &DomainControl {
        let offset = self.inner.plan.section(SectionKind::Domain).offset as usize;
        // SAFETY: `DomainControl` consists of atomics.
        unsafe { &self.words::<DomainControl>(offset, 1)[0] }
    }

    /// A process's entry of the XRC domain.
    pub(crate) fn domain_process(&self, local_index: u32) -> &DomainProcess {
        self.check_local(local_index);
        let first = self.inner.plan.section(SectionKind::Domain).offset as usize
            + size_of::<DomainControl>();
        let offset = first + local_index as usize * size_of::<DomainProcess>();
        // SAFETY: `DomainProcess` consists of atomics.
        unsafe { &self.words::<DomainProcess>(offset, 1)[0] }
    }

    /// A process's inbound ring.
    pub(crate) fn ring(&self, local_index: u32) -> Memory {
        self.check_local(local_index);
        self.part(
            self.inner.plan.ring_offset(local_index) as usize,
            Ring::BYTES,
        )
    }

    /// The words of a barrier in a process's segment. The handle keeps them mapped.
    pub(crate) fn collective_words(
        &self,
        local_index: u32,
        offset: usize,
    ) -> Words<CollectiveControl> {
        let end = offset.saturating_add(size_of::<CollectiveControl>());
        assert!(
            end as u64 <= self.inner.plan.segment_bytes(),
            "offset {offset}"
        );
        let offset = self.segment_offset(local_index) + offset;
        // SAFETY: `CollectiveControl` consists of atomics.
        self.keep(unsafe { &self.words::<CollectiveControl>(offset, 1)[0] })
    }

    /// A process's control block. The handle keeps it mapped.
    pub(crate) fn process_words(&self, local_index: u32) -> Words<ProcessControl> {
        self.keep(self.process(local_index))
    }

    /// The control blocks of all processes of the node. The handle keeps them mapped.
    pub(crate) fn all_process_words(&self) -> Words<[ProcessControl]> {
        let offset = self.inner.plan.section(SectionKind::Processes).offset as usize;
        // SAFETY: `ProcessControl` consists of atomics.
        self.keep(unsafe { self.words(offset, self.layout().local_size as usize) })
    }

    fn keep<T: ?Sized>(&self, words: &T) -> Words<T> {
        Words {
            ptr: NonNull::from(words),
            arena: self.clone(),
        }
    }

    /// Whether asymmetric fences reach all processes of the node that have attached.
    pub(crate) fn has_expedited_fence(&self) -> bool {
        let denied = &self.directory_control().no_expedited_fence;
        denied.load(Ordering::SeqCst) == 0
    }

    pub(crate) fn directory_control(&self) -> &DirectoryControl {
        let offset = self.inner.plan.section(SectionKind::Directory).offset as usize;
        // SAFETY: `DirectoryControl` consists of atomics.
        unsafe { &self.words::<DirectoryControl>(offset, 1)[0] }
    }

    fn directory_entries(&self) -> &[DirectoryEntry] {
        let section = self.inner.plan.section(SectionKind::Directory).offset as usize;
        let first = section + size_of::<DirectoryControl>();
        // SAFETY: `DirectoryEntry` consists of atomics.
        unsafe { self.words(first, self.layout().job_size as usize) }
    }

    /// `count` structures at `offset`.
    ///
    /// # Safety
    /// `T` must consist of atomics only: then any bytes are a valid value, and other processes may
    /// change the bytes.
    unsafe fn words<T>(&self, offset: usize, count: usize) -> &[T] {
        let bytes = count * size_of::<T>();
        let first = self.inner.memory.at(offset, bytes);
        let first = first.unwrap_or_else(|e| unreachable!("the plan was checked: {e}"));
        let first = first.cast::<T>();
        assert!(first.is_aligned(), "{offset} is misaligned");
        // SAFETY: range and alignment were checked above; `T`s are atomics by the caller's promise, and
        // the mapping lives as long as `self`.
        unsafe { std::slice::from_raw_parts(first, count) }
    }

    fn part(&self, offset: usize, len: usize) -> Memory {
        self.inner
            .memory
            .slice(offset, len)
            .unwrap_or_else(|e: MemoryError| unreachable!("the plan was checked: {e}"))
    }

    fn check_local(&self, local_index: u32) {
        let local_size = self.layout().local_size;
        assert!(
            local_index < local_size,
            "local index {local_index} on a node of {local_size} processes"
        );
    }
}

/// The placement that an arena is for.
fn placement(plan: &Plan, memory: &Memory) -> Result<Placement, ArenaError> {
    let layout = &plan.layout;
    let wrong = ArenaError::Placement {
        node: layout.node,
        nodes: layout.nodes,
    };
    if !layout.has_table {
        return Placement::new(layout.job_size, layout.nodes).map_err(|_| wrong);
    }
    let section = plan.section(SectionKind::Placement);
    let words = memory.slice(section.offset as usize, section.len as usize);
    let words = words.unwrap_or_else(|e| unreachable!("the plan was checked: {e}"));
    let placement = Placement::shared(layout.job_size, layout.nodes, words);
    let is_ours = |placement: &Placement| {
        let node = layout.node;
        placement.local_size(node) == layout.local_size
            && placement.first_rank(node) == layout.first_rank
    };
    placement.filter(is_ours).ok_or(wrong)
}

/// A structure of atomics in an arena, with a handle that keeps the arena mapped.
#[derive(Debug)]
pub(crate) struct Words<T: ?Sized> {
    ptr: NonNull<T>,
    arena: Arena,
}

impl<T: ?Sized> Words<T> {
    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }
}

impl<T: ?Sized> Clone for Words<T> {
    fn clone(&self) -> Self {
        Words {
            ptr: self.ptr,
            arena: self.arena.clone(),
        }
    }
}

impl<T: ?Sized> Deref for Words<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: made from a reference into the arena's mapping, which `arena` keeps.
        unsafe { self.ptr.as_ref() }
    }
}

// SAFETY: gives `&T` and a handle to the arena, both of which may go to other threads.
unsafe impl<T: ?Sized + Sync> Send for Words<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: ?Sized + Sync> Sync for Words<T> {}

fn os_error(bytes: u64) -> impl Fn(&'static str, io::Error) -> ArenaError {
    move |what, source| ArenaError::Os {
        what,
        bytes,
        source,
    }
}

#[cfg(test)]
mod tests;
