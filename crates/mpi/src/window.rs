//! Windows: memory that the processes of a communicator access without the help of its owner.
//!
//! ```text
//!   Window ──▶ Comm of its own: barriers of fences, messages of post and complete, the error handler, the name, the hints
//!          ──▶ Member ──▶ Parts: where the member's bytes are, in whose segment │ control words, in the member's segment
//!   epoch: who may access what, when │ locks │ transfer: put, get │ accumulate: what is atomic │ memory: what a window's bytes are
//! ```
//!
//! All memory of windows is in segments, so an access is an operation of the runtime: loads and stores within a node, RDMA
//! between nodes. What MPI allocates is allocated there. Memory of the program is exposed ([`World::expose`]), or has a copy
//! there where that can't be (`memory`).
//!
//! ```text
//!   control words of a member   0 passive lock │ 16 lock of accumulates │ 32 how often this process was told u64
//!                               40 attached parts u64 │ 48 [address, bytes, offset] each u64
//! ```
//!
//! [`World::expose`]: farreach_runtime::World::expose

mod accumulate;
mod epoch;
mod locks;
mod memory;
mod short;
mod striped;
mod transfer;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use farreach_runtime::World;
use farreach_runtime::settings::Accumulate;

use self::epoch::{Access, Epochs};
use self::memory::{Kept, Part};
use crate::collective::{Run, barrier};
use crate::comm::{Comm, numbers, words};
use crate::error::{Class, Failure, Result};
use crate::handler::Handler;
use crate::mpi::{Mpi, lock};

pub use self::locks::LockKind;
pub(crate) use self::memory::Exposures;
pub use self::short::Place;
pub use self::transfer::There;

/// Offsets of a member's control words.
const LOCK: usize = 0;
const ACCUMULATES: usize = 16;
const TOLD: usize = 32;
const ATTACHED: usize = 40;
/// The most parts that a process attaches to a window.
const ATTACHED_MAX: usize = 1024;
/// Words of an attached part.
const PART_WORDS: usize = 3;

/// How a window got its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    /// Of the program.
    Created,
    /// Allocated.
    Allocated,
    /// Allocated in a row, by processes of one node.
    Shared,
    /// Attached later. Displacements are addresses.
    Dynamic,
}

/// What a process brings to a window.
#[derive(Clone, Copy, Debug)]
pub struct Brings {
    /// The address of the program's memory, for [`Flavor::Created`].
    pub address: *mut u8,
    /// The length of the process's memory.
    pub bytes: usize,
    /// The bytes that a displacement counts.
    pub unit: usize,
}

/// The part of a member in a window.
#[derive(Debug)]
struct Member {
    /// The member's rank in the job, whose segment has the control words.
    rank: u32,
    /// The process whose segment has the memory.
    owner: u32,
    parts: Vec<Part>,
    bytes: usize,
    unit: usize,
    /// Whether the parts are a copy of the member's memory.
    is_copy: bool,
    /// The offset of the control words.
    control: usize,
    /// By a lock or by `MPI_Win_start` of this process.
    access: Access,
}

/// A window.
pub struct Window {
    mpi: Arc<Mpi>,
    comm: Arc<Comm>,
    flavor: Flavor,
    members: Vec<Member>,
    /// The address of this process's memory.
    base: *mut u8,
    kept: Mutex<Vec<Kept>>,
    epochs: Mutex<Epochs>,
    /// To all members.
    access: Access,
    /// Whether some memory of this process has a copy.
    has_copies: AtomicBool,
    /// Whether integers are changed under locks of stripes.
    has_words: bool,
    /// Whether numbers are changed under locks of stripes: by processes of the node, and by adapters.
    adds_at_targets: bool,
    /// Whether all memory is that of members, which exchange numbers.
    has_exchanges: bool,
}

// SAFETY: the pointers are addresses, which only calls whose callers vouch for the memory use.
#[allow(unsafe_code)]
unsafe impl Send for Window {}
// SAFETY: as above; all that changes is behind locks.
#[allow(unsafe_code)]
unsafe impl Sync for Window {}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} window of {:?}", self.flavor, self.comm)
    }
}

impl Mpi {
    /// Makes a window. Collective over `comm`. All members get it, or all get an error.
    ///
    /// # Safety
    /// Memory of the program must be valid until the window is freed. Other processes read and write it.
    #[allow(unsafe_code)]
    pub unsafe fn make_window(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        flavor: Flavor,
        brings: Brings,
    ) -> Result<Window> {
        comm.only_intra()?;
        let comm = self.duplicate(comm)?;
        comm.set_handler(Handler::EndsJob);
        let mut own = Made::default();
        // SAFETY: the caller's promise.
        let made = unsafe { self.make_own(&comm, flavor, brings, &mut own) };
        let shared = match &made {
            Ok(()) => self.share(&comm, brings, &own),
            Err(_) => self.share(&comm, brings, &Made::failed()),
        };
        let (members, adds_at_targets): (Vec<Member>, _) = match (made, shared) {
            (Ok(()), Ok(shared)) => shared,
            (made, shared) => {
                self.give_back(own.kept);
                self.leave(&comm);
                return Err(made.err().or(shared.err()).expect("one has failed"));
            }
        };
        let world = self.world();
        // With atomics, accumulates of other models have other ways to change integers of the node.
        let has_words = world.settings().accumulate != Accumulate::Atomics && adds_at_targets;
        // The memory of a neighbour can be in a window that the neighbour does not have.
        let is_member = |member: &Member| {
            member.owner == member.rank || comm.group().index_of(member.owner).is_some()
        };
        let has_exchanges = members.iter().all(is_member);
        let mut window = Window {
            has_words,
            adds_at_targets,
            has_exchanges,
            mpi: Arc::clone(self),
            flavor,
            members,
            base: own.base,
            has_copies: AtomicBool::new(own.kept.iter().any(Kept::is_copy)),
            kept: Mutex::new(own.kept),
            epochs: Mutex::default(),
            access: Access::default(),
            comm,
        };
        if flavor == Flavor::Shared {
            window.lay_in_a_row();
        }
        Ok(window)
    }

    /// Makes this process's part.
    ///
    /// # Safety
    /// As [`Mpi::make_window`].
    #[allow(unsafe_code)]
    unsafe fn make_own(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        flavor: Flavor,
        brings: Brings,
        own: &mut Made,
    ) -> Result<()> {
        let world = self.world();
        if world.nodes() > 1 {
            // Before another member has the window.
            world.open_exchanges();
        }
        if flavor == Flavor::Shared {
            let far = comm.group().ranks().find(|&rank| !world.is_near(rank));
            // The sum of all lengths, which the first member allocates.
            let all = self.all_gather_bytes(comm, &words(&[brings.bytes as i64]))?;
            if let Some(far) = far {
                let what = format!(
                    "argument comm: process {far} of the job is on another node: MPI_Comm_split_type(MPI_COMM_TYPE_SHARED) makes a communicator of a node"
                );
                return Err(Failure::new(Class::RmaShared, what));
            }
            if comm.rank() == 0 {
                let total = numbers(&all).map(|bytes| bytes as usize).sum();
                own.allocate(world, total)?;
            }
        }
        own.control = memory::allocate(world, control_bytes(flavor))?;
        own.kept.push(Kept::Block(own.control));
        memory::clear(world, own.control, control_bytes(flavor))?;
        match flavor {
            Flavor::Allocated => own.allocate(world, brings.bytes),
            Flavor::Created if brings.bytes > 0 => {
                own.base = brings.address;
                if let Some((owner, offset)) = world.locate_near(brings.address, brings.bytes) {
                    own.owner = Some(owner);
                    own.parts = vec![Part {
                        at: 0,
                        bytes: brings.bytes,
                        offset,
                    }];
                    return Ok(());
                }
                // SAFETY: the caller's promise.
                let (kept, parts) = unsafe { self.expose(brings.address, brings.bytes) }?;
                own.kept.push(kept);
                own.parts = parts;
                Ok(())
            }
            Flavor::Created => {
                own.base = brings.address;
                Ok(())
            }
            Flavor::Shared | Flavor::Dynamic => Ok(()),
        }
    }

    /// Tells the other members of this process's part. Returns all members, and whether each of them adds at its targets.
    fn share(
        self: &Arc<Self>,
        comm: &Arc<Comm>,
        brings: Brings,
        own: &Made,
    ) -> Result<(Vec<Member>, bool)> {
        let count = own.parts.len() as i64;
        let far = comm
            .group()
            .ranks()
            .find(|&rank| !self.world().is_near(rank));
        let adds = |rank| self.world().direct().adds_at_target(rank);
        let adds_at_targets = far.is_none_or(|rank| adds(rank).unwrap_or(false));
        let head = [
            i64::from(own.has_failed),
            brings.bytes as i64,
            brings.unit as i64,
            own.control as i64,
            count,
            i64::from(own.owner.unwrap_or(self.rank())),
            i64::from(own.kept.iter().any(Kept::is_copy)),
            i64::from(adds_at_targets),
        ];
        let heads = self.all_gather_bytes(comm, &words(&head))?;
        let heads: Vec<i64> = numbers(&heads).collect();
        let heads: Vec<&[i64]> = heads.chunks_exact(head.len()).collect();
        if let Some(at) = heads.iter().position(|head| head[0] != 0) {
            let what = format!("rank {at} has no memory for its part of the window");
            return Err(Failure::new(Class::NoMem, what));
        }
        // Most members have one part.
        let most = heads.iter().map(|head| head[4]).max().unwrap_or(0) as usize;
        let mut parts: Vec<i64> = own
            .parts
            .iter()
            .copied()
            .flat_map(Part::into_words)
            .collect();
        parts.resize(most * PART_WORDS, 0);
        let all = self.all_gather_bytes(comm, &words(&parts))?;
        let all: Vec<i64> = numbers(&all).collect();
        let members = heads.iter().zip(0..).map(|(head, index)| {
            let rank = comm.group().rank(index);
            let first = index as usize * most * PART_WORDS;
            let parts = &all[first..first + head[4] as usize * PART_WORDS];
            Member {
                rank,
                owner: head[5] as u32,
                parts: parts.chunks_exact(PART_WORDS).map(Part::of_words).collect(),
                bytes: head[1] as usize,
                unit: head[2] as usize,
                is_copy: head[6] != 0,
                control: head[3] as usize,
                access: Access::default(),
            }
        });
        let adds_at_targets = heads.iter().all(|head| head[7] != 0);
        Ok((members.collect(), adds_at_targets))
    }

    fn give_back(&self, kept: Vec<Kept>) {
        for kept in kept {
            // The window has failed, which is told.
            let _ = kept.give_back(self);
        }
    }
}

/// This process's part of a window that is made.
struct Made {
    has_failed: bool,
    base: *mut u8,
    kept: Vec<Kept>,
    parts: Vec<Part>,
    /// The process whose segment has the memory, if it is another one.
    owner: Option<u32>,
    control: usize,
}

impl Default for Made {
    fn default() -> Made {
        Made {
            has_failed: false,
            base: std::ptr::null_mut(),
            kept: Vec::new(),
            parts: Vec::new(),
            owner: None,
            control: 0,
        }
    }
}

impl Made {
    fn failed() -> Made {
        Made {
            has_failed: true,
            ..Made::default()
        }
    }

    fn allocate(&mut self, world: &World, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let offset = memory::allocate(world, bytes)?;
        self.kept.push(Kept::Block(offset));
        self.base = memory::address(world, world.rank(), offset);
        self.parts = vec![Part {
            at: 0,
            bytes,
            offset,
        }];
        Ok(())
    }
}

/// The length of the control words.
fn control_bytes(flavor: Flavor) -> usize {
    match flavor {
        Flavor::Dynamic => ATTACHED + 8 + ATTACHED_MAX * PART_WORDS * 8,
        _ => 64,
    }
}

impl Window {
    /// The communicator of the window's own, which has its error handler, its name, its hints and its attributes.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.comm
    }

    /// How the window got its memory.
    pub fn flavor(&self) -> Flavor {
        self.flavor
    }

    /// The address of this process's memory. Null if there is none.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    /// The length of this process's memory.
    pub fn bytes(&self) -> usize {
        self.members[self.comm.rank() as usize].bytes
    }

    /// The bytes that a displacement in this process's memory counts.
    pub fn unit(&self) -> usize {
        self.members[self.comm.rank() as usize].unit
    }

    /// Whether loads and stores of this process are accesses of the window at once. Otherwise they are behind calls that
    /// synchronise.
    pub fn is_unified(&self) -> bool {
        !self.has_copies.load(Ordering::Relaxed)
    }

    /// The length, the unit and the address here of a member's memory, which this process can load and store. `None`: the first
    /// member that has some. Memory of another node, or that has a copy, has no length.
    pub fn query_shared(&self, rank: Option<u32>) -> Result<(usize, usize, *mut u8)> {
        if self.flavor == Flavor::Dynamic {
            let what = "argument win: made by MPI_Win_create_dynamic";
            return Err(Failure::new(Class::RmaFlavor, what));
        }
        let place = |index: usize| {
            let member = &self.members[index];
            let address = match &member.parts[..] {
                _ if index == self.comm.rank() as usize => self.base,
                [only] if self.world().is_near(member.owner) && !member.is_copy => {
                    memory::address(self.world(), member.owner, only.offset)
                }
                _ => std::ptr::null_mut(),
            };
            (member, address)
        };
        let (member, address) = if let Some(rank) = rank {
            place(rank as usize)
        } else {
            let mut all = (0..self.members.len()).map(place);
            let found = all.find(|(member, address)| member.bytes > 0 && !address.is_null());
            found.unwrap_or_else(|| place(0))
        };
        if address.is_null() && self.flavor != Flavor::Shared {
            return Ok((0, 0, address));
        }
        Ok((member.bytes, member.unit, address))
    }

    /// Lays the members' memory one behind the other in what the first one has allocated.
    fn lay_in_a_row(&mut self) {
        let owner = self.members[0].rank;
        let Some(first) = self.members[0].parts.first().copied() else {
            return;
        };
        let mut offset = first.offset;
        for member in &mut self.members {
            member.owner = owner;
            member.parts.clear();
            if member.bytes > 0 {
                member.parts.push(Part {
                    at: 0,
                    bytes: member.bytes,
                    offset,
                });
            }
            offset += member.bytes;
        }
        let own = &self.members[self.comm.rank() as usize];
        self.base = own.parts.first().map_or(std::ptr::null_mut(), |part| {
            memory::address(self.mpi.world(), owner, part.offset)
        });
    }

    fn world(&self) -> &World {
        self.mpi.world()
    }

    fn member(&self, target: u32) -> &Member {
        &self.members[target as usize]
    }

    /// Waits for all members.
    fn barrier(&self, function: &'static str) -> Result<()> {
        if self.mpi.barrier_at_once(&self.comm, function)? {
            return Ok(());
        }
        let run = Run::new(&self.mpi, &self.comm);
        self.mpi.block(&run, barrier(run.clone()))
    }

    /// Ends the window. Collective. The memory that it has allocated is gone.
    pub fn free(&self) -> Result<()> {
        self.check_closed()?;
        self.complete_all()?;
        self.barrier("MPI_Win_free")?;
        let kept = std::mem::take(&mut *lock(&self.kept));
        for kept in kept.into_iter().rev() {
            kept.give_back(&self.mpi)?;
        }
        self.mpi.leave(&self.comm);
        Ok(())
    }
}
