//! The connection manager: the peers of one process.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

use farreach_verbs::{Time, UdDestination, UdSource};

use crate::core::{Class, Core};
use crate::mac::Authenticator;
use crate::peer::{Handshake, Peer, Stage};
use crate::planted::Bug;
use crate::{
    Action, Config, ConnectError, Counters, JobKey, LANES_MAX, LocalQp, Rank, Reason, Refusal, wire,
};

/// The connection manager of one process. See the crate's documentation for the protocol.
///
/// After each call with a time, the caller polls the actions.
pub struct Manager {
    core: Core,
    /// In boxes, since nodes of the tree have room for eleven values and are half full.
    peers: BTreeMap<Rank, Box<Peer>>,
}

impl Manager {
    /// Creates a manager without connections. It is not ready before [`Manager::set_ready`].
    ///
    /// # Panics
    /// If `max_payload` doesn't leave room in a UDP datagram, if `max_handshakes` is zero, or if
    /// `rank` is neither below `size` nor a lane's.
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

    /// Makes the manager misbehave. Tests check that they find the planted bug.
    #[cfg(debug_assertions)]
    pub fn plant(&mut self, bug: Bug) {
        self.core.bug = Some(bug);
    }

    /// Sets this process's segment information to `payload`, and answers the requests that waited
    /// for it. A later call replaces the information for later connections.
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

    /// Sets the job's key, for a manager that was made before the key was known.
    pub fn set_job_key(&mut self, key: &JobKey) {
        self.core.authenticator = Authenticator::new(key);
    }

    /// Builds the message to `peer` anew. The last one was lost, or was made with another key.
    pub fn repeat(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.speak(core);
    }

    /// Starts a set-up with `peer`, which ends in [`Action::Up`] or [`Action::Failed`]. Does
    /// nothing if there is a connection or a set-up.
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

    /// Handles a UD payload that arrived. Drops and counts everything that is not a new message of
    /// a process of this job for this process.
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

    /// Tells the largest packet payload that the path to `peer` carries, before
    /// [`Manager::qp_created`]. Without it packets are as long as the adapters have them. A later
    /// connection never has shorter packets than an earlier one, since operations that wait for it may
    /// be as long as a packet. Where the path became narrower, the device cuts packets.
    pub fn set_path_mtu(&mut self, peer: Rank, mtu: u32) {
        let (entry, _) = self.entry(peer);
        let mtu = u16::try_from(mtu).unwrap_or(u16::MAX);
        entry.path_mtu = entry.path_mtu.max(mtu);
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

    /// Asks to end the connection to `peer`, if there is one. [`Action::Drain`] follows, or
    /// [`Action::Kept`] if the peer declines. A peer can decline a few times in the life of a
    /// connection.
    pub fn disconnect(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.ask(core);
    }

    /// Answers [`Action::Asked`] with yes. [`Action::Drain`] follows.
    pub fn agree(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.answer_ask(true, core);
    }

    /// Answers [`Action::Asked`] with no, because the connection is in use.
    pub fn decline(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.answer_ask(false, core);
    }

    /// Answers [`Action::Drain`]: nothing is posted any more, and all posted requests are complete.
    /// [`Action::Down`] follows when the peer is drained too.
    pub fn drained(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.drained(core);
        self.admit();
    }

    /// Reports that the connection broke: the device gave the connection up, or refused a request.
    /// The next connection may succeed.
    pub fn broken(&mut self, now: Time, peer: Rank) {
        self.at(now);
        let (entry, core) = self.entry(peer);
        entry.broken(core);
        self.admit();
    }

    /// The peers that owe an answer and have been silent for at least `limit`, each with its
    /// silence.
    pub fn silent(&self, now: Time, limit: Duration) -> impl Iterator<Item = (Rank, Duration)> {
        let silent = self.peers.values().filter_map(move |peer| {
            let silent = peer.silent_for(now)?;
            Some((peer.rank, silent))
        });
        silent.filter(move |&(_, silent)| silent >= limit)
    }

    /// Gives up `peer`: its connection or set-up fails. The next set-up may succeed.
    pub fn give_up(&mut self, now: Time, peer: Rank, reason: Reason) {
        self.at(now);
        if let Some(entry) = self.peers.get_mut(&peer) {
            entry.give_up(reason, &mut self.core);
            self.admit();
        }
    }

    /// The number of set-ups that wait for a queue pair, less the connections that are about to
    /// end. The caller should end a connection for each with [`Manager::disconnect`].
    pub fn short_of(&self) -> usize {
        let waiting = self.core.room.len();
        if waiting == 0 {
            return 0;
        }
        let leaving = self.peers.values().filter(|peer| peer.is_leaving()).count();
        waiting.saturating_sub(leaving)
    }

    /// Reports that a packet or completion came from `peer` over its present queue pair. The peer's
    /// end therefore receives, even if its message that says so was lost. Completions of destroyed
    /// queue pairs don't count.
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

    /// Fails the set-ups that waited too long for a queue pair, or lets one try again.
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
            .filter_map(|rank| self.peers.get(&rank).map(Box::as_ref));
        let best = waiting
            .filter(|peer| peer.lacks())
            .map(Peer::their_rank)
            .max();
        let yieldable = |peer: &Peer| peer.yieldable(core).map(|rank| (rank, peer.rank));
        let peers = self.peers.values().map(Box::as_ref);
        let least = peers.filter_map(yieldable).min();
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

    /// When to call [`Manager::handle_timeout`]. `None` while nothing is under way.
    pub fn next_deadline(&self) -> Option<Time> {
        let deadlines = [self.core.timers.next(), self.core.room.deadline()];
        deadlines.into_iter().flatten().min()
    }

    /// Whether there is work at `now`: [`Manager::poll_action`] has an action, a timer is due, or a
    /// set-up waits for a queue pair.
    #[inline]
    pub fn has_work(&self, now: Time) -> bool {
        let core = &self.core;
        !core.actions.is_empty()
            || !core.speak.is_empty()
            || core.room.len() > 0
            || core.timers.next().is_some_and(|due| due <= now)
    }

    /// Takes the next action.
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

    /// The UD endpoint of a lane, if one of its messages has arrived.
    pub fn lane_endpoint(&self, lane: Rank) -> Option<UdDestination> {
        self.core.lanes.get(&lane).copied()
    }

    /// The most lanes beyond the first of any one process that messages have arrived from.
    pub fn lanes_heard(&self) -> u32 {
        let last = self.core.lanes.last_key_value();
        last.map_or(0, |(lane, _)| lane / self.core.config.size)
    }

    /// The counters.
    pub fn counters(&self) -> &Counters {
        &self.core.counters
    }

    /// Bytes that the manager's state occupies now: about 80 for each peer ever reached, and the
    /// state of set-ups in flight.
    pub fn footprint(&self) -> usize {
        let in_flight = self.core.timers.len() * size_of::<Handshake>();
        let queues = self.core.actions.capacity() * size_of::<Action>()
            + self.core.speak.capacity() * size_of::<Rank>()
            + self.core.active.waiting.capacity() * size_of::<Rank>()
            + self.core.passive.waiting.capacity() * size_of::<Rank>();
        let payload = self.core.payload.as_ref().map_or(0, Vec::capacity);
        // A tree has its keys and values apart.
        let peer = size_of::<Rank>() + size_of::<Box<Peer>>() + size_of::<Peer>();
        let peers = self.peers.len() * peer;
        let lanes = self.core.lanes.len() * size_of::<(Rank, UdDestination)>();
        size_of::<Self>() + peers + lanes + in_flight + queues + payload
    }

    fn at(&mut self, now: Time) {
        self.core.now = self.core.now.max(now);
    }

    fn entry(&mut self, rank: Rank) -> (&mut Peer, &mut Core) {
        let peer = self.peers.entry(rank);
        let peer = peer.or_insert_with(|| Box::new(Peer::new(rank)));
        (peer, &mut self.core)
    }

    /// Gives free places, and queue pairs that may be free, to the attempts that have waited
    /// longest.
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
                // The attempt's class has changed while it waited.
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
