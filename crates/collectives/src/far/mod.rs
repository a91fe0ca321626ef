//! Collectives among the nodes of a group: what their first members do for all.
//!
//! A node's *share* is what its members have together. Little data passes through the channels (`../channel.rs`), which may
//! hold many messages: where data flows one way, a process may be many collectives ahead. Much data goes straight
//! from where it is to where it is needed (`bulk.rs`, `buffer.rs`); only the word that it is there passes through channels.

mod buffer;
mod bulk;
mod exchange;
mod links;
mod shares;
mod tree;

use crate::Collectives;
use crate::mode::Mode;
use crate::process::Process;

impl<P: Process, M: Mode<P>> Collectives<'_, P, M> {
    /// Whether data of `len` bytes per message goes straight to where it is needed.
    pub(super) fn is_bulk(&self, len: usize) -> bool {
        len >= self.switches.straight_min && self.is_exposed()
    }

    /// Whether data of `len` bytes that goes from one node to all, or from all to one, goes straight to where it is needed.
    pub(super) fn is_bulk_one_way(&self, len: usize) -> bool {
        let least = if self.group.size() > self.switches.few_max {
            self.switches.straight_min_of_many
        } else {
            self.switches.straight_min
        };
        len >= least && self.is_exposed()
    }

    /// Whether other nodes reach any memory of members. With flat algorithms they do not: nodes are processes then, of which some
    /// share memory and have no connection. Nor where a connection leads to a whole node: who is at its other end reaches
    /// nothing of the others but their segments.
    pub(super) fn is_exposed(&self) -> bool {
        self.process.is_exposed()
    }

    /// Whether data goes straight to where it is needed of which each node has `len` bytes for each other.
    pub(super) fn is_bulk_of_each(&self, len: usize) -> bool {
        len >= self.switches.straight_min_of_each && self.is_exposed()
    }
}
