//! The collectives of this process: calls that return when this member is done, collectives that
//! continue beside the program, and active sets.
//!
//! The crate `farreach-collectives` has the algorithms.

mod active;
mod blocking;
mod process;
mod requests;
mod waiting;

use std::sync::{Arc, OnceLock};

use farreach_collectives::{
    Blocks, Contexts, INTERNAL_BYTES, Lock as _, MEMBERS_MAX, NODES_MAX, layout,
};
use farreach_forks::is_forked;
use farreach_node::{ArenaLayout, LOCKS_BYTES};

pub use active::ActiveSet;
pub use farreach_collectives::tree::TreePlace;
pub use farreach_collectives::{
    Choice, Counts, Fault, Members, Operator, Order, Scan, Search, Source, Strided, Switches,
    Target,
};
pub use requests::{During, Kept, Operation, Request};

use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::{Algorithms, Settings};
use crate::messages::Messages;
use crate::{Error, World};
use active::ActiveSets;
use process::Guarded;
use requests::Requests;

/// The offset of the memory for messages in each segment's internal area, behind that of collectives.
pub(crate) const MESSAGES_OFFSET: usize = INTERNAL_BYTES.next_multiple_of(64 << 10);

/// The launcher gives each segment this much memory for the library.
const _: () = assert!(
    (MESSAGES_OFFSET + Messages::bytes(MEMBERS_MAX as u32) + LOCKS_BYTES) as u64
        <= ArenaLayout::INTERNAL_BYTES
);

/// An ordered set of processes, made by [`World::world_group`] and [`Collectives::split`].
pub type Group = farreach_collectives::Group<World>;
/// A collective that was begun and continues when progress is made.
pub(crate) type Flight = farreach_collectives::Flight<World>;

/// The collectives of one group.
#[derive(Clone, Copy)]
pub struct Collectives<'a> {
    run: farreach_collectives::Collectives<'a, World, Blocks>,
    group: &'a Group,
}

impl<'a> Collectives<'a> {
    /// These collectives, for targets that have one offset in the segments of all members, and that
    /// are ready when the first member calls, as OpenSHMEM requires. Other members may write to
    /// such a target before its member calls.
    #[must_use]
    pub fn into_ready_targets(self, target: &Target<'_>) -> Collectives<'a> {
        let run = self.run.into_ready_targets(target);
        Collectives { run, ..self }
    }

    /// These collectives under another name. Errors and waits use the name, and the members must
    /// agree on it.
    #[must_use]
    pub fn named(self, function: &'a str) -> Collectives<'a> {
        let run = self.run.named(function);
        Collectives { run, ..self }
    }

    /// These collectives for elements of a kind that has a name. `elements` says what the elements
    /// are, or how they are combined.
    #[must_use]
    pub fn of(self, elements: &'a str) -> Collectives<'a> {
        let run = self.run.of(elements);
        Collectives { run, ..self }
    }

    /// These collectives with other thresholds between algorithms.
    #[must_use]
    pub fn switched(self, switches: &'a Switches) -> Collectives<'a> {
        let run = self.run.switched(switches);
        Collectives { run, ..self }
    }

    /// Whether this process is the member with this index.
    pub fn index_is(&self, index: u32) -> bool {
        self.group.index() == index
    }
}

/// The state of a process's collectives.
pub(crate) struct Collective {
    /// The group of all processes, made at the first collective.
    all: OnceLock<Group>,
    /// The group of the processes of this node, made at its first collective.
    on_node: OnceLock<Group>,
    /// The free contexts. A thread that holds the lock waits for nothing.
    contexts: Guarded<Contexts>,
    active_sets: ActiveSets,
    /// The collectives that were begun.
    requests: Arc<Requests>,
}

impl Collective {
    /// The state for a process of this job. An error if collectives can't reach all processes of
    /// the job.
    pub(crate) fn new(settings: &Settings, job: &AnyJob) -> Result<Collective, Error> {
        check_shape(settings, job)?;
        Ok(Collective {
            all: OnceLock::new(),
            on_node: OnceLock::new(),
            contexts: Guarded::new(Contexts::default()),
            active_sets: ActiveSets::new(),
            requests: Arc::default(),
        })
    }

    /// The collectives that were begun.
    #[inline]
    pub(crate) fn requests(&self) -> &Arc<Requests> {
        &self.requests
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
        self.collective().all.get_or_init(|| {
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
        self.collective().on_node.get_or_init(|| {
            let placement = self.arena().placement();
            let members = match placement.block(self.node()) {
                Some(block) => Members::Strided {
                    start: block.start,
                    stride: 1,
                    size: self.local_size(),
                },
                None => Members::Listed(placement.ranks(self.node()).collect()),
            };
            Group::new(self, members, layout::NODE_CONTEXT, 0)
        })
    }

    /// Waits until all processes have called, and all their earlier operations are complete
    /// everywhere.
    pub fn barrier(&self) -> Result<(), Error> {
        self.collectives().barrier()
    }
}

/// Checks the job's shape: collectives reach `NODES_MAX` nodes, and `MEMBERS_MAX` processes of a
/// node. Checks also that the launcher gives each segment enough memory for the library.
fn check_shape(settings: &Settings, job: &AnyJob) -> Result<(), Error> {
    let rank = job.rank();
    let nodes = match settings.collectives {
        Algorithms::Hierarchical => job.nodes(),
        Algorithms::Flat => job.size(),
    };
    if nodes > NODES_MAX {
        let what = format!("{nodes} nodes, but collectives reach {NODES_MAX}");
        return Err(Error::Mismatch { rank, what });
    }
    let needed = (MESSAGES_OFFSET + Messages::bytes(job.local_size()) + LOCKS_BYTES) as u64;
    let given = job.arena().layout().internal_bytes;
    if given < needed {
        let what = format!(
            "the launcher gives the library {given} bytes of each segment, but this one needs {needed}: use one version of \
             Farreach for both"
        );
        return Err(Error::Mismatch { rank, what });
    }
    let on_node = job.local_size() as usize;
    if on_node > MEMBERS_MAX {
        let most = MEMBERS_MAX;
        let what = format!("{on_node} processes on a node, but collectives reach {most}");
        return Err(Error::Mismatch { rank, what });
    }
    Ok(())
}
