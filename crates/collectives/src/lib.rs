//! Collectives over sets of processes, for all programming models above: algorithms without any clock, thread or system call.
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
//! Where members are on several nodes, those of each first bring together what the other nodes need (gather, reduce), and in the
//! end give out what has come (broadcast, scatter). The words and areas are in `layout.rs`, how groups come and go in
//! `split.rs`.
//!
//! The algorithms are `async` functions: `mode.rs` says how one waits.

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
mod process;
mod reduce;
mod split;
mod switches;
mod sync;
pub mod tree;

pub use apart::Strided;
pub use choice::choose;
pub use exchange::Counts;
pub use group::{Group, Members, Owned, State, Turn};
pub use layout::{INTERNAL_BYTES, NODES_MAX};
pub use local::MEMBERS_MAX;
pub use mode::{Blocks, Flight, Mode, Resumes, Wait, run};
pub use operand::{Source, Target};
pub use process::{Barrier, FLAG_BYTES, Far, Fault, Lent, Lock, Process};
pub use reduce::{Operator, Scan};
pub use split::Contexts;
pub use switches::Switches;

use group::Set;

/// The collectives of a group: each is a future that this member drives, and that is over when this member is done.
pub struct Collectives<'a, P: Process, M> {
    process: &'a P,
    group: &'a Set<P>,
    /// What errors and waits call the function, if not by its name here.
    function: Option<&'a str>,
    /// What they call its elements.
    elements: &'a str,
    /// Whether members compare what they call first. A process that may not call is refused there.
    compares: bool,
    /// Where in all segments the targets are, if they can be written as soon as one member has called.
    ready_at: Option<usize>,
    switches: &'a Switches,
    /// How they wait.
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

impl<'a, P: Process, M: Mode<P>> Collectives<'a, P, M> {
    /// The collectives of `group` in this process, which wait as `mode` says. `compares`: members compare what they call first.
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

    /// For targets that lie at one place in the segments of all members, as this member's does, who need nothing that
    /// is in them when the first one calls, as OpenSHMEM asks for: others may write there before a member calls.
    #[must_use]
    pub fn into_ready_targets(self, target: &Target<'_>) -> Self {
        Collectives {
            ready_at: target.as_source().shared_at(),
            ..self
        }
    }

    /// For a function of another name, by which errors and waits name it and on which the members must agree.
    #[must_use]
    pub fn named(self, function: &'a str) -> Self {
        Collectives {
            function: Some(function),
            ..self
        }
    }

    /// For elements of a kind that has a name: what they are, or how they are combined.
    #[must_use]
    pub fn of(self, elements: &'a str) -> Self {
        Collectives { elements, ..self }
    }

    /// With other algorithms.
    #[must_use]
    pub fn switched(self, switches: &'a Switches) -> Self {
        Collectives { switches, ..self }
    }

    /// That wait in another way.
    pub fn waiting<N: Mode<P>>(self, mode: N) -> Collectives<'a, P, N> {
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

    /// The process that calls.
    pub fn process(&self) -> &'a P {
        self.process
    }

    /// Whether members compare what they call first.
    pub fn compares(&self) -> bool {
        self.compares
    }

    /// The place of this process in the group.
    pub fn index(&self) -> usize {
        self.group.index() as usize
    }

    /// How many members the group has.
    pub fn size(&self) -> usize {
        self.group.size() as usize
    }

    /// What a wait for other members is called.
    fn waits_in(&self) -> &str {
        self.function.unwrap_or("a collective")
    }

    /// What failed in the middle of a collective ends the job: the others wait for what will never come.
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

    /// Copies `len` bytes from `at` on of `source` to `offset` of this process's segment, where the others find them.
    fn publish(
        &self,
        offset: usize,
        source: &Source<'_>,
        at: usize,
        len: usize,
    ) -> Result<(), P::Error> {
        source.copy_to(self.process, at, (self.process.rank(), offset), len)
    }

    /// Those of the members on this node, of which the first has the channels to other nodes.
    fn on_node(&self) -> Self {
        Collectives {
            group: self.group.near().expect("there are other nodes"),
            ..self.inside()
        }
    }

    /// For a part of a collective that has operands of its own, and not those of the call.
    fn inside(&self) -> Self {
        Collectives {
            ready_at: None,
            ..self.compared()
        }
    }

    /// For what is part of a collective that was compared.
    fn compared(&self) -> Self {
        Collectives {
            compares: false,
            ..self.clone()
        }
    }
}
