//! The manager: all peers of one process.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use farreach_verbs::{Time, UdSource};

use crate::{Action, Config, ConnectError, Counters, LocalQp, Rank, Reason, Refusal};

/// How far we are with a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeerState {
    /// Nothing is under way.
    Idle,
    /// The set-up waits until fewer are in flight.
    Queued,
    /// The set-up is in flight.
    Connecting,
    /// Both ends can be written to and read from.
    Up,
    /// The process is dead.
    Dead,
}

/// The connection manager of one process.
pub struct Manager {
    config: Config,
    payload: Option<Vec<u8>>,
    peers: BTreeMap<Rank, PeerState>,
    actions: VecDeque<Action>,
    counters: Counters,
}

impl Manager {
    /// A manager without any connection, not ready.
    pub fn new(config: Config) -> Self {
        Manager {
            config,
            payload: None,
            peers: BTreeMap::new(),
            actions: VecDeque::new(),
            counters: Counters::default(),
        }
    }

    /// Our segment information is `payload` from here on.
    pub fn set_ready(&mut self, _now: Time, payload: &[u8]) {
        assert!(payload.len() <= self.config.max_payload);
        self.payload = Some(payload.to_vec());
    }

    /// We want a connection to `peer`: ends in [`Action::Up`] or [`Action::Failed`].
    pub fn connect(&mut self, _now: Time, peer: Rank) {
        self.actions.push_back(Action::Failed {
            peer,
            error: ConnectError {
                peer,
                reason: Reason::Abandoned,
                waited: Duration::ZERO,
                tries: 0,
            },
        });
    }

    /// A UD payload that arrived.
    pub fn handle_message(&mut self, _now: Time, _from: UdSource, _bytes: &[u8]) {
        self.counters.malformed += 1;
    }

    /// The answer to [`Action::CreateQp`].
    pub fn qp_created(&mut self, _now: Time, peer: Rank, result: Result<LocalQp, Refusal>) {
        if let Ok(local) = result {
            self.actions
                .push_back(Action::DestroyQp { peer, qp: local.qp });
        }
    }

    /// The answer to [`Action::BringUp`].
    pub fn qp_up(&mut self, _now: Time, _peer: Rank, _result: Result<(), Refusal>) {}

    /// The process of rank `peer` is dead.
    pub fn peer_dead(&mut self, _now: Time, peer: Rank) {
        self.peers.insert(peer, PeerState::Dead);
    }

    /// Something came from `peer` over the connection itself: its end is up.
    pub fn heard(&mut self, _peer: Rank) {}

    /// Runs the timers that are due.
    pub fn handle_timeout(&mut self, _now: Time) {}

    /// When [`Manager::handle_timeout`] has to be called.
    pub fn next_deadline(&self) -> Option<Time> {
        None
    }

    /// Takes what has to be done next.
    pub fn poll_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// How far we are with `peer`.
    pub fn state(&self, peer: Rank) -> PeerState {
        self.peers.get(&peer).copied().unwrap_or(PeerState::Idle)
    }

    /// The counts so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Bytes that the manager's state takes at this moment.
    pub fn footprint(&self) -> usize {
        size_of::<Self>() + self.peers.len() * size_of::<(Rank, PeerState)>()
    }
}
