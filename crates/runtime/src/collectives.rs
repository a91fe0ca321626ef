//! The collectives of this process: calls that return when it is done, collectives that go on beside the program, and active sets.
//!
//! The algorithms are the crate `farreach-collectives`'.

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
use farreach_node::ArenaLayout;

pub use active::ActiveSet;
pub use farreach_collectives::{
    Counts, Fault, Members, Operator, Scan, Source, Strided, Switches, Target,
};
pub use requests::{Kept, Operation, Request};

use crate::job::jobs::{AnyJob, Job};
use crate::job::settings::{Algorithms, Settings};
use crate::messages::Messages;
use crate::{Error, World};
use active::ActiveSets;
use process::Guarded;
use requests::Requests;

/// The offset of the memory for messages in each segment's internal area, behind that of collectives.
pub(crate) const MESSAGES_OFFSET: usize = INTERNAL_BYTES.next_multiple_of(64 << 10);

/// The launcher gives each segment so much for the library.
const _: () = assert!(
    (MESSAGES_OFFSET + Messages::bytes(MEMBERS_MAX as u32)) as u64 <= ArenaLayout::INTERNAL_BYTES
);

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

/// What a process has for its collectives.
pub(crate) struct Collective {
    /// All processes, made at the first collective.
    all: OnceLock<Group>,
    /// The processes of this node, made at their first collective.
    on_node: OnceLock<Group>,
    /// What is left for further sets. Nobody waits for anything while it has these.
    contexts: Guarded<Contexts>,
    active_sets: ActiveSets,
    /// The collectives that were begun.
    requests: Arc<Requests>,
}

impl Collective {
    /// The state of a process of this job, if collectives reach all of the job.
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
}

/// Collectives reach `NODES_MAX` nodes, and `MEMBERS_MAX` processes of a node.
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
    let needed = (MESSAGES_OFFSET + Messages::bytes(job.local_size())) as u64;
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
