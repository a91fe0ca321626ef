//! The objects that the program has pointers to. `gasnetex.h` has the beginning of each.

use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use farreach_runtime::collectives::{Collectives, Group};
use farreach_runtime::{Exposure, World};

use crate::vis::Piece;

/// What each object begins with.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct Object {
    /// The program's own pointer, which `gasnetex.h` reads and writes.
    cdata: AtomicPtr<c_void>,
    flags: u32,
}

impl Object {
    pub(crate) fn new(flags: u32) -> Object {
        Object {
            flags,
            ..Object::default()
        }
    }
}

/// `gex_Client_t`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) object: Object,
    pub(crate) name: AtomicPtr<c_char>,
}

/// `gex_EP_t`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) object: Object,
    pub(crate) client: &'static Client,
    pub(crate) segment: AtomicPtr<Segment>,
    pub(crate) index: u16,
}

/// `gex_Segment_t`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) object: Object,
    pub(crate) client: &'static Client,
    pub(crate) address: AtomicPtr<c_void>,
    pub(crate) size: usize,
    /// The offset in this process's segment of the runtime.
    pub(crate) offset: usize,
    pub(crate) origin: Origin,
    pub(crate) is_bound: AtomicBool,
}

/// Where a segment's memory is from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The library allocated it.
    Allocated,
    /// Other processes reached it before.
    Symmetric,
    /// It was private memory of the program.
    Private(Exposure),
}

/// `gex_TM_t`.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) object: Object,
    pub(crate) rank: u32,
    pub(crate) size: u32,
    pub(crate) endpoint: &'static Endpoint,
    /// The members. `None` means all processes by rank.
    pub(crate) group: Option<Group>,
    /// The scratch memory that the program gave for the team, and gets back.
    pub(crate) scratch: Piece,
}

impl Endpoint {
    pub(crate) fn new(client: &'static Client, index: u16, flags: u32) -> Endpoint {
        Endpoint {
            object: Object::new(flags),
            client,
            segment: AtomicPtr::default(),
            index,
        }
    }

    /// Binds a segment, once.
    pub(crate) fn bind(&self, segment: &Segment) -> bool {
        let new = std::ptr::from_ref(segment).cast_mut();
        let none = std::ptr::null_mut();
        let bound = self
            .segment
            .compare_exchange(none, new, Ordering::AcqRel, Ordering::Acquire);
        if bound.is_ok() {
            segment.is_bound.store(true, Ordering::Release);
        }
        bound.is_ok()
    }
}

impl Team {
    /// The team of all processes.
    pub(crate) fn of_all(world: &World, endpoint: &'static Endpoint) -> Team {
        Team {
            object: Object::default(),
            rank: world.rank(),
            size: world.size(),
            endpoint,
            group: None,
            scratch: Piece::NONE,
        }
    }

    /// The rank in the job of a member. `None` if there is no such member.
    pub(crate) fn job_rank(&self, rank: u32) -> Option<u32> {
        match &self.group {
            None => (rank < self.size).then_some(rank),
            Some(group) => group.members().rank(rank),
        }
    }

    /// The member's rank of a rank in the job. `None` if it is no member.
    pub(crate) fn rank_of(&self, job_rank: u32) -> Option<u32> {
        match &self.group {
            None => (job_rank < self.size).then_some(job_rank),
            Some(group) => group.members().index_of(job_rank),
        }
    }

    /// The collectives of the team.
    pub(crate) fn collectives<'a>(&'a self, world: &'a World) -> Collectives<'a> {
        match &self.group {
            None => world.collectives(),
            Some(group) => world.collectives_of(group),
        }
    }
}
