//! The manager: all peers of one process.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{Time, UdDestination, UdSource};

use crate::core::{Class, Core};
use crate::peer::{Handshake, Peer, Stage};
use crate::planted::Bug;
use crate::{
    Action, Config, ConnectError, Counters, LANES_MAX, LocalQp, Rank, Reason, Refusal, wire,
};

/// The connection manager of one process. See the crate's documentation for the protocol.
///
/// Whoever calls one of the methods that take a time polls the actions afterwards.
pub struct Manager {
    core: Core,
    peers: BTreeMap<Rank, Peer>,
}

impl Manager {
    /// A manager without any connection, not ready.
    ///
    /// # Panics
    /// If `max_payload` doesn't leave room in a UDP datagram, `max_handshakes` is zero or `rank` isn't below `size`, or of a lane.
    pub fn new(config: Config) -> Self {
        let room = usize::from(u16::MAX) - crate::CONNECT_OVERHEAD;
        assert!(
            config.max_payload <= room,
            "max_payload of {} is more than {room}",
            config.max_payload
        );
        assert!(
            config.max_handshakes > 0,
            "max_handshakes of 0: none could ever begin"
        );
        assert!(
            (config.rank / config.size > 0) == config.lane.is_some()
                && config.rank / config.size < LANES_MAX,
            "rank {} of a job of {}",
            config.rank,
            config.size
        );
        Manager {
            core: Core::new(config),
            peers: BTreeMap::new(),
        }
    }

    /// Plants a bug, to see whether tests find it.
    #[cfg(feature = "planted-bugs")]
    pub fn plant(&mut self, bug: Bug) {
        self.core.bug = Some(bug);
    }

    /// Our segment information is `payload` from here on: requests that were held are answered now. It may
    /// be called again with a newer one, which later connections carry.
    ///
    /// # Panics
    /// If `payload` is longer than `max_payload`.
    pub fn set_ready(&mut self, now: Time, payload: &[u8]) {
        assert!(
            payload.len() <= self.core.config.max_payload,
            "segment information of {} bytes: the limit is {}",
            payload.len(),
            self.core.config.max_payload
        );
        self.at(now);
        let held = self.core.payload.replace(payload.to_vec()).is_none();
        if held {
            for peer in self.peers.values_mut() {
                if matches!(peer.stage, Stage::Handshake(_)) {
                    peer.announce(&mut self.core);
                }
            }
        }
    }

    /// We want a connection to `peer`: ends in [`Action::Up`] or [`Action::Failed`]. Does nothing if
    /// there is one or one is being set up.
    pub fn connect(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let size = self.core.config.size;
        let refused = if peer == self.core.config.rank % size {
            Some(Reason::Own)
        } else if peer >= size {
            Some(Reason::NoSuchRank { size })
        } else {
            None
        };
        if let Some(reason) = refused {
            self.core.fail(ConnectError {
                peer,
                reason,
                waited: Duration::ZERO,
                tries: 0,
            });
            return;
        }
        let (entry, core) = self.entry(peer);
        entry.want(core);
        self.admit();
    }

    /// A UD payload that arrived. Whatever isn't a new message of a process of this job for us is dropped
    /// and counted.
    pub fn handle_connect_message(&mut self, now: Time, from: UdSource, bytes: &[u8]) {
        self.at(now);
        let core = &mut self.core;
        if !wire::is_ours(bytes) {
            core.counters.malformed += 1;
            return;
        }
        let Some(body) = core.authenticator.open(bytes) else {
            core.counters.unauthenticated += 1;
            return;
        };
        let Some(frame) = wire::parse(body) else {
            core.counters.malformed += 1;
            return;
        };
        let config = &core.config;
        let directed = frame.destination == config.rank
            && config.may_hear(frame.source, frame.lane)
            && frame.address == from.address;
        if !directed {
            core.counters.misdirected += 1;
            return;
        }
        if frame.payload().len() > config.max_payload {
            core.counters.malformed += 1;
            return;
        }
        let (entry, core) = self.entry(frame.source);
        entry.receive(&frame, core);
        self.admit();
    }

    /// The answer to [`Action::CreateQp`].
    ///
    /// # Panics
    /// If none is outstanding for `peer`.
    pub fn qp_created(&mut self, now: Time, peer: Rank, result: Result<LocalQp, Refusal>) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.qp_created(result, core);
        self.admit();
    }

    /// The answer to [`Action::BringUp`].
    ///
    /// # Panics
    /// If none is outstanding for `peer`.
    pub fn qp_up(&mut self, now: Time, peer: Rank, result: Result<(), Refusal>) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.qp_up(result, core);
        self.admit();
    }

    /// We'd like to end the connection to `peer`, if there is one. Ends in [`Action::Drain`], or in [`Action::Kept`] if the peer would
    /// rather keep it, which it can say a few times in the life of a connection.
    pub fn disconnect(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.ask(core);
    }

    /// The answer to [`Action::Asked`]: let the connection end. [`Action::Drain`] follows.
    pub fn agree(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.answer_ask(true, core);
    }

    /// The answer to [`Action::Asked`]: we are busy with it.
    pub fn decline(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.answer_ask(false, core);
    }

    /// The answer to [`Action::Drain`]: nothing is posted any more, and all that was is complete. [`Action::Down`] follows
    /// when the same holds for the peer.
    pub fn drained(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.drained(core);
        self.admit();
    }

    /// The connection broke: the device gave it up, or refused what was posted. The next may do better.
    pub fn broken(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.broken(core);
        self.admit();
    }

    /// The peers that owe us an answer and have been silent for at least `limit`, and how long they have been.
    pub fn silent(&self, now: Time, limit: Duration) -> impl Iterator<Item = (Rank, Duration)> {
        let silent = self.peers.values().filter_map(move |peer| {
            let silent = peer.silent_for(now)?;
            Some((peer.rank, silent))
        });
        silent.filter(move |&(_, silent)| silent >= limit)
    }

    /// Nothing of `peer` will come: what is up or under way fails. The next may do better.
    pub fn give_up(&mut self, now: Time, peer: Rank, reason: Reason) {
        self.at(now);
        if let Some(entry) = self.peers.get_mut(&peer) {
            entry.give_up(reason, &mut self.core);
            self.admit();
        }
    }

    /// How many set-ups wait for a queue pair that no connection on its way to its end will leave them: for each, one should be
    /// ended with [`Manager::disconnect`].
    pub fn short_of(&self) -> usize {
        let waiting = self.core.room.len();
        if waiting == 0 {
            return 0;
        }
        let leaving = self.peers.values().filter(|peer| peer.is_leaving()).count();
        waiting.saturating_sub(leaving)
    }

    /// A packet or completion came from `peer` over the queue pair that it has now: so its end receives, even if its
    /// message that says so was lost. Completions of a queue pair that is destroyed don't count.
    pub fn heard(&mut self, peer: Rank) {
        if let Some(entry) = self.peers.get_mut(&peer) {
            entry.heard(&mut self.core);
            self.admit();
        }
    }

    /// Runs the timers that are due.
    pub fn handle_timeout(&mut self, now: Time) {
        self.at(now);
        for rank in self.core.timers.due(now) {
            let (entry, core) = self.entry(rank);
            entry.timeout(core);
        }
        if self.core.room_is_due() {
            self.look_for_room();
        }
        self.admit();
    }

    /// Nobody left a queue pair to those who wait for one.
    fn look_for_room(&mut self) {
        if self.core.room_stuck() >= self.core.config.room_within {
            for rank in self.core.take_all_for_room() {
                let (entry, core) = self.entry(rank);
                entry.queued_room = false;
                entry.give_up_waiting(core);
            }
            return;
        }
        let core = &self.core;
        let waiting = core
            .passive_for_room()
            .filter_map(|rank| self.peers.get(&rank));
        let best = waiting
            .filter(|peer| peer.lacks())
            .map(Peer::their_rank)
            .max();
        let yieldable = |peer: &Peer| peer.yieldable(core).map(|rank| (rank, peer.rank));
        let least = self.peers.values().filter_map(yieldable).min();
        if let (Some(best), Some((rank, peer))) = (best, least)
            && rank < best
            && !core.planted(Bug::NoYield)
        {
            let (entry, core) = self.entry(peer);
            core.room.is_for(best.1);
            entry.give_way(core);
        }
        self.core.retry_room();
    }

    /// When [`Manager::handle_timeout`] has to be called; `None` while nothing is under way.
    pub fn next_deadline(&self) -> Option<Time> {
        let deadlines = [self.core.timers.next(), self.core.room.deadline()];
        deadlines.into_iter().flatten().min()
    }

    /// Whether there is something to be done at `now`: [`Manager::poll_action`] has something, a timer is due, or a set-up
    /// waits for room.
    #[inline]
    pub fn has_work(&self, now: Time) -> bool {
        let core = &self.core;
        !core.actions.is_empty()
            || !core.speak.is_empty()
            || core.room.len() > 0
            || core.timers.next().is_some_and(|due| due <= now)
    }

    /// Takes what has to be done next.
    pub fn poll_action(&mut self) -> Option<Action> {
        let is_slow = self.core.config.announce
            && matches!(
                self.core.actions.front(),
                Some(Action::CreateQp { .. } | Action::BringUp { .. })
            );
        if is_slow && let Some(message) = self.poll_message() {
            return Some(message);
        }
        let action = self.core.actions.pop_front();
        action.or_else(|| self.poll_message())
    }

    fn poll_message(&mut self) -> Option<Action> {
        while let Some(rank) = self.core.speak.pop_front() {
            let (entry, core) = self.entry(rank);
            if let Some(action) = entry.say(core) {
                return Some(action);
            }
        }
        None
    }

    /// Where messages to a lane go, if we have heard of it.
    pub fn lane_endpoint(&self, lane: Rank) -> Option<UdDestination> {
        self.core.lanes.get(&lane).copied()
    }

    /// The lanes beyond the first of the process that has the most of those that we have heard of.
    pub fn lanes_heard(&self) -> u32 {
        let last = self.core.lanes.last_key_value();
        last.map_or(0, |(lane, _)| lane / self.core.config.size)
    }

    /// The counts so far.
    pub fn counters(&self) -> &Counters {
        &self.core.counters
    }

    /// Bytes that the manager's state takes at this moment: about 80 for each peer that was ever reached, and what
    /// is needed while a set-up is in flight.
    pub fn footprint(&self) -> usize {
        let in_flight = self.core.timers.len() * size_of::<Handshake>();
        let queues = self.core.actions.capacity() * size_of::<Action>()
            + self.core.speak.capacity() * size_of::<Rank>()
            + self.core.active.waiting.capacity() * size_of::<Rank>()
            + self.core.passive.waiting.capacity() * size_of::<Rank>();
        let payload = self.core.payload.as_ref().map_or(0, Vec::capacity);
        let peers = self.peers.len() * size_of::<(Rank, Peer)>();
        let lanes = self.core.lanes.len() * size_of::<(Rank, UdDestination)>();
        size_of::<Self>() + peers + lanes + in_flight + queues + payload
    }

    fn at(&mut self, now: Time) {
        self.core.now = self.core.now.max(now);
    }

    fn entry(&mut self, rank: Rank) -> (&mut Peer, &mut Core) {
        let peer = self.peers.entry(rank).or_insert_with(|| Peer::new(rank));
        (peer, &mut self.core)
    }

    /// Gives free places, and queue pairs that may be free, to those who wait longest.
    fn admit(&mut self) {
        while let Some((rank, class)) = self.core.next_for_room() {
            let (entry, core) = self.entry(rank);
            entry.queued_room = false;
            if entry.waits_for(class) {
                entry.enter(class, core);
                continue;
            }
            core.places(class).taken -= 1;
            core.room.end_try();
            core.room.is_freed();
            if entry.lacks() {
                // It is of the other class by now.
                entry.wait_for_room(core);
            }
        }
        for class in [Class::Active, Class::Passive] {
            while !self.core.places(class).waiting.is_empty() && self.core.take_place(class) {
                let rank = self.core.places(class).waiting.pop_front();
                let (entry, core) = self.entry(rank.expect("somebody waits"));
                *entry.queued(class) = false;
                if entry.waits_for(class) {
                    entry.enter(class, core);
                } else {
                    core.places(class).taken -= 1;
                }
            }
        }
    }
}
