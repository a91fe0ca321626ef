//! Collectives over sets of processes, for all programming models. The algorithms use no clock,
//! thread or system call.
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
//!        ▼
//!   Process: the node's memory, operations toward other nodes, waiting
//! ```
//!
//! A collective over several nodes has three phases. The members of each node first combine or
//! gather what other nodes need. Then the nodes' leaders exchange it. At the end each leader
//! distributes the result to its node's members. `layout.rs` has the words and areas. `split.rs`
//! makes and ends groups.
//!
//! The algorithms are `async` functions. `mode.rs` says how an algorithm waits.
//!
//! # Algorithms
//!
//! A set is a *team* in OpenSHMEM and a group in the other models. Each set has a *context*: an
//! area for words and data in every member's segment. Before its first collective a set has no
//! memory but its list of members. `switches.rs` has the thresholds between algorithms.
//!
//! - **Small data.** On more than four nodes barriers and reductions go up and down one tree,
//!   because a tree takes the fewest messages. All-gathers of up to 48 KiB in total do so, too. Up
//!   to eight nodes the root has all other nodes as children: where processes share cores, each
//!   level of a tree costs further process switches. Above eight nodes the tree is binomial.
//! - **Large data** moves directly between the members' buffers: in pieces along chains, along
//!   binomial trees where these are faster, or from each node to each. Channels carry only tickets,
//!   which tell where a buffer is, and notifications. In a large reduction of up to eight nodes
//!   each node combines a share. The others write their contributions to an area of its segment.
//! - **Order.** The last digits of a rounded sum depend on the order in which it is combined. An
//!   operator may name one of two binomial trees (`order.rs`). A group on one node evaluates either
//!   tree where it has all contributions. Over several nodes a group can evaluate it if each node's
//!   members are a branch of the tree.
//! - **Targets of C.** OpenSHMEM's targets have one offset in all segments, and are ready when the
//!   first member calls (`into_ready_targets`). An all-to-all of C on one node therefore writes the
//!   blocks directly to their targets. Large broadcasts and all-gathers of C between two nodes with
//!   one member each write to the target before its ticket arrives. Calls from Rust wait for the
//!   target's member.
//! - **Mistakes.** Messages carry their kind and length, so members that call different collectives
//!   get an error and no wrong data.
//!
//! With flat algorithms (`FARREACH_COLLECTIVES=flat`) every process counts as a node.
//!
//! Invariants:
//! - Members call the same collectives in the same order, or get an error.
//! - Data of a set is overwritten only when no member may still read it.

#![no_std]

extern crate alloc;

mod apart;
mod channel;
mod choice;
mod compare;
mod exchange;
mod far;
mod gather;
mod group;
pub mod layout;
mod local;
mod mode;
mod near;
mod operand;
mod order;
mod process;
mod reduce;
mod search;
mod split;
mod switches;
mod sync;
pub mod tree;

pub use apart::Strided;
pub use choice::choose;
pub use exchange::Counts;
pub use group::{Group, GroupState, Members, Owned, Turn};
pub use layout::{INTERNAL_BYTES, NODES_MAX};
pub use local::MEMBERS_MAX;
pub use mode::{Blocks, Flight, Resumes, Wait, WaitMode, run};
pub use operand::{Source, Target};
pub use order::Order;
pub use process::{Barrier, FLAG_BYTES, Far, Fault, Lent, Lock, Process};
pub use reduce::{Operator, Scan};
pub use search::{Candidate, Choice, LOOKED, Search, Taken};
pub use split::Contexts;
pub use switches::Switches;

use group::Set;

/// The collectives of a group. Each collective is a future that this member drives. The future ends
/// when this member is done.
pub struct Collectives<'a, P: Process, M> {
    process: &'a P,
    group: &'a Set<P>,
    /// The name of the function in errors and waits, if it differs from the method's.
    function: Option<&'a str>,
    /// The name of the elements in errors and waits.
    elements: &'a str,
    /// Whether members first compare their calls. A process that may not call collectives gets its
    /// error there.
    compares: bool,
    /// The offset of the targets in all segments, if others may write them as soon as one member
    /// has called.
    ready_at: Option<usize>,
    switches: &'a Switches,
    /// How the collectives wait.
    mode: M,
}

impl<P: Process, M: Copy> Copy for Collectives<'_, P, M> {}

impl<P: Process, M: Clone> Clone for Collectives<'_, P, M> {
    #[inline]
    fn clone(&self) -> Self {
        Collectives {
            mode: self.mode.clone(),
            ..*self
        }
    }
}

impl<'a, P: Process, M: WaitMode<P>> Collectives<'a, P, M> {
    /// The collectives of `group` in this process. They wait as `mode` says. With `compares` the
    /// members first compare their calls.
    #[inline]
    pub fn new(process: &'a P, group: &'a Group<P>, mode: M, compares: bool) -> Self {
        Collectives {
            process,
            group: group.set(process),
            function: None,
            elements: "",
            compares,
            ready_at: None,
            switches: &Switches::CHOSEN,
            mode,
        }
    }

    /// Declares that the targets of all members are at this member's offset, and that the targets'
    /// contents are not needed when the first member calls. OpenSHMEM requires both. Others may
    /// then write to a target before its member calls.
    #[must_use]
    pub fn into_ready_targets(self, target: &Target<'_>) -> Self {
        Collectives {
            ready_at: target.as_source().shared_at(),
            ..self
        }
    }

    /// Sets the function's name for errors and waits. Members must agree on it.
    #[must_use]
    pub fn named(self, function: &'a str) -> Self {
        Collectives {
            function: Some(function),
            ..self
        }
    }

    /// Sets the name of the elements, such as their type or operator.
    #[must_use]
    pub fn of(self, elements: &'a str) -> Self {
        Collectives { elements, ..self }
    }

    /// Sets the switches between algorithms.
    #[must_use]
    pub fn switched(self, switches: &'a Switches) -> Self {
        Collectives { switches, ..self }
    }

    /// Sets the mode of waiting.
    pub fn waiting<N: WaitMode<P>>(self, mode: N) -> Collectives<'a, P, N> {
        Collectives {
            process: self.process,
            group: self.group,
            function: self.function,
            elements: self.elements,
            compares: self.compares,
            ready_at: self.ready_at,
            switches: self.switches,
            mode,
        }
    }

    /// The calling process.
    pub fn process(&self) -> &'a P {
        self.process
    }

    /// Whether members first compare their calls.
    pub fn compares(&self) -> bool {
        self.compares
    }

    /// The index of this process in the group.
    pub fn index(&self) -> usize {
        self.group.index() as usize
    }

    /// The number of members.
    pub fn size(&self) -> usize {
        self.group.size() as usize
    }

    /// The name of a wait for other members.
    fn waits_in(&self) -> &str {
        self.function.unwrap_or("a collective")
    }

    /// Ends the job after a failure in the middle of a collective, since the other members would
    /// wait for ever.
    #[inline]
    fn or_abort<T>(&self, result: Result<T, P::Error>) -> Result<T, P::Error> {
        if let Err(error) = &result {
            self.abort(error);
        }
        result
    }

    #[cold]
    fn abort(&self, error: &P::Error) {
        self.process
            .abort(&alloc::format!("a collective failed: {error}"));
    }

    fn mismatch(&self, what: alloc::string::String) -> P::Error {
        let rank = self.process.rank();
        P::Error::from(Fault::Mismatch { rank, what })
    }

    fn wrong_length(&self, what: &str, given: usize, wanted: usize) -> P::Error {
        self.mismatch(alloc::format!(
            "{what} has {given} bytes, but {wanted} bytes are needed for {} processes",
            self.size()
        ))
    }

    /// Copies `len` bytes of `source`, from `at` on, to `offset` of this process's segment, where
    /// other members read them.
    fn publish(
        &self,
        offset: usize,
        source: &Source<'_>,
        at: usize,
        len: usize,
    ) -> Result<(), P::Error> {
        source.copy_to(self.process, at, (self.process.rank(), offset), len)
    }

    /// The collectives of the members on this node.
    fn on_node(&self) -> Self {
        Collectives {
            group: self.group.near().expect("there are other nodes"),
            ..self.inside()
        }
    }

    /// These collectives for a part of a call that has operands of its own.
    fn inside(&self) -> Self {
        Collectives {
            ready_at: None,
            ..self.compared()
        }
    }

    /// These collectives for a part of a call that was compared already.
    fn compared(&self) -> Self {
        Collectives {
            compares: false,
            ..self.clone()
        }
    }
}
