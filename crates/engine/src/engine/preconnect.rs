//! Connections that are established before an operation needs them.

use farreach_connect::Rank;
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::Directory;
use crate::peer::Peer;

impl<D: Device, L: Directory> Engine<D, L> {
    /// Starts a set-up with `peer`, or with the gateway that a map gives it, unless a connection
    /// exists. [`Engine::connecting`] tells when the set-up has ended. A failure is reported like
    /// that of an implicit operation. Exception: if only queue pairs are lacking there is no
    /// failure, and datagrams carry later operations.
    pub fn connect(&mut self, now: Time, peer: Rank) {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        self.now = now;
        let end = self.routes.end_of_new(peer, &self.directory);
        if self.peers.get(&end).is_some_and(|state| state.is_up()) {
            return;
        }
        let before = (self.config.live_bytes)();
        self.setups.preconnect(end);
        self.connect_to(end);
        self.account(before);
    }

    /// Asks the peer to end the connection that ends at `peer`, if there is one. The connection
    /// ends when nothing is under way on it, unless the peer declines. Operations that are
    /// submitted meanwhile use the next connection.
    pub fn disconnect(&mut self, now: Time, peer: Rank) {
        self.now = now;
        self.ask_to_end(peer);
        self.take_actions();
    }

    /// The number of set-ups begun by [`Engine::connect`] that are neither up nor failed.
    pub fn connecting(&self) -> usize {
        self.setups.preconnecting()
    }

    /// The ranks at the other ends of usable connections.
    pub fn connected(&self) -> impl Iterator<Item = Rank> {
        self.ranks()
            .filter(|(_, peer)| peer.is_up())
            .map(|(&rank, _)| rank)
    }

    /// The peers that are ranks, without further lanes.
    fn ranks(&self) -> impl Iterator<Item = (&Rank, &Peer<D::Memory>)> {
        let ranks = self.peers.range(..self.config.size);
        ranks.map(|(rank, state)| (rank, &**state))
    }

    /// The number of ranks that this process keeps state of: ends of connections, and ranks that
    /// operations wait for.
    pub fn reached(&self) -> usize {
        self.ranks().count()
    }
}
