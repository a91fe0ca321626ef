//! Collectives among the nodes of a group, which the nodes' leaders run for all members.
//!
//! A node's *share* is the data of all its members. Small data passes through channels
//! (`../channel.rs`). A channel holds many messages, so where data flows one way a process may be
//! many collectives ahead. Large data moves directly between the callers' buffers (`bulk.rs`,
//! `buffer.rs`). Only messages about it pass through channels.

mod buffer;
mod bulk;
mod exchange;
mod links;
mod shares;
mod tree;

use crate::Collectives;
use crate::mode::WaitMode;
use crate::process::Process;

impl<P: Process, M: WaitMode<P>> Collectives<'_, P, M> {
    /// Whether data of `len` bytes per message moves directly between buffers.
    pub(super) fn is_bulk(&self, len: usize) -> bool {
        len >= self.switches.straight_min && self.is_exposed()
    }

    /// Whether data of `len` bytes from one node to all, or from all to one, moves directly between
    /// buffers.
    pub(super) fn is_bulk_one_way(&self, len: usize) -> bool {
        let least = if self.group.size() > self.switches.few_max {
            self.switches.straight_min_of_many
        } else {
            self.switches.straight_min
        };
        len >= least && self.is_exposed()
    }

    /// Whether other nodes reach all memory of members, and not the segments alone. With flat
    /// algorithms they do not: each process counts as a node, and some of these share memory and
    /// have no connection. Where a connection leads to a whole node they do not either: the
    /// connection reaches only the segments of the node's other processes.
    pub(super) fn is_exposed(&self) -> bool {
        self.process.is_exposed()
    }

    /// Whether data of `len` bytes from each node to each other moves directly between buffers.
    pub(super) fn is_bulk_of_each(&self, len: usize) -> bool {
        len >= self.switches.straight_min_of_each && self.is_exposed()
    }
}
