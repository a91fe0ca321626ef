//! Connections that are made before anything needs them.

use farreach_connect::Rank;
use farreach_verbs::{Device, Time};

use super::Engine;
use crate::peer::{Connection, Peer};
use crate::{Directory, EngineError, Reach, Setup};

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
        let fabric = &self.config.fabric;
        let is_free = fabric.reach == Reach::Sxrc && fabric.setup == Setup::OnDemand;
        let end = if is_free { peer } else { self.gateway(peer) };
        let is_up = |state: &Peer<D::Memory>| matches!(state.connection, Connection::Up(..));
        if self.peers.get(&end).is_some_and(is_up) {
            return;
        }
        let before = (self.config.live_bytes)();
        self.preconnecting.insert(end);
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
        self.preconnecting.len()
    }

    /// The ranks at the other ends of the connections that are usable.
    pub fn connected(&self) -> impl Iterator<Item = Rank> {
        self.ranks()
            .filter(|(_, peer)| matches!(peer.connection, Connection::Up(..)))
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

    /// A set-up ended.
    pub(super) fn end_preconnecting(&mut self, peer: Rank, error: Option<&EngineError>) {
        if self.preconnecting.remove(&peer)
            && let Some(error) = error
        {
            self.failure.get_or_insert_with(|| error.clone());
        }
    }
}
