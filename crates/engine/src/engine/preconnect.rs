//! Connections that are made before anything needs them.

use farreach_connect::Rank;
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::Directory;
use crate::peer::Peer;

impl<D: Device, L: Directory> Engine<D, L> {
    /// Begins a connection that ends at `peer`, or at its gateway where that is given by a map, unless there is one.
    /// [`Engine::connecting`] tells when it is up; if that fails, the failure is that of an implicit operation, unless
    /// only queue pairs are lacking: then datagrams stand in for it when there is something to send.
    pub fn connect(&mut self, now: Time, peer: Rank) {
        assert!(
            peer < self.config.size,
            "rank {peer} of {}",
            self.config.size
        );
        self.now = now;
        let end = self.routes.end_of_new(peer, &self.directory);
        if self.peers.get(&end).is_some_and(Peer::is_up) {
            return;
        }
        let before = (self.config.live_bytes)();
        self.setups.preconnect(end);
        self.connect_to(end);
        self.account(before);
    }

    /// Asks for the end of the connection that ends at `peer`, if there is one. It comes when nothing is under way on it any more,
    /// unless the peer would rather keep it; what is submitted meanwhile goes on over the next.
    pub fn disconnect(&mut self, now: Time, peer: Rank) {
        self.now = now;
        self.ask_to_end(peer);
        self.take_actions();
    }

    /// How many connections that [`Engine::connect`] began are neither up nor have failed.
    pub fn connecting(&self) -> usize {
        self.setups.preconnecting()
    }

    /// The ranks at the other ends of the connections that are usable.
    pub fn connected(&self) -> impl Iterator<Item = Rank> {
        self.ranks()
            .filter(|(_, peer)| peer.is_up())
            .map(|(&rank, _)| rank)
    }

    /// The peers that are no lanes.
    fn ranks(&self) -> impl Iterator<Item = (&Rank, &Peer<D::Memory>)> {
        self.peers.range(..self.config.size)
    }

    /// How many ranks this process keeps something of: the other ends of connections, and those that something waits for.
    pub fn reached(&self) -> usize {
        self.ranks().count()
    }
}
