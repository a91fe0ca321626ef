//! Connections that are being set up or ended, and the connection manager that decides about them.

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
    /// Set-ups that no operation waits for.
    preconnecting: BTreeSet<Rank>,
    /// Connections that are draining.
    draining: BTreeSet<Rank>,
    /// Peers toward which no queue pair is created before the path is known, and since when.
    pathless: BTreeMap<Rank, Time>,
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
            pathless: BTreeMap::new(),
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

    /// Asks for a connection to `peer`. If the present connection is draining, the manager makes
    /// the next one after its end.
    pub(crate) fn want(&mut self, now: Time, peer: Rank) {
        if !self.draining.contains(&peer) {
            self.started.entry(peer).or_insert(now);
            self.manager.connect(now, peer);
        }
    }

    /// Notes that a connection to `peer` is wanted before an operation needs it.
    pub(crate) fn preconnect(&mut self, peer: Rank) {
        self.preconnecting.insert(peer);
    }

    /// Whether a connection to `peer` is wanted before an operation needs it, and is not up.
    pub(crate) fn is_preconnecting(&self, peer: Rank) -> bool {
        self.preconnecting.contains(&peer)
    }

    /// The number of such connections that are neither up nor failed.
    pub(crate) fn preconnecting(&self) -> usize {
        self.preconnecting.len()
    }

    /// Notes that the connection to `peer` is up. Returns the time since this process first wanted
    /// it. `None` if only the peer wanted it.
    pub(crate) fn up(&mut self, now: Time, peer: Rank) -> Option<Duration> {
        self.preconnecting.remove(&peer);
        self.started.remove(&peer).map(|started| now - started)
    }

    /// Notes that no operation waits for a connection to `peer` any more.
    pub(crate) fn unwanted(&mut self, peer: Rank) {
        self.started.remove(&peer);
    }

    /// Notes that there is no connection to `peer`. Returns whether it was wanted before an
    /// operation needed it.
    pub(crate) fn failed(&mut self, peer: Rank) -> bool {
        self.unwanted(peer);
        self.preconnecting.remove(&peer)
    }

    /// Notes that nothing more is posted on the connection to `peer`.
    pub(crate) fn drain(&mut self, peer: Rank) {
        self.draining.insert(peer);
    }

    /// Whether the connection to `peer` is draining.
    #[inline]
    pub(crate) fn is_draining(&self, peer: Rank) -> bool {
        self.draining.contains(&peer)
    }

    /// Whether any connection is draining.
    #[inline]
    pub(crate) fn is_any_draining(&self) -> bool {
        !self.draining.is_empty()
    }

    /// Reports to the manager the draining connections for which `is_drained` holds.
    pub(crate) fn end_drained(&mut self, now: Time, is_drained: impl Fn(Rank) -> bool) {
        for &peer in self.draining.iter().filter(|&&peer| is_drained(peer)) {
            self.manager.drained(now, peer);
        }
    }

    /// Notes that the queue pair of the connection to `peer` is destroyed.
    pub(crate) fn gone(&mut self, peer: Rank) {
        self.draining.remove(&peer);
    }

    /// Keeps a message until the endpoint of `to` is known. Replaces an earlier message to `to`.
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

    /// Keeps the creation of the queue pairs toward `peer`, which waits for the path there since
    /// `since`.
    pub(crate) fn await_path(&mut self, since: Time, peer: Rank) {
        self.pathless.insert(peer, since);
    }

    /// Whether any creation of queue pairs waits for a path.
    #[inline]
    pub(crate) fn awaits_paths(&self) -> bool {
        !self.pathless.is_empty()
    }

    /// The peers whose paths are awaited, each with the time since when.
    pub(crate) fn pathless(&self) -> impl Iterator<Item = (Rank, Time)> {
        self.pathless.iter().map(|(&peer, &since)| (peer, since))
    }

    /// Keeps no creation of queue pairs toward `peer` any more. Returns whether one was kept.
    pub(crate) fn forget_path(&mut self, peer: Rank) -> bool {
        self.pathless.remove(&peer).is_some()
    }

    pub(crate) fn take_pathless(&mut self) -> BTreeMap<Rank, Time> {
        mem::take(&mut self.pathless)
    }

    pub(crate) fn take_kept(&mut self) -> BTreeMap<Rank, ConnectMessage> {
        mem::take(&mut self.unsent)
    }
}

#[cfg(test)]
mod tests;
