//! Operations that go in datagrams, because there is no connection (yet): what was sent toward each peer and is not over, the
//! answers that are awaited, and the associations that carry all of it.
//!
//! ```text
//!   send ──▶ begun ──▶ flight ──▶ acknowledged ──▶ poll_ended        a put, a list, a message
//!              │
//!              └─────▶ awaited ──▶ all replies ──▶ poll_ended        a get, an atomic
//!                          a peer that refuses, or is given up ──▶ poll_ended, with an error
//! ```
//!
//! A long operation goes in parts, as many at a time as have their turn; while some are to be sent it is *begun*.
//! `sending` makes records of operations, `answering` carries out those of peers.

mod answering;
mod sending;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

use farreach_connect::{AssociationConfig, Associations, Rank};
use farreach_verbs::{Memory, Time};
use rand::{Rng, RngExt};

use crate::op::Op;
use crate::records::{HEAD_MAX, Record};
use crate::{EngineError, Hybrid};

/// Datagrams toward a peer that may wait for their turn; operations beyond wait in the peer's pending queue.
const BACKLOG: usize = 4;
/// Requests of which the answers are awaited from a peer at one time: what it may have to keep for us.
const AWAITED_MAX: u32 = 32;
/// The first pause before another try to get a connection where there was none to be had, and the longest.
const PAUSE: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(1);

/// All operations of a process that go in datagrams.
pub(crate) struct Unconnected<M> {
    associations: Associations,
    /// When operations go in datagrams before there is a connection.
    hybrid: Hybrid,
    peers: BTreeMap<Rank, Box<Toward<M>>>,
    /// Operations whose answers are awaited, by the number of their records.
    awaited: BTreeMap<u32, Awaited<M>>,
    next_id: u32,
    /// What has ended and was not polled.
    ended: VecDeque<Ended<M>>,
    /// Whose datagrams could not be handed to the device yet.
    unaddressed: BTreeSet<Rank>,
    /// Room for a record that arrived, and for the bytes that a record carries.
    record: Vec<u8>,
    scratch: Vec<u8>,
    /// Operations that were sent; a list of small puts is one.
    sent: u64,
}

/// What goes toward one peer.
struct Toward<M> {
    /// What was sent and is not acknowledged, oldest first.
    flight: VecDeque<Sent>,
    /// Requests whose answers are awaited.
    awaited: u32,
    /// The operation of which parts were sent, if there is one.
    begun: Option<Begun<M>>,
    /// Operations and their bytes that went in datagrams since there was a connection.
    ops: u32,
    bytes: u64,
    /// Set where no connection can be had.
    stands_in: Option<StandIn>,
}

/// An operation, or a list of puts, whose last record was sent.
struct Sent {
    /// The number of that record.
    record: u64,
    id: u32,
    index: u32,
    /// What the peer said of it.
    result: Result<(), EngineError>,
}

/// An operation of which parts were sent.
struct Begun<M> {
    id: u32,
    index: u32,
    op: Op<M>,
    /// Bytes.
    sent: usize,
}

/// Datagrams stand in for a connection.
#[derive(Clone, Copy)]
struct StandIn {
    /// When to try again to get one.
    retry_at: Time,
    /// How long the last pause was.
    pause: Duration,
}

/// An operation whose answer is awaited.
struct Awaited<M> {
    index: u32,
    peer: Rank,
    op: Op<M>,
    /// Requests that were sent and not answered.
    replies_due: u32,
    /// All requests were sent.
    is_whole: bool,
    /// The word that came.
    word: u64,
    /// An answer did not fit.
    is_damaged: bool,
}

/// Something that has ended.
pub(crate) struct Ended<M> {
    pub(crate) index: u32,
    /// The word that was fetched, if it was an operation with an answer.
    pub(crate) result: Result<Option<u64>, EngineError>,
    /// What was kept for its answer.
    pub(crate) kept: Option<Op<M>>,
}

impl<M> Default for Toward<M> {
    fn default() -> Self {
        Toward {
            flight: VecDeque::new(),
            awaited: 0,
            begun: None,
            ops: 0,
            bytes: 0,
            stands_in: None,
        }
    }
}

impl<M> Toward<M> {
    /// Whether something is under way, so that nothing may overtake it on a connection.
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

    /// What carries the records, to be given datagrams and time.
    pub(crate) fn associations(&mut self) -> &mut Associations {
        &mut self.associations
    }

    pub(crate) fn look(&self) -> &Associations {
        &self.associations
    }

    /// How many operations went in datagrams; a list of small puts is one.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether nothing has to be done, and no datagram ever came or went.
    #[inline]
    pub(crate) fn is_unused(&self) -> bool {
        self.associations.is_unused()
    }

    /// Whether records, events or datagrams wait.
    pub(crate) fn has_work(&self, now: Time) -> bool {
        self.associations.has_news(now) || !self.unaddressed.is_empty()
    }

    /// Whether anything went toward `peer` since there was a connection, or is not over.
    pub(crate) fn is_used(&self, peer: Rank) -> bool {
        self.peers.contains_key(&peer)
    }

    /// Whether something is under way toward `peer`, so that nothing may overtake it on a connection.
    pub(crate) fn is_under_way(&self, peer: Rank) -> bool {
        self.peers
            .get(&peer)
            .is_some_and(|sent| sent.is_under_way())
    }

    /// Whether parts of an operation toward `peer` were sent: the rest goes the same way, ahead of all that is pending.
    pub(crate) fn has_begun(&self, peer: Rank) -> bool {
        let sent = self.peers.get(&peer);
        sent.is_some_and(|sent| sent.begun.is_some())
    }

    /// Whether parts of an operation toward any peer were sent.
    pub(crate) fn has_any_begun(&self) -> bool {
        self.peers.values().any(|sent| sent.begun.is_some())
    }

    /// Whether datagrams stand in for a connection to `peer`.
    pub(crate) fn stands_in(&self, peer: Rank) -> bool {
        let sent = self.peers.get(&peer);
        sent.is_some_and(|sent| sent.stands_in.is_some())
    }

    /// Whether operations go in datagrams before there is a connection.
    pub(crate) fn is_hybrid(&self) -> bool {
        self.hybrid.ops > 0
    }

    /// Whether so much went toward `peer` that it is worth a connection.
    pub(crate) fn is_worth_connecting(&self, peer: Rank) -> bool {
        let Hybrid { ops, bytes } = self.hybrid;
        let sent = self.peers.get(&peer);
        ops > 0 && sent.is_some_and(|sent| sent.ops >= ops || sent.bytes >= bytes)
    }

    /// Whether an operation toward `peer` may go now; `is_answered` says that it is one with an answer.
    pub(crate) fn has_turn(&self, peer: Rank, is_answered: bool) -> bool {
        let awaited = self.peers.get(&peer).map_or(0, |sent| sent.awaited);
        self.associations.backlog(peer) < BACKLOG && !(is_answered && awaited >= AWAITED_MAX)
    }

    /// The most bytes of a put or get that a record carries.
    pub(crate) fn chunk(&self) -> usize {
        self.associations.max_record() - HEAD_MAX
    }

    /// No connection is to be had: datagrams stand in for a while, longer each time.
    pub(crate) fn stand_in(&mut self, now: Time, peer: Rank, random: &mut impl Rng) {
        let sent = self.peers.entry(peer).or_default();
        let last = sent.stands_in.map(|stands_in| stands_in.pause);
        let pause = last.map_or(PAUSE, |pause| (2 * pause).min(PAUSE_MAX));
        let jitter = pause.mul_f64(random.random_range(0.5..1.0));
        let retry_at = now + jitter;
        sent.stands_in = Some(StandIn { retry_at, pause });
    }

    /// Whether it is time to try again to get a connection to `peer`, for which datagrams stand in.
    pub(crate) fn is_retry_due(&self, now: Time, peer: Rank) -> bool {
        let stands_in = self.peers.get(&peer).and_then(|sent| sent.stands_in);
        stands_in.is_some_and(|stands_in| now >= stands_in.retry_at)
    }

    /// There is a connection to `peer`: datagrams don't stand in any more, and are counted anew when it is gone. Returns whether any
    /// operations went in datagrams.
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

    /// The next that has ended.
    pub(crate) fn poll_ended(&mut self) -> Option<Ended<M>> {
        self.ended.pop_front()
    }

    /// Ends what `peer` has executed. Returns whether anything is known of it: otherwise it executed answers of ours.
    pub(crate) fn acknowledged(&mut self, peer: Rank) -> bool {
        let executed = self.associations.acknowledged(peer);
        let Some(toward) = self.peers.get_mut(&peer) else {
            return false;
        };
        while let Some(sent) = toward.flight.pop_front_if(|sent| sent.record <= executed) {
            self.ended.push_back(sent.ended());
        }
        true
    }

    /// Nothing that was sent to `peer` counts as executed any more.
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

    /// No answer of `peer` will come.
    pub(crate) fn fail_awaited(&mut self, now: Time, peer: Rank, error: &EngineError) {
        let awaited = self.awaited.iter();
        let of_peer = awaited.filter(|(_, awaited)| awaited.peer == peer);
        let ids: Vec<u32> = of_peer.map(|(&id, _)| id).collect();
        for id in ids {
            self.fail_one(now, id, error);
        }
    }

    /// No more of the operation that is begun toward `peer` is sent.
    pub(crate) fn fail_begun(&mut self, now: Time, peer: Rank, error: &EngineError) {
        let toward = self.peers.get_mut(&peer);
        if let Some(begun) = toward.and_then(|toward| toward.begun.take()) {
            self.forget_awaited(now, begun.id);
            self.fail(begun.index, begun.op, error);
        }
    }

    /// Ends an operation whose answer is awaited.
    fn fail_one(&mut self, now: Time, id: u32, error: &EngineError) {
        if let Some(awaited) = self.forget_awaited(now, id) {
            if let Some(toward) = self.peers.get_mut(&awaited.peer) {
                // It holds another handle of the same buffer, if any.
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

    /// Answers to it are not awaited any more.
    fn forget_awaited(&mut self, now: Time, id: u32) -> Option<Awaited<M>> {
        let awaited = self.awaited.remove(&id)?;
        let toward = self.peers.entry(awaited.peer).or_default();
        toward.awaited -= awaited.replies_due;
        let is_expecting = toward.awaited > 0;
        self.associations
            .set_expecting(now, awaited.peer, is_expecting);
        Some(awaited)
    }

    /// The next record that arrived, and its sender. The buffer goes back by [`Unconnected::give_back`].
    pub(crate) fn poll_record(&mut self) -> Option<(Rank, Vec<u8>)> {
        let peer = self.associations.poll_record(&mut self.record)?;
        Some((peer, mem::take(&mut self.record)))
    }

    pub(crate) fn give_back(&mut self, record: Vec<u8>) {
        self.record = record;
    }

    /// Somebody for whom there may be a datagram.
    pub(crate) fn poll_ready(&mut self) -> Option<Rank> {
        self.associations.poll_ready()
    }

    /// The datagrams for `peer` could not be handed to the device: they are ready again after [`Unconnected::readdress`].
    pub(crate) fn postpone(&mut self, peer: Rank) {
        self.unaddressed.insert(peer);
    }

    pub(crate) fn readdress(&mut self) {
        for peer in mem::take(&mut self.unaddressed) {
            self.associations.ready_again(peer);
        }
    }

    /// Whose datagrams wait for an endpoint, or for room in the device.
    pub(crate) fn unaddressed(&self) -> &BTreeSet<Rank> {
        &self.unaddressed
    }

    /// Sends a record; returns its number.
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
