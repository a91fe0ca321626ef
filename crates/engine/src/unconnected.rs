//! Operations in datagrams, for peers without a connection: the operations that were sent and have
//! not ended, the answers that are awaited, and the associations that carry both.
//!
//! ```text
//!   send ──▶ begun ──▶ flight ──▶ acknowledged ──▶ poll_ended        a put, a list, a message
//!              │
//!              └─────▶ awaited ──▶ all replies ──▶ poll_ended        a get, an atomic
//!                          a peer that refuses, or is given up ──▶ poll_ended, with an error
//! ```
//!
//! A long operation is sent in parts, as flow control permits. While parts remain to be sent the
//! operation is *begun*. `sending` converts operations to records. `answering` executes the records
//! of peers.

mod answering;
mod sending;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_connect::{AssociationConfig, Associations, Rank};
use farreach_verbs::{Memory, Time};
use rand_pcg::rand_core::Rng;

use crate::fraction::fraction;
use crate::op::Op;
use crate::records::{HEAD_MAX, Record};
use crate::{EngineError, Hybrid};

/// The most datagrams toward a peer that wait for credits. Further operations wait in the peer's
/// pending queue.
const BACKLOG: usize = 4;
/// The most requests to a peer whose answers are awaited. This bounds what the peer has to store
/// for this process.
const AWAITED_MAX: u32 = 32;
/// The first pause before another attempt to get a connection, and the longest pause.
const PAUSE: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// All operations of a process that travel in datagrams.
pub(crate) struct Unconnected<M> {
    associations: Associations,
    /// The thresholds up to which operations are sent in datagrams before there is a connection.
    hybrid: Hybrid,
    peers: BTreeMap<Rank, Box<Toward<M>>>,
    /// Operations whose answers are awaited, by the id in their records.
    awaited: BTreeMap<u32, Awaited<M>>,
    next_id: u32,
    /// Operations that have ended and were not polled.
    ended: VecDeque<Ended<M>>,
    /// Peers whose datagrams could not be handed to the device yet.
    unaddressed: BTreeSet<Rank>,
    /// Buffers for an arrived record, and for the bytes that a record carries.
    record: Vec<u8>,
    scratch: Vec<u8>,
    /// Operations that were sent. A list of small puts counts as one.
    sent: u64,
}

/// The operations toward one peer.
struct Toward<M> {
    /// Operations that were sent and are not acknowledged, the oldest first.
    flight: VecDeque<Sent>,
    /// The number of requests whose answers are awaited.
    awaited: u32,
    /// Whether the key of a part of the peer's segment, or the numbers of its queues, are awaited. They are one of `awaited`.
    asks: bool,
    /// The operation that is begun, if there is one.
    begun: Option<PartlySent<M>>,
    /// Operations and bytes that were sent in datagrams since the last connection.
    ops: u32,
    bytes: u64,
    /// Present while no connection can be had.
    stands_in: Option<StandIn>,
}

/// An operation, or a list of puts, whose last record was sent.
struct Sent {
    /// The number of the last record.
    record: u64,
    id: u32,
    index: u32,
    /// The peer's result for the operation.
    result: Result<(), EngineError>,
}

/// An operation of which some parts were sent.
struct PartlySent<M> {
    id: u32,
    index: u32,
    op: Op<M>,
    /// The number of bytes sent.
    sent: usize,
}

/// The state of datagrams that replace a connection.
#[derive(Clone, Copy)]
struct StandIn {
    /// When to ask for a connection again.
    retry_at: Time,
    /// The length of the last pause.
    pause: Duration,
}

/// An operation whose answer is awaited.
struct Awaited<M> {
    index: u32,
    peer: Rank,
    op: Op<M>,
    /// Requests that were sent and not answered.
    replies_due: u32,
    /// Whether all requests were sent.
    is_whole: bool,
    /// The word that arrived.
    word: u64,
    /// Whether an answer was invalid.
    is_damaged: bool,
}

/// An operation that has ended.
pub(crate) struct Ended<M> {
    pub(crate) index: u32,
    /// The fetched word, if the operation has an answer.
    pub(crate) result: Result<Option<u64>, EngineError>,
    /// The operation that was kept for its answer.
    pub(crate) kept: Option<Op<M>>,
}

impl<M> Default for Toward<M> {
    fn default() -> Self {
        Toward {
            flight: VecDeque::new(),
            awaited: 0,
            asks: false,
            begun: None,
            ops: 0,
            bytes: 0,
            stands_in: None,
        }
    }
}

impl<M> Toward<M> {
    /// Whether operations are under way in datagrams. A connection must not overtake them.
    fn is_under_way(&self) -> bool {
        !self.flight.is_empty() || self.awaited > 0 || self.begun.is_some()
    }
}

impl<M: Memory> Unconnected<M> {
    pub(crate) fn new(config: AssociationConfig, hybrid: Hybrid) -> Self {
        Unconnected {
            associations: Associations::new(config),
            hybrid,
            peers: BTreeMap::new(),
            awaited: BTreeMap::new(),
            next_id: 0,
            ended: VecDeque::new(),
            unaddressed: BTreeSet::new(),
            record: Vec::new(),
            scratch: Vec::new(),
            sent: 0,
        }
    }

    /// The associations, which the caller gives datagrams and time.
    pub(crate) fn associations(&mut self) -> &mut Associations {
        &mut self.associations
    }

    pub(crate) fn look(&self) -> &Associations {
        &self.associations
    }

    /// The number of operations that were sent in datagrams. A list of small puts counts as one.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether there is nothing to do, and no datagram was ever sent or received.
    #[inline]
    pub(crate) fn is_unused(&self) -> bool {
        self.associations.is_unused()
    }

    /// Whether records, events or datagrams wait.
    pub(crate) fn has_work(&self, now: Time) -> bool {
        self.associations.has_news(now) || !self.unaddressed.is_empty()
    }

    /// Whether operations toward `peer` are under way, or were sent since the last connection.
    pub(crate) fn is_used(&self, peer: Rank) -> bool {
        self.peers.contains_key(&peer)
    }

    /// Whether operations toward `peer` are under way in datagrams. A connection must not overtake
    /// them.
    pub(crate) fn is_under_way(&self, peer: Rank) -> bool {
        self.peers
            .get(&peer)
            .is_some_and(|sent| sent.is_under_way())
    }

    /// Whether an acknowledgement or an answer of `peer` is awaited.
    pub(crate) fn awaits(&self, peer: Rank) -> bool {
        let sent = self.peers.get(&peer);
        sent.is_some_and(|sent| !sent.flight.is_empty() || sent.awaited > 0)
    }

    /// Whether an operation toward `peer` is begun. Its remaining parts go in datagrams too, ahead
    /// of all pending operations.
    pub(crate) fn has_begun(&self, peer: Rank) -> bool {
        let sent = self.peers.get(&peer);
        sent.is_some_and(|sent| sent.begun.is_some())
    }

    /// Whether an operation toward any peer is begun.
    pub(crate) fn has_any_begun(&self) -> bool {
        self.peers.values().any(|sent| sent.begun.is_some())
    }

    /// Whether datagrams replace the connection to `peer`.
    pub(crate) fn stands_in(&self, peer: Rank) -> bool {
        let sent = self.peers.get(&peer);
        sent.is_some_and(|sent| sent.stands_in.is_some())
    }

    /// Whether operations are sent in datagrams before there is a connection.
    pub(crate) fn is_hybrid(&self) -> bool {
        self.hybrid.ops > 0
    }

    /// Whether the operations toward `peer` have reached the hybrid's thresholds, so that a
    /// connection is made.
    pub(crate) fn is_worth_connecting(&self, peer: Rank) -> bool {
        let Hybrid { ops, bytes } = self.hybrid;
        let sent = self.peers.get(&peer);
        ops > 0 && sent.is_some_and(|sent| sent.ops >= ops || sent.bytes >= bytes)
    }

    /// Whether an operation toward `peer` may be sent now. `is_answered` tells whether the
    /// operation has an answer.
    pub(crate) fn has_turn(&self, peer: Rank, is_answered: bool) -> bool {
        let awaited = self.peers.get(&peer).map_or(0, |sent| sent.awaited);
        self.associations.backlog(peer) < BACKLOG && !(is_answered && awaited >= AWAITED_MAX)
    }

    /// The most bytes of a put or get that a record carries.
    pub(crate) fn chunk(&self) -> usize {
        self.associations.max_record() - HEAD_MAX
    }

    /// Lets datagrams replace the connection to `peer` for a pause. Each pause is longer than the
    /// one before.
    pub(crate) fn stand_in(&mut self, now: Time, peer: Rank, random: &mut impl Rng) {
        let sent = self.peers.entry(peer).or_default();
        let last = sent.stands_in.map(|stands_in| stands_in.pause);
        let pause = last.map_or(PAUSE, |pause| (2 * pause).min(PAUSE_MAX));
        // From a half to the whole of the pause.
        let jitter = pause.mul_f64(0.5 + fraction(random) / 2.0);
        let retry_at = now + jitter;
        sent.stands_in = Some(StandIn { retry_at, pause });
    }

    /// Whether the pause of `peer`, for which datagrams replace a connection, is over.
    pub(crate) fn is_retry_due(&self, now: Time, peer: Rank) -> bool {
        let stands_in = self.peers.get(&peer).and_then(|sent| sent.stands_in);
        stands_in.is_some_and(|stands_in| now >= stands_in.retry_at)
    }

    /// Notes that `peer` is connected: resets the counts, and datagrams no longer replace the
    /// connection. Returns whether operations were sent in datagrams.
    pub(crate) fn connected(&mut self, peer: Rank) -> bool {
        let Some(toward) = self.peers.get_mut(&peer) else {
            return false;
        };
        let was_used = toward.ops > 0;
        (toward.ops, toward.bytes, toward.stands_in) = (0, 0, None);
        if !toward.is_under_way() {
            self.peers.remove(&peer);
        }
        was_used
    }

    /// Takes the next operation that has ended.
    pub(crate) fn poll_ended(&mut self) -> Option<Ended<M>> {
        self.ended.pop_front()
    }

    /// Ends the operations that `peer` has executed. There is none if what it acknowledged was an answer.
    pub(crate) fn acknowledged(&mut self, peer: Rank) {
        let executed = self.associations.acknowledged(peer);
        let Some(toward) = self.peers.get_mut(&peer) else {
            return;
        };
        while let Some(sent) = toward.flight.pop_front_if(|sent| sent.record <= executed) {
            self.ended.push_back(sent.ended());
        }
    }

    /// Fails all operations toward `peer`.
    pub(crate) fn fail_all(&mut self, now: Time, peer: Rank, error: &EngineError) {
        if let Some(toward) = self.peers.get_mut(&peer) {
            for mut sent in mem::take(&mut toward.flight) {
                sent.result = Err(error.clone());
                self.ended.push_back(sent.ended());
            }
        }
        self.fail_awaited(now, peer, error);
        self.fail_begun(now, peer, error);
    }

    /// Asks `peer` for the key of a range of its segment, or for the numbers of its receive queues, unless an answer is awaited.
    pub(crate) fn ask(&mut self, now: Time, peer: Rank, question: &Record) {
        let toward = self.peers.entry(peer).or_default();
        if toward.asks {
            return;
        }
        toward.asks = true;
        toward.awaited += 1;
        self.associations.set_expecting(now, peer, true);
        self.tell(now, peer, question);
    }

    /// Whether `peer` was asked for what operations toward it need, and has not answered.
    pub(crate) fn is_asked(&self, peer: Rank) -> bool {
        self.peers.get(&peer).is_some_and(|toward| toward.asks)
    }

    /// Notes that `peer` has answered, or will not.
    pub(crate) fn answered(&mut self, now: Time, peer: Rank) {
        let Some(toward) = self.peers.get_mut(&peer) else {
            return;
        };
        if mem::take(&mut toward.asks) {
            toward.awaited = toward.awaited.saturating_sub(1);
            let is_expecting = toward.awaited > 0;
            self.associations.set_expecting(now, peer, is_expecting);
        }
    }

    /// Sends a record that no operation of this process waits for.
    pub(crate) fn say(&mut self, now: Time, peer: Rank, record: &Record) {
        self.tell(now, peer, record);
    }

    /// Fails the operations whose answers from `peer` are awaited.
    pub(crate) fn fail_awaited(&mut self, now: Time, peer: Rank, error: &EngineError) {
        self.answered(now, peer);
        let awaited = self.awaited.iter();
        let of_peer = awaited.filter(|(_, awaited)| awaited.peer == peer);
        let ids: Vec<u32> = of_peer.map(|(&id, _)| id).collect();
        for id in ids {
            self.fail_one(now, id, error);
        }
    }

    /// Fails the operation that is begun toward `peer`.
    pub(crate) fn fail_begun(&mut self, now: Time, peer: Rank, error: &EngineError) {
        let toward = self.peers.get_mut(&peer);
        if let Some(begun) = toward.and_then(|toward| toward.begun.take()) {
            self.forget_awaited(now, begun.id);
            self.fail(begun.index, begun.op, error);
        }
    }

    /// Fails an operation whose answer is awaited.
    fn fail_one(&mut self, now: Time, id: u32, error: &EngineError) {
        if let Some(awaited) = self.forget_awaited(now, id) {
            if let Some(toward) = self.peers.get_mut(&awaited.peer) {
                // A begun operation holds another handle of the same buffer.
                toward.begun.take_if(|begun| begun.id == id);
            }
            self.fail(awaited.index, awaited.op, error);
        }
    }

    fn fail(&mut self, index: u32, op: Op<M>, error: &EngineError) {
        self.ended.push_back(Ended {
            index,
            result: Err(error.clone()),
            kept: Some(op),
        });
    }

    /// Stops to await the answers of an operation.
    fn forget_awaited(&mut self, now: Time, id: u32) -> Option<Awaited<M>> {
        let awaited = self.awaited.remove(&id)?;
        let toward = self.peers.entry(awaited.peer).or_default();
        toward.awaited -= awaited.replies_due;
        let is_expecting = toward.awaited > 0;
        self.associations
            .set_expecting(now, awaited.peer, is_expecting);
        Some(awaited)
    }

    /// Takes the next arrived record and its sender. The buffer is returned with
    /// [`Unconnected::give_back`].
    pub(crate) fn poll_record(&mut self) -> Option<(Rank, Vec<u8>)> {
        let peer = self.associations.poll_record(&mut self.record)?;
        Some((peer, mem::take(&mut self.record)))
    }

    pub(crate) fn give_back(&mut self, record: Vec<u8>) {
        self.record = record;
    }

    /// Takes a peer for which there may be a datagram.
    pub(crate) fn poll_ready(&mut self) -> Option<Rank> {
        self.associations.poll_ready()
    }

    /// Notes that the datagrams for `peer` could not be handed to the device. They are ready again
    /// after [`Unconnected::readdress`].
    pub(crate) fn postpone(&mut self, peer: Rank) {
        self.unaddressed.insert(peer);
    }

    pub(crate) fn readdress(&mut self) {
        for peer in mem::take(&mut self.unaddressed) {
            self.associations.ready_again(peer);
        }
    }

    /// The peers whose datagrams wait for an endpoint, or for room in the device.
    pub(crate) fn unaddressed(&self) -> &BTreeSet<Rank> {
        &self.unaddressed
    }

    /// Sends a record. Returns its number.
    fn tell(&mut self, now: Time, peer: Rank, record: &Record) -> u64 {
        let (head, body) = record.emit();
        self.associations.send(now, peer, &[head.as_slice(), body])
    }
}

impl Sent {
    fn new(record: u64, id: u32, index: u32) -> Self {
        let result = Ok(());
        Sent {
            record,
            id,
            index,
            result,
        }
    }

    fn ended<M>(self) -> Ended<M> {
        Ended {
            index: self.index,
            result: self.result.map(|()| None),
            kept: None,
        }
    }
}

#[cfg(test)]
mod tests;
