//! Collectives over sets of processes, for all programming models above.
//!
//! ```text
//!   Group: an ordered set │ Source, Target: a member's data, private or in its segment
//!        ▼
//!   Collectives: barrier, broadcast, reductions, gathers, scatters, exchanges, scans
//!        │
//!        ├─ the members on one node, through their shared memory: `local/`
//!        │
//!        └─ the first members of the nodes, for all on theirs: `far/`
//!             ├─ little data through channels: `channel.rs`
//!             └─ much data is read from where it is
//! ```
//!
//! Where members are on several nodes, those of each first bring together what the other nodes need (gather, reduce), and in the
//! end give out what has come (broadcast, scatter). The words and areas are in `layout.rs`, how groups come and go in
//! `split.rs`.

mod active;
mod apart;
mod blocking;
mod channel;
mod choice;
mod compare;
mod exchange;
mod far;
mod gather;
mod group;
mod layout;
mod local;
mod mode;
mod near;
mod operand;
mod reduce;
mod requests;
mod split;
mod switches;
mod sync;

pub(crate) use active::ActiveSets;
pub(crate) use layout::{INTERNAL_BYTES, NODES_MAX};
pub(crate) use local::MEMBERS_MAX;
pub(crate) use mode::Flight;
pub(crate) use requests::Requests;
pub(crate) use split::Contexts;

pub use active::ActiveSet;
pub use apart::Strided;
pub use exchange::Counts;
pub use group::{Group, Members};
pub use operand::{Source, Target};
pub use reduce::{Operator, Scan};
pub use requests::{Kept, Operation, Request};
pub use switches::Switches;

use farreach_forks::is_forked;

use crate::{Error, World};
use mode::{Blocks, Mode};

/// The collectives of a group.
#[derive(Clone, Copy)]
pub struct Collectives<'a> {
    run: Run<'a, Blocks>,
}

/// A collective of a group, as it is run.
#[derive(Clone, Copy)]
struct Run<'a, M> {
    world: &'a World,
    group: &'a Group,
    /// What errors and waits call the function, if not by its name here.
    function: Option<&'a str>,
    /// What they call its elements.
    elements: &'a str,
    /// Whether members compare what they call first. A forked child is refused there, as it would count as its parent.
    compares: bool,
    /// Where in all segments the targets are, if they can be written as soon as one member has called.
    ready_at: Option<usize>,
    switches: &'a Switches,
    /// How it waits.
    mode: M,
}

impl<'a> Collectives<'a> {
    /// The same for targets that lie at one place in the segments of all members, as this member's does, who need nothing that
    /// is in them when the first one calls, as OpenSHMEM asks for: others may write there before a member calls.
    #[must_use]
    pub fn into_ready_targets(self, target: &Target<'_>) -> Collectives<'a> {
        let ready_at = target.as_source().shared_at();
        let run = Run {
            ready_at,
            ..self.run
        };
        Collectives { run }
    }

    /// The same for a function of another name, by which errors and waits name it and on which the members must agree.
    #[must_use]
    pub fn named(self, function: &'a str) -> Collectives<'a> {
        let function = Some(function);
        let run = Run {
            function,
            ..self.run
        };
        Collectives { run }
    }

    /// The same for elements of a kind that has a name: what they are, or how they are combined.
    #[must_use]
    pub fn of(self, elements: &'a str) -> Collectives<'a> {
        let run = Run {
            elements,
            ..self.run
        };
        Collectives { run }
    }

    /// The same with other algorithms.
    #[must_use]
    pub fn switched(self, switches: &'a Switches) -> Collectives<'a> {
        let run = Run {
            switches,
            ..self.run
        };
        Collectives { run }
    }

    /// Whether this process is the member `index`.
    pub fn index_is(&self, index: u32) -> bool {
        self.run.group.index() == index
    }
}

impl World {
    /// The collectives of all processes.
    pub fn collectives(&self) -> Collectives<'_> {
        self.collectives_of(self.world_group())
    }

    /// The collectives of a group.
    pub fn collectives_of<'a>(&'a self, group: &'a Group) -> Collectives<'a> {
        let run = Run {
            world: self,
            group,
            function: None,
            elements: "",
            compares: self.settings().debug || is_forked(),
            ready_at: None,
            switches: &Switches::CHOSEN,
            mode: Blocks,
        };
        Collectives { run }
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

impl<'a, M: Mode> Run<'a, M> {
    /// What a wait for other members is called.
    fn waits_in(&self) -> &str {
        self.function.unwrap_or("a collective")
    }

    fn size(&self) -> usize {
        self.group.size() as usize
    }

    fn index(&self) -> usize {
        self.group.index() as usize
    }

    /// What failed in the middle of a collective ends the job: the others wait for what will never come.
    fn or_abort<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result {
            self.world.abort(&format!("a collective failed: {error}"));
        }
        result
    }

    fn wrong_length(&self, what: &str, given: usize, wanted: usize) -> Error {
        Error::Mismatch {
            rank: self.world.rank(),
            what: format!(
                "{what} has {given} bytes, but {wanted} bytes are needed for {} processes",
                self.size()
            ),
        }
    }

    /// Copies `len` bytes from `at` on of `source` to `offset` of this process's segment, where the others find them.
    fn publish(
        &self,
        offset: usize,
        source: &Source<'_>,
        at: usize,
        len: usize,
    ) -> Result<(), Error> {
        source.copy_to(self.world, at, self.world.own_segment().view(), offset, len)
    }

    /// The same of the members on this node, of which the first has the channels to other nodes.
    fn on_node(&self) -> Run<'a, M> {
        Run {
            group: self.group.near().expect("there are other nodes"),
            // Those are the targets of all.
            ready_at: None,
            ..self.compared()
        }
    }

    /// The same for what is part of a collective that was compared.
    fn compared(&self) -> Run<'a, M> {
        Run {
            compares: false,
            mode: self.mode.clone(),
            ..*self
        }
    }
}
