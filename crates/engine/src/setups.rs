//! Connections in the making and at their ends: which are wanted since when, and what the connection manager does about them.

use alloc::collections::{BTreeMap, BTreeSet};
use core::mem;
use core::time::Duration;

use farreach_connect::{ConnectMessage, Manager, Rank};
use farreach_verbs::Time;

/// The set-ups and ends of connections, by the rank at the other end.
pub(crate) struct Setups {
    manager: Manager,
    /// When the connections in the making were first wanted.
    started: BTreeMap<Rank, Time>,
    /// Connections in the making that no operation waits for.
    preconnecting: BTreeSet<Rank>,
    /// Connections that end.
    draining: BTreeSet<Rank>,
    /// The latest message to each rank whose endpoint is not known yet.
    unsent: BTreeMap<Rank, ConnectMessage>,
}

impl Setups {
    pub(crate) fn new(manager: Manager) -> Self {
        Setups {
            manager,
            started: BTreeMap::new(),
            preconnecting: BTreeSet::new(),
            draining: BTreeSet::new(),
            unsent: BTreeMap::new(),
        }
    }

    /// The connection manager, whose actions the engine carries out.
    pub(crate) fn manager(&mut self) -> &mut Manager {
        &mut self.manager
    }

    pub(crate) fn look(&self) -> &Manager {
        &self.manager
    }

    /// A connection to `peer` is wanted. If there is one that ends, the next is made when that is over.
    pub(crate) fn want(&mut self, now: Time, peer: Rank) {
        if !self.draining.contains(&peer) {
            self.started.entry(peer).or_insert(now);
            self.manager.connect(now, peer);
        }
    }

    /// A connection to `peer` is wanted for itself.
    pub(crate) fn preconnect(&mut self, peer: Rank) {
        self.preconnecting.insert(peer);
    }

    /// Whether a connection to `peer` is wanted for itself, and not there.
    pub(crate) fn is_preconnecting(&self, peer: Rank) -> bool {
        self.preconnecting.contains(&peer)
    }

    /// How many of those are neither up nor have failed.
    pub(crate) fn preconnecting(&self) -> usize {
        self.preconnecting.len()
    }

    /// The connection to `peer` is up. Returns the time since this process first wanted it, if it did.
    pub(crate) fn up(&mut self, now: Time, peer: Rank) -> Option<Duration> {
        self.preconnecting.remove(&peer);
        self.started.remove(&peer).map(|started| now - started)
    }

    /// No operation waits for a connection to `peer` any more.
    pub(crate) fn unwanted(&mut self, peer: Rank) {
        self.started.remove(&peer);
    }

    /// There is no connection to `peer`. Returns whether it was wanted for itself.
    pub(crate) fn failed(&mut self, peer: Rank) -> bool {
        self.unwanted(peer);
        self.preconnecting.remove(&peer)
    }

    /// Nothing more is posted on the connection to `peer`.
    pub(crate) fn drain(&mut self, peer: Rank) {
        self.draining.insert(peer);
    }

    /// Whether the connection to `peer` ends.
    #[inline]
    pub(crate) fn is_draining(&self, peer: Rank) -> bool {
        self.draining.contains(&peer)
    }

    /// Whether any connection ends.
    #[inline]
    pub(crate) fn is_any_draining(&self) -> bool {
        !self.draining.is_empty()
    }

    /// Tells the manager which of the connections that end are `is_drained`.
    pub(crate) fn end_drained(&mut self, now: Time, is_drained: impl Fn(Rank) -> bool) {
        for &peer in self.draining.iter().filter(|&&peer| is_drained(peer)) {
            self.manager.drained(now, peer);
        }
    }

    /// The queue pair of the connection to `peer` is gone.
    pub(crate) fn gone(&mut self, peer: Rank) {
        self.draining.remove(&peer);
    }

    /// Keeps a message until the endpoint of `to` is known, in place of an earlier one.
    pub(crate) fn keep(&mut self, to: Rank, message: ConnectMessage) {
        self.unsent.insert(to, message);
    }

    /// Whether a message to `peer` waits for its endpoint.
    pub(crate) fn is_kept(&self, peer: Rank) -> bool {
        self.unsent.contains_key(&peer)
    }

    /// Whether any message waits for an endpoint.
    #[inline]
    pub(crate) fn is_any_kept(&self) -> bool {
        !self.unsent.is_empty()
    }

    pub(crate) fn take_kept(&mut self) -> BTreeMap<Rank, ConnectMessage> {
        mem::take(&mut self.unsent)
    }
}

#[cfg(test)]
mod tests;
