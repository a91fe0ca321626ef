//! The collectives of this process: calls that return when it is done, collectives that go on beside the program, and active sets.
//!
//! The algorithms are the crate `farreach-collectives`'.

mod active;
mod blocking;
mod process;
mod requests;
mod waiting;

use farreach_forks::is_forked;
use farreach_node::ArenaLayout;

pub use active::ActiveSet;
pub use farreach_collectives::{
    Counts, Fault, Members, Operator, Scan, Source, Strided, Switches, Target,
};
pub use requests::{Kept, Operation, Request};

pub(crate) use active::ActiveSets;
pub(crate) use farreach_collectives::{Contexts, INTERNAL_BYTES, MEMBERS_MAX, NODES_MAX};
pub(crate) use process::Guarded;
pub(crate) use requests::Requests;

use farreach_collectives::{Blocks, layout};

use crate::{Error, World};

/// The launcher gives each segment so much for the library.
const _: () = assert!(INTERNAL_BYTES as u64 <= ArenaLayout::INTERNAL_BYTES);

/// An ordered set of processes. Made by [`World::world_group`] and [`Collectives::split`].
pub type Group = farreach_collectives::Group<World>;
/// A collective that was begun and goes on when progress is made.
pub(crate) type Flight = farreach_collectives::Flight<World>;

/// The collectives of a group.
#[derive(Clone, Copy)]
pub struct Collectives<'a> {
    run: farreach_collectives::Collectives<'a, World, Blocks>,
    group: &'a Group,
}

impl<'a> Collectives<'a> {
    /// For targets that lie at one place in the segments of all members, as this member's does, who need nothing that
    /// is in them when the first one calls, as OpenSHMEM asks for: others may write there before a member calls.
    #[must_use]
    pub fn into_ready_targets(self, target: &Target<'_>) -> Collectives<'a> {
        let run = self.run.into_ready_targets(target);
        Collectives { run, ..self }
    }

    /// For a function of another name, by which errors and waits name it and on which the members must agree.
    #[must_use]
    pub fn named(self, function: &'a str) -> Collectives<'a> {
        let run = self.run.named(function);
        Collectives { run, ..self }
    }

    /// For elements of a kind that has a name: what they are, or how they are combined.
    #[must_use]
    pub fn of(self, elements: &'a str) -> Collectives<'a> {
        let run = self.run.of(elements);
        Collectives { run, ..self }
    }

    /// With other algorithms.
    #[must_use]
    pub fn switched(self, switches: &'a Switches) -> Collectives<'a> {
        let run = self.run.switched(switches);
        Collectives { run, ..self }
    }

    /// Whether this process is the member `index`.
    pub fn index_is(&self, index: u32) -> bool {
        self.group.index() == index
    }
}

impl World {
    /// The collectives of all processes.
    pub fn collectives(&self) -> Collectives<'_> {
        self.collectives_of(self.world_group())
    }

    /// The collectives of a group.
    pub fn collectives_of<'a>(&'a self, group: &'a Group) -> Collectives<'a> {
        let compares = self.settings().debug || is_forked();
        let run = farreach_collectives::Collectives::new(self, group, Blocks, compares);
        Collectives { run, group }
    }

    /// The group of all processes, by rank.
    pub fn world_group(&self) -> &Group {
        self.group_of_all(|| {
            let members = Members::Strided {
                start: 0,
                stride: 1,
                size: self.size(),
            };
            Group::new(self, members, 0, 0)
        })
    }

    /// The group of the processes of this node, by rank.
    pub fn node_group(&self) -> &Group {
        self.group_of_node(|| {
            let members = Members::Strided {
                start: self.first_rank(),
                stride: 1,
                size: self.local_size(),
            };
            Group::new(self, members, layout::NODE_CONTEXT, 0)
        })
    }

    /// Waits until all processes have called it and all operations before it are complete everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        self.collectives().barrier()
    }

    /// [`Collectives::broadcast`] to all processes.
    pub fn broadcast(&self, root: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.collectives().broadcast(root, Target::Private(bytes))
    }

    /// [`Collectives::all_reduce`] of all processes.
    pub fn all_reduce(&self, bytes: &mut [u8], operator: &Operator<'_>) -> Result<(), Error> {
        self.collectives()
            .all_reduce(Target::Private(bytes), operator)
    }
}
